/** What happened in a deal as steps that are shown one after the other. */
import type { Move, Observation } from "../types";

export interface Step {
  /** A card played, something said, a trick taken away, a deal finished. */
  kind: "move" | "say" | "collect" | "deal";
  seat: number;
  move?: Move;
}

export interface Played {
  seat: number;
  card: string;
}

export interface Trick {
  cards: Played[];
  /** Who took it; undefined while it lies on the table. */
  winner?: number;
}

const CARD = /^[DHSC][7-9TJQKA]$/;
const DECLARATION = /^(diamonds|hearts|spades|clubs|grand|null)/;

export function isCard(name: string): boolean {
  return CARD.test(name);
}

export function stepsOf(seen: Observation | null): Step[] {
  if (seen?.skat) return stepsOfMoves(seen.skat.moves, 3);
  if (seen?.schnapsen) {
    return [...seen.schnapsen.past, seen.schnapsen.deal].flatMap((deal) => stepsOfMoves(deal.moves, 2));
  }
  return [];
}

/** The steps of a deal of Skat, where cards named before the declaration are discards, or of Schnapsen. */
export function stepsOfMoves(moves: readonly Move[], players: number): Step[] {
  let declared = players === 2 || isCard(moves[0]?.name ?? ""); // some deals begin with card play
  let lying = 0;
  const steps: Step[] = [];
  for (const move of moves) {
    const play = declared && isCard(move.name);
    declared ||= isDeclaration(move.name);
    steps.push({ kind: play ? "move" : "say", seat: move.seat, move });
    if (play && ++lying % players === 0) steps.push({ kind: "collect", seat: move.seat });
  }
  return steps;
}

export function isDeclaration(name: string): boolean {
  return DECLARATION.test(name);
}

/**
 * The tricks that some steps make; the winner of one leads the next, `leader` the one to come, if that is
 * known.
 */
export function tricksOf(steps: readonly Step[], players: number, leader: number | undefined): Trick[] {
  const tricks: Trick[] = [];
  let open: Trick | undefined;
  for (const step of steps) {
    if (step.kind !== "move" || !step.move) continue;
    if (!open || open.cards.length === players) {
      if (open) open.winner = step.seat;
      open = { cards: [] };
      tricks.push(open);
    }
    open.cards.push({ seat: step.seat, card: step.move.name });
  }
  if (open && open.cards.length === players && leader !== undefined) open.winner = leader;
  return tricks;
}

/** What each seat said last, as far as shown. */
export function lastSaid(steps: readonly Step[]): Map<number, Move> {
  const said = new Map<number, Move>();
  for (const step of steps) if (step.kind === "say" && step.move) said.set(step.seat, step.move);
  return said;
}
