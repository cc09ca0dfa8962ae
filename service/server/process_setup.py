"""The preparation of a server process: logs, its journal and an API token."""

import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import structlog

from vorhand.native.errors import InputError
from vorhand.service.server.journal import Journal
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.service.tls import check_address


def set_up_logs(level: int = logging.INFO) -> None:
    """Configure logging to stderr, with one JSON object per line."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def journal_url(text: str) -> str:
    """Return the URL of a journal given as a URL or as the path of an SQLite file."""
    return text if "://" in text else f"sqlite:///{Path(text).absolute()}"


def checked_dial(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the permitted addresses of remote agents; raise AddressError for an invalid one."""
    for address in addresses:
        check_address(address)
    return tuple(addresses)


def api_token(url: str, path: Path | None, *, admin: bool = False) -> str:
    """Make sure that there is an API token: any or, with ``path``, that of this private file.

    Return a new token that no file holds, to be shown to the operator; else an empty string.
    """
    journal = Journal(url)
    try:
        known = journal.tokens()
        if path is None:
            if known:
                return ""
            token = new_token("api")
            journal.add_token(hash_of(token), "first")
            return token
        if path.exists():
            token = path.read_text(encoding="utf-8").strip()
        else:
            token = new_token("api")
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(token + "\n")
        if hash_of(token) not in known:
            journal.add_token(hash_of(token), path.name[:100], admin=admin)
        elif admin and not known[hash_of(token)]:
            raise InputError(f"{path}: expected a file of its own for the token of the operator")
        return ""
    finally:
        journal.close()
