/** The position on the board, the answers to questions about it, and steps along a line. */
import { batch, effect, signal } from "@preact/signals";
import { asError, post } from "../api";
import { contractIn, isCard } from "../cards/order";
import { stored } from "../settings";
import type { Knowledge, MadeMove, Questions, SchnapsenPosition, SkatPosition } from "../types";

export type Pack = "skat" | "schnapsen";
export const GAMES = { skat: "python_skat", schnapsen: "python_schnapsen" } as const;

/** A line on the board. Links contain it; the browser stores the line of the analysis. */
export interface Line {
  pack: Pack;
  game: string;
  /** Schnapsen: the position before the actions, as text; else empty. */
  start: string;
  actions: number[];
  players: string[];
  /** Schnapsen: the player whose knowledge `start` describes, if it leaves cards unknown. */
  seat?: number;
}

/** A position of either game; the fields that only one game has are optional. */
export type Position = (SkatPosition | SchnapsenPosition) & Only<SkatPosition, SchnapsenPosition> & Only<SchnapsenPosition, SkatPosition>;
type Only<A, B> = Partial<Omit<A, keyof B>>;

export const line = signal<Line | null>(null);
/** The actions of the whole line, of which the board shows a beginning. A branch replaces it. */
export const main = signal<number[]>([]);
const savedLine = stored<Line | null>("board", null);
const savedMain = stored<number[]>("board.main", []);
export const position = signal<Position | null>(null);
export const knowledge = signal<Knowledge | null>(null);
/** The player whose knowledge is shown; -1: all cards are open. */
export const observer = signal(-1);
export const belief = stored<string>("belief", "uniform");
export const problem = signal<Error | string>("");
export const busy = signal(false);

/**
 * Show the analysis as it was left, and store its changes until the returned function is called;
 * reviews are not stored.
 */
export function resume(): () => void {
  batch(() => {
    position.value = null;
    line.value = savedLine.value;
    main.value = savedMain.value;
    observer.value = line.value?.seat ?? -1;
  });
  return effect(() => {
    savedLine.value = line.value;
    savedMain.value = main.value;
  });
}

let asked = 0;

/** Ask the server a question about a game of a pack. */
export async function ask<P extends Pack, Q extends string>(
  pack: P,
  question: Q,
  body: unknown,
): Promise<Questions[`${(typeof GAMES)[P]}/${Q}` & keyof Questions]> {
  return post(`api/boards/${GAMES[pack]}/${question}`, body);
}

/** Request the position again; drop an answer to an earlier request. */
export async function refresh(): Promise<void> {
  const now = line.value;
  const mine = ++asked;
  if (!now) return;
  busy.value = true;
  problem.value = "";
  try {
    const { game, actions, start } = now;
    const found = await ask(now.pack, "position", { game, actions, start });
    if (mine !== asked) return;
    position.value = found;
    knowledge.value = null;
    if (observer.value >= 0) {
      const body = { game, actions, start, seat: observer.value, belief: belief.value, agent: "pimc" };
      const known = await ask(now.pack, "knowledge", body);
      if (mine === asked) knowledge.value = known;
    }
  } catch (error) {
    if (mine === asked) problem.value = asError(error);
  } finally {
    if (mine === asked) busy.value = false;
  }
}

/** Put a pasted record or position on the board, before the first card played. */
export async function read(pack: Pack, text: string): Promise<void> {
  problem.value = "";
  try {
    const found = await ask(pack, "read", { text });
    show({ pack, start: "", players: [], ...found });
    await refresh();
    const moves = position.value?.moves ?? [];
    const first = moves.find((move) => isPlay(moves, move));
    if (first) jump(first.at);
    scrollTo(0, 0);
  } catch (error) {
    problem.value = asError(error);
  }
}

function isPlay(moves: readonly MadeMove[], move: MadeMove): boolean {
  const declared = moves.findIndex((m) => contractIn(m.name));
  return isCard(move.name) && moves.indexOf(move) > declared;
}

export function show(some: Line): void {
  batch(() => {
    line.value = some;
    main.value = some.actions;
    position.value = null;
    observer.value = some.seat ?? -1;
  });
}

/** Show the position after a number of actions of a line, for the same observer. */
export function showAt(whole: Line, at: number): void {
  batch(() => {
    line.value = { ...whole, actions: whole.actions.slice(0, at) };
    main.value = whole.actions;
  });
  void refresh();
}

export function go(action: number): void {
  const now = line.value;
  if (!now) return;
  line.value = { ...now, actions: [...now.actions, action] };
  if (!startsWith(main.value, line.value.actions)) {
    main.value = line.value.actions;
  }
  void refresh();
}

/** Show the position after a number of actions of the line. */
export function jump(at: number): void {
  const now = line.value;
  if (!now) return;
  const whole = startsWith(main.value, now.actions) ? main.value : now.actions;
  line.value = { ...now, actions: whole.slice(0, at) };
  void refresh();
}

export function canForward(): boolean {
  const now = line.value;
  return Boolean(now && now.actions.length < main.value.length && startsWith(main.value, now.actions));
}

export function startsWith(whole: readonly number[], part: readonly number[]): boolean {
  return part.every((action, k) => whole[k] === action);
}

/** Encode a position or a deal for the end of a link. */
export function asLink(some: Line): string {
  const bytes = new TextEncoder().encode(JSON.stringify(some));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function fromLink(text: string): Line | null {
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(plain, (c) => c.charCodeAt(0));
    const found = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Line>;
    if (!found.pack || !(found.pack in GAMES) || !found.game || !Array.isArray(found.actions)) return null;
    return { start: "", players: [], pack: found.pack, game: found.game, actions: found.actions, ...found };
  } catch {
    return null;
  }
}
