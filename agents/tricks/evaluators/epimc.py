"""EPIMC at games of the common engine."""

from collections.abc import Iterable

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Positions
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.joint_search import Plies, searched_together
from vorhand.agents.tricks.evaluators.played_out import played_out
from vorhand.agents.tricks.evaluators.values import Exact, Outcomes, Wanted, all_tricks, once_few


def register(
    games: Iterable[str], outcomes: Outcomes, exact: int, wanted: Wanted = all_tricks
) -> None:
    """Register the evaluator."""

    @evaluator("epimc", games=games, together=True)
    def _epimc(
        *, depth: Plies = 4, exact: Exact = exact, positions: Positions = 100_000
    ) -> Evaluator:
        """Value moves by EPIMC; with more than `exact` cards in hand, by playouts.

        depth: cards of all seats before hands are opened. positions: number of evaluated positions
        after which a lower depth is used; 0: no limit.
        """
        few = searched_together(outcomes, True, depth, positions)
        return once_few(exact, few, played_out(outcomes, 1, wanted))
