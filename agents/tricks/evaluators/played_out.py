"""Playouts at games of the common engine."""

from collections.abc import Iterable, Sequence

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.values import Outcomes, Wanted, all_tricks, play_of, worths
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds


def played_out(outcomes: Outcomes, threads: int, wanted: Wanted = all_tricks) -> Evaluator:
    """Make an evaluator by playouts of compiled rules of thumb, which see no hidden cards."""

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        results = play_of(view).playouts(worlds.rows, wanted(view), threads)
        return worths(view, moves, outcomes, results)

    return evaluate


def register(games: Iterable[str], outcomes: Outcomes, wanted: Wanted = all_tricks) -> None:
    """Register the evaluator."""

    @evaluator("played_out", games=games)
    def _played_out(*, threads: Threads = 1) -> Evaluator:
        """Value moves by playouts of compiled rules of thumb, which see no hidden cards."""
        return played_out(outcomes, threads, wanted)
