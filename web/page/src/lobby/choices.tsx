/** The games for which the page draws a table. */
import type { JSX } from "preact";
import { kontra } from "../settings";
import { t } from "../words";

export const CHOICES = [
  { name: "skat", game: "python_skat(claims=true)", players: 3, cards: ["CJ", "SJ", "HA", "DT"] },
  { name: "schnapsen", game: "python_schnapsen(match=true)", players: 2, cards: ["HK", "HQ", "SA", "CT"] },
] as const;

export const WITH_KONTRA = "python_skat(claims=true,kontra=true)";

/** Return the game of a choice, with the club rules that the person has switched on. */
export function gameOf(choice: (typeof CHOICES)[number]): string {
  return choice.name === "skat" && kontra.value ? WITH_KONTRA : choice.game;
}

/** Switch club rules on or off. */
export function ClubRules(): JSX.Element {
  return (
    <label>
      <input
        type="checkbox"
        checked={kontra.value}
        onChange={(event) => {
          kontra.value = event.currentTarget.checked;
        }}
      />{" "}
      {t("withKontra")}
    </label>
  );
}
