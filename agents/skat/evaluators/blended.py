"""The mean of two values of a card that err in different ways: open hands and playouts.

With open hands all players see all cards and nobody errs. In playouts the players see only their
own cards, but are no stronger than their rollout policy. Playouts cost less, so they cover more
worlds.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values
from vorhand.agents.parameters import AgentError, Threads
from vorhand.agents.registry import EvaluatorSpec, Range, arguments_of, evaluator, make
from vorhand.agents.skat.compiled_players import step_of
from vorhand.agents.skat.evaluators.played_out import playouts
from vorhand.agents.skat.evaluators.values import valued
from vorhand.agents.skat.worlds import GAMES, SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView

Places: TypeAlias = npt.NDArray[np.int64]


@evaluator("blended", games=GAMES)
def blended(
    game: SkatGame,
    *,
    of: EvaluatorSpec = Spec("open_hand"),
    playout: Spec = Spec("policy"),
    share: Annotated[float, Range(0, 1)] = 0.5,
    every: Annotated[int, Range(1, 1000)] = 10,
    threads: Threads = 1,
) -> Evaluator:
    """Average the values of another evaluator and of playouts, which err in different ways.

    of: the other evaluator; playouts maximise the same objective. playout: the agent that plays the
    worlds out, in all seats. share: weight of the playouts. every: the step between the worlds that
    the other evaluator values; a smaller step is used if these would be fewer than 40.
    """
    objective = arguments_of(of, game.get_type().short_name, "evaluator").get("objective")
    if objective is None:
        raise AgentError(f"of={of}: expected an evaluator with an objective, for playouts to share")
    values_of: Evaluator = make("evaluator", of, game)
    outcomes_of = playouts(playout, game, threads, objective)
    played_out = valued(outcomes_of, objective, method="playouts")

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        played = played_out(view, worlds, moves)
        step = 1 if len(worlds) == worlds.possible else step_of(len(worlds), every)
        places = np.arange(0, len(worlds), step)
        some = worlds.pick(places, worlds.number)
        values = values_of(view, some, moves)
        worth = share * played.worth + (1 - share) * _spread(values.worth, worlds, some, places)
        found = {"open hands": values.worth, **values.diagnostics}
        sampled = {name: _at(places, column, len(worlds)) for name, column in found.items()}
        # With open hands soloists win too rarely, because the defenders see all cards.
        sampled["won"] = played["won"]
        diagnostics = {**sampled, "played out": played.worth}
        return Values(worth, diagnostics, played.stakes, replace(played.meaning, method="blended"))

    return evaluate


def _spread(worth: Floats, worlds: SkatWorlds, some: SkatWorlds, places: Places) -> Floats:
    """Extend the values of some worlds to all worlds, with the same mean and standard error."""
    mean = weighted_mean(Values(worth), some.weights)
    every = np.tile(mean, (len(worlds), 1))
    every[places] += (worth - mean) * (worlds.weights.sum() / worlds.weights[places].sum())
    return every


def _at(places: Places, column: Floats, n: int) -> Floats:
    """Return ``n`` rows: those of ``column`` at these places, and nan elsewhere."""
    every = np.full((n, column.shape[1]), np.nan)
    every[places] = column
    return every
