/** The position on the board: a game and its actions, what is known of it, and lines to go along. */
import { batch, signal } from "@preact/signals";
import { asError, post } from "../api";
import { kept } from "../settings";
import type { Hint, Move } from "../types";

export type Pack = "skat" | "schnapsen";
export const GAMES: Record<Pack, string> = { skat: "python_skat", schnapsen: "python_schnapsen" };

/** What is on the board; kept, and held by links. */
export interface Line {
  pack: Pack;
  game: string;
  /** Schnapsen: a position in words from which the actions go on; else empty. */
  start: string;
  actions: number[];
  players: string[];
  /** Schnapsen: the player who knows what stands in `start`, where that leaves cards unknown. */
  seat?: number;
}

export interface Worth {
  points: number;
  /** Null: it depends on tricks before the position that are not known. */
  wins: boolean | null;
  lost_in?: number;
}

export interface Position {
  phase: string;
  to_act: number;
  hands: string[][];
  legal: { action: number; name: string }[];
  values: Record<string, Worth>;
  best: string[];
  moves: (Move & { at: number })[];
  leader: number;
  // Skat
  skat?: string[];
  trick?: string[];
  soloist?: number;
  contract?: string;
  letter?: string;
  /** Null: the position does not say what came before it. */
  taken?: number | null;
  others?: number | null;
  result?: { won: boolean; points: number; value: number };
  // Schnapsen
  talon?: string[];
  up?: string;
  trump?: string;
  led?: string;
  closer?: number;
  points?: number[];
  pending?: number[];
  winner?: number;
  game_points?: number;
}

export interface Knowledge {
  seat: number;
  belief: string;
  possible: number | null;
  chances: Record<string, number[]>;
  advice: Hint | null;
}

export const line = kept<Line | null>("board", null);
/** The whole line that was read, to come back to after a branch. */
export const main = kept<number[]>("board.main", []);
export const position = signal<Position | null>(null);
export const knowledge = signal<Knowledge | null>(null);
/** Whose knowledge is shown; -1: all cards open. */
export const looker = signal(-1);
export const belief = kept<string>("belief", "uniform");
export const problem = signal("");
export const busy = signal(false);

let asked = 0;

async function ask<T>(pack: Pack, question: string, body: unknown): Promise<T> {
  return post<T>(`api/boards/${GAMES[pack]}/${question}`, body);
}

/** Asks anew what is known of the position; an answer that comes too late is dropped. */
export async function look(): Promise<void> {
  const now = line.value;
  const mine = ++asked;
  if (!now) return;
  busy.value = true;
  problem.value = "";
  try {
    const { game, actions, start } = now;
    const found = await ask<Position>(now.pack, "position", { game, actions, start });
    if (mine !== asked) return;
    position.value = found;
    knowledge.value = null;
    if (looker.value >= 0) {
      const body = { game, actions, start, seat: looker.value, belief: belief.value, agent: "pimc" };
      const known = await ask<Knowledge>(now.pack, "knowledge", body);
      if (mine === asked) knowledge.value = known;
    }
  } catch (error) {
    if (mine === asked) problem.value = asError(error).message;
  } finally {
    if (mine === asked) busy.value = false;
  }
}

/** Puts a pasted record or position on the board, at the first card played. */
export async function read(pack: Pack, text: string): Promise<void> {
  problem.value = "";
  try {
    const found = await ask<Partial<Line> & { game: string; actions: number[] }>(pack, "read", { text });
    show({ pack, start: "", players: [], ...found });
    await look();
    const moves = position.value?.moves ?? [];
    const first = moves.find((move) => isPlay(moves, move));
    if (first) jump(first.at);
    scrollTo(0, 0);
  } catch (error) {
    problem.value = asError(error).message;
  }
}

function isPlay(moves: readonly Move[], move: Move): boolean {
  const declared = moves.findIndex((m) => /^(diamonds|hearts|spades|clubs|grand|null)/.test(m.name));
  return /^[DHSC][7-9TJQKA]$/.test(move.name) && moves.indexOf(move) > declared;
}

export function show(some: Line): void {
  batch(() => {
    line.value = some;
    main.value = some.actions;
    position.value = null;
    looker.value = some.seat ?? -1;
  });
}

export function go(action: number): void {
  const now = line.value;
  if (!now) return;
  line.value = { ...now, actions: [...now.actions, action] };
  if (!startsWith(main.value, line.value.actions)) {
    main.value = line.value.actions;
  }
  void look();
}

/** Shows the position after so many actions of the line. */
export function jump(at: number): void {
  const now = line.value;
  if (!now) return;
  const whole = startsWith(main.value, now.actions) ? main.value : now.actions;
  line.value = { ...now, actions: whole.slice(0, at) };
  void look();
}

export function canForward(): boolean {
  const now = line.value;
  return Boolean(now && now.actions.length < main.value.length && startsWith(main.value, now.actions));
}

export function startsWith(whole: readonly number[], part: readonly number[]): boolean {
  return part.every((action, k) => whole[k] === action);
}

/** A position or a deal as the end of a link. */
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
