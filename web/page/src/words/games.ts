/** The names of games for people. */
import { CHOICES, clubRulesOf } from "../lobby/choices";
import type { Table } from "../types";
import { t } from "./index";

/** Return the name of a table's game, with Bock rounds if the table has them. */
export function tableName(table: Table): string {
  const { game, bock_deals } = table;
  if (bock_deals === undefined) return gameName(game);
  return gameName(game.endsWith(")") ? game.replace(/\)$/, ",bock=true)") : `${game}(bock=true)`);
}

/** Return whether a deal counts double: `left` Bock deals remain, or the game has only Bock deals. */
export function isBock(game: string, left: number | undefined): boolean {
  return (left ?? 0) > 0 || /bock=true/i.test(game);
}

/** Return the name of the game in a game string, with its parameters in brackets. */
export function gameName(game: string): string {
  const usual = CHOICES.find((choice) => choice.game === game);
  if (usual) return t(usual.name);
  const club = clubRulesOf(game);
  if (club) return `${t("skat")} (${club.map((rule) => t(rule)).join(", ")})`;
  const [short = "", ...rest] = game.split("(");
  const pack = CHOICES.find((choice) => choice.game.startsWith(`${short}(`));
  const words = short.replace(/^python_/, "").replaceAll("_", " ");
  const name = pack ? t(pack.name) : words.charAt(0).toUpperCase() + words.slice(1);
  return rest.length > 0 ? `${name} (${rest.join("(")}` : name;
}
