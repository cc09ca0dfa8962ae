"""Laying open and agreeing at a table of the server, by programs that know the wire alone."""

import pytest

from vorhand.native.skat import AGREE, LAY_OPEN, PLAY_ON
from vorhand.service.client.client import Client
from vorhand.v1 import play_pb2

# Forehand plays grand from the hand, and no defender can take a trick.
SURE = (
    "python_skat(claims=true,start=play GH by 0 cards "
    "CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT/CK.CQ.C9.SK.SQ.S9.HK.HQ.H9.DA/"
    "DT.DK.DQ.D9.D8.D7.C8.C7.S8.S7/H8.H7)"
)


async def deal(client: Client, seats: list[str], answers: list[int]) -> list[play_pb2.Event]:
    """One deal, in which the private seat takes these actions where it may; what it was told."""
    _, grants = await client.create_table(SURE, seats, deals=1, seed=1)
    told, wanted = [], list(answers)
    async with client.sit(grants[0]) as stream:
        async for event in stream:
            told.append(event)
            if event.HasField("turn"):
                legal = [action.id for action in event.turn.legal_actions]
                chosen = wanted.pop(0) if wanted and wanted[0] in legal else legal[0]
                await stream.act(event, chosen)
    assert not wanted
    return told


def moves(told: list[play_pb2.Event]) -> list[tuple[int, int]]:
    found = [event.moved.move for event in told if event.HasField("moved")]
    return [(move.seat, move.action) for move in found]


async def test_a_soloist_lays_open_and_the_agents_agree(client: Client) -> None:
    told = await deal(client, ["private", "rule", "rule"], [LAY_OPEN])
    said = moves(told)
    assert said[0] == (0, LAY_OPEN)
    assert {(1, AGREE), (2, AGREE)} >= set(said[1:]) != set()
    ended = next(event.deal_ended for event in told if event.HasField("deal_ended"))
    assert ended.returns[0] > 0


@pytest.mark.parametrize("answer", [AGREE, PLAY_ON])
async def test_an_agent_lays_open_and_a_defender_is_asked(client: Client, answer: int) -> None:
    told = await deal(client, ["rule", "private", "rule"], [answer])
    said = moves(told)
    assert (0, LAY_OPEN) in said
    assert (1, answer) in said
    cards = [move for _, move in said if move < 32]
    assert (len(cards) == 30) == (answer == PLAY_ON)
    ended = next(event.deal_ended for event in told if event.HasField("deal_ended"))
    assert ended.returns[0] > 0
