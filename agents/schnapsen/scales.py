"""The unit of the scores of a choice at Schnapsen, which depends on the agent."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vorhand.agents.montecarlo.choice import Choice

Scale: TypeAlias = Literal["points", "match", ""]
_CHANCES_IN_A_MATCH = ("game points", "presumed")  # accompany values that are chances there


def scale_of(choice: Choice, is_match: bool) -> Scale:
    """Return the unit: game points, or the deciding player's match chance; empty: neither.

    Shares of visits and votes have neither unit. Open hands have game points in matches too.
    """
    told = choice.diagnostics
    if "pv" in told or "pp" in told:
        return "match" if "pv" in told else "points"
    if choice.reason == "tree":
        return "match" if is_match else "points"
    if not choice.errors or "visit share" in told:
        return ""
    return "match" if is_match and any(name in told for name in _CHANCES_IN_A_MATCH) else "points"


def for_player_0(score: float, scale: Scale, player: int) -> float:
    """Convert the score of a player to player 0's side; one's gain is the other's loss."""
    if player == 0:
        return score
    return 1 - score if scale == "match" else -score
