"""Long computations in worker processes with limits, as at the tables of a server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from vorhand.native.errors import InputError
from vorhand.service.server.settings import Settings
from vorhand.service.server.worker_pool import JobError, JobTimeoutError, WorkerPool
from vorhand.web.boards import prepare

_AT_ONCE = 2


class AskError(InputError):
    """A question that cannot be answered, with the HTTP status."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class QuestionWorkers:
    """Worker processes that answer questions of browsers; waiting addresses take turns.

    Attributes:
      limit_s: the time limit of an answer, which excludes the start of a process and its imports.
      settings: memory of a process, and number of waiting questions per address.
    """

    limit_s: float = 60.0
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self._pool = WorkerPool(_AT_ONCE, self.settings.worker_mb, prepare)

    async def ask(self, owner: str, task: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a module-level function with small arguments; cancelling stops it.

        The owner is the address of the caller.

        Raises:
          AskError: the function fails, takes too long or too much memory, or too many wait.
        """
        waiting = self._pool.waiting_of(owner)
        if waiting >= self.settings.waiting_analyses:
            raise AskError(f"{waiting} questions from {owner} are waiting; ask again later", 429)
        try:
            return await self._pool.run(owner, self.limit_s, task, *arguments)
        except JobError as error:
            busy = isinstance(error, JobTimeoutError)
            raise AskError(str(error), 503 if busy else 400) from error

    def close(self) -> None:
        """End the processes."""
        self._pool.close()
