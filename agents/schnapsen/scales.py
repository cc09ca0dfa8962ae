"""What the scores of a choice at Schnapsen are, which depends on who made it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vorhand.agents.montecarlo.choice import Choice

Scale: TypeAlias = Literal["points", "match", ""]
_CHANCES_IN_A_MATCH = ("game points", "presumed")  # told beside worths that are chances there


def scale_of(choice: Choice, is_match: bool) -> Scale:
    """Game points, or the chance to win the match, of the player who decides; empty: neither.

    Neither are shares of visits and votes. Open hands are valued in game points in matches too.
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
    """The score of a player as player 0 sees it: what one gains the other loses."""
    if player == 0:
        return score
    return 1 - score if scale == "match" else -score
