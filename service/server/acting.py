"""The moves of a table's agents: instant, evenly paced, or from a worker or a remote agent."""

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
_TOGETHER = 64  # entries that instant agents make before subscribers are notified
_A_FEW = 8  # the same at a table without players, so that other tables get their turn soon
_AGENT = tables_pb2.SEAT_KIND_AGENT


class Acting:
    """The component of a table that decides for its agents and for stand-ins."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._instant = agents.Instant()
        self._task: asyncio.Task[None] | None = None
        self._turn = 0  # turn that `_task` decides
        self._waits = False  # for a turn among the tables without players

    def act(self, seat: int, agent: str, *, stand_in: bool = False) -> None:
        """Start the decision of the agent of the seat to act, unless it is already under way."""
        live = self._live
        if self._task is not None:
            if self._turn == live.table.turn and not (self._waits and live.attended):
                return
            self._task.cancel()  # a player has joined, or has played before their stand-in did
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
        """Cancel the decision under way."""
        if self._task is not None:
            self._task.cancel()

    def play_on(self, entries: list[Entry], *, stand_in: bool = False) -> list[Entry]:
        """Let instant agents act until another kind of player is to act.

        Args:
          entries: events that have just happened; the moves are appended.
          stand_in: whether the first move is made by the stand-in for a player who is present.
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
        """Minimum time from the beginning of an agent's turn to its move, in seconds."""
        return self._live.table.setup.agent_ms / 1000

    def _is_player(self, seat: int) -> bool:
        return self._live.table.seats[seat].kind != _AGENT

    async def _wait_for_turn(self) -> None:
        """Play on when it is this table's turn; tables with players go first."""
        live = self._live
        async with live.services.turn(live.owner):
            self._task, self._waits = None, False
            live.play_unattended()

    async def _think(self, seat: int, agent: str, stand_in: bool) -> None:
        """Let a slow agent decide; if it fails, fall back to the stand-in or to a random move."""
        live, table = self._live, self._live.table
        turn, started = table.turn, time.monotonic()
        try:
            action = await self._decision(agent)
        except Exception as error:  # of any kind: the others at the table wait for a move
            if table.turn != turn or table.ended:
                return  # the player has come back and has played
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
        """Return an agent's choice; pass on its errors, and raise ServiceError if it is illegal."""
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
        """Log the error of an agent, and show it to the author of a remote agent."""
        live = self._live
        expected = isinstance(error, ThinkingError | ServiceError)
        tell = _LOG.warning if expected else _LOG.exception
        tell("agent failed", table=live.table_id, agent=agent, error=str(error))
        if agents.is_remote(agent):
            shown = error if expected else ThinkingError("internal error of the server")
            live.onlookers.show_failed(seat, live.told, shown)

    def _fallback(self) -> int:
        """Return the move in place of a failed agent: the instant stand-in's, else a random one."""
        table = self._live.table
        stand_in = str(table.setup.stand_in)
        if agents.is_instant(stand_in, table.setup.game):
            try:
                return self._instant.decide(stand_in, table.state, table.deal_seed)
            except Exception:
                _LOG.exception("stand-in failed", table=self._live.table_id, agent=stand_in)
        return self._instant.decide("random", table.state, table.deal_seed)
