"""Servers and journals to test with, and the event loop in which tests are run.

A coroutine function that is a test runs in the event loop of its module. The fixtures `client` and
`server` belong to a table server that all tests of the module share. The mark `server(settings,
**options)` gives a test a server of its own; on a module it sets up the shared one.
"""

import asyncio
import contextlib
import inspect
import os
import shutil
import signal
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest

from vorhand.service.client.client import Client
from vorhand.service.server.server import Server
from vorhand.tests.limits import HANGING_S, wait_until
from vorhand.tests.service.helpers import administered, serving
from vorhand.tests.service.stranger import Stranger, beside

Entered = TypeVar("Entered")
Served = tuple[Server, Client]

_USER = "vorhand"  # user of the database
_ACCOUNT = "postgres"  # system user of the server if the tests run as root


@pytest.fixture(scope="module", autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    """Yield the event loop of a module's tests."""
    with asyncio.Runner() as found:
        yield found


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine function."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}

    async def limited() -> None:
        async with asyncio.timeout(HANGING_S):
            await test(**arguments)

    runner: Any = pyfuncitem.funcargs["runner"]
    runner.run(limited())
    return True


@contextlib.contextmanager
def entered(
    runner: asyncio.Runner, made: Callable[[], contextlib.AbstractAsyncContextManager[Entered]]
) -> Iterator[Entered]:
    """Make and enter a context in the event loop of the tests."""
    stack = contextlib.AsyncExitStack()

    async def enter() -> Entered:
        return await stack.enter_async_context(made())

    found = runner.run(enter())
    try:
        yield found
    finally:
        runner.run(stack.aclose())


@pytest.fixture(scope="module")
def _shared_server(
    request: pytest.FixtureRequest,
    runner: asyncio.Runner,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Served]:
    mark = request.node.get_closest_marker("server") or pytest.mark.server().mark
    folder = tmp_path_factory.mktemp("server")
    with entered(runner, lambda: serving(folder, *mark.args, **mark.kwargs)) as found:
        yield found


@pytest.fixture
def _served(
    request: pytest.FixtureRequest, runner: asyncio.Runner, tmp_path: Path
) -> Iterator[Served]:
    mark = next((mark for mark in request.node.own_markers if mark.name == "server"), None)
    if mark is None:
        yield request.getfixturevalue("_shared_server")
        return
    with entered(runner, lambda: serving(tmp_path, *mark.args, **mark.kwargs)) as found:
        yield found


@pytest.fixture
def server(_served: Served) -> Server:
    """Return the table server of a test."""
    return _served[0]


@pytest.fixture
def client(_served: Served) -> Client:
    """Return a client of the server that may create tables."""
    return _served[1]


@pytest.fixture
def stranger(runner: asyncio.Runner, client: Client) -> Iterator[Stranger]:
    """Yield a client that knows only the wire contract and has its own connection."""
    with entered(runner, lambda: Stranger(client.address, client.token)) as found:
        yield found


@pytest.fixture
def operator(runner: asyncio.Runner, tmp_path: Path) -> Iterator[Stranger]:
    """Yield the operator of a server of the test's own, with the accounts of `administered`."""
    with entered(runner, lambda: administered(tmp_path)) as found:
        yield found


@pytest.fixture
def somebody(runner: asyncio.Runner, operator: Stranger) -> Iterator[Stranger]:
    """Yield a client without a token at the operator's server."""
    with entered(runner, lambda: beside(operator)) as found:
        yield found


class Postgres:
    """A PostgreSQL server, reached only by a socket in its folder.

    Args:
        programs: folder of its programs.
        folder: an empty one.
    """

    def __init__(self, programs: Path, folder: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._as_account: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(folder, _ACCOUNT)
            # Not by `user=` of `subprocess`, which forks then: gRPC's threads do not survive it.
            account = (f"--reuid={_ACCOUNT}", f"--regid={_ACCOUNT}", "--clear-groups")
            self._as_account = ["setpriv", *account]
        make = ["-D", str(folder / "data"), "-U", _USER, "--auth=trust", "--no-sync"]
        command = [*self._as_account, str(programs / "initdb"), *make]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)
        self.start()

    def start(self) -> None:
        """Start the server; return once it answers."""
        where = ["-D", str(self.folder / "data"), "-k", str(self.folder)]
        serve = [str(self._programs / "postgres"), *where, "-c", "listen_addresses="]
        with (self.folder / "log").open("ab") as log:
            command = [*self._as_account, *serve]
            self._server = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)

        def answers() -> bool:
            assert self._server.poll() is None, (self.folder / "log").read_text()
            with contextlib.suppress(psycopg.OperationalError), self.connected():
                return True
            return False

        wait_until(answers)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends connections first; SIGQUIT is a crash."""
        self._server.send_signal(how)
        self._server.wait(timeout=HANGING_S)

    def connected(self) -> psycopg.Connection[Any]:
        """Return a connection to the database that is always there."""
        return psycopg.connect(
            host=str(self.folder), user=_USER, dbname="postgres", autocommit=True
        )

    def new_journal(self) -> str:
        """Return the URL of a new, empty database."""
        name = f"t{uuid.uuid4().hex}"
        with self.connected() as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"postgresql+psycopg://{_USER}@/{name}?host={self.folder}"


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """Yield a PostgreSQL server; the test is skipped where there is none."""
    programs = _programs()
    if programs is None:
        if "CI" in os.environ:
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="vorhand-pg-") as name:
        server = Postgres(programs, Path(name))
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def _shared_postgres() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def postgresql(_shared_postgres: Postgres) -> Path:
    """Return the folder with the socket of the PostgreSQL server that tests share."""
    return _shared_postgres.folder


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """Yield a PostgreSQL server for the tests of a module, which stop it and start it again."""
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def journal_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty journal, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    shared: Postgres = request.getfixturevalue("_shared_postgres")
    return shared.new_journal()


def _programs() -> Path | None:
    """Return the folder of PostgreSQL's programs; Debian keeps them out of the path."""
    if (found := shutil.which("postgres")) is not None:
        return Path(found).parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = sorted(versions, key=lambda path: float(path.parts[-3]))
    return newest[-1].parent if newest else None
