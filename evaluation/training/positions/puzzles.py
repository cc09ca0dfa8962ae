"""Puzzles: positions in which one card is clearly best, from deals that agents play.

The puzzles of a deal depend only on the settings, the seed and the deal's number. So an interrupted
run continues with the next deal, and gives the same puzzles.
"""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from vorhand.evaluation.puzzles import LEVELS, Puzzle, written
from vorhand.evaluation.puzzles.search import FAMILY_WISE_ERROR, MARGIN, puzzles_of
from vorhand.evaluation.puzzles.sources import SOURCES
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.workers.processes import Workers, ordered_map


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    count, worlds = int(settings["puzzles"]), int(settings["worlds"])
    work.mkdir(parents=True, exist_ok=True)
    files = []
    for name, source in SOURCES.items():
        kept = work / f"{name}-{seed}-{worlds}.jsonl"
        found: list[Puzzle] = []
        columns = (name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns) as progress:
            bar = progress.add_task(name, total=count)
            for puzzles in _by_deal(name, seed, worlds, kept, workers):
                found += puzzles
                progress.update(bar, completed=min(len(found), count))
                if len(found) >= count:
                    break
        del found[count:]
        levels = Counter(puzzle.level for puzzle in found)
        shown = ", ".join(f"level {level}: {levels[level]}" for level in LEVELS)
        Console().print(f"{name}: {shown}", soft_wrap=True, markup=False, highlight=False)
        comments = (
            f"vorhand train puzzles --size full --seed {seed} --set puzzles={count} "
            f"--set worlds={worlds}",
            f"{source.game}, played by {source.players}, judged twice by "
            f"{source.judge.format(worlds=worlds)}",
            f"leads of at least {MARGIN:.0%} of the stake, above 0 at "
            f"{1 - FAMILY_WISE_ERROR:.0%} for all cards together",
            "level: 1, and 1 for each of "
            f"{', '.join(('the highest card', *source.simple_players))} that misses it",
        )
        files.append(Fitted(f"{name}.puzzles", written(found, comments), "text", (len(found),)))
    return files


def _by_deal(
    name: str, seed: int, worlds: int, kept: Path, workers: Workers
) -> Iterator[list[Puzzle]]:
    """Yield the puzzles of each deal: first those in the file, then new ones, which it appends."""
    lines = kept.read_text("utf-8").split("\n") if kept.exists() else [""]
    done = [json.loads(line) for line in lines[:-1]]  # the last line may be incomplete
    kept.write_text("".join(line + "\n" for line in lines[:-1]), "utf-8")
    for texts in done:
        yield list(map(Puzzle.parse, texts))
    jobs = ((name, seed, deal, worlds) for deal in itertools.count(len(done)))
    with kept.open("a", encoding="utf-8") as file:
        for puzzles in ordered_map(_deal, jobs, workers):
            file.write(json.dumps(list(map(str, puzzles))) + "\n")
            file.flush()
            yield puzzles


def _deal(job: tuple[str, int, int, int]) -> list[Puzzle]:
    name, seed, deal, worlds = job
    return puzzles_of(SOURCES[name], seed, deal, worlds)


TRAINING = Training(
    summary="puzzles, in which one card is clearly best by what the player "
    "knows, graded by the simple players who miss it",
    files=tuple(f"{name}.puzzles" for name in SOURCES),
    settings={"puzzles": (3, 500), "worlds": (40, 120)},
    seed=1,
    takes="about 25 minutes of one core",
    run=_run,
)
