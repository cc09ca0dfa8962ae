/** The list of scores and their sums, the person's first; at Schnapsen those of the current match. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { keepDeal, type KeptDeal } from "../history/store";
import { keepRecord, markKept, type Session } from "../lobby/session";
import type { DealRecord, SchnapsenView } from "../types";
import { t } from "../words";
import { number } from "../words/numbers";
import { seatNames, ShortName } from "./parts";
import type { SeatStore } from "./seat";
import { matchAt } from "./steps";

/** Return the data of a deal that the history keeps. */
function keptOf(record: DealRecord, id: string, now: Session, game: string, players: string[], me: number, score: number): KeptDeal {
  const { outcome } = record;
  const kept: KeptDeal = {
    id,
    date: new Date().toISOString(),
    game,
    pack: now.pack as KeptDeal["pack"],
    players,
    me,
    score,
    record: record.record,
  };
  if ("held" in outcome && outcome.contract && outcome.result) {
    kept.contract = { name: outcome.contract, soloist: outcome.soloist, won: outcome.result.won };
  }
  if ("held" in outcome && outcome.ramsch) kept.ramsch = true;
  return kept;
}

interface Rows {
  rows: readonly (readonly number[])[];
  sums: readonly [string, readonly number[]][];
}

export function List(props: { session: Session; store: SeatStore }): JSX.Element {
  const { session: now, store } = props;
  const mine = store.place.value.seat;
  const seated = store.table.value ? seatNames(store.table.value, mine) : [];
  const names = Array.from({ length: now.players }, (_, player) => seated[(mine + player) % now.players] ?? "");
  const seen = store.seen.value;
  const record = store.record.value;
  // A layout effect runs before the person can ask for the next deal.
  useLayoutEffect(() => {
    const deal = store.results.value.at(-1)?.deal;
    if (!record || deal === undefined) return;
    const first = (record.first_seat - mine + now.players) % now.players;
    const score = store.results.value.at(-1)?.returns[mine] ?? 0;
    const me = (now.players - first) % now.players;
    const inDeal = names.map((_, player) => (player === me ? "" : (names[(first + player) % now.players] ?? "")));
    const players = inDeal.slice(0, "held" in record.outcome ? record.outcome.held.length : now.players);
    const kept = keptOf(record, `${store.place.value.table_id}/${deal}`, now, store.seen.value?.game ?? now.game, players, me, score);
    const match = store.seen.value?.schnapsen?.score;
    if (match) kept.match = [match[me] ?? 0, match[1 - me] ?? 0];
    const plays = me < players.length;
    if (plays && markKept(kept.id)) void keepDeal(kept, now.replaced ?? []).catch(() => undefined); // the browser has no database
    keepRecord({ name: kept.id, record: record.record, first }, names.slice(1));
  }, [record]);
  const series = store.table.value?.deals ?? 1;
  const bockLeft = (store.over.value ? store.results.value.at(-1)?.bock : store.bock.value) ?? 0;
  const { rows, sums } = seen?.schnapsen?.is_match
    ? rowsOfMatch(seen.schnapsen, seen.seat, store.shown.value, now.results)
    : rowsOfDeals(now.results, names.length);
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Scroll to the latest deals and the sums.
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [rows.length]);
  return (
    <details class="box list" open={rows.length > 0} ref={box}>
      <summary>{series > 1 ? t("dealOf", { list: t("list"), count: now.results.length, all: series }) : t("list")}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("deal")}</th>
            {names.map((name, k) => (
              <th scope="col" key={k}>
                <ShortName name={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, k) => (
            <Row key={k} head={String(k + 1)} values={row} />
          ))}
        </tbody>
        <tfoot>
          {sums.map(([head, values]) => (
            <Row key={head} head={head} values={values} />
          ))}
        </tfoot>
      </table>
      {bockLeft > 0 && <p class="note">{t("bockLeft", { count: bockLeft })}</p>}
      {(now.records?.length ?? 0) > 0 && <a href="#/list">{t("skatList")}</a>}
    </details>
  );
}

function Row(props: { head: string; values: readonly number[] }): JSX.Element {
  return (
    <tr>
      <th scope="row">{props.head}</th>
      {props.values.map((value, player) => (
        <td key={player}>{number(value)}</td>
      ))}
    </tr>
  );
}

function rowsOfDeals(results: readonly (readonly number[])[], players: number): Rows {
  const sums = Array.from({ length: players }, (_, player) => results.reduce((sum, row) => sum + (row[player] ?? 0), 0));
  return { rows: results, sums: [[t("sum"), sums]] };
}

/**
 * Return the rows and the score of the current match, and each player's number of Bummerl (matches
 * lost).
 */
function rowsOfMatch(view: SchnapsenView, me: number, shown: number, results: readonly (readonly number[])[]): Rows {
  const { ended, score } = matchAt(view, shown);
  const seats = [me, 1 - me];
  const lost = seats.map((_, player) => results.filter((row) => (row[player] ?? 0) < 0).length);
  const sums: [string, number[]][] = [[t("score"), seats.map((seat) => score[seat] ?? 0)]];
  return {
    rows: ended.map((deal) => seats.map((seat) => (deal.winner === seat ? deal.game_points : 0))),
    sums: results.length > 0 ? [...sums, [t("matchesLost"), lost]] : sums,
  };
}
