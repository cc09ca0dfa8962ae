"""Dialling an agent that another program serves.

Specs are ``grpc://127.0.0.1:9090`` in plain text, which is spoken on this machine only unless it
is allowed, and ``grpcs://host:9090`` with TLS.
"""

from __future__ import annotations

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
from vorhand.service import tls
from vorhand.service.games.observations import observe, observer_of
from vorhand.v1 import agent_pb2, agent_pb2_grpc, observation_pb2

_PLAIN, _SAFE = "grpc://", "grpcs://"
_FIRST_S = 10.0  # longest to wait for the agent to be there
_CHANNEL = [
    ("grpc.max_receive_message_length", 256 * 1024),
    ("grpc.enable_http_proxy", 0),  # the address that was checked, and no other, is dialled
]
_ADDRESS = re.compile(
    r"(?P<host>[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])"
    r":(?P<port>[0-9]{1,5})"
)


class AgentCallError(ValueError):
    """An agent that cannot be reached, failed, or answered nonsense."""


@dataclass(frozen=True)
class Security:
    """How agents are dialled.

    Attributes:
      roots: PEM file with the certificates that vouch for agents; None: the system's.
      certificate: PEM file with our own, for mutual TLS, and
      key: with the key to it.
      plaintext: whether plain text may leave this machine.
    """

    roots: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    plaintext: bool = False

    def credentials(self, url: str) -> grpc.ChannelCredentials | None:
        """For an agent's URL; None for plain text.

        Raises:
          AgentError: it is not a URL.
          TlsError: plain text would leave this machine, or the files are wrong.
          OSError: a file cannot be read.
        """
        address = address_of(url)
        if url.startswith(_SAFE):
            return tls.channel_credentials(self.roots, self.certificate, self.key)
        tls.check_plaintext(address, self.plaintext)
        return None


_USUAL = Security()


class DialledBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot whose decisions another program makes.

    It is sent what its player may know, and nothing else.

    Args:
      game: the game it plays.
      player: its seat.
      seed: is passed on.
      url: ``grpc://host:port`` or ``grpcs://host:port``.
      seconds: longest time for a decision.
      security: how it is dialled.
    """

    def __init__(
        self,
        game: pyspiel.Game,
        player: int,
        seed: int,
        url: str,
        seconds: float,
        security: Security = _USUAL,
    ) -> None:
        pyspiel.Bot.__init__(self)
        self._game = str(game)
        self._observer = observer_of(game)
        self._player = player
        self._seed = seed
        self._url = url
        self._seconds = seconds
        self._security = security
        self._session = secrets.token_hex(8)

    def restart(self) -> None:
        """A new deal is a new session."""
        self._session = secrets.token_hex(8)

    def restart_at(self, state: pyspiel.State) -> None:
        """A new deal is a new session."""
        self._session = secrets.token_hex(8)

    def step(self, state: pyspiel.State) -> int:
        """The action to play; AgentCallError if the agent does not tell a legal one."""
        described = described_by(self._url, self._security)
        request = self.request(state, options_of(self._url, described, self._game))
        try:
            response = stub_of(self._url, self._security).Decide(
                request, timeout=self._seconds + 1, wait_for_ready=True
            )
        except grpc.RpcError as error:
            raise AgentCallError(f"agent {self._url}: {reason(error)}") from error
        if response.action not in state.legal_actions():
            raise AgentCallError(f"agent {self._url}: chose {response.action}, which is not legal")
        return int(response.action)

    def request(
        self, state: pyspiel.State, options: observation_pb2.ObservationOptions
    ) -> agent_pb2.DecideRequest:
        """What the agent is asked in a state."""
        return agent_pb2.DecideRequest(
            session=self._session,
            seed=self._seed,
            observation=observe(self._observer, self._game, state, self._player, options),
            time_ms=round(self._seconds * 1000),
        )


class Dialler:
    """Dials agents without blocking; one channel an agent.

    Args:
      security: how they are dialled.
    """

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
        """The decision of an agent for the player to act.

        Args:
          spec: ``grpc://host:port`` or ``grpcs://host:port``, with parameters.
          state: of which the agent is sent what the player may know.
          game: the game string.
          session: the same for all decisions of the player in the deal.
          seed: of the agent's choices in it.
          at: where it sits.
          shown: is called with what it is sent.

        Raises:
          AgentCallError: it cannot be reached, failed, or chose what is not legal.
        """
        url = Spec.parse(spec).name
        seconds = arguments_of(spec)["seconds"]
        try:
            async with asyncio.timeout(seconds + 1):
                options = options_of(url, await self._describe(url), game)
                player = state.current_player()
                seen = observe(observer_of(state.get_game()), game, state, player, options)
                request = agent_pb2.DecideRequest(
                    session=session,
                    seed=seed,
                    observation=seen,
                    time_ms=round(seconds * 1000),
                    at=at,
                )
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
        """Closes all channels."""
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
            address, credentials = _target(url), self._security.credentials(url)
            self._channels[url] = (
                grpc.aio.insecure_channel(address, options=_CHANNEL)
                if credentials is None
                else grpc.aio.secure_channel(address, credentials, options=_CHANNEL)
            )
        return self._channels[url]


@functools.lru_cache(maxsize=64)
def stub_of(url: str, security: Security = _USUAL) -> agent_pb2_grpc.AgentServiceStub:
    """The channel to an agent; one a process. Errors as of `Security.credentials`."""
    address, credentials = _target(url), security.credentials(url)
    channel = (
        grpc.insecure_channel(address, options=_CHANNEL)
        if credentials is None
        else grpc.secure_channel(address, credentials, options=_CHANNEL)
    )
    return agent_pb2_grpc.AgentServiceStub(channel)


@functools.lru_cache(maxsize=64)
def described_by(url: str, security: Security = _USUAL) -> agent_pb2.DescribeResponse:
    """What an agent says of itself; AgentCallError if it cannot be reached."""
    check_listens(url)
    try:
        return stub_of(url, security).Describe(
            agent_pb2.DescribeRequest(), timeout=_FIRST_S, wait_for_ready=True
        )
    except grpc.RpcError as error:
        raise AgentCallError(f"agent {url}: {reason(error)}") from error


def options_of(
    url: str, described: agent_pb2.DescribeResponse, game: str
) -> observation_pb2.ObservationOptions:
    """What an agent wants to see; AgentCallError if it does not play the game."""
    name = game.partition("(")[0]
    if described.games and name not in described.games:
        raise AgentCallError(f"agent {url}: plays {', '.join(described.games)}, not {name}")
    return described.options


def address_of(url: str) -> str:
    """Host and port of an agent's URL, which say nothing else; AgentError if it is not one."""
    address = url.removeprefix(_SAFE).removeprefix(_PLAIN)
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match["port"]) <= tls.LARGEST_PORT:
        raise AgentError(
            f"agent {url}: expected grpc://host:port or grpcs://host:port, the port from 1 to "
            f"{tls.LARGEST_PORT}"
        )
    return address


def check_listens(url: str) -> None:
    """Raises AgentCallError, within two seconds, if nothing listens at an agent's address."""
    address = address_of(url)
    if not tls.listens(address):
        raise AgentCallError(
            f"agent {url}: nothing listens at {address}; "
            f"`vorhand serve-agent AGENT --listen {address}` starts an agent there"
        )


def _target(url: str) -> str:
    """What gRPC is to dial: this host and no other kind of address, as ``unix:1`` would be."""
    return f"dns:///{address_of(url)}"


def reason(error: grpc.RpcError) -> str:
    """Why a call failed, in a line."""
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
    """An agent that another program serves, see agent.proto: grpc://host:port."""
    security = Security(plaintext=plaintext)
    security.credentials(url)  # what is wrong is told now
    return DialledBot(game, player, seed, url, seconds, security)


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
    """The same over TLS; roots, certificate and key are PEM files."""
    security = Security(_path(roots), _path(certificate), _path(key))
    try:
        security.credentials(url)
    except OSError as error:
        raise AgentError(f"agent {url}: {error}") from error
    return DialledBot(game, player, seed, url, seconds, security)


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)
