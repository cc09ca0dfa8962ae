"""A sentence with the value up to which a bidder would bid with a hand."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.skat.bidding.contracts import Prospect

TEXTS = {
    "pass": "Pass: for {value} the best game wins in {share} of the cases; {than} are needed.",
    "pass narrowly": "Pass: for {value} the best game wins in slightly less than the {than} that "
    "are needed.",
    "limit": "Bid up to {value}: with the skat {share} (mostly {game}), {hand} {than}.",
    "limit with the skat": "Bid up to {value}: with the skat {share} (mostly {game}).",
    "limit from the hand": "Bid up to {value}: {hand} {than}.",
}

Chances: TypeAlias = tuple[Prospect, Prospect | None]
"""The mean prospect after picking up, named by the most frequent game, and the best hand game."""


def limit_of(values: Sequence[int], chances: Callable[[int], Chances], threshold: float) -> Reason:
    """State up to which of these ascending bid values a game reaches the threshold, if to any.

    The other players' bids so far are fixed. The search stops at the first value at which no game
    reaches the threshold, although a game may narrowly reach it at a higher value.
    """
    reached: tuple[int, Prospect, Prospect | None] | None = None
    for value in values:
        skat, hand = chances(value)
        best = max(skat.chance, hand.chance if hand else 0)
        if best < threshold:
            if reached is None:
                return _passed(value, best, threshold)
            break
        reached = value, skat, hand
    assert reached is not None
    value, skat, hand = reached
    with_skat: dict[str, str | float] = {"share": skat.chance, "game": skat.declaration.in_words()}
    if hand is None or hand.chance < threshold:
        return _reason("limit with the skat", {"value": value, **with_skat})
    from_hand: dict[str, str | float] = {"hand": hand.declaration.in_words(), "than": hand.chance}
    if skat.chance < threshold:
        return _reason("limit from the hand", {"value": value, **from_hand})
    return _reason("limit", {"value": value, **with_skat, **from_hand})


def _passed(value: int, share: float, needed: float) -> Reason:
    """Say that no game reaches the needed chance; leave out the best chance if both print alike."""
    if f"{share:.0%}" == f"{needed:.0%}":
        return _reason("pass narrowly", {"value": value, "than": needed})
    return _reason("pass", {"value": value, "share": share, "than": needed})


def _reason(kind: str, facts: dict[str, str | float]) -> Reason:
    return Reason(kind, TEXTS[kind], facts)
