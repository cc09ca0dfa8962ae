/** A played match of Schnapsen, deal by deal. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError } from "../api";
import { seatName } from "../board/names";
import { ask, asLink } from "../board/store";
import type { MatchReview, ReviewedDeal, ReviewedMove } from "../types";
import { t } from "../words";
import { gamePoints, moveName } from "../words/cards";
import { number, percent, signed } from "../words/numbers";
import { Curve } from "./curve";
import { DealList } from "./list";
import { gradeText, hintText, useGrades } from "./grades";
import { personIn } from "./names";
import { Costs, Grading, MoveTable } from "./moves";
import { Unreadable } from "./unreadable";

const MOST = 3; // game points of a deal
const CARD = /^[DHSC][7-9TJQKA]$/;

export function OneMatch(props: { text: string }): JSX.Element {
  const [review, show] = useState<MatchReview | null>(null);
  const [chosen, choose] = useState(0);
  const [error, fail] = useState<Error | null>(null);
  useEffect(() => {
    ask("schnapsen", "review", { text: props.text, brief: true }).then(show, (problem: unknown) =>
      fail(asError(problem)),
    );
  }, [props.text]);
  if (error) return <Unreadable problem={error} />;
  if (!review) return <p role="status">{t("thinking")}</p>;
  const deal = review.deals[chosen];
  const names = pairOf(review.players);
  return (
    <>
      {review.deals.length > 1 && (
        <DealList
          first="number"
          costName="gamePointsLost"
          aboutName={t("score")}
          deals={review.deals.map((some, k) => ({
            number: k + 1,
            cost: sum(some.cost),
            turned: sum(some.turned),
            about: some.score.join(" : "),
            result: resultOf(some, names),
            line: props.text,
            choose: () => choose(k),
            here: k === chosen,
          }))}
        />
      )}
      {deal && (
        <OneDeal
          key={chosen}
          text={props.text}
          review={review}
          deal={deal}
          first={sum(review.deals.slice(0, chosen).map((some) => some.moves.length))}
          number={chosen + 1}
          names={names}
        />
      )}
    </>
  );
}

function OneDeal(props: {
  text: string;
  review: MatchReview;
  deal: ReviewedDeal;
  /** The number of moves of the match before this deal. */
  first: number;
  number: number;
  names: readonly string[];
}): JSX.Element {
  const { review, deal, names } = props;
  const [at, jump] = useState(0);
  const viewer = personIn(review.players, 0);
  const grades = useGrades("schnapsen", props.text, props.first, deal.moves.length);
  const height = (points: number) => (points + MOST) / (2 * MOST);
  const link = (move: ReviewedMove) =>
    `#/board/${asLink({ pack: "schnapsen", game: review.game, start: "", actions: review.actions.slice(0, move.at), players: review.players })}`;
  let cards = 0;
  const trick = (move: ReviewedMove) => {
    const first = CARD.test(move.name) && cards++ % 2 === 0;
    return first ? String((cards + 1) / 2) : "";
  };
  return (
    <section class="box onedeal">
      <h2>
        {t("deal")} {props.number} ({deal.score.join(" : ")}): {resultOf(deal, names)}
      </h2>
      <Curve
        points={deal.moves.map((move, k) => ({
          open: height(move.value),
          seen: move.seat === viewer ? (grades.found[k]?.chance ?? null) : null,
          grade: grades.found[k]?.grade ?? "",
          text: `${moveName(move.name)}: ${signed(move.value)}`,
        }))}
        goal={[height(0), "0"]}
        marks={[-MOST, MOST].map((points) => [height(points), signed(points)])}
        openName={t("gamePointsCurve", { name: names[0] ?? "" })}
        seenName={t("winsDealCurve", { name: names[0] ?? "", viewer: names[viewer] ?? "" })}
        at={at}
        onJump={jump}
      />
      <Grading grades={grades} count={deal.moves.length} />
      <Costs
        players={names}
        mistakes={names.map((_, seat) => grades.found.filter((one, k) => one.grade && deal.moves[k]?.seat === seat).length)}
        cost={deal.cost}
        turned={deal.turned}
        unit={t("gamePointsLost")}
      />
      <MoveTable
        rows={deal.moves.map((move, k) => {
          const graded = grades.found[k];
          const chance = graded?.chance ?? null;
          const own = (some: number) => (move.seat === 0 ? some : 1 - some);
          return {
            trick: trick(move),
            player: names[move.seat] ?? "",
            move: moveName(move.name),
            seen: chance === null ? "" : percent(own(chance)),
            hint: hintText(graded, move.name, moveName, own),
            grade: graded?.grade ?? "",
            gradeText: gradeText(graded),
            worth: signed(move.value),
            lost: move.best.includes(move.name) ? "" : `${number(move.cost)} (${move.best.slice(0, 2).map((best) => moveName(best)).join(", ")})`,
            turned: move.turned,
            choice: move.choice,
            link: link(move),
          };
        })}
        at={at}
        onJump={jump}
      />
    </section>
  );
}

/** Return the names of both players; the only person at a table is the reader. */
export function pairOf(players: readonly string[]): string[] {
  const me = personIn(players, -1);
  return [0, 1].map((seat) => (seat === me ? t("you") : seatName("schnapsen", seat, players)));
}

function resultOf(deal: ReviewedDeal, names: readonly string[]): string {
  if (deal.winner === null) return t("notFinished");
  return t("winsPoints", { name: names[deal.winner] ?? "", points: gamePoints(deal.game_points) });
}

export function sum(values: readonly number[]): number {
  return values.reduce((whole, value) => whole + value, 0);
}
