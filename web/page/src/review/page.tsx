/** Played deals: one as a curve with its errors, a file as a list that sorts by what they cost. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { asLink, GAMES } from "../board/store";
import { seatName } from "../board/names";
import { t } from "../words";
import { cardName, contractName } from "../words/cards";
import { Curve } from "./curve";
import { DealList, type Listed } from "./list";

export interface Play {
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

export interface Review {
  name: string;
  players: string[];
  soloist: number;
  contract: string;
  bid: number;
  won: boolean | null;
  null: boolean;
  plays: Play[];
  cost: number[];
  turned: number[];
}

const ASK = `/api/boards/${GAMES.skat}/review`;

export function ReviewPage(props: { record: string }): JSX.Element {
  const [text, type] = useState("");
  const [listed, list] = useState<Listed[]>([]);
  const [chosen, choose] = useState("");
  const [left, count] = useState(0);
  const [error, fail] = useState("");
  const run = useRef(0);
  useEffect(() => {
    if (props.record) choose(props.record);
  }, [props.record]);

  const start = (whole: string) => {
    const lines = whole.split("\n").map((some) => some.trim()).filter((some) => /^[({]/.test(some));
    fail(lines.length === 0 ? t("noDeals") : "");
    const mine = ++run.current;
    list([]);
    choose(lines.length === 1 ? (lines[0] ?? "") : "");
    if (lines.length < 2) return;
    count(lines.length);
    void (async () => {
      for (const [number, some] of lines.entries()) {
        const review = await post<Review>(ASK, { text: some, brief: true }).catch(() => null);
        if (mine !== run.current) return;
        if (review) list((before) => [...before, { number: number + 1, text: some, review }]);
        count(lines.length - number - 1);
      }
    })();
  };
  return (
    <main class="review">
      <h1>{t("review")}</h1>
      <form
        class="box"
        onSubmit={(event) => {
          event.preventDefault();
          start(text);
        }}
      >
        <label>
          {t("reviewHelp")}
          <textarea rows={3} value={text} spellcheck={false} onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <div class="row">
          <button type="submit" class="primary" disabled={!text.trim()}>
            {t("review")}
          </button>
          <input
            type="file"
            aria-label={t("openFile")}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void file.text().then(start);
            }}
          />
          {left > 0 && <span role="status">{t("dealsLeft", { count: left })}</span>}
        </div>
      </form>
      {error && <p class="error" role="alert">{error}</p>}
      {listed.length > 0 && <DealList deals={listed} onChoose={choose} />}
      {chosen && <OneDeal key={chosen} text={chosen} />}
    </main>
  );
}

function OneDeal(props: { text: string }): JSX.Element {
  const [review, show] = useState<Review | null>(null);
  const [actions, remember] = useState<{ game: string; actions: number[]; moves: { at: number }[] } | null>(null);
  const [error, fail] = useState("");
  const [at, jump] = useState(0);
  useEffect(() => {
    const stop = (problem: unknown) => fail(problem instanceof Error ? problem.message : String(problem));
    post<Review>(ASK, { text: props.text }).then(show, stop);
    void (async () => {
      const read = await post<{ game: string; actions: number[] }>(`/api/boards/${GAMES.skat}/read`, { text: props.text });
      const whole = await post<{ moves: { at: number; name: string }[] }>(`/api/boards/${GAMES.skat}/position`, read);
      const declared = whole.moves.findIndex((m) => /^(diamonds|hearts|spades|clubs|grand|null)/.test(m.name));
      remember({ ...read, moves: whole.moves.slice(declared + 1) });
    })().catch(() => undefined);
  }, [props.text]);
  if (error) return <p class="error" role="alert">{error}</p>;
  if (!review) return <p role="status">{t("thinking")}</p>;
  const link = (play: number) => {
    const move = actions?.moves[play];
    if (!actions || !move) return "#/board";
    return `#/board/${asLink({ pack: "skat", game: actions.game, start: "", actions: actions.actions.slice(0, move.at), players: review.players })}`;
  };
  const won = review.won === null ? "notFinished" : review.won ? "won" : "lost";
  return (
    <section class="box onedeal">
      <h2>
        {review.name}: {contractName(review.contract)}, {t("bid")} {review.bid} – {t(won)}
      </h2>
      <Curve review={review} at={at} onJump={jump} />
      <Errors review={review} />
      <Cards review={review} at={at} onJump={jump} link={link} />
    </section>
  );
}

function Errors(props: { review: Review }): JSX.Element {
  const { review } = props;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("playerHead")}</th>
          <th scope="col">{t("cost")}</th>
          <th scope="col">{t("blunder")}</th>
        </tr>
      </thead>
      <tbody>
        {[0, 1, 2].map((seat) => (
          <tr key={seat}>
            <th scope="row">
              {seatName("skat", seat, review.players)}
              {seat === review.soloist && ` · ${t("soloist")}`}
            </th>
            <td>{review.cost[seat]}</td>
            <td>{review.turned[seat]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards(props: {
  review: Review;
  at: number;
  onJump: (play: number) => void;
  link: (play: number) => string;
}): JSX.Element {
  const { review, at, onJump, link } = props;
  const worth = (play: Play) =>
    review.null ? (play.lost_in ? t("lostIn", { trick: play.lost_in }) : t("made")) : play.points;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("moves")}>
      <table class="plays">
        <thead>
          <tr>
            <th scope="col">{t("trickHead")}</th>
            <th scope="col">{t("playerHead")}</th>
            <th scope="col">{t("card")}</th>
            <th scope="col">{t("openWorth")}</th>
            <th scope="col">{t("chance")}</th>
            <th scope="col">{t("better")}</th>
            <th scope="col">{t("grade")}</th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {review.plays.map((play, k) => (
            <tr key={k} class={`${k === at ? "here" : ""} ${play.grade}`} onClick={() => onJump(k)}>
              <td>{k === 0 || review.plays[k - 1]?.trick !== play.trick ? play.trick + 1 : ""}</td>
              <td>{seatName("skat", play.seat, [])}</td>
              <th scope="row">
                <button type="button" class="plain-button" onClick={() => onJump(k)}>
                  {cardName(play.card)}
                </button>
              </th>
              <td>{worth(play)}</td>
              <td>{play.chance === null ? "" : `${Math.round(100 * play.chance)}%`}</td>
              <td>
                {play.best.includes(play.card)
                  ? ""
                  : `${play.best.slice(0, 2).map(cardName).join(", ")}${review.null ? "" : ` (${play.best_points})`}`}
              </td>
              <td>{play.grade && t(play.grade)}</td>
              <td>
                <a href={link(k)}>{t(play.choice ? "tryAnother" : "board")}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
