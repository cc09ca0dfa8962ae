/** The moves of a deal as steps that are shown one after the other. */
import { contractIn, isCard } from "../cards/order";
import type { Move, Observation, SchnapsenDeal, SchnapsenView } from "../types";

export interface Step {
  /** A card played, another move such as a bid, a trick collected, or the end of a match's deal. */
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
  /** The seat that won the trick; undefined while it is unknown. */
  winner?: number;
}

const NOBODY = -1;
/** Names of moves of Skat: offers to end the deal, Kontra, and the answers to them. */
export const CLAIMS: readonly string[] = ["give up", "lay open", "agree", "play on", "kontra", "re", "no re"];

export function stepsOf(seen: Observation | null): Step[] {
  if (seen?.skat) return stepsOfMoves(seen.skat.moves, 3);
  if (seen?.schnapsen) return dealsOf(seen.schnapsen).flatMap(({ steps }) => steps);
  return [];
}

interface DealSteps {
  deal: SchnapsenDeal;
  steps: Step[];
}

function dealsOf(view: SchnapsenView): DealSteps[] {
  const past = view.past.map((deal) => ({
    deal,
    steps: [...stepsOfMoves(deal.moves, 2), { kind: "deal" as const, seat: NOBODY }],
  }));
  return [...past, { deal: view.deal, steps: stepsOfMoves(view.deal.moves, 2) }];
}

/** Return a match of Schnapsen as far as it is on the screen: the deal shown, the finished ones, the score. */
export function matchAt(view: SchnapsenView, shown: number): DealSteps & { ended: SchnapsenDeal[]; score: number[] } {
  const deals = dealsOf(view);
  let left = shown;
  let at = 0;
  while (at < view.past.length && left >= (deals[at]?.steps.length ?? 0)) left -= deals[at++]?.steps.length ?? 0;
  const { deal, steps } = deals[at] ?? { deal: view.deal, steps: [] };
  const whole = steps.filter((step) => step.kind !== "deal").length;
  const ended = deals.slice(0, left >= whole && deal.winner !== undefined ? at + 1 : at).map((some) => some.deal);
  const score = [...view.score];
  for (const later of deals.slice(ended.length)) {
    if (later.deal.winner !== undefined) score[later.deal.winner] = (score[later.deal.winner] ?? 0) - later.deal.game_points;
  }
  return { deal, steps: steps.slice(0, left), ended, score };
}

/**
 * Return the steps of a deal of Schnapsen or Skat; in Skat cards before the declaration are discards. Ramsch, which
 * follows the third pass, has no declaration; before it, each player who picks up the skat pushes two cards on. The
 * names of these cards are left out, since the other players do not know them.
 */
export function stepsOfMoves(moves: readonly Move[], players: number): Step[] {
  const first = moves[0]?.name ?? "";
  let declared = players === 2 || isCard(first) || CLAIMS.includes(first); // some deals begin with card play
  let lying = 0;
  let passes = 0;
  let pushing = 0;
  const steps: Step[] = [];
  for (const move of moves) {
    const play = declared && pushing === 0 && isCard(move.name);
    const pushes = pushing > 0 && passes === players;
    if (pushing > 0) --pushing;
    if (move.name === "pick up") pushing = 2;
    if (move.name === "pass") ++passes;
    declared ||= contractIn(move.name) !== undefined || passes === players;
    steps.push({ kind: play ? "move" : "say", seat: move.seat, move: pushes ? { ...move, name: "pushes" } : move });
    if (play && ++lying % players === 0) steps.push({ kind: "collect", seat: move.seat });
  }
  return steps;
}

/** Return the tricks in these steps. A trick is won by the leader of the next one; `leader` leads after the last. */
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

/** Return the trick on the table and the collected ones; announcements after a collected trick do not change this. */
export function laidOut(steps: readonly Step[], tricks: readonly Trick[]): { lying: Trick | undefined; taken: readonly Trick[] } {
  const collected = steps.findLast((step) => step.kind !== "say")?.kind === "collect";
  return collected ? { lying: undefined, taken: tricks } : { lying: tricks.at(-1), taken: tricks.slice(0, -1) };
}

/** Return the last move of each seat other than a card played. */
export function lastSaid(steps: readonly Step[]): Map<number, Move> {
  const said = new Map<number, Move>();
  for (const step of steps) if (step.kind === "say" && step.move) said.set(step.seat, step.move);
  return said;
}
