"""Tables with one person and agents, at which moves may be taken back.

A table server takes nothing back. But the same seed deals the same cards, and the agents decide
the same, so a move is taken back at a new table with the same seed, where the person's earlier
moves are made again. Only the page's server knows the seed.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

from vorhand.service.client.client import Client, Place
from vorhand.v1 import play_pb2

_MOST_KEPT = 1000
_SEED_BITS = 63


class UndoError(ValueError):
    """Nothing can be taken back here."""


@dataclass(frozen=True)
class Decided:
    """A decision of the person at a table.

    Attributes:
      action: what they did.
      free: whether there was a choice.
    """

    action: int
    free: bool


@dataclass(frozen=True)
class Practice:
    """How a table for practice was made."""

    game: str
    seats: tuple[str, ...]
    seat: int
    seed: int


@dataclass
class Practices:
    """The latest tables for practice that this server made."""

    client: Client
    _made: OrderedDict[str, Practice] = field(default_factory=OrderedDict)

    async def start(self, game: str, seats: tuple[str, ...], seed: int | None = None) -> Place:
        """A table with one private seat; RemoteError if the table server refuses it."""
        number = secrets.randbits(_SEED_BITS) if seed is None else seed
        return await self._table(Practice(game, seats, seats.index("private"), number))

    def can_undo(self, table_id: str) -> bool:
        """Whether moves can be taken back there."""
        return table_id in self._made

    async def undo(self, place: Place, decided: list[Decided]) -> Place:
        """A table as this one was before the person's last free choice.

        Args:
          place: the person's seat.
          decided: what the person did, in order.

        Raises:
          UndoError: the table is not for practice, or the person had no choice yet.
          RemoteError: the table server refuses it.
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

    async def _table(self, practice: Practice) -> Place:
        _, places = await self.client.create_table(
            practice.game, practice.seats, seed=practice.seed
        )
        self._made[places[0].table_id] = practice
        while len(self._made) > _MOST_KEPT:
            self._made.popitem(last=False)
        return places[0]

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
