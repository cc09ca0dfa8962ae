"""Plain search of Skat with open cards: every line is played to its end and scored by the rules."""

from collections.abc import Callable

from vorhand.native.skat import Deal


def searched(deal: Deal, worth: Callable[[Deal], float]) -> float:
    """Return the result of best play; the soloist maximises it and the defenders minimise it."""
    if deal.is_over:
        return worth(deal)
    found = []
    for card in deal.legal_actions():
        after = deal.copy()
        after.apply(card)
        found.append(searched(after, worth))
    return max(found) if deal.player == deal.soloist else min(found)


def soloist_wins(deal: Deal) -> bool:
    """Return whether the soloist wins the game with open cards."""
    return bool(searched(deal, lambda over: over.result().won))
