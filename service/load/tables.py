"""Load on a table server, and on a bare echo server for comparison, from separate processes.

The processes run ``python -m vorhand.service.load.tables players|echo|echo-server ...``. Each
process prints ``ready``, the echo server with its port. The clients then read commands, one a line;
after ``go`` they work for some seconds and print the result as a JSON object.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from vorhand.native.skat import rule_action
from vorhand.service.client.client import Client, Place
from vorhand.service.games import skat as skat_messages
from vorhand.service.load.cancelling import cancel_analyses
from vorhand.service.load.processes import cpu_seconds, hear, process, ready, say, serving
from vorhand.service.server.entries import Kind
from vorhand.service.server.journal import Journal

_ECHO = "/vorhand.load/Echo"
_MESSAGE = b"x" * 20
_SETTLE_S = 2.0


@dataclass(frozen=True)
class Load:
    """The parameters of a measurement."""

    tables: int = 200  # number of tables at once, and of echo streams
    players: int = 2  # number of client processes, and of echo clients
    seconds: float = 10.0  # duration of each measurement
    rounds: int = 3  # number of measurements of each kind, alternating
    remote: int = 1  # seats of clients at a table of three; the server's rule agent has the others
    # delay of a client before it answers. Separate measurements without delay drive the
    # server to its limit, as the echo server is driven to its own.
    pause_ms: float = 100.0
    analyses: int = 20  # number of analyses cancelled at the tables' server, on Linux


@dataclass
class Round:
    """One measurement of each kind.

    Attributes:
      actions: actions a second of all seats, as seen by clients, that is, once they are on disk.
      answers: actions a second of clients alone: one round trip each.
      p50, p99: milliseconds from a client's action to its acknowledgement.
      at_once: actions a second of all seats, with clients that answer without delay.
      echoes: round trips a second of the bare echo.
      server_us: processor time of the server per action, in microseconds.
      echo_us: processor time of the echo server per round trip, in microseconds.
    """

    actions: float = 0.0
    answers: float = 0.0
    p50: float = 0.0
    p99: float = 0.0
    at_once: float = 0.0
    echoes: float = 0.0
    server_us: float = 0.0
    echo_us: float = 0.0


@dataclass
class Measured:
    """All measurements, and the numbers of actions sent to clients and stored."""

    rounds: list[Round] = field(default_factory=list)  # the measurements
    # milliseconds from each cancellation of an analysis to the end of its process
    cancelled: list[float] = field(default_factory=list)
    seen: int = 0  # actions that clients received
    kept: int = 0  # actions in the journal


def measure(load: Load) -> Iterator[Measured]:
    """Measure round by round; yield the results so far after each, and finally the whole."""
    measured = Measured()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        limit = str(load.tables)
        served = stack.enter_context(serving(folder, "--tables-per-account", limit))
        server, address, token = served.process, served.address, served.token
        echo = stack.enter_context(_helper("echo-server"))
        echo_address = f"127.0.0.1:{ready(echo)}"
        each = load.tables // load.players
        settings = [str(each), str(load.seconds), str(load.remote)]
        players = [
            stack.enter_context(_helper("players", address, token, *settings))
            for _ in range(load.players)
        ]
        echoers = [
            stack.enter_context(_helper("echo", echo_address, str(each), str(load.seconds)))
            for _ in range(load.players)
        ]
        for helper in (*players, *echoers):
            ready(helper)
        for _ in range(load.rounds):
            measured.rounds.append(_round(server, echo, players, echoers, load.pause_ms))
            yield measured
        if sys.platform == "linux":
            cancelling = cancel_analyses(address, token, server.pid, load.analyses)
            measured.cancelled = asyncio.run(cancelling)
        measured.seen = sum(_ask(helper, "end")["seen"] for helper in players)
        server.terminate()
        server.wait()
        journal = Journal(served.journal)
        measured.kept = journal.count(Kind.MOVED)
        journal.close()
    yield measured


def _round(
    server: subprocess.Popen[str],
    echo: subprocess.Popen[str],
    players: list[subprocess.Popen[str]],
    echoers: list[subprocess.Popen[str]],
    pause_ms: float,
) -> Round:
    _pace(players, pause_ms)
    used = cpu_seconds(server.pid)
    played = _all(players)
    used = cpu_seconds(server.pid) - used
    _pace(players, 0)
    at_once = _all(players)
    _pace(players, pause_ms)
    echo_used = cpu_seconds(echo.pid)
    echoed = _all(echoers)
    echo_used = cpu_seconds(echo.pid) - echo_used
    actions = sum(answer["actions"] for answer in played)
    waits = sorted(wait for answer in played for wait in answer["waits"])
    trips = sum(answer["trips"] for answer in echoed)
    return Round(
        actions=sum(answer["actions"] / answer["seconds"] for answer in played),
        answers=sum(len(answer["waits"]) / answer["seconds"] for answer in played),
        p50=1000 * waits[len(waits) // 2],
        p99=1000 * waits[int(len(waits) * 0.99)],
        at_once=sum(answer["actions"] / answer["seconds"] for answer in at_once),
        echoes=sum(answer["trips"] / answer["seconds"] for answer in echoed),
        server_us=1e6 * used / actions,
        echo_us=1e6 * echo_used / trips,
    )


def _pace(players: Sequence[subprocess.Popen[str]], pause_ms: float) -> None:
    """Set the delay of all clients before an action."""
    for helper in players:
        say(helper, f"pace {pause_ms}")
    for helper in players:
        ready(helper)


def _all(helpers: Sequence[subprocess.Popen[str]]) -> list[dict[str, Any]]:
    for helper in helpers:
        say(helper, "go")
    return [json.loads(hear(helper)) for helper in helpers]


def _ask(helper: subprocess.Popen[str], line: str) -> Any:
    say(helper, line)
    return json.loads(hear(helper))


def _helper(*arguments: str) -> Any:
    return process([sys.executable, "-m", "vorhand.service.load.tables", *arguments])


# The work of the processes.


@dataclass
class _Counts:
    """Actions that a process's clients received, their pause before acting, and their waits."""

    pause_s: float = 0.1
    actions: int = 0
    waits: list[float] = field(default_factory=list)


async def _play(client: Client, place: Place, counts: _Counts, all_moves: bool) -> None:
    sent = 0.0
    async with client.sit(place) as stream:
        async for event in stream:
            kind = event.WhichOneof("event")
            if kind == "moved":
                counts.actions += all_moves
                if event.moved.move.seat == place.seat and sent:
                    counts.waits.append(time.perf_counter() - sent)
                    sent = 0.0
            elif kind == "turn":
                legal = [action.id for action in event.turn.legal_actions]
                seen = event.observation
                view = skat_messages.read(seen.skat, seen.seat, legal)
                world = view.worlds().slice(0, 1)[0].tolist()
                action = rule_action(view.deal(world)) if len(legal) > 1 else legal[0]
                if counts.pause_s:
                    await asyncio.sleep(counts.pause_s)
                sent = time.perf_counter()
                await stream.act(event, action)


async def _players(address: str, token: str, tables: int, seconds: float, remote: int) -> None:
    """Play at new tables with the rule player; count on command."""
    seats = ["private"] * remote + ["rule"] * (3 - remote)
    counts = _Counts()
    async with Client(address, token) as client:
        playing = []
        for _ in range(tables):
            _, places = await client.create_table("python_skat", seats, deals=1_000_000)
            for place in places:
                first = place is places[0]
                playing.append(asyncio.create_task(_play(client, place, counts, first)))
        await asyncio.sleep(_SETTLE_S)
        print("ready", flush=True)
        while (line := (await asyncio.to_thread(sys.stdin.readline)).strip()) != "end":
            if line != "go":
                counts.pause_s = float(line.removeprefix("pace ")) / 1000
                await asyncio.sleep(_SETTLE_S)
                print("ready", flush=True)
                continue
            start, done = time.perf_counter(), counts.actions
            counts.waits.clear()
            await asyncio.sleep(seconds)
            passed = time.perf_counter() - start
            done = counts.actions - done
            print(
                json.dumps({"actions": done, "seconds": passed, "waits": counts.waits}), flush=True
            )
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    print(json.dumps({"seen": counts.actions}), flush=True)


def _same(message: bytes) -> bytes:
    return message


class _Echo(grpc.GenericRpcHandler):
    """A handler that sends every message back."""

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """Return the handler of the only method."""
        del handler_call_details
        return grpc.stream_stream_rpc_method_handler(self._echo, _same, _same)

    async def _echo(self, requests: object, context: Any) -> None:
        del requests
        while (message := await context.read()) is not grpc.aio.EOF:
            await context.write(message)


async def _echo_server() -> None:
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((_Echo(),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print("ready", port, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(0)


async def _echo_client(address: str, streams: int, seconds: float) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        method: Any = channel.stream_stream(_ECHO, _same, _same)
        calls = [method() for _ in range(streams)]

        async def trips(call: Any, end: float) -> int:
            made = 0
            while time.perf_counter() < end:
                await call.write(_MESSAGE)
                await call.read()
                made += 1
            return made

        print("ready", flush=True)
        while (await asyncio.to_thread(sys.stdin.readline)).strip() == "go":
            start = time.perf_counter()
            made = sum(await asyncio.gather(*(trips(call, start + seconds) for call in calls)))
            passed = time.perf_counter() - start
            print(json.dumps({"trips": made, "seconds": passed}), flush=True)
        for call in calls:
            call.cancel()


def main(arguments: list[str]) -> None:
    """Run one of the processes."""
    kind, *rest = arguments
    if kind == "echo-server":
        asyncio.run(_echo_server())
    elif kind == "echo":
        asyncio.run(_echo_client(rest[0], int(rest[1]), float(rest[2])))
    else:
        table_count, length, remote = rest[2:]
        players = _players(rest[0], rest[1], int(table_count), float(length), int(remote))
        asyncio.run(players)


if __name__ == "__main__":
    main(sys.argv[1:])
