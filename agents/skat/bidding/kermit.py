"""Kermit's bidding: learned chances to win with a hand, over all skats and discards.

Buro, Long, Furtak and Sturtevant (IJCAI 2009); Furtak, thesis 2013, section 2.4. The chances come
from games that were actually played, and depend on the other players' bids. Compiled code looks up
the numbers and adds them; `vorhand train bidding` fits them.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.bidding.bidder import Bidder, bid, by_declaration, pick_up, play
from vorhand.agents.skat.bidding.contracts import Prospect, may_follow
from vorhand.agents.skat.bidding.sure_games import with_bounds
from vorhand.agents.skat.policy_networks import policy_from
from vorhand.agents.skat.worlds import check_consistent
from vorhand.games.skat.auction import highest_bids
from vorhand.games.skat.contracts import GRAND, NULL, Declaration
from vorhand.games.skat.view import SkatView
from vorhand.native import fitted
from vorhand.native.skat import Phase
from vorhand.native.skat_kermit import GameWorth, Kermit

Players: TypeAlias = Literal["rule", "policy", "search", "others"]
"""The players from whose games the chances were learned.

Curves that are fitted to other games correct the nets' chances. ``rule``: nets and curves are
those of rule players. ``policy``: the nets are those of policies, the curves and the null games
those of PIMC. ``search``: as ``rule``, with curves of players that search. ``others``: as
``policy``, with curves of games that other bidders chose.
"""

FILES: dict[Players, tuple[str, ...]] = {
    "rule": ("game_worth.bin",),
    "policy": ("game_worth_policy.bin",),
    "search": ("game_worth.bin", "search_curves.bin"),
    "others": ("game_worth_policy.bin", "others_curves.bin"),
}
"""Files of nets learned from these players' games, and of curves that replace the nets' own."""


class Fact(IntEnum):
    """Columns of the games that `vorhand.native.skat_kermit.games` returns."""

    SOLOIST = 0
    CONTRACT = 1
    LEVEL = 2
    HAND = 3
    WON = 4
    VALUE = 5
    POINTS = 6
    OVERBID = 7
    BID = 8
    TRICKS = 9


KINDS = ("suit", "grand", "null", "null ouvert")
"""Kinds of games, in the order of their nets in `GameWorth`."""


class FirstLead(NamedTuple):
    """A game at its first lead, as its soloist sees it."""

    contract: int  # contract of the game
    ouvert: bool  # whether it is a null ouvert
    hand: int  # the soloist's ten cards
    away: int  # the soloist's discards; 0 in a hand game
    seat: int  # seat of the soloist
    # highest values that the players to the left and to the right named or held, 0: none
    bids: tuple[int, int]
    from_hand: bool  # whether it is a hand game

    @property
    def kind(self) -> int:
        """Index of the kind of game in `KINDS`."""
        if self.contract == NULL:
            return 2 + self.ouvert
        return int(self.contract == GRAND)

    def chances(self, worth: GameWorth) -> npt.NDArray[np.float32]:
        """Return the chances [3] of 61 card points (null: of no trick), schneider and schwarz."""
        hand, away = (np.array([cards], np.uint32) for cards in (self.hand, self.away))
        found = worth.chances(
            self.contract, self.ouvert, hand, away, self.seat, self.bids, self.from_hand
        )
        return np.asarray(found[0])


THRESHOLD = 0.6
"""The usual minimum chance for playing a game."""

SKATS = 231
"""The number of pairs of the 22 cards outside the bidder's hand."""

MOST_WAYS = 66 * 5 + 2
"""The number of ways to play.

There are 66 pairs of discards in each of five trump contracts, and the best pair for null and the
best for null ouvert.
"""

_Row = tuple[int, int, bool, int, int, float, float]


@functools.cache
def game_worth(players: Players) -> GameWorth:
    """Return the nets that were fitted to games of these players."""
    return GameWorth(*map(fitted.read, FILES[players]))


@functools.lru_cache(maxsize=16)
def compiled_kermit(
    threshold: float, against: Players = "rule", tried: int = 0, skats_apart: int = 1
) -> Kermit:
    """Make the compiled bidder, without proofs of sure games; see `kermit_bidder`."""
    by = policy_from().player(0.0) if tried else None
    return Kermit(threshold, game_worth(against), skats_apart, tried, by)


def kermit_bidder(
    threshold: float, *, sure: bool = True, against: Players = "rule", tried: int = 0
) -> Bidder:
    """Make a bidder that bids while some game has a chance to win of at least the threshold.

    The chance is that of the best discards and declaration by expected score, averaged over all
    skats, or of the best hand game. A game that is proven sure has a chance of 1, unless ``sure``
    is false. With the skat in hand, policies first play out ``tried`` candidates, each a pair of
    discards and a declaration. The decisions raise `NoWorldError` if the player's knowledge
    contradicts itself.
    """
    kermit = compiled_kermit(threshold, against, tried)

    def decide(view: SkatView, seed: int) -> Choice:
        del seed  # no random numbers are used
        check_consistent(view)
        look = KermitLook(kermit, view.hand | view.skat, view.player, bids_beside(view), sure)
        if view.phase == Phase.BIDDING:
            choice = bid(view, look, threshold, limited=True)
        elif view.phase == Phase.PICK_UP_OR_HAND:
            choice = pick_up(view, look)
        elif view.hand_game:
            choice = play(view, look.from_the_hand(view.bid), 1)
        else:
            choice = play(view, look.with_skat(view.bid, view.skat), 1)
        possible = int(view.worlds().count)
        return replace(choice, possible=possible, effective_worlds=float(choice.worlds))

    return decide


@dataclass(frozen=True)
class KermitLook:
    """An assessment of a hand, averaged over all possible skats.

    Attributes:
        kermit: the compiled bidder.
        hand: ten cards, or the twelve with the skat.
        seat: seat of the bidder.
        bids: highest values that the players to the left and to the right named or held, 0: none.
        sure: whether games that are proven sure count as won, from the hand and with the twelve
            cards. In means over the 231 skats nothing is proven: that would take too long and
            change a mean chance only a little.
    """

    kermit: Kermit
    hand: int
    seat: int
    bids: tuple[int, int]
    sure: bool = True

    @property
    def worlds(self) -> int:
        """The number of skats."""
        return SKATS

    def from_the_hand(self, bid: int) -> list[Prospect]:
        """Return the hand games that may follow the bid, the best first."""
        games = _prospects(self.kermit.from_hand(self.hand, bid, self.seat, self.bids))
        if not self.sure:
            return games
        bounded = [with_bounds(game, self.hand, bid, self.seat) for game in games]
        return sorted(bounded, key=lambda p: -p.score)

    def after_pickup(self, bid: int) -> list[Prospect]:
        """Average the best prospects of each declaration over the skats, most frequent first."""
        best = self.kermit.after_pickup(self.hand, bid, self.seat, self.bids)
        return by_declaration(_prospects(best))

    def with_skat(self, bid: int, laid_away: int) -> list[Prospect]:
        """Return the prospects of twelve cards with their best discards; the best comes first."""
        plan, ranked = ranked_ways(self, bid, 0)[0], ranked_ways(self, bid, laid_away)
        if may_follow(plan.discards, laid_away):
            return [plan, *(way for way in ranked if way.declaration != plan.declaration)]
        return list(ranked)


@functools.lru_cache(maxsize=64)
def ranked_ways(look: KermitLook, bid: int, laid_away: int) -> tuple[Prospect, ...]:
    """Return the prospect with the best discards for each declaration, the best prospect first."""
    cards, seat = look.hand, look.seat
    ways = _prospects(look.kermit.try_out(cards, bid, seat, look.bids, laid_away))
    if not look.sure:
        return tuple(ways)
    bounded = []
    for way in ways:
        # There is time to try other discards for two games only: the best so far, and the grand.
        tried = way is ways[0] or way.declaration.contract == GRAND
        bounded.append(with_bounds(way, cards, bid, seat, laid_away if tried else None))
    proven = [new for old, new in zip(ways, bounded, strict=True) if new is not old]
    first = max([bounded[0], *proven], key=lambda way: way.score)
    others = (way for way in bounded if way is not first)
    return (first, *sorted(others, key=lambda way: -way.score))


def bids_beside(view: SkatView) -> tuple[int, int]:
    """Return the highest values named or held by the players to the left and right, 0: none."""
    bids = highest_bids(view.history)
    return bids[(view.player + 1) % 3], bids[(view.player + 2) % 3]


def _prospects(rows: Iterable[_Row]) -> list[Prospect]:
    return [
        Prospect(Declaration(contract, level, hand), discards, None, chance, score)
        for contract, level, hand, _, discards, chance, score in rows
    ]
