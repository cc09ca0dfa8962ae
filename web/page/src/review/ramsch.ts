/** The parts of a review of Ramsch: the points taken, and scores estimated by what each player knew. */
import type { RamschPlay } from "../types";
import { t } from "../words";
import { cardName } from "../words/cards";
import { number, signed } from "../words/numbers";
import type { Point } from "./curve";
import type { DealReviewProps } from "./deal";
import { gradeText } from "./grades";
import type { Row } from "./moves";

const MOST = 120;

/** Return the curves and the table of a deal of Ramsch; the points are those of one player. */
export function partsOf(
  plays: readonly RamschPlay[],
  names: readonly string[],
): Pick<DealReviewProps, "points" | "goal" | "marks" | "leftMarks" | "openName" | "seenName" | "rows"> {
  const end = Math.max(MOST, ...plays.map((play) => Math.ceil(Math.abs(play.score ?? 0))));
  const height = (score: number) => (score + end) / (2 * end);
  return {
    points: (viewer) => plays.map((play) => pointOf(play, viewer, height)),
    goal: [height(0), ""],
    marks: [-end, 0, end].map((score): [number, string] => [height(score), signed(score)]),
    leftMarks: [0, 1].map((share): [number, string] => [share, number(share * MOST)]),
    openName: (name) => t("takenCurve", { name }),
    seenName: (name) => t("scoreCurve", { name }),
    rows: plays.map((play, k) => rowOf(play, plays[k - 1], names)),
  };
}

function pointOf(play: RamschPlay, viewer: number, height: (score: number) => number): Point {
  const taken = play.taken[viewer] ?? 0;
  return {
    open: taken / MOST,
    seen: play.seat === viewer && play.score !== null ? height(play.score) : null,
    grade: play.seat === viewer ? play.grade : "",
    text: `${cardName(play.card)}: ${taken}`,
  };
}

function rowOf(play: RamschPlay, before: RamschPlay | undefined, names: readonly string[]): Row {
  const { advice, best_score: best } = play;
  const other = advice !== null && advice !== play.card;
  return {
    trick: before?.trick === play.trick ? "" : String(play.trick + 1),
    player: names[play.seat] ?? "",
    move: cardName(play.card),
    seen: play.score === null ? "" : signed(play.score, 1),
    hint: other ? `${cardName(advice)}${best === null ? "" : ` (${signed(best, 1)})`}` : "",
    grade: play.grade,
    gradeText: gradeText(play),
    worth: "",
    lost: play.cost > 0 ? number(play.cost, 1) : "",
    turned: false,
  };
}
