"""The page's questions about positions, played deals and hints of each game.

A pack's module for the layer ``web`` has an object ``WEB`` that implements `Board`. The page shows
other games by their own strings.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pyspiel

from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.advisers import adviser, usual_adviser
from vorhand.agents.parameters import AgentError
from vorhand.agents.spec import Spec, SpecError
from vorhand.games.packs import pack_of, part
from vorhand.native.errors import InputError
from vorhand.service.games.observations import (
    cached_game,
    observe,
    observer_of,
    state_of,
    view_of,
)
from vorhand.service.games.wire import ObservationError
from vorhand.service.server.agents import checked_agent, is_remote
from vorhand.service.server.settings import Settings, packed_games
from vorhand.service.server.table_setup import checked_name
from vorhand.v1 import observation_pb2
from vorhand.web.answers import Answer, Hint, TextOutcome
from vorhand.web.messages import Question
from vorhand.web.wire import as_json

_ANYWHERE = "pimc"  # the adviser of games that have none of their own


class BoardError(InputError):
    """A question that cannot be answered."""


class Board(Protocol):
    """The page's support for some games.

    Attributes:
      questions: the questions by name; they are answered in a process of `QuestionWorkers`.
    """

    questions: Mapping[str, Question]

    def outcome(self, game: str, actions: Sequence[int]) -> Answer:
        """Return the outcome of a deal, with all cards."""


def layout_of(game: str) -> str:
    """Return the name of the pack whose layout the page draws for this game; "" if none."""
    pack = pack_of(game)
    return "" if pack is None or pack.web is None or pack.games[0] != game else pack.name


def answer(game: str, question: str, body: bytes) -> Mapping[str, Any]:
    """Return the answer to a question, given by name and JSON; runs in `QuestionWorkers`."""
    board: Board | None = part(game, "web")
    answering = None if board is None else board.questions.get(question)
    if answering is None:
        raise BoardError(f"{game}/{question}: expected a game and a question that the page knows")
    return answering(body)


def prepare() -> None:
    """Import the modules that questions need, before the time limit of the first one starts."""
    for name in packed_games():
        part(name, "web")


def advise(seen: bytes, agent: str) -> Hint:
    """Return the decision of an agent, or of the default adviser, on a serialised `Observation`.

    Raises:
      BoardError: the agent is remote, gives no reasons, or needs more than an observation contains.
      ServiceError: the agent is unknown, or may not sit at a table.
    """
    observation = observation_pb2.Observation.FromString(seen)
    game = cached_game(observation.game)
    usual = usual_adviser(game.get_type().short_name) or Spec(_ANYWHERE)
    spec = allowed_agent(agent or str(usual), game)
    try:
        explain = adviser(spec, game, observation.seat, 0, reasons=True)
        view = view_of(observation)
        if view is None:
            view = StateView(state_of(observation), observation.seat)
        choice = explain(view)
    except (AgentError, SpecError, AttributeError, ObservationError) as error:
        raise BoardError(f"no hint: {error}") from error
    return Hint.of(choice, spec if agent else usual.name)


def outcome(game: str, actions: Sequence[int]) -> Answer:
    """Return the outcome of a deal; in games without page support, the text of its last state."""
    loaded = cached_game(game)
    board: Board | None = part(loaded.get_type().short_name, "web")
    if board is not None:
        return board.outcome(game, actions)
    return TextOutcome(text=str(state_after(loaded, actions)))


def seen(game: str, actions: Sequence[int], player: int) -> dict[str, Any]:
    """Return the state after some actions as a player sees it."""
    loaded = cached_game(game)
    state = state_after(loaded, actions)
    return as_json(observe(observer_of(loaded), game, state, player))


def state_after(game: pyspiel.Game, actions: Sequence[int]) -> pyspiel.State:
    """Return the state after some actions; raise BoardError for the first illegal one."""
    state = game.new_initial_state()
    for number, action in enumerate(actions):
        if state.is_terminal() or action not in _legal(state):
            raise BoardError(f"action {number}, {action!r}: expected a legal one")
        state.apply_action(action)
    return state


def _legal(state: pyspiel.State) -> Sequence[int]:
    legal: Sequence[int] = state.legal_actions()
    return legal


def game_of(text: str, name: str) -> pyspiel.Game:
    """Return the game of a game string whose short name is ``name``; load no other game.

    Raises:
      ServiceError: it is another game, or larger than permitted at a table.
      GameError: the game string is invalid.
    """
    checked_name(text, Settings(games=(name,)))
    return cached_game(text)


def allowed_agent(text: str, game: pyspiel.Game) -> str:
    """Return an agent's spec if strangers may consult it; else raise BoardError or ServiceError."""
    settings = Settings()
    if len(text) > settings.string_length:
        raise BoardError(
            f"agent: {len(text)} characters, expected at most {settings.string_length}"
        )
    spec = checked_agent(text, game.get_type().short_name, settings)
    if is_remote(spec):
        raise BoardError(f"agent {spec}: expected one of this server")
    return spec


def allowed_belief(text: str, game: pyspiel.Game) -> str:
    """Return a belief's spec if strangers may consult it; else raise SpecError or another error."""
    spec = Spec.parse(text)
    allowed_agent(f"pimc(belief={spec})", game)
    return str(spec)
