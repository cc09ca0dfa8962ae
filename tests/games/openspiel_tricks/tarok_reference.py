"""OpenSpiel's Tarok from the first trick on, as plainly as can be: lists of cards, no masks.

What OpenSpiel 2.0.2 does is followed, also where it departs from the rules of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

PAGAT, MOND, SKIS = 0, 20, 21
KLOP, THREE, TWO, ONE, SOLO_THREE, SOLO_TWO, SOLO_ONE = range(1, 8)
BEGGAR, SOLO_WITHOUT, OPEN_BEGGAR, COLOUR_VALAT, VALAT = range(8, 13)
NEGATIVE = (KLOP, BEGGAR, OPEN_BEGGAR)
STAKE = (0, 70, 10, 20, 30, 40, 50, 60, 70, 80, 90, 125, 500)
TAKEN = {THREE: 3, TWO: 2, ONE: 1, SOLO_THREE: 3, SOLO_TWO: 2, SOLO_ONE: 1}


def suit(card: int) -> int:
    """0: taroks; then hearts, diamonds, spades, clubs."""
    return 0 if card < 22 else (card - 14) // 8


def points(card: int) -> int:
    """What a card counts before two thirds are taken off."""
    if card < 22:
        return 5 if card in (PAGAT, MOND, SKIS) else 1
    return (1, 1, 1, 1, 2, 3, 4, 5)[(card - 22) % 8]


def card_points(cards: Sequence[int]) -> int:
    """Of a pile: in threes, two less than the sum; rounded."""
    thirds = sum(3 * points(card) - 2 for card in cards)
    return (thirds + 1) // 3


@dataclass(frozen=True)
class Deal:
    """A deal under way.

    Attributes:
        bid: what is played.
        declarer: who plays it; at klop, who named it.
        hands: cards of each seat.
        player: to act.
        talon: what is left of it, in order.
        king: that was called; -1: none.
        king_in_talon: whether it lay there.
        partner: of the declarer; -1: nobody.
        mond: who is to be fined for the mond; -1: nobody.
        piles: what each seat has, cards put away first.
        trick: on the table.
    """

    bid: int
    declarer: int
    hands: tuple[tuple[int, ...], ...]
    player: int
    talon: tuple[int, ...]
    king: int = -1
    king_in_talon: bool = False
    partner: int = -1
    mond: int = -1
    piles: tuple[tuple[int, ...], ...] = ()
    trick: tuple[tuple[int, int], ...] = ()
    winners: tuple[int, ...] = field(default=())

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    def legal(self) -> list[int]:
        """The cards that may be played."""
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

    def taker(self) -> tuple[int, int]:
        """Who takes the trick that is full, and with which card."""
        cards = [card for _, card in self.trick]
        led = suit(cards[0])
        trumps = self.bid != COLOUR_VALAT or led == 0
        if trumps and {PAGAT, MOND, SKIS} <= set(cards):
            return next((seat, card) for seat, card in self.trick if card == PAGAT)

        def strength(entry: tuple[int, int]) -> tuple[int, int]:
            return (2 if trumps and suit(entry[1]) == 0 else suit(entry[1]) == led), entry[1]

        return max(self.trick, key=strength)

    def after(self, card: int) -> Deal:
        """The deal after a card."""
        hands = tuple(tuple(c for c in hand if c != card) for hand in self.hands)
        trick = (*self.trick, (self.player, card))
        if len(trick) < self.seats:
            player = (self.player + 1) % self.seats
            return replace(self, hands=hands, trick=trick, player=player)
        taker, best = replace(self, trick=trick).taker()
        won, talon, mond = tuple(c for _, c in trick), self.talon, self.mond
        if self.bid == KLOP and talon:
            won, talon = (*won, talon[0]), talon[1:]
        elif self.king_in_talon and best == self.king:
            won, talon = won + talon, ()
            if MOND in self.talon:
                mond = -1
        elif (self.bid in TAKEN or self.bid == SOLO_WITHOUT) and best in (SKIS, PAGAT):
            mond = next((seat for seat, c in trick if c == MOND), mond)
        piles = tuple(
            (*pile, *won) if seat == taker else pile for seat, pile in enumerate(self.piles)
        )
        return replace(
            self,
            hands=hands,
            trick=(),
            player=taker,
            talon=talon,
            mond=mond,
            piles=piles,
            winners=(*self.winners, taker),
        )

    def over(self) -> bool:
        """Whether the deal has ended: some end with a trick that decides them."""
        if self.trick or not self.winners:
            return False
        if self.bid in (BEGGAR, OPEN_BEGGAR) and self.winners[-1] == self.declarer:
            return True
        if self.bid in (COLOUR_VALAT, VALAT) and self.winners[-1] != self.declarer:
            return True
        return not any(self.hands)

    def side(self, seat: int) -> bool:
        """Whether a seat is on the declarer's side."""
        return seat in (self.declarer, self.partner)

    def scores(self) -> list[int]:
        """Of each seat in the end, without fines."""
        if self.bid == KLOP:
            return self._klop()
        mine = [card for s, pile in enumerate(self.piles) if self.side(s) for card in pile]
        other = [card for s, pile in enumerate(self.piles) if not self.side(s) for card in pile]
        stake = STAKE[self.bid]
        if self.bid in TAKEN:
            score = self._normal(mine, other, stake)
        elif self.bid == SOLO_WITHOUT:
            score = stake if card_points(mine) > 35 else -stake
        elif self.bid in (BEGGAR, OPEN_BEGGAR):
            score = stake if not mine else -stake
        else:
            score = stake if len(mine) == 48 else -stake
        return [score * self.side(seat) for seat in range(self.seats)]

    def _normal(self, mine: Sequence[int], other: Sequence[int], stake: int) -> int:
        if len(mine) == 48:  # at three players' "three" that is 15 tricks
            return 250
        if len(other) == 48:
            return -250
        count = card_points(mine)
        score = count - 35 + (stake if count > 35 else -stake)
        last = self.piles[self.player][-self.seats :]
        ultimo = 10 if self.king in last else 25 if PAGAT in last else 0
        score += ultimo if self.side(self.player) else -ultimo
        # OpenSpiel takes any four cards for the four kings, and never finds the trula.
        return score + 10 * (len(mine) == 4) - 10 * (len(other) == 4)

    def _klop(self) -> list[int]:
        counts = [card_points(pile) for pile in self.piles]
        scores = [-70 if count > 35 else 70 if count == 0 else -count for count in counts]
        if any(abs(score) == 70 for score in scores):
            return [score if abs(score) == 70 else 0 for score in scores]
        return scores

    def fines(self) -> list[int]:
        """Of each seat, for the mond."""
        return [-20 * (seat == self.mond) for seat in range(self.seats)]

    def result(self) -> int:
        """What the declarer's side has, and the others do not: its score, and fines."""
        fines = self.fines()
        return self.scores()[self.declarer] + sum(
            fine if self.side(seat) else -fine for seat, fine in enumerate(fines)
        )


def deal_of(state: object) -> Deal:
    """A state of OpenSpiel in which no card has been played yet.

    Args:
        state: `pyspiel.TarokState`.
    """
    game = state.get_game()  # type: ignore[attr-defined]
    seats = game.num_players()
    moves = [(m.player, m.action) for m in state.full_history()][1:]  # type: ignore[attr-defined]
    passed: set[int] = set()
    i = 0
    while len(passed) < seats - 1:
        if moves[i][1] == 0:
            passed.add(moves[i][0])
        i += 1
    bids = moves[:i]
    declarer = next(s for s in range(seats) if s not in passed)
    if bids[-1][0] != declarer:
        bids.append(moves[i])
        i += 1
    bid = bids[-1][1]
    rest = [action for _, action in moves[i:]]
    king = rest.pop(0) if seats == 4 and bid in (THREE, TWO, ONE) else -1
    talon = tuple(state.talon())  # type: ignore[attr-defined]
    hands = tuple(tuple(state.player_cards(s)) for s in range(seats))  # type: ignore[attr-defined]
    away = tuple(rest[1:])
    mond = declarer if bid in TAKEN and MOND in talon else -1
    partner = next((s for s in range(seats) if king in hands[s] and s != declarer), -1)
    in_talon = False
    if king >= 0:
        # The declarer may have held the king from the start; then it did not lie in the talon.
        lay = king in talon or (king in hands[declarer] and king not in first_hand(state, declarer))
        in_talon = lay
    piles = tuple(away if s == declarer else () for s in range(seats))
    starts = declarer if bid in (BEGGAR, SOLO_WITHOUT, OPEN_BEGGAR, COLOUR_VALAT, VALAT) else 0
    return Deal(bid, declarer, hands, starts, talon, king, in_talon, partner, mond, piles)


def first_hand(state: object, seat: int) -> list[int]:
    """The cards dealt to a seat."""
    text = state.information_state_string(seat)  # type: ignore[attr-defined]
    return [int(card) for card in text.partition(";")[0].split(",")]
