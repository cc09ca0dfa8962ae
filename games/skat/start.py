"""The start of a deal, as text for the game parameter ``start``.

``deal``
    a whole deal: chance deals the cards.
``deal <cards>``
    the bidding, with these cards.
``play <declaration> by <seat> [bid <value>] <cards> [leader <seat>] [trick <cards>]
[tricks <n>] [points <n>] [matadors <n>] [void <cards>/<cards>/<cards>] [past ?]``
    card play with a declared contract, at its beginning or in any position.
``CJ SA / C7 ST / HJ S7 skat D7 D8 contract=G soloist=0``
    a position with open hands in a free notation; see `vorhand.games.skat.open_text`.

``<cards>`` is ``cards`` and four sets separated by ``/``: the hands of forehand, middlehand and
rearhand, and the skat (the soloist's discards, or in a hand game the skat as dealt). Cards of a set
are separated by dots, and an empty set is ``-``. With ``cards ?`` chance deals all cards, with
``cards ?<set>`` those of the set. Seats are 0 forehand, 1 middlehand, 2 rearhand. ``bid`` is the
highest bid (without it nothing can be overbid). The other fields describe a position: the seat that
led the trick on the table and its cards in the order played, the soloist's tricks and the card
points in them (with the skat's if the skat is ``-``), the matadors if they cannot be counted, and
the cards that each seat is known not to hold. ``past ?`` means that the past of the position is not
known, except for the fields given. Missing tricks and points then count for the defenders, and
matadors are counted from the remaining cards.

>>> text = "play GH by 1 cards SA.SJ/CA.CJ/HA.HJ/- leader 1 tricks 6 points 60 matadors 1"
>>> start = Start.parse(text)
>>> start.declaration.in_words(), start.soloist, str(start) == text
('grand hand', 1, True)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from vorhand.games.skat.cards import (
    ALL_CARDS,
    CARD_NAMES,
    NotationError,
    cards_text,
    parse_card,
    parse_cards,
)
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.open_text import read_open_hands
from vorhand.games.texts import BLANKS
from vorhand.native.skat import Deal

_OPTIONS = ("by", "bid", "cards", "leader", "trick", "tricks", "points", "matadors", "void", "past")
_TWELVE = 12  # number of the soloist's cards with the skat, which count for matadors
_NUMBER = re.compile(r"-?\d{1,4}")


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a deal; ``str`` writes the text that :meth:`parse` reads."""

    hands: tuple[int, int, int] | None = None  # sets of cards by seat; None: chance deals `pool`
    skat: int = 0  # set of the cards in it; 0 if it is out of play
    # the cards that chance deals, all 32 unless card play starts in a position
    pool: int = ALL_CARDS
    # the contract; None: the deal starts with the bidding, and the fields below have no
    # meaning
    declaration: Declaration | None = None
    soloist: int = 0  # seat of the soloist
    bid: int = 0  # the highest bid, 0: none
    leader: int = 0  # seat that leads, or led, to the trick on the table
    trick: tuple[int, ...] = ()  # cards on the table in the order played, at most two
    tricks: int = 0  # tricks of the soloist so far
    points: int = 0  # card points in these tricks, and in the skat if it is out of play
    # number of matadors, with (positive) or without (negative), if some of the soloist's
    # twelve cards are missing; 0 if they are all there, and are counted
    matadors: int = 0
    voids: tuple[int, int, int] = (0, 0, 0)  # cards that each seat is known not to hold
    # whether tricks, points and matadors are those of the whole deal; otherwise only those
    # that are given are known
    past_known: bool = True

    @classmethod
    def parse(cls, text: str) -> Start:
        """Parse a start in any of the notations, without checking that the deal is possible.

        `deal` checks that.

        Raises:
            NotationError: the text is invalid; quotes the fault.
        """
        words = text.strip(BLANKS).split()
        if ("/" in text or "=" in text) and words[0] not in ("deal", "play"):
            return cls(**read_open_hands(" ".join(words)))
        if not words or words[0] not in ("deal", "play"):
            raise NotationError(
                f"start {text!r}: expected it to begin with deal or play, or three hands "
                "divided by /"
            )
        if words[0] == "deal":
            if len(words) == 1:
                return cls()
            options = _options(text, words[1:], ("cards",))
            found = cls(**_parse_cards(options["cards"]))  # type: ignore[arg-type]
            if found.hands is None and found.pool != ALL_CARDS:
                raise NotationError(f"start {text!r}: expected all cards, or those of each hand")
            return found
        if len(words) < 2:
            raise NotationError(f"start {text!r}: expected a declaration after play")
        return _parse_play(cls, text, Declaration.parse(words[1]), words[2:])

    def __str__(self) -> str:
        if self.declaration is None:
            return "deal" if self.hands is None else f"deal cards {self._cards_text()}"
        words = ["play", str(self.declaration), "by", str(self.soloist)]
        if self.bid:
            words += ["bid", str(self.bid)]
        words += ["cards", self._cards_text()]
        if self.leader:
            words += ["leader", str(self.leader)]
        if self.trick:
            words += ["trick", ".".join(CARD_NAMES[card] for card in self.trick)]
        for name, number in (
            ("tricks", self.tricks),
            ("points", self.points),
            ("matadors", self.matadors),
        ):
            if number:
                words += [name, str(number)]
        if any(self.voids):
            words += ["void", "/".join(map(_set_text, self.voids))]
        if not self.past_known:
            words += ["past", "?"]
        return " ".join(words)

    @property
    def chance_cards(self) -> int:
        """The number of cards that chance deals."""
        return self.pool.bit_count() if self.hands is None else 0

    @property
    def plays(self) -> int | None:
        """The number of cards left to play; None if the deal starts with the bidding."""
        if self.declaration is None:
            return None
        if self.hands is None:
            return self.pool.bit_count() // 3 * 3
        return sum(hand.bit_count() for hand in self.hands)

    def deal(self, *, any_past: bool = False) -> Deal:
        """Return the compiled deal that starts here.

        Args:
            any_past: whether matadors, tricks and points may contradict the cards. The worlds of a
                view need this, because given matadors do not exclude any world.

        Raises:
            InvalidDealError: it is impossible.
        """
        if self.declaration is None:
            return Deal() if self.hands is None else Deal.given(self.hands, self.skat)
        return Deal.card_play(
            self.hands,
            self.skat,
            soloist=self.soloist,
            contract=self.declaration.contract,
            level=self.declaration.level,
            hand=self.declaration.hand,
            bid=self.bid,
            leader=self.leader,
            trick=list(self.trick),
            soloist_points=self.points,
            soloist_tricks=self.tricks,
            matadors=self.matadors,
            voids=self.voids,
            pool=self.pool,
            past_known=self.past_known,
            any_past=any_past,
        )

    @classmethod
    def at(cls, deal: Deal) -> Start:
        """Return the position of a deal in card play, as a start from which play can continue.

        It keeps the voids shown in play, but not the cards already played.

        Raises:
            NotationError: no contract is being played; Ramsch has none.
        """
        if not deal.declared or deal.is_over:
            raise NotationError("start: a position is taken from card play that is under way")
        return cls(
            hands=(deal.hand(0), deal.hand(1), deal.hand(2)),
            skat=deal.skat,
            declaration=Declaration(deal.contract, deal.level, deal.hand_game),
            soloist=deal.soloist,
            bid=deal.bid,
            leader=deal.leader,
            trick=tuple(deal.trick),
            tricks=deal.soloist_tricks,
            points=deal.soloist_points,
            matadors=_matadors(deal),
            voids=(deal.voids(0), deal.voids(1), deal.voids(2)),
            past_known=deal.past_known,
        )

    def _cards_text(self) -> str:
        if self.hands is None:
            return "?" if self.pool == ALL_CARDS else f"?{_set_text(self.pool)}"
        return "/".join(map(_set_text, (*self.hands, self.skat)))


def points_known(deal: Deal) -> bool:
    """Return whether the soloist's card points are known, including those before a position."""
    return deal.past_known or deal.beginning().soloist_points > 0


def _matadors(deal: Deal) -> int:
    """Return the matadors in the form of a start: 0 if they are counted or not known."""
    if (deal.hand(deal.soloist) | deal.skat).bit_count() == _TWELVE:
        return 0
    known: int = deal.matadors if deal.past_known else deal.given_matadors
    return known


def _set_text(cards: int) -> str:
    return cards_text(cards, ".") or "-"


def _parse_set(text: str) -> int:
    return 0 if text == "-" else parse_cards(text)


def _parse_cards(text: str) -> dict[str, object]:
    if text.startswith("?"):
        return {"pool": parse_cards(text[1:]) if text[1:] else ALL_CARDS}
    sets = text.split("/")
    if len(sets) != 4:
        raise NotationError(
            f"cards {text!r}: expected four sets divided by '/' (three hands and the skat), "
            "or '?' and what chance deals"
        )
    *hands, skat = map(_parse_set, sets)
    return {"hands": tuple(hands), "skat": skat}


def _options(text: str, words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    """Return pairs of name and value, each known name at most once, with ``cards`` among them."""
    options: dict[str, str] = {}
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in known or name in options:
            raise NotationError(
                f"start {text!r}: unexpected {name!r}, expected {', '.join(known)} once each"
            )
        if not value:
            raise NotationError(f"start {text!r}: nothing stands after {name!r}")
        options[name] = value
    if "cards" not in options:
        raise NotationError(f"start {text!r}: 'cards' is missing")
    return options


def _number(options: dict[str, str], name: str) -> int:
    value = options.get(name, "0")
    if not _NUMBER.fullmatch(value):
        raise NotationError(f"{name} {value!r}: expected a number")
    return int(value)


def _parse_play(cls: type[Start], text: str, declaration: Declaration, words: list[str]) -> Start:
    options = _options(text, words, _OPTIONS)
    if "by" not in options:
        raise NotationError(f"start {text!r}: 'by' and the soloist's seat are missing")
    voids = options.get("void", "-/-/-").split("/")
    if len(voids) != 3:
        raise NotationError(f"void {options['void']!r}: expected three sets divided by '/'")
    if (past := options.get("past", "?")) != "?":
        raise NotationError(f"past {past!r}: expected ?, which says that it is not known")
    trick = options["trick"].split(".") if "trick" in options else []
    return cls(
        declaration=declaration,
        soloist=_number(options, "by"),
        bid=_number(options, "bid"),
        leader=_number(options, "leader"),
        trick=tuple(map(parse_card, trick)),
        tricks=_number(options, "tricks"),
        points=_number(options, "points"),
        matadors=_number(options, "matadors"),
        voids=tuple(map(_parse_set, voids)),  # type: ignore[arg-type]
        past_known="past" not in options,
        **_parse_cards(options["cards"]),  # type: ignore[arg-type]
    )
