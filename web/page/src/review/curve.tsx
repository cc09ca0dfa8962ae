/** A deal as a curve: the soloist's points with open hands, and the chance as players saw it. */
import type { JSX } from "preact";
import { t } from "../words";
import { cardName } from "../words/cards";
import type { Review } from "./page";

const WIDTH = 720;
const HEIGHT = 240;
const EDGE = 34;
const MOST = 120;

export function Curve(props: { review: Review; at: number; onJump: (play: number) => void }): JSX.Element {
  const { review, at, onJump } = props;
  const plays = review.plays;
  const x = (k: number) => EDGE + ((WIDTH - 2 * EDGE) * k) / Math.max(1, plays.length - 1);
  const y = (share: number) => HEIGHT - EDGE + share * -(HEIGHT - 2 * EDGE);
  const points = plays.map((play, k): [number, number] => [
    x(k),
    y(review.null ? (play.wins ? 1 : play.lost_in / 10) : play.points / MOST),
  ]);
  const chances = plays.flatMap((play, k): [number, number][] =>
    play.chance === null ? [] : [[x(k), y(play.chance)]],
  );
  const path = (some: [number, number][]) => some.map(([a, b], k) => `${k ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
  const goal = y(61 / MOST);
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    onJump(Math.max(0, Math.min(plays.length - 1, at + step)));
    event.preventDefault();
  };
  const now = plays[at];
  return (
    <figure class="curve">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("curve")}
        aria-valuemin={1}
        aria-valuemax={plays.length}
        aria-valuenow={at + 1}
        aria-valuetext={now ? `${cardName(now.card)}: ${now.points}` : ""}
        onKeyDown={keys}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const share = ((event.clientX - box.left) / box.width) * WIDTH;
          const k = Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * (plays.length - 1));
          onJump(Math.max(0, Math.min(plays.length - 1, k)));
        }}
      >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {!review.null && (
          <>
            <path class="goal" d={`M${EDGE} ${goal}H${WIDTH - EDGE}`} />
            <text x={EDGE - 6} y={goal + 4} text-anchor="end">61</text>
          </>
        )}
        {[0, 60, 120].map((value) => (
          <text key={value} x={WIDTH - EDGE + 4} y={y(value / MOST) + 4}>{Math.round((100 * value) / MOST)}%</text>
        ))}
        <path class="axis" d={`M${EDGE} ${y(0)}H${WIDTH - EDGE}M${EDGE} ${y(1)}H${WIDTH - EDGE}`} />
        <path class="here" d={`M${x(at)} ${y(0)}V${y(1)}`} />
        <path class="chance" d={path(chances)} />
        <path class="points" d={path(points)} />
        {plays.map((play, k) =>
          play.grade ? <circle key={k} class={play.grade} cx={points[k]?.[0]} cy={points[k]?.[1]} r={6} /> : null,
        )}
      </svg>
      </div>
      <figcaption>
        <span class="key points">{t(review.null ? "nullCurve" : "pointsCurve")}</span>{" "}
        <span class="key chance">{t("chanceCurve")}</span>
      </figcaption>
    </figure>
  );
}
