/** The deals of a file, sorted by what they cost. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, type Key } from "../words";
import { contractName } from "../words/cards";
import type { Review } from "./page";

export interface Listed {
  number: number;
  text: string;
  review: Review;
}

type Column = "number" | "cost" | "turned";

const COLUMNS: [Column, Key][] = [
  ["number", "deal"],
  ["cost", "cost"],
  ["turned", "blunder"],
];

function valueOf(deal: Listed, column: Column): number {
  if (column === "number") return -deal.number;
  return deal.review[column].reduce((sum, value) => sum + value, 0);
}

export function DealList(props: { deals: readonly Listed[]; onChoose: (text: string) => void }): JSX.Element {
  const [by, sort] = useState<Column>("cost");
  const rows = [...props.deals].sort((a, b) => valueOf(b, by) - valueOf(a, by));
  return (
    <div class="scroll box" tabIndex={0} role="region" aria-label={t("deals")}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map(([column, key]) => (
              <th scope="col" key={column} aria-sort={by === column ? "descending" : "none"}>
                <button type="button" class="plain-button" onClick={() => sort(column)}>
                  {t(key)} {by === column ? "▾" : ""}
                </button>
              </th>
            ))}
            <th scope="col">{t("contract")}</th>
            <th scope="col">{t("result")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((deal) => (
            <tr key={deal.number}>
              <td>
                <button type="button" class="plain-button" onClick={() => props.onChoose(deal.text)}>
                  {deal.number}
                </button>
              </td>
              <td>{valueOf(deal, "cost")}</td>
              <td>{valueOf(deal, "turned")}</td>
              <td>{contractName(deal.review.contract)}</td>
              <td>{t(deal.review.won === null ? "notFinished" : deal.review.won ? "won" : "lost")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
