/** The ranking of the contracts for a hand of ten cards, or for twelve cards with the best discards. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { asError } from "../api";
import { Face } from "../cards/face";
import { PACK } from "../cards/order";
import { Problem } from "../problem";
import type { ContractHint } from "../types";
import { ask } from "./store";
import { language } from "../settings";
import { t } from "../words";
import { ShortCards } from "../cards/short";
import { cardName, declarationName } from "../words/cards";
import { PLACES } from "../words/names";
import { cardsIn } from "../words/typed";
import { number, percent } from "../words/numbers";

/** A row of the ranking: a contract, or the game after picking up an unknown skat. */
interface Ranked {
  name: string;
  chance: number;
  score: number;
  way: JSX.Element | string;
}

/** Return the rows, best first. All contracts that depend on the unknown skat share one row. */
function rankedRows(found: readonly ContractHint[]): Ranked[] {
  const behindSkat = (row: ContractHint) => row.discards.length === 0 && row.declaration[1] !== "H";
  const after = found.filter(behindSkat);
  const whole = (value: (row: ContractHint) => number) => after.reduce((sum, row) => sum + (row.chosen ?? 1) * value(row), 0);
  const rows: Ranked[] = found
    .filter((row) => !behindSkat(row))
    .map((row) => ({
      name: declarationName(row.declaration),
      chance: row.chance,
      score: row.score,
      way: row.discards.length > 0 ? <ShortCards cards={row.discards} /> : "–",
    }));
  if (after.length > 0) {
    rows.push({
      name: t("pickUp"),
      chance: whole((row) => row.chance),
      score: whole((row) => row.score),
      way: after
        .map((row) => `${declarationName(row.declaration)} ${t("afterSkats", { share: percent(row.chosen ?? 1) })}`)
        .join(", "),
    });
  }
  return rows.sort((a, b) => b.score - a.score);
}

export function Contracts(): JSX.Element {
  const [chosen, choose] = useState<readonly string[]>([]);
  const [seat, sit] = useState(0);
  const [found, show] = useState<ContractHint[] | null>(null);
  const [state, setState] = useState<Error | string>("");
  const [typed, type] = useState("");
  const take = (cards: readonly string[]) => {
    show(null);
    setState("");
    choose(cards);
  };
  const flip = (card: string) => {
    const cards = chosen.includes(card) ? chosen.filter((c) => c !== card) : [...chosen, card].slice(-12);
    take(cards);
    type(cards.map(cardName).join(", "));
  };
  const enter = (text: string) => {
    type(text);
    take(cardsIn(text).cards.slice(0, 12));
  };
  const rank = () => {
    setState(t("thinking"));
    ask("skat", "contracts", { cards: chosen.join(" "), seat }).then(
      (answer) => {
        show(answer.contracts);
        setState("");
      },
      (problem: unknown) => setState(asError(problem)),
    );
  };
  const { unknown } = cardsIn(typed);
  return (
    <section class="box editor contractbox">
      <p>{t("whichHelp", { count: chosen.length })}</p>
      <p>
        <input
          class="typed"
          aria-label={t("typeCards")}
          placeholder={t("cardsExample")}
          value={typed}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => enter(event.currentTarget.value)}
        />
      </p>
      {unknown.length > 0 && <p class="note" role="status">{t("notCards", { words: unknown.join(", ") })}</p>}
      <div class="pool" role="group" aria-label={t("whichContract")}>
        {PACK.map((card) => (
          <button
            key={card}
            type="button"
            class={chosen.includes(card) ? "card at-0" : "card at-none"}
            aria-pressed={chosen.includes(card)}
            aria-label={cardName(card)}
            onClick={() => flip(card)}
          >
            <Face card={card} language={language.value} />
          </button>
        ))}
      </div>
      <div class="row">
        <select aria-label={t("place")} value={seat} onChange={(event) => sit(Number(event.currentTarget.value))}>
          {PLACES.map((place, k) => (
            <option key={place} value={k}>
              {t(place)}
            </option>
          ))}
        </select>
        <button type="button" class="primary" disabled={chosen.length !== 10 && chosen.length !== 12} onClick={rank}>
          {t("rank")}
        </button>
        <span role="status">{typeof state === "string" && state}</span>
      </div>
      {state instanceof Error && <Problem problem={state} />}
      {found && (
        <table class="ranked texts">
          <thead>
            <tr>
              <th scope="col">{t("contract")}</th>
              <th scope="col">{t("chance")}</th>
              <th scope="col">{t("worth")}</th>
              <th scope="col" class="text">{t(chosen.length === 12 ? "layAway" : "withWhat")}</th>
            </tr>
          </thead>
          <tbody>
            {rankedRows(found).map((row) => (
              <tr key={row.name + row.score}>
                <th scope="row">{row.name}</th>
                <td>{percent(row.chance)}</td>
                <td>{number(row.score, 1)}</td>
                <td class="text">{row.way}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
