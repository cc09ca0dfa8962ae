"""An agent that fails, in whatever way, holds up nobody at its table."""

from typing import Any

import pytest

from vorhand.service.client.client import Client
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server import agents
from vorhand.service.server.table_agents import AgentCaller
from vorhand.v1 import play_pb2

decide = agents.InstantAgents.decide


async def fail(*_: object) -> int:
    raise OSError("too many open files")


def fails_too(self: agents.InstantAgents, spec: str, state: Any, deal_seed: bytes) -> int:
    if spec == "rule":
        raise RuntimeError("no rule for this")
    return decide(self, spec, state, deal_seed)


@pytest.mark.parametrize("stand_in_fails", [False, True])
async def test_what_nobody_reckoned_with_is_played_through(
    client: Client, monkeypatch: pytest.MonkeyPatch, stand_in_fails: bool
) -> None:
    monkeypatch.setattr(AgentCaller, "compute", fail)
    if stand_in_fails:
        monkeypatch.setattr(agents.InstantAgents, "decide", fails_too)
    table, (place,) = await client.create_table("python_schnapsen", ["private", "pimc"])
    ended = await RemoteBot("first").sit(client, place)
    assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED
    events = [event async for event in client.watch(table.table_id)]
    stood_in = [e.moved.stand_in for e in events if e.HasField("moved") and e.moved.move.seat]
    assert stood_in
    assert all(stood_in)
