"""Sentences that compare a bidder's best game with the next best one."""

from __future__ import annotations

from collections.abc import Sequence

from vorhand.agents.montecarlo.comparison import reason
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.skat.bidding.contracts import Prospect

TEXTS = {
    "game": "{game} wins in {share} of the cases and brings {points} points on average; {hand}, "
    "the next best game, wins in {than} and brings {fewer}.",
    "only game": "{game} wins in {share} of the cases and brings {points} points on average.",
    "skat or hand": "With the skat {share} (mostly {game}) and {points} points on average; {hand} "
    "{than} and {fewer}.",
    "with the skat": "With the skat {share} (mostly {game}) and {points} points on average.",
}


def best_game(ranked: Sequence[Prospect]) -> Reason:
    """Compare the best of the ranked prospects with the best prospect of another game."""
    best = ranked[0]
    other = next((way for way in ranked if way.declaration != best.declaration), None)
    return _compared("only game" if other is None else "game", best, other)


def skat_or_hand(mean: Prospect, hand: Prospect | None) -> Reason:
    """Compare the mean result after picking up with the best hand game."""
    return _compared("with the skat" if hand is None else "skat or hand", mean, hand)


def _compared(kind: str, one: Prospect, other: Prospect | None) -> Reason:
    facts: dict[str, str | float] = {
        "game": one.declaration.in_words(),
        "share": one.chance,
        "points": one.score,
    }
    if other is not None:
        facts |= {
            "hand": other.declaration.in_words(),
            "than": other.chance,
            "fewer": other.score,
        }
    return reason(kind, TEXTS[kind], **facts)
