"""Adapter of any OpenSpiel game to the frame: views, worlds and values of plain states."""

import random
from collections.abc import Callable

import pyspiel

from vorhand.agents.discovery import modules_of
from vorhand.agents.generic.budget import TooLargeError
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo import MODULES
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.parameters import AgentError
from vorhand.agents.spec import Spec
from vorhand.games.packs import pack_of


def _rehearse(game: pyspiel.Game, player: int, decide: Callable[[StateView], object]) -> None:
    """Make a player's first decision in a random deal; raise AgentError if the game is too large.

    Games without a pack are not tested: their agents may serve for the last moves of a large game.
    """
    if pack_of(game.get_type().short_name) is None:
        return
    rng = random.Random(0)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == player:
            try:
                decide(StateView(state, player))
            except TooLargeError as error:
                raise AgentError(f"game {game}: {error}") from error
            return
        state.apply_action(rng.choice(state.legal_actions()))


AGENTS = GamePart(
    modules=modules_of(
        __name__,
        MODULES,
        beliefs="every sampled",
        evaluators="alpha_mu epimc error_allowing open_hand payoff_reduction played_out "
        "vector_minimax",
        players="cfr first ismcts mcts openspiel:ismcts openspiel:mcts random",
    ),
    view=StateView,
    belief=lambda worlds: Spec("every" if worlds is None else "sampled"),
    remembers=True,
    rehearse=_rehearse,
)
