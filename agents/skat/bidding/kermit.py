"""Kermit's bidding: learned chances of ten cards and two, over all skats and discards.

Buro, Long, Furtak and Sturtevant (IJCAI 2009); Furtak, thesis 2013, section 2.4. The chances come
from games that were really played, and depend on what the others bid. They are looked up and added
up in compiled code; `vorhand train bidding` makes them.
"""

from __future__ import annotations

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
"""Whose games the chances come from: rule players'; policies', with curves and null games of PIMC;
rule players' with curves of players that search; or policies' with curves of games that other
bidders chose."""

FILES: dict[Players, tuple[str, ...]] = {
    "rule": ("game_worth.bin",),
    "policy": ("game_worth_policy.bin",),
    "search": ("game_worth.bin", "search_curves.bin"),
    "others": ("game_worth_policy.bin", "others_curves.bin"),
}
"""Nets learned from the games of these players, and curves in place of the nets' own."""


class Fact(IntEnum):
    """Columns of what `vorhand.native.skat_kermit.games` tells of a game."""

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
"""Of games, by the numbers of their nets in `GameWorth`."""


class FirstLead(NamedTuple):
    """A game at its first lead, as its soloist sees it; in the order of what `rows` takes.

    Attributes:
        contract: of the game.
        ouvert: whether it is a null ouvert.
        hand: the soloist's ten cards.
        away: what they laid away; 0 in a hand game.
        seat: of the soloist.
        bids: highest values that the players to the left and to the right named or held, 0: none.
        from_hand: whether the skat was left alone.
    """

    contract: int
    ouvert: bool
    hand: int
    away: int
    seat: int
    bids: tuple[int, int]
    from_hand: bool

    @property
    def kind(self) -> int:
        """Of `KINDS`."""
        if self.contract == NULL:
            return 2 + self.ouvert
        return int(self.contract == GRAND)

    def chances(self, worth: GameWorth) -> npt.NDArray[np.float32]:
        """To win it with 61 card points (null: without a trick), schneider, and schwarz [3]."""
        hand, away = (np.array([cards], np.uint32) for cards in (self.hand, self.away))
        found = worth.chances(
            self.contract, self.ouvert, hand, away, self.seat, self.bids, self.from_hand
        )
        return np.asarray(found[0])


THRESHOLD = 0.6
"""The usual chance from which a game is played."""

SKATS = 231
"""Pairs of the 22 cards that are not in the own hand."""

MOST_WAYS = 66 * 5 + 2
"""Discards for each trump game, and the best ones for null and null ouvert."""

_Row = tuple[int, int, bool, int, int, float, float]


@functools.cache
def game_worth(players: Players) -> GameWorth:
    """What games are worth, as it came true in games of these players."""
    return GameWorth(*map(fitted.read, FILES[players]))


@functools.lru_cache(maxsize=16)
def compiled_kermit(
    threshold: float, against: Players = "rule", tried: int = 0, skats_apart: int = 1
) -> Kermit:
    """The bidder in compiled code, without the proof of sure games; policies play ways out.

    Raises:
        NetworkFileError: the policy's file is missing or damaged.
    """
    by = policy_from().player(0.0) if tried else None
    return Kermit(threshold, game_worth(against), skats_apart, tried, by)


def kermit_bidder(
    threshold: float, *, sure: bool = True, against: Players = "rule", tried: int = 0
) -> Bidder:
    """A bidder that plays whatever it wins with a chance of at least the threshold.

    The chance is that of the best discards and declaration by expected score, mean over all skats,
    or of the best game from the hand; a game that is proven sure has a chance of 1, unless ``sure``
    is false. With the skat in hand policies play out so many pairs of discards and a declaration,
    ``tried``, before one is chosen. The decisions raise `NoWorldError` where what the player knows
    contradicts itself.
    """
    kermit = compiled_kermit(threshold, against, tried)

    def decide(view: SkatView, seed: int) -> Choice:
        del seed  # nothing is random
        check_consistent(view)
        look = KermitLook(kermit, view.hand | view.skat, view.player, bids_beside(view), sure)
        if view.phase == Phase.BIDDING:
            choice = bid(view, look, threshold)
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
    """A hand examined with all skats.

    Attributes:
        kermit: who looks.
        hand: ten cards, or the twelve with the skat.
        seat: of the bidder.
        bids: highest values that the players to the left and to the right named or held, 0: none.
        sure: whether games from the hand that are proven sure count as won. Behind each of 231
            skats it would take too long to ask, and changes a mean chance by little.
    """

    kermit: Kermit
    hand: int
    seat: int
    bids: tuple[int, int]
    sure: bool = True

    @property
    def worlds(self) -> int:
        """How many skats there are."""
        return SKATS

    def from_the_hand(self, bid: int) -> list[Prospect]:
        """Games from the hand that may follow the bid, the best first."""
        games = _prospects(self.kermit.from_hand(self.hand, bid, self.seat, self.bids))
        if not self.sure:
            return games
        bounded = [with_bounds(game, self.hand, bid, self.seat) for game in games]
        return sorted(bounded, key=lambda p: -p.score)

    def after_pickup(self, bid: int) -> list[Prospect]:
        """The best after each skat, by declaration, the most frequent first."""
        best = self.kermit.after_pickup(self.hand, bid, self.seat, self.bids)
        return by_declaration(_prospects(best))

    def with_skat(self, bid: int, laid_away: int) -> list[Prospect]:
        """What to put away and to declare: each declaration with its best discards.

        The first is to be played. It stays the same for both discards and the declaration.

        Args:
            bid: that the game must be worth.
            laid_away: the cards put away already.
        """
        plan, ranked = ranked_ways(self, bid, 0)[0], ranked_ways(self, bid, laid_away)
        if may_follow(plan.discards, laid_away):
            return [plan, *(way for way in ranked if way.declaration != plan.declaration)]
        return list(ranked)


@functools.lru_cache(maxsize=64)
def ranked_ways(look: KermitLook, bid: int, laid_away: int) -> tuple[Prospect, ...]:
    """The best of each declaration with twelve cards, what is to be played first."""
    cards, seat = look.hand, look.seat
    ways = _prospects(look.kermit.try_out(cards, bid, seat, look.bids, laid_away))
    if not look.sure:
        return tuple(ways)
    bounded = []
    for way in ways:
        # There is time for other discards in two games: what looks best, and the grand.
        tried = way is ways[0] or way.declaration.contract == GRAND
        bounded.append(with_bounds(way, cards, bid, seat, laid_away if tried else None))
    proven = [new for old, new in zip(ways, bounded, strict=True) if new is not old]
    first = max([bounded[0], *proven], key=lambda way: way.score)
    others = (way for way in bounded if way is not first)
    return (first, *sorted(others, key=lambda way: -way.score))


def bids_beside(view: SkatView) -> tuple[int, int]:
    """The highest values that the players to the left and to the right named or held, 0: none."""
    bids = highest_bids(view.history)
    return bids[(view.player + 1) % 3], bids[(view.player + 2) % 3]


def _prospects(rows: Iterable[_Row]) -> list[Prospect]:
    return [
        Prospect(Declaration(contract, level, hand), discards, None, chance, score)
        for contract, level, hand, _, discards, chance, score in rows
    ]
