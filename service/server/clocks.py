"""The clocks of a table: how long players have thought, and when their time is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from vorhand.v1 import tables_pb2

_NEVER = -1


class Clock:
    """Counts the time of the player to act, for this decision and for the whole deal.

    Time that was used stays used: who gets up and comes back at the same turn has what was left.

    Args:
      limits: as agreed for the table.
      over: is called with seat and turn when time is over.

    Attributes:
      turn: the turn that was asked for last.
    """

    def __init__(self, limits: tables_pb2.Clock, over: Callable[[int, int], None]) -> None:
        self._limits = limits
        self._over = over
        self.turn = _NEVER
        self._deal = _NEVER
        self._of_turn = 0.0  # seconds before the clock was stopped last
        self._of_deal: dict[int, float] = {}  # the same, by seat
        self._seat = _NEVER
        self._since: float | None = None  # when it was started, if it runs
        self._timer: asyncio.TimerHandle | None = None

    def start(self, deal: int, seat: int, turn: int) -> None:
        """Starts, or goes on, for a turn of a seat; if it runs already it runs on."""
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
        """Stops; the seconds that the turn has taken so far."""
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
        """Seconds left to the seat for this decision and for the deal; None: no limit."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        decision, deal = self._limits.decision_ms / 1000, self._limits.deal_ms / 1000
        used = self._of_deal.get(self._seat, 0.0)
        return (
            decision - self._of_turn - running if decision else None,
            deal - used - running if deal else None,
        )


class Absence:
    """Waits for a player who is not there, where there is no clock.

    Args:
      limits: as agreed for the table; where there are any, nobody is waited for here.
      seconds: how long.
      over: is called with seat and turn when that time is over.
    """

    def __init__(
        self, limits: tables_pb2.Clock, seconds: float, over: Callable[[int, int], None]
    ) -> None:
        self._clocked = bool(limits.decision_ms or limits.deal_ms)
        self._seconds = seconds
        self._over = over
        self._about = (_NEVER, _NEVER)
        self._timer: asyncio.TimerHandle | None = None

    def wait(self, seat: int, turn: int) -> None:
        """Waits from now on, unless it does so already for this turn."""
        if self._clocked or (self._timer is not None and self._about == (seat, turn)):
            return
        self.stop()
        self._about = (seat, turn)
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._ring)

    def stop(self) -> None:
        """Waits no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self._over(*self._about)
