"""Tables with one person and agents, at which moves may be taken back.

A table server cannot take moves back. But the same seed deals the same cards, and agents repeat
their decisions. So the page creates a new table with the same seed and repeats the person's earlier
moves there. Browsers do not know the seed; the page's server keeps it in a private file.
"""

import contextlib
import json
import os
import secrets
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from pathlib import Path

from vorhand.native.errors import InputError
from vorhand.service.client.client import Client, Place, RemoteError
from vorhand.v1 import play_pb2
from vorhand.web.private_files import replace_private

_MOST_KEPT = 1000
_SEED_BITS = 63


class UndoError(InputError):
    """A failure to take back a move."""


@dataclass(frozen=True)
class Decision:
    """A decision of the person at a table."""

    action: int  # the person's action
    free: bool  # whether the person had a choice


@dataclass(frozen=True)
class Practice:
    """The parameters with which a practice table was created."""

    game: str
    seats: tuple[str, ...]
    seat: int
    seed: int
    bock_deals: int | None = None


@dataclass
class Practices:
    """The latest practice tables of this server.

    The file ``kept``, if there is one and it is readable, preserves them beyond this process, one
    per line. It reveals all cards of their deals, so only its owner may read it. Other page servers
    may use it too.
    """

    client: Client
    kept: Path | None = None
    _made: OrderedDict[str, Practice] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        if self.kept is None:
            return
        lines = []
        try:
            lines = self.kept.read_bytes().splitlines()
        except FileNotFoundError:
            pass
        except OSError:
            self.kept = None
        for line in lines[-_MOST_KEPT:]:
            with contextlib.suppress(ValueError, TypeError, KeyError):  # truncated or damaged
                table, practice = json.loads(line)
                self._made[table] = Practice(**practice | {"seats": tuple(practice["seats"])})

    async def start(
        self,
        game: str,
        seats: tuple[str, ...],
        seed: int | None = None,
        bock_deals: int | None = None,
    ) -> Place:
        """Create a table with one private seat; raise RemoteError if the table server refuses."""
        number = secrets.randbits(_SEED_BITS) if seed is None else seed
        return await self._table(Practice(game, seats, seats.index("private"), number, bock_deals))

    def can_undo(self, table_id: str) -> bool:
        """Return whether moves can be taken back at a table."""
        return table_id in self._made

    async def undo(self, place: Place, decided: list[Decision]) -> Place:
        """Return a seat at a new table, before the person's last decision with a choice.

        Raises:
          UndoError: the table is not for practice, or the person had no choice yet.
          RemoteError: the table server refuses.
        """
        practice = self._made.get(place.table_id)
        if practice is None:
            raise UndoError("moves cannot be taken back at this table")
        kept = len(decided)
        while kept and not decided[kept - 1].free:
            kept -= 1
        if not kept:
            raise UndoError("there is no choice to take back")
        new_place = await self._table(practice)
        await self._repeat(new_place, [choice.action for choice in decided[: kept - 1]])
        return new_place

    async def close(self, table_id: str) -> None:
        """End the table that a player left when they took back a move."""
        with contextlib.suppress(RemoteError):  # the table may be over
            await self.client.close_table(table_id)

    async def _table(self, practice: Practice) -> Place:
        _, places = await self.client.create_table(
            practice.game, practice.seats, seed=practice.seed, bock_deals=practice.bock_deals
        )
        self._made[places[0].table_id] = practice
        self._keep(places[0].table_id, practice)
        while len(self._made) > _MOST_KEPT:
            self._made.popitem(last=False)
        return places[0]

    def _keep(self, table_id: str, practice: Practice) -> None:
        """Store a practice table; without a writable file it is remembered only by this process."""
        if self.kept is None:
            return
        line = json.dumps([table_id, asdict(practice)]).encode() + b"\n"
        with contextlib.suppress(OSError):
            handle = os.open(self.kept, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(handle, "ab+") as file:
                file.seek(0)
                before = file.read()
                torn = bool(before) and not before.endswith(b"\n")
                file.write(b"\n" + line if torn else line)
            lines = [*before.splitlines(), line.rstrip()]
            if len(lines) > 2 * _MOST_KEPT:
                # Lines that another page server adds meanwhile may be lost. Moves at those tables
                # can then not be taken back later.
                kept = lines[-_MOST_KEPT:]
                replace_private(self.kept, b"".join(line + b"\n" for line in kept))

    async def _repeat(self, place: Place, actions: list[int]) -> None:
        if not actions:
            return
        async with self.client.sit(place, detail=play_pb2.OBSERVATION_DETAIL_NEVER) as stream:
            done = 0
            async for event in stream:
                if not event.HasField("turn"):
                    continue
                if done == len(actions):
                    return
                await stream.act(event, actions[done])
                done += 1
