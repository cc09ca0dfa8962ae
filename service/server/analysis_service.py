"""The service `AnalysisService`."""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any

import grpc

from vorhand.service.games.observations import cached_game, observer_of
from vorhand.service.games.wire import Judgement
from vorhand.service.server import judging
from vorhand.service.server.agents import checked_agent, is_remote
from vorhand.service.server.errors import ServiceError, exhausted, invalid
from vorhand.service.server.interceptors import Context
from vorhand.service.server.rights import Rights
from vorhand.service.server.tokens import bearer
from vorhand.service.server.trial_scheduler import TrialScheduler
from vorhand.service.server.worker_pool import JobInputError, JobTimeoutError, Report, WorkerPool
from vorhand.v1 import analysis_pb2, analysis_pb2_grpc, observation_pb2

_USUAL_MS, _LONGEST_MS = 10_000, 600_000
_MOST_ROUNDS = 1000
_MOST_ACTIONS = 10_000


class AnalysisServicer(analysis_pb2_grpc.AnalysisServiceServicer):
    """The gRPC handler of `AnalysisService`; see analysis.proto."""

    def __init__(self, rights: Rights, pool: WorkerPool, trials: TrialScheduler) -> None:
        self._rights = rights
        self._pool = pool
        self._trials = trials

    async def Analyse(  # type: ignore[override]  # noqa: N802  # it writes by itself
        self, request: analysis_pb2.AnalyseRequest, context: Context
    ) -> None:
        """Stream the values of the moves; end the worker process if the client cancels."""
        owner = self._rights.caller(bearer(context)).name
        budget_s, rounds = await self._checked(owner, request)
        found: asyncio.Queue[Judgement] = asyncio.Queue()
        work = asyncio.ensure_future(self._work(owner, request, budget_s, rounds, found.put_nowait))
        made = 0
        best: Judgement | None = None
        try:
            name = await asyncio.to_thread(_Names, request)
            while not (work.done() and found.empty()):
                best = await _next(found, work)
                if best is None:
                    continue
                made += 1
                if made < rounds:
                    await context.write(name.answer(best, made / rounds))
            result = await _result(work, best, budget_s)
        finally:
            work.cancel()
        await context.write(name.answer(result, 1.0, final=True))

    def _work(
        self,
        owner: str,
        request: analysis_pb2.AnalyseRequest,
        budget_s: float,
        rounds: int,
        report: Report,
    ) -> Awaitable[Any]:
        common = (request.agent, request.seed, rounds)
        line = _line(owner)
        if request.HasField("full"):
            full = request.full
            task, what = judging.judge_history, (full.game, list(full.actions), *common)
            return self._pool.run(line, budget_s, task, *what, report=report)
        seen = request.observation.SerializeToString()
        judge = judging.judge_observation
        return self._pool.run(line, budget_s, judge, seen, *common, report=report)

    async def _checked(self, owner: str, request: analysis_pb2.AnalyseRequest) -> tuple[float, int]:
        """Check all fields of a request; return its time budget in seconds, and its rounds."""
        settings = self._trials.settings
        kind = request.WhichOneof("position")
        if kind is None:
            raise invalid("expected an observation or a full position", "position")
        game = await self._trials.game(owner, getattr(request, kind).game)
        if len(request.full.actions) > _MOST_ACTIONS:
            raise invalid(f"actions: expected at most {_MOST_ACTIONS}", "full.actions")
        if request.agent:
            name = game.get_type().short_name
            request.agent = checked_agent(request.agent, name, settings)
            if is_remote(request.agent):
                raise invalid("agent: expected one of this server", "agent")
        elif kind == "observation":
            raise invalid("agent: expected one, since not all cards are known", "agent")
        if request.seed >= 2**31:
            raise invalid(f"seed={request.seed}: expected less than 2**31", "seed")
        if request.budget_ms > _LONGEST_MS:
            text = f"budget_ms={request.budget_ms}: expected at most {_LONGEST_MS}"
            raise invalid(text, "budget_ms")
        if request.rounds > _MOST_ROUNDS:
            raise invalid(f"rounds={request.rounds}: expected at most {_MOST_ROUNDS}", "rounds")
        if (waiting := self._pool.waiting_of(_line(owner))) >= settings.waiting_analyses:
            raise exhausted(f"{waiting} analyses of the account are waiting", 5.0)
        return (request.budget_ms or _USUAL_MS) / 1000, request.rounds or 1


def _line(owner: str) -> str:
    """Return the key of an owner's queue of analyses; the owner's tables use another queue."""
    return f"{owner}: analyses"


class _Names:
    """The builder of answers, which adds the names of the moves."""

    def __init__(self, request: analysis_pb2.AnalyseRequest) -> None:
        seen = request.observation if request.HasField("observation") else None
        self._given = {action.id: action for action in seen.legal_actions} if seen else {}
        game = cached_game(seen.game if seen else request.full.game)
        self._observer = observer_of(game)
        self._state = game.new_initial_state()
        if seen is None:
            with contextlib.suppress(Exception):  # the worker reports the error
                for action in request.full.actions:
                    if action not in self._state.legal_actions():
                        break
                    self._state.apply_action(action)

    def answer(
        self, judgement: Judgement, progress: float, *, final: bool = False
    ) -> analysis_pb2.AnalyseResponse:
        response = analysis_pb2.AnalyseResponse(
            progress=progress, unit=judgement.unit, is_final=final
        )
        for move, value in sorted(judgement.values.items()):
            response.values.add(action=self._action(move), value=value)
        if final:
            response.best = judgement.best
        return response

    def _action(self, move: int) -> observation_pb2.Action:
        if move in self._given:
            return self._given[move]
        seat = max(0, self._state.current_player())
        return self._observer.actions(self._state, seat, [move])[0]


async def _next(
    found: asyncio.Queue[Judgement], work: asyncio.Future[Judgement]
) -> Judgement | None:
    """Return the next judgement; None if the work ends first."""
    getting = asyncio.ensure_future(found.get())
    try:
        await asyncio.wait({getting, work}, return_when=asyncio.FIRST_COMPLETED)
        return getting.result() if getting.done() else None
    finally:
        getting.cancel()


async def _result(
    work: asyncio.Future[Judgement], best: Judgement | None, budget_s: float
) -> Judgement:
    try:
        return await work
    except JobInputError as error:
        raise invalid(str(error), "position") from error
    except JobTimeoutError as error:
        if best is not None:
            return best  # the last judgement within the budget
        text = f"nothing was found within {budget_s:g} s"
        raise ServiceError(grpc.StatusCode.DEADLINE_EXCEEDED, text) from error
