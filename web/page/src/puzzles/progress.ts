/** The person's answers to puzzles, stored in the browser, and the choice of the next puzzle. */
import type { Pack } from "../board/store";
import { stored } from "../settings";

interface Progress {
  /** For each puzzle answered, by its number: true if the first answer was right. */
  answers: Record<string, boolean>;
  streak: number;
  longest: number;
}

const NONE: Progress = { answers: {}, streak: 0, longest: 0 };
const all = stored<Partial<Record<Pack, Progress>>>("puzzles", {});
/** The level of the next puzzles; 0: any. */
export const level = stored<number>("puzzleLevel", 0);

export function progressOf(pack: Pack): Progress {
  return all.value[pack] ?? NONE;
}

/** Store the answer to a puzzle; only the first one counts. */
export function answer(pack: Pack, number: number, right: boolean): void {
  const { answers, streak, longest } = progressOf(pack);
  if (number in answers) return;
  const now = right ? streak + 1 : 0;
  all.value = {
    ...all.value,
    [pack]: { answers: { ...answers, [number]: right }, streak: now, longest: Math.max(longest, now) },
  };
}

export function reset(pack: Pack): void {
  all.value = { ...all.value, [pack]: NONE };
}

/** Choose a puzzle of the level at random: one without an answer, else one that was missed, else any other. */
export function nextPuzzle(pack: Pack, levels: readonly number[], current: number): number {
  const { answers } = progressOf(pack);
  const numbers = levels.flatMap((of, number) => (number !== current && (level.value === 0 || level.value === of) ? [number] : []));
  const open = numbers.filter((number) => !(number in answers));
  const missed = numbers.filter((number) => answers[number] === false);
  const from = [open, missed, numbers].find((some) => some.length > 0) ?? [];
  return from[Math.floor(Math.random() * from.length)] ?? Math.max(0, current);
}
