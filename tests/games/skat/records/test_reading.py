import datetime
import random
import re
from dataclasses import replace

import pytest

from vorhand.games.skat.records import (
    UNKNOWN_CARD,
    Concession,
    Declaration,
    Leave,
    Outcome,
    Play,
    RecordError,
    ShowHand,
    TimeOut,
    format_record,
    parse_record,
    player_name,
)
from vorhand.games.skat.records.model import CARD_NUMBERS
from vorhand.tests.games.skat.records.sample import GAME_LINES, game_line
from vorhand.tests.sizes import sizes


def test_every_game_is_written_back_byte_for_byte() -> None:
    assert len(GAME_LINES) == 43
    for line in GAME_LINES:
        assert format_record(parse_record(line)) == line


def test_fields_of_one_game() -> None:
    record = parse_record(game_line(135521))
    assert record.server == "International Skat Server"
    assert (record.series, record.number, record.comment) == (6989, 135521, "")
    assert record.time == datetime.datetime(2009, 4, 15, 18, 28, 42, tzinfo=datetime.UTC)
    assert record.players == ("Dennis", "xskat", "zoot")
    assert record.ratings == ("0.0", "", "")
    assert record.deal.hands[0][:3] == tuple(CARD_NUMBERS[name] for name in ("H8", "D9", "HJ"))
    assert record.deal.skat == (CARD_NUMBERS["SQ"], CARD_NUMBERS["ST"])
    assert len(record.bids) == 8
    declaration = record.declaration
    assert declaration == Declaration(0, 0, "HS")
    assert (declaration.hand, declaration.schneider, declaration.schwarz) == (True, True, False)
    assert len(record.plays) == 30
    assert record.plays[0] == Play(0, CARD_NUMBERS["D9"])
    assert record.events == ()
    result = record.result
    assert (result.outcome, result.declarer, result.value) == (Outcome.LOSS, 0, -108)
    assert (result.matadors, result.points, result.tricks) == (-2, 83, 7)
    assert (result.schneider, result.schwarz, result.overbid) == (False, False, False)
    assert (result.left, result.timed_out, result.conceded) == (None, None, False)


def test_what_early_records_lack_and_events() -> None:
    early, timed_out = parse_record(game_line(727)), parse_record(game_line(8))
    assert (early.comment, early.result.conceded) == (None, None)
    assert [type(event) for event in early.events] == [ShowHand, Concession, Concession]
    assert (timed_out.comment, timed_out.events) == ("", (TimeOut(2),))
    left = parse_record(game_line(18358))
    assert (left.events, left.plays) == ((Leave(1),), (Play(0, UNKNOWN_CARD),))
    for number in (596891, 10327743):  # the discards follow the declaration
        record = parse_record(game_line(number))
        assert record.declaration is not None
        assert (record.declaration.discards, len(record.discards)) == ((), 2)


def live_line() -> str:
    """Return a player's view with unknown cards and the cards that only live lines carry."""
    hidden = ".".join(["??"] * 10)
    hand = "C9.CQ.SQ.SA.C7.HK.DJ.D7.CT.S9"
    shown = "SJ.H9.HA.CJ.HT.DQ.CA.DT.DK.DA"
    return (
        "(;GM[Skat]PC[International Skat Server]CO[]SE[1]ID[2]DT[2026-01-01/00:00:00/UTC]OW[0]"
        f"P0[ann]P1[ben]P2[cem]R0[]R1[]R2[]MV[w {hand}.{hidden}.{hidden}.??.?? 1 18 0 p 2 p "
        f"1 s w ??.?? 1 NO.??.??.{shown} 0 C9 1 CA 2 ?? 1 SC.SJ.H9.HA ]R[unknown] ;)"
    )


def test_a_view_with_hidden_cards() -> None:
    record = parse_record(live_line())
    assert format_record(record) == live_line()
    assert record.view == 0
    assert record.deal.hands[1] == (UNKNOWN_CARD,) * 10
    assert record.declaration is not None
    assert record.declaration.discards == (UNKNOWN_CARD, UNKNOWN_CARD)
    assert len(record.declaration.shown) == 10
    assert record.events == (ShowHand(1, record.declaration.shown[:3]),)
    assert record.result.outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("text", "hand", "ouvert", "schneider", "schwarz"),
    [
        ("CO", True, True, True, True),
        ("NO", False, True, False, False),
        ("NOH", True, True, False, False),
        ("NHO", True, True, False, False),
        ("GHZ", True, False, True, True),
        ("DHS", True, False, True, False),
    ],
)
def test_declarations(text: str, hand: bool, ouvert: bool, schneider: bool, schwarz: bool) -> None:
    line = game_line(727).replace("0 GO ", f"0 {text} ")
    record = parse_record(line)
    declaration = record.declaration
    assert declaration is not None
    assert (declaration.hand, declaration.ouvert) == (hand, ouvert)
    assert (declaration.schneider, declaration.schwarz) == (schneider, schwarz)
    assert format_record(record) == line


LINE = game_line(4947663)


def at(piece: str, occurrence: int = 1) -> int:
    """Return the column of a piece of LINE."""
    column = -1
    for _ in range(occurrence):
        column = LINE.index(piece, column + 1)
    return column + 1


@pytest.mark.parametrize(
    ("old", "new", "column", "piece", "expected"),
    [
        ("(;GM", "{;GM", 1, "{;GM[Skat]", "'(;GM[Skat]'"),
        ("PC[", "PX[", at("PC["), "PX[", "'PC['"),
        ("SE[252902]", "SE[02]", at("252902"), "02", "a number in SE"),
        ("2017-09-28", "2017-13-28", at("2017"), "2017-13-28/12:14:02/UTC", "a time"),
        ("P2[bernie]", "", at("P2[bernie]"), "R0[", "'P2['"),
        ("MV[w HQ.CJ", "MV[w HQ.XJ", at("CJ"), "XJ", "the 32 cards dealt"),
        ("MV[w HQ.CJ", "MV[w HQ.HQ", at("CJ"), "HQ", "each card once"),
        (".SK.DQ 1 18", ".SK 1 18", at("HQ."), "HQ.CJ.ST.HK.D8.S7.SQ ... CQ.DT.D9.H", "32 cards"),
        ("1 18 0 p", "1 18 3 p", at("0 p"), "3", "the player"),
        ("1 18 0 p", "1 1x 0 p", at("18 0"), "1x", "a number"),
        ("1 18 0 p", "1 17 0 p", at("18 0"), "17", "a number from 18 to 499"),
        ("1 18 0 p", "1 p  0 p", at("18 0") + 2, "", "the player"),
        ("w SK.DQ ", "w SK.DX ", at("DQ", 2), "DX", "two cards"),
        ("1 C.S8.SK", "1 K.S8.SK", at("C.S8"), "K", "a card"),
        ("1 C.S8.SK", "1 C.S8.S8", at("S8.SK") + 3, "S8", "each card once"),
        ("1 C.S8.SK", "1 C.S8", at("C.S8"), "C.S8", "two discards"),
        ("1 C.S8.SK ", "", at("1 C.S8") + 2, "SA", "a declaration"),
        ("0 SA 1 CA", "0 18 1 CA", at("0 SA") + 2, "18", "a card, SC or RE"),
        ("1 C7 ]", "1 C7]", at("1 C7 ]") + 4, "]", "a blank"),
        ("d:1 loss", "d:3 loss", at("d:1"), "d:3", "seat"),
        ("d:1 loss", "d:1 lost", at("loss"), "lost", "win, loss or penalty"),
        ("v:-48", "v:-4x8", at("v:"), "v:-4x8", "v:<number>"),
        ("bidok", "badok", at("bidok"), "badok", "bidok or overbid"),
        ("s:0", "s:2", at("s:0"), "s:2", "s:0 or s:1"),
        ("r:0]", "r:0 x:1]", at("r:0]") + 4, "x:1", "the end of the result"),
        (" ;)", " ;) x", len(LINE) + 1, " x", "the end of the line"),
        (" ;)", "", at(" ;)"), "", "' ;)'"),
    ],
)
def test_errors_name_column_piece_and_expectation(
    old: str, new: str, column: int, piece: str, expected: str
) -> None:
    assert LINE.count(old) == 1
    with pytest.raises(RecordError) as caught:
        parse_record(LINE.replace(old, new))
    error = caught.value
    assert error.column == column
    assert expected in error.expected
    if not piece.startswith("HQ.CJ"):
        assert error.piece == piece
    assert str(error).startswith(f"column {column}: ")
    assert str(error.in_line(7)).startswith(f"line 7, column {column}: ")


def test_errors_quote_long_and_strange_pieces_readably() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(LINE.replace(" ;)", " ;)" + "x" * 1000 + "\udcff\n"))
    assert len(str(caught.value)) < 200
    assert str(caught.value).isascii()


def mutation(line: str, rng: random.Random) -> str:
    """Return the line with one stretch deleted, doubled, replaced or put in, or cut off."""
    alphabet = "0123456789wpysCSHDTJQKA.?[]() ;:-RELIGMNOZ\\'\"\n\t\0é\udc80٣"
    start = rng.randrange(len(line))
    end = min(len(line), start + rng.choice([1, 1, 1, 2, 3, 10, 100]))
    match rng.randrange(5):
        case 0:
            return line[:start] + line[end:]
        case 1:
            return line[:end] + line[start:]
        case 2:
            noise = "".join(rng.choices(alphabet, k=rng.randint(1, 4)))
            return line[:start] + noise + line[end:]
        case 3:
            return line[:start] + rng.choice(alphabet) + line[start:]
        case _:
            return line[:start]


@pytest.mark.parametrize("count", sizes(1_500, 8_000))
def test_mutated_lines_read_back_the_same_or_raise_record_error(count: int) -> None:
    rng = random.Random(20261121)
    rejected = 0
    for _ in range(count):
        line = rng.choice(GAME_LINES)
        mutated = mutation(line, rng)
        error = _error_in(mutated)
        if error is None:
            continue
        rejected += 1
        assert mutated[error.column - 1 :].startswith(error.piece)
    assert rejected > 3 * count // 4


def _error_in(line: str) -> RecordError | None:
    try:
        record = parse_record(line)
    except RecordError as error:
        return error
    assert format_record(record) == line
    return None


def test_the_column_is_that_of_the_spoilt_word() -> None:
    spoilt = 0
    for line in GAME_LINES[::4]:
        words = re.compile(r"[^ .\[\]]+").finditer(line, line.index("MV[") + 3)
        for word in words:
            if word[0] in ("R", ";)"):
                continue
            mutated = f"{line[: word.start()]}zz{line[word.end() :]}"
            error = _error_in(mutated)
            assert error is not None
            # A list of cards with a dot too many or few is quoted from its beginning.
            start = max(line.rfind(" ", 0, word.start()), line.rfind("[", 0, word.start())) + 1
            assert error.column - 1 in (word.start(), start), (word[0], str(error))
            assert "zz" in error.piece
            spoilt += 1
    assert spoilt > 1_000


def test_noise_of_any_kind_raises_record_error() -> None:
    rng = random.Random(7)
    for _ in range(500):
        text = "".join(chr(rng.randrange(1, 0x2FF)) for _ in range(rng.randrange(200)))
        with pytest.raises(RecordError):
            parse_record(text)
    for text in ("", "x" * 100_000, "(;GM[Skat]" + "[" * 60_000):
        with pytest.raises(RecordError):
            parse_record(text)


@pytest.mark.parametrize("name", ["a]b", "\\", "a\\", "a\\\\\\"])
def test_writing_refuses_a_name_that_would_end_the_property_or_escape_its_end(name: str) -> None:
    record = replace(parse_record(LINE), players=(name, "b", "c"))
    with pytest.raises(ValueError, match=f"P0 {re.escape(repr(name))}: .*none at its end"):
        format_record(record)
    if name != "a]b":
        escaped = replace(record, players=(f"{name}\\", r"a\b", r"\[c\]"))
        assert parse_record(format_record(escaped)) == escaped


def test_a_name_with_brackets_is_written_with_others() -> None:
    """An agent's URL may have them, as grpc://[::1]:7000."""
    record = replace(parse_record(LINE), players=(player_name("grpc://[::1]:7000"), "b", "c"))
    assert parse_record(format_record(record)).players[0] == "grpc://(::1):7000"


def test_a_line_of_a_log_without_a_record_is_known() -> None:
    with pytest.raises(RecordError, match="a match's log tells a game by its actions"):
        parse_record('{"match":{"format":1},"actions":[1,2]}')
