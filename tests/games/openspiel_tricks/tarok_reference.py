"""The card play of OpenSpiel's Tarok as plainly as can be: lists of cards, no masks, no scores.

The reference states which cards are legal and who takes a trick for any hands, whereas OpenSpiel's
states have only the hands that were dealt. The values of endings are compared with those states
instead (`plain_search`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

PAGAT, MOND, SKIS = 0, 20, 21
BEGGAR, SOLO_WITHOUT, OPEN_BEGGAR, COLOUR_VALAT, VALAT = range(8, 13)
NEGATIVE = (1, BEGGAR, OPEN_BEGGAR)


def suit(card: int) -> int:
    """Return 0 for taroks, then 1 to 4 for hearts, diamonds, spades, clubs."""
    return 0 if card < 22 else (card - 14) // 8


@dataclass(frozen=True)
class Table:
    """A deal under way.

    Attributes:
        bid: the contract.
        hands: cards of each seat.
        player: the player to act.
        trick: seats and cards on the table.
    """

    bid: int
    hands: tuple[tuple[int, ...], ...]
    player: int
    trick: tuple[tuple[int, int], ...] = ()

    def legal(self) -> list[int]:
        """Return the cards that may be played."""
        hand = list(self.hands[self.player])
        cards = [card for _, card in self.trick]
        negative = self.bid in NEGATIVE
        spared = [card for card in hand if card != PAGAT] or hand
        if not cards:
            return spared if negative else hand
        led = suit(cards[0])
        wanted = next((s for s in (led, 0) if any(suit(c) == s for c in hand)), -1)
        if wanted < 0:
            return hand
        following = [card for card in hand if suit(card) == wanted]
        if not negative:
            return following
        if PAGAT in hand and MOND in cards and SKIS in cards:
            return [PAGAT]
        taroks = any(suit(card) == 0 for card in cards)
        if wanted == 0 or not taroks:
            best = max((card for card in cards if suit(card) == wanted), default=-1)
            following = [card for card in following if card > best] or following
        return [card for card in following if card != PAGAT] or following

    def taker(self) -> int:
        """Return the player who takes the full trick."""
        cards = [card for _, card in self.trick]
        led = suit(cards[0])
        trumps = self.bid != COLOUR_VALAT or led == 0
        if trumps and {PAGAT, MOND, SKIS} <= set(cards):
            return next(seat for seat, card in self.trick if card == PAGAT)

        def strength(entry: tuple[int, int]) -> tuple[int, int]:
            return (2 if trumps and suit(entry[1]) == 0 else suit(entry[1]) == led), entry[1]

        return max(self.trick, key=strength)[0]

    def after(self, card: int) -> Table:
        """Return the deal after a card."""
        hands = tuple(tuple(c for c in hand if c != card) for hand in self.hands)
        trick = (*self.trick, (self.player, card))
        if len(trick) < len(self.hands):
            player = (self.player + 1) % len(self.hands)
            return replace(self, hands=hands, trick=trick, player=player)
        taker = replace(self, trick=trick).taker()
        return replace(self, hands=hands, trick=(), player=taker)
