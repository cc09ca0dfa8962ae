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
}

export const session = kept<Session | null>("session", null);

/** In which seat of its table the person sits in this round: the deal goes round. */
export function seatIn(some: Session): number {
  return (some.players - (some.round % some.players)) % some.players;
}

async function seated(some: Session): Promise<Session> {
  const mine = seatIn(some);
  const seats = Array.from({ length: some.players }, (_, seat) => {
    const player = (seat - mine + some.players) % some.players;
    return player === 0 ? "private" : (some.opponents[player - 1] ?? "random");
  });
  const place = await post<Place>("/api/tables", { game: some.game, seats, deals: 1 });
  return { ...some, place };
}

export async function startSession(game: string, pack: string, opponents: string[]): Promise<void> {
  const players = opponents.length + 1;
  session.value = await seated({
    id: newId(),
    game,
    pack,
    opponents,
    players,
    round: 0,
    results: [],
    counted: [],
    place: null,
  });
}

export async function nextDeal(): Promise<void> {
  const now = session.value;
  if (now) session.value = await seated({ ...now, round: now.round + 1 });
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

export async function joinTable(table: string, game: string, pack: string, players: number): Promise<void> {
  const place = await post<Place>("/api/seats", { table });
  session.value = { id: newId(), game, pack, opponents: [], players, round: 0, results: [], counted: [], place };
}

export function newId(): string {
  return Math.random().toString(36).slice(2);
}
