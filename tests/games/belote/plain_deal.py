"""The deal and the calls of Belote from the rule books: slow, and independent of the core."""

from __future__ import annotations

from dataclasses import dataclass, field

SEATS, CARDS, HAND, FIRST_CARDS = 4, 32, 8, 5
PASS, TAKE, FIRST_SUIT, FIRST_BID, DOUBLE, REDOUBLE = 32, 33, 34, 38, 78, 79
BIDS = (*range(80, 170, 10), 250)
TRUMP_POINTS = dict(zip("789JQKTA", (0, 0, 14, 20, 3, 4, 10, 11), strict=True))
PLAIN_POINTS = TRUMP_POINTS | {"9": 0, "J": 2}


def points_of(card: int, trump: int) -> int:
    """Return the points of a card."""
    rank = "789JQKTA"[card % 8]
    return (TRUMP_POINTS if card // 8 == trump else PLAIN_POINTS)[rank]


def strength(card: int, trump: int) -> int:
    """Return the rank of a card within its suit, 0 the weakest."""
    rank = "789JQKTA"[card % 8]
    return ("78QKTA9J" if card // 8 == trump else "789JQKTA").index(rank)


@dataclass
class PlainDeal:
    """Everything up to the first lead."""

    contree: bool
    dealer: int
    surcontre: int = 4
    dealt: list[int] = field(default_factory=list)
    calls: list[tuple[int, int]] = field(default_factory=list)

    @property
    def order(self) -> list[int]:
        """The seats from the one after the dealer."""
        return [(self.dealer + 1 + k) % SEATS for k in range(SEATS)]

    @property
    def places(self) -> list[int]:
        """The seat of each card to be dealt so far; -1 for the turned-up card."""
        if self.contree:
            return self.order * HAND
        places = [*self.order * FIRST_CARDS, -1]
        if self.contract is not None:
            room = {seat: HAND - FIRST_CARDS for seat in self.order}
            room[self.contract[0]] -= 1
            while any(room.values()):
                for seat in self.order:
                    if room[seat]:
                        places.append(seat)
                        room[seat] -= 1
        return places

    @property
    def dealing(self) -> bool:
        """Return True if a card is to be dealt."""
        return len(self.dealt) < len(self.places)

    @property
    def turned(self) -> int:
        """The turned-up card; -1 if there is none."""
        at = SEATS * FIRST_CARDS
        return -1 if self.contree or len(self.dealt) <= at else self.dealt[at]

    @property
    def contract(self) -> tuple[int, int, int, int] | None:
        """Taker, trump, bid and factor; None before the contract is settled."""
        said = [(seat, action) for seat, action in self.calls if action != PASS]
        if not said:
            return None
        if not self.contree:
            seat, action = said[0]
            return seat, self.turned // 8 if action == TAKE else action - FIRST_SUIT, 0, 1
        if said[-1][1] != REDOUBLE and [a for _, a in self.calls[-3:]] != [PASS] * 3:
            return None
        seat, bid = [(s, action) for s, action in said if action < DOUBLE][-1]
        factor = {DOUBLE: 2, REDOUBLE: self.surcontre}.get(said[-1][1], 1)
        suit, value = divmod(bid - FIRST_BID, len(BIDS))
        return seat, suit, BIDS[value], factor

    @property
    def passed_in(self) -> bool:
        """Return True if everybody has passed, in the plain game twice."""
        calls = [action for _, action in self.calls]
        return calls == [PASS] * (4 if self.contree else 8)

    @property
    def player(self) -> int:
        """The seat that calls next."""
        return self.order[len(self.calls) % SEATS]

    def hand(self, seat: int) -> int:
        """Return the cards that a seat holds before the first lead, as a set."""
        cards = [c for c, place in zip(self.dealt, self.places, strict=False) if place == seat]
        if self.turned >= 0 and self.contract is not None and self.contract[0] == seat:
            cards.append(self.turned)
        return sum(1 << card for card in cards)

    def legal_actions(self) -> list[int]:
        """Return the cards to be dealt, or the calls, ascending."""
        if self.dealing:
            return [card for card in range(CARDS) if card not in self.dealt]
        if not self.contree:
            if len(self.calls) < SEATS:
                return [PASS, TAKE]
            return [PASS, *(FIRST_SUIT + s for s in range(4) if s != self.turned // 8)]
        said = [(seat, action) for seat, action in self.calls if action != PASS]
        speaker, last = said[-1] if said else (self.player, FIRST_BID - 1)
        opponent = speaker % 2 != self.player % 2
        if last == DOUBLE:
            return [PASS, REDOUBLE] if opponent else [PASS]
        value = BIDS[(last - FIRST_BID) % len(BIDS)] if said else 0
        higher = [
            FIRST_BID + len(BIDS) * suit + number
            for suit in range(4)
            for number, bid in enumerate(BIDS)
            if bid > value
        ]
        return [PASS, *higher, *([DOUBLE] if opponent else [])]

    def apply(self, action: int) -> None:
        """Deal a card, or call."""
        if self.dealing:
            self.dealt.append(action)
        else:
            self.calls.append((self.player, action))
