/** The names of games for people. */
import { isOn, parseGame, withRule } from "../game_string";
import { CHOICES, clubRulesOf } from "../lobby/choices";
import type { Table } from "../types";
import { t } from "./index";

/** Return the name of a table's game, with Bock rounds if the table has them. */
export function tableName(table: Table): string {
  const { game, bock_deals } = table;
  return gameName(bock_deals === undefined ? game : withRule(game, "bock"));
}

/** Return whether a deal counts double: `left` Bock deals remain, or the game has only Bock deals. */
export function isBock(game: string, left: number | undefined): boolean {
  return (left ?? 0) > 0 || isOn(game, "bock");
}

/** Return the name of the game in a game string, with unusual parameters in brackets. */
export function gameName(game: string): string {
  const usual = CHOICES.find((choice) => choice.game === game);
  if (usual) return t(usual.name);
  const club = clubRulesOf(game);
  if (club) return `${t("skat")} (${club.map((rule) => t(rule)).join(", ")})`;
  const { name: short } = parseGame(game);
  const pack = CHOICES.find((choice) => parseGame(choice.game).name === short);
  const words = short.replace(/^python_/, "").replaceAll("_", " ");
  const name = pack ? t(pack.name) : words.charAt(0).toUpperCase() + words.slice(1);
  return game === short ? name : `${name} ${game.slice(short.length)}`;
}
