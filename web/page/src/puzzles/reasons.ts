/** The answer to a puzzle in words, from its figures. */
import type { PuzzlePosition } from "../types";
import { t, together } from "../words";
import { moveName } from "../words/cards";
import { number, percent } from "../words/numbers";

/** Compare the best move with the one given or, if that was right, with the best wrong one. */
export function explained(puzzle: PuzzlePosition, given: string): string {
  const { answer, losses, seen } = puzzle;
  const named = (move: string) => moveName(move, seen.schnapsen?.deal.trump);
  const valueOf = (move: string) => answer.moves.find((some) => some.move === move)?.gauge ?? 0;
  const others = Object.keys(losses).filter((move) => losses[move]);
  others.sort((a, b) => (losses[a] ?? 0) - (losses[b] ?? 0));
  const right = answer.best.includes(given);
  const best = right ? given : answer.move;
  const other = right ? (others[0] ?? given) : given;
  const [most, less] = [valueOf(best), valueOf(other)];
  const names = { best: named(best), other: named(other) };
  let reason: string;
  if (answer.gauge?.kind !== "chance") {
    reason = t("puzzlePoints", { ...names, points: number(most, 1), less: number(less, 1) });
  } else if (percent(most) === percent(less)) {
    reason = t("puzzleLoss", { other: names.other, loss: percent((losses[other] ?? 0) / 100) });
  } else {
    reason = t("puzzleChances", { ...names, chance: percent(most), less: percent(less) });
  }
  if (answer.best.length < 2) return reason;
  return `${reason} ${t("puzzleEqual", { cards: together(answer.best.map(named)) })}`;
}
