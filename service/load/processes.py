"""The processes of a measurement: a table server, and helpers controlled by lines of text."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Served:
    """A running table server."""

    process: subprocess.Popen[str]
    address: str  # host and port on which it listens
    token: str  # an API token for it
    journal: str  # URL of its journal

    @property
    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        return cpu_seconds(self.process.pid)


@contextmanager
def serving(folder: Path, *options: str, journal: str = "") -> Iterator[Served]:
    """Run a table server; its files, and its journal unless one is given, are in a folder.

    Raises:
      OSError: the server did not start; the message has the last line of its log.
    """
    port_file, token_file, log = folder / "port", folder / "token", folder / "log"
    journal = journal or f"sqlite:///{folder / 'tables.db'}"
    files = ["--journal", journal, "--port-file", str(port_file)]
    files += ["--token-file", str(token_file)]
    command = [sys.executable, "-m", "vorhand", "serve", "--listen", "127.0.0.1:0"]
    with process([*command, *files, *options], log) as server:
        while not (port_file.exists() and port_file.read_text()):
            if server.poll() is not None:
                lines = log.read_text(encoding="utf-8").strip().splitlines()
                raise OSError(f"the server did not start: {lines[-1] if lines else 'no reason'}")
            time.sleep(0.05)
        address = f"127.0.0.1:{port_file.read_text().strip()}"
        yield Served(server, address, token_file.read_text().strip(), journal)


@contextmanager
def process(command: list[str], log: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run a process until the block ends, with its stderr in a file if one is named."""
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        errors = None if log is None else stack.enter_context(log.open("w", encoding="utf-8"))
        started = stack.enter_context(
            subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True)
        )
        try:
            yield started
        finally:
            started.kill()


def say(helper: subprocess.Popen[str], line: str) -> None:
    """Send a line to a helper."""
    assert helper.stdin is not None
    helper.stdin.write(line + "\n")
    helper.stdin.flush()


def hear(helper: subprocess.Popen[str]) -> str:
    """Return the next line of a helper; raise OSError if it has ended."""
    assert helper.stdout is not None
    line = helper.stdout.readline()
    if not line:
        raise OSError("a process of the measurement ended early")
    return line


def ready(helper: subprocess.Popen[str]) -> str:
    """Return the details that follow `ready` in a helper's next line."""
    return hear(helper).removeprefix("ready").strip()


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process so far, on Linux; 0 elsewhere."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100
