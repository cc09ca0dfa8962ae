/** Which contract for ten cards, or for twelve with the best discards. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { post } from "../api";
import { Face } from "../cards/face";
import type { ContractHint } from "../types";
import { language } from "../settings";
import { t } from "../words";
import { cardName, contractName } from "../words/cards";

const ALL = ["C", "S", "H", "D"].flatMap((suit) => [..."JATKQ987"].map((rank) => suit + rank));
const KINDS: Record<string, string> = {
  C: "clubs",
  S: "spades",
  H: "hearts",
  D: "diamonds",
  G: "grand",
  N: "null",
};
const LEVELS: Record<string, string> = { S: "schneider announced", Z: "schwarz announced", O: "ouvert" };

/** `GHS` as words. */
function declarationName(letters: string): string {
  const [kind = "G", ...rest] = letters;
  const hand = rest[0] === "H" ? " hand" : "";
  const level = LEVELS[rest.at(-1) ?? ""] ?? "";
  return contractName(`${KINDS[kind]}${hand} ${level}`.trim());
}

export function Contracts(): JSX.Element {
  const [chosen, choose] = useState<readonly string[]>([]);
  const [seat, sit] = useState(0);
  const [found, show] = useState<ContractHint[] | null>(null);
  const [state, tell] = useState("");
  const flip = (card: string) => {
    show(null);
    choose(chosen.includes(card) ? chosen.filter((c) => c !== card) : [...chosen, card].slice(-12));
  };
  const ask = () => {
    tell(t("thinking"));
    post<{ contracts: ContractHint[] }>("/api/boards/python_skat/contracts", { cards: chosen.join(" "), seat }).then(
      (answer) => {
        show(answer.contracts);
        tell("");
      },
      (problem: unknown) => tell(problem instanceof Error ? problem.message : String(problem)),
    );
  };
  return (
    <details class="box editor contractbox">
      <summary>{t("whichContract")}</summary>
      <p>{t("whichHelp", { count: chosen.length })}</p>
      <div class="pool" role="group" aria-label={t("whichContract")}>
        {ALL.map((card) => (
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
          {(["forehand", "middlehand", "rearhand"] as const).map((place, k) => (
            <option key={place} value={k}>
              {t(place)}
            </option>
          ))}
        </select>
        <button type="button" class="primary" disabled={chosen.length !== 10 && chosen.length !== 12} onClick={ask}>
          {t("rank")}
        </button>
        <span role="status">{state}</span>
      </div>
      {found && (
        <table class="ranked">
          <thead>
            <tr>
              <th scope="col">{t("contract")}</th>
              <th scope="col">{t("chance")}</th>
              <th scope="col">{t("worth")}</th>
              <th scope="col">{t("layAway")}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <tr key={row.declaration + row.discards.join()}>
                <th scope="row">{declarationName(row.declaration)}</th>
                <td>{Math.round(100 * row.chance)}%</td>
                <td>{row.score.toFixed(1)}</td>
                <td>{row.discards.map(cardName).join(", ") || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
