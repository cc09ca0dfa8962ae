"""Journals to test with: an SQLite file, and a database of a PostgreSQL server of our own."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

_USER = "vorhand"  # of the database
_ACCOUNT = "postgres"  # whose processes they are where the tests run as root, which it refuses


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Path]:
    """The folder with the socket of a PostgreSQL server, which listens nowhere else."""
    programs = _programs()
    if programs is None:
        if "CI" in os.environ:
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="vorhand-pg-") as name:
        folder = Path(name)
        account: dict[str, Any] = {}
        if os.geteuid() == 0:
            shutil.chown(folder, _ACCOUNT)
            account = {"user": _ACCOUNT, "group": _ACCOUNT, "extra_groups": []}
        data = str(folder / "data")
        make = [str(programs / "initdb"), "-D", data, "-U", _USER, "--auth=trust", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=folder, **account)
        serve = [str(programs / "postgres"), "-D", data, "-k", name, "-c", "listen_addresses="]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(serve, stdout=log, stderr=log, cwd=folder, **account)
        try:
            _wait(server, folder)
            yield folder
        finally:
            server.send_signal(signal.SIGINT)  # ends connections and then itself
            server.wait(timeout=60)


@pytest.fixture(params=["sqlite", "postgresql"])
def journal_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty journal, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    folder: Path = request.getfixturevalue("postgresql")
    name = f"t{uuid.uuid4().hex}"
    with _connected(folder) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"postgresql+psycopg://{_USER}@/{name}?host={folder}"


def _programs() -> Path | None:
    """Where PostgreSQL's programs are; Debian keeps them out of the path."""
    if (found := shutil.which("postgres")) is not None:
        return Path(found).parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = sorted(versions, key=lambda path: float(path.parts[-3]))
    return newest[-1].parent if newest else None


def _connected(folder: Path) -> psycopg.Connection[Any]:
    return psycopg.connect(host=str(folder), user=_USER, dbname="postgres", autocommit=True)


def _wait(server: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + 60
    while True:
        assert server.poll() is None, (folder / "log").read_text()
        assert time.monotonic() < end
        with contextlib.suppress(psycopg.OperationalError), _connected(folder):
            return
        time.sleep(0.05)
