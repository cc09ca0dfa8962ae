"""The clocks of a table: thinking times of players, and their limits."""

import asyncio
import time
from collections.abc import Callable

from vorhand.v1 import tables_pb2

_NEVER = -1


class Clock:
    """The time of the player to act, for the decision under way and for the whole deal.

    Used time stays used: a player who leaves and returns at the same turn has only the rest.

    Args:
      limits: the limits of the table.
      over: callback, called with seat and turn when the time is over.

    Attributes:
      turn: the last turn for which the clock was started.
    """

    def __init__(self, limits: tables_pb2.Clock, over: Callable[[int, int], None]) -> None:
        self._limits = limits
        self._over = over
        self.turn = _NEVER
        self._deal = _NEVER
        self._of_turn = 0.0  # seconds used in this turn up to the last stop
        self._of_deal: dict[int, float] = {}  # by seat: seconds in this deal up to the last stop
        self._seat = _NEVER
        self._since: float | None = None  # time of the last start, if the clock runs
        self._timer: asyncio.TimerHandle | None = None

    def start(self, deal: int, seat: int, turn: int) -> None:
        """Start or resume the clock for a turn of a seat; a running clock runs on."""
        if deal != self._deal:
            self.stop()
            self._deal, self._of_deal = deal, {}
        if turn != self.turn:
            self.stop()
            self.turn, self._of_turn = turn, 0.0
        if self._since is not None:
            return
        self._seat, self._since = seat, time.monotonic()
        left = [seconds for seconds in self.left() if seconds is not None]
        if left:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, min(left)), self._over, seat, turn)

    def stop(self) -> float:
        """Stop the clock; return the seconds that the turn has taken so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._since is not None:
            spent = time.monotonic() - self._since
            self._since = None
            self._of_turn += spent
            self._of_deal[self._seat] = self._of_deal.get(self._seat, 0.0) + spent
        return self._of_turn

    def left(self) -> tuple[float | None, float | None]:
        """Return the seconds left to the seat for this decision and the deal; None: no limit."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        decision, deal = self._limits.decision_ms / 1000, self._limits.deal_ms / 1000
        used = self._of_deal.get(self._seat, 0.0)
        return (
            decision - self._of_turn - running if decision else None,
            deal - used - running if deal else None,
        )


class Absence:
    """The timer for an absent player; it runs only if the table's limits set no clock."""

    def __init__(
        self, limits: tables_pb2.Clock, seconds: float, over: Callable[[int, int], None]
    ) -> None:
        self._clocked = bool(limits.decision_ms or limits.deal_ms)
        self._seconds = seconds
        self._over = over
        self._about = (_NEVER, _NEVER)
        self._timer: asyncio.TimerHandle | None = None

    def wait(self, seat: int, turn: int) -> None:
        """Start the timer, unless it already runs for this turn."""
        if self._clocked or (self._timer is not None and self._about == (seat, turn)):
            return
        self.stop()
        self._about = (seat, turn)
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._ring)

    def stop(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self._over(*self._about)
