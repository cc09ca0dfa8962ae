"""One player's knowledge of a deal as text that is easy to write, without hidden cards.

Named fields in any order; those at their default may be omitted::

    seat=1 hand=C9,SA,ST,S8 bids=18,y,p,p contract=CH plays=D7,DK,DA/H9,HA,H7

| field | default | |
|---|---|---|
| ``seat`` | 0 | the player, 0 forehand to 2 rearhand |
| ``hand`` | | the cards that the player holds now |
| ``bids`` | none yet | values, ``y`` for holding and ``p`` for passing, in order |
| ``soloist``, ``bid`` | | in place of ``bids``: a seat, and the value bid (0: not known) |
| ``contract`` | none yet | a declaration such as ``G``, ``CHS``; ``hand``: not named yet |
| ``skat`` | | the soloist's discards; to defenders, before the declaration, ``?`` for each |
| ``picked`` | | the two cards picked up, ``?`` if not known; needed until the declaration |
| ``open`` | | the soloist's cards as they lie open now, in an ouvert game |
| ``plays`` | none yet | the cards played, in order; ``/`` divides tricks |

Cards and bids are divided by commas, dots or blanks; lower case is accepted. Seats follow from the
rules. A soloist who omits ``picked`` is assumed to have picked up the two lowest cards of the
twelve or, in a text with ``soloist``, the two discards.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vorhand.games.skat.cards import (
    ALL_CARDS,
    SEAT_NAMES,
    NotationError,
    card_list,
    card_name,
    card_set,
    cards_text,
    parse_card,
)
from vorhand.games.skat.contracts import OUVERT, Declaration
from vorhand.games.skat.start import Start
from vorhand.games.skat.view import HIDDEN, SkatView, observe
from vorhand.games.texts import BLANKS
from vorhand.native.errors import InvalidDealError
from vorhand.native.skat import (
    FIRST_BID,
    HOLD,
    PASS,
    PICK_UP,
    PLAY_HAND,
    Deal,
    Phase,
    Worlds,
    action_name,
    bid_values,
    declaration_action,
    legal_cards,
    trick_winner,
    void_shown,
)

_FIELDS = ("seat", "hand", "bids", "soloist", "bid", "contract", "skat", "picked", "open", "plays")
_UNKNOWN, _FROM_HAND = "?", "HAND"
_HAND, _PAIR, _TRICK, _SKAT = 10, 2, 3, 3
_WORDS = {"Y": HOLD, "P": PASS}
_VALUES = {str(value): FIRST_BID + k for k, value in enumerate(bid_values())}
_BID_TEXTS = {action: text.lower() for text, action in (_WORDS | _VALUES).items()}


def is_view(text: str) -> bool:
    """Return whether a text looks like one player's knowledge, not like a position or record."""
    return re.search(r"\bhand\s*=", text.lower()) is not None


def read_view(text: str) -> SkatView:
    """Return the view that a text describes, equal to the view in a deal played that way.

    Raises:
        NotationError: an invalid field, or an impossible position; quotes the fault and says what
            was expected.
    """
    given = _Given.parse(text)
    opening, soloist, picked_up = _opening(given)
    tricks = _Tricks.walk(given, soloist)
    _check_counts(given, soloist, picked_up, tricks)
    row = _layout(given, soloist, picked_up, tricks)
    deal, moves = _beginning(given, soloist, picked_up, opening, tricks, row)
    for move in (*moves, *given.plays):
        if move not in deal.legal_actions():
            legal = " ".join(map(action_name, deal.legal_actions())) or "none, the deal is over"
            where = "plays" if move < FIRST_BID else "contract"
            raise NotationError(f"{where}: {action_name(move)!r}: expected one of: {legal}")
        deal.apply(move)
    return observe(deal, given.seat)


def write_view(view: SkatView) -> str:
    """Return the text that :func:`read_view` reads.

    Raises:
        NotationError: cards are still being dealt, an offer was made, Kontra was said, it is
            Ramsch or a push before it, Spitze was declared, the deal is of a Bock round, or it
            began after the first lead.
    """
    if view.phase == Phase.DEAL:
        raise NotationError("view: expected it after the cards are dealt")
    if view.is_ramsch or view.is_pushing:
        raise NotationError("view of Ramsch: the text has no Ramsch, expected a soloist")
    if view.spitze_announced:
        raise NotationError("view of Spitze: the text has no Spitze, expected none declared")
    if view.bock:
        raise NotationError("view of Bock: the text has no Bock, expected a plain deal")
    spoken = [move for move in view.moves if PASS <= move < PICK_UP]
    began_at_cards = view.contract >= 0 and not spoken
    fields = {"seat": str(view.player), "hand": cards_text(view.hand, ",") or "-"}
    if began_at_cards:
        fields |= {"soloist": str(view.soloist), "bid": str(view.bid)}
    fields["bids"] = ",".join(_BID_TEXTS[move] for move in spoken)
    if view.picked_up and (view.is_soloist or view.contract < 0):
        fields["picked"] = cards_text(view.picked_up_skat, ",") or _UNKNOWN
        unseen = ",".join(_UNKNOWN * view.moves.count(HIDDEN))
        fields["skat"] = cards_text(view.skat, ",") or unseen
    elif began_at_cards and view.is_soloist and not view.hand_game:
        fields["skat"] = cards_text(view.skat, ",")
    if view.declaration is not None:
        fields["contract"] = str(view.declaration)
    elif PLAY_HAND in view.moves:
        fields["contract"] = _FROM_HAND.lower()
    if view.open_hand and not view.is_soloist:
        fields["open"] = cards_text(view.open_hand, ",")
    names = list(map(card_name, view.plays))
    fields["plays"] = "/".join(",".join(names[k : k + 3]) for k in range(0, len(names), 3))
    text = " ".join(f"{name}={value}" for name, value in fields.items() if value)
    if read_view(text) != replace(view, offers=()):
        raise NotationError("view: began with a position, or an offer was made; expected neither")
    return text


@dataclass(frozen=True)
class _Given:
    """The fields of a text; sets of cards are masks, 0 if they are not given."""

    seat: int
    hand: int
    bids: tuple[str, ...]
    soloist: int | None
    bid: int
    contract: Declaration | None
    from_hand: bool
    discards: int  # the number of cards discarded
    skat: int
    picked: int
    picked_up: bool
    open: int
    plays: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> _Given:
        fields = _pieces(text)
        if "hand" not in fields:
            raise NotationError("hand: is missing; expected the player's cards, hand=CJ,SA,...")
        if "soloist" in fields and "bids" in fields:
            raise NotationError("soloist: follows from bids; expected one of the two")
        letters = fields.get("contract", [""])
        if len(letters) != 1:
            raise NotationError(f"contract {','.join(letters)!r}: expected one, such as G or CHS")
        from_hand, words = letters[0] == _FROM_HAND, fields.get("skat", [])
        contract = None if from_hand or not letters[0] else Declaration.parse(letters[0])
        hidden = bool(words) and set(words) == {_UNKNOWN}
        picked = [] if fields.get("picked") == [_UNKNOWN] else fields.get("picked", [])
        _check_number("picked", picked, (0, _PAIR))
        _check_number("skat", words, (0, 1, _PAIR))
        found = cls(
            seat=_number(fields, "seat", 0, 2),
            hand=_cards("hand", fields["hand"]),
            bids=tuple(fields.get("bids", ())),
            soloist=_number(fields, "soloist", 0, 2) if "soloist" in fields else None,
            bid=_number(fields, "bid", 0, bid_values()[-1]),
            contract=contract,
            from_hand=from_hand or (contract is not None and contract.hand),
            discards=len(words),
            skat=0 if hidden else _cards("skat", words),
            picked=_cards("picked", picked),
            picked_up="picked" in fields or (contract is not None and not contract.hand),
            open=_cards("open", fields.get("open", [])),
            plays=_plays(fields.get("plays", [])),
        )
        found._check_once()
        if found.soloist is None and found.bid:
            raise NotationError(f"bid {found.bid}: expected it with soloist, in place of bids")
        if found.from_hand and (found.picked_up or found.discards):
            raise NotationError("picked, skat: nobody sees the skat of a hand game; expected none")
        return found

    def _check_once(self) -> None:
        """Raise NotationError if a card lies in two places."""
        places = {"hand": self.hand, "skat": self.skat, "open": self.open}
        places["plays"] = card_set(self.plays)
        for (first, cards), (second, others) in itertools.combinations(places.items(), 2):
            if both := cards & others:
                more = "; expected in hand the cards still held" if second == "plays" else ""
                raise NotationError(f"{cards_text(both)}: stands in {first} and {second}{more}")


@dataclass
class _Tricks:
    """The cards played, and those that each seat has shown not to hold."""

    played: list[int] = field(default_factory=lambda: [0, 0, 0])
    voids: list[int] = field(default_factory=lambda: [0, 0, 0])

    @classmethod
    def walk(cls, given: _Given, soloist: int) -> _Tricks:
        tricks = cls()
        if not given.plays:
            return tricks
        if given.contract is None:
            raise NotationError("plays: expected a contract before the first card")
        contract = given.contract.contract
        held = {soloist: given.open} if given.open else {}
        held[given.seat] = given.hand
        seats = players_of(contract, given.plays)
        for seat, card in zip(seats, given.plays, strict=True):
            if seat in held:
                held[seat] |= 1 << card
        for k, (seat, card) in enumerate(zip(seats, given.plays, strict=True)):
            led = given.plays[k - k % _TRICK] if k % _TRICK else -1
            where = f"plays: {card_name(card)} by {SEAT_NAMES[seat]} in trick {k // _TRICK + 1}"
            if tricks.voids[seat] >> card & 1:
                raise NotationError(f"{where}: has shown before to hold no such card")
            if seat in held:
                legal = legal_cards(contract, held[seat], led)
                if not legal >> card & 1:
                    raise NotationError(f"{where}: expected one of {cards_text(legal)}, to follow")
                held[seat] &= ~(1 << card)
            if led >= 0:
                tricks.voids[seat] |= void_shown(contract, led, card)
            tricks.played[seat] |= 1 << card
        return tricks


def players_of(contract: int, plays: Sequence[int], leader: int = 0) -> list[int]:
    """Return the seat that played each card; the plays begin with the lead to a trick."""
    seats: list[int] = []
    for k in range(0, len(plays), _TRICK):
        trick = plays[k : k + _TRICK]
        seats += [(leader + n) % 3 for n in range(len(trick))]
        if len(trick) == _TRICK:
            leader = (leader + trick_winner(contract, *trick)) % 3
    return seats


def _opening(given: _Given) -> tuple[list[int], int, bool]:
    """Return the bids as actions, the soloist (-1: none yet), and whether the skat was taken."""
    if given.soloist is not None:
        if given.contract is None:
            raise NotationError("soloist: expected a contract with it, else bids")
        return [], given.soloist, given.picked_up
    rest = [ALL_CARDS >> 2 & 0x3FF << 10 * seat for seat in range(3)]
    deal, actions = Deal.given(rest, ALL_CARDS & ~(rest[0] | rest[1] | rest[2])), []
    for number, word in enumerate(given.bids, 1):
        action = (_WORDS | _VALUES).get(word)
        legal = deal.legal_actions() if deal.phase == Phase.BIDDING else []
        if action not in legal:
            values = [_BID_TEXTS[each] for each in legal]
            shown = values if len(values) <= 4 else [*values[:3], "...", values[-1]]
            expected = f"one of {' '.join(shown)}" if shown else "none, the bidding is over"
            raise NotationError(f"bids: {word.lower()!r}, bid {number}: expected {expected}")
        deal.apply(action)
        actions.append(action)
    if deal.soloist < 0 and (given.picked_up or given.from_hand or given.contract):
        raise NotationError("contract, picked: nobody has won the bidding yet; expected none")
    return actions, deal.soloist, given.picked_up


def _check_counts(given: _Given, soloist: int, picked_up: bool, tricks: _Tricks) -> None:
    """Raise NotationError if a place has a number of cards that the rules do not allow."""
    own = given.seat == soloist
    if picked_up and own and given.contract is not None and given.skat.bit_count() != _PAIR:
        raise NotationError("skat: expected the two cards that the soloist laid away")
    if given.skat and not own:
        raise NotationError(f"skat {cards_text(given.skat)}: only the soloist knows it; expected ?")
    if given.discards and not picked_up:
        raise NotationError("skat: expected picked=? or a contract with it")
    if given.picked and not own:
        raise NotationError(f"picked {cards_text(given.picked)}: expected ?, for another's skat")
    played = tricks.played[given.seat]
    size = _HAND + (_PAIR - given.skat.bit_count() if own and picked_up else 0)
    _expect("hand", given.hand, size - played.bit_count())
    if given.picked & ~(given.hand | given.skat | played):
        raise NotationError(f"picked {cards_text(given.picked)}: expected them among the twelve")
    shown = given.contract is not None and given.contract.level == OUVERT and not own
    _expect("open", given.open, _HAND - tricks.played[soloist].bit_count() if shown else 0)


def _layout(given: _Given, soloist: int, picked_up: bool, tricks: _Tricks) -> list[int]:
    """Return one possible layout: the three hands now, and the skat."""
    own = given.seat == soloist
    known = [0, 0, 0, given.skat]
    if given.open:
        known[soloist] = given.open
    known[given.seat] = given.hand
    discarding = picked_up and given.contract is None
    in_skat = given.discards if discarding else _PAIR
    counts = [_HAND - cards.bit_count() for cards in tricks.played]
    if discarding:
        counts[soloist] += _PAIR - in_skat
    places = [*counts, in_skat]
    hidden = ALL_CARDS & ~card_set(given.plays)
    for cards in known:
        hidden &= ~cards
    missing = [n - cards.bit_count() for n, cards in zip(places, known, strict=True)]
    voids = (*tricks.voids, 0)
    worlds = Worlds.known(
        player=given.seat,
        soloist=soloist,
        hidden=hidden,
        known=known,
        hidden_count=missing,
        possible=[hidden & ~void if n else 0 for void, n in zip(voids, missing, strict=True)],
        half_discarded=discarding and not own and in_skat == 1,
    )
    if worlds.count == 0:
        raise NotationError(
            f"plays: no layout of the hidden cards ({cards_text(hidden)}) goes with the suits that "
            "were not followed"
        )
    return [int(cards) for cards in np.asarray(worlds.slice(0, 1))[0]]


def _beginning(
    given: _Given,
    soloist: int,
    picked_up: bool,
    opening: list[int],
    tricks: _Tricks,
    row: list[int],
) -> tuple[Deal, list[int]]:
    """Return a deal with the cards of a layout after the bids, and its moves up to the lead."""
    hands = [cards | played for cards, played in zip(row[:3], tricks.played, strict=True)]
    skat = row[_SKAT]
    if given.soloist is not None:
        assert given.contract is not None
        if given.picked and given.picked != given.skat:
            raise NotationError(
                f"picked {cards_text(given.picked, ',')!r}: with soloist, expected none or the skat"
            )
        start = Start(
            hands=(hands[0], hands[1], hands[2]),
            skat=skat,
            declaration=given.contract,
            soloist=soloist,
            bid=given.bid,
        )
        try:
            return start.deal(), []
        except InvalidDealError as error:
            raise NotationError(f"soloist, bid, contract: {error}") from error
    moves: list[int] = []
    if picked_up:
        twelve = hands[soloist] | skat
        dealt_skat = given.picked or card_set(card_list(twelve)[:_PAIR])
        hands[soloist], moves = twelve & ~dealt_skat, [PICK_UP, *card_list(skat)]
        skat = dealt_skat
    elif given.from_hand:
        moves = [PLAY_HAND]
    if given.contract is not None:
        moves.append(declaration_action(given.contract.contract, given.contract.level))
    deal = Deal.given(hands, skat)
    deal.apply_all(bytes(opening))
    return deal, moves


def _pieces(text: str) -> dict[str, list[str]]:
    """Return each field's words in capitals; a piece without ``=`` continues the last field."""
    fields: dict[str, list[str]] = {}
    name = ""
    for piece in re.sub(r"\s*=\s*", "=", text.strip(BLANKS)).split():
        before, divided, value = piece.rpartition("=")
        if divided:
            name = before.lower()
            if name not in _FIELDS or name in fields:
                raise NotationError(f"{piece!r}: expected {', '.join(_FIELDS)} once each, before =")
            fields[name] = []
        elif not name:
            raise NotationError(f"{piece!r}: expected {', '.join(_FIELDS)} before =")
        words = value if name == "plays" else re.sub("[.,/]", " ", value)
        fields[name] += [word for word in words.upper().split() if word != "-"]
    return fields


def _plays(words: list[str]) -> tuple[int, ...]:
    """Return the cards played; each part before a slash must be a whole trick."""
    text = ",".join(words).replace(".", ",")
    tricks = [[name for name in trick.split(",") if name] for trick in text.split("/")]
    for number, trick in enumerate(tricks[:-1], 1):
        if len(trick) != _TRICK:
            raise NotationError(
                f"plays: {','.join(trick)!r}, trick {number}: expected {_TRICK} cards before /"
            )
    cards = [parse_card(name) for trick in tricks for name in trick]
    for card in cards:
        if cards.count(card) > 1:
            raise NotationError(f"plays: {card_name(card)} stands twice; expected each card once")
    return tuple(cards)


def _cards(name: str, words: list[str]) -> int:
    cards = [parse_card(word) for word in words]
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise NotationError(f"{name}: {card_name(twice[0])} stands twice; expected each card once")
    return card_set(cards)


def _number(fields: dict[str, list[str]], name: str, low: int, high: int) -> int:
    text = ",".join(fields.get(name, ["0"]))
    if not re.fullmatch("[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise NotationError(f"{name} {text!r}: expected a number from {low} to {high}")
    return int(text)


def _check_number(name: str, words: list[str], allowed: tuple[int, ...]) -> None:
    if len(words) not in allowed:
        expected = " or ".join(map(str, allowed))
        raise NotationError(f"{name} {','.join(words)!r}: {len(words)} cards, expected {expected}")


def _expect(name: str, cards: int, count: int) -> None:
    if cards.bit_count() != count:
        raise NotationError(
            f"{name} {cards_text(cards, ',')!r}: {cards.bit_count()} cards, expected {count}"
        )
