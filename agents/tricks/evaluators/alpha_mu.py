"""Alpha-mu at games of the common engine."""

from collections.abc import Iterable

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Positions, Vectors
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.joint_search import Plies, searched_together
from vorhand.agents.tricks.evaluators.played_out import played_out
from vorhand.agents.tricks.evaluators.values import Exact, Outcomes, Wanted, all_tricks, once_few


def register(
    games: Iterable[str], outcomes: Outcomes, exact: int, wanted: Wanted = all_tricks
) -> None:
    """Register the evaluator."""

    @evaluator("alpha_mu", games=games, together=True)
    def _alpha_mu(
        *,
        plies: Plies = 2,
        exact: Exact = exact,
        positions: Positions = 100_000,
        vectors: Vectors = 64,
    ) -> Evaluator:
        """Value moves by alpha-mu; with more than `exact` cards in hand, by playouts.

        plies: cards of the player before hands are opened. positions: number of evaluated positions
        after which fewer plies are used; 0: no limit. vectors: largest number of vectors kept in a
        Pareto front; 0: all.
        """
        few = searched_together(outcomes, False, plies, positions, vectors)
        return once_few(exact, few, played_out(outcomes, 1, wanted))
