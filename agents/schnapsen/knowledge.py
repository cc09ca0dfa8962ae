"""The share of a player's hand that the opponent is assumed to know.

Wisser (IJCAI 2015): k = k' + (1 - k') h / N, for h cards in MAX's hand, and N cards in the hand and
the talon that MIN has not seen. It is computed after each move, since moves reveal different cards:
an announced marriage shows a second card, an exchange shows the card taken up. When the talon is
used up, MIN can infer the hand, and k is 1.
"""

import numpy as np
import numpy.typing as npt

from vorhand.native.schnapsen import Deal, Rules


def knowledge_after(rules: Rules, view: Deal, player: int) -> npt.NDArray[np.float64]:
    """Return k for k' = 0 after each legal action of ``player``, MAX, in ascending order."""
    return np.array([_share(rules, view, player, action) for action in view.legal_actions(rules)])


def _share(rules: Rules, view: Deal, player: int, action: int) -> float:
    hand, known = view.hand(player), view.known(player)
    if action < 32:
        hand &= ~(1 << action)
        known &= ~(1 << action)
    elif action >= 34:
        known |= 0b110 << (8 * (action - 34))
    elif action == 32:
        hand = hand & ~(1 << (8 * view.trump)) | 1 << view.up
        known = known & ~(1 << (8 * view.trump)) | 1 << view.up
    unseen = (hand & ~known).bit_count() + len(view.talon)
    return min(1.0, hand.bit_count() / unseen) if unseen else 1.0
