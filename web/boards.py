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

from vorhand.games.packs import part
from vorhand.service.games.observations import cached_game

Question: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any]]
_AT_ONCE = asyncio.Semaphore(2)


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
    board: Board | None = part(name, "page")
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
    """The state after these actions."""
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state
