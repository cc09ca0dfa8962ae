/** A played deal of Skat. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError, post } from "../api";
import { asLink, GAMES } from "../board/store";
import { language } from "../settings";
import { percent, t } from "../words";
import { cardName, contractName } from "../words/cards";
import { numbered } from "../words/names";
import { Curve, type Point } from "./curve";
import { gradeText, hintText, useGrades, type Graded } from "./grades";
import { Costs, Grading, MoveTable, type Row } from "./moves";
import { Unreadable } from "./unreadable";

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
  /** Card points lost with open hands. */
  cost: number;
  /** Whether it gave away with open hands what was won. */
  turned: boolean;
}

export interface SkatReview {
  name: string;
  players: string[];
  soloist: number;
  contract: string;
  bid: number;
  won: boolean | null;
  /** What the soloist needs: card points (more than there are: all tricks), 0 in null; null: nothing helps. */
  goal: number | null;
  plays: SkatPlay[];
  cost: number[];
  turned: number[];
}

const MOST = 120;
const ASK = `api/boards/${GAMES.skat}`;

/** With open hands alone; grades take longer. */
export async function briefly(text: string): Promise<SkatReview> {
  return post<SkatReview>(`${ASK}/review`, { text, brief: true });
}

export function resultOf(review: SkatReview): string {
  return t(review.won === null ? "notFinished" : review.won ? "won" : "lost");
}

export function OneDeal(props: { text: string }): JSX.Element {
  const [review, show] = useState<SkatReview | null>(null);
  const [actions, remember] = useState<{ game: string; actions: number[]; moves: { at: number }[] } | null>(null);
  const [error, fail] = useState<Error | null>(null);
  const [at, jump] = useState(0);
  useEffect(() => {
    const stop = (problem: unknown) => fail(asError(problem));
    briefly(props.text).then(show, stop);
    void (async () => {
      const read = await post<{ game: string; actions: number[] }>(`${ASK}/read`, { text: props.text });
      const { game, actions } = read;
      const question = { game, actions, brief: true };
      const whole = await post<{ moves: { at: number; name: string }[] }>(`${ASK}/position`, question);
      const declared = whole.moves.findIndex((m) => /^(diamonds|hearts|spades|clubs|grand|null)/.test(m.name));
      remember({ ...read, moves: whole.moves.slice(declared + 1) });
    })().catch(stop);
  }, [props.text]);
  const grades = useGrades(ASK, props.text, 0, review?.plays.length ?? 0);
  if (error) return <Unreadable problem={error} />;
  if (!review || !actions) return <p role="status">{t("thinking")}</p>;
  const link = (play: number) => {
    const move = actions.moves[play];
    if (!move) return "#/board";
    return `#/board/${asLink({ pack: "skat", game: actions.game, start: "", actions: actions.actions.slice(0, move.at), players: review.players })}`;
  };
  const names = namesOf(review.players);
  const titles = names.map(
    (name, seat) => `${name} (${t(PLACES[seat] ?? "forehand")})${seat === review.soloist ? ` · ${t("soloist")}` : ""}`,
  );
  return (
    <section class="box onedeal">
      <h2>
        {names[review.soloist]}: {contractName(review.contract)}
        {review.bid > 0 && `, ${t("bidSoFar", { bid: review.bid }).toLocaleLowerCase(language.value)}`} – {resultOf(review)}
      </h2>
      <Curve
        points={review.plays.map((play, k) => pointOf(review, play, grades.found[k]))}
        goal={review.goal ? [Math.min(1, review.goal / MOST), String(Math.min(MOST, review.goal))] : null}
        marks={[0, 50, 100].map((share) => [share / 100, percent(share / 100)])}
        openName={t(isNull(review) ? "nullCurve" : "pointsCurve")}
        seenName={t("chanceCurve")}
        at={at}
        onJump={jump}
      />
      <Grading grades={grades} count={review.plays.length} />
      <Costs
        players={titles}
        mistakes={titles.map((_, seat) => grades.found.filter((one, k) => one.grade && review.plays[k]?.seat === seat).length)}
        cost={review.cost}
        turned={review.turned}
        unit={t("cost")}
      />
      <MoveTable
        rows={review.plays.map((play, k) => rowOf(review, play, k, link(k), names, grades.found[k]))}
        at={at}
        onJump={jump}
      />
    </section>
  );
}

function isNull(review: SkatReview): boolean {
  return review.goal === 0;
}

const PLACES = ["forehand", "middlehand", "rearhand"] as const;
const PERSON = "player"; // so the records of tables call people

/** The only person at a table is whoever looks; an agent is not taken for a place at the table. */
function namesOf(players: readonly string[]): string[] {
  const people = players.filter((name) => name === PERSON);
  const places = PLACES.map((place) => t(place).toLocaleLowerCase(language.value));
  const plain = players.map((name, seat) => {
    if (name === PERSON) return people.length === 1 ? t("you") : t("person", { number: seat + 1 });
    if (places.includes((name.split("(")[0] ?? "").toLocaleLowerCase(language.value))) return `${t("agent")} ${name}`;
    return name || t(PLACES[seat] ?? "forehand");
  });
  return numbered(plain, Math.max(0, players.indexOf(PERSON)));
}

function pointOf(review: SkatReview, play: SkatPlay, graded: Graded | undefined): Point {
  const open = isNull(review) ? (play.wins ? 1 : play.lost_in / 10) : play.points / MOST;
  return { open, seen: graded?.chance ?? null, grade: graded?.grade ?? "", text: `${cardName(play.card)}: ${play.points}` };
}

function rowOf(
  review: SkatReview,
  play: SkatPlay,
  k: number,
  link: string,
  names: readonly string[],
  graded: Graded | undefined,
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
    choice: play.choice,
    link,
  };
}
