"""What deals of OpenSpiel's games are worth to who plays one deal, by plain rules."""

from __future__ import annotations

import pyspiel


def hearts(state: pyspiel.State) -> list[float]:
    """The own points, so that another takes all is not seen."""
    returns = list(state.returns())
    return [26.0] * 4 if sorted(returns) == [0, 0, 0, 26] else returns


def spades(state: pyspiel.State) -> list[float]:
    """Ten a trick bid if the side has made it, one for each other trick; not over several deals."""
    moves = [move for move in state.full_history() if move.player >= 0]
    scores = []
    for side in (0, 1):
        bid = sum(move.action - 52 for move in moves[:4] if move.player % 2 == side)
        tricks = sum(_winner(moves[i : i + 4]) % 2 == side for i in range(4, 56, 4))
        scores.append(float(10 * bid + tricks - bid if tricks >= bid else -10 * bid))
    return scores * 2


def _winner(trick: list[pyspiel.PlayerAction]) -> int:
    """The highest spade, or else the highest card of the suit led, takes it."""
    led = trick[0].action // 13

    def strength(move: pyspiel.PlayerAction) -> tuple[bool, bool, int]:
        suit, rank = divmod(move.action, 13)
        return suit == 3, suit == led, rank

    return int(max(trick, key=strength).player)
