"""The leases of the servers that share a database, measured on the clock of the observer."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from vorhand.service.server.journal import Beat


@dataclass
class Leases:
    """The leases of other servers, renewed whenever their heartbeats change."""

    server: str  # name of this server
    lease_s: float  # seconds without a heartbeat after which a server counts as dead
    # by server name: the last heartbeat, and the time when it was first seen
    _seen: dict[str, tuple[Beat, float]] = field(default_factory=dict)

    def expired(self, beats: Sequence[Beat]) -> list[Beat]:
        """Note the present heartbeats; return those of other servers whose lease has expired."""
        now, known = time.monotonic(), self._seen
        self._seen = {}
        for beat in beats:
            last, since = known.get(beat.name, (beat, now))
            self._seen[beat.name] = (beat, since if last == beat else now)
        return [
            beat
            for beat, since in self._seen.values()
            if beat.name != self.server and now - since >= self.lease_s
        ]
