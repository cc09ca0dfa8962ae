"""Open-hand values at Skat."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.skat.evaluators.values import Objective, valued
from vorhand.agents.skat.outcomes import Exactness, check_levels, open_hand
from vorhand.agents.skat.worlds import GAMES


@evaluator("open_hand", games=GAMES)
def _open_hand(
    *, objective: Objective = "score", values: Exactness = "exact", threads: Threads = 1
) -> Evaluator:
    """Value moves by perfect play with all cards open; values=levels: find only paying levels."""
    check_levels(values, objective)
    return valued(open_hand(threads, values), objective, tell_points=values == "exact")
