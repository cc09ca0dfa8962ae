"""OpenSpiel's Bridge in the terms of the engine: the auction's contract and its score.

Cards are rank * 4 + suit, suits clubs, diamonds, hearts, spades; seats from North, clockwise.
"""

from vorhand.games.openspiel_tricks.rules import Contract, Moves, Rules, make_terms
from vorhand.native.tricks import Play, Terms

PASS, DOUBLE, REDOUBLE, FIRST_BID = range(52, 56)
NO_TRUMP = 4
STRAINS = 5
_BOOK = 6  # tricks that are not counted in bids


class Bridge(Rules):
    """Partners play for the tricks of the auction's contract; the declarer plays dummy's cards.

    The calls of a contract are three numbers: the declarer; the bid, where 0 is one club; and the
    factor, 2 if doubled, 4 if redoubled, else 1.
    """

    suits_first = True

    def slots(self, moves: Moves) -> dict[int, int]:
        """Return the places of cards dealt, see `Rules`."""
        return {i: i % 4 for i in range(52)}

    def contract(self, moves: Moves) -> tuple[Contract, int] | None:
        """Return the contract, see `Rules`; None also if OpenSpiel omits the card play."""
        if self.parameters["use_double_dummy_result"]:
            return None
        auction = [(i, *move) for i, move in enumerate(moves[52:], 52) if move[1] >= PASS]
        calls = [(who, action) for _, who, action in auction]
        bids = [(who, action - FIRST_BID) for who, action in calls if action >= FIRST_BID]
        if not bids or len(calls) < 4 or any(action != PASS for _, action in calls[-3:]):
            return None
        last, bid = bids[-1]
        side = [(who, other % STRAINS) for who, other in bids if (who - last) % 2 == 0]
        declarer = next(who for who, strain in side if strain == bid % STRAINS)
        after = calls[calls.index((last, bid + FIRST_BID)) :]
        doubled = max({DOUBLE: 2, REDOUBLE: 4}.get(action, 1) for _, action in after)
        return self.named(declarer, bid, doubled), auction[-1][0] + 1

    def named(self, declarer: int, bid: int, doubled: int = 1) -> Contract:
        """Return the contract of a declarer with a bid; ``doubled`` is the factor 1, 2 or 4."""
        strain = bid % STRAINS
        trump = -1 if strain == NO_TRUMP else strain
        return Contract((declarer + 1) % 4, 13, self.plain_suits(), trump, (declarer, bid, doubled))

    def plays(self, contract: Contract, played: Moves) -> Moves:
        """Return the moves by the cards' owners, see `Rules`; the trick winners determine them."""
        terms, _, _ = self.terms(contract, 0)
        cards = [action for _, action in played]
        return Play(terms, [0] * 4, contract.cards, contract.leader, cards).history

    def shown(self, contract: Contract, played: Moves) -> tuple[int, ...]:
        """Return the seats with open hands, see `Rules`: dummy, after the first lead."""
        return ((contract.calls[0] + 2) % 4,) if played else ()

    def terms(self, contract: Contract, player: int) -> tuple[Terms, list[float], int]:
        """Return the terms, see `Rules`; the side is the declarer's."""
        declarer, bid, doubled = contract.calls
        dealer = int(self.parameters["dealer"])
        theirs = "dealer_vul" if (declarer - dealer) % 2 == 0 else "non_dealer_vul"
        vulnerable = bool(self.parameters[theirs])
        sign = 1.0 if (player - declarer) % 2 == 0 else -1.0
        worths = [sign * score(bid, doubled, vulnerable, tricks) for tricks in range(14)]
        return make_terms(self, contract, 0b0101 << declarer % 2, trick_points=1), worths, 0


def score(bid: int, doubled: int, vulnerable: bool, tricks: int) -> int:
    """Return a contract's score for its declarer's side (Laws of Duplicate Bridge, 2017, law 77).

    Bids count from 0 (one club); ``doubled`` is 1, 2 (doubled) or 4 (redoubled).
    """
    level, strain = bid // STRAINS + 1, bid % STRAINS
    over = tricks - _BOOK - level
    if over < 0:
        return -_penalty(-over, doubled, vulnerable)
    each = 20 if strain < 2 else 30
    below = (level * each + (10 if strain == NO_TRUMP else 0)) * doubled
    bonus = (500 if vulnerable else 300) if below >= 100 else 50
    if level >= 6:
        bonus += (750 if vulnerable else 500) * (level - 5)
    further = each if doubled == 1 else 50 * doubled * (2 if vulnerable else 1)
    return below + bonus + 25 * doubled * (doubled > 1) + over * further


def _penalty(under: int, doubled: int, vulnerable: bool) -> int:
    if doubled == 1:
        return (100 if vulnerable else 50) * under
    first, second = (200, 300) if vulnerable else (100, 200)
    return (first + second * min(under - 1, 2) + 300 * max(under - 3, 0)) * doubled // 2
