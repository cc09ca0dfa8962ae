"""Fair queueing: the owner who has used the least time is served next.

Start-time fair queueing (Goyal, Vin and Cheng 1996): each owner has a queue and a total of the
seconds used; the queue of the smallest total is served next. The total of an owner who returns
after a rest is raised to the largest total served so far, less a small credit, so that nobody can
save up time.
"""

import collections
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")
_MANY = 1000  # maximum of idle owners; beyond it, those with the smallest totals are forgotten


@dataclass
class FairQueue(Generic[Item]):
    """Queues of owners, ordered by the time they have used."""

    credit: float = 0.05  # seconds by which an owner who has rested is ahead of the others
    _lines: dict[str, collections.deque[Item]] = field(default_factory=dict)
    _used: dict[str, float] = field(default_factory=dict)
    _floor: float = 0.0  # largest total that an owner had when served

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, owner: str, item: Item, *, first: bool = False) -> None:
        """Put an item into an owner's queue, at its end or, with `first`, at its front."""
        if owner not in self._lines:
            self._lines[owner] = collections.deque()
            self._used[owner] = self.used(owner)
        line = self._lines[owner]
        if first:
            line.appendleft(item)
        else:
            line.append(item)

    def next_owner(self) -> str:
        """Return the owner to be served next; at least one must have an item."""
        return min(self._lines, key=self._used.__getitem__)

    def next(self) -> Item:
        """Return and remove the next item; there must be one. At equal totals owners take turns."""
        owner = self.next_owner()
        self._floor = max(self._floor, self._used[owner])
        line = self._lines.pop(owner)
        item = line.popleft()
        if line:
            self._lines[owner] = line  # the owner now comes after the others
        return item

    def remove(self, owner: str, item: Item) -> bool:
        """Remove an item from an owner's queue; return whether it was there."""
        line = self._lines.get(owner, collections.deque())
        if item not in line:
            return False
        line.remove(item)
        if not line:
            del self._lines[owner]
        return True

    def waiting(self, owner: str, counts: Callable[[Item], bool] = lambda item: True) -> int:
        """Return the number of items in an owner's queue that `counts` accepts, by default all."""
        return sum(map(counts, self._lines.get(owner, ())))

    def used(self, owner: str) -> float:
        """Return an owner's total in seconds; it is at least the floor less the credit."""
        return max(self._used.get(owner, 0.0), self._floor - self.credit)

    def spend(self, owner: str, seconds: float) -> None:
        """Charge an owner for some seconds."""
        self._used[owner] = self.used(owner) + seconds
        if len(self._used) > _MANY + len(self._lines):
            resting = (name for name in self._used if name not in self._lines)
            least = sorted(resting, key=self._used.__getitem__)[: _MANY // 2]
            for name in least:
                del self._used[name]
