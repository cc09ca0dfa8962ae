"""The queue of actions on one table."""

import asyncio

import pytest

from vorhand.service.server.action_queue import ActionQueue
from vorhand.service.server.errors import ServiceError, broken
from vorhand.tests.limits import HANGING_S


def answer(result: asyncio.Future[str]) -> None:
    result.set_result("done")


def test_a_stopped_queue_answers_requests_before_and_after() -> None:
    """A request must not wait for a table that was set aside meanwhile."""

    async def run() -> None:
        done: list[str] = []
        queue = ActionQueue(lambda error: done.append(f"failed: {error}"))
        queue.busy = True
        before = asyncio.ensure_future(queue.result_of(answer))
        await asyncio.sleep(0)
        queue.stop(broken("t"))
        with pytest.raises(ServiceError, match="t"):
            await before
        with pytest.raises(ServiceError, match="t"):
            await queue.result_of(answer)
        with pytest.raises(ServiceError):
            queue.request(lambda: done.append("three"))
        queue.request(lambda: done.append("four"), refusable=False)
        assert done == []

    asyncio.run(asyncio.wait_for(run(), HANGING_S))
