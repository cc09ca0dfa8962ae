"""A recorded deal, in the terms of players.

A :class:`Record` holds the contents of one line of the server's files: the players, the deal, every
move in its order, and the result. Cards are the numbers 0..31 of the game; ``UNKNOWN_CARD`` stands
for a card that the view does not show (``??``). Seats are 0 forehand, 1 middlehand, 2 rearhand of
this deal.
"""

import datetime
import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias, TypeVar

from vorhand.games.skat.cards import CARD_NAMES
from vorhand.games.skat.contracts import CONTRACTS, NULL, OUVERT, PLAIN, SCHNEIDER, SCHWARZ

UNKNOWN_CARD = -1
UNKNOWN_TEXT = "??"
CARD_NUMBERS: dict[str, int] = {
    **{name: card for card, name in enumerate(CARD_NAMES)},
    UNKNOWN_TEXT: UNKNOWN_CARD,
}

PROPERTY_TEXT = re.compile(r"(?:\\[\\\[\]]|[^\[\]])*")
"""The text of a property: a bracket in it must follow a backslash, as in all SGF files."""
_ESCAPED = re.compile(r"\\([\\\[\]])")

Cards: TypeAlias = tuple[int, ...]


def join_cards(cards: Iterable[int]) -> str:
    """Format cards as in a record: ``H8.CK``."""
    return ".".join(UNKNOWN_TEXT if card < 0 else CARD_NAMES[card] for card in cards)


def unescaped(text: str) -> str:
    """Return the text of a property without SGF's backslashes."""
    return _ESCAPED.sub(r"\1", text)


class Stage(enum.IntEnum):
    """The stages of a deal to which moves belong."""

    BIDDING = 0
    PICK_UP = 1
    SKAT = 2
    DECLARATION = 3
    DISCARD = 4
    PLAY = 5
    OVER = 6


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid; the server accepts any number that is higher than the last."""

    STAGE: ClassVar = Stage.BIDDING
    seat: int
    value: int

    def __str__(self) -> str:
        return f"{self.seat} {self.value}"


@dataclass(frozen=True, slots=True)
class _SeatMove:
    """A move of one seat without further data."""

    STAGE: ClassVar[Stage]
    TEXT: ClassVar[str]  # format string of the move in a record
    seat: int

    def __str__(self) -> str:
        return self.TEXT.format(self.seat)


class Hold(_SeatMove):
    """Holding the bid."""

    STAGE, TEXT = Stage.BIDDING, "{} y"


class Pass(_SeatMove):
    """No further bid, or declining the bid."""

    STAGE, TEXT = Stage.BIDDING, "{} p"


class PickUp(_SeatMove):
    """The declarer's request for the skat."""

    STAGE, TEXT = Stage.PICK_UP, "{} s"


@dataclass(frozen=True, slots=True)
class SkatTaken:
    """The two skat cards, handed out by the server."""

    STAGE: ClassVar = Stage.SKAT
    cards: Cards

    def __str__(self) -> str:
        return f"w {join_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class Declaration:
    """The contract and (unless recorded separately) the two discards."""

    STAGE: ClassVar = Stage.DECLARATION
    seat: int  # the declarer
    contract: int  # 0..3 the suit, 4 grand, 5 null
    # the letters H (hand), O (ouvert), S and Z (schneider and schwarz announced) as in the
    # record
    modifiers: str = ""
    discards: Cards = ()  # the two discarded cards, in the record's order, or none
    shown: Cards = ()  # the ten cards of an ouvert hand, only in lines of games in progress

    @property
    def ouvert(self) -> bool:
        """True if the declarer plays with open cards."""
        return "O" in self.modifiers

    @property
    def hand(self) -> bool:
        """True if the skat was not picked up; ouvert in a suit or grand game implies this."""
        return "H" in self.modifiers or (self.ouvert and self.contract != NULL)

    @property
    def schwarz(self) -> bool:
        """True if schwarz is announced; ouvert in a suit or grand implies it."""
        return "Z" in self.modifiers or (self.ouvert and self.contract != NULL)

    @property
    def schneider(self) -> bool:
        """True if schneider is announced; schwarz implies it."""
        return "S" in self.modifiers or self.schwarz

    @property
    def level(self) -> int:
        """The announced level in the game's numbers: plain, schneider, schwarz, ouvert."""
        if self.ouvert:
            return OUVERT
        if self.schwarz:
            return SCHWARZ
        return SCHNEIDER if self.schneider else PLAIN

    def __str__(self) -> str:
        name = f"{self.seat} {CONTRACTS[self.contract]}{self.modifiers}"
        cards = self.discards + self.shown
        return f"{name}.{join_cards(cards)}" if cards else name


@dataclass(frozen=True, slots=True)
class Discard:
    """The two discards, when they follow the declaration as a move of their own."""

    STAGE: ClassVar = Stage.DISCARD
    seat: int
    cards: Cards

    def __str__(self) -> str:
        return f"{self.seat} {join_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class Play:
    """A card played to the trick."""

    STAGE: ClassVar = Stage.PLAY
    seat: int
    card: int

    def __str__(self) -> str:
        return f"{self.seat} {join_cards((self.card,))}"


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The declarer's hand, laid open (``SC``); lines of games in progress list the cards."""

    STAGE: ClassVar = Stage.PLAY
    seat: int
    cards: Cards = ()

    def __str__(self) -> str:
        return f"{self.seat} SC.{join_cards(self.cards)}" if self.cards else f"{self.seat} SC"


class Concession(_SeatMove):
    """A player's concession, in turn or not."""

    STAGE, TEXT = Stage.PLAY, "{} RE"


class TimeOut(_SeatMove):
    """The end of a player's time: the deal is over."""

    STAGE, TEXT = Stage.OVER, "w TI.{}"


class Leave(_SeatMove):
    """A player's leaving the table: the deal is over."""

    STAGE, TEXT = Stage.OVER, "w LE.{}"


Event: TypeAlias = ShowHand | Concession | TimeOut | Leave
"""A shown hand, a concession, a time-out or a leave."""

Move: TypeAlias = Bid | Hold | Pass | PickUp | SkatTaken | Declaration | Discard | Play | Event
_MoveT = TypeVar("_MoveT", bound=Move)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as dealt, in the record's order.

    Attributes:
        hands: three tuples of ten cards, by seat.
        skat: the two skat cards.
    """

    hands: tuple[Cards, Cards, Cards]
    skat: Cards

    @property
    def cards(self) -> Cards:
        """All 32 cards: hand 0, hand 1, hand 2, skat."""
        return self.hands[0] + self.hands[1] + self.hands[2] + self.skat


class Outcome(enum.StrEnum):
    """The end of a deal; PASSED has no declarer, UNKNOWN is a deal still going on."""

    PASSED = "passed"
    UNKNOWN = "unknown"
    WIN = "win"
    LOSS = "loss"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Result:
    """The result as the record states it; if passed in, only ``outcome`` has a meaning."""

    outcome: Outcome  # PENALTY: the deal was stopped before a declaration
    declarer: int | None = None  # seat of the declarer, or None
    value: int = 0  # game value; negative, and doubled, when lost
    matadors: int = 0  # "with" positive, "without" negative, 0 in null games
    overbid: bool = False  # the bid was higher than the value
    points: int = 0  # the declarer's card points with the skat
    tricks: int = 0  # the declarer's tricks
    schneider: bool = False  # the flag of the record: made or, in a lost game, suffered
    schwarz: bool = False  # the flag of the record
    penalties: tuple[bool, bool, bool] = (False, False, False)  # by seat: penalised
    left: int | None = None  # seat that left, or None
    timed_out: int | None = None  # seat whose clock ran out, or None
    # a concession ended the deal; None if an early record does not say
    conceded: bool | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One deal of the International Skat Server, or of ours.

    Attributes:
        server: place of play (``PC``); with ``number`` the key of a deal.
        comment: ``CO``; None if the property is missing, as in 2007 and 2008.
        series: number of the series at one table (``SE``), or None.
        number: number of the deal (``ID``), or None.
        time: start of play, UTC, to the second.
        players: names of forehand, middlehand, rearhand; like all texts, with SGF's escapes.
        ratings: the ratings as written: a number, ``null`` or nothing.
        deal: the cards; unknown ones only in a view.
        moves: all moves after the deal, in order.
        result: the result as recorded.
        view: the seat whose view the record is, if it does not show all cards (``OW``); else None.
    """

    server: str
    time: datetime.datetime
    players: tuple[str, str, str]
    deal: Deal
    moves: tuple[Move, ...]
    result: Result
    ratings: tuple[str, str, str] = ("", "", "")
    series: int | None = None
    number: int | None = None
    comment: str | None = ""
    view: int | None = None

    def of_type(self, kind: type[_MoveT]) -> tuple[_MoveT, ...]:
        """Return the moves of one kind, in order."""
        return tuple(move for move in self.moves if isinstance(move, kind))

    @property
    def bids(self) -> tuple[Bid | Hold | Pass, ...]:
        """The bidding."""
        return tuple(move for move in self.moves if isinstance(move, Bid | Hold | Pass))

    @property
    def declaration(self) -> Declaration | None:
        """The declaration; None if all passed or the deal was stopped before it."""
        return next(iter(self.of_type(Declaration)), None)

    @property
    def discards(self) -> Cards:
        """The two discarded cards; empty in hand games, or if the deal stopped before them."""
        declaration = self.declaration
        if declaration is not None and declaration.discards:
            return declaration.discards
        return next((move.cards for move in self.of_type(Discard)), ())

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards played, in order."""
        return self.of_type(Play)

    @property
    def events(self) -> tuple[Event, ...]:
        """Shown hands, concessions, time-outs and leaves."""
        return tuple(
            move for move in self.moves if isinstance(move, ShowHand | Concession | TimeOut | Leave)
        )

    @property
    def name(self) -> str:
        """Server and number, for messages."""
        return self.server if self.number is None else f"{self.server} {self.number}"
