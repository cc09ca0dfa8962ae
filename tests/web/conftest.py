"""The page in a browser: `vorhand web` in a process of its own, and chromium."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from vorhand.tests.limits import HANGING_S

_AXE = Path(__file__).parents[2] / "web" / "page" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Limit of a step in a browser; a step that takes longer is assumed to hang.
_STEP_MS = 120_000
expect.set_options(timeout=_STEP_MS)

# Moves are shown at once and the agents are quick, unless a test sets something else.
QUICK = """
localStorage.setItem('vorhand.pace', '0.01');
if (!localStorage.getItem('vorhand.opponent')) localStorage.setItem('vorhand.opponent', '"rule"');
"""


@dataclass
class Served:
    """A running ``vorhand web``.

    Attributes:
      address: address of the page.
      server: address of its table server.
      token_file: file with that server's API token.
      operator_file: file with its administrator token.
    """

    address: str
    server: str
    token_file: Path
    operator_file: Path


@dataclass
class Tab:
    """A page in a browser, and the errors in its console."""

    page: Page
    complaints: list[str] = field(default_factory=list)


def free_port() -> int:
    """Return a port of this machine at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def serve(folder: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start `vorhand web` at a free port; return the process and the address that it printed."""
    command = [sys.executable, "-m", "vorhand", "web", "--no-open", "--listen", "127.0.0.1:0"]
    command += ["--tables-per-address", "1000", "--accounts-per-address", "1000"]
    own = [] if "--connect" in options else ["--journal", str(folder / "tables.db")]
    process = subprocess.Popen(
        [*command, *own, *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(folder)},
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "http" in line:
            return process, line[line.index("http") :].split()[0]
    raise AssertionError(f"vorhand web ended with {process.wait()}")


def stop(process: subprocess.Popen[str]) -> None:
    """End the process by SIGINT."""
    process.send_signal(signal.SIGINT)
    process.wait(timeout=HANGING_S)
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture(scope="session")
def axe() -> None:
    """Skip a test that calls `serious` if axe-core is not installed."""
    if not _AXE.exists():
        if "CI" in os.environ:
            pytest.fail("axe-core is not installed")
        pytest.skip("axe-core is not installed (make page)")


needs_axe = pytest.mark.usefixtures("axe")


def serious(page: Page) -> list[Any]:
    """Return axe's serious and critical findings on a page; the test `needs_axe`."""
    # The page's policy forbids other scripts, so axe is evaluated through the browser's console.
    page.evaluate(_AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        (rule["id"], [node["html"][:200] for node in rule["nodes"]])
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
    ]


def run(some: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread, since this one has the browser's loop; return the result."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, some).result()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """Yield a page with a table server of its own."""
    port_file = folder / "port"
    process, address = serve(folder, "--server-port-file", str(port_file), *options)
    try:
        server = f"127.0.0.1:{port_file.read_text('utf-8').strip()}"
        tokens = (folder / f"tables.db-{name}" for name in ("token", "operator-token"))
        yield Served(address, server, *tokens)
    finally:
        stop(process)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield one page with a table server, shared by all tests."""
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield Debian's chromium, without a window.

    It ends with the module: while it lives, an event loop runs in the main thread, and no test of
    the service can run its own there.
    """
    program = shutil.which("chromium")
    if program is None:
        if "CI" in os.environ:
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


Opener: TypeAlias = Callable[..., Tab]


@pytest.fixture
def open_tab(browser: Browser) -> Iterator[Opener]:
    """Yield a function that opens a tab for a person; the page may log no error."""
    opened: list[tuple[BrowserContext, Tab]] = []

    def another(**context: Any) -> Tab:
        own = browser.new_context(reduced_motion="reduce", locale="en-GB", **context)
        own.set_default_timeout(_STEP_MS)
        tab = Tab(own.new_page())
        opened.append((own, tab))
        tab.page.add_init_script(QUICK)

        def listen(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                tab.complaints.append(message.text)

        tab.page.on("console", listen)
        tab.page.on("pageerror", lambda error: tab.complaints.append(str(error)))
        return tab

    yield another
    for own, tab in opened:
        own.close()
        assert tab.complaints == []


@pytest.fixture
def tab(open_tab: Opener) -> Tab:
    """Return a tab on a desktop."""
    return open_tab(viewport={"width": 1280, "height": 860})


@pytest.fixture
def phone(open_tab: Opener) -> Tab:
    """Return a tab on a phone."""
    return open_tab(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
