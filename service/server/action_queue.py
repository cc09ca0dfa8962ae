"""The queue of actions on one table: one after the other, none while a change is being written."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

import structlog

from vorhand.service.server.errors import ServiceError, exhausted

_LOG = structlog.get_logger()
_MOST_PENDING = 100  # maximum number of actions that wait until a change is on disk

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class ActionQueue:
    """The queue of actions on one table.

    Args:
      failed: callback, called with the error when an action has failed.

    Attributes:
      busy: whether a change is being written, so that actions wait.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self.busy = False
        self._failed = failed
        self._pending: list[Callable[[], None]] = []
        self._unanswered: set[asyncio.Future[Any]] = set()
        self._stopped: ServiceError | None = None

    def request(self, action: Callable[[], None], *, refusable: bool = True) -> None:
        """Run an action now, or once the change that is being written is on disk.

        After `stop`, an action that cannot be refused is ignored.

        Raises:
          ServiceError: the action may be refused, and too many wait or the queue was stopped.
        """
        if self._stopped is not None:
            if refusable:
                raise self._stopped
        elif not self.busy:
            self.run(action)
        elif refusable and len(self._pending) >= _MOST_PENDING:
            raise exhausted("too much happens at this table at once", 1.0)
        else:
            self._pending.append(action)

    async def result_of(self, action: Callable[[asyncio.Future[Result]], None]) -> Result:
        """Request an action; return the result that it sets, or pass on its ServiceError."""
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._unanswered.add(result)
        result.add_done_callback(self._unanswered.discard)

        def act() -> None:
            try:
                action(result)
            except ServiceError as error:
                _fail(result, error)

        try:
            self.request(act)
        except ServiceError as error:
            _fail(result, error)
        return await result

    def run(self, action: Callable[[], None]) -> None:
        """Run an action at once; pass its error, if any, to `failed`."""
        try:
            action()
        except Exception as error:  # catch all errors: they concern this table alone
            self._failed(error)

    def release(self) -> bool:
        """Run the actions that have waited for the disk; return whether all of them are done."""
        self.busy = False
        pending, self._pending = self._pending, []
        for number, action in enumerate(pending):
            action()
            if self.busy:
                self._pending = pending[number + 1 :] + self._pending
                return False
        return True

    def stop(self, error: ServiceError) -> None:
        """Drop the waiting actions; answer `result_of` and later requests with an error."""
        self.busy, self._stopped = True, error
        self._pending.clear()
        for waiting in list(self._unanswered):
            _fail(waiting, error)


def answer(waiting: asyncio.Future[Result], result: Result) -> None:
    """Set the result of a future, unless it is done or its caller has cancelled."""
    if not waiting.done():
        waiting.set_result(result)


def _fail(waiting: asyncio.Future[Any], error: ServiceError) -> None:
    if not waiting.done():
        waiting.set_exception(error)


class HasActions(Protocol):
    """An object whose methods are actions of one queue."""

    actions: ActionQueue


Owner = TypeVar("Owner", bound=HasActions)
Method: TypeAlias = Callable[Concatenate[Owner, Arguments], None]


def queued(method: Method[Owner, Arguments]) -> Method[Owner, Arguments]:
    """Run each call of a method as an action of the queue; a refused call raises ServiceError."""
    return _queued(method, refusable=True)


def always_queued(method: Method[Owner, Arguments]) -> Method[Owner, Arguments]:
    """Run each call of a method as an action of the queue that is never refused."""
    return _queued(method, refusable=False)


def _queued(method: Method[Owner, Arguments], *, refusable: bool) -> Method[Owner, Arguments]:
    @functools.wraps(method)
    def request(owner: Owner, /, *arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        action = functools.partial(method, owner, *arguments, **named)
        owner.actions.request(action, refusable=refusable)

    return request
