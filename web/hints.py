"""Hints: an agent's choice with a seat's knowledge, and its reasons."""

from __future__ import annotations

from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.advisers import adviser, usual_adviser
from vorhand.agents.parameters import AgentError
from vorhand.agents.spec import Spec, SpecError
from vorhand.games.packs import part
from vorhand.native.errors import InputError
from vorhand.service.games.observations import cached_game, state_of, view_of
from vorhand.service.games.wire import ObservationError
from vorhand.service.server.settings import packed_games
from vorhand.v1 import observation_pb2
from vorhand.web.answers import Hint
from vorhand.web.boards import allowed_agent

_ANYWHERE = "pimc"


class HintError(InputError):
    """A hint that cannot be given."""


def prepare() -> None:
    """Import what the first question would have to wait for; a task of `QuestionWorkers`."""
    for name in packed_games():
        part(name, "web")


def advise(seen: bytes, agent: str) -> Hint:
    """Return an agent's decision and its reasons; a task of `QuestionWorkers`.

    Args:
      seen: a serialised `Observation` of the seat to act.
      agent: spec of the agent; empty: the default adviser.

    Raises:
      HintError: the agent gives no reasons, or needs more than an observation contains.
      ServiceError: the agent is unknown, or may not sit at a table.
    """
    observation = observation_pb2.Observation.FromString(seen)
    game = cached_game(observation.game)
    usual = usual_adviser(game.get_type().short_name) or Spec(_ANYWHERE)
    spec = allowed_agent(agent or str(usual), game)
    try:
        explain = adviser(spec, game, observation.seat, 0)
        view = view_of(observation)
        if view is None:
            view = StateView(state_of(observation), observation.seat)
        choice = explain(view)
    except (AgentError, SpecError, AttributeError, ObservationError) as error:
        raise HintError(f"no hint: {error}") from error
    return Hint.of(choice, spec if agent else usual.name)
