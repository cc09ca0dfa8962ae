"""What the page asks about positions and played deals, game by game.

A pack names a module with an object ``PART`` of the form of `Board` (layer ``page``); the page
shows other games by their own strings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import pyspiel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from vorhand.agents.spec import Spec
from vorhand.games.packs import part
from vorhand.service.games.observations import cached_game
from vorhand.service.server.agents import checked_agent
from vorhand.service.server.settings import Settings

Question: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any]]
_AT_ONCE = asyncio.Semaphore(2)
_MOST_ACTIONS = 10_000


class BoardError(ValueError):
    """A question that nobody can answer."""


class Board(Protocol):
    """What the page knows of some games.

    Attributes:
      questions: by name, functions from plain data to plain data; they run beside the event
        loop, and raise ValueError for what they do not understand.
    """

    questions: Mapping[str, Question]

    def outcome(self, game: str, actions: Sequence[int]) -> Mapping[str, Any]:
        """How a deal ended, all cards shown, as plain data."""


async def answer(request: Request) -> Response:
    """The answer to a question about a game, asked by its name."""
    name, question = request.path_params["game"], request.path_params["question"]
    # What it needs is imported with the first question; tables go on meanwhile.
    board: Board | None = await asyncio.to_thread(part, name, "page")
    asked = None if board is None else board.questions.get(question)
    if asked is None:
        raise BoardError(f"{name}/{question}: expected a game and a question that the page knows")
    body = await request.json()
    if not isinstance(body, dict):
        raise BoardError("expected an object")
    async with _AT_ONCE:
        return JSONResponse(await asyncio.to_thread(asked, body))


def outcome(game: str, actions: Sequence[int]) -> Mapping[str, Any]:
    """How a deal ended; of a game that the page does not know, its last state in words."""
    loaded = cached_game(game)
    board: Board | None = part(loaded.get_type().short_name, "page")
    if board is not None:
        return board.outcome(game, actions)
    return {"text": str(state_after(loaded, actions))}


def state_after(game: pyspiel.Game, actions: Sequence[int]) -> pyspiel.State:
    """The state after these actions; BoardError names the first that is not legal."""
    if not isinstance(actions, list) or len(actions) > _MOST_ACTIONS:
        raise BoardError(f"actions: expected a list, of at most {_MOST_ACTIONS}")
    state = game.new_initial_state()
    for number, action in enumerate(actions):
        if not isinstance(action, int) or state.is_terminal() or action not in _legal(state):
            raise BoardError(f"action {number}, {action!r}: expected a legal one")
        state.apply_action(action)
    return state


def _legal(state: pyspiel.State) -> Sequence[int]:
    legal: Sequence[int] = state.legal_actions()
    return legal


def text_of(body: Mapping[str, Any], name: str) -> str:
    """A text in a question; BoardError if there is none."""
    value = body.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BoardError(f"{name}: expected a text")
    return value


def allowed_agent(text: str, game: pyspiel.Game) -> str:
    """The spec of an agent that strangers may ask, as for a seat; ServiceError if not."""
    return checked_agent(text, game.get_type().short_name, Settings())


def allowed_belief(text: str, game: pyspiel.Game) -> str:
    """The spec of a belief that an allowed agent may have."""
    spec = Spec.parse(text)
    allowed_agent(f"pimc(belief={spec})", game)
    return str(spec)
