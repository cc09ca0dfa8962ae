/** What happened in a deal as steps that are shown one after the other. */
import type { Move, Observation, SchnapsenDeal, SkatView } from "../types";

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
  if (seen?.skat) return skatSteps(seen.skat);
  if (seen?.schnapsen) {
    return [...seen.schnapsen.past, seen.schnapsen.deal].flatMap(schnapsenSteps);
  }
  return [];
}

function skatSteps(view: SkatView): Step[] {
  let declared = false;
  let lying = 0;
  const steps: Step[] = [];
  for (const move of view.moves) {
    const play = declared && isCard(move.name);
    declared ||= DECLARATION.test(move.name);
    steps.push({ kind: play ? "move" : "say", seat: move.seat, move });
    if (play && ++lying % 3 === 0) steps.push({ kind: "collect", seat: move.seat });
  }
  return steps;
}

function schnapsenSteps(deal: SchnapsenDeal): Step[] {
  let lying = 0;
  const steps: Step[] = [];
  for (const move of deal.moves) {
    const play = isCard(move.name);
    steps.push({ kind: play ? "move" : "say", seat: move.seat, move });
    if (play && ++lying % 2 === 0) steps.push({ kind: "collect", seat: move.seat });
  }
  return steps;
}

/** The tricks that some steps make; the winner of one leads the next, `leader` the one to come. */
export function tricksOf(steps: readonly Step[], players: number, leader: number): Trick[] {
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
  if (open && open.cards.length === players) open.winner = leader;
  return tricks;
}

/** What each seat said last, as far as shown. */
export function lastSaid(steps: readonly Step[]): Map<number, Move> {
  const said = new Map<number, Move>();
  for (const step of steps) if (step.kind === "say" && step.move) said.set(step.seat, step.move);
  return said;
}
