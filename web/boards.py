"""What the page asks about positions and played deals, game by game.

A pack names a module with an object ``PART`` of the form of `Board` (layer ``page``); the page
shows other games by their own strings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pyspiel

from vorhand.agents.spec import Spec
from vorhand.games.packs import pack_of, part
from vorhand.service.games.observations import cached_game, observe, observer_of
from vorhand.service.server.agents import checked_agent, is_remote
from vorhand.service.server.settings import Settings
from vorhand.service.server.setups import checked_name
from vorhand.web.messages import Question
from vorhand.web.wire import as_json


class BoardError(ValueError):
    """A question that cannot be answered."""


class Board(Protocol):
    """What the page knows of some games.

    Attributes:
      questions: by name; they are answered in a process of `Thinkers`.
    """

    questions: Mapping[str, Question]

    def outcome(self, game: str, actions: Sequence[int]) -> Mapping[str, Any]:
        """How a deal ended, all cards shown, as plain data."""


def laid_out(game: str) -> str:
    """The pack by which the page lays out a game; empty: it shows the game in plain form.

    Of a pack it is the first game, with whose cards the page was drawn.
    """
    pack = pack_of(game)
    return "" if pack is None or pack.page is None or pack.games[0] != game else pack.name


def answer(game: str, question: str, body: bytes) -> Mapping[str, Any]:
    """The answer to a question, asked by its name with a JSON object; a task of `Thinkers`."""
    board: Board | None = part(game, "page")
    answering = None if board is None else board.questions.get(question)
    if answering is None:
        raise BoardError(f"{game}/{question}: expected a game and a question that the page knows")
    return answering(body)


def outcome(game: str, actions: Sequence[int]) -> Mapping[str, Any]:
    """How a deal ended; in a game that the page does not know, its last state in words."""
    loaded = cached_game(game)
    board: Board | None = part(loaded.get_type().short_name, "page")
    if board is not None:
        return board.outcome(game, actions)
    return {"text": str(state_after(loaded, actions))}


def seen(game: str, actions: Sequence[int], player: int) -> dict[str, Any]:
    """The state after these actions as a player saw it, counted round from player 0."""
    loaded = cached_game(game)
    state = state_after(loaded, actions)
    observer = observer_of(loaded)
    return as_json(observe(observer, game, state, player % loaded.num_players()))


def state_after(game: pyspiel.Game, actions: Sequence[int]) -> pyspiel.State:
    """The state after these actions; BoardError names the first that is not legal."""
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
    """The game of a game string; it is not loaded unless its short name is ``name``.

    Raises:
      ServiceError: it is another game, or larger than may be played at a table.
      GameError: it is not a game string.
    """
    checked_name(text, Settings(games=(name,)))
    return cached_game(text)


def allowed_agent(text: str, game: pyspiel.Game) -> str:
    """The spec of an agent that strangers may consult; BoardError, ServiceError if not."""
    settings = Settings()
    if len(text) > settings.string_length:
        raise BoardError(f"agent: {len(text)} characters, expected {settings.string_length}")
    spec = checked_agent(text, game.get_type().short_name, settings)
    if is_remote(spec):
        raise BoardError(f"agent {spec}: expected one of this server")
    return spec


def allowed_belief(text: str, game: pyspiel.Game) -> str:
    """The spec of a belief that strangers may consult; errors as for `allowed_agent`."""
    spec = Spec.parse(text)
    allowed_agent(f"pimc(belief={spec})", game)
    return str(spec)
