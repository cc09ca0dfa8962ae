/** The replay of a finished deal or match with all cards, step by step or automatic. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asError, get } from "../api";
import { asLink, ask, type Pack, type Position } from "../board/store";
import { Problem } from "../problem";
import { pace } from "../settings";
import type { DealRecord, MadeMove } from "../types";
import { t } from "../words";
import { isBock } from "../words/games";
import { WatchFelt } from "./felt";
import { Sign } from "./signs";

const STEP_MS = 900;

interface Replayed {
  record: DealRecord;
  moves: MadeMove[];
}

export function Replay(props: { table: string; deal: number; pack: Pack; names: readonly string[] }): JSX.Element {
  const { table, deal, pack, names } = props;
  const [replayed, load] = useState<Replayed | null>(null);
  const [at, jump] = useState(0);
  const [running, run] = useState(true);
  const [shown, show] = useState<{ at: number; place: Position } | null>(null);
  const [error, fail] = useState<Error | string>("");
  const positions = useRef(new Map<number, Position>());
  const stop = (problem: unknown) => fail(asError(problem));
  const positionOf = (game: string, actions: number[]) =>
    ask(pack, "position", { game, actions, start: "", brief: true });
  useEffect(() => {
    void (async () => {
      const record = await get<DealRecord>(`api/records/${table}/${deal}`);
      const whole = await positionOf(record.game, record.actions);
      load({ record, moves: whole.moves });
    })().catch(stop);
  }, []);
  useEffect(() => {
    if (!replayed) return;
    const known = positions.current.get(at);
    if (known) {
      show({ at, place: known });
      return;
    }
    let gone = false;
    positionOf(replayed.record.game, replayed.record.actions.slice(0, before(replayed, at))).then((found) => {
      positions.current.set(at, found);
      if (!gone) show({ at, place: found });
    }, stop);
    return () => {
      gone = true;
    };
  }, [replayed, at]);
  const last = replayed?.moves.length ?? 0;
  useEffect(() => {
    if (!running || !replayed || shown?.at !== at || at >= last) return;
    // If a step was chosen just before the timer's end and is not rendered yet, it is kept.
    const timer = setTimeout(() => jump((now) => (now === at ? at + 1 : now)), STEP_MS * pace.value);
    return () => clearTimeout(timer);
  }, [running, replayed, shown, at]);
  if (error) return <Problem problem={error} />;
  if (!replayed || !shown) return <p role="status">{t("thinking")}</p>;
  const { place } = shown;
  const go = (to: number) => {
    run(false);
    jump(Math.max(0, Math.min(last, to)));
  };
  const actions = replayed.record.actions.slice(0, before(replayed, at));
  return (
    <div class="replay" aria-busy={shown.at !== at} data-shown={shown.at}>
      <WatchFelt
        names={names}
        moves={replayed.moves.slice(beginning(replayed, shown.at), shown.at)}
        active={place.to_act >= 0 ? place.to_act : undefined}
        bock={isBock(replayed.record.game, 0)}
        open={{
          hands: place.hands,
          leader: place.leader,
          rest: pack === "skat" ? (place.skat ?? []) : [...(place.up ? [place.up] : []), ...(place.talon ?? [])],
          trump: place.trump,
          letter: place.letter,
        }}
      />
      <div class="row" role="toolbar" aria-label={t("replay")}>
        <button type="button" disabled={at === 0} onClick={() => go(0)} aria-label={t("toStart")}><Sign d="M4 3v10M14 3 6 8l8 5z" /></button>
        <button type="button" disabled={at === 0} onClick={() => go(at - 1)} aria-label={t("stepBack")}><Sign d="M12 3 4 8l8 5z" /></button>
        <button
          type="button"
          class="primary"
          data-run={running ? "on" : "off"}
          onClick={() => {
            if (at >= last) jump(0);
            run(!running || at >= last);
          }}
        >
          {t(running && at < last ? "pause" : "goOn")}
        </button>
        <button type="button" disabled={at >= last} onClick={() => go(at + 1)} aria-label={t("stepForward")}><Sign d="M4 3l8 5-8 5z" /></button>
        <button type="button" disabled={at >= last} onClick={() => go(last)} aria-label={t("toEnd")}><Sign d="M12 3v10M2 3l8 5-8 5z" /></button>
        <label>
          <span class="visually-hidden">{t("moves")}</span>
          <input type="range" min={0} max={last} value={at} onInput={(event) => go(Number(event.currentTarget.value))} />
        </label>
        <span>
          {at} / {last}
        </span>
        <a href={`#/board/${asLink({ pack, game: replayed.record.game, start: "", actions, players: [...names] })}`}>{t("board")}</a>
        <a href={`#/review/${encodeURIComponent(replayed.record.record)}`}>{t("review")}</a>
      </div>
    </div>
  );
}

/** Return the number of actions before a move. */
function before(replayed: Replayed, move: number): number {
  return replayed.moves[move]?.at ?? replayed.record.actions.length;
}

/** Return the number of the first move of the deal on the table after `made` moves; a gap in `at` is a new deal. */
function beginning(replayed: Replayed, made: number): number {
  const { moves } = replayed;
  let first = Math.max(0, made - 1);
  while (first > 0 && (moves[first]?.at ?? 0) === (moves[first - 1]?.at ?? 0) + 1) first--;
  // Show a new deal of a match before its first move.
  const dealt = made > 0 && made < moves.length && (moves[made]?.at ?? 0) > (moves[made - 1]?.at ?? 0) + 1;
  return dealt ? made : first;
}
