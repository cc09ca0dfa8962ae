"""Runs every command of the tutorial, in its order."""

import contextlib
import os
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from vorhand.tests.limits import HANGING_S

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "service-tutorial.md"
# Commands that keep running in their own terminal, and their option for the address.
SERVERS = {"vorhand serve": "--listen", "node examples/node/dist/agent.js": "--address"}


def commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", TUTORIAL.read_text(), re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) > 10
    return lines


@contextlib.contextmanager
def running(command: str, environment: dict[str, str]) -> Iterator[None]:
    """Yield once a server listens; end it afterwards."""
    words = shlex.split(command)
    option = next(SERVERS[start] for start in SERVERS if command.startswith(start))
    address = words[words.index(option) + 1] if option in words else "127.0.0.1:50051"
    host, port = address.split(":")
    process = subprocess.Popen(words, cwd=ROOT, env=environment)
    try:
        end = time.monotonic() + HANGING_S
        while True:
            assert process.poll() is None, command
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 1):
                break
            assert time.monotonic() < end, command
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(timeout=HANGING_S)


def test_every_command_works() -> None:
    environment = dict(os.environ)
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    with contextlib.ExitStack() as servers:
        for command in commands():
            if command.startswith("export PATH="):
                continue  # done above
            if command.startswith(tuple(SERVERS)):
                servers.enter_context(running(command, environment))
            else:
                words = shlex.split(command)
                done = subprocess.run(
                    words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
                )
                assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "grpc://127.0.0.1:9090" in (ROOT / "match.jsonl").read_text()
