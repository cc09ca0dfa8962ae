/** The ends of deals and matches of Schnapsen. */
import type { JSX } from "preact";
import { TableCard } from "../cards/hand";
import type { SchnapsenDeal, SchnapsenView } from "../types";
import { t, type Key } from "../words";
import { gamePoints } from "../words/cards";
import { nameOf } from "./parts";
import type { SeatStore } from "./seat";
import type { Trick } from "./steps";

/** Return the result of a deal and its reason, in two sentences. */
export function dealResult(deal: SchnapsenDeal, me: number): string {
  const gained = gamePoints(deal.game_points);
  const score = { own: deal.points[me] ?? 0, other: deal.points[1 - me] ?? 0, gained };
  return `${t(deal.winner === me ? "dealWon" : "dealLost", score)} ${t(whyOf(deal, me))}`;
}

/** Return the rule by which the winner got the game points. */
function whyOf(deal: SchnapsenDeal, me: number): Key {
  const won = deal.winner === me;
  if (deal.closer !== undefined && deal.closer !== deal.winner) {
    if (deal.game_points === 3) return won ? "otherClosedForThree" : "youClosedForThree";
    return won ? "otherClosedInVain" : "youClosedInVain";
  }
  if ((deal.points[deal.winner ?? 0] ?? 0) < 66) return won ? "lastTrickYours" : "lastTrickTheirs";
  // After closing, the loser's points at that time count.
  const closed = deal.closer !== undefined;
  if (deal.game_points === 3) return closed ? (won ? "otherNoTrickThen" : "youNoTrickThen") : won ? "otherNoTrick" : "youNoTrick";
  if (deal.game_points === 2) return closed ? (won ? "otherBelow33Then" : "youBelow33Then") : won ? "otherBelow33" : "youBelow33";
  return won ? "youReached66" : "otherReached66";
}

/** Show the end of a deal of a match until the person continues. */
export function DealPause(props: { store: SeatStore; deal: SchnapsenDeal; me: number; trick: Trick | undefined; score: readonly number[] }): JSX.Element {
  const { store, deal, me, trick, score } = props;
  return (
    <div class="panel pause" role="status">
      <p class="question">{dealResult(deal, me)}</p>
      <p>{t("matchStands", { own: score[me] ?? 0, other: score[1 - me] ?? 0 })}</p>
      {trick && (
        <p class="shown-trick">
          {t("lastTrick")}
          {trick.cards.map(({ seat, card }) => (
            <span key={card}>
              <TableCard card={card} /> <small>{nameOf(store, seat)}</small>
            </span>
          ))}
        </p>
      )}
      <button type="button" class="primary" onClick={() => store.nextDeal()}>
        {t("nextDeal")}
      </button>
    </div>
  );
}

/** Show the end of a deal or match; `won`: the person won the match. */
export function SchnapsenEnd(props: { view: SchnapsenView; me: number; won: boolean }): JSX.Element {
  const { view, me, won } = props;
  const score = { own: view.score[me] ?? 0, other: view.score[1 - me] ?? 0 };
  const finished = view.deal.winner !== undefined;
  return (
    <>
      {view.is_match && finished && <p class="score">{t(won ? "matchWon" : "matchLost", score)}</p>}
      {view.is_match && !finished && <p class="score">{t(won ? "matchGiven" : "matchGivenUp")}</p>}
      {finished && <p>{dealResult(view.deal, me)}</p>}
    </>
  );
}
