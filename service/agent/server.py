"""The server of an agent, so that tables and arenas of other programs can dial it."""

import collections
import functools
import itertools
import logging
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import grpc
import pyspiel
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from grpc_status import rpc_status

from vorhand.agents import Spec, agents, check, make_bot
from vorhand.agents.provenance import MANIFEST
from vorhand.native.errors import InputError
from vorhand.service.agent import game_trials
from vorhand.service.agent.decisions import decide
from vorhand.service.games.observations import cached_game
from vorhand.service.games.plain import forget_states
from vorhand.service.server.connection_limits import PENDING
from vorhand.service.server.errors import ServiceError, garbled
from vorhand.service.server.guard import careful, status_of
from vorhand.service.server.interceptors import is_ours, wrapped
from vorhand.service.server.tokens import is_identifier, is_token
from vorhand.service.tls import check_address, check_plaintext
from vorhand.v1 import agent_pb2, agent_pb2_grpc

_LOG = structlog.get_logger()
_Context: TypeAlias = grpc.ServicerContext
_MOST_SESSIONS = 10_000
_LONGEST_SESSION = 100
_MOST_STREAMS = 4
_LARGEST = 256 * 1024
_GARBLED = object()  # stands for an invalid message, for which gRPC would yield None

Seated: TypeAlias = Callable[[agent_pb2.AgentSeat], None]
"""A callback for a seat at a table, with the token that permits watching it."""


@dataclass
class _Session:
    """The bot of one player in one deal, and the game, which must stay alive as long as the bot."""

    bot: pyspiel.Bot
    game: pyspiel.Game
    lock: threading.Lock = field(default_factory=threading.Lock)


class AgentServicer(agent_pb2_grpc.AgentServiceServicer):
    """The gRPC handlers of `AgentService`; recent sessions keep their bots.

    ``seated`` is called for each new seat at a table from which requests come.
    """

    def __init__(self, spec: str | Spec, seated: Seated | None = None) -> None:
        self._spec = check(spec)
        self._seated = seated
        self._trials = game_trials.GameTrials(self._forget)
        self._seats: collections.OrderedDict[str, None] = collections.OrderedDict()
        self._sessions: collections.OrderedDict[tuple[str, str, int], _Session] = (
            collections.OrderedDict()
        )
        self._lock = threading.Lock()

    def Describe(  # noqa: N802
        self, request: agent_pb2.DescribeRequest, context: _Context
    ) -> agent_pb2.DescribeResponse:
        """Return the name of the agent and its games; none are listed if it plays any game."""
        del request, context
        named = [agent.games for agent in agents() if agent.name == self._spec.name]
        games = [] if () in named else sorted(set(itertools.chain(*named)))
        return agent_pb2.DescribeResponse(name=self._shown(str(self._spec)), games=games)

    def Decide(  # noqa: N802
        self, request: agent_pb2.DecideRequest, context: _Context
    ) -> agent_pb2.DecideResponse:
        """Choose an action."""
        del context
        if len(request.session) > _LONGEST_SESSION:
            raise InputError(f"session: expected at most {_LONGEST_SESSION} characters")
        seen = request.observation
        if not seen.legal_actions:
            raise InputError(f"observation of {seen.game}: seat {seen.seat} is not to act")
        session = self._session(request)
        self._report_seat(request.at)
        with session.lock:
            action = decide(session.bot, seen)
        return agent_pb2.DecideResponse(action=action)

    def _report_seat(self, seat: agent_pb2.AgentSeat) -> None:
        """Report a seat, unless it was reported recently; ignore a malformed seat."""
        token = seat.watch_token
        if self._seated is None or not (is_identifier(seat.table_id) and is_token(token, "look")):
            return
        with self._lock:
            new = token not in self._seats
            self._seats[token] = None
            self._seats.move_to_end(token)
            while len(self._seats) > _MOST_SESSIONS:
                self._seats.popitem(last=False)
        if new:
            try:
                self._seated(seat)
            except Exception:  # an error such as a closed pipe must not affect the decision
                # `_LOG` would fail here if its output is closed.
                logging.getLogger(__name__).exception("seat not reported")

    def _session(self, request: agent_pb2.DecideRequest) -> _Session:
        game, seat = request.observation.game, request.observation.seat
        key = (request.session, game, seat)
        self._trials.check(game)
        with self._lock:
            session = self._sessions.get(key)
        if session is None:
            # Not under the lock: creating a game may take long, and must not block other requests.
            made = cached_game(game)
            try:
                session = _Session(make_bot(self._spec, made, seat, request.seed), made)
            except InputError as error:
                raise InputError(self._shown(str(error))) from error
        with self._lock:
            session = self._sessions.setdefault(key, session)
            self._sessions.move_to_end(key)
            while len(self._sessions) > _MOST_SESSIONS:
                self._sessions.popitem(last=False)
        return session

    def _shown(self, text: str) -> str:
        """Return a text for other programs, without the folders of the files in the spec."""
        for path in _files_of(self._spec):
            name = re.split(r"[/\\]", path)[-1]
            beside = path.removesuffix(name) + MANIFEST
            text = text.replace(path, name).replace(beside, MANIFEST)
        return text

    def _forget(self, game: str) -> None:
        """Drop the sessions of a game, and the cached games and states."""
        with self._lock:
            for key in [key for key in self._sessions if key[1] == game]:
                del self._sessions[key]
        cached_game.cache_clear()
        forget_states()


def _files_of(spec: Spec) -> Iterator[str]:
    """Yield the parameters that are paths with folders, including those of nested specs."""
    for _, value in spec.params:
        if isinstance(value, Spec):
            yield from _files_of(value)
        elif isinstance(value, str) and re.search(r"[/\\]", value):
            yield value


class _Guard(grpc.ServerInterceptor):
    """The interceptor that answers every failure of the agent's calls with a status and a message.

    An open reflection stream occupies a thread, so the number of these streams is limited.
    """

    def __init__(self) -> None:
        self._streams = threading.BoundedSemaphore(_MOST_STREAMS)

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Any],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """Wrap the handler of a call."""
        handler = continuation(handler_call_details)
        if is_ours(str(handler_call_details.method)):
            return wrapped(
                handler,
                lambda old: functools.partial(_guarded, old),
                lambda old: careful(old, _GARBLED),
            )
        if handler is not None and handler.response_streaming and not _takes_no_thread(handler):
            return wrapped(handler, lambda old: functools.partial(self._bounded, old))
        return handler

    def _bounded(
        self, behaviour: Callable[[Any, _Context], Iterable[Any]], request: Any, context: _Context
    ) -> Iterator[Any]:
        if not self._streams.acquire(blocking=False):
            text = f"{_MOST_STREAMS} streams of reflection are open, as many as may be"
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, text)
        try:
            yield from behaviour(request, context)
        finally:
            self._streams.release()


def _takes_no_thread(handler: Any) -> bool:
    """Return whether gRPC serves a stream without a thread; such a handler must not be wrapped."""
    return bool(getattr(handler.unary_stream, "experimental_non_blocking", False))


def _guarded(behaviour: Callable[[Any, _Context], Any], request: Any, context: _Context) -> Any:
    try:
        if request is _GARBLED:
            raise garbled()  # noqa: TRY301
        return behaviour(request, context)
    except ServiceError as error:
        context.abort_with_status(rpc_status.to_status(status_of(error)))
    except InputError as error:  # the request was wrong
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
    except Exception:
        _LOG.exception("internal error")
        context.abort(grpc.StatusCode.INTERNAL, "internal error of the agent")


class AgentServer:
    """A running server of an agent.

    Args:
      spec: the agent.
      address: host and port; port 0 is any free port.
      credentials: TLS credentials; None for plain text.
      allow_plaintext: whether to serve plain text at addresses that other machines can reach.
      seated: callback, called for each new seat at a table from which the agent receives requests.

    Attributes:
      address: host and port.

    Raises:
      SpecError, AgentError: the spec is invalid.
      AddressError: the address is invalid.
      TlsError: plain text would leave this machine.
      OSError: listening on the address failed.
    """

    def __init__(
        self,
        spec: str | Spec,
        address: str = "127.0.0.1:0",
        *,
        credentials: grpc.ServerCredentials | None = None,
        allow_plaintext: bool = False,
        seated: Seated | None = None,
    ) -> None:
        servicer = AgentServicer(spec, seated)
        if credentials is None:
            check_plaintext(address, allow_plaintext)
        most = (os.cpu_count() or 1) + _MOST_STREAMS + game_trials.GAMES_AT_ONCE
        threads = ThreadPoolExecutor(most, thread_name_prefix="agent")
        options = [
            ("grpc.max_receive_message_length", _LARGEST),
            ("grpc.so_reuseport", 0),
            *PENDING,
        ]
        self._server = grpc.server(threads, interceptors=[_Guard()], options=options)
        agent_pb2_grpc.add_AgentServiceServicer_to_server(servicer, self._server)
        name = agent_pb2.DESCRIPTOR.services_by_name["AgentService"].full_name
        state = health.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(state, self._server)
        for served in ("", name):
            state.set(served, health_pb2.HealthCheckResponse.SERVING)
        reflection.enable_server_reflection((name, reflection.SERVICE_NAME), self._server)
        port = _listen(self._server, address, credentials)
        self.address = f"{address.rpartition(':')[0]}:{port}"
        self._server.start()

    def wait(self) -> None:
        """Wait until the server is stopped."""
        self._server.wait_for_termination()

    def stop(self, grace_s: float = 1.0) -> None:
        """Stop the server after at most `grace_s` seconds for decisions under way."""
        self._server.stop(grace_s).wait()


def _listen(server: Any, address: str, credentials: grpc.ServerCredentials | None) -> int:
    check_address(address)
    try:
        if credentials is None:
            return int(server.add_insecure_port(address))
        return int(server.add_secure_port(address, credentials))
    except RuntimeError as error:
        raise OSError(f"address {address}: cannot be listened at") from error


def serve_agent(
    spec: str | Spec,
    address: str,
    *,
    credentials: grpc.ServerCredentials | None = None,
    allow_plaintext: bool = False,
) -> None:
    """Serve an agent until the program ends.

    Its spec for other programs is ``grpc://``, or ``grpcs://`` with TLS, followed by the address.
    Args and errors are those of `AgentServer`.
    """
    server = AgentServer(spec, address, credentials=credentials, allow_plaintext=allow_plaintext)
    try:
        server.wait()
    except KeyboardInterrupt:
        server.stop()
