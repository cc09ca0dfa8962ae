"""The events of an entry of the log: one for the public, one for the player concerned."""

from dataclasses import dataclass

from vorhand.v1 import play_pb2

EVERYBODY = -1
"""The viewer that sees only public events."""
EVERYTHING = -2
"""The viewer that sees every move, after the end of the deal."""


@dataclass(frozen=True)
class EntryEvents:
    """The events of one entry."""

    public: play_pb2.Event  # the event that everybody else receives
    own: play_pb2.Event  # the event that the player concerned receives
    seat: int = -1  # the seat of that player, -1 for none

    def seen_by(self, viewer: int) -> play_pb2.Event:
        """Return the event for a viewer: a seat, `EVERYBODY` or `EVERYTHING`."""
        return self.own if viewer in (self.seat, EVERYTHING) else self.public
