"""Consistency checks for views of unknown origin.

Most of a view follows from the rest of it: the player to act, tricks, points and voids from the
moves, and the locations of cards from the player's own cards. All of this is recomputed by the
rules of card play and compared, so that compiled code never receives a view that contradicts
itself.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from vorhand.games.skat.auction import limits
from vorhand.games.skat.cards import ALL_CARDS, JACKS, NUM_CARDS, card_list, card_set
from vorhand.games.skat.contracts import GRAND, LEVEL_NAMES, NULL, OUVERT, lowest_trump
from vorhand.games.skat.pushes import known_places, took_up
from vorhand.games.skat.view import HIDDEN, OFFERS, SPITZE, SkatView
from vorhand.native.errors import InputError
from vorhand.native.skat import (
    AGREE,
    FIRST_DECLARATION,
    FIRST_SPITZE,
    GIVE_UP,
    KONTRA,
    LAY_OPEN,
    NO_RE,
    PICK_UP,
    PLAY_ON,
    RE,
    Deal,
    Phase,
    bid_values,
    card_points,
    legal_cards,
    may_declare,
    trick_winner,
    void_shown,
)

_SEATS = range(3)
_SKAT = 3
_HAND_SIZE = 10
_SKAT_SIZE = 2
_GIVEN_UP_FREELY = 9  # a soloist with at least this many cards may give up without consent
_CONTRACTS = range(NULL + 1)
_LEVELS = range(OUVERT + 1)
_BIDS = frozenset((0, *bid_values()))
_CLAIMS = bytes((GIVE_UP, LAY_OPEN, AGREE, PLAY_ON))
_KONTRA = bytes((KONTRA, RE, NO_RE))
_MOST_MATADORS = {**dict.fromkeys(range(GRAND), 11), GRAND: 4, NULL: 0}
_TURNS = (Phase.BIDDING, Phase.PICK_UP_OR_HAND, Phase.DISCARD, Phase.DECLARE, Phase.PLAY)


class IncoherentViewError(InputError):
    """A view that contradicts itself; the message names the inconsistent fields."""


def check_view(
    view: SkatView,
    *,
    claims: bool = False,
    kontra: bool = False,
    ramsch: bool = False,
    spitze: bool = False,
    schieberamsch: bool = False,
) -> None:
    """Check a received view, whose fields may hold any integers.

    The player must be the one to act. The other players' hidden cards are not examined: beliefs
    check whether any world is left.

    Raises:
        IncoherentViewError: it is not the player's turn, or fields are inconsistent.
    """
    if view.player not in _SEATS or view.phase not in _TURNS or view.to_act != view.player:
        _refuse("phase", "to_act")
    if len(view.moves) != len(view.movers) or not set(view.movers) <= set(_SEATS):
        _refuse("moves", "movers")
    if not spitze and any(move in SPITZE for move in view.moves):
        _refuse("moves")
    given = view.contract >= 0 and not any(
        FIRST_DECLARATION <= move < GIVE_UP or move in SPITZE for move in view.moves
    )
    first = len(view.moves) - len(view.moves.lstrip(_BEFORE_PLAY))
    if given:
        _check_given(view, first)
    else:
        moves = bytes(map(_without_spitze, view.moves[:first]))
        _compare(view, _opening(moves, view.movers[:first], ramsch, schieberamsch))
    if view.phase != Phase.PLAY:
        if first < len(view.moves):
            _refuse("moves")
        _compare(view, _before_play(view, spitze))
        return
    sayings = b"" if view.soloist < 0 else _CLAIMS * claims + _KONTRA * kontra
    _compare(view, _in_play(view, given, first, sayings))


_BEFORE_PLAY = bytes(move for move in range(256) if move >= 32 and move not in _CLAIMS + _KONTRA)


def _refuse(*names: str) -> NoReturn:
    raise IncoherentViewError(f"Skat view: {', '.join(names)}: does not go with the rest")


def _compare(view: SkatView, expected: dict[str, Any]) -> None:
    wrong = [name for name, value in expected.items() if getattr(view, name) != value]
    if wrong:
        _refuse(*wrong)


def _check_given(view: SkatView, moves_before_play: int) -> None:
    """Check the contract of a deal that began with card play."""
    if (
        moves_before_play
        or view.soloist not in _SEATS
        or view.contract not in _CONTRACTS
        or view.level not in _LEVELS
        or view.picked_up == view.hand_game
        or view.bid not in _BIDS
        or not may_declare(view.contract, view.level, view.hand_game, view.bid)
        or (view.caller, view.answerer) != (-1, -1)
    ):
        _refuse("declaration")
    if abs(view.given_matadors) > _MOST_MATADORS[view.contract]:
        _refuse("given_matadors")


@functools.lru_cache(maxsize=256)  # the opening moves stay the same during a deal
def _opening(moves: bytes, movers: bytes, ramsch: bool, pushes: bool) -> dict[str, Any]:
    """Compute the fields that follow from the moves before the first lead, whatever the cards."""
    deal = Deal.given((0x3FF, 0x3FF << 10, 0x3FF << 20), 3 << 30)
    deal = deal.at_table(ramsch=ramsch, schieberamsch=pushes)
    try:
        for move in moves:
            hidden = move == HIDDEN and deal.phase == Phase.DISCARD
            deal.apply(deal.legal_actions()[0] if hidden else move)
    except ValueError:
        _refuse("moves")
    if deal.history_players != movers or deal.phase not in _TURNS:
        _refuse("movers")
    if (deal.phase == Phase.PLAY) is (deal.contract < 0 and not deal.is_ramsch):
        _refuse("moves")
    facts = {
        "phase": deal.phase,
        "bid": deal.bid,
        "caller": deal.caller,
        "answerer": deal.answerer,
        "soloist": deal.soloist,
        "picked_up": deal.picked_up,
        "hand_game": deal.hand_game,
        "contract": deal.contract,
        "level": deal.level,
        "given_matadors": 0,
    }
    if deal.phase == Phase.PLAY:
        return facts
    facts["to_act"] = deal.player
    if deal.phase == Phase.DISCARD:
        return facts
    return facts | {"legal_actions": tuple(deal.legal_actions())}


def _without_spitze(move: int) -> int:
    return move - FIRST_SPITZE + FIRST_DECLARATION if move in SPITZE else move


def _with_spitze(view: SkatView) -> tuple[int, ...]:
    """Return the declarations with Spitze that the soloist may choose."""
    found = []
    for move in SPITZE:
        contract = (move - FIRST_SPITZE) // len(LEVEL_NAMES)
        holds = view.hand >> lowest_trump(contract) & 1
        if holds and _without_spitze(move) in view.legal_actions:
            found.append(move)
    return tuple(found)


def _before_play(view: SkatView, spitze: bool) -> dict[str, Any]:
    """Compute the fields of a view before the first lead that follow from its other fields."""
    me, hand, skat = view.player, view.hand, view.skat
    discarding = view.phase == Phase.DISCARD
    # Before the play a view is that of the player to act. From the pickup to the declaration that
    # is the soloist, so `picked_up` means that this player took up the skat.
    taken = view.picked_up or (view.is_pushing and discarding)
    away = skat.bit_count()
    last = view.moves[view.moves.rfind(PICK_UP) + 1 :]
    if (
        away != (last.count(HIDDEN) if taken else 0)
        or hand.bit_count() != _HAND_SIZE + 2 * taken - away
    ):
        _refuse("hand", "skat")
    places = [0, 0, 0, 0]
    places[me] = hand
    if taken:
        places[_SKAT] = skat
    hidden = ALL_CARDS & ~(hand | skat)
    counts = [0 if seat == me else _HAND_SIZE for seat in _SEATS]
    counts.append(0 if taken else _SKAT_SIZE)
    _check_pushes(view)
    impossible = known_places(view)[1]
    facts = _dealt(view, 0) | {
        "to_act": me,
        "in_play": ALL_CARDS,
        "open_hand": 0,
        "leader": 0,
        "trick": (),
        "played": (0, 0, 0),
        "voids": (0, 0, 0),
        "soloist_tricks": 0,
        "defender_tricks": 0,
        "soloist_points": 0,
        "defender_points": 0,
        "hidden": hidden,
        "known": tuple(places),
        "hidden_count": tuple(counts),
        "possible": tuple(
            hidden & ~lacks if count else 0 for count, lacks in zip(counts, impossible, strict=True)
        ),
        "half_discarded": False,
        "offers": _with_spitze(view) if spitze and view.phase == Phase.DECLARE else (),
    }
    if discarding:  # the two cards are discarded in ascending order, as in the compiled deal
        hand &= ~JACKS if view.is_pushing else ALL_CARDS
        left = hand & ~(skat | skat - 1) if skat else hand & ~(1 << hand.bit_length() - 1)
        facts["legal_actions"] = tuple(card_list(left))
    return facts


def _dealt(view: SkatView, played: int) -> dict[str, Any]:
    """Compute the hand as dealt, and the skat as picked up, if they follow from the rest."""
    owned = view.hand | played
    if not (view.is_soloist and view.picked_up) and view.player not in took_up(view):
        return {"dealt_hand": owned, "picked_up_skat": 0, "skat": 0}
    owned |= view.skat
    found = view.picked_up_skat
    # In a position the skat may be out of play.
    size = _SKAT_SIZE if view.in_play.bit_count() % 3 else 0
    if found.bit_count() != size or found & ~owned:
        _refuse("picked_up_skat")
    return {"dealt_hand": owned & ~found}


def _check_pushes(view: SkatView) -> None:
    """Check that no jacks were pushed on, by the player or to the player."""
    took = took_up(view)
    if view.player not in took:
        return
    if view.skat & JACKS or (took[0] != view.player and view.picked_up_skat & JACKS):
        _refuse("skat", "picked_up_skat")


@dataclass
class _Table:
    """The card play, replayed move by move; an impossible move is an error."""

    contract: int
    soloist: int
    leader: int
    whole: int  # number of tricks from the start of the play or position to the end
    sayings: bytes  # moves besides cards that the rules of the table allow
    without_kontra: set[int]  # seats that must not say Kontra
    trick: list[int] = field(default_factory=list)
    gone: int = 0
    played: list[int] = field(default_factory=lambda: [0, 0, 0])
    voids: list[int] = field(default_factory=lambda: [0, 0, 0])
    # tricks of the soloist and of the defenders
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0])
    offered: int = 0  # the offer that waits for answers
    answering: list[int] = field(default_factory=list)
    gave_up: set[int] = field(default_factory=set)
    laid_open: bool = False
    kontra_said: bool = False

    @property
    def next(self) -> int:
        """The player to act."""
        return self.answering[0] if self.answering else (self.leader + len(self.trick)) % 3

    def play(self, seat: int, card: int) -> None:
        """Play the next card; the caller updates `played`."""
        if seat != self.next or self.answering or self.gone >> card & 1:
            _refuse("moves", "movers")
        self.gone |= 1 << card
        self.trick.append(card)
        self.voids[seat] |= void_shown(self.contract, self.trick[0], card)
        if len(self.trick) == 3:
            self.leader = (self.leader + trick_winner(self.contract, *self.trick)) % 3
            side = int(self.leader != self.soloist)
            self.tricks[side] += 1
            self.points[side] += card_points(card_set(self.trick))
            self.trick.clear()

    def claim(self, seat: int, move: int) -> None:
        """Make an offer, or give an answer after which the deal goes on."""
        if seat != self.next or (move in OFFERS) is bool(self.answering):
            _refuse("moves", "movers")
        if move in OFFERS:
            if move not in self.offers(seat):
                _refuse("moves")
            self.laid_open |= move == LAY_OPEN
            self.kontra_said |= move == KONTRA
            self.gave_up |= {seat} if move == GIVE_UP else set()
            alone = seat == self.soloist
            if alone and move == GIVE_UP and self.whole - sum(self.tricks) >= _GIVEN_UP_FREELY:
                _refuse("moves")
            others = [(seat + k) % 3 for k in (1, 2)]
            self.offered = move
            self.answering = [k for k in others if (k == self.soloist) is (move == KONTRA)]
        elif (self.offered == KONTRA) is not (move in (RE, NO_RE)):
            _refuse("moves")
        elif self.offered == KONTRA:
            self.answering = []
        elif self.offered == LAY_OPEN:  # both defenders must agree
            self.answering = self.answering[1:] if move == AGREE else []
            if move == AGREE and not self.answering:
                _refuse("moves")
        elif move == AGREE:
            _refuse("moves")
        else:
            self.answering = self.answering[1:]

    def offers(self, seat: int) -> tuple[int, ...]:
        """Return the offers that a player may make instead of playing a card."""
        kontra = (
            seat != self.soloist
            and not self.played[seat]
            and not self.kontra_said
            and not self.laid_open
            and seat not in self.gave_up | self.without_kontra
        )
        offers = {
            GIVE_UP: seat not in self.gave_up,
            LAY_OPEN: seat == self.soloist and not self.laid_open,
            KONTRA: kontra,
        }
        return tuple(move for move, may in offers.items() if may and move in self.sayings)


def _in_play(view: SkatView, given: bool, first: int, sayings: bytes) -> dict[str, Any]:
    """Compute the fields during the card play that follow from the view's other fields."""
    whole, out_of_hands = divmod(view.in_play.bit_count(), 3)
    if out_of_hands == 1 or not 1 <= whole <= _HAND_SIZE or not (given or whole == _HAND_SIZE):
        _refuse("in_play")
    table = _played(view, given, first, whole, sayings)
    _check_score(view, table)
    voids = [before | shown for before, shown in zip(view.voids, table.voids, strict=True)]
    if view.voids[view.player] & view.hand or (not given and voids != table.voids):
        _refuse("voids")
    return {
        "leader": table.leader,
        "trick": tuple(table.trick),
        "played": tuple(table.played),
        "voids": tuple(voids),
        "half_discarded": False,
        **_dealt(view, table.played[view.player]),
        **_turn(view, table),
        **_places(view, table, out_of_hands, (*voids, 0)),
    }


def _check_score(view: SkatView, table: _Table) -> None:
    """Check tricks and points: those of the moves plus those from before the position."""
    tricks = [view.soloist_tricks - table.tricks[0], view.defender_tricks - table.tricks[1]]
    points = [view.soloist_points - table.points[0], view.defender_points - table.points[1]]
    if min(points) < 0 or sum(points) != card_points(ALL_CARDS & ~view.in_play):
        _refuse("soloist_points", "defender_points")
    lost = view.contract == NULL and view.soloist_tricks > 0
    if lost or min(tricks) < 0 or sum(tricks) != _HAND_SIZE - table.whole:
        _refuse("soloist_tricks", "defender_tricks")


def _places(
    view: SkatView, table: _Table, out_of_hands: int, voids: tuple[int, ...]
) -> dict[str, Any]:
    """Compute the fields that state where the player knows cards to lie, or where they may lie."""
    me, soloist = view.player, view.soloist
    left = table.whole - sum(table.tricks)
    on_table = [(table.leader + k) % 3 for k in range(len(table.trick))]
    sizes = [left - (seat in on_table) for seat in _SEATS] + [out_of_hands]
    known = [0, 0, 0, 0]
    known[me] = view.hand
    if me == soloist and view.picked_up:
        known[_SKAT] = view.skat
    _check_pushes(view)
    in_skat, impossible = known_places(view)
    known[_SKAT] |= in_skat
    if me in took_up(view) and view.skat.bit_count() != _SKAT_SIZE:
        _refuse("skat")
    voids = tuple(shown | lacks for shown, lacks in zip(voids, impossible, strict=True))
    lies_open = view.level == OUVERT or table.laid_open
    if lies_open:
        known[soloist] = view.hand if me == soloist else view.open_hand
    if view.spitze_announced:  # the soloist holds the lowest trump until it is played
        known[soloist] |= (1 << lowest_trump(view.contract)) & ~table.gone
    hidden = view.in_play & ~(table.gone | _union(known))
    counts = [size - cards.bit_count() for size, cards in zip(sizes, known, strict=True)]
    if min(counts) < 0 or counts[me] or sum(counts) != hidden.bit_count():
        _refuse("hand", "hidden")
    if known[soloist] & voids[soloist]:
        _refuse("open_hand")
    return {
        "open_hand": known[soloist] if lies_open else 0,
        "hidden": hidden,
        "known": tuple(known),
        "hidden_count": tuple(counts),
        "possible": tuple(
            hidden & ~lacks if count else 0 for count, lacks in zip(counts, voids, strict=True)
        ),
    }


def _played(view: SkatView, given: bool, first: int, whole: int, sayings: bytes) -> _Table:
    """Return the table after all moves of the card play."""
    moves = list(zip(view.movers[first:], view.moves[first:], strict=True))
    leader = 0 if not given else moves[0][0] if moves else view.leader
    if leader not in _SEATS:
        _refuse("leader")
    declined = {seat for seat, (_, passed) in enumerate(limits(view.history)) if passed == 0}
    silent = set(_SEATS) if given or view.level == OUVERT else declined
    table = _Table(_trumps(view), view.soloist, leader, whole, sayings, silent)
    counted = _union(view.played)
    opened = 0
    for number, (seat, move) in enumerate(moves):
        if move >= NUM_CARDS:
            if move not in sayings:
                _refuse("moves")
            table.claim(seat, move)
            continue
        if given and number == opened < 2 and not counted >> move & 1:
            opened += 1  # cards on the table of a position count as played by nobody
        else:
            table.played[seat] |= 1 << move
        table.play(seat, move)
    return table


def _trumps(view: SkatView) -> int:
    """Return the contract whose rules decide who takes a trick: grand in Ramsch."""
    return GRAND if view.soloist < 0 else view.contract


def _turn(view: SkatView, table: _Table) -> dict[str, Any]:
    """Compute the player to act, and their legal actions and offers."""
    if table.answering:
        answers = (RE, NO_RE) if table.offered == KONTRA else (AGREE, PLAY_ON)
        return {"to_act": table.next, "legal_actions": answers, "offers": ()}
    led = table.trick[0] if table.trick else -1
    return {
        "to_act": table.next,
        "legal_actions": tuple(card_list(legal_cards(_trumps(view), view.hand, led))),
        "offers": table.offers(view.player),
    }


def _union(sets: Iterable[int]) -> int:
    cards = 0
    for some in sets:
        cards |= some
    return cards
