/** The games for which the page draws a table. */
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { isOn, parseGame } from "../game_string";
import { bock, four, kontra, ramsch, schieberamsch, spitze } from "../settings";
import { t, type Key } from "../words";

export const CHOICES = [
  { name: "skat", game: "python_skat(claims=true)", players: 3, cards: ["CJ", "SJ", "HA", "DT"] },
  { name: "schnapsen", game: "python_schnapsen(match=true)", players: 2, cards: ["HK", "HQ", "SA", "CT"] },
] as const;

/** The names of the club rules of Skat, by parameter. */
const CLUB_RULES: Record<string, Key> = {
  kontra: "kontraAndRe",
  ramsch: "ramsch",
  schieberamsch: "schieberamsch",
  spitze: "spitze",
  bock: "bock",
};

/** Return the names of the club rules in a game string of Skat; null if there are none or others. */
export function clubRulesOf(game: string): Key[] | null {
  const { name, parameters } = parseGame(game);
  const known = [...parameters.keys()].every((rule) => isOn(game, rule) && (rule === "claims" || rule in CLUB_RULES));
  const names = Object.entries(CLUB_RULES).flatMap(([rule, key]) => (parameters.has(rule) ? [key] : []));
  return name === "python_skat" && parameters.has("claims") && known && names.length > 0 ? names : null;
}

/** Return the game of a choice, with the club rules that the person has switched on, except Bock. */
export function gameOf(choice: (typeof CHOICES)[number]): string {
  if (choice.name !== "skat") return choice.game;
  const rules = Object.entries({
    claims: true,
    kontra: kontra.value,
    ramsch: ramsch.value,
    schieberamsch: ramsch.value && schieberamsch.value,
    spitze: spitze.value,
  });
  const on = rules.filter(([, chosen]) => chosen).map(([rule]) => `${rule}=true`);
  return `python_skat(${on.join(",")})`;
}

/** Return the number of players at a new table; four at Skat if the dealer is to sit out. */
export function playersOf(choice: (typeof CHOICES)[number]): number {
  return choice.players + (choice.name === "skat" && four.value ? 1 : 0);
}

/** The switches of the club rules, their texts, their names and their meanings. */
const RULES: readonly { rule: Signal<boolean>; text: Key; name: Key; meaning: Key }[] = [
  { rule: kontra, text: "withKontra", name: "kontraAndRe", meaning: "kontraMeans" },
  { rule: ramsch, text: "withRamsch", name: "ramsch", meaning: "ramschMeans" },
  { rule: schieberamsch, text: "withSchieberamsch", name: "schieberamsch", meaning: "schieberamschMeans" },
  { rule: spitze, text: "withSpitze", name: "spitze", meaning: "spitzeMeans" },
  { rule: bock, text: "withBock", name: "bock", meaning: "bockMeans" },
];

/** Return whether a table of a choice gets Bock rounds. */
export function bockAt(choice: (typeof CHOICES)[number]): boolean {
  return choice.name === "skat" && bock.value;
}

/** Switch club rules on or off, and explain them. */
export function ClubRules(): JSX.Element {
  const rules = RULES.filter(({ rule }) => ramsch.value || rule !== schieberamsch);
  return (
    <div class="row rules">
      <Rule rule={four} name="withFour" />
      {rules.map(({ rule, text }) => (
        <Rule key={text} rule={rule} name={text} />
      ))}
      <details>
        <summary>{t("rulesMean")}</summary>
        <dl>
          {rules.map(({ name, meaning }) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{t(meaning)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
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
