"""The client of remote agents, which other programs serve.

Specs are ``grpc://127.0.0.1:9090`` for plain text, by default only on this machine, and
``grpcs://host:9090`` for TLS.
"""

import asyncio
import functools
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import grpc
import pyspiel

from vorhand.agents.registry import AgentError, Range, Unset, arguments_of, register
from vorhand.agents.spec import Spec
from vorhand.native.errors import InputError
from vorhand.service import tls
from vorhand.service.games.observations import observe, observer_of
from vorhand.v1 import agent_pb2, agent_pb2_grpc

_PLAIN, _SAFE = "grpc://", "grpcs://"
_FIRST_S = 10.0  # maximum seconds to wait for an agent's description of itself
_CHANNEL = [
    ("grpc.max_receive_message_length", 256 * 1024),
    ("grpc.enable_http_proxy", 0),  # so that only the checked address is dialled
]
_ADDRESS = re.compile(
    r"(?P<host>[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])"
    r":(?P<port>[0-9]{1,5})"
)


class AgentCallError(InputError):
    """An agent that cannot be reached, has failed, or gave an invalid answer."""


@dataclass(frozen=True)
class Security:
    """The TLS settings for dialling agents."""

    roots: Path | None = None  # PEM file with the root certificates for agents; None: the system's
    certificate: Path | None = None  # PEM file with the client's certificate, for mutual TLS
    key: Path | None = None  # PEM file with the key of that certificate
    plaintext: bool = False  # whether plain text may leave this machine

    def credentials(self, url: str) -> grpc.ChannelCredentials | None:
        """Return the channel credentials for an agent's URL; None for plain text.

        Raises:
          AgentError: the URL is invalid.
          TlsError: plain text would leave this machine, or the files are invalid.
          OSError: a file cannot be read.
        """
        address = address_of(url)
        if url.startswith(_SAFE):
            return tls.channel_credentials(self.roots, self.certificate, self.key)
        tls.check_plaintext(address, self.plaintext)
        return None


_USUAL = Security()


class DialledBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot whose decisions come from another program, which receives what the player may know."""

    def __init__(
        self,
        game: pyspiel.Game,
        seed: int,
        url: str,
        seconds: float,
        security: Security = _USUAL,
    ) -> None:
        pyspiel.Bot.__init__(self)
        self._game = str(game)
        self._seed = seed
        self._url = url
        self._seconds = seconds
        self._security = security
        self._session = secrets.token_hex(8)

    def restart(self) -> None:
        """Begin a new session for a new deal."""
        self._session = secrets.token_hex(8)

    def restart_at(self, state: pyspiel.State) -> None:
        """Begin a new session for a new deal."""
        self._session = secrets.token_hex(8)

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play; raise AgentCallError if the agent gives no legal one."""
        described = described_by(self._url, self._security)
        request = _request(self._url, described, state, self._game, self._seconds)
        request.session, request.seed = self._session, self._seed
        try:
            response = stub_of(self._url, self._security).Decide(
                request, timeout=self._seconds + 1, wait_for_ready=True
            )
        except grpc.RpcError as error:
            raise AgentCallError(f"agent {self._url}: {reason(error)}") from error
        if response.action not in state.legal_actions():
            raise AgentCallError(f"agent {self._url}: chose {response.action}, which is not legal")
        return int(response.action)


class Dialler:
    """The asynchronous client of remote agents, with one channel per agent."""

    def __init__(self, security: Security = _USUAL) -> None:
        self._security = security
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._described: dict[str, agent_pb2.DescribeResponse] = {}

    async def decide(
        self,
        spec: str,
        state: pyspiel.State,
        game: str,
        session: str,
        seed: int,
        at: agent_pb2.AgentSeat,
        shown: Callable[[agent_pb2.DecideRequest], None],
    ) -> int:
        """Return the decision of an agent for the player to act.

        All decisions of the player in the deal share the ``session``. ``shown`` is called with the
        request before it is sent.

        Raises:
          AgentCallError: the agent is unreachable, failed, or does not play the game.
        """
        url = Spec.parse(spec).name
        seconds = arguments_of(spec)["seconds"]
        try:
            async with asyncio.timeout(seconds + 1):
                request = _request(url, await self._describe(url), state, game, seconds)
                request.session, request.seed = session, seed
                request.at.CopyFrom(at)
                shown(request)
                stub: Any = agent_pb2_grpc.AgentServiceStub(self._channel(url))
                response = await stub.Decide(request, wait_for_ready=True)
        except TimeoutError:
            raise AgentCallError(f"agent {url}: no answer within {seconds:g} s") from None
        except (tls.TlsError, OSError) as error:
            raise AgentCallError(f"agent {url}: {error}") from error
        except grpc.RpcError as error:
            raise AgentCallError(f"agent {url}: {reason(error)}") from error
        return int(response.action)

    async def close(self) -> None:
        """Close all channels."""
        for channel in self._channels.values():
            await channel.close()

    async def _describe(self, url: str) -> agent_pb2.DescribeResponse:
        if url not in self._described:
            await asyncio.to_thread(check_listens, url)
            stub: Any = agent_pb2_grpc.AgentServiceStub(self._channel(url))
            self._described[url] = await stub.Describe(
                agent_pb2.DescribeRequest(), wait_for_ready=True
            )
        return self._described[url]

    def _channel(self, url: str) -> grpc.aio.Channel:
        if url not in self._channels:
            self._channels[url] = _open(grpc.aio, url, self._security)
        return self._channels[url]


@functools.lru_cache(maxsize=64)
def stub_of(url: str, security: Security = _USUAL) -> agent_pb2_grpc.AgentServiceStub:
    """Return the process's stub for an agent; errors are those of `Security.credentials`."""
    channel: grpc.Channel = _open(grpc, url, security)
    return agent_pb2_grpc.AgentServiceStub(channel)


@functools.lru_cache(maxsize=64)
def described_by(url: str, security: Security = _USUAL) -> agent_pb2.DescribeResponse:
    """Return an agent's description of itself; raise AgentCallError if it is unreachable."""
    check_listens(url)
    try:
        return stub_of(url, security).Describe(
            agent_pb2.DescribeRequest(), timeout=_FIRST_S, wait_for_ready=True
        )
    except grpc.RpcError as error:
        raise AgentCallError(f"agent {url}: {reason(error)}") from error


def _request(
    url: str, described: agent_pb2.DescribeResponse, state: pyspiel.State, game: str, seconds: float
) -> agent_pb2.DecideRequest:
    """Return the request to an agent; raise AgentCallError if it does not play the game."""
    name = game.partition("(")[0]
    if described.games and name not in described.games:
        raise AgentCallError(f"agent {url}: plays {', '.join(described.games)}, not {name}")
    observer, player = observer_of(state.get_game()), state.current_player()
    seen = observe(observer, game, state, player, described.options)
    return agent_pb2.DecideRequest(observation=seen, time_ms=round(seconds * 1000))


def address_of(url: str) -> str:
    """Return host and port of an agent's URL; raise AgentError if the URL is invalid."""
    address = url.removeprefix(_SAFE).removeprefix(_PLAIN)
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match["port"]) <= tls.LARGEST_PORT:
        raise AgentError(
            f"agent {url}: expected grpc://host:port or grpcs://host:port, the port from 1 to "
            f"{tls.LARGEST_PORT}"
        )
    return address


def check_listens(url: str) -> None:
    """Raise AgentCallError, within two seconds, if nothing listens at an agent's address."""
    address = address_of(url)
    if not tls.listens(address):
        raise AgentCallError(
            f"agent {url}: nothing listens at {address}; "
            f"`vorhand serve-agent AGENT --listen {address}` starts an agent there"
        )


def _open(module: Any, url: str, security: Security) -> Any:
    """Open a channel of `grpc` or `grpc.aio` to an agent."""
    # With the scheme dns, gRPC accepts no other kind of address, such as `unix:1`.
    address, credentials = f"dns:///{address_of(url)}", security.credentials(url)
    if credentials is None:
        return module.insecure_channel(address, options=_CHANNEL)
    return module.secure_channel(address, credentials, options=_CHANNEL)


def reason(error: grpc.RpcError) -> str:
    """Return the status and the details of a failed call, or else its text."""
    code, details = getattr(error, "code", None), getattr(error, "details", None)
    return f"{code().name}: {details()}" if code and details else str(error)


@register(_PLAIN)
def dialled(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    url: str,
    seconds: Annotated[float, Range(0.01, 86400)] = 60.0,
    plaintext: bool = False,
) -> pyspiel.Bot:
    """Play as the agent that another program serves at grpc://host:port, see agent.proto."""
    security = Security(plaintext=plaintext)
    security.credentials(url)  # reports errors now, not at the first decision
    return DialledBot(game, seed, url, seconds, security)


@register(_SAFE)
def dialled_with_tls(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    url: str,
    seconds: Annotated[float, Range(0.01, 86400)] = 60.0,
    roots: Annotated[str | None, Unset("those of the system")] = None,
    certificate: Annotated[str | None, Unset("none is shown")] = None,
    key: Annotated[str | None, Unset("none")] = None,
) -> pyspiel.Bot:
    """Play as an agent served over TLS; roots, certificate and key are PEM files."""
    security = Security(_path(roots), _path(certificate), _path(key))
    try:
        security.credentials(url)
    except OSError as error:
        raise AgentError(f"agent {url}: {error}") from error
    return DialledBot(game, seed, url, seconds, security)


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)
