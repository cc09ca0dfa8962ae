/** Watching a table: live with public knowledge, or each deal after its end. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, asError, get, Socket } from "../api";
import { parseGame } from "../game_string";
import { Problem } from "../problem";
import type { GameInfo, Move, Table, TableEvent, Tables } from "../types";
import { t } from "../words";
import { isBock, tableName } from "../words/games";
import { moveName } from "../words/cards";
import { number } from "../words/numbers";
import { session } from "../lobby/session";
import { seatNames } from "../table/parts";
import { WatchFelt } from "./felt";
import { Replay } from "./replay";

interface Deal {
  number: number;
  firstSeat: number;
  /**
   * The moves, with the game's players as seats. The moves since cards were last dealt begin at index
   * `from`.
   */
  moves: Move[];
  from: number;
  /** Schnapsen: the trump card turned up when cards were dealt last. */
  turnedUp: string | undefined;
  /** Skat: the number of Bock deals left, this one included. */
  bock: number | undefined;
  returns: number[] | null;
}

/** Return the deals after an event; the same list if the event changes none. */
function withEvent(deals: readonly Deal[], event: TableEvent, seats: number): readonly Deal[] {
  const last = deals.at(-1);
  if (event.deal_started) {
    const { deal: number, first_seat: firstSeat, bock_deals: bock } = event.deal_started;
    return [...deals, { number, firstSeat, moves: [], from: 0, turnedUp: undefined, bock, returns: null }];
  }
  if (!last) return deals;
  const rest = deals.slice(0, -1);
  if (event.cards_dealt) {
    return [...rest, { ...last, from: last.moves.length, turnedUp: event.cards_dealt.face_up[0] }];
  }
  if (event.moved) {
    const { move } = event.moved;
    const seat = (move.seat - last.firstSeat + seats) % seats;
    return [...rest, { ...last, moves: [...last.moves, { ...move, seat }] }];
  }
  if (event.deal_ended) return [...rest, { ...last, returns: event.deal_ended.returns }];
  return deals;
}

export function WatchPage(props: { table: string; games: readonly GameInfo[] }): JSX.Element {
  const [table, choose] = useState(props.table);
  const [typed, type] = useState(props.table);
  const [delayed, delay] = useState(false);
  useEffect(() => {
    choose(props.table);
    type(props.table);
  }, [props.table]);
  return (
    <main class="watch">
      <h1>{t("watch")}</h1>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          choose(typed.trim());
        }}
      >
        <label>
          {t("tableName")} <input value={typed} spellcheck={false} onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <label>
          <input type="checkbox" checked={delayed} onChange={(event) => delay(event.currentTarget.checked)} /> {t("delayed")}
        </label>
        <button type="submit" class="primary">
          {t("watch")}
        </button>
      </form>
      {!table && <Tables />}
      {table && <Watching key={`${table}-${delayed}`} table={table} delayed={delayed} games={props.games} />}
    </main>
  );
}

/** List the person's own table and those with an open seat. */
function Tables(): JSX.Element {
  const [tables, show] = useState<Table[]>([]);
  useEffect(() => {
    get<Tables>("api/tables").then(
      (found) => show(found.tables),
      () => undefined,
    );
  }, []);
  const own = session.value?.place?.table_id;
  return (
    <>
      <p>{t("watchHelp")}</p>
      <ul class="tables">
        {own && (
          <li>
            <a href={`#/watch/${own}`}>{t("yourTable")}</a>
          </li>
        )}
        {tables.map((table) => (
          <li key={table.table_id}>
            <a href={`#/watch/${table.table_id}`}>{tableName(table)}</a> · {seatNames(table, -1).join(", ")}
          </li>
        ))}
      </ul>
    </>
  );
}

function Watching(props: { table: string; delayed: boolean; games: readonly GameInfo[] }): JSX.Element {
  const [table, know] = useState<Table | null>(null);
  const [error, fail] = useState<Error | string>("");
  useEffect(() => {
    get<Table>(`api/tables/${encodeURIComponent(props.table)}`).then(know, (problem: unknown) =>
      fail(asError(problem)),
    );
  }, []);
  if (error) return <Problem problem={error} />;
  if (!table) return <p role="status">{t("connecting")}</p>;
  const game = props.games.find((known) => parseGame(table.game).name === known.name);
  const pack = game?.pack ?? "";
  return <Watched table={table} delayed={props.delayed} pack={pack} players={game?.seats ?? table.seats.length} />;
}

function Watched(props: { table: Table; delayed: boolean; pack: string; players: number }): JSX.Element {
  const { table, delayed, pack, players } = props;
  const [deals, setDeals] = useState<readonly Deal[]>([]);
  const [chosen, choose] = useState<number | null>(null);
  const [error, fail] = useState<Error | string>("");
  const [over, end] = useState(false);
  const seats = table.seats.length;
  useEffect(() => {
    const socket = new Socket(
      "api/watch",
      { table: table.table_id, delayed },
      (message) => {
        if (message.error !== undefined) {
          fail(new ApiError(message.error));
          socket.close();
        }
        const { event } = message;
        if (!event) return;
        if (event.table_ended) {
          end(true);
          socket.close();
        }
        setDeals((before) => withEvent(before, event, seats));
      },
      (open) => open && setDeals([]),
    );
    return () => socket.close();
  }, []);
  // Those who sit out come last.
  const names = (deal: Deal) =>
    table.seats.map((_, player) => seatNames(table, -1)[(deal.firstSeat + player) % seats] ?? "");
  const known = pack === "skat" || pack === "schnapsen";
  const now = deals.at(-1);
  const finished = deals.filter((deal) => deal.returns);
  const shown = chosen ?? (delayed || over ? (finished.at(-1)?.number ?? null) : null);
  const replayed = finished.find((deal) => deal.number === shown);
  return (
    <>
      {error && <Problem problem={error} />}
      {over && <p role="status">{t("tableOver")}</p>}
      {!now && !error && <p role="status">{t("nothingYet")}</p>}
      {known && replayed && (
        <Replay key={replayed.number} table={table.table_id} deal={replayed.number} pack={pack} names={names(replayed).slice(0, players)} />
      )}
      {known && !replayed && now && !delayed && (
        <WatchFelt names={names(now).slice(0, players)} moves={now.moves.slice(now.from)} turnedUp={now.turnedUp} bock={isBock(table.game, now.bock)} />
      )}
      {known && finished.length > 0 && (
        <ul class="tables deals">
          {!delayed && !over && (
            <li>
              <button type="button" aria-pressed={!replayed} onClick={() => choose(null)}>
                {t("live")}
              </button>
            </li>
          )}
          {[...finished].reverse().map((deal) => (
            <li key={deal.number}>
              <button type="button" aria-pressed={deal === replayed} data-deal={deal.number} onClick={() => choose(deal.number)}>
                {t("deal")} {deal.number + 1}
              </button>
              {names(deal).map((name, player) => `${name}: ${number(deal.returns?.[(deal.firstSeat + player) % seats] ?? 0)}`).join(" · ")}
            </li>
          ))}
        </ul>
      )}
      {!over && (
        <p>
          <a href={`#/bot/${table.table_id}`}>{t("beside")}</a>
        </p>
      )}
      {!known && [...deals].reverse().map((deal, k) => <Flow key={deal.number} deal={deal} open={k === 0} />)}
    </>
  );
}

/** List the moves of a deal of a game for which the page draws no table. */
function Flow(props: { deal: Deal; open: boolean }): JSX.Element {
  const { deal } = props;
  return (
    <details class="box watched" open={props.open}>
      <summary>
        {t("deal")} {deal.number + 1}
        {deal.returns && `: ${deal.returns.map((score) => number(score)).join(" / ")}`}
      </summary>
      <ol class="flow">
        {deal.moves.map((move, n) => (
          <li key={n}>
            <small>{move.seat}</small>
            <span class="bubble">{moveName(move.name)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
