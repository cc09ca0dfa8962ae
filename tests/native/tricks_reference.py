"""Trick-taking games as a slow, plain reference: lists of cards, no masks, plain minimax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vorhand.native.tricks import DecisiveTerms, Duties, Payoffs, Restrictions, Terms

KINDS = {"follow": (False, False, False), "trump": (True, False, False), "all": (True, True, True)}


@dataclass(frozen=True)
class Game:
    """A game: suits from the lowest to the highest card, card points, and the seats of the side.

    `payoffs` has a table by the side's tricks and points for each set of watched seats with a
    trick. A seat that reaches its limit of points decides the deal; with `idle`, so does a seat
    without a trick. If the side does not decide the deal, it gets `otherwise`.
    """

    seats: int
    suits: tuple[tuple[int, ...], ...]
    trump: int
    points: tuple[int, ...]
    side: frozenset[int]
    kind: str
    trick_points: int
    last_points: int
    all_tricks: int
    locked: frozenset[int] = frozenset()
    keys: frozenset[int] = frozenset()
    barred: frozenset[int] = frozenset()
    worths: tuple[int, ...] = ()
    payoffs: tuple[tuple[tuple[int, ...], ...], ...] = ()
    watched: tuple[int, ...] = ()
    limits: tuple[int, ...] = ()
    idle: bool = False
    otherwise: int = 0

    def terms(self) -> Terms:
        """Return the terms of this game for the core."""
        must_trump, must_overtrump, but_partner = KINDS[self.kind]
        return Terms(
            seats=self.seats,
            suits=[list(suit) for suit in self.suits],
            trump=self.trump,
            points=list(self.points),
            side=sum(1 << seat for seat in self.side),
            trick_points=self.trick_points,
            last_points=self.last_points,
            all_tricks=self.all_tricks,
            duties=Duties(trump=must_trump, overtrump=must_overtrump, but_partner=but_partner),
            restrictions=Restrictions(
                locked=sum(1 << card for card in self.locked),
                keys=sum(1 << card for card in self.keys),
                barred=sum(1 << card for card in self.barred),
            ),
            worths=list(self.worths),
            payoffs=Payoffs(
                rows=[list(row) for table in self.payoffs for row in table],
                watched=sum(1 << seat for seat in self.watched),
            ),
            decisive=DecisiveTerms(
                limits=list(self.limits), idle=self.idle, otherwise=self.otherwise
            ),
        )

    def suit(self, card: int) -> int:
        """Return the index of a card's suit."""
        return next(k for k, suit in enumerate(self.suits) if card in suit)

    def winner(self, trick: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Return the holder of a trick, and the card that holds it."""
        led = self.suit(trick[0][1])

        def strength(entry: tuple[int, int]) -> tuple[int, int]:
            suit = self.suit(entry[1])
            rank = self.suits[suit].index(entry[1])
            return (2 if suit == self.trump else 1 if suit == led else 0), rank

        return max(trick, key=strength)

    def legal(
        self,
        hand: Sequence[int],
        seat: int,
        trick: Sequence[tuple[int, int]],
        avoided: frozenset[int] = frozenset(),
    ) -> list[int]:
        """Return the cards that may be played to a trick."""
        free = [card for card in hand if card not in avoided] or list(hand)
        if not trick:
            return free
        must_trump, must_overtrump, but_partner = KINDS[self.kind]
        led, (holder, best) = self.suit(trick[0][1]), self.winner(trick)
        trumps = [card for card in hand if self.suit(card) == self.trump]
        order = self.suits[self.trump] if self.trump >= 0 else ()
        if must_overtrump and best in order:
            higher = [card for card in trumps if order.index(card) > order.index(best)]
        else:
            higher = []
        if following := [card for card in hand if self.suit(card) == led]:
            return higher if led == self.trump and higher else following
        partner = (holder in self.side) == (seat in self.side)
        if not must_trump or not trumps or (but_partner and partner):
            return free
        return higher or trumps


@dataclass
class Table:
    """A deal under way."""

    game: Game
    hands: list[list[int]]
    player: int
    trick: list[tuple[int, int]]
    points: int = 0
    takers: frozenset[bool] = frozenset()
    played: frozenset[int] = frozenset()
    taken: tuple[int, ...] = (0,) * 7
    tricks: tuple[int, ...] = (0,) * 7

    @property
    def avoided(self) -> frozenset[int]:
        """Return the cards not to be led, or discarded in the first trick, while others remain."""
        if not self.trick:
            return frozenset() if self.played & self.game.keys else self.game.locked
        return self.game.barred if len(self.played) < self.game.seats else frozenset()

    def legal(self) -> list[int]:
        """Return the cards that the player to act may play."""
        return self.game.legal(self.hands[self.player], self.player, self.trick, self.avoided)

    def after(self, card: int) -> Table:
        """Return the deal after a card."""
        game = self.game
        hands = [[c for c in hand if c != card] for hand in self.hands]
        trick = [*self.trick, (self.player, card)]
        played = self.played | {card}
        if len(trick) < game.seats:
            player = (self.player + 1) % game.seats
            return replace(self, hands=hands, player=player, trick=trick, played=played)
        taker, _ = game.winner(trick)
        points, ours = self.points, taker in game.side
        takers = self.takers | {ours}
        if ours:
            points += game.trick_points + sum(game.points[c] for _, c in trick)
        if not any(hands):
            points += game.last_points * ours
            if len(takers) == 1:
                points += game.all_tricks if ours else -game.all_tricks
        gain = game.trick_points + sum(game.points[c] for _, c in trick)
        gain += 0 if any(hands) else game.last_points
        taken = tuple(n + gain * (seat == taker) for seat, n in enumerate(self.taken))
        tricks = tuple(n + (seat == taker) for seat, n in enumerate(self.tricks))
        return Table(game, hands, taker, [], points, takers, played, taken, tricks)

    def decides(self, seat: int) -> bool:
        """Return whether a seat has decided the deal that is over."""
        game = self.game
        none = game.idle and self.tricks[seat] == 0
        return none or self.taken[seat] >= game.limits[seat]

    def end(self) -> int:
        """Return the side's payoff in the end."""
        game = self.game
        decided = {seat for seat in range(game.seats) if game.limits and self.decides(seat)}
        if decided and not decided & game.side:
            return game.otherwise
        if game.payoffs:
            number = sum((self.tricks[seat] > 0) << i for i, seat in enumerate(game.watched))
            return game.payoffs[number][sum(self.tricks[s] for s in game.side)][self.points]
        return game.worths[self.points] if game.worths else self.points

    def value(self) -> int:
        """Return the points of the side in the end, or what they are worth, by plain minimax."""
        if not any(self.hands):
            return self.end()
        values = [self.after(card).value() for card in self.legal()]
        return max(values) if self.player in self.game.side else min(values)
