"""Journals to test with: an SQLite file, and a database of a PostgreSQL server of our own."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from vorhand.tests.limits import HANGING_S, wait_until

_USER = "vorhand"  # of the database
_ACCOUNT = "postgres"  # whose processes they are where the tests run as root, which it refuses


class Postgres:
    """A PostgreSQL server of our own, reached by a socket in its folder and listening nowhere else.

    Args:
      programs: where its programs are.
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
        """Starts it; returns once it answers."""
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
        """Ends it: SIGINT ends connections first, SIGQUIT is as a crash that it recovers from."""
        self._server.send_signal(how)
        self._server.wait(timeout=HANGING_S)

    def connected(self) -> psycopg.Connection[Any]:
        """A connection to the database that is always there."""
        return psycopg.connect(
            host=str(self.folder), user=_USER, dbname="postgres", autocommit=True
        )

    def new_journal(self) -> str:
        """The URL of a new, empty database."""
        name = f"t{uuid.uuid4().hex}"
        with self.connected() as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"postgresql+psycopg://{_USER}@/{name}?host={self.folder}"


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; the test is skipped where there is none."""
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
def _shared() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def postgresql(_shared: Postgres) -> Path:
    """The folder with the socket of the PostgreSQL server that tests share."""
    return _shared.folder


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for the tests of a module, which stop it and start it again."""
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def journal_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty journal, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    shared: Postgres = request.getfixturevalue("_shared")
    return shared.new_journal()


def _programs() -> Path | None:
    """Return the folder of PostgreSQL's programs; Debian keeps them out of the path."""
    if (found := shutil.which("postgres")) is not None:
        return Path(found).parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = sorted(versions, key=lambda path: float(path.parts[-3]))
    return newest[-1].parent if newest else None
