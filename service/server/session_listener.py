"""The interface through which a table session reports its end."""

from typing import Protocol


class SessionListener(Protocol):
    """An object that is notified of the end of table sessions."""

    def session_ended(self, table_id: str) -> None:
        """Note that a table is over."""

    def session_broken(self, table_id: str) -> None:
        """Note that a table cannot go on."""
