/** The games for which the page draws a table. */
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { kontra, ramsch } from "../settings";
import { t, type Key } from "../words";

export const CHOICES = [
  { name: "skat", game: "python_skat(claims=true)", players: 3, cards: ["CJ", "SJ", "HA", "DT"] },
  { name: "schnapsen", game: "python_schnapsen(match=true)", players: 2, cards: ["HK", "HQ", "SA", "CT"] },
] as const;

/** Tables of Skat with club rules, by game. */
export const CLUB_GAMES: Record<string, Key> = {
  "python_skat(claims=true,kontra=true)": "withKontra",
  "python_skat(claims=true,ramsch=true)": "withRamsch",
  "python_skat(claims=true,kontra=true,ramsch=true)": "withBoth",
};

/** Return the game of a choice, with the club rules that the person has switched on. */
export function gameOf(choice: (typeof CHOICES)[number]): string {
  if (choice.name !== "skat") return choice.game;
  const rules = ["claims=true", ...(kontra.value ? ["kontra=true"] : []), ...(ramsch.value ? ["ramsch=true"] : [])];
  return `python_skat(${rules.join(",")})`;
}

/** Switch club rules on or off. */
export function ClubRules(): JSX.Element {
  return (
    <>
      <Rule rule={kontra} name="withKontra" />
      <Rule rule={ramsch} name="withRamsch" />
    </>
  );
}

function Rule(props: { rule: Signal<boolean>; name: Key }): JSX.Element {
  const { rule, name } = props;
  return (
    <label>
      <input
        type="checkbox"
        checked={rule.value}
        onChange={(event) => {
          rule.value = event.currentTarget.checked;
        }}
      />{" "}
      {t(name)}
    </label>
  );
}
