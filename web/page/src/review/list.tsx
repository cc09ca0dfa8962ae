/** A list of played deals, sorted by the column that the person chooses. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, type Key } from "../words";
import { number } from "../words/numbers";

export interface Listed {
  number: number;
  /** The sum of the players' losses. */
  cost: number;
  turned: number;
  about: string;
  /** The names of the players, where deals may have different ones. */
  players?: string;
  result: string;
  /** The line of the file that records the deal. */
  line: string;
  choose: () => void;
  /** True for the deal shown below. */
  here?: boolean;
}

type Column = "number" | "cost" | "turned";

export function DealList(props: { deals: readonly Listed[]; first: Column; costName: Key; aboutName: string }): JSX.Element {
  const columns: [Column, Key][] = [
    ["number", "deal"],
    ["cost", props.costName],
    ["turned", "turned"],
  ];
  const [by, sort] = useState<Column>(props.first);
  const down = by === "number" ? -1 : 1;
  const named = props.deals.some((deal) => deal.players);
  const rows = [...props.deals].sort((a, b) => down * (b[by] - a[by]));
  return (
    <div class="scroll box" tabIndex={0} role="region" aria-label={t("deals")}>
      <table class="deals texts">
        <thead>
          <tr>
            {columns.map(([column, key]) => (
              <th scope="col" key={column} aria-sort={by !== column ? "none" : column === "number" ? "ascending" : "descending"}>
                <button type="button" class="plain-button" onClick={() => sort(column)}>
                  {t(key)} {by !== column ? "" : column === "number" ? "▴" : "▾"}
                </button>
              </th>
            ))}
            {named && <th scope="col" class="text">{t("players")}</th>}
            <th scope="col" class="text">{props.aboutName}</th>
            <th scope="col" class="text">{t("result")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((deal) => (
            <tr key={deal.number} class={deal.here ? "here" : ""}>
              <td>
                <button type="button" class="plain-button" onClick={deal.choose}>
                  {deal.number}
                </button>
              </td>
              <td>{number(deal.cost)}</td>
              <td>{deal.turned}</td>
              {named && <td class="text">{deal.players}</td>}
              <td class="text">{deal.about}</td>
              <td class="text">{deal.result}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
