"""The queue of actions on one table."""

import asyncio

import pytest

from vorhand.service.server.action_queue import ActionQueue, answer
from vorhand.service.server.errors import ServiceError, broken, not_now


async def test_a_stopped_queue_answers_requests_before_and_after() -> None:
    """A request does not wait for a table that has been quarantined."""
    done: list[str] = []
    queue = ActionQueue(lambda error: done.append(f"failed: {error}"))
    queue.busy = True
    before: asyncio.Future[str] = asyncio.ensure_future(
        queue.result_of(lambda result: answer(result, "done"))
    )
    await asyncio.sleep(0)
    queue.stop(broken("t"))
    with pytest.raises(ServiceError, match="t"):
        await before
    with pytest.raises(ServiceError, match="t"):
        await queue.result_of(lambda result: answer(result, "done"))
    with pytest.raises(ServiceError):
        queue.request(lambda: done.append("three"))
    queue.request(lambda: done.append("four"), refusable=False)
    assert done == []


async def test_an_action_that_fails_for_a_caller_who_has_gone_disturbs_nobody() -> None:
    def refuse(result: asyncio.Future[str]) -> None:
        done.append("refused")
        raise not_now("it is too late")

    done: list[str] = []
    queue = ActionQueue(lambda error: done.append(f"failed: {error}"))
    queue.busy = True
    asked = asyncio.ensure_future(queue.result_of(refuse))
    await asyncio.sleep(0)
    queue.request(lambda: done.append("next"))
    asked.cancel()
    await asyncio.wait({asked})
    assert queue.release()
    assert done == ["refused", "next"]
