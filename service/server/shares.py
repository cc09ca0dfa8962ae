"""Who goes first where many want the same: whoever has had the least of it.

Start-time fair queueing (Goyal, Vin and Cheng 1996): each owner has a line and a sum of what they
have used, in seconds; the line of the smallest sum is served next. Who comes back after a rest
begins where the others are, less a small credit, so that nobody saves up time by waiting.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")
_MANY = 1000  # owners who rest are remembered; of more, those who have used least are forgotten


@dataclass
class Shares(Generic[Item]):
    """Lines of owners, served by what they have used.

    Attributes:
      credit: seconds by which one who has rested is ahead of those who have not.
    """

    credit: float
    _lines: dict[str, collections.deque[Item]] = field(default_factory=dict)
    _used: dict[str, float] = field(default_factory=dict)
    _floor: float = 0.0  # what the one had used who was served last

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, owner: str, item: Item, *, first: bool = False) -> None:
        """Puts something in an owner's line, at its end or as the `first`."""
        if owner not in self._lines:
            self._lines[owner] = collections.deque()
            self._used[owner] = self.used(owner)
        line = self._lines[owner]
        if first:
            line.appendleft(item)
        else:
            line.append(item)

    def next_owner(self) -> str:
        """Whose turn it is; somebody waits."""
        return min(self._lines, key=self._used.__getitem__)

    def next(self) -> Item:
        """What is to be done next; somebody waits. Those who have used the same take turns."""
        owner = self.next_owner()
        self._floor = max(self._floor, self._used[owner])
        line = self._lines.pop(owner)
        item = line.popleft()
        if line:
            self._lines[owner] = line  # behind the others
        return item

    def remove(self, owner: str, item: Item) -> bool:
        """Takes something out of an owner's line; whether it was there."""
        line = self._lines.get(owner, collections.deque())
        if item not in line:
            return False
        line.remove(item)
        if not line:
            del self._lines[owner]
        return True

    def waiting(self, owner: str, counts: Callable[[Item], bool] = lambda item: True) -> int:
        """How many things wait in an owner's line."""
        return sum(map(counts, self._lines.get(owner, ())))

    def used(self, owner: str) -> float:
        """What counts as used by an owner, in seconds."""
        return max(self._used.get(owner, 0.0), self._floor - self.credit)

    def spend(self, owner: str, seconds: float) -> None:
        """Notes that an owner has used so much."""
        self._used[owner] = self.used(owner) + seconds
        if len(self._used) > _MANY + len(self._lines):
            resting = (name for name in self._used if name not in self._lines)
            least = sorted(resting, key=self._used.__getitem__)[: _MANY // 2]
            for name in least:
                del self._used[name]
