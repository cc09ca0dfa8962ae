/** The names of the players of a reviewed deal. */
import { useEffect, useState } from "preact/hooks";
import { playersOf } from "../history/store";
import { language } from "../settings";
import { t } from "../words";
import { PERSON } from "../words/cards";
import { numbered, PLACES, placeName } from "../words/names";

/** Return the players of a deal as its table named them if the deal was played here; else those of its record. */
export function useSeated(record: string, players: readonly string[] | undefined): readonly string[] {
  const [kept, show] = useState<readonly string[] | null>(null);
  useEffect(() => {
    playersOf(record).then((found) => show(found ?? null), () => undefined); // the browser has no database
  }, [record]);
  return kept?.length === players?.length ? (kept ?? []) : (players ?? []);
}

/** Return the names of players; the only person at a table is called "you". */
export function namesOf(players: readonly string[]): string[] {
  const people = players.filter((name) => name === PERSON);
  const places = PLACES.map((place) => t(place).toLocaleLowerCase(language.value));
  const plain = players.map((name, seat) => {
    if (name === PERSON) return people.length === 1 ? t("you") : t("person", { number: seat });
    if (places.includes((name.split("(")[0] ?? "").toLocaleLowerCase(language.value))) return `${t("agent")} ${name}`;
    return name || placeName(seat);
  });
  return numbered(plain, Math.max(0, players.indexOf(PERSON)));
}

/** Return the seat of the only person; `other` if there is none or more than one. */
export function personIn(players: readonly string[], other: number): number {
  const found = players.indexOf(PERSON);
  return found >= 0 && found === players.lastIndexOf(PERSON) ? found : other;
}

/** Return each player's name with the seat and, for the soloist, the role. */
export function titlesOf(names: readonly string[], soloist: number): string[] {
  return names.map((name, seat) => `${name} (${placeName(seat)})${seat === soloist ? ` · ${t("soloist")}` : ""}`);
}
