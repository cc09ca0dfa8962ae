/** The review of a deal: the board at the chosen step, beside the curve and the list of moves. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { observer, type Pack } from "../board/store";
import { t } from "../words";
import { ReviewBoard } from "./board";
import { Curve, type CurveProps, type Point } from "./curve";
import type { Grades } from "./grades";
import { Lesson } from "./lesson";
import { Costs, Grading, MoveTable, type Row } from "./moves";

export interface Reviewed {
  pack: Pack;
  /** The record of the deal, or of the match that contains it. */
  text: string;
  /** The number of moves in the record before this deal. */
  first: number;
  game: string;
  actions: readonly number[];
  players: readonly string[];
  /** The moves, each with the number of actions before it. */
  moves: readonly { at: number; seat: number; name: string }[];
}

export interface DealReviewProps extends Pick<CurveProps, "goal" | "marks" | "leftMarks"> {
  deal: Reviewed;
  heading: string;
  names: readonly string[];
  titles: readonly string[];
  /** The player whose knowledge the curve shows, unless another one is chosen. */
  viewer: number;
  grades: Grades;
  points: (viewer: number) => Point[];
  openName: (viewer: string) => string;
  seenName: (viewer: string) => string;
  /** True in Ramsch, which has no values with open hands. */
  ramsch?: boolean;
  rows: readonly Row[];
  cost: readonly number[];
  turned: readonly number[] | null;
  unit: string;
}

export function DealReview(props: DealReviewProps): JSX.Element {
  const { deal, names, grades, titles } = props;
  const { moves } = deal;
  const [at, jump] = useState(0);
  const [only, filter] = useState(false);
  const [lesson, learn] = useState(false);
  const viewer = observer.value >= 0 ? observer.value : props.viewer;
  const mistakes = moves.flatMap((move, k) => (grades.found[k]?.grade && move.seat === viewer ? [k] : []));
  const within = (k: number) => Math.max(0, Math.min(moves.length - 1, k));
  const step = (k: number) => jump(within(k));
  const first = mistakes[0];
  useEffect(() => {
    if (only && first !== undefined && !mistakes.includes(at)) jump(first); // the board stands at a listed move
  }, [only, first]);
  useArrows(!lesson, moves.length, (to) => jump((now) => within(to(now))));
  if (lesson) {
    return (
      <section class="box onedeal">
        <h2>{props.heading}</h2>
        <Lesson deal={deal} places={mistakes} grades={grades.found} seat={viewer} names={names} onEnd={() => learn(false)} />
      </section>
    );
  }
  return (
    <section class="box onedeal">
      <h2>{props.heading}</h2>
      <div class="reviewgrid">
        <ReviewBoard deal={deal} names={names} at={at} onStep={step} />
        <div>
          <Curve
            points={props.points(viewer)}
            goal={props.goal}
            marks={props.marks}
            leftMarks={props.leftMarks}
            openName={props.openName(names[viewer] ?? "")}
            seenName={props.seenName(names[viewer] ?? "")}
            at={at}
            onJump={step}
          />
          <Grading grades={grades} count={moves.length} />
          <div class="row">
            <label>
              <input type="checkbox" checked={only} onChange={(event) => filter(event.currentTarget.checked)} />{" "}
              {t("onlyMistakes", { name: names[viewer] ?? "" })}
            </label>
            <button type="button" disabled={mistakes.length === 0} onClick={() => learn(true)}>
              {t("learn", { count: mistakes.length })}
            </button>
          </div>
          <MoveTable rows={props.rows} ramsch={props.ramsch ?? false} shown={only ? mistakes : null} at={at} onJump={step} />
        </div>
      </div>
      <Costs
        players={titles}
        mistakes={titles.map((_, seat) => grades.found.filter((one, k) => one.grade && moves[k]?.seat === seat).length)}
        cost={props.cost}
        turned={props.turned}
        unit={props.unit}
      />
    </section>
  );
}

/** Step through the deal by the arrow keys, Home and End, except in controls that use these keys. */
function useArrows(active: boolean, count: number, step: (to: (now: number) => number) => void): void {
  useEffect(() => {
    if (!active) return;
    const targets: Record<string, (now: number) => number> = {
      ArrowRight: (now) => now + 1,
      ArrowLeft: (now) => now - 1,
      Home: () => 0,
      End: () => count - 1,
    };
    const press = (event: KeyboardEvent) => {
      const to = targets[event.key];
      const own = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, .scroll:focus");
      if (!to || event.defaultPrevented || own || event.ctrlKey || event.metaKey || event.altKey) return;
      step(to);
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [active, count]);
}
