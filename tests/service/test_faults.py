"""Clients that misbehave or lose their connection; the table goes on."""

import random

import grpc
import pytest

from vorhand.tests.service.stranger import Stranger, end_of
from vorhand.v1 import play_pb2

INVALID, OUT_OF_TURN = 3, 9
FINISHED = play_pb2.TABLE_END_REASON_FINISHED


def act(turn: int, action: int) -> play_pb2.PlayRequest:
    return play_pb2.PlayRequest(act=play_pb2.Act(turn=turn, action=action))


async def movers(stranger: Stranger, table_id: str) -> list[int]:
    """Return the seats that moved at a table that is over, in order."""
    call = stranger.onlookers.Watch(play_pb2.WatchRequest(table_id=table_id))
    events = [event async for response in call for event in response.events]
    return [event.moved.move.seat for event in events if event.HasField("moved")]


async def test_acts_that_are_doubled_stale_early_or_illegal_change_nothing(
    stranger: Stranger,
) -> None:
    table_id, (seat,) = await stranger.make("python_skat", ["private", "rule", "rule"], seed=1)
    call = await stranger.join(seat)
    refused: list[int] = []
    own = turns = last_turn = 0
    while (response := await call.read()) is not grpc.aio.EOF:
        for event in response.events:
            kind = event.WhichOneof("event")
            if kind == "turn":
                turns += 1
                legal = [action.id for action in event.turn.legal_actions]
                illegal = next(action for action in range(100) if action not in legal)
                await call.write(act(event.sequence, illegal))
                await call.write(act(last_turn, legal[0]))
                await call.write(act(event.sequence + 1, legal[0]))
                await call.write(act(event.sequence, legal[0]))
                await call.write(act(event.sequence, legal[0]))
                last_turn = event.sequence
            elif kind == "moved":
                own += event.moved.move.seat == seat[1]
            elif kind == "refused":
                assert len(event.refused.message) > 10
                refused.append(event.refused.code)
            elif kind == "table_ended":
                assert event.table_ended.reason == FINISHED
    assert turns == own > 0
    assert (await movers(stranger, table_id)).count(seat[1]) == turns
    # The last duplicate may arrive after the end of the table and stay unanswered.
    assert refused.count(INVALID) == turns
    assert refused.count(OUT_OF_TURN) >= 3 * turns - 1


@pytest.mark.extended
@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen(match=true)"])
async def test_a_connection_that_drops_all_the_time(stranger: Stranger, game: str) -> None:
    others = ["rule"] if "schnapsen" in game else ["rule", "rule"]
    table_id, (seat,) = await stranger.make(game, ["private", *others], deals=4, seed=1)
    choice, after, over, own, drops = random.Random(1), 0, False, list[tuple[int, int]](), 0
    while not over:
        call, left = await stranger.join(seat, after), choice.randrange(1, 6)
        while left > 0 and not over:
            try:
                response = await call.read()
            except grpc.aio.AioRpcError as error:
                assert error.code() == grpc.StatusCode.UNAVAILABLE  # noqa: PT017
                break  # another deal has begun before it joined
            for event in response.events[:left]:
                left -= 1
                after = max(after, event.sequence)
                if event.HasField("turn"):
                    chosen = choice.choice(event.turn.legal_actions).id
                    await call.write(act(event.sequence, chosen))
                elif event.HasField("moved"):
                    own.append((event.sequence, event.moved.move.seat))
                over = over or event.HasField("table_ended")
        drops += 1
        call.cancel()
    assert drops > 5
    assert len(set(own)) == len(own), "told twice"
    assert [mover for _, mover in own] == await movers(stranger, table_id)


async def test_a_new_stream_of_a_seat_ends_the_old(stranger: Stranger) -> None:
    _, (seat,) = await stranger.make("python_schnapsen", ["private", "rule"])
    old = await stranger.join(seat)
    await old.read()
    new = await stranger.join(seat)
    await new.read()
    assert (await end_of(old))[0] == grpc.StatusCode.ABORTED
    new.cancel()
    assert (await stranger.play(seat))[-1].table_ended.reason == FINISHED
