"""The moves of a table's agents: chosen here, applied by the table's session.

Instant agents decide in this process, others in a worker or in a remote program.
"""

import asyncio
import functools
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import NamedTuple

import structlog

from vorhand.agents.spec import Spec
from vorhand.service.agent.client import AgentCallError, Dialler
from vorhand.service.server import agents
from vorhand.service.server.dealing import decision_seed
from vorhand.service.server.entries import Entry
from vorhand.service.server.errors import ServiceError, invalid
from vorhand.service.server.metrics import Metrics
from vorhand.service.server.settings import Settings
from vorhand.service.server.spectators import Spectators
from vorhand.service.server.table import Table
from vorhand.service.server.worker_pool import JobError, WorkerPool
from vorhand.v1 import agent_pb2, tables_pb2

_LOG = structlog.get_logger()


@dataclass(frozen=True)
class AgentCaller:
    """The workers and remote programs of a server, which decide for agents that are not instant."""

    pool: WorkerPool  # the workers
    dialler: Dialler  # the client of remote agents
    settings: Settings  # the limits of the server
    metrics: Metrics  # the counters for decisions

    async def compute(self, agent: str, table: Table, owner: str) -> int:
        """Return the decision of an agent in a worker; raise JobError if it fails."""
        history = [int(action) for action in table.state.history()]
        arguments = (agent, table.game, history, table.deal_seed)
        limit_s = self.settings.decision_s
        return int(await self.pool.run(owner, limit_s, agents.decide_after, *arguments))

    async def dial(
        self, agent: str, table: Table, table_id: str, sequence: int, spectators: Spectators
    ) -> int:
        """Return the decision of a remote agent; raise JobError if it fails.

        ``sequence`` is the number of the last entry on disk. If the agent's author is among the
        spectators, the request is shown to them.
        """
        try:  # a restored table may name an address that the operator no longer permits
            agents.check_dialled(Spec.parse(agent), self.settings)
            player, seat = table.state.current_player(), table.to_act
            session = f"{table_id}/{table.deal}/{player}"
            seed = decision_seed(table.deal_seed, player, 0)
            token = spectators.token_for(seat)
            at = agent_pb2.AgentSeat(table_id=table_id, seat=seat, watch_token=token)
            shown = functools.partial(spectators.show_asked, sequence)
            state, game = table.state.clone(), table.game
            return await self.dialler.decide(agent, state, game, session, seed, at, shown)
        except (ServiceError, AgentCallError) as error:
            raise JobError(str(error)) from error


class Decision(NamedTuple):
    """An action, and whether it replaces the decision of an agent that has failed."""

    action: int
    failed: bool = False


@dataclass
class TableAgents:
    """The agents at one table."""

    table_id: str  # the identifier of the table
    owner: str  # name of the account that created the table
    spectators: Spectators  # the spectators of the table, who include authors of remote agents
    caller: AgentCaller  # the workers and remote programs of the server
    _instant: agents.InstantAgents = field(default_factory=agents.InstantAgents)

    def play_instant(
        self, table: Table, entries: list[Entry], most: int, *, stand_in: bool = False
    ) -> list[Entry]:
        """Let instant agents act until somebody else is to act; return all entries.

        The entries of the moves are appended to ``entries`` until there are ``most``. With
        ``stand_in`` the stand-in makes the first move, even for a player who is present. At a table
        with a pace (`agent_ms`) no agent acts here.
        """
        while len(entries) < most and (seat := table.to_act) >= 0 and not table.setup.agent_ms:
            agent = table.setup.stand_in if stand_in else table.agent_for(seat)
            if not agent or not agents.is_instant(agent, table.setup.game):
                break
            action = self._decide_instantly(table, agent)
            entries += table.move(seat, action, stand_in=is_player(table, seat))
            stand_in = False
        return entries

    async def decide(self, table: Table, seat: int, agent: str, sequence: int) -> Decision | None:
        """Return the decision of any agent; if it fails, that of the stand-in or a random one.

        A fast decision is delayed to the pace of the table (`agent_ms`). Return None if the agent
        failed after its turn was over.
        """
        started = time.monotonic()
        decision = await self._decide(table, seat, agent, sequence)
        rest_s = table.setup.agent_ms / 1000 - (time.monotonic() - started)
        if decision is not None and rest_s > 0:
            await asyncio.sleep(rest_s)
        return decision

    async def _decide(self, table: Table, seat: int, agent: str, sequence: int) -> Decision | None:
        turn = table.turn
        try:
            if agents.is_instant(agent, table.setup.game):
                action = self._decide_instantly(table, agent)
            else:
                started = time.monotonic()
                action = await (
                    self.caller.dial(agent, table, self.table_id, sequence, self.spectators)
                    if agents.is_remote(agent)
                    else self.caller.compute(agent, table, self.owner)
                )
                self.caller.metrics.decided(agent, time.monotonic() - started)
            if action not in table.state.legal_actions():
                raise invalid(f"chose {action}, which is not legal")  # noqa: TRY301
        except Exception as error:  # any error: the others at the table wait for a move
            if table.turn != turn or table.ended:
                return None
            self._report(seat, agent, error, sequence)
            return Decision(self._fallback(table), failed=True)
        return Decision(action)

    def _decide_instantly(self, table: Table, agent: str) -> int:
        started = time.perf_counter()
        action = self._instant.decide(agent, table.state, table.deal_seed)
        self.caller.metrics.decided(agent, time.perf_counter() - started)
        return action

    def _report(self, seat: int, agent: str, error: Exception, sequence: int) -> None:
        """Log the error of an agent, and show it to the author of a remote agent."""
        expected = isinstance(error, JobError | ServiceError)
        log = _LOG.warning if expected else _LOG.exception
        log("agent failed", table=self.table_id, agent=agent, error=str(error))
        if agents.is_remote(agent):
            shown = error if expected else JobError("internal error of the server")
            self.spectators.show_failed(seat, sequence, shown)

    def _fallback(self, table: Table) -> int:
        """Return the move in place of a failed agent: the instant stand-in's, else a random one."""
        stand_in = str(table.setup.stand_in)
        if agents.is_instant(stand_in, table.setup.game):
            try:
                return self._instant.decide(stand_in, table.state, table.deal_seed)
            except Exception:
                _LOG.exception("stand-in failed", table=self.table_id, agent=stand_in)
        return self._instant.decide("random", table.state, table.deal_seed)


@dataclass
class DecisionTask:
    """The task that decides for an agent; a table has at most one."""

    _task: asyncio.Task[None] | None = None
    _turn: int = 0
    _in_lane: bool = False  # whether the task waits for a turn among the tables without players

    def is_due(self, turn: int, attended: bool) -> bool:
        """Return whether a task for a turn must be started; cancel an outdated task.

        A task that waits in the lane is outdated as soon as the table is attended.
        """
        if self._task is not None and self._turn == turn and not (self._in_lane and attended):
            return False
        self.cancel()  # a player has joined, or has acted before the stand-in
        self._task, self._turn = None, turn
        return True

    def start(self, work: Coroutine[None, None, None], *, in_lane: bool = False) -> None:
        """Start the task."""
        self._in_lane = in_lane
        self._task = asyncio.create_task(work)

    def end(self) -> None:
        """Forget the task if it makes this call; it is about to act and must not be cancelled."""
        if self._task is asyncio.current_task():
            self._task = None

    def cancel(self) -> None:
        """Cancel the task, if there is one."""
        if self._task is not None:
            self._task.cancel()


def is_player(table: Table, seat: int) -> bool:
    """Return whether a seat belongs to a player, for whom an agent only stands in."""
    return table.seats[seat].kind != tables_pb2.SEAT_KIND_AGENT
