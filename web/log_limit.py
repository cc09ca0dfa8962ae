"""A rate limit for log messages that clients can trigger."""

from __future__ import annotations

import logging
import traceback

from vorhand.service.server.rate_limits import Bucket

_AT_ONCE = 20_000  # bytes
_PER_S = 50.0
_LINE = 100  # estimated bytes that a handler adds to a message


class LogLimit(logging.Filter):
    """A filter that drops messages beyond some kilobytes a minute, and reports their number."""

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
    """Limit the loggers that other machines can trigger, together."""
    limit = LogLimit()
    for name in ("uvicorn.error", "asyncio", "vorhand.web"):
        logging.getLogger(name).addFilter(limit)
