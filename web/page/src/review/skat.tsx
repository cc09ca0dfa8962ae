/** A played deal of Skat. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError } from "../api";
import { ask } from "../board/store";
import { language } from "../settings";
import { stepsOfMoves } from "../table/steps";
import type { GradedMove, SkatPlay, SkatReview } from "../types";
import { t } from "../words";
import { cardName, contractName, saidName } from "../words/cards";
import { percent, signed } from "../words/numbers";
import type { Point } from "./curve";
import { DealReview, type Reviewed } from "./deal";
import { gradeText, hintText, useGrades } from "./grades";
import type { Row } from "./moves";
import { namesOf, personIn, titlesOf, useSeated } from "./names";
import { PassedIn } from "./passed_in";
import { Pushes, pushesOf, rowOfPush } from "./pushes";
import { partsOf } from "./ramsch";
import { Unreadable } from "./unreadable";

const MOST = 120;

/** Request a review with open hands alone, since grades take longer; one of Ramsch has grades. */
export async function requestReview(text: string): Promise<SkatReview> {
  return ask("skat", "review", { text, brief: true });
}

export function resultOf(review: SkatReview): string {
  if (isPassedIn(review)) return t("passed");
  if (review.ramsch) return review.ramsch.values.map((value) => signed(value)).join(" / ");
  return t(review.won === null ? "notFinished" : review.won ? "won" : "lost");
}

/** Return the game in words, with the club rules that raised its value. */
export function gameOf(review: SkatReview): string {
  const raised = [
    ...(review.multiplier > 1 ? [t(review.multiplier > 2 ? "kontraAndRe" : "kontra")] : []),
    ...(review.bock ? [t("bock")] : []),
  ];
  return [contractName(review.contract), ...raised].join(", ");
}

export function isPassedIn(review: SkatReview): boolean {
  return review.soloist < 0 && !review.ramsch_plays;
}

export function OneDeal(props: { text: string }): JSX.Element {
  const [review, show] = useState<SkatReview | null>(null);
  const [actions, remember] = useState<{ game: string; actions: number[]; moves: Reviewed["moves"]; pushes: Reviewed["moves"] } | null>(null);
  const [error, fail] = useState<Error | null>(null);
  useEffect(() => {
    const stop = (problem: unknown) => fail(asError(problem));
    requestReview(props.text).then(show, stop);
    void (async () => {
      const { game, actions } = await ask("skat", "read", { text: props.text });
      const question = { game, actions, brief: true };
      const whole = await ask("skat", "position", question);
      const plays = stepsOfMoves(whole.moves, 3).filter((step) => step.kind === "move");
      const pushes = whole.contract === "ramsch" ? pushesOf(whole.moves) : [];
      const moves = [...pushes, ...whole.moves.filter((move) => plays.some((step) => step.move === move))];
      remember({ game, actions, moves, pushes });
    })().catch(stop);
  }, [props.text]);
  const grades = useGrades("skat", props.text, 0, actions?.moves.length ?? 0);
  const players = useSeated(props.text, review?.players);
  if (error) return <Unreadable problem={error} />;
  if (review && isPassedIn(review)) return <PassedIn text={props.text} />;
  if (!review || !actions) return <p role="status">{t("thinking")}</p>;
  const names = namesOf(players);
  const titles = titlesOf(names, review.soloist);
  const { pushes } = actions;
  const before = grades.found.slice(0, pushes.length);
  const bid = review.bid > 0 ? `, ${t("bidSoFar", { bid: review.bid }).toLocaleLowerCase(language.value)}` : "";
  const { ramsch_plays: ramsch } = review;
  const parts = ramsch ? partsOf(ramsch, names) : partsOfGame(review, names, grades.found);
  return (
    <>
      <DealReview
        {...parts}
        deal={{ pack: "skat", text: props.text, first: 0, game: actions.game, actions: actions.actions, players, moves: actions.moves }}
        heading={`${ramsch ? "" : `${names[review.soloist]}: `}${gameOf(review)}${bid} – ${resultOf(review)}`}
        names={names}
        titles={titles}
        viewer={personIn(players, Math.max(0, review.soloist))}
        grades={grades}
        points={(viewer) => [
          ...pushes.map(({ name }, k) => ({ open: 0, seen: null, grade: before[k]?.grade ?? "", text: saidName(name) })),
          ...parts.points(viewer),
        ]}
        ramsch={Boolean(ramsch)}
        rows={[...pushes.map((move, k) => rowOfPush(move, names, before[k])), ...parts.rows]}
        cost={review.cost}
        turned={ramsch ? null : review.turned}
        unit={t(ramsch ? "lostPoints" : "cost")}
      />
      <Pushes moves={pushes} grades={before} titles={titles} />
    </>
  );
}

/** Return the curves and the table of a game with a soloist. */
function partsOfGame(review: SkatReview, names: readonly string[], found: readonly GradedMove[]): ReturnType<typeof partsOf> {
  return {
    points: (viewer) => review.plays.map((play, k) => pointOf(review, play, viewer, found[k])),
    goal: review.goal ? [Math.min(1, review.goal / MOST), String(Math.min(MOST, review.goal))] : null,
    marks: [0, 50, 100].map((share) => [share / 100, percent(share / 100)]),
    openName: () => t(isNull(review) ? "nullCurve" : "pointsCurve"),
    seenName: (name) => t("chanceCurve", { name }),
    rows: review.plays.map((play, k) => rowOf(review, play, k, names, found[k])),
  };
}

function isNull(review: SkatReview): boolean {
  return review.goal === 0;
}

function pointOf(review: SkatReview, play: SkatPlay, viewer: number, graded: GradedMove | undefined): Point {
  const open = isNull(review) ? (play.wins ? 1 : play.lost_in / 10) : play.points / MOST;
  return { open, seen: play.seat === viewer ? (graded?.chance ?? null) : null, grade: graded?.grade ?? "", text: `${cardName(play.card)}: ${play.points}` };
}

function rowOf(
  review: SkatReview,
  play: SkatPlay,
  k: number,
  names: readonly string[],
  graded: GradedMove | undefined,
): Row {
  const nullWorth = () => (play.lost_in ? t("lostIn", { trick: play.lost_in }) : t("made"));
  const own = (chance: number) => (play.seat === review.soloist ? chance : 1 - chance);
  const best = play.best.slice(0, 2).map(cardName).join(", ");
  const chance = graded?.chance ?? null;
  return {
    trick: k === 0 || review.plays[k - 1]?.trick !== play.trick ? String(play.trick + 1) : "",
    player: names[play.seat] ?? "",
    move: cardName(play.card),
    seen: chance === null ? "" : percent(own(chance)),
    hint: hintText(graded, play.card, cardName, own),
    grade: graded?.grade ?? "",
    gradeText: gradeText(graded),
    worth: isNull(review) ? nullWorth() : String(play.points),
    lost: play.best.includes(play.card) ? "" : isNull(review) ? best : `${play.cost} (${best})`,
    turned: play.turned,
  };
}
