"""A network that fails: a relay on this machine that holds back all bytes for a while."""

import contextlib
import socket
import threading
from urllib.parse import urlsplit


class Network:
    """A relay to a page; while it is lost, nothing arrives and no connection ends."""

    def __init__(self, address: str) -> None:
        target = urlsplit(address)
        assert target.hostname is not None
        assert target.port is not None
        self._target = (target.hostname, target.port)
        self._working = threading.Event()
        self._working.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def lose(self) -> None:
        """Hold back all bytes from now on."""
        self._working.clear()

    def restore(self) -> None:
        """Deliver what was held back, and all that follows."""
        self._working.set()

    def close(self) -> None:
        """Accept no more connections."""
        self.restore()
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError), self._listening:
            while True:
                near, _ = self._listening.accept()
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        with near, socket.create_connection(self._target) as far:
            back = threading.Thread(target=self._relay, args=(far, near), daemon=True)
            back.start()
            self._relay(near, far)
            back.join()

    def _relay(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self._working.wait()
                sink.sendall(data)
            self._working.wait()
            sink.shutdown(socket.SHUT_WR)
