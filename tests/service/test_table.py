"""Clocks, leaving and watching at tables of a running server, and agents that fail there."""

import asyncio
from typing import Any

import grpc
import pytest

from vorhand.games.loading import load_game
from vorhand.service.client.client import Client, Place
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server import agents
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_agents import AgentCaller
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import leave_at_turn, refused, until_table
from vorhand.v1 import play_pb2, play_pb2_grpc, tables_pb2, tables_pb2_grpc

SKAT = ("python_skat", ["private", "rule", "rule"])
QUICK = tables_pb2.Clock(decision_ms=50)
# This clock never runs out for a program that answers at once.
AMPLE = tables_pb2.Clock(decision_ms=8000)


async def events(
    client: Client, place: Place, *answers: bool, after: int = 0
) -> list[play_pb2.Event]:
    """Return all events of a seat; `answers`: which turns to answer, the last entry repeated."""
    seen: list[play_pb2.Event] = []
    turns = 0
    async with client.sit(place, after=after) as stream:
        async for event in stream:
            seen.append(event)
            if event.HasField("turn"):
                answer = answers[min(turns, len(answers) - 1)]
                turns += 1
                if answer:
                    await stream.act(event, event.turn.legal_actions[0].id)
    return seen


def own_moves(seen: list[play_pb2.Event]) -> list[bool]:
    """Return whether the stand-in made the moves."""
    return [e.moved.stand_in for e in seen if e.HasField("moved") and e.moved.move.seat == 0]


async def test_who_runs_out_of_time_is_played_by_their_stand_in(client: Client) -> None:
    _, (place,) = await client.create_table(*SKAT, clock=AMPLE, seed=4)
    moves = own_moves(await events(client, place, True, False, True))
    assert moves[:2] == [False, True]
    assert not any(moves[2:])


async def test_the_clock_of_the_deal(client: Client) -> None:
    clock = tables_pb2.Clock(deal_ms=150)
    _, (place,) = await client.create_table(*SKAT, clock=clock, seed=4)
    seen = await events(client, place, False)
    assert all(own_moves(seen))
    left = [event.turn.deal_ms for event in seen if event.HasField("turn")]
    assert 0 < left[0] <= 150
    assert all(more <= 1 for more in left[1:])


async def test_who_stays_away_is_not_waited_for_and_may_come_back(client: Client) -> None:
    game, deals = "python_schnapsen", 3
    table, (one, two) = await client.create_table(
        game, ["private", "private"], deals=deals, clock=QUICK, seed=2
    )
    other = asyncio.create_task(events(client, two, True))
    async with client.sit(one) as stream:
        async for event in stream:
            if event.HasField("turn"):
                break  # ends the stream
    after = stream.last
    await until_table(client.table, table.table_id, lambda now: now.seats[one.seat].away)
    seen = await events(client, one, True, after=after)
    changes = [e.seat_changed.change for e in await other if e.HasField("seat_changed")]
    assert changes[0] == play_pb2.SEAT_CHANGE_AWAY
    assert seen[-1].HasField("table_ended")
    once = [e for e in seen if e.WhichOneof("event") not in ("seated", "turn", "refused")]
    numbers = [e.sequence for e in once]
    assert numbers == list(range(after + 1, numbers[-1] + 1))


async def test_who_comes_back_before_their_stand_in_has_decided_is_asked_again(
    client: Client,
) -> None:
    endless = "ppp(worlds=1000000,depth=5)"
    _, (place,) = await client.create_table(
        "python_schnapsen", ["private", "rule"], stand_in=endless, seed=2
    )
    await leave_at_turn(client, place)
    seen = await events(client, place, True)
    assert not any(own_moves(seen))
    changes = [e.seat_changed.change for e in seen if e.HasField("seat_changed")]
    assert changes == [play_pb2.SEAT_CHANGE_LEFT, play_pb2.SEAT_CHANGE_BACK]


@pytest.mark.server(Settings(workers=2))
async def test_a_stand_in_that_still_thinks_delays_nobody_once_the_player_is_back(
    server: Server, client: Client
) -> None:
    endless = "ppp(worlds=1000000,depth=5)"
    _, (place,) = await client.create_table(
        "python_schnapsen", ["private", "pimc(worlds=2)"], stand_in=endless, seed=2
    )
    await leave_at_turn(client, place)
    workers = server.registry.caller.pool._workers
    await until(lambda: any(worker.since for worker in workers))  # the stand-in thinks
    seen = await events(client, place, True)
    assert seen[-1].HasField("table_ended")


async def test_who_leaves_does_not_stop_the_clock_of_the_one_to_act(client: Client) -> None:
    private = ["private", "private"]
    _, (one, two) = await client.create_table("python_schnapsen", private, clock=QUICK, seed=2)
    silent = asyncio.create_task(events(client, one, False))
    async with client.sit(two) as stream:
        async for event in stream:
            if event.HasField("cards_dealt"):
                await stream.leave()  # it is the other player's turn
    moves = own_moves(await silent)
    assert moves
    assert all(moves)


@pytest.mark.parametrize(
    ("game", "others"),
    [("python_skat(scoring=zero_sum)", ["rule", "rule"]), ("python_schnapsen", ["rule"])],
)
@pytest.mark.server(Settings(dial=("127.0.0.1:9090",)))
async def test_the_agents_of_the_list_can_sit_down(
    client: Client, game: str, others: list[str]
) -> None:
    stub: Any = tables_pb2_grpc.TablesServiceStub(client.channel)
    listed = await stub.ListAgents(tables_pb2.ListAgentsRequest(game=game))
    names = {agent.name for agent in listed.agents}
    assert {"rule", "pimc", "grpc://"} <= names
    for name in names - {"grpc://", "grpcs://", "mc"}:  # these need an address, or parts
        await client.create_table(game, ["private", name, *others[1:]])
    everywhere = {
        agent.name for agent in (await stub.ListAgents(tables_pb2.ListAgentsRequest())).agents
    }
    assert names <= everywhere
    assert "policy" in everywhere  # it can read a file, but need not
    assert not everywhere & {"perfect", "openspiel:mcts", "cfr"}  # these see all cards or files
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "nonsense"):
        await stub.ListAgents(tables_pb2.ListAgentsRequest(game="nonsense"))


async def test_onlookers_see_what_is_public_or_all_of_it_later(
    server: Server, client: Client
) -> None:
    table, (place,) = await client.create_table(
        "python_skat", ["private", "rule", "rule"], seed=6, deals=4
    )

    async def watch(*, delayed: bool) -> list[play_pb2.Event]:
        return [e async for e in client.watch(table.table_id, delayed=delayed)]

    onlookers = asyncio.gather(watch(delayed=False), watch(delayed=True))
    spectators = server.registry.tables[table.table_id].streams.spectators
    await until(lambda: len(spectators) == 2)
    await RemoteBot("rule").sit(client, place)
    public, everything = await onlookers
    assert [e.sequence for e in public] == [e.sequence for e in everything]
    hidden = [
        (a.moved.move.seat, b.moved.move.HasField("action"))
        for a, b in zip(public, everything, strict=True)
        if a.HasField("moved") and not a.moved.move.HasField("action")
    ]
    assert hidden
    assert all(shown for _, shown in hidden)
    assert public == await watch(delayed=False)  # now from the journal


async def test_hidden_cards_are_shown_when_the_deal_is_over_only(client: Client) -> None:
    """Each message to a delayed spectator contains only deals up to their ends."""

    async def responses(call: Any) -> list[play_pb2.WatchResponse]:
        return [response async for response in call]

    table, (place,) = await client.create_table(*SKAT, seed=6, deals=3)
    stub: Any = play_pb2_grpc.WatchServiceStub(client.channel)
    request = play_pb2.WatchRequest(table_id=table.table_id, mode=play_pb2.WATCH_MODE_DELAYED)
    watching = asyncio.create_task(responses(stub.Watch(request)))
    public = client.watch(table.table_id)
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("turn"):
                # By now others have received all events up to this turn.
                while (await anext(public)).sequence < event.sequence:
                    pass
                await stream.act(event, event.turn.legal_actions[0].id)
    told = await watching
    assert told
    last = [response.events[-1].WhichOneof("event") for response in told]
    assert set(last) == {"deal_ended", "table_ended"}


@pytest.mark.parametrize("game", ["python_schnapsen(match=true)", "python_kinderschnapsen"])
async def test_onlookers_see_the_trump_turned_up(client: Client, game: str) -> None:
    """Spectators see no other card of the deal, and none at Skat."""
    table, _ = await client.create_table(game, ["rule", "rule"], deals=2, seed=4)
    seen = [event async for event in client.watch(table.table_id)]
    shown = [list(e.cards_dealt.face_up) for e in seen if e.HasField("cards_dealt")]
    turned_up = []
    loaded = load_game(game)
    for deal in range(2):
        state = loaded.new_initial_state()
        for action in (await client.record(table.table_id, deal)).actions:
            if state.is_chance_node() and state.deal.dealt == 2 * loaded.rules.hand_size:
                turned_up.append([state.action_to_string(action)])
            state.apply_action(action)
    assert shown == turned_up
    table, _ = await client.create_table("python_skat", ["rule"] * 3, seed=4)
    seen = [event async for event in client.watch(table.table_id)]
    dealt = [event.cards_dealt for event in seen if event.HasField("cards_dealt")]
    assert [list(cards.face_up) for cards in dealt] == [[]]


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
