"""Explanations by agents, for human players and for reviews of played deals."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pyspiel

from vorhand.agents.montecarlo.bots import Explains
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.grading import graded
from vorhand.agents.montecarlo.symmetry import chosen_again, evened
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import make_bot, sees_hidden_cards
from vorhand.agents.spec import Spec
from vorhand.games.packs import part


def adviser(
    spec: str | Spec, game: pyspiel.Game, player: int, seed: int, *, reasons: bool = False
) -> Callable[[Any], Choice]:
    """Return a function from a view of this player to an agent's decision and its reasons.

    Hints and reviews use the same function, so that a recommended move is never called a mistake:
    the verdicts of a choice give the loss of each move compared with the move chosen. Moves with
    the same consequences have the same figures. The scores of `ppp` and `pvp` are presumed values,
    not the ranks by which these agents decide. With ``reasons`` the choice gets a sentence on the
    decision (`Choice.because`), if the game provides one.

    Raises:
        SpecError, AgentError: there is no such agent for the game, it gives no reasons, or it
            derives them from cards that the player does not see.
    """
    bot = make_bot(spec, game, player, seed, seated=False)
    if sees_hidden_cards(spec, game.get_type().short_name):
        raise AgentError(f"agent {spec}: sees all cards; expected one that does not, such as pimc")
    if not isinstance(bot, Explains):
        raise AgentError(f"agent {spec}: gives no reasons; expected one that does, such as pimc")
    known = part(game.get_type().short_name, "agents")

    def explain(view: Any) -> Choice:
        answered: Choice | None = None if known is None else known.answered(view)
        if answered is not None:
            return answered
        alike = () if known is None else known.alike(view)
        choice = chosen_again(presumed(bot.explain(view)), alike)
        choice = evened(graded(choice, alike), alike)
        if known is None or not reasons:
            return choice
        return replace(choice, because=known.reason(view, choice, alike))

    return explain


def presumed(choice: Choice) -> Choice:
    """Replace the ranks in a choice by `pvp` or `ppp` with the presumed values as scores."""
    values = choice.diagnostics.get("pv", choice.diagnostics.get("pp"))
    return choice if values is None else replace(choice, scores=values)


def usual_adviser(game: str) -> Spec | None:
    """Return the default adviser of the game with this short name; None if no pack names one."""
    known = part(game, "agents")
    return None if known is None else known.adviser


def best_agent(game: str) -> Spec | None:
    """Return the default opponent of people at this game; None if no pack names one."""
    known = part(game, "agents")
    return None if known is None else known.best
