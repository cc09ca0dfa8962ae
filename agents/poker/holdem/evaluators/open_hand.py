"""Open-hand values at hold'em."""

from collections.abc import Sequence

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.poker.holdem.evaluators.error_allowing import error_allowing
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.poker.holdem.worlds import GAMES, HoldemWorlds
from vorhand.agents.registry import evaluator


def open_hand(view: HoldemView, worlds: HoldemWorlds, moves: Sequence[int]) -> Values:
    """Value moves by minimax over the betting, with all cards of the world known to both."""
    return Values(error_allowing(view, worlds, moves).worth)


@evaluator("open_hand", games=GAMES)
def _open_hand() -> Evaluator:
    """Value moves with all cards face up and perfect betting."""
    return open_hand
