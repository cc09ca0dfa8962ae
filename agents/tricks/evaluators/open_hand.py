"""Open-hand values at games of the common engine."""

from collections.abc import Iterable, Sequence

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.played_out import played_out
from vorhand.agents.tricks.evaluators.values import Exact, Outcomes, once_few, play_of, worths
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds


def open_hand(outcomes: Outcomes, threads: int) -> Evaluator:
    """Make an evaluator of exact values with all cards open."""

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        return worths(view, moves, outcomes, play_of(view).values(worlds.rows, threads))

    return evaluate


def register(games: Iterable[str], outcomes: Outcomes, exact: int) -> None:
    """Register the evaluator."""

    @evaluator("open_hand", games=games)
    def _open_hand(*, exact: Exact = exact, threads: Threads = 1) -> Evaluator:
        """Value moves exactly with all cards open; above `exact` cards in hand, by playouts."""
        return once_few(exact, open_hand(outcomes, threads), played_out(outcomes, threads))
