"""Exact open hands at Tarok; playouts while the hands are large."""

from typing import Annotated

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.outcomes import outcomes, playouts
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.openspiel_tricks.tarok.evaluators.by_partner import by_partner
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import Range, Unset, evaluator
from vorhand.agents.tricks.evaluators.open_hand import open_hand
from vorhand.agents.tricks.evaluators.values import once_few

_EXACT = {3: 6, 4: 5}  # by number of seats: the largest hands solved in milliseconds


@evaluator("open_hand", games=GAMES)
def _open_hand(
    *,
    exact: Annotated[int | None, Range(0, 16), Unset("6 for three players, 5 for four")] = None,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves exactly with all cards open; with more than `exact` cards in hand, by playouts.

    At klop all other players are assumed to play against the player (paranoid search).
    """
    few = open_hand(outcomes, threads)
    return by_partner(once_few(_EXACT if exact is None else exact, few, playouts(threads)))
