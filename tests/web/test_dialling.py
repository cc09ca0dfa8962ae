"""The page's server connects to no address that only a browser has named."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from vorhand.tests.web.conftest import Served, serving
from vorhand.tests.web.visitor import Visitor


class Listener:
    """A program that listens on this machine and counts who connects."""

    def __init__(self) -> None:
        self.connections = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._count)
        self._thread.start()

    def _count(self) -> None:
        while True:
            try:
                self._socket.accept()[0].close()
            except OSError:
                return
            self.connections += 1

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listening = Listener()
    yield listening
    listening.close()


HOSTS = ["127.0.0.1", "localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "0.0.0.0"]
HOSTS += ["[::1]", "[::ffff:127.0.0.1]", "127.0.0.2", "localhost.localdomain", "10.0.0.1"]


@pytest.mark.parametrize("scheme", ["grpc", "grpcs"])
def test_a_page_dials_nobody(served: Served, listener: Listener, scheme: str) -> None:
    visitor = Visitor(served.address)
    for host in HOSTS:
        refused = visitor.make("private", f"{scheme}://{host}:{listener.port}")
        assert refused.status in (400, 403), host
        assert "grpc" in refused.error
    for agent in ("iimc(playout={})", "mc(played_out(playout={}))"):
        nested = agent.format(f"{scheme}://127.0.0.1:{listener.port}")
        assert visitor.make("private", nested).status in (400, 403)
    assert listener.connections == 0


@pytest.mark.extended
def test_a_page_dials_the_address_that_its_operator_names(
    tmp_path: Path, listener: Listener
) -> None:
    """The port must match too; different spellings of an address are equivalent."""
    named = f"127.0.0.1:{listener.port}"
    with serving(tmp_path, "--dial", named) as served:
        visitor = Visitor(served.address)
        for other in (f"127.0.0.1:{listener.port ^ 1}", f"localhost:{listener.port}"):
            refused = visitor.make("private", f"grpc://{other}")
            assert refused.status == 403
            assert f"dials {named} only" in refused.error
        assert listener.connections == 0
        for same in (named, f"[::ffff:127.0.0.1]:{listener.port}"):
            assert visitor.make("private", f"grpc://{same}").status == 200
