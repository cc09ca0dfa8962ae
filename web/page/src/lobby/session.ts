/** Deals played one after the other: a round of tables for practice, or one table with people. */
import { post } from "../api";
import { kept } from "../settings";
import type { Place } from "../types";

/** Scores are by the session's players: the person first, then the others in order. */
export interface Session {
  /** Tells sessions apart. */
  id: string;
  game: string;
  pack: string;
  /** Agents beside the person, in order; empty at a table with people. */
  opponents: string[];
  players: number;
  round: number;
  results: number[][];
  /** The deals that `results` has, as table and number. */
  counted: string[];
  place: Place | null;
  /** Whether the table has ended. */
  over: boolean;
  /** The code that invites to a private table of one's own. */
  invitation?: string;
}

export const session = kept<Session | null>("session", null);

/** In which seat of its table the person sits in this round: the deal goes round. */
export function seatIn(some: Session): number {
  return (some.players - (some.round % some.players)) % some.players;
}

/** Whom one would leave with the table: a game under way, or a list that would be lost; else nobody. */
export function seated(): "people" | "agents" | "" {
  const now = session.value;
  if (!now?.place) return "";
  const practice = now.opponents.length > 0;
  if (now.over && !(practice && now.results.length > 0)) return "";
  return practice ? "agents" : "people";
}

/** Notes that a table has ended. */
export function tableOver(table: string): void {
  if (session.value?.place?.table_id === table) session.value = { ...session.value, over: true };
}

/** Gets up from the table; if it is not over, it ends, and the others are told who left. */
export async function leave(): Promise<void> {
  const now = session.value;
  session.value = null;
  if (!now?.place || now.over) return;
  const { table_id: table, seat, token } = now.place;
  await post("api/leave", { table, seat, token }).catch(() => undefined); // it may be long gone
}

async function newTable(some: Session): Promise<Session> {
  const mine = seatIn(some);
  const seats = Array.from({ length: some.players }, (_, seat) => {
    const player = (seat - mine + some.players) % some.players;
    return player === 0 ? "private" : (some.opponents[player - 1] ?? "random");
  });
  const place = await post<Place>("api/tables", { game: some.game, seats, deals: 1 });
  return { ...some, place, over: false };
}

export async function startSession(game: string, pack: string, opponents: string[]): Promise<void> {
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
  });
}

export async function nextDeal(): Promise<void> {
  const now = session.value;
  if (now) session.value = await newTable({ ...now, round: now.round + 1 });
}

/** Adds the scores of a deal, given by seat of the table; once, however often it is told. */
export function count(table: string, deal: number, returns: number[]): void {
  const now = session.value;
  const name = `${table}/${deal}`;
  if (!now?.place || now.place.table_id !== table || now.counted.includes(name)) return;
  const mine = now.place.seat;
  const turned = returns.map((_, player) => returns[(mine + player) % returns.length] ?? 0);
  session.value = {
    ...now,
    results: [...now.results, turned],
    counted: [...now.counted, name],
  };
}

/** A seat at a table with people, and what was told with it. */
interface Taken extends Place {
  game: string;
  players: number;
}

function atTable(place: Place, game: string, pack: string, players: number, invitation = ""): Session {
  return { id: newId(), game, pack, opponents: [], players, round: 0, results: [], counted: [], place, over: false, invitation };
}

/** Sits down at a new table, the first seat one's own; a private one is entered by invitation. */
export async function openTable(
  game: string,
  pack: string,
  seats: string[],
  deals: number,
  hidden: boolean,
): Promise<void> {
  const made = await post<Place & { invitation?: string }>("api/tables", { game, seats, deals, private: hidden });
  const { invitation, ...place } = made;
  session.value = atTable(place, game, pack, seats.length, invitation);
}

export async function joinTable(table: string, packOf: (game: string) => string): Promise<void> {
  sitDown(await post<Taken>("api/seats", { table }), packOf);
}

export async function byInvitation(invitation: string, packOf: (game: string) => string): Promise<void> {
  sitDown(await post<Taken>("api/seats", { invitation }), packOf);
}

function sitDown(taken: Taken, packOf: (game: string) => string): void {
  const { game, players, ...place } = taken;
  session.value = atTable(place, game, packOf(game), players);
}

function newId(): string {
  return Math.random().toString(36).slice(2);
}
