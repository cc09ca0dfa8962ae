"""Hints: what an agent would do with what a seat knows, and why."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from vorhand.agents.montecarlo.explanations import adviser
from vorhand.agents.parameters import AgentError
from vorhand.agents.spec import SpecError
from vorhand.service.games.observations import cached_game, state_of, view_of
from vorhand.service.server.agents import checked_agent
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.settings import Settings
from vorhand.v1 import observation_pb2

USUAL = "pimc"
_AT_ONCE = 2


class HintError(ValueError):
    """No hint can be given."""


@dataclass
class Hints:
    """Asks agents for their reasons, a few at once, the compiled core beside the event loop."""

    settings: Settings = field(default_factory=Settings)
    _free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def ask(self, seen: observation_pb2.Observation, agent: str) -> dict[str, Any]:
        """An agent's decision and its reasons as plain data, moves by name.

        Args:
          seen: what the seat knows; it is to act.
          agent: spec of the agent; empty: the usual one.

        Raises:
          HintError: the agent is none, gives no reasons, or may not sit at a table.
        """
        async with self._free:
            return await asyncio.to_thread(self._asked, seen, agent or USUAL)

    def _asked(self, seen: observation_pb2.Observation, agent: str) -> dict[str, Any]:
        try:
            game = cached_game(seen.game)
            spec = checked_agent(agent, game.get_type().short_name, self.settings)
            explain = adviser(spec, game, seen.seat, 0)
            view = view_of(seen)
            choice = explain(state_of(seen) if view is None else view)
        except ServiceError as error:
            raise HintError(str(error)) from error
        except (AgentError, SpecError, AttributeError) as error:
            raise HintError(f"no hint: {error}") from error
        return {"agent": spec, **choice.to_dict()}
