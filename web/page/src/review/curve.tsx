/** A deal as two curves: its value with open hands (in Ramsch the points taken), and by the knowledge of one player. */
import type { JSX } from "preact";
import { t } from "../words";

const EDGE = 44;
const RISE = 18; // margin above and below the curves

/** One step of both curves; values are from 0 at the bottom to 1 at the top. */
export interface Point {
  /** The value with all cards open; in Ramsch the card points that the player has taken. */
  open: number;
  /** The value by one player's knowledge; null if it is not their move, or if unknown. */
  seen: number | null;
  grade: string;
  /** The move and its value in words. */
  text: string;
}

export interface CurveProps {
  points: readonly Point[];
  /** The height of a horizontal line, and its label. */
  goal: [number, string] | null;
  /** Heights with labels at the right, and at the left. */
  marks: readonly [number, string][];
  leftMarks?: readonly [number, string][] | undefined;
  openName: string;
  seenName: string;
  at: number;
  onJump: (play: number) => void;
}

export function Curve(props: CurveProps): JSX.Element {
  const [WIDTH, HEIGHT] = innerWidth < 640 ? [400, 240] : [720, 160]; // letters stay legible on a phone
  const { points, goal, at, onJump } = props;
  const x = (k: number) => EDGE + ((WIDTH - 2 * EDGE) * k) / Math.max(1, points.length - 1);
  const y = (share: number) => HEIGHT - RISE + share * -(HEIGHT - 2 * RISE);
  const open = points.map((point, k): [number, number] => [x(k), y(point.open)]);
  const seen = points.flatMap((point, k): [number, number][] =>
    point.seen === null ? [] : [[x(k), y(point.seen)]],
  );
  const path = (some: [number, number][]) => some.map(([a, b], k) => `${k ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    onJump(Math.max(0, Math.min(points.length - 1, at + step)));
    event.preventDefault();
  };
  return (
    <figure class="curve">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("curve")}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={points[at]?.text ?? ""}
        onKeyDown={keys}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const share = ((event.clientX - box.left) / box.width) * WIDTH;
          const k = Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * (points.length - 1));
          onJump(Math.max(0, Math.min(points.length - 1, k)));
        }}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
          {goal && (
            <>
              <path class="goal" d={`M${EDGE} ${y(goal[0])}H${WIDTH - EDGE}`} />
              <text x={EDGE - 6} y={y(goal[0]) + 4} text-anchor="end">{goal[1]}</text>
            </>
          )}
          {props.marks.map(([height, name]) => (
            <text key={name} x={WIDTH - EDGE + 4} y={y(height) + 4}>{name}</text>
          ))}
          {props.leftMarks?.map(([height, name]) => (
            <text key={name} x={EDGE - 6} y={y(height) + 4} text-anchor="end">{name}</text>
          ))}
          <path class="axis" d={`M${EDGE} ${y(0)}H${WIDTH - EDGE}M${EDGE} ${y(1)}H${WIDTH - EDGE}`} />
          <path class="here" d={`M${x(at)} ${y(0)}V${y(1)}`} />
          <path class="chance" d={path(seen)} />
          <path class="points" d={path(open)} />
          {points.map((point, k) =>
            point.grade ? <circle key={k} class={point.grade} cx={x(k)} cy={y(point.seen ?? point.open)} r={6} /> : null,
          )}
        </svg>
      </div>
      <figcaption>
        <span class="key points">{props.openName}</span> <span class="key chance">{props.seenName}</span>
      </figcaption>
    </figure>
  );
}
