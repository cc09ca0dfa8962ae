"""A parser of one line: the grammar of the server's game summaries.

The line is read once, from left to right; an error names the first column at which it stops being a
record. The rules of Skat about the moves (the turn, the legal cards) are not checked here but by
replaying the record.
"""

import datetime
import re
from typing import NoReturn

from vorhand.games.records import RecordError
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.games.skat.contracts import CONTRACTS
from vorhand.games.skat.records.model import (
    CARD_NUMBERS,
    PROPERTY_TEXT,
    UNKNOWN_CARD,
    Bid,
    Cards,
    Concession,
    Deal,
    Declaration,
    Discard,
    Hold,
    Leave,
    Move,
    Outcome,
    Pass,
    PickUp,
    Play,
    Record,
    Result,
    ShowHand,
    SkatTaken,
    Stage,
    TimeOut,
)
from vorhand.games.texts import BLANKS

MAX_LINE = 1 << 16
"""Longest line accepted as a record; real ones have some 500 characters."""
HIGHEST_NUMBER = 500
"""Numbers in the bidding stay below this on the server."""

_LINE_END = re.compile(r"[\n\r]")
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,17})", re.ASCII)
_SIGNED = re.compile(r"(?:0|-?[1-9][0-9]{0,8})", re.ASCII)
_TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})/([0-9]{2}:[0-9]{2}:[0-9]{2})/UTC", re.ASCII)
_DECLARATION = re.compile(r"([DHSCGN])(?!.*([HOSZ]).*\2)([HOSZ]{0,4})")
_RARE_MOVE = "p, y, a number, s, a declaration, a card, SC or RE"
_WORLD_MOVE = "two cards, TI.<seat> or LE.<seat>"


def _common_moves() -> dict[str, dict[str, Move]]:
    """Return the moves without a list of cards, in their usual spellings, by player and text."""
    tables: dict[str, dict[str, Move]] = {"w": {}}
    for seat in range(3):
        declarations = (
            Declaration(seat, contract, modifiers)
            for contract in range(6)
            for modifiers in ("", "H", "HS", "HZ", "HSZ", "O", "HO", "OH")
        )
        moves: list[Move] = [Pass(seat), Hold(seat), PickUp(seat), ShowHand(seat)]
        moves += [Concession(seat), *declarations]
        moves += [Bid(seat, number) for number in range(18, HIGHEST_NUMBER)]
        moves += [Play(seat, card) for card in range(UNKNOWN_CARD, len(CARD_NAMES))]
        tables[str(seat)] = {str(move).split(" ")[1]: move for move in moves}
        for world_move in (TimeOut(seat), Leave(seat)):
            tables["w"][str(world_move).split(" ")[1]] = world_move
    return tables


_COMMON_MOVES = _common_moves()
_FOLLOWERS: dict[Stage, tuple[Stage, ...]] = {
    Stage.BIDDING: (Stage.BIDDING, Stage.PICK_UP, Stage.DECLARATION, Stage.OVER),
    Stage.PICK_UP: (Stage.SKAT, Stage.OVER),
    Stage.SKAT: (Stage.DECLARATION, Stage.OVER),
    Stage.DECLARATION: (Stage.DISCARD, Stage.PLAY, Stage.OVER),
    Stage.DISCARD: (Stage.PLAY, Stage.OVER),
    Stage.PLAY: (Stage.PLAY, Stage.OVER),
    Stage.OVER: (),
}
_STAGE_NAMES = {
    Stage.BIDDING: "a bid, y or p",
    Stage.PICK_UP: "s",
    Stage.SKAT: "w and the two skat cards",
    Stage.DECLARATION: "a declaration",
    Stage.DISCARD: "two discards",
    Stage.PLAY: "a card, SC or RE",
    Stage.OVER: "w TI or w LE",
}
_FLAGS = {"0": False, "1": True}
_SEAT_OR_NONE = {"-1": None, "0": 0, "1": 1, "2": 2}
_OUTCOMES = {str(outcome): outcome for outcome in (Outcome.WIN, Outcome.LOSS, Outcome.PENALTY)}
_BID_FLAGS = {"bidok": False, "overbid": True}


class _Line:
    """A line and the position up to which it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, start: int, piece: str, expected: str) -> NoReturn:
        raise RecordError.at(piece, expected, start + 1)

    def literal(self, wanted: str) -> None:
        if not self.text.startswith(wanted, self.at):
            self.fail(self.at, self.text[self.at : self.at + len(wanted)], repr(wanted))
        self.at += len(wanted)

    def has(self, label: str) -> bool:
        return self.text.startswith(label, self.at) and self.text.startswith(
            "[", self.at + len(label)
        )

    def value(self, label: str) -> str:
        """Read the text in the brackets of the property that must come next."""
        opening = label + "["
        text = self.text
        if not text.startswith(opening, self.at):
            self.fail(self.at, text[self.at : self.at + len(opening)], repr(opening))
        start = self.at + len(opening)
        match = PROPERTY_TEXT.match(text, start)
        end = start if match is None else match.end()
        if not text.startswith("]", end):
            piece = "[" if text.startswith("[", end) else text[start:]
            self.fail(end if piece == "[" else start, piece, f"']' after the text of {label}")
        self.at = end + 1
        return text[start:end]

    def number(self, label: str) -> int:
        text = self.value(label)
        if not _NUMBER.fullmatch(text):
            self.fail(self.at - 1 - len(text), text, f"a number in {label}")
        return int(text)


def parse_record(line: str) -> Record:
    """Parse one game summary, with or without the end of the line and blanks around it.

    Raises:
        RecordError: with the column at which the text stops being a record, the offending piece,
            and a description of a valid text.
    """
    if len(line) > MAX_LINE:
        raise RecordError.at(line[:MAX_LINE], f"at most {MAX_LINE} characters", MAX_LINE + 1)
    line = line.rstrip(BLANKS)
    reader = _Line(line)
    reader.at = len(line) - len(line.lstrip(BLANKS))
    if end := _LINE_END.search(line, reader.at):
        reader.fail(end.start(), end[0], "a single line")
    if line.startswith('{"match":', reader.at):
        expected = "a record; this line of a match's log tells a game by its actions"
        reader.fail(reader.at, '{"match":', expected)
    reader.literal("(;GM[Skat]")
    server = reader.value("PC")
    comment = reader.value("CO") if reader.has("CO") else None
    series = reader.number("SE") if reader.has("SE") else None
    number = reader.number("ID") if reader.has("ID") else None
    time = _time(reader)
    view = reader.number("OW") if reader.has("OW") else None
    players = (reader.value("P0"), reader.value("P1"), reader.value("P2"))
    ratings = (reader.value("R0"), reader.value("R1"), reader.value("R2"))
    deal, moves = _moves(reader)
    result = _result(reader)
    reader.literal(" ;)")
    if reader.at != len(line):
        reader.fail(reader.at, line[reader.at :], "the end of the line")
    return Record(
        server, time, players, deal, moves, result, ratings, series, number, comment, view
    )


def _time(reader: _Line) -> datetime.datetime:
    text = reader.value("DT")
    match = _TIME.fullmatch(text)
    try:
        return datetime.datetime.fromisoformat(f"{match[1]}T{match[2]}+00:00" if match else "")
    except ValueError:
        reader.fail(reader.at - 1 - len(text), text, "a time such as 2021-04-30/01:19:48/UTC")


def _moves(reader: _Line) -> tuple[Deal, tuple[Move, ...]]:
    text = reader.value("MV")
    start = reader.at - 1 - len(text)
    words = text.removesuffix(" ").split(" ")

    def fail(index: int, expected: str) -> NoReturn:
        column = start + sum(len(word) + 1 for word in words[:index])
        if index < len(words):
            reader.fail(column, words[index], expected)
        reader.fail(reader.at - 1, "]", expected)

    if len(words) < 2 or words[0] != "w":
        fail(0, "'w' and the 32 cards dealt")
    deal = _deal(words[1], start + 2)
    moves: list[Move] = []
    stage = Stage.BIDDING
    tables = _COMMON_MOVES
    pairs = iter(words[2:])
    for who, act in zip(pairs, pairs, strict=False):
        table = tables.get(who)
        if table is None:
            fail(2 + 2 * len(moves), "the player 0, 1, 2 or w")
        move = table.get(act)
        if move is None:
            index = 3 + 2 * len(moves)
            column = start + sum(len(word) + 1 for word in words[:index])
            move = _rare_move(who, act, column)
        after = move.STAGE
        if after is not stage or stage in _ONCE:
            followers = _FOLLOWERS[stage]
            if after not in followers:
                fail(2 + 2 * len(moves) + 1, _after(stage))
            stage = after
        moves.append(move)
    if len(words) % 2:
        fail(len(words), f"a move of player {words[-1]}")
    if not text.endswith(" "):
        reader.fail(start + len(text), "]", "a blank after each move")
    return deal, tuple(moves)


_ONCE = frozenset(Stage) - {Stage.BIDDING, Stage.PLAY}


def _after(stage: Stage) -> str:
    followers = [_STAGE_NAMES[follower] for follower in _FOLLOWERS[stage]]
    return " or ".join(followers) if followers else "no move after the end of the deal"


def _rare_move(who: str, act: str, column: int) -> Move:
    """Parse a move that is not in `_COMMON_MOVES`, at ``column`` (from 0)."""
    if who == "w":
        if len(act) != 5 or act.startswith(("TI.", "LE.")):
            raise RecordError.at(act, _WORLD_MOVE, column + 1)
        return SkatTaken(_cards(act, column, _WORLD_MOVE))
    seat = int(who)
    if act.startswith("SC."):
        return ShowHand(seat, _cards(act[3:], column + 3, "the cards shown"))
    name, dot, rest = act.partition(".")
    match = _DECLARATION.fullmatch(name)
    if match:
        cards = _cards(rest, column + len(name) + 1, "cards after the declaration") if dot else ()
        if len(cards) not in (0, 2, 10, 12):
            raise RecordError.at(act, "two discards, ten shown cards, or both", column + 1)
        split = len(cards) % 10
        contract = CONTRACTS.index(match[1])
        return Declaration(seat, contract, match[3], cards[:split], cards[split:])
    if dot:
        cards = _cards(act, column, _RARE_MOVE)
        if len(cards) != 2:
            raise RecordError.at(act, "two discards", column + 1)
        return Discard(seat, cards)
    if act.isdecimal():
        raise RecordError.at(act, f"a number from 18 to {HIGHEST_NUMBER - 1}", column + 1)
    raise RecordError.at(act, _RARE_MOVE, column + 1)


def _cards(text: str, column: int, expected: str) -> Cards:
    """Parse cards separated by dots; only unknown cards may occur twice."""
    cards: list[int] = []
    for name in text.split("."):
        card = CARD_NUMBERS.get(name)
        if card is None:
            raise RecordError.at(name, f"{expected}, such as CJ, or ??", column + 1)
        if card >= 0 and card in cards:
            raise RecordError.at(name, "each card once", column + 1)
        cards.append(card)
        column += len(name) + 1
    return tuple(cards)


def _deal(text: str, column: int) -> Deal:
    try:
        cards = tuple([CARD_NUMBERS[name] for name in text.split(".")])
    except KeyError:
        cards = ()
    if len(cards) != 32 or len({card for card in cards if card >= 0}) != 32:
        cards = _cards(text, column, "the 32 cards dealt")  # the error names the wrong card
        if len(cards) != 32:
            raise RecordError.at(text, f"32 cards, not {len(cards)}", column + 1)
    return Deal((cards[:10], cards[10:20], cards[20:30]), cards[30:])


def _result(reader: _Line) -> Result:
    text = reader.value("R")
    start = reader.at - 1 - len(text)
    if text in ("passed", "unknown"):
        return Result(Outcome(text))
    words = text.split(" ")

    def fail(index: int, expected: str) -> NoReturn:
        column = start + sum(len(word) + 1 for word in words[:index])
        if index < len(words):
            reader.fail(column, words[index], expected)
        reader.fail(reader.at - 1, "]", expected)

    def number(index: int, key: str) -> int:
        word = words[index] if index < len(words) else ""
        if not word.startswith(key) or not _SIGNED.fullmatch(word, len(key)):
            fail(index, f"{key}<number>")
        return int(word[len(key) :])

    def flag(index: int, key: str) -> bool:
        word = words[index] if index < len(words) else ""
        value = _FLAGS.get(word[len(key) :]) if word.startswith(key) else None
        if value is None:
            fail(index, f"{key}0 or {key}1")
        return value

    def seat(index: int, key: str) -> int | None:
        word = words[index] if index < len(words) else ""
        if not word.startswith(key) or word[len(key) :] not in _SEAT_OR_NONE:
            fail(index, f"{key} and a seat 0, 1, 2 or -1")
        return _SEAT_OR_NONE[word[len(key) :]]

    if not text.startswith("d:"):
        fail(0, "passed, unknown or d:<seat>")
    declarer = seat(0, "d:")
    if len(words) < 2 or words[1] not in _OUTCOMES:
        fail(1, "win, loss or penalty")
    value, matadors = number(2, "v:"), number(3, "m:")
    if len(words) < 5 or words[4] not in _BID_FLAGS:
        fail(4, "bidok or overbid")
    result = Result(
        _OUTCOMES[words[1]],
        declarer,
        value,
        matadors,
        _BID_FLAGS[words[4]],
        number(5, "p:"),
        number(6, "t:"),
        flag(7, "s:"),
        flag(8, "z:"),
        (flag(9, "p0:"), flag(10, "p1:"), flag(11, "p2:")),
        seat(12, "l:"),
        seat(13, "to:"),
        flag(14, "r:") if len(words) > 14 else None,
    )
    if len(words) > 15:
        fail(15, "the end of the result")
    return result
