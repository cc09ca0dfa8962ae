/** Grades that judge each move by what its player knew, requested in parts. */
import { useEffect, useState } from "preact/hooks";
import { asError } from "../api";
import { ask, type Pack } from "../board/store";
import type { GradedMove, SkatGrade } from "../types";
import { t } from "../words";
import { percent } from "../words/numbers";

/** The grade of a move in either game; a decision before Ramsch has the player's cards and the pairs considered. */
export type Graded = GradedMove & Pick<SkatGrade, "cards" | "pairs">;

export interface Grades {
  /** The grades of the first moves; more are added as they arrive. */
  found: readonly Graded[];
  error: Error | string;
}

const AT_ONCE = 4; // moves per request, which takes about a second for cards, longer for pushes

/** Return the grades of `count` moves of a record from move `first` on, as far as they have arrived. */
export function useGrades(pack: Pack, text: string, first: number, count: number): Grades {
  const [found, show] = useState<readonly Graded[]>([]);
  const [error, fail] = useState<Error | string>("");
  useEffect(() => {
    let stopped = false;
    show([]);
    fail("");
    void (async () => {
      const all: Graded[] = [];
      while (all.length < count && !stopped) {
        const part = { text, first: first + all.length, count: Math.min(AT_ONCE, count - all.length) };
        const { grades } = await ask(pack, "grades", part);
        if (grades.length === 0) return;
        all.push(...grades);
        if (!stopped) show([...all]);
      }
    })().catch((problem: unknown) => {
      if (!stopped) fail(asError(problem));
    });
    return () => {
      stopped = true;
    };
  }, [pack, text, first, count]);
  return { found, error };
}

/** Return a grade in words, with the loss of the move. */
export function gradeText(graded: GradedMove | undefined): string {
  if (!graded?.grade) return "";
  return `${t(graded.grade)} (${percent(graded.loss ?? 0)})`;
}

/** Return the recommended move and its chance, unless it was played; `own` converts a chance to the mover's side. */
export function hintText(
  graded: GradedMove | undefined,
  move: string,
  name: (move: string) => string,
  own: (chance: number) => number,
): string {
  if (!graded?.advice || graded.advice === move) return "";
  const { advice, best_chance: chance } = graded;
  return chance === null ? name(advice) : `${name(advice)} (${percent(own(chance))})`;
}
