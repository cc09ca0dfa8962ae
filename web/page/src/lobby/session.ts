/** Sessions: deals one after the other, at practice tables or at one table with people. */
import { post } from "../api";
import { read, stored } from "../settings";
import type { NewTable, Place, TakenSeat } from "../types";

/** The scores of a deal by seat of the table; with Bock rounds also the number of Bock deals left after it. */
export interface Result {
  deal: number;
  returns: number[];
  bock?: number | undefined;
}

/** A session. Scores are by its players: the person first, then the others in order. */
export interface Session {
  /** A random identifier. */
  id: string;
  game: string;
  pack: string;
  /** The other players' agents, in order; empty at a table with people. */
  opponents: string[];
  players: number;
  round: number;
  results: number[][];
  /** The deals in `results`, as table and number. */
  counted: string[];
  /** The deals that were added to the history, in the same form; a deal deleted there is not added again. */
  kept?: string[];
  /** The finished deals of Skat, for the list. */
  records?: ListedRecord[];
  /** The tables at which moves of this deal were taken back. */
  replaced?: string[];
  /** The number of Bock deals left, as the last table reported it; unset: without Bock rounds. */
  bockLeft?: number | undefined;
  /** The names of the other players, as the table showed them last. */
  names?: string[];
  place: Place | null;
  /** True if cards have been dealt. */
  begun?: boolean;
  /** True if the table has ended. */
  over: boolean;
  /** At a table with people: the number of deals whose end the person has seen and left. */
  dismissed?: number;
  /** The code that invites others to the person's private table. */
  invitation?: string;
}

export interface ListedRecord {
  /** The deal, as table and number. */
  name: string;
  record: string;
  /** The player of the session who was forehand. */
  first: number;
}

/** The shape of a table's name, which no code of an invitation has. */
const TABLE = /^[0-9a-f]{20}$/;

export const session = stored<Session | null>("session", null);
/** The session at the table with people that the person left last, and may return to. */
export const left = stored<Session | null>("left", null);

/** Sessions with deals in their Skat list that the person has left, the latest first. */
export const shelved = stored<readonly Session[]>("shelved", []);
const MOST_SHELVED = 20;

/** Keep a session's Skat list after the person has left its table; against agents it can be continued. */
function shelve(some: Session): void {
  if (some.records?.length) shelved.value = [some, ...others(some)].slice(0, MOST_SHELVED);
}

export function discard(some: Session): void {
  shelved.value = others(some);
}

/** Return the shelf without a session; other tabs may have put sessions on it. */
function others(some: Session): readonly Session[] {
  return read<readonly Session[]>("shelved", []).filter(({ id }) => id !== some.id);
}

/** Return whether new deals can be added to a list: the other players are agents. */
export function canContinue(some: Session): boolean {
  return some.opponents.length > 0;
}

/** Continue a list against agents at a new table; a deal that was not finished is dealt anew. */
export async function continueList(some: Session): Promise<void> {
  const finished = some.records?.some(({ name }) => name.startsWith(`${some.place?.table_id ?? ""}/`));
  session.value = await newTable({ ...some, round: some.round + (finished ? 1 : 0) });
  discard(some);
}

/** Return the person's seat in this round; the deal rotates. */
export function seatIn(some: Session): number {
  return (some.players - (some.round % some.players)) % some.players;
}

/**
 * Return what the person would leave at the table: people, a Skat list, another game under way, or
 * scores that would be lost; else "".
 */
export function seated(): "people" | "list" | "game" | "scores" | "" {
  const now = session.value;
  if (!now?.place) return "";
  const agents = now.opponents.length > 0;
  if (!now.over) return !agents ? "people" : now.records?.length ? "list" : "game";
  return agents && now.results.length > 0 && !now.records?.length ? "scores" : "";
}

/**
 * Run a task that leads to another table. A game under way is left before, a table that is over only
 * if the task succeeds.
 */
export async function changeTables(task: () => Promise<void>): Promise<void> {
  const before = session.value;
  if (before && !before.over) {
    await leave();
    return task();
  }
  await task();
  if (before && before.id !== session.value?.id) shelve(before);
}

/** Record that cards have been dealt at a table. */
export function tableBegun(table: string): void {
  if (session.value?.place?.table_id === table) session.value = { ...session.value, begun: true };
}

/** Record that a table has ended. */
export function tableOver(table: string): void {
  if (session.value?.place?.table_id === table) session.value = { ...session.value, over: true };
}

/** Continue at another table after undo; the deals of the previous table no longer count. */
export function moveTo(place: Place): void {
  const now = session.value;
  if (!now?.place) return;
  const { table_id: before } = now.place;
  const remains = (name: string | undefined) => !name?.startsWith(`${before}/`);
  session.value = {
    ...now,
    place,
    over: false,
    replaced: [...(now.replaced ?? []), before],
    results: now.results.filter((_, k) => remains(now.counted[k])),
    counted: now.counted.filter(remains),
    records: now.records?.filter(({ name }) => remains(name)) ?? [],
  };
}

/**
 * Record the number of deals of this table whose end the person has left, so that these are not
 * shown again.
 */
export function dismiss(deals: number): void {
  if (session.value) session.value = { ...session.value, dismissed: deals };
}

/** Return to the seat that the person has left. */
export function goBack(): void {
  session.value = left.value;
  if (left.value) discard(left.value);
  left.value = null;
}

/**
 * Leave the table. If its game is under way, the other people decide how to go on, and the person
 * may return; a table without other people ends. Before the start, an open seat is free for others,
 * and a table whose private seat is left ends.
 */
export async function leave(): Promise<void> {
  const now = session.value;
  session.value = null;
  if (now) shelve(now);
  if (now?.begun && !now.over && now.opponents.length === 0) left.value = now;
  if (!now?.place || now.over) return;
  const { table_id: table, seat, token } = now.place;
  await post("api/leave", { table, seat, token }).catch(() => undefined); // the table may have ended long ago
}

async function newTable(some: Session): Promise<Session> {
  const mine = seatIn(some);
  const seats = Array.from({ length: some.players }, (_, seat) => {
    const player = (seat - mine + some.players) % some.players;
    return player === 0 ? "private" : (some.opponents[player - 1] ?? "random");
  });
  const place = await post<Place>("api/tables", { game: some.game, seats, deals: 1, bock_deals: some.bockLeft });
  return { ...some, place, over: false, replaced: [] };
}

/** Begin a series against agents; `rounds`: with Bock rounds. */
export async function startSession(game: string, pack: string, opponents: string[], rounds = false): Promise<void> {
  const players = opponents.length + 1;
  session.value = await newTable({
    id: newId(),
    game,
    pack,
    opponents,
    players,
    round: 0,
    results: [],
    counted: [],
    place: null,
    over: false,
    bockLeft: rounds ? 0 : undefined,
  });
}

export async function nextDeal(): Promise<void> {
  const now = session.value;
  if (now) session.value = await newTable({ ...now, round: now.round + 1 });
}

/**
 * Add the scores of a deal, given by seat of the table, and keep the number of Bock deals that follow; repeated calls
 * add them only once.
 */
export function count(table: string, { deal, returns, bock }: Result): void {
  const now = session.value;
  const name = `${table}/${deal}`;
  if (!now?.place || now.place.table_id !== table || now.counted.includes(name)) return;
  const mine = now.place.seat;
  const turned = returns.map((_, player) => returns[(mine + player) % returns.length] ?? 0);
  session.value = {
    ...now,
    results: [...now.results, turned],
    counted: [...now.counted, name],
    bockLeft: bock,
  };
}

/** Record that a deal is added to the history; return false if it was added before. */
export function markKept(name: string): boolean {
  const now = session.value;
  if (now?.kept?.includes(name)) return false;
  if (now) session.value = { ...now, kept: [...(now.kept ?? []), name] };
  return true;
}

/** Keep the record of a finished deal of Skat for the list; repeated calls keep it only once. */
export function keepRecord(listed: ListedRecord, names: readonly string[]): void {
  const now = session.value;
  const kept = now?.records ?? [];
  if (!now || now.pack !== "skat" || kept.some(({ name }) => name === listed.name)) return;
  session.value = { ...now, records: [...kept, listed], names: [...names] };
}

function atTable(place: Place, game: string, pack: string, players: number, invitation = ""): Session {
  return { id: newId(), game, pack, opponents: [], players, round: 0, results: [], counted: [], place, over: false, invitation };
}

/** Create a table and take its first seat; others enter a private table by invitation. `rounds`: with Bock rounds. */
export async function openTable(
  game: string,
  pack: string,
  seats: string[],
  deals: number,
  hidden: boolean,
  rounds: boolean,
): Promise<void> {
  const bock = rounds ? 0 : undefined;
  const made = await post<NewTable>("api/tables", { game, seats, deals, private: hidden, bock_deals: bock });
  const { invitation, ...place } = made;
  session.value = atTable(place, game, pack, seats.length, invitation);
}

export async function joinTable(table: string, packOf: (game: string) => string): Promise<void> {
  sitDown(await post<TakenSeat>("api/seats", { table }), packOf);
}

export async function byInvitation(invitation: string, packOf: (game: string) => string): Promise<void> {
  sitDown(await post<TakenSeat>("api/seats", { invitation }), packOf, written(invitation));
}

/** Sit down at the target of an invitation's link: a table, or the code of an invitation. */
export function enter(link: string, packOf: (game: string) => string): Promise<void> {
  return TABLE.test(link) ? joinTable(link, packOf) : byInvitation(link, packOf);
}

/** Return a typed code in the server's spelling. */
function written(code: string): string {
  return code.trim().toUpperCase().replace(/\s+/g, "-");
}

function sitDown(taken: TakenSeat, packOf: (game: string) => string, invitation = ""): void {
  const { game, players, ...place } = taken;
  session.value = atTable(place, game, packOf(game), players, invitation);
}

function newId(): string {
  return Math.random().toString(36).slice(2);
}
