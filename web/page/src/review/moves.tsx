/** What both reviews share: the moves one by one, and what each player lost. */
import type { JSX } from "preact";
import { t } from "../words";

export interface Row {
  /** Before the first move of a trick, else empty. */
  trick: string;
  player: string;
  move: string;
  worth: string;
  seen: string;
  better: string;
  grade: "" | "inaccuracy" | "mistake" | "blunder";
  choice: boolean;
  link: string;
}

export function MoveTable(props: {
  rows: readonly Row[];
  seenName: string;
  at: number;
  onJump: (move: number) => void;
}): JSX.Element {
  const { rows, at, onJump } = props;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("moves")}>
      <table class="plays">
        <thead>
          <tr>
            <th scope="col">{t("trickHead")}</th>
            <th scope="col">{t("playerHead")}</th>
            <th scope="col">{t("card")}</th>
            <th scope="col">{t("openWorth")}</th>
            <th scope="col">{props.seenName}</th>
            <th scope="col">{t("better")}</th>
            <th scope="col">{t("grade")}</th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, k) => (
            <tr key={k} class={`${k === at ? "here" : ""} ${row.grade}`} onClick={() => onJump(k)}>
              <td>{row.trick}</td>
              <td>{row.player}</td>
              <th scope="row">
                <button type="button" class="plain-button" onClick={() => onJump(k)}>
                  {row.move}
                </button>
              </th>
              <td>{row.worth}</td>
              <td>{row.seen}</td>
              <td>{row.better}</td>
              <td>{row.grade && t(row.grade)}</td>
              <td>
                <a href={row.link}>{t(row.choice ? "tryAnother" : "board")}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Costs(props: { players: readonly string[]; cost: number[]; turned: number[]; unit: string }): JSX.Element {
  return (
    <table class="texts">
      <thead>
        <tr>
          <th scope="col">{t("playerHead")}</th>
          <th scope="col">{props.unit}</th>
          <th scope="col">{t("turned")}</th>
        </tr>
      </thead>
      <tbody>
        {props.players.map((name, seat) => (
          <tr key={seat}>
            <th scope="row">{name}</th>
            <td>{props.cost[seat]}</td>
            <td>{props.turned[seat]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
