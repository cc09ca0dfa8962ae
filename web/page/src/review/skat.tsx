/** A played deal of Skat. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { post } from "../api";
import { seatName } from "../board/names";
import { asLink, GAMES } from "../board/store";
import { language } from "../settings";
import { t } from "../words";
import { cardName, contractName } from "../words/cards";
import { Curve, type Point } from "./curve";
import { Costs, MoveTable, type Row } from "./moves";

export interface SkatPlay {
  seat: number;
  card: string;
  trick: number;
  points: number;
  wins: boolean;
  lost_in: number;
  best: string[];
  best_points: number;
  choice: boolean;
  cost: number;
  grade: "" | "inaccuracy" | "mistake" | "blunder";
  chance: number | null;
  best_chance?: number;
  advice: string | null;
}

export interface SkatReview {
  name: string;
  players: string[];
  soloist: number;
  contract: string;
  bid: number;
  won: boolean | null;
  null: boolean;
  plays: SkatPlay[];
  cost: number[];
  turned: number[];
}

const MOST = 120;
const ASK = `/api/boards/${GAMES.skat}`;

/** Without an agent's view of the chances, which takes longer. */
export async function briefly(text: string): Promise<SkatReview> {
  return post<SkatReview>(`${ASK}/review`, { text, brief: true });
}

export function resultOf(review: SkatReview): string {
  return t(review.won === null ? "notFinished" : review.won ? "won" : "lost");
}

export function OneDeal(props: { text: string }): JSX.Element {
  const [review, show] = useState<SkatReview | null>(null);
  const [actions, remember] = useState<{ game: string; actions: number[]; moves: { at: number }[] } | null>(null);
  const [error, fail] = useState("");
  const [at, jump] = useState(0);
  useEffect(() => {
    const stop = (problem: unknown) => fail(problem instanceof Error ? problem.message : String(problem));
    post<SkatReview>(`${ASK}/review`, { text: props.text }).then(show, stop);
    void (async () => {
      const read = await post<{ game: string; actions: number[] }>(`${ASK}/read`, { text: props.text });
      const whole = await post<{ moves: { at: number; name: string }[] }>(`${ASK}/position`, { ...read, brief: true });
      const declared = whole.moves.findIndex((m) => /^(diamonds|hearts|spades|clubs|grand|null)/.test(m.name));
      remember({ ...read, moves: whole.moves.slice(declared + 1) });
    })().catch(stop);
  }, [props.text]);
  if (error) return <p class="error" role="alert">{error}</p>;
  if (!review || !actions) return <p role="status">{t("thinking")}</p>;
  const link = (play: number) => {
    const move = actions.moves[play];
    if (!move) return "#/board";
    return `#/board/${asLink({ pack: "skat", game: actions.game, start: "", actions: actions.actions.slice(0, move.at), players: review.players })}`;
  };
  const names = [0, 1, 2].map(
    (seat) => seatName("skat", seat, review.players) + (seat === review.soloist ? ` · ${t("soloist")}` : ""),
  );
  return (
    <section class="box onedeal">
      <h2>
        {review.name}: {contractName(review.contract)}
        {review.bid > 0 && `, ${t("bidSoFar", { bid: review.bid }).toLocaleLowerCase(language.value)}`} – {resultOf(review)}
      </h2>
      <Curve
        points={review.plays.map((play) => pointOf(review, play))}
        goal={review.null ? null : [61 / MOST, "61"]}
        marks={[0, 50, 100].map((share) => [share / 100, `${share}%`])}
        openName={t(review.null ? "nullCurve" : "pointsCurve")}
        seenName={t("chanceCurve")}
        at={at}
        onJump={jump}
      />
      <Costs players={names} cost={review.cost} turned={review.turned} unit={t("cost")} />
      <MoveTable
        rows={review.plays.map((play, k) => rowOf(review, play, k, link(k)))}
        seenName={t("chance")}
        at={at}
        onJump={jump}
      />
    </section>
  );
}

function pointOf(review: SkatReview, play: SkatPlay): Point {
  const open = review.null ? (play.wins ? 1 : play.lost_in / 10) : play.points / MOST;
  return { open, seen: play.chance, grade: play.grade, text: `${cardName(play.card)}: ${play.points}` };
}

function rowOf(review: SkatReview, play: SkatPlay, k: number, link: string): Row {
  const nullWorth = () => (play.lost_in ? t("lostIn", { trick: play.lost_in }) : t("made"));
  const best = play.best.slice(0, 2).map(cardName).join(", ");
  return {
    trick: k === 0 || review.plays[k - 1]?.trick !== play.trick ? String(play.trick + 1) : "",
    player: seatName("skat", play.seat, []),
    move: cardName(play.card),
    worth: review.null ? nullWorth() : String(play.points),
    seen: play.chance === null ? "" : `${Math.round(100 * play.chance)}%`,
    better: play.best.includes(play.card) ? "" : `${best}${review.null ? "" : ` (${play.best_points})`}`,
    grade: play.grade,
    choice: play.choice,
    link,
  };
}
