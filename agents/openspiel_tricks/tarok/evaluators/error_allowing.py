"""Error-allowing minimax at Tarok; playouts while the hands are large."""

from typing import Annotated

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.outcomes import outcomes, playouts
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.openspiel_tricks.tarok.evaluators.by_partner import by_partner
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import Range, Unset, evaluator
from vorhand.agents.tricks.evaluators.error_allowing import error_allowing
from vorhand.agents.tricks.evaluators.values import Depth, once_few, without_errors

_EXACT_ERRORS = {3: 5, 4: 4}


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing(
    *,
    depth: Depth = 1,
    exact: Annotated[int | None, Range(0, 16), Unset("5 for three players, 4 for four")] = None,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by error-allowing minimax; with more than `exact` cards in hand, by playouts."""
    few = error_allowing(outcomes, depth, threads)
    most = _EXACT_ERRORS if exact is None else exact
    return by_partner(once_few(most, few, without_errors(playouts(threads))))
