"""OpenSpiel's Tarok in the terms of the engine, for three and four players.

The number of a contract is that of the bid. Points are thirds of card points: 54 cards have 210.
The scoring follows OpenSpiel 2.0.2, even if that deviates from the rules of the game: it accepts
any four cards as the four kings, never detects the trula, and gives 250 for 48 cards, which are 15
tricks in the contract "three" for three players.
"""

import functools
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pyspiel

from vorhand.games.openspiel_tricks.rules import PUBLIC, PUT_AWAY, Contract, Moves, Rules
from vorhand.native.tricks import (
    DecisiveTerms,
    Duties,
    Payoffs,
    Play,
    Restrictions,
    TarokGift,
    TarokTerms,
    Terms,
)

PAGAT, MOND, SKIS = 0, 20, 21
EMPEROR = 1 << PAGAT | 1 << MOND | 1 << SKIS
TAROKS = (1 << 22) - 1
KINGS = (29, 37, 45, 53)

PASS, KLOP, THREE, TWO, ONE, SOLO_THREE, SOLO_TWO, SOLO_ONE = range(8)
BEGGAR, SOLO_WITHOUT, OPEN_BEGGAR, COLOUR_VALAT, VALAT = range(8, 13)
NEGATIVE = (KLOP, BEGGAR, OPEN_BEGGAR)
TAKEN = {THREE: 3, TWO: 2, ONE: 1, SOLO_THREE: 3, SOLO_TWO: 2, SOLO_ONE: 1}
"""The number of cards taken up from the talon, by contract."""

STAKE = (0, 70, 10, 20, 30, 40, 50, 60, 70, 80, 90, 125, 500)
TALON = 6
UNKNOWN = -2
"""Placeholder for a partner who has not been revealed."""

_DECK, _ALL = 54, 210
_HALF = 35  # half of the card points; more than half wins
_LOST = 3 * (_HALF + 1) - 1  # at klop, the fewest thirds with which a seat has more than half
_FINE, _KING_LAST, _PAGAT_LAST, _KINGS_WORTH, _ALL_TRICKS = 20, 10, 25, 10, 250
MOST = 600
"""Upper bound of all payoffs."""

SUITS = (tuple(range(22)), *(tuple(range(22 + 8 * k, 30 + 8 * k)) for k in range(4)))
"""Taroks, hearts, diamonds, spades and clubs, from weak to strong."""

_PLAIN = (1, 1, 1, 1, 2, 3, 4, 5)
THIRDS = tuple(
    3 * (5 if EMPEROR >> card & 1 else 1 if card < 22 else _PLAIN[(card - 22) % 8]) - 2
    for card in range(_DECK)
)
"""Points of each card in thirds of a card point, after the deduction of two thirds per card."""


class Called(NamedTuple):
    """A contract of Tarok as far as it is known."""

    declarer: int  # the seat that plays it; at klop the seat that named it
    bid: int  # the contract
    king: int = -1  # the called king; -1: none
    partner: int = -1  # partner of the declarer; -1: nobody; `UNKNOWN`
    # the talon without the cards taken up, in order, as far as it was seen
    rest: tuple[int, ...] = ()
    gift: bool = False  # whether the called king was taken up from the talon
    # at klop, the sum of `THIRDS` of the talon's cards that each seat has taken with tricks so far
    gifts: tuple[int, ...] = ()

    def on_side(self, seat: int) -> bool:
        """Return whether a seat is the declarer's or the partner's."""
        return seat in (self.declarer, self.partner)


_NOTHING = Called(-1, KLOP)


@dataclass(frozen=True)
class TarokContract(Contract):
    """A contract in the terms of the engine, with its terms in Tarok (`called`)."""

    called: Called = _NOTHING


class Tarok(Rules):
    """Tarok: one plays alone or with the holder of a king, or all play for themselves (klop).

    Moves begin with the deal: the hands, one seat after the other, and the talon.
    """

    ranks, num_suits = 27, 2

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.cards = 48 // self.seats

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the places of cards, see `Rules`; the talon is put away until it is shown."""
        places = {i: i // self.cards for i in range(48)}
        called, start = self.called(moves)
        chosen = None
        if called is not None and called.bid in TAKEN and len(moves) > start:
            chosen = moves[start][1]
            for k in range(TAKEN[called.bid]):
                places[start + 1 + k] = PUT_AWAY
        for j in range(TALON):
            if chosen is None or called is None:
                shown = moves[48 + j][1] >= 0 if len(moves) > 48 + j else False
                places[48 + j] = PUBLIC if shown else PUT_AWAY
            else:
                places[48 + j] = called.declarer if j // TAKEN[called.bid] == chosen else PUBLIC
        return places

    def called(self, moves: Moves) -> tuple[Called | None, int]:
        """Return the contract as far as calls determine it, and the index of the next move."""
        passed: set[int] = set()
        bids: dict[int, int] = {}
        i = _DECK
        while i < len(moves):
            who, action = moves[i]
            i += 1
            bids[who] = action
            if action == PASS:
                passed.add(who)
            elif len(passed) == self.seats - 1:
                king = -1
                if self.seats == 4 and action in (THREE, TWO, ONE):
                    if i == len(moves):
                        return None, i
                    king, i = moves[i][1], i + 1
                return Called(who, action, king), i
        return None, i

    def contract(self, moves: Moves) -> tuple[TarokContract, int] | None:
        """Return the contract, see `Rules`."""
        called, start = self.called(moves)
        if called is None:
            return None
        if called.bid in TAKEN:
            start += 1 + TAKEN[called.bid]
        if len(moves) < start:
            return None
        called = self._completed(called, moves, start)
        return self.named(called), start

    def _completed(self, called: Called, moves: Moves, start: int) -> Called:
        """Add the talon and the partner, as far as they were seen; at klop add the gifts."""
        talon = [(self.slots(moves)[48 + j], moves[48 + j][1]) for j in range(TALON)]
        rest = tuple(card for place, card in talon if place in (PUBLIC, PUT_AWAY) and card >= 0)
        taken = [card for place, card in talon if place == called.declarer]
        if called.bid == KLOP:
            return called._replace(gifts=self._gifts(called, moves, start))
        if called.king < 0:
            return called._replace(rest=rest)
        partner = UNKNOWN
        holders = [i // self.cards for i in range(48) if moves[i][1] == called.king]
        holders += [who for who, card in moves[start:] if card == called.king]
        in_talon = any(card == called.king for _, card in talon)
        if in_talon or called.declarer in holders:
            partner = -1
        elif holders:
            partner = holders[0]
        return called._replace(rest=rest, partner=partner, gift=called.king in taken)

    def _gifts(self, called: Called, moves: Moves, start: int) -> tuple[int, ...]:
        gifts = [0] * self.seats
        terms = _terms(self.seats, called._replace(gifts=(0,) * self.seats), 0)
        play = Play(terms, [0] * self.seats, self.cards, 0)
        for i, (_, card) in enumerate(moves[start:], 1):
            play.play(card)
            trick = i // self.seats - 1
            if i % self.seats == 0 and trick < TALON and moves[48 + trick][1] >= 0:
                gifts[play.player] += THIRDS[moves[48 + trick][1]]
        return tuple(gifts)

    def named(self, called: Called) -> TarokContract:
        """Return the engine's contract."""
        starts = called.bid in (BEGGAR, SOLO_WITHOUT, OPEN_BEGGAR, COLOUR_VALAT, VALAT)
        trump = -1 if called.bid == COLOUR_VALAT else 0
        leader = called.declarer if starts else 0
        return TarokContract(leader, self.cards, SUITS, trump, (), called=called)

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the terms, see `Rules`; an unknown partner counts as none.

        The side is the player at klop, the declarer's opponents in contracts in which talon cards
        are taken up, and the declarer's side in all others. At klop the worth is OpenSpiel's return
        to the player. It is 0 if another seat ends without a trick or with more than 35 card
        points, unless the player does so too. In other contracts the worth to the
        declarer's side is its score with its fines, minus the fines of the opponents, who have no
        other score in OpenSpiel; the worth to an opponent is the negative of that.
        """
        called = called_in(contract)
        theirs = called.bid in TAKEN
        sign = 1.0 if called.on_side(player) != theirs or called.bid == KLOP else -1.0
        worths = [sign * payoff for payoff in range(-MOST, MOST + 1)]
        return _terms(self.seats, called, player if called.bid == KLOP else -1), worths, -MOST

    def wanted(self, contract: Contract) -> list[int]:
        """Return the wanted tricks, see `Rules`; at klop and beggar every player avoids tricks."""
        return [0] * self.seats if called_in(contract).bid in NEGATIVE else []

    def seen(self, state: pyspiel.State, player: int) -> Moves:
        """Return the deal, with the talon once it is open, and all moves as a player knows them."""
        text = state.information_state_string(player)
        own = [int(card) for card in text.partition(";")[0].split(",")]
        deal = [-1] * _DECK
        deal[player * self.cards : (player + 1) * self.cards] = own
        moves = [(int(m.player), int(m.action)) for m in state.full_history() if m.player >= 0]
        known = [(-1, card) for card in deal] + moves
        called, start = self.called(known)
        if called is None:
            return known
        if called.bid in TAKEN:
            sets = state.talon_sets()
            after = text.split(";")
            open_talon = [card for some in sets for card in some]
            if len(known) > start:
                open_talon = [int(card) for card in after[2 + (called.king >= 0)].split(",")]
            known[48:54] = [(-1, card) for card in open_talon]
            for i in range(start + 1, min(start + 1 + TAKEN[called.bid], len(known))):
                who, card = known[i]
                if who != player and not TAROKS >> card & 1:
                    known[i] = who, -1
        elif called.bid == KLOP:
            for j, trick in enumerate(text.split(";")[2:]):
                cards = trick.split(",")
                if len(cards) > self.seats and cards[self.seats]:
                    known[48 + j] = -1, int(cards[self.seats])
        return known


def points_terms(seats: int, bid: int) -> Terms:
    """Return terms of play that count each seat's points, regardless of the contract's payoff."""
    common, play = _play_rules(seats, bid)
    return Terms(**common, points=list(THIRDS), tarok=TarokTerms(**play))


def _play_rules(seats: int, bid: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the rules of play of a contract, as arguments of `Terms` and of `TarokTerms`."""
    negative = bid in NEGATIVE
    common: dict[str, Any] = {
        "seats": seats,
        "suits": [list(suit) for suit in SUITS],
        "trump": -1 if bid == COLOUR_VALAT else 0,
        "duties": Duties(trump=True),
        "restrictions": Restrictions(locked=1 << PAGAT if negative else 0),
    }
    return common, {"must_beat": negative, "obliged": 0, "emperor": EMPEROR}


@functools.lru_cache(maxsize=256)
def _terms(seats: int, called: Called, player: int) -> Terms:
    """Make the engine's terms; at klop they count the payoff of `player`, else that of a side."""
    everyone = (1 << seats) - 1
    sides = 1 << called.declarer | (1 << called.partner if called.partner >= 0 else 0)
    common, play = _play_rules(seats, called.bid)
    tricks, stake = 48 // seats, STAKE[called.bid]
    if called.bid in (BEGGAR, OPEN_BEGGAR, COLOUR_VALAT, VALAT):
        worths = [-stake] * tricks + [stake] * (19 - tricks)
        if called.bid in NEGATIVE:
            worths = [stake] + [-stake] * 18
        tarok = TarokTerms(**play)
        return Terms(**common, side=sides, trick_points=1, worths=worths, tarok=tarok)
    common["points"] = list(THIRDS)
    if called.bid == KLOP:
        begin = called.gifts[player]
        return Terms(
            **common,
            side=1 << player,
            payoffs=Payoffs(rows=[_klop(n, begin) for n in range(tricks + 1)]),
            decisive=DecisiveTerms(limits=[_LOST - gift for gift in called.gifts], idle=True),
            tarok=TarokTerms(**play, begin=begin),
        )
    fined = MOND, _FINE
    if called.bid == SOLO_WITHOUT:
        row = [stake if _counted(p) > _HALF else -stake for p in range(_ALL + 1)]
        return Terms(
            **common,
            side=sides,
            payoffs=Payoffs(rows=[row] * (tricks + 1)),
            tarok=TarokTerms(**play, fined=fined),
        )
    begin = sum(THIRDS[card] for card in called.rest)
    return Terms(
        **common,
        side=everyone & ~sides,
        payoffs=Payoffs(rows=_payoffs(seats, called.bid, MOND in called.rest, begin)),
        tarok=TarokTerms(
            **play,
            begin=begin,
            last_cards=[(called.king, _KING_LAST)] * (called.king >= 0) + [(PAGAT, _PAGAT_LAST)],
            fined=fined,
            gift=_gift(called, begin) if called.gift else None,
            bare=sum(1 << n for n in range(tricks + 1) if _all_taken(seats, called.bid, n)),
        ),
    )


def _gift(called: Called, begin: int) -> TarokGift:
    """Return the gain from a called king that was in the talon: points, and last-trick bonuses.

    OpenSpiel searches for king and pagat among the last four cards taken; cards of the talon come
    last.
    """
    pagat = _PAGAT_LAST * (PAGAT in called.rest[-4:])
    return TarokGift(
        card=called.king,
        points=begin,
        worth=_FINE * (MOND in called.rest),
        last=_KING_LAST if len(called.rest) == 3 else pagat,
        earlier=pagat,
    )


@functools.cache
def _payoffs(seats: int, bid: int, fined: bool, begin: int) -> list[list[int]]:
    """Return the payoffs to the declarer's opponents, [tricks][thirds of their card points]."""
    tricks, taken, stake = 48 // seats, TAKEN[bid], STAKE[bid]
    fine = _FINE * fined
    rows = []
    for theirs in range(tricks + 1):
        mine, other = taken + seats * (tricks - theirs), seats * theirs
        if everything := _all_taken(seats, bid, theirs):
            row = [_ALL_TRICKS * everything + fine] * (_ALL + 2 * begin + 1)
        else:
            kings = _KINGS_WORTH * ((mine == 4) - (other == 4))
            counts = [_counted(max(0, _ALL - p)) for p in range(_ALL + 2 * begin + 1)]
            row = [
                -(count - _HALF + (stake if count > _HALF else -stake) + kings) + fine
                for count in counts
            ]
        rows.append(row)
    return rows


def _all_taken(seats: int, bid: int, theirs: int) -> int:
    """Return 1 if the opponents count as taking all tricks, -1 if the declarer does, else 0."""
    mine = TAKEN[bid] + 48 - seats * theirs
    return -1 if mine == 48 else seats * theirs == 48


def _klop(tricks: int, begin: int) -> list[int]:
    """Return a seat's payoff by its thirds, if all other seats have a trick and at most half."""
    if tricks == 0:
        return [70] * (_ALL + begin + 1)
    counts = [max(1, _counted(p)) for p in range(_ALL + begin + 1)]
    return [-70 if count > _HALF else -count for count in counts]


def _counted(thirds: int) -> int:
    """Convert thirds to card points."""
    return (thirds + 1) // 3


def called_in(contract: Contract) -> Called:
    """Return the Tarok terms of a contract."""
    assert isinstance(contract, TarokContract)
    return contract.called


def with_partner(contract: TarokContract, partner: int) -> TarokContract:
    """Return the same contract with the declarer's partner known; -1: nobody."""
    return replace(contract, called=contract.called._replace(partner=partner))


@functools.cache
def rules_for(seats: int) -> Tarok:
    """Return the rules for three or four seats."""
    return Tarok(pyspiel.load_game(f"tarok(players={seats})"))
