/** Played deals, sorted by what they cost. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, type Key } from "../words";

export interface Listed {
  number: number;
  /** Lost by all players. */
  cost: number;
  turned: number;
  about: string;
  result: string;
  choose: () => void;
}

type Column = "number" | "cost" | "turned";

const COLUMNS: [Column, Key][] = [
  ["number", "deal"],
  ["cost", "cost"],
  ["turned", "blunder"],
];

export function DealList(props: { deals: readonly Listed[]; first: Column; aboutName: string }): JSX.Element {
  const [by, sort] = useState<Column>(props.first);
  const down = by === "number" ? -1 : 1;
  const rows = [...props.deals].sort((a, b) => down * (b[by] - a[by]));
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
            <th scope="col">{props.aboutName}</th>
            <th scope="col">{t("result")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((deal) => (
            <tr key={deal.number}>
              <td>
                <button type="button" class="plain-button" onClick={deal.choose}>
                  {deal.number}
                </button>
              </td>
              <td>{deal.cost}</td>
              <td>{deal.turned}</td>
              <td>{deal.about}</td>
              <td>{deal.result}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
