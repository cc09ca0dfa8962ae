"""OpenSpiel's trick-taking games in the terms of the engine.

From the history of a game the rules compute the places of the cards, the contract with its leader,
the terms of the play (`Terms`), and the worth of the results to a player.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import pyspiel

from vorhand.native.errors import InputError
from vorhand.native.tricks import DecisiveTerms, Payoffs, Restrictions, Terms

Moves: TypeAlias = Sequence[tuple[int, int]]
"""Pairs of mover (below 0: chance) and action: a whole history, or the part a player knows."""

PUBLIC, PUT_AWAY = -1, -2
"""Places besides the seats: cards that all see, and cards put away face down."""

_NIL, _MADE = 100, 10  # points for nil made at Spades, and for the exact bid made at Oh Hell
_BAGS = 100  # the cost of ten tricks beyond the bid at Spades
_MOON = 26


@dataclass(frozen=True)
class Contract:
    """The conditions of the card play once it begins."""

    leader: int  # the seat that leads first
    cards: int  # number of cards in each hand
    suits: tuple[tuple[int, ...], ...]  # cards of each suit, from weak to strong
    trump: int  # index of the trump suit, or -1
    # calls in the terms of the game, such as the bids of all seats, or the seat that made trumps
    calls: tuple[int, ...]
    alone: int = -1  # the seat that plays without a partner; -1 nobody

    def active(self, seats: int) -> tuple[int, ...]:
        """Return the seats that play, in the engine's order."""
        return tuple(s for s in range(seats) if self.alone < 0 or s != (self.alone + 2) % seats)


class TermsError(InputError):
    """Game parameters that the engine does not support."""


class Rules:
    """The rules of one of OpenSpiel's games. Subclasses define how its history is read."""

    alone = False  # whether everyone plays for themselves
    suits_first = False  # whether a card's number is rank * suits + suit
    ranks, num_suits = 13, 4

    def __init__(self, game: pyspiel.Game) -> None:
        self.game = str(game)
        self.seats: int = game.num_players()
        usual = game.get_type().parameter_specification
        self.parameters: Mapping[str, Any] = {**usual, **game.get_parameters()}

    def refuse(self, *flags: str) -> None:
        """Raise TermsError if one of these parameters is set."""
        given = [flag for flag in flags if self.parameters[flag]]
        if given:
            raise TermsError(f"{self.game}: {given[0]}=true: expected none of {', '.join(flags)}")

    @property
    def pack(self) -> int:
        """All cards, as a set."""
        return (1 << self.ranks * self.num_suits) - 1

    def card(self, suit: int, rank: int) -> int:
        """Return the number of a card."""
        return rank * self.num_suits + suit if self.suits_first else suit * self.ranks + rank

    def plain_suits(self) -> tuple[tuple[int, ...], ...]:
        """Return the suits from weak to strong."""
        return tuple(
            tuple(self.card(suit, rank) for rank in range(self.ranks))
            for suit in range(self.num_suits)
        )

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the place of each card dealt or discarded, keyed by the index of its move."""
        raise NotImplementedError

    def contract(self, moves: Moves) -> tuple[Contract, int] | None:
        """Return the contract and the index of the first move of the play; None before the play."""
        raise NotImplementedError

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the engine's terms, the worth of each result to a player, and the lowest result.

        The worth of a result is OpenSpiel's return to the player. Partners maximise it, and all
        other players minimise it (paranoid search).
        """
        raise NotImplementedError

    def goal(self, contract: Contract, player: int) -> list[list[float]]:
        """Return the worth to the player of 0, 1, ... points of the side of `terms`.

        There is one table for each set of watched seats that have taken a trick, as in `Terms`.
        """
        terms, results, _ = self.terms(contract, player)
        return [list(map(float, terms.worths)) or results]

    def watched(self, contract: Contract) -> list[int]:
        """Return the watched seats: those whose first trick changes the worth of points."""
        return []

    def taken(self, moves: Moves) -> tuple[int, int] | None:
        """Return the seat that took a public card into its hand, and the card; None: no seat."""
        return None

    def plays(self, contract: Contract, played: Moves) -> Moves:
        """Return the moves by the cards' owners; in `played` a seat may have played for another."""
        return played

    def shown(self, contract: Contract, played: Moves) -> tuple[int, ...]:
        """Return the seats whose hands are open."""
        return ()

    def wanted(self, contract: Contract) -> list[int]:
        """Return the tricks that each seat wants in playouts; empty: sides want all tricks."""
        return []


class Spades(Rules):
    """Partners bid tricks; a seat that bids nil aims for none. A deal begins at a score of 0 : 0.

    Spades are never led by a player who has anything else: nothing breaks them in OpenSpiel 2.0.2.
    """

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the places of cards dealt, see `Rules`."""
        return {i: i % self.seats for i in range(52)}

    def contract(self, moves: Moves) -> tuple[Contract, int] | None:
        """Return the contract, see `Rules`."""
        if len(moves) < 56:
            return None
        bids = tuple(action - 52 for _, action in moves[52:56])
        return Contract(0, 13, self.plain_suits(), 3, bids), 56

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the terms, see `Rules`."""
        spades = sum(1 << card for card in contract.suits[3])
        tables = self.goal(contract, player)
        worths = [worth for table in tables for worth in table]
        more: dict[str, Any] = {}
        if len(tables) > 1:
            rising = all(table == sorted(table) for table in tables)
            more["payoffs"] = Payoffs(
                rows=[row for table in tables for row in _rows(table, rising)],
                watched=sum(1 << seat for seat in self.watched(contract)),
            )
        elif worths != sorted(worths):
            more["worths"] = _as_goal(worths)
        side = 0b0101 << player % 2
        locked = Restrictions(locked=spades)
        terms = make_terms(self, contract, side, trick_points=1, restrictions=locked, **more)
        return (terms, *_results(worths, worths if more else []))

    def goal(self, contract: Contract, player: int) -> list[list[float]]:
        """Return the worth of tricks, see `Rules`."""
        nils = self.watched(contract)
        broken = [
            {seat for i, seat in enumerate(nils) if number >> i & 1}
            for number in range(1 << len(nils))
        ]
        return [
            [self._returns(contract.calls, player % 2, tricks, some) for tricks in range(14)]
            for some in broken
        ]

    def watched(self, contract: Contract) -> list[int]:
        """Return the watched seats, see `Rules`: those that bid nil."""
        return [seat for seat, bid in enumerate(contract.calls) if bid == 0]

    def _returns(
        self, calls: Sequence[int], side: int, tricks: int, broken: Container[int]
    ) -> float:
        """Return a side's score for its tricks, if these seats have broken their nil."""
        scores = [0, 0]
        for each in (0, 1):
            bid = calls[each] + calls[each + 2]
            over = (tricks if each == side else 13 - tricks) - bid
            scores[each] = 10 * bid + over - _BAGS * (over >= 10) if over >= 0 else -10 * bid
            scores[each] += sum(
                -_NIL if seat in broken else _NIL for seat in (each, each + 2) if calls[seat] == 0
            )
        # OpenSpiel compares the second side's score with the first side's score after its bonus.
        for each in (0, 1):
            other, mercy = scores[1 - each], self.parameters["mercy_threshold"]
            if scores[each] >= self.parameters["win_threshold"] and scores[each] > other:
                scores[each] += self.parameters["win_or_loss_bonus"]
            elif mercy and scores[each] <= mercy and scores[each] < other:
                scores[each] -= self.parameters["win_or_loss_bonus"]
        return float(scores[side])


def _rows(table: Sequence[float], rising: bool) -> list[list[int]]:
    """Return payoffs [tricks][points] from payoffs by tricks, where each trick is one point.

    If payoffs rise with the tricks, they are given as a function of the points, so that the search
    gets bounds from tricks that can be cashed; otherwise they are given as a function of the
    tricks.
    """
    goal = _as_goal(table)
    return [goal] * len(goal) if rising else [[worth] * len(goal) for worth in goal]


class OhHell(Rules):
    """Each player bids tricks alone; a card is turned up for trumps, and some cards stay unused."""

    alone = True
    suits_first = True

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.ranks = int(self.parameters["num_cards_per_suit"])
        self.num_suits = int(self.parameters["num_suits"])

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the places of cards dealt, see `Rules`."""
        if not moves:
            return {}
        dealt = moves[0][1] * self.seats
        return {2 + i: i % self.seats for i in range(dealt)} | {2 + dealt: PUBLIC}

    def contract(self, moves: Moves) -> tuple[Contract, int] | None:
        """Return the contract, see `Rules`."""
        if not moves or len(moves) < (start := 3 + moves[0][1] * self.seats + self.seats):
            return None
        bids = dict(moves[start - self.seats : start])
        calls = tuple(bids[seat] - self.ranks * self.num_suits for seat in range(self.seats))
        return replace(self.announced(moves), calls=calls), start

    def announced(self, moves: Moves) -> Contract:
        """Return the contract before the bids, as if all had bid all tricks."""
        cards = moves[0][1]
        leader, turned = (moves[1][1] + 1) % self.seats, moves[2 + cards * self.seats][1]
        everything = (cards,) * self.seats
        return Contract(leader, cards, self.plain_suits(), turned % self.num_suits, everything)

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the terms, see `Rules`."""
        bid, each = contract.calls[player], int(self.parameters["points_per_trick"])
        penalty = bool(self.parameters["off_bid_penalty"])
        worths = [
            float(each * tricks + _MADE)
            if tricks == bid
            else float(-each * abs(tricks - bid) if penalty else each * tricks)
            for tricks in range(contract.cards + 1)
        ]
        # The engine needs a worth for each number of tricks up to that of a deal of the whole pack.
        most = -(-self.ranks * self.num_suits // self.seats)
        goal = _as_goal(worths + [worths[-1]] * (most - contract.cards))
        terms = make_terms(self, contract, 1 << player, trick_points=1, worths=goal)
        return (terms, *_results(worths, goal))

    def wanted(self, contract: Contract) -> list[int]:
        """Return the wanted tricks, see `Rules`: the tricks that each seat bid."""
        return list(contract.calls)


class Hearts(Rules):
    """All avoid hearts and the queen of spades; if one seat takes all, the others' return is 0."""

    alone = True
    suits_first = True
    queen = 10 * 4 + 3
    hearts = 2

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.refuse(
            "avoid_all_tricks_bonus",
            "can_lead_any_club",
            "can_lead_hearts_instead_of_qs",
            "jd_bonus",
        )

    def _passes(self, moves: Moves) -> int:
        return 12 if moves and moves[0][1] else 0

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the places of cards dealt or passed, see `Rules`."""
        places = {1 + i: i % 4 for i in range(52)}
        for i in range(self._passes(moves)):
            places[53 + i] = (i // 3 + moves[0][1]) % 4
        return places

    def contract(self, moves: Moves) -> tuple[Contract, int] | None:
        """Return the contract, see `Rules`."""
        start = 53 + self._passes(moves)
        if len(moves) < start:
            return None
        # The holder of the two of clubs leads it. Until then no other player knows the leader.
        holders = [place for i, place in self.slots(moves).items() if moves[i][1] == 0]
        leader = moves[start][0] if len(moves) > start else (holders or [-1])[-1]
        return (Contract(leader, 13, self.plain_suits(), -1, ()), start) if leader >= 0 else None

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the terms, see `Rules`."""
        points = [0] * 52
        for card in contract.suits[self.hearts]:
            points[card] = 1
        points[self.queen] = 13
        hearts = sum(1 << card for card in contract.suits[self.hearts])
        queen = 1 << self.queen
        worths = [float(_MOON - p) for p in range(_MOON)] + [float(_MOON)]
        terms = make_terms(
            self,
            contract,
            1 << player,
            points=points,
            restrictions=Restrictions(
                locked=hearts if self.parameters["must_break_hearts"] else 0,
                keys=hearts | (queen if self.parameters["qs_breaks_hearts"] else 0),
                barred=hearts | queen if self.parameters["no_pts_on_first_trick"] else 0,
            ),
            worths=_as_goal(worths),
            decisive=DecisiveTerms(limits=[_MOON] * 4),
        )
        return (terms, *_results(worths, [0, *worths]))

    def wanted(self, contract: Contract) -> list[int]:
        """Return the wanted tricks, see `Rules`: 0 for each seat."""
        return [0] * 4


class Euchre(Rules):
    """Two sides of partners; the two jacks of the colour of trumps are the highest trumps."""

    suits_first = True
    ranks = 6
    jack = 2
    colour = (3, 2, 1, 0)  # the other suit of the same colour
    passing, first_suit, lone = 24, 25, 29

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.refuse("allow_lone_defender")

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the places of cards dealt or put away, see `Rules`."""
        if not moves:
            return {}
        dealer = moves[0][1]
        places = {1 + i: (dealer + i) % 4 for i in range(20)} | {21: PUBLIC}
        calls = [action for _, action in moves[22:30]]
        made = next((i for i, action in enumerate(calls) if action != self.passing), 8)
        if made < 4:
            places[22 + made + 1] = PUT_AWAY
        return places

    def taken(self, moves: Moves) -> tuple[int, int] | None:
        """Return the seat that took a public card, see `Rules`: the dealer, if ordered up."""
        first = [action for _, action in moves[22:26]]
        ordered = any(action != self.passing for action in first)
        return (moves[0][1], moves[21][1]) if ordered else None

    def contract(self, moves: Moves) -> tuple[Contract, int] | None:
        """Return the contract, see `Rules`."""
        calls = [action for _, action in moves[22:30]]
        made = next((i for i, action in enumerate(calls) if action != self.passing), None)
        if made is None:
            return None
        start = 22 + made + 1 + (made < 4) + 1
        if len(moves) < start:
            return None
        alone = moves[start - 1][1] == self.lone
        named = self.named(moves[0][1], moves[22 + made][0], calls[made] - self.first_suit, alone)
        return named, start

    def named(self, dealer: int, maker: int, trump: int, alone: bool = False) -> Contract:
        """Return the contract with a suit as trumps."""
        leader = (dealer + 1) % 4
        if alone and leader == (maker + 2) % 4:
            leader = (leader + 1) % 4
        bower, left = self.card(trump, self.jack), self.card(self.colour[trump], self.jack)
        suits = [[card for card in s if card not in (bower, left)] for s in self.plain_suits()]
        suits[trump] += [left, bower]
        lone = maker if alone else -1
        return Contract(leader, 5, tuple(map(tuple, suits)), trump, (maker,), lone)

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the terms, see `Rules`."""
        maker = contract.calls[0]
        march = 4.0 if contract.alone >= 0 else 2.0
        worths = [-2.0] * 3 + [1.0, 1.0, march] + [march]
        if player % 2 != maker % 2:
            worths = [-worth for worth in worths]
        return make_terms(self, contract, 0b0101 << maker % 2, trick_points=1), worths, 0


def _as_goal(worths: Sequence[float]) -> list[int]:
    return [int(worth) for worth in worths]


def _results(worths: Sequence[float], goal: Sequence[float]) -> tuple[list[float], int]:
    """Return the worth of each engine result, and the lowest; with a goal, results are worths."""
    if not goal:
        return list(worths), 0
    low, high = int(min(goal)), int(max(goal))
    return [float(worth) for worth in range(low, high + 1)], low


def make_terms(rules: Rules, contract: Contract, side: int, **more: Any) -> Terms:
    """Make the terms of a contract; ``more``: terms besides suits, trumps and the side."""
    active = contract.active(rules.seats)
    return Terms(
        seats=len(active),
        suits=[list(suit) for suit in contract.suits],
        trump=contract.trump,
        side=sum(1 << i for i, seat in enumerate(active) if side >> seat & 1),
        **more,
    )
