"""The types of everything a browser sends: bodies, paths, queries, and websocket messages.

A decoded message has every required field, no unknown one, and each of the right type. Other
messages are rejected with a sentence that names the field and what was expected.
"""

import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from vorhand.games.texts import RepeatedNameError, check_names
from vorhand.native.errors import InputError
from vorhand.v1 import play_pb2
from vorhand.web.answers import Answer

MOST_ACTIONS = 10_000
_MOST_SEATS = 100
_INT32, _UINT32 = 2**31, 2**32
_WORDS: dict[str, str] = {}


class FieldError(InputError):
    """A browser's message that is invalid."""


def _shape(pattern: str, words: str) -> Meta:
    """Return the constraint of a text by a pattern; error messages show the words in its place."""
    _WORDS[pattern] = words
    return Meta(pattern=pattern)


Identifier: TypeAlias = Annotated[
    str, _shape(r"^[!-~]{1,100}\Z", "1 to 100 letters, digits or signs of ASCII")
]
Token: TypeAlias = Annotated[
    str, _shape(r"^[!-~]{1,200}\Z", "a token: 1 to 200 letters, digits or signs of ASCII")
]
Written: TypeAlias = Annotated[str, _shape(r"\S", "a text that is not blank")]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=_INT32)]
Action: TypeAlias = Annotated[int, Meta(ge=0, lt=_INT32)]
Actions: TypeAlias = Annotated[list[Action], Meta(max_length=MOST_ACTIONS)]


class Message(Struct, forbid_unknown_fields=True):
    """A message without unknown fields."""


# Bodies of requests.


class Login(Message):
    """The token of the page."""

    token: str


class NewName(Message):
    """The name that a person wants."""

    name: str


class NewTable(Message):
    """A table, with seats that are each open, private or an agent's.

    With `bock_deals` it has Bock rounds, and begins with that number of Bock deals.
    """

    game: str
    seats: Annotated[list[str], Meta(min_length=1, max_length=_MOST_SEATS)]
    deals: Annotated[int, Meta(ge=1, lt=_INT32)]
    private: bool = False
    bock_deals: Annotated[int, Meta(ge=0, lt=_INT32)] | UnsetType = UNSET


class SeatRequest(Message):
    """A seat at a public table, or at the table of an invitation."""

    table: Identifier | UnsetType = UNSET
    invitation: Written | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError unless exactly one of the two is given."""
        _only_one_of(self)


class HeldSeat(Message):
    """A seat that a browser has."""

    table: Identifier
    seat: Seat
    token: Token


# Paths and queries of requests.


class GameQuery(Message):
    """``?game=``: a game by its name; empty: any."""

    game: str = ""


class TablePath(Message):
    """``/{table}``."""

    table: Identifier


class RecordQuery(Message):
    """``/{table}/{deal}?seat=``."""

    table: Identifier
    deal: Annotated[int, Meta(ge=0, lt=_UINT32)]
    seat: Seat | UnsetType = UNSET


# Questions of the analysis board.


class Line(Message):
    """A position: a game, the actions so far and, if it does not begin with a deal, the start.

    With `brief` its moves are not valued.
    """

    game: Written
    actions: Actions = []
    start: str = ""
    brief: bool = False


class PlayerLine(Message):
    """A position as seen by a player, with the belief and the agent to consult."""

    game: Written
    seat: Seat
    belief: Written
    agent: str = ""
    actions: Actions = []
    start: str = ""


class PastedText(Message):
    """A text that a person pasted; with `brief` a review of it has no grades."""

    text: Written
    brief: bool = False


class PastedDeals(Message):
    """Deals, one on each line; `players` has names for each, in place of those in the records.

    A fourth name is that of the dealer, who sits out.
    """

    text: Written
    players: list[Annotated[list[str], Meta(min_length=3, max_length=4)]] = []


class PastedMoves(Message):
    """Moves of a text that a person pasted: `count` moves from number `first`, counted from 0."""

    text: Written
    first: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
    count: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]


class PastedAnswer(Message):
    """Another move in place of number `at`, from 0, of a text that a person pasted.

    A move is one action, or two cards that are pushed on before Ramsch.
    """

    text: Written
    at: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
    actions: Annotated[list[Action], Meta(min_length=1, max_length=2)]


class Cards(Message):
    """The cards of a seat."""

    cards: Written
    seat: Seat


class BidContracts(Message):
    """Contracts by their letters, the bid, and the cards or the matadors."""

    contracts: Written
    bid: Annotated[int, Meta(ge=0, lt=_INT32)]
    cards: str = ""
    matadors: Annotated[int, Meta(ge=-99, le=99)] = 0


class PuzzleNumber(Message):
    """The number of a puzzle."""

    number: Annotated[int, Meta(ge=0, lt=_INT32)]


# Messages on websockets.


class SeatHello(Message):
    """The first message of a seat's page; `plain`: whether it shows the game's strings."""

    table: Identifier
    seat: Seat
    token: Token
    plain: bool = False


class ObservedSeat(Message):
    """A seat to be observed."""

    seat: Seat
    token: Token


class WatchRequest(Message):
    """The first message of a spectator."""

    table: Identifier
    delayed: bool
    beside: ObservedSeat | UnsetType = UNSET


class Act(Message):
    """An answer to a turn."""

    turn: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    action: Annotated[int, Meta(ge=-_INT32, lt=_INT32)]


Phrase: TypeAlias = Annotated[
    str,
    _shape(
        f"^({'|'.join(name for name in play_pb2.Phrase.keys()[1:])})\\Z",
        f"one of {', '.join(play_pb2.Phrase.keys()[1:])}",
    ),
]


class SeatMessage(Message):
    """A player's message."""

    act: Act | UnsetType = UNSET
    leave: bool | UnsetType = UNSET
    resign: bool | UnsetType = UNSET
    agree: bool | UnsetType = UNSET
    decline: bool | UnsetType = UNSET
    say: Phrase | UnsetType = UNSET
    ping: bool | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    undo: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError unless exactly one field is given, and it is not false."""
        if getattr(self, _only_one_of(self)) is False:
            raise InputError("leave, resign, agree, decline, ping, undo: expected true")


def _only_one_of(message: Message) -> str:
    """Return the one field that is set; raise ValueError unless exactly one is."""
    fields = message.__struct_fields__
    found = [name for name in fields if getattr(message, name) is not UNSET]
    if len(found) != 1:
        expected = f"{', '.join(fields[:-1])} or {fields[-1]}"
        raise InputError(f"expected one of {expected}, and nothing else")
    return found[0]


# Reading.

Kind = TypeVar("Kind", bound=Message)


def decode(text: str | bytes, kind: type[Kind]) -> Kind:
    """Decode a message in JSON; raise FieldError if it is not of this kind."""
    try:
        check_names(text)  # msgspec would silently use the last of several fields with one name
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        whole = None  # the JSON that errors quote; None if it is invalid or nested too deeply
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            whole = msgspec.json.decode(text)
        raise FieldError(_in_words(str(error), whole)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FieldError(f"expected JSON: {error}") from error
    except RepeatedNameError as error:
        raise FieldError(str(error)) from error


def convert(fields: Mapping[str, Any], kind: type[Kind], *, texts: bool = False) -> Kind:
    """Convert fields into a message; raise FieldError if it is not of this kind.

    With ``texts`` numbers are in the form of text, as in a query.
    """
    try:
        return msgspec.convert(fields, kind, strict=not texts)
    except msgspec.ValidationError as error:
        raise FieldError(_in_words(str(error), fields)) from error


@dataclass(frozen=True)
class Question:
    """A question of the analysis board, and the function that answers it.

    Attributes:
      asked: the type of the request.
      answer: function that returns the answer; raises ValueError for an invalid request.
    """

    asked: type[Message]
    answer: Callable[[Any], Answer]

    def __call__(self, body: Mapping[str, Any] | bytes) -> dict[str, Any]:
        """Return the answer to a request as plain data; raise FieldError if it is invalid."""
        known = decode(body, self.asked) if isinstance(body, bytes) else convert(body, self.asked)
        data: dict[str, Any] = msgspec.to_builtins(self.answer(known))
        return data


def question(asked: type[Message]) -> Callable[[Callable[[Any], Answer]], Question]:
    """Return a decorator that turns a function into a question."""
    return lambda answer: Question(asked, answer)


_AT = re.compile(r" - at `\$\.?(?P<path>.*)`\Z", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`\Z", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`\Z", re.DOTALL)
_JSON_NAMES = {"str": "a text", "int": "an integer", "bool": "true or false", "array": "a list"}
_LONGEST_QUOTE = 40


def _in_words(error: str, whole: Any) -> str:
    """Return an error of msgspec with the field and its value first, then the expectation."""
    found = _AT.search(error)
    field = found["path"] if found else ""
    text = error if found is None else error[: found.start()]
    inside = f"{field}." if field else ""
    if match := _MISSING.match(text):
        return f"{inside}{match['name']}: expected, but there is none"
    if match := _UNKNOWN.match(text):
        return f"{inside}{match['name'][:_LONGEST_QUOTE]}: expected no such field"
    for pattern, words in _WORDS.items():
        text = text.replace(f"`str` matching regex {pattern!r}", words)
    for name, words in (("object", "a JSON object"), *_JSON_NAMES.items()):
        text = text.replace(f"`{name}`", words)
    text = text.partition(", got ")[0] if field else text
    text = text[:1].lower() + text[1:]
    if not text.startswith("expected"):
        text = f"expected another value: {text}"
    return f"{field}={_quoted(whole, field)}: {text}" if field else text


def _quoted(whole: Any, path: str) -> str:
    """Return the beginning of a field as JSON."""
    for step in re.findall(r"[^.\[\]]+", path):
        try:
            whole = whole[int(step)] if isinstance(whole, list) else whole[step]
        except (LookupError, TypeError, ValueError):
            return "..."
    return msgspec.json.encode(whole).decode()[:_LONGEST_QUOTE]
