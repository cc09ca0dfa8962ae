/** Grades of moves by what could be known, asked for a few at a time. */
import { useEffect, useState } from "preact/hooks";
import { asError, post } from "../api";
import { percent, t } from "../words";

export type Grade = "" | "inaccuracy" | "mistake" | "blunder";

/** What the hint says of a move; the chance is the soloist's, at Schnapsen player 0's. */
export interface Graded {
  grade: Grade;
  chance: number | null;
  best_chance: number | null;
  advice: string | null;
  /** Given up against the hint, in parts of what lies between winning and losing the deal. */
  loss: number | null;
}

export interface Grades {
  /** Of the first moves; more come as they are found. */
  found: readonly Graded[];
  error: string;
}

const AT_ONCE = 4; // moves a question: about a second

/** The grades of `count` moves of a record from move `first` on; begun anew for another record. */
export function useGrades(path: string, text: string, first: number, count: number): Grades {
  const [found, show] = useState<readonly Graded[]>([]);
  const [error, fail] = useState("");
  useEffect(() => {
    let stopped = false;
    show([]);
    fail("");
    void (async () => {
      const all: Graded[] = [];
      while (all.length < count && !stopped) {
        const ask = { text, first: first + all.length, count: Math.min(AT_ONCE, count - all.length) };
        const { grades } = await post<{ grades: Graded[] }>(`${path}/grades`, ask);
        if (grades.length === 0) return;
        all.push(...grades);
        if (!stopped) show([...all]);
      }
    })().catch((problem: unknown) => {
      if (!stopped) fail(asError(problem).message);
    });
    return () => {
      stopped = true;
    };
  }, [path, text, first, count]);
  return { found, error };
}

/** A grade in words, with what the move gave up. */
export function gradeText(graded: Graded | undefined): string {
  if (!graded?.grade) return "";
  return `${t(graded.grade)} (${percent(graded.loss ?? 0)})`;
}

/** The hint where it is another move, with the chance of whoever moves; `own` turns a chance into theirs. */
export function hintText(
  graded: Graded | undefined,
  move: string,
  name: (move: string) => string,
  own: (chance: number) => number,
): string {
  if (!graded?.advice || graded.advice === move) return "";
  const { advice, best_chance: chance } = graded;
  return chance === null ? name(advice) : `${name(advice)} (${percent(own(chance))})`;
}
