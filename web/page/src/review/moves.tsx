/** The parts that reviews of Skat and Schnapsen share: the table of moves, and each player's loss. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Problem } from "../problem";
import { t } from "../words";
import { number } from "../words/numbers";
import type { GradedMove } from "../types";
import type { Grades } from "./grades";

export interface Row {
  /** The heading before the first move of a trick, else empty. */
  trick: string;
  player: string;
  move: string;
  /** The player's chance of winning, in Ramsch the estimated score, by their knowledge. */
  seen: string;
  /** The recommended move, if it was not played. */
  hint: string;
  grade: GradedMove["grade"];
  gradeText: string;
  /** With open hands: the result of the move, its loss, and whether it turned the game. In Ramsch `lost` is by the hint. */
  worth: string;
  lost: string;
  turned: boolean;
}

export function MoveTable(props: {
  rows: readonly Row[];
  /** True in Ramsch, which has no values with open hands. */
  ramsch: boolean;
  /** The numbers of the moves to list; null: all. */
  shown: readonly number[] | null;
  at: number;
  onJump: (move: number) => void;
}): JSX.Element {
  const { rows, ramsch, shown, at, onJump } = props;
  const here = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (here.current) showRow(here.current);
  }, [at, rows.length, shown !== null]);
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("moves")}>
        <table class="plays">
          <thead>
            <tr>
              <th scope="col">{t("trickHead")}</th>
              <th scope="col">{t("playerHead")}</th>
              <th scope="col">{t("card")}</th>
              <th scope="col">{t(ramsch ? "expectedScore" : "chance")}</th>
              <th scope="col">{t("hint")}</th>
              <th scope="col">{t("grade")}</th>
              {!ramsch && <th scope="col">{t("openWorth")}</th>}
              <th scope="col">{t(ramsch ? "lostHead" : "openLost")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, k) => shown && !shown.includes(k) ? null : (
              <tr key={k} ref={k === at ? here : null} class={`${k === at ? "here" : ""} ${row.grade}`} onClick={() => onJump(k)}>
                <td>{row.trick}</td>
                <td>{row.player}</td>
                <th scope="row">
                  <button type="button" class="plain-button" onClick={() => onJump(k)}>
                    {row.move}
                  </button>
                </th>
                <td>{row.seen}</td>
                <td>{row.hint}</td>
                <td>{row.gradeText}</td>
                {!ramsch && <td>{row.worth}</td>}
                <td data-name={t(ramsch ? "lostHead" : "openLost")}>
                  {row.lost}
                  {row.turned && ` ${t("turnedIt")}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">{t(ramsch ? "ramschHelp" : "gradeHelp")}</p>
    </>
  );
}

/** Scroll a list just so far that one of its rows is in view, below the headings. The page stays where it is. */
function showRow(row: HTMLTableRowElement): void {
  const list = row.closest(".scroll");
  if (!list) return;
  const head = row.closest("table")?.tHead?.offsetHeight ?? 0;
  const place = list.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const above = top - head - place.top;
  const below = bottom - place.top - list.clientHeight;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}

/** Show the progress of grading, or the reason why it failed. */
export function Grading(props: { grades: Grades; count: number }): JSX.Element | null {
  const { found, error } = props.grades;
  if (error) return <Problem problem={error} />;
  if (found.length >= props.count) return null;
  return (
    <p class="grading">
      <label>
        {t("grading", { done: found.length, total: props.count })}{" "}
        <progress value={found.length} max={props.count} />
      </label>
    </p>
  );
}

export function Costs(props: {
  players: readonly string[];
  mistakes: readonly number[];
  cost: readonly number[];
  /** Null in Ramsch, where no card turns a game. */
  turned: readonly number[] | null;
  unit: string;
}): JSX.Element {
  return (
    <table class="texts">
      <thead>
        <tr>
          <th scope="col">{t("playerHead")}</th>
          <th scope="col">{t("mistakes")}</th>
          <th scope="col">{props.unit}</th>
          {props.turned && <th scope="col">{t("turned")}</th>}
        </tr>
      </thead>
      <tbody>
        {props.players.map((name, seat) => (
          <tr key={seat}>
            <th scope="row">{name}</th>
            <td>{props.mistakes[seat]}</td>
            <td>{number(props.cost[seat] ?? 0)}</td>
            {props.turned && <td>{props.turned[seat]}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
