"""Playouts at Skat by any agent."""

import functools
from collections.abc import Callable
from typing import Any

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator, make_bot
from vorhand.agents.skat.compiled_players import compiled_player, is_compiled
from vorhand.agents.skat.evaluators.values import Objective, valued
from vorhand.agents.skat.outcomes import OutcomesOf, played_out, played_out_by
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame


@evaluator("played_out", games=GAMES)
def _played_out(
    game: SkatGame,
    *,
    playout: Spec = Spec("rule"),
    objective: Objective = "score",
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by playouts of an agent in all seats; objective=win stops decided playouts."""
    outcomes_of = playouts(playout, game, threads, objective)
    return valued(outcomes_of, objective, objective != "win", "playouts")


def playouts(playout: Spec, game: SkatGame, threads: int, objective: Objective) -> OutcomesOf:
    """Make playouts by any agent, in compiled code if it is compiled.

    Raises:
        SpecError, AgentError: there is no such agent, or it cannot be used in a playout.
    """
    if is_compiled(playout):
        return played_out(compiled_player(playout), threads, objective)
    make: Callable[[int, int], Any] = functools.partial(make_bot, playout, game, seated=False)
    make(0, 0)  # raises the errors of the spec now
    return played_out_by(make, game)
