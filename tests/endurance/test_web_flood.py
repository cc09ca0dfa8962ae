"""A thousand connections attack the page while a browser plays.

The attackers (`tests/web/flood.py`) and the browser here use plain sockets alone. Since the
duration of answers depends on other processes, the test prints it, and compares the median with
that of the same run without an attack.
"""

import contextlib
import http.client
import json
import os
import re
import signal
import ssl
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from vorhand.service import tls
from vorhand.tests.web import flood

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is told by /proc"),
]

COUNT, SECONDS = 1000, 4.0
FEWER = {"long": 120, "wrong": 120, "tables": 20, "nonsense": 20}  # attackers of these kinds
ANSWERED = ["unread", "wrong", "tables", "nonsense"]  # attackers that get answers
PER_ADDRESS = 64  # connections, by docs/web.md
FEW_FILES = 300
MOST_GROWTH_MB = 20.0
MOST_LOG = 100_000  # bytes
MOST_TIMES = 25.0  # largest ratio of median times with and without an attack
HANG_S = 300.0
TRIES = 5  # attempts of a browser whose connection ended before it had an answer


@dataclass
class Page:
    """A running `vorhand web` with a token.

    Attributes:
      process: its process. port: the port at which it listens. token: its token.
      log: file to which it writes its complaints.
      trusting: TLS context that trusts its certificate; None: plain text.
    """

    process: subprocess.Popen[str]
    port: int
    token: str
    log: Path
    trusting: ssl.SSLContext | None
    answers: list[float] = field(default_factory=list)

    def kilobytes(self, kind: str) -> int:
        """Return a figure of its memory in KiB, as Linux reports it."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        return int(status.split(f"{kind}:")[1].split()[0])

    def forget_peak(self) -> None:
        """Reset the peak of memory."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5", "utf-8")

    def read(self, path: str) -> str:
        """Return the answer to a request of a browser, which connects again as browsers do."""
        for left in reversed(range(TRIES)):
            connection = (
                http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG_S)
                if self.trusting is None
                else http.client.HTTPSConnection(
                    "127.0.0.1", self.port, timeout=HANG_S, context=self.trusting
                )
            )
            with contextlib.closing(connection):
                try:
                    headers = {"Authorization": f"Bearer {self.token}"}
                    connection.request("GET", path, headers=headers)
                    response = connection.getresponse()
                    assert response.status == 200
                    return response.read().decode()
                except (OSError, http.client.HTTPException):
                    if not left:
                        raise
        raise AssertionError("unreachable")

    def ask(self) -> float:
        """Return the seconds that a browser waits for the list of agents."""
        begun = time.monotonic()
        assert json.loads(self.read("/api/agents"))["agents"]
        return time.monotonic() - begun

    def ask_for(self, seconds: float) -> list[float]:
        """Return the seconds that each answer took in this time."""
        end = time.monotonic() + seconds
        found = list[float]()
        while time.monotonic() < end or len(found) < 5:
            found.append(self.ask())
            time.sleep(0.05)
        return found


@contextlib.contextmanager
def page(folder: Path, *, secured: bool = False, files: int | None = None) -> Iterator[Page]:
    """Yield a page on this machine, with a limit of open files."""
    token, log, trusting = folder / "token", folder / "log", None
    options = ["--listen", "127.0.0.1:0", "--token-file", str(token)]
    options += ["--journal", str(folder / "tables.db")]
    if secured:
        own = tls.self_signed(["127.0.0.1"])
        for option, pem in (("tls-key", own.key), ("tls-certificate", own.chain)):
            (folder / option).write_bytes(pem)
            options += [f"--{option}", str(folder / option)]
        trusting = ssl.create_default_context(cafile=folder / "tls-certificate")
    limited = "" if files is None else f"ulimit -n {files}; "
    command = [sys.executable, "-m", "vorhand", "web", "--no-open", *options]
    with log.open("w") as complaints:
        process = subprocess.Popen(
            ["sh", "-c", f'{limited}exec "$@"', "sh", *command],
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
        )
    assert process.stdout is not None
    try:
        address = next(line for line in process.stdout if "the table is at" in line)
        port = int(address.split()[4].rstrip("/").rpartition(":")[2])
        yield Page(process, port, token.read_text("utf-8").strip(), log, trusting)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(HANG_S)
        process.stdout.close()


@contextlib.contextmanager
def attack(page: Page, kind: str, count: int, *options: str) -> Iterator[dict[str, int]]:
    """Run attackers in a separate process; what they counted is there at the end."""
    secured = [] if page.trusting is None else ["--tls"]
    command = [sys.executable, str(flood.__file__), str(page.port), kind, str(count)]
    counted: dict[str, int] = {}
    process = subprocess.Popen(
        [*command, *secured, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield counted
    finally:
        told, _ = process.communicate("", timeout=HANG_S)
    counted |= json.loads(told.splitlines()[-1])


@pytest.mark.parametrize(
    ("secured", "kinds"),
    [
        (False, ["silent", "headers", "body", "chunks", "upgrade", "garbage", "unread"]),
        (True, ["silent", "headers", "body"]),
    ],
    ids=["plain", "tls"],
)
def test_a_browser_is_answered_beside_a_thousand_attackers(
    tmp_path: Path, secured: bool, kinds: list[str]
) -> None:
    """All attackers come from the browser's own address."""
    with page(tmp_path, secured=secured) as attacked:
        attacked.ask_for(1.0)  # warms up
        usual = statistics.median(attacked.ask_for(SECONDS))
        (script,) = re.findall(r"assets/(index-[^\"]+\.js)", attacked.read("/"))
        before = attacked.kilobytes("VmRSS")
        attacked.forget_peak()
        for kind, count in [*((kind, COUNT) for kind in kinds), *FEWER.items()]:
            seen = kind not in ANSWERED
            named = ["--token", attacked.token, "--script", script]
            until = ["--until", f"{PER_ADDRESS}"] if seen else []
            with attack(attacked, kind, count, *named, *until) as counted:
                taken = attacked.ask_for(SECONDS)
            grown = (attacked.kilobytes("VmHWM") - before) / 1024
            median, logged = statistics.median(taken), attacked.log.stat().st_size
            print(
                f"\n{kind}: {counted['opened']:,} connections, {counted['open']:,} open still; "
                f"answers after {median:.3f} s (usually {usual:.3f}), at most {max(taken):.3f} s; "
                f"memory grew by {grown:.1f} MB; log of {logged:,} bytes",
                flush=True,
            )
            assert grown < MOST_GROWTH_MB
            assert logged < MOST_LOG
            assert median < MOST_TIMES * usual
            if seen:
                assert counted["open"] <= PER_ADDRESS


def test_few_files_are_enough(tmp_path: Path) -> None:
    """Attackers from many addresses return repeatedly, while 300 files may be open."""
    with page(tmp_path, files=FEW_FILES) as attacked:
        attacked.ask_for(1.0)
        with attack(attacked, "silent", COUNT, "--again", "--sources", "20") as counted:
            taken = attacked.ask_for(SECONDS)
        log = attacked.log.read_text("utf-8")
        after = attacked.ask_for(1.0)
        print(
            f"\n{counted['opened']:,} connections; answers after {statistics.median(taken):.3f} s, "
            f"at most {max(taken):.3f} s; afterwards at most {max(after):.3f} s; log of "
            f"{len(log):,} characters",
            flush=True,
        )
        assert counted["opened"] > COUNT
        assert "Traceback" not in log
        assert len(log) < MOST_LOG
