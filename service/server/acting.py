"""What the agents at a table do: at once, at an even pace, or when it is their turn to think."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from vorhand.service.server import agents
from vorhand.service.server.entries import Entry
from vorhand.service.server.errors import ServiceError, invalid
from vorhand.service.server.thinking import ThinkingError
from vorhand.v1 import tables_pb2

if TYPE_CHECKING:
    from vorhand.service.server.live import Live

_LOG = structlog.get_logger()
_TOGETHER = 64  # entries that instant agents make before everybody is told
_A_FEW = 8  # the same, at a table at which no player is, so that others have their turn soon
_AGENT = tables_pb2.SEAT_KIND_AGENT


class Acting:
    """Decides for the agents of a table, and for those who stand in."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._instant = agents.Instant()
        self._task: asyncio.Task[None] | None = None
        self._turn = 0  # that it is about
        self._waits = False  # for a turn among tables at which nobody is

    def act(self, seat: int, agent: str, *, stand_in: bool = False) -> None:
        """Has the agent of the seat to act decide, if it is not doing so."""
        live = self._live
        if self._task is not None:
            if self._turn == live.table.turn and not (self._waits and live.attended):
                return
            self._task.cancel()  # somebody has come, or has played before their stand-in did
            self._task, self._waits = None, False
        self._turn = live.table.turn
        if not agents.is_instant(agent, live.table.setup.game) or self._even_s:
            self._task = asyncio.create_task(self._think(seat, agent, stand_in))
        elif live.attended:
            live.commit(self.play_on([], stand_in=stand_in))
        else:
            self._waits = True
            self._task = asyncio.create_task(self._wait_for_turn())

    def stop(self) -> None:
        """Nothing is decided any more."""
        if self._task is not None:
            self._task.cancel()

    def play_on(self, entries: list[Entry], *, stand_in: bool = False) -> list[Entry]:
        """Instant agents act until somebody else is to.

        Args:
          entries: what has happened just before.
          stand_in: whether the first stands in for a player who is there.
        """
        live, table = self._live, self._live.table
        most = _TOGETHER if live.attended else _A_FEW
        while len(entries) < most and (seat := table.to_act) >= 0 and not self._even_s:
            agent = table.setup.stand_in if stand_in else live.agent_for(seat)
            if not agent or not agents.is_instant(agent, table.setup.game):
                break
            started = time.perf_counter()
            action = self._instant.decide(agent, table.state, table.deal_seed)
            live.services.decided(agent, time.perf_counter() - started)
            entries += table.move(seat, action, stand_in=self._is_player(seat))
            stand_in = False
        return entries

    @property
    def _even_s(self) -> float:
        """How long after its turn has begun an agent answers."""
        return self._live.table.setup.agent_ms / 1000

    def _is_player(self, seat: int) -> bool:
        return self._live.table.seats[seat].kind != _AGENT

    async def _wait_for_turn(self) -> None:
        """Nobody waits for what happens at this table: others go first."""
        live = self._live
        async with live.services.turn(live.owner):
            self._task, self._waits = None, False
            live.play_unattended()

    async def _think(self, seat: int, agent: str, stand_in: bool) -> None:
        """An agent that takes its time decides; if it fails, the stand-in does, or a rule."""
        live, table = self._live, self._live.table
        turn, started = table.turn, time.monotonic()
        try:
            action = await self._decision(agent)
        except Exception as error:  # whatever it is: the others at the table wait for a move
            if table.turn != turn or table.ended:
                return  # the player is back and has played
            self._failed(seat, agent, error)
            stand_in = True
            action = self._fallback()
        finally:
            if self._task is asyncio.current_task():
                self._task = None
        if (rest := self._even_s - (time.monotonic() - started)) > 0:
            self._task = asyncio.current_task()
            await asyncio.sleep(rest)
            self._task = None

        def move() -> None:
            if table.turn == turn and not table.ended:
                stands_in = stand_in or self._is_player(seat)
                live.commit(self.play_on(table.move(seat, action, stand_in=stands_in)))

        live.when_free(move)

    async def _decision(self, agent: str) -> int:
        """What an agent chooses; whatever it raises, or ServiceError if that is not legal."""
        live, table, started = self._live, self._live.table, time.monotonic()
        if agents.is_instant(agent, table.setup.game):
            action = self._instant.decide(agent, table.state, table.deal_seed)
        else:
            action = await live.services.think(live, agent)
        live.services.decided(agent, time.monotonic() - started)
        if action not in table.state.legal_actions():
            raise invalid(f"chose {action}, which is not legal")
        return action

    def _failed(self, seat: int, agent: str, error: Exception) -> None:
        """Tells the log, and the author of an agent that is dialled, what it failed in."""
        live = self._live
        expected = isinstance(error, ThinkingError | ServiceError)
        tell = _LOG.warning if expected else _LOG.exception
        tell("agent failed", table=live.table_id, agent=agent, error=str(error))
        if agents.is_remote(agent):
            shown = error if expected else ThinkingError("internal error of the server")
            live.onlookers.show_failed(seat, live.told, shown)

    def _fallback(self) -> int:
        """What is played where an agent failed: the instant stand-in, else any move."""
        table = self._live.table
        stand_in = str(table.setup.stand_in)
        if agents.is_instant(stand_in, table.setup.game):
            try:
                return self._instant.decide(stand_in, table.state, table.deal_seed)
            except Exception:
                _LOG.exception("stand-in failed", table=self._live.table_id, agent=stand_in)
        return self._instant.decide("random", table.state, table.deal_seed)
