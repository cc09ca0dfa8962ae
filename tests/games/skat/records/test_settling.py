import dataclasses
import random

import pytest

from vorhand.games.skat.records import (
    Concession,
    Declaration,
    Discard,
    Leave,
    Move,
    Outcome,
    Record,
    ShowHand,
    TimeOut,
    check_record,
    parse_record,
    replay,
)
from vorhand.tests.games.skat.records.reference import reference_result
from vorhand.tests.games.skat.records.sample import GAME_LINES
from vorhand.tests.games.skat.records.test_making import play_random_deal, record_of
from vorhand.tests.sizes import sizes


def test_the_reference_agrees_with_the_real_games() -> None:
    compared = 0
    for line in GAME_LINES:
        record = parse_record(line)
        if any(play.card < 0 for play in record.plays):
            continue
        result = reference_result(record)
        if record.result.conceded is None:
            result = dataclasses.replace(result, conceded=None)
        elif record.result.outcome is not Outcome.PASSED and result.conceded is None:
            result = dataclasses.replace(result, conceded=False)
        assert result == record.result
        compared += 1
    assert compared == 42


@pytest.mark.parametrize("count", sizes(100, 500))
def test_played_out_deals_agree_with_the_reference(count: int) -> None:
    rng = random.Random(21)
    for _ in range(count):
        record = record_of(play_random_deal(rng))
        assert replay(record).result() == reference_result(record) == record.result


@pytest.mark.parametrize("count", sizes(300, 1_200))
def test_deals_that_are_broken_off_agree_with_the_reference(count: int) -> None:
    rng = random.Random(22)
    outcomes: dict[tuple[Outcome, str], int] = {}
    undiscarded = 0
    for _ in range(count):
        record = broken_off(record_of(play_random_deal(rng)), rng)
        replayed = replay(record)
        assert replayed.is_over
        result = replayed.result()
        assert result == reference_result(record), record
        assert check_record(dataclasses.replace(record, result=result)) == []
        key = (result.outcome, type(record.moves[-1]).__name__)
        outcomes[key] = outcomes.get(key, 0) + 1
        declaration = record.declaration
        undiscarded += bool(declaration and not declaration.hand and not record.discards)
    for outcome in (Outcome.WIN, Outcome.LOSS):
        for event in ("TimeOut", "Leave", "Concession"):
            assert outcomes[outcome, event] > count // 80
    assert outcomes[Outcome.PENALTY, "Leave"] > count // 80
    assert undiscarded > count // 80


def broken_off(record: Record, rng: random.Random) -> Record:
    """Return the record cut at some move, and ended by players who give up, leave or time out."""
    server = rng.choice(["International Skat Server", "ISS2"])
    moves: list[Move] = []
    may_concede = False
    for move in record.moves[: rng.randrange(len(record.moves))]:
        if isinstance(move, Declaration) and move.discards and rng.random() < 0.5:
            # In some records the discards are a separate move.
            moves.append(dataclasses.replace(move, discards=()))
            if rng.random() < 0.3:
                may_concede = False
                break
            moves.append(Discard(move.seat, move.discards))
        else:
            moves.append(move)
        may_concede = may_concede or isinstance(move, Declaration)
    if may_concede and rng.random() < 0.6:
        assert record.result.declarer is not None
        moves += concessions(record.result.declarer, server, rng)
    else:
        seat = rng.randrange(3)
        moves.append(TimeOut(seat) if rng.random() < 0.5 else Leave(seat))
    return dataclasses.replace(record, moves=tuple(moves), server=server)


def concessions(declarer: int, server: str, rng: random.Random) -> list[Move]:
    """Return events by which the declarer or the defence gives up."""
    defenders = [seat for seat in range(3) if seat != declarer]
    rng.shuffle(defenders)
    first, second = Concession(defenders[0]), Concession(defenders[1])
    shown: list[Move] = [ShowHand(declarer)] if rng.random() < 0.5 else []
    if rng.random() < 0.3:
        return [*shown, Concession(declarer)]
    if shown and server == "ISS2":
        return [*shown, first]
    if rng.random() < 0.2:
        return [*shown, first, Concession(declarer)]
    return [*shown, first, second]
