import dataclasses
import json
import random
from typing import Any

import pytest

from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.records import (
    Bid,
    Concession,
    Declaration,
    Hold,
    Leave,
    Move,
    Outcome,
    Pass,
    Play,
    Record,
    ReplayError,
    Result,
    ShowHand,
    TimeOut,
    actions_of,
    check_record,
    format_record,
    parse_record,
    replay,
    state_after,
)
from vorhand.games.skat.records.bidding import official_bids
from vorhand.native import skat as rules
from vorhand.tests.games.skat.records.sample import GAME_LINES, GAMES_FILE, game_line


@pytest.mark.parametrize("line", GAME_LINES, ids=lambda line: line[line.index("ID[") :][:12])
def test_every_game_replays_to_its_recorded_result(line: str) -> None:
    record = parse_record(line)
    assert check_record(record) == []
    replayed = replay(record)
    assert replayed.is_over
    result = replayed.result()
    if record.result.conceded is None:
        result = dataclasses.replace(result, conceded=None)
    if record.result.outcome is not Outcome.PASSED:
        assert result == record.result


def test_games_are_read_as_an_independent_program_read_them() -> None:
    known = json.loads((GAMES_FILE.parent / "iss-games_parsed.json").read_text())
    assert len(known) == 15
    for game in known:
        record = parse_record(game_line(game["id"]))
        assert [str(bid).split(" ") for bid in record.bids] == [
            [str(seat), act] for seat, act in game["bids"]
        ]
        replayed = replay(record)
        deal = replayed.deal
        assert (deal.soloist if deal.soloist >= 0 else None) == game["declarer"]
        assert deal.tricks_played == game["ndone"]
        assert len([play for play in record.plays if play.card >= 0]) == game["played"]
        conceding = [event.seat for event in record.events if isinstance(event, Concession)]
        assert sorted(conceding) == game["resigned"]
        if "calc" in game:
            _compare_declared(record, replayed.result(), game)


def _compare_declared(record: Record, result: Result, game: dict[str, Any]) -> None:
    declaration = record.declaration
    assert declaration is not None
    assert "DHSCGN"[declaration.contract] == game["type"]
    assert (declaration.hand, declaration.ouvert) == (game["hand"], game["ouvert"])
    assert (declaration.schneider, declaration.schwarz) == (game["S"], game["Z"])
    calculated = game["calc"]
    assert (result.points, result.tricks) == (calculated["pts"], calculated["tricks"])
    assert (result.matadors, result.value) == (calculated["mat"], calculated["v"])
    assert (result.outcome is Outcome.WIN) == calculated["won"]
    assert result.overbid == calculated["ob"]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("d:1", "d:2", "declarer"),
        ("loss", "win", "outcome"),
        ("v:-48", "v:-96", "value"),
        ("m:-1", "m:1", "matadors"),
        ("bidok", "overbid", "overbid"),
        ("p:43", "p:44", "points"),
        ("t:4", "t:5", "tricks"),
        ("s:0", "s:1", "schneider"),
        ("z:0", "z:1", "schwarz"),
        ("p1:0", "p1:1", "penalties"),
        ("l:-1", "l:1", "left"),
        ("to:-1", "to:1", "timed_out"),
        ("r:0", "r:1", "conceded"),
    ],
)
def test_a_wrong_result_is_found(old: str, new: str, kind: str) -> None:
    line = game_line(4947663)
    assert line.count(f" {old}") == 1 or old == "d:1"
    mismatches = check_record(parse_record(line.replace(old, new)))
    assert [mismatch.kind for mismatch in mismatches] == [kind]


def test_passed_for_played_is_found() -> None:
    line = game_line(4947663)
    record = parse_record(line)
    for outcome in (Outcome.PASSED, Outcome.UNKNOWN):
        changed = dataclasses.replace(record, result=Result(outcome))
        assert [mismatch.kind for mismatch in check_record(changed)] == ["outcome"]


@pytest.mark.parametrize(
    ("number", "old", "new", "piece", "expected"),
    [
        (4947663, "1 18 0 p", "2 18 0 p", "2 18", "a move of player 1"),
        (4947663, "1 18 0 p", "1 18 0 19", "0 19", "one of pass, hold"),
        (5557737, "0 y 1 20 0 y", "0 y 1 18 0 y", "1 18", "a number above 18"),
        (4947663, "1 s w SK.DQ", "2 s w SK.DQ", "2 s", "a move of player 1"),
        (4947663, "w SK.DQ 1", "w SK.DK 1", "w SK.DK", "the skat as dealt, SK.DQ"),
        (4947663, "1 C.S8.SK", "1 CH", "1 CH", "a declaration without hand"),
        (4947663, "1 s w SK.DQ 1 C.S8.SK", "1 C", "1 C", "a hand game"),
        (4947663, "1 s w SK.DQ 1 C.S8.SK", "1 CH.S8.SK", "1 CH.S8.SK", "no discards"),
        (4947663, "1 C.S8.SK", "1 C.S9.SK", "1 C.S9.SK", "two of the declarer's twelve cards"),
        (4947663, "0 SA 1 CA", "1 CA 0 SA", "1 CA", "a move of player 0"),
        (4947663, "1 CA 2 S9", "1 CA 2 CK", "2 CK", "one of S9"),
        (4947663, "1 C7 ]", "]", "", ""),
        (4947663, "1 C7 ]", "1 C7 0 RE ]", "0 RE", "no move after the end of the deal"),
        (10327743, "0 SK.S7 ", "", "0 CJ", "the discards first"),
        (10327743, "0 G 0 SK.S7", "0 G.SK.S7 0 SK.S7", "0 SK.S7", "the discards are known"),
        (6997012, "1 SC", "0 SC", "0 SC", "a hand shown by the declarer, player 1"),
        (6997012, "1 SC", "1 SC.CA", "1 SC.CA", "cards that the declarer holds"),
    ],
)
def test_illegal_moves_are_named_with_their_column(
    number: int, old: str, new: str, piece: str, expected: str
) -> None:
    line = game_line(number)
    assert line.count(old) == 1
    record = parse_record(line.replace(old, new))
    if not piece:
        assert replay(record).result() == Result(Outcome.UNKNOWN)
        return
    with pytest.raises(ReplayError) as caught:
        replay(record)
    error = caught.value
    assert error.piece == piece
    assert expected in error.expected
    assert format_record(record)[error.column - 1 :].startswith(piece)
    (mismatch,) = check_record(record)
    assert mismatch.kind == "illegal move"
    assert str(error) == mismatch.detail


def test_hidden_cards_cannot_be_replayed() -> None:
    line = game_line(756788)
    record = parse_record(line.replace("C8.DQ", "??.??"))
    with pytest.raises(ReplayError, match=r"\?\?.*every card is known"):
        replay(record)
    assert [mismatch.kind for mismatch in check_record(record)] == ["hidden cards"]
    record = parse_record(game_line(4947663).replace("1 CA 2 S9", "1 CA 2 ??"))
    with pytest.raises(ReplayError, match=r"2 \?\?.*a known card"):
        replay(record)


# --- Results of the server that the rules of play do not define ---


def cut(number: int, cards: int, *events: Move, **changes: Any) -> Record:
    """Return a real game, broken off after some cards by other events."""
    record = parse_record(game_line(number))
    moves: list[Move] = []
    left = cards
    for move in record.moves:
        if isinstance(move, Play | Concession):
            if not left:
                break
            left -= 1
        moves.append(move)
    assert left == 0
    return dataclasses.replace(record, moves=(*moves, *events), **changes)


def test_both_defenders_must_concede_but_on_the_phone_server_one_when_cards_are_shown() -> None:
    # Grand with 3, middlehand's trick of 21 points first, then 11 + 11 + 4 to the declarer.
    show, first, second = ShowHand(2), Concession(0), Concession(1)
    assert not replay(cut(684159, 3, show, first)).is_over
    assert replay(cut(684159, 3, show, first, second)).is_over
    assert replay(cut(684159, 3, show, first, server="ISS2")).is_over
    assert not replay(cut(684159, 3, first, server="ISS2")).is_over
    assert not replay(cut(684159, 3, first, first)).is_over
    stopped = replay(cut(684159, 3, first, second)).result()
    assert stopped.conceded
    going_on = replay(parse_record(game_line(4912814))).result()
    assert going_on.conceded is False  # one of two defenders conceded, and the game was played out


def test_penalties_before_a_declaration() -> None:
    record = parse_record(game_line(10327743))
    bidding = dataclasses.replace(record, moves=(*record.moves[:2], Leave(1)))
    assert replay(bidding).result() == Result(
        Outcome.PENALTY, None, penalties=(False, True, False), left=1, conceded=False
    )
    end = record.moves.index(Declaration(0, 4))
    declaring = dataclasses.replace(record, moves=(*record.moves[:end], TimeOut(0)))
    assert replay(declaring).result() == Result(
        Outcome.PENALTY, 0, penalties=(True, False, False), timed_out=0, conceded=False
    )
    fled = dataclasses.replace(record, moves=(*record.moves[:end], Leave(2)))
    alone = replay(fled).result()
    assert alone.penalties == (False, False, True)
    both = dataclasses.replace(alone, penalties=(False, True, True))
    assert check_record(dataclasses.replace(fled, result=both)) == []
    wrong = dataclasses.replace(alone, penalties=(True, False, False))
    assert check_record(dataclasses.replace(fled, result=wrong)) != []


# Bids that are not the value of any game.


def bids_heard(*values: tuple[int, int]) -> list[int | None]:
    moves = [Bid(seat, value) for seat, value in values]
    return list(reversed(official_bids(moves).values()))


def test_bids_between_two_values_are_heard_as_the_higher() -> None:
    assert bids_heard((1, 18), (1, 20), (2, 22)) == [18, 20, 22]
    assert bids_heard((1, 19)) == [20]
    assert bids_heard((1, 19), (1, 20)) == [None, 20]
    assert bids_heard((1, 19), (2, 20)) == [18, 20]
    assert bids_heard((1, 18), (1, 19), (2, 20), (2, 21)) == [None, 18, 20, 22]
    assert bids_heard((1, 300), (2, 400)) == [240, 264]
    assert bids_heard((1, 18), (1, 19), (1, 20), (1, 21), (1, 22)) == [18, None, 20, None, 22]


def test_heard_bids_rise_and_end_on_the_value_that_is_asked_for() -> None:
    values = rules.bid_values()
    rng = random.Random(5)
    for _ in range(500):
        named = sorted(rng.sample(range(18, 320), rng.randint(1, 12)))
        change = rng.randint(0, len(named))
        heard = bids_heard(*((1 if i < change else 2, value) for i, value in enumerate(named)))
        rising = [value for value in heard if value is not None]
        assert rising == sorted(set(rising))
        assert rising[-1] == next((v for v in values if v >= named[-1]), 264)
        if change > 0:
            assert heard[change - 1] is not None


def with_bids(number: int, *moves: Move) -> Record:
    record = parse_record(game_line(number))
    rest = tuple(move for move in record.moves if move not in record.bids)
    return dataclasses.replace(record, moves=(*moves, *rest))


def test_jump_bids_replay() -> None:
    # Diamonds by rearhand, lost with 59 points without 2.
    record = with_bids(
        541932, Pass(1), Bid(2, 19), Hold(0), Bid(2, 20), Hold(0), Bid(2, 25), Pass(0)
    )
    result = replay(record).result()
    assert (result.declarer, result.value, result.overbid) == (2, -54, False)
    assert state_after(record, 7).deal.bid == 27
    high = with_bids(541932, Pass(1), Bid(2, 499), Pass(0))
    result = replay(high).result()
    assert (result.value, result.overbid) == (-2 * 504, True)
    with pytest.raises(ReplayError, match="2 25.*a move of player 1"):
        replay(with_bids(541932, Bid(2, 25), Pass(0)))
    with pytest.raises(ReplayError, match="2 y.*a move of player 0"):
        replay(with_bids(541932, Pass(1), Bid(2, 19), Hold(2), Bid(2, 20), Pass(0)))


# States on the way.


def test_states_on_the_way() -> None:
    record = parse_record(game_line(4947663))
    start = state_after(record, 0)
    assert start.current_player() == 1
    assert len(start.history()) == 32
    lead = state_after(record, cards=0)
    assert lead.current_player() == 0
    assert lead.deal.tricks_played == 0
    assert state_after(record, cards=12).deal.tricks_played == 4
    assert state_after(record, cards=30).is_terminal()
    assert state_after(record).returns()[1] == -48 - 50
    assert [int(action) for action in state_after(record).history()] == actions_of(record)
    zero_sum = SkatGame({"scoring": "zero_sum"})
    assert state_after(record, game=zero_sum).returns() == [24, -48, 24]
    passed = parse_record(game_line(756788))
    assert state_after(passed, cards=0).is_terminal()
    for wrong in (-1, 99):
        with pytest.raises(ValueError, match=r"expected 0 \.\. \d+"):
            state_after(record, wrong)
        with pytest.raises(ValueError, match=r"expected 0 \.\. \d+"):
            state_after(record, cards=wrong)
    with pytest.raises(ValueError, match="only one"):
        state_after(record, 3, cards=2)


def test_shuffled_moves_are_refused_or_replayed_but_never_crash() -> None:
    rng = random.Random(11)
    refused = 0
    for _ in range(300):
        record = parse_record(rng.choice(GAME_LINES))
        moves = list(record.moves)
        other = rng.choice(parse_record(rng.choice(GAME_LINES)).moves)
        at = rng.randrange(len(moves) + 1)
        match rng.randrange(3):
            case 0:
                moves.insert(at, other)
            case 1:
                moves[at : at + 1] = [other]
            case _:
                rng.shuffle(moves)
        changed = dataclasses.replace(record, moves=tuple(moves))
        kinds = [mismatch.kind for mismatch in check_record(changed)]
        refused += kinds == ["illegal move"]
    assert refused > 180
