"""A bound on what others can make the page write to its log."""

from __future__ import annotations

import logging
import traceback

from vorhand.service.server.callers import Bucket

_AT_ONCE = 20_000  # bytes
_PER_S = 50.0
_LINE = 100  # bytes that a handler adds to a message, about


class LogLimit(logging.Filter):
    """Leaves out messages that are more than some kilobytes a minute, and says how many."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = Bucket(_PER_S, _AT_ONCE)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is written."""
        text = record.getMessage()
        if record.exc_info:
            record.exc_text = "".join(traceback.format_exception(*record.exc_info)).rstrip()
        size = len(text) + len(record.exc_text or "") + _LINE
        if self._bytes.take(min(size, _AT_ONCE)):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{text} ({self._left_out:,} messages left out before)", ()
            self._left_out = 0
        return True


def limit_logs() -> None:
    """Bound what the loggers that other machines can reach write together."""
    limit = LogLimit()
    for name in ("uvicorn.error", "asyncio", "vorhand.web"):
        logging.getLogger(name).addFilter(limit)
