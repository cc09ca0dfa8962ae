/** Puzzles: positions in which one card is clearly best by what the player knows. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { asError } from "../api";
import { ask, type Pack } from "../board/store";
import { Problem } from "../problem";
import { gaugeText } from "../table/hint";
import { Hotkeys } from "../table/keys";
import { SchnapsenTable } from "../table/schnapsen";
import { SkatTable } from "../table/skat";
import type { PuzzlePosition } from "../types";
import { t } from "../words";
import { moveName } from "../words/cards";
import { percent } from "../words/numbers";
import { LevelChoice, ProgressBox } from "./parts";
import { answer, nextPuzzle } from "./progress";
import { explained } from "./reasons";
import { puzzleStore } from "./store";

export function PuzzlePage(props: { address: string }): JSX.Element {
  const [name, number] = props.address.split("/");
  const pack: Pack = name === "schnapsen" ? "schnapsen" : "skat";
  return <Puzzles key={pack} pack={pack} number={/^[1-9]\d*$/.test(number ?? "") ? Number(number) - 1 : -1} />;
}

function Puzzles(props: { pack: Pack; number: number }): JSX.Element {
  const { pack, number } = props;
  const [levels, list] = useState<readonly number[]>([]);
  const [shown, show] = useState<{ number: number; puzzle: PuzzlePosition } | null>(null);
  const [error, fail] = useState<Error | string>("");
  const stop = (problem: unknown) => fail(asError(problem));
  const go = () => {
    location.hash = `#/puzzles/${pack}/${nextPuzzle(pack, levels, number) + 1}`;
  };
  useEffect(() => {
    ask(pack, "puzzles", {}).then((found) => list(found.levels), stop);
  }, []);
  useEffect(() => {
    if (levels.length > 0 && number < 0) {
      location.replace(`#/puzzles/${pack}/${nextPuzzle(pack, levels, -1) + 1}`);
    }
  }, [levels, number]);
  useEffect(() => {
    if (number < 0) return;
    let gone = false;
    ask(pack, "puzzle", { number }).then((puzzle) => {
      if (gone) return;
      fail("");
      show({ number, puzzle });
    }, (problem: unknown) => {
      if (gone) return;
      show(null);
      stop(problem);
    });
    return () => {
      gone = true;
    };
  }, [number]);
  return (
    <main class="playing puzzle">
      {error && <Problem problem={error} otherwise="noPuzzle" />}
      {!shown && !error && <p role="status">{t("thinking")}</p>}
      {shown && <Asked key={shown.number} pack={pack} {...shown} levels={levels} go={go} />}
      <div class="row">
        <LevelChoice levels={levels} />
        <a class="button" href={`#/puzzles/${pack === "skat" ? "schnapsen" : "skat"}`}>
          {t("puzzles")}: {t(pack === "skat" ? "schnapsen" : "skat")}
        </a>
        <Hotkeys onSkip={go} />
      </div>
    </main>
  );
}

interface AskedProps {
  pack: Pack;
  number: number;
  puzzle: PuzzlePosition;
  levels: readonly number[];
  go: () => void;
}

function Asked(props: AskedProps): JSX.Element {
  const { pack, number, puzzle } = props;
  const [given, give] = useState("");
  const store = useMemo(
    () =>
      puzzleStore(puzzle, (move) => {
        answer(pack, number, puzzle.answer.best.includes(move));
        give(move);
      }),
    [],
  );
  useEffect(() => () => store.close(), [store]);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!given) return;
    store.hint.value = puzzle.answer;
    next.current?.focus({ preventScroll: true });
  }, [given]);
  const Table = { skat: SkatTable, schnapsen: SchnapsenTable }[pack];
  const title = t("puzzleTitle", { game: t(pack), number: number + 1, level: puzzle.level });
  return (
    <Table
      store={store}
      end={null}
      hint={
        <section class="hint" aria-label={title} tabIndex={0}>
          <h1>{title}</h1>
          <div role="status">
            {given ? <Verdict puzzle={puzzle} given={given} /> : <p>{t("puzzleAsk")}</p>}
          </div>
          <button ref={next} type="button" class={given ? "primary next" : "next"} onClick={props.go}>
            {t("puzzleNext")}
          </button>
        </section>
      }
      list={
        <div class="list">
          {given && <Figures puzzle={puzzle} />}
          <ProgressBox pack={pack} levels={props.levels} />
        </div>
      }
    />
  );
}

function Verdict(props: { puzzle: PuzzlePosition; given: string }): JSX.Element {
  const { puzzle, given } = props;
  const right = puzzle.answer.best.includes(given);
  const move = moveName(given, puzzle.seen.schnapsen?.deal.trump);
  return (
    <>
      <p class={right ? "good" : "bad"}>
        <b>{right ? t("puzzleRight") : t("puzzleWrong", { move })}</b>
      </p>
      <p>{explained(puzzle, given)}</p>
    </>
  );
}

/** List the moves, the best first, with their figures and losses. */
function Figures(props: { puzzle: PuzzlePosition }): JSX.Element {
  const { answer: found, losses, seen } = props.puzzle;
  const moves = [...found.moves].sort((a, b) => (losses[a.move] ?? 0) - (losses[b.move] ?? 0));
  return (
    <table class="texts">
      <caption class="visually-hidden">{t("puzzleFigures")}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t(found.gauge?.kind === "chance" ? "chance" : "worth")}</th>
          <th scope="col">{t("puzzleCost")}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map(({ move, gauge }) => (
          <tr key={move} class={losses[move] ? "" : "best"}>
            <th scope="row">{moveName(move, seen.schnapsen?.deal.trump)}</th>
            <td>{found.gauge && gauge != null ? gaugeText(found.gauge, gauge) : "–"}</td>
            <td>{losses[move] ? percent(losses[move] / 100) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
