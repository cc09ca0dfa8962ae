"""OpenSpiel's own Skat in the terms of the engine.

The first player to name a game plays it, picks up the skat and discards two cards, and forehand
leads. Except at null, each card point above 60 gives the soloist 1/120, and each below 60 costs
1/120.
"""

import functools

from vorhand.games.card_sets import cards_in
from vorhand.games.openspiel_tricks.rules import PUT_AWAY, Contract, Moves, Rules, make_terms
from vorhand.native.tricks import Terms

POINTS = (0, 0, 0, 3, 4, 10, 11, 2)
"""Card points by rank."""

GRAND, NULL = 4, 5
_ROUNDS = (3, 4, 3)  # cards dealt to each seat at a time; the skat follows the first round
_NULL_ORDER = (0, 1, 2, 5, 7, 3, 4, 6)  # 7 8 9 10 J Q K A


class Skat(Rules):
    """One against two; the number of a contract is its trump suit, `GRAND` or `NULL`."""

    ranks = 8
    jack = 7
    passing, first_game = 32, 33

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the places of cards, see `Rules`; without a soloist the skat is put away."""
        called = self.called(moves)
        skat = PUT_AWAY if called is None else called[0]
        dealt: list[int] = []
        for cards in _ROUNDS:
            dealt += [seat for seat in range(3) for _ in range(cards)]
            dealt += [skat] * (2 if len(dealt) == 9 else 0)
        places = dict(enumerate(dealt))
        if called is not None:
            places |= {called[2] + k: PUT_AWAY for k in range(2)}
        return places

    def called(self, moves: Moves) -> tuple[int, int, int] | None:
        """Return the soloist, their game, and the index of the next move; None: no soloist."""
        for i, (mover, action) in enumerate(moves[32:35], 32):
            if action != self.passing:
                return mover, action - self.first_game, i + 1
        return None

    def contract(self, moves: Moves) -> tuple[Contract, int] | None:
        """Return the contract, see `Rules`; the calls are the soloist and the contract's number."""
        called = self.called(moves)
        if called is None or len(moves) < called[2] + 2:
            return None
        return self.named(*called[:2]), called[2] + 2

    def named(self, soloist: int, kind: int) -> Contract:
        """Return the contract of a soloist."""
        suits = self.plain_suits()
        trump = kind
        if kind == NULL:
            suits = tuple(tuple(suit[rank] for rank in _NULL_ORDER) for suit in suits)
            trump = -1
        else:
            jacks = tuple(suit[self.jack] for suit in suits)
            suits = tuple(suit[: self.jack] for suit in suits)
            if kind == GRAND:
                suits = (*suits, jacks)
            else:
                suits = (*suits[:kind], suits[kind] + jacks, *suits[kind + 1 :])
        return Contract(0, 10, suits, trump, (soloist, kind))

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the terms, see `Rules`; the side is the soloist at null, else the defenders.

        The soloist has all points that the defenders lack, whichever cards lie in the skat.
        """
        soloist, kind = contract.calls
        mine = 1.0 if player == soloist else -0.5
        if kind == NULL:
            goal = [1] + [0] * 11
            terms = make_terms(self, contract, 1 << soloist, trick_points=1, worths=goal)
            return terms, [-0.25 * mine, 0.25 * mine], 0
        points = [POINTS[card % 8] for card in range(32)]
        terms = make_terms(self, contract, 0b111 & ~(1 << soloist), points=points)
        return terms, [mine * (60 - theirs) / 120 for theirs in range(121)], 0

    def wanted(self, contract: Contract) -> list[int]:
        """Return the wanted tricks, see `Rules`; at null every player avoids tricks."""
        return [0] * 3 if contract.calls[1] == NULL else []


@functools.cache
def points_of(cards: int) -> int:
    """Count the card points of a set."""
    return sum(POINTS[card % 8] for card in cards_in(cards))
