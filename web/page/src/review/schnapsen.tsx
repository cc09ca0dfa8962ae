/** A played match of Schnapsen, deal by deal. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError } from "../api";
import { seatName } from "../board/names";
import { ask } from "../board/store";
import { isCard } from "../cards/order";
import type { GradedMove, MatchReview, ReviewedDeal, ReviewedMove } from "../types";
import { t } from "../words";
import { moveName, winsPoints } from "../words/cards";
import { number, percent, signed } from "../words/numbers";
import { DealReview } from "./deal";
import { DealList } from "./list";
import { gradeText, hintText, useGrades } from "./grades";
import { personIn, useSeated } from "./names";
import type { Row } from "./moves";
import { Unreadable } from "./unreadable";

const MOST = 3; // game points of a deal

export function OneMatch(props: { text: string }): JSX.Element {
  const [review, show] = useState<MatchReview | null>(null);
  const [chosen, choose] = useState(0);
  const [error, fail] = useState<Error | null>(null);
  useEffect(() => {
    ask("schnapsen", "review", { text: props.text, brief: true }).then(show, (problem: unknown) =>
      fail(asError(problem)),
    );
  }, [props.text]);
  const players = useSeated(props.text, review?.players);
  if (error) return <Unreadable problem={error} />;
  if (!review) return <p role="status">{t("thinking")}</p>;
  const deal = review.deals[chosen];
  const names = pairOf(players);
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
          players={players}
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
  players: readonly string[];
  deal: ReviewedDeal;
  /** The number of moves of the match before this deal. */
  first: number;
  number: number;
  names: readonly string[];
}): JSX.Element {
  const { review, deal, names } = props;
  const grades = useGrades("schnapsen", props.text, props.first, deal.moves.length);
  const height = (points: number) => (points + MOST) / (2 * MOST);
  let cards = 0;
  const trick = (move: ReviewedMove) => {
    const first = isCard(move.name) && cards++ % 2 === 0;
    return first ? String((cards + 1) / 2) : "";
  };
  return (
    <DealReview
      deal={{ pack: "schnapsen", text: props.text, first: props.first, game: review.game, actions: review.actions, players: props.players, moves: deal.moves }}
      heading={`${t("deal")} ${props.number} (${deal.score.join(" : ")}): ${resultOf(deal, names)}`}
      names={names}
      titles={names}
      viewer={personIn(props.players, 0)}
      grades={grades}
      points={(viewer) =>
        deal.moves.map((move, k) => ({
          open: height(move.value),
          seen: move.seat === viewer ? (grades.found[k]?.chance ?? null) : null,
          grade: grades.found[k]?.grade ?? "",
          text: `${moveName(move.name)}: ${signed(move.value)}`,
        }))
      }
      goal={[height(0), "0"]}
      marks={[-MOST, MOST].map((points) => [height(points), signed(points)])}
      openName={() => t("gamePointsCurve", { name: names[0] ?? "" })}
      seenName={(viewer) => t("winsDealCurve", { name: names[0] ?? "", viewer })}
      rows={deal.moves.map((move, k) => rowOf(move, trick(move), names, grades.found[k]))}
      cost={deal.cost}
      turned={deal.turned}
      unit={t("gamePointsLost")}
    />
  );
}

function rowOf(move: ReviewedMove, trick: string, names: readonly string[], graded: GradedMove | undefined): Row {
  const chance = graded?.chance ?? null;
  const own = (some: number) => (move.seat === 0 ? some : 1 - some);
  const best = move.best.slice(0, 2).map((some) => moveName(some));
  return {
    trick,
    player: names[move.seat] ?? "",
    move: moveName(move.name),
    seen: chance === null ? "" : percent(own(chance)),
    hint: hintText(graded, move.name, moveName, own),
    grade: graded?.grade ?? "",
    gradeText: gradeText(graded),
    worth: signed(move.value),
    lost: move.best.includes(move.name) ? "" : `${number(move.cost)} (${best.join(", ")})`,
    turned: move.turned,
  };
}

/** Return the names of both players; the only person at a table is called "you". */
export function pairOf(players: readonly string[]): string[] {
  const me = personIn(players, -1);
  return [0, 1].map((seat) => (seat === me ? t("you") : seatName("schnapsen", seat, players)));
}

function resultOf(deal: ReviewedDeal, names: readonly string[]): string {
  if (deal.winner === null) return t("notFinished");
  return winsPoints(names[deal.winner] ?? "", deal.game_points);
}

export function sum(values: readonly number[]): number {
  return values.reduce((whole, value) => whole + value, 0);
}
