"""Proofs for a bidder that a game is won against every layout, so that its chance is 1.

Furtak's thesis (2013), section 6.3: the estimated chance of a hand and its two discards is replaced
by 1 if a paranoid search proves a win, so that a grand proven sure is not given up. Only games
with a good estimate are searched; a game not proven within few nodes keeps its estimate.
"""

from dataclasses import replace

from vorhand.agents.skat.bidding.contracts import Prospect, discards_of
from vorhand.games.skat.cards import ALL_CARDS
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT, PLAIN
from vorhand.games.skat.paranoid import WON
from vorhand.native.skat import card_points, matadors, outlook
from vorhand.native.skat_solver import unlosable

LIKELY = 0.5
"""Smallest estimated chance of a game that is searched for a proof."""

_NODES = 60
_WORTH_A_SEARCH = 0.8
"""Smallest chance for which other discards are tried."""
_TRIES = 16
"""Maximum number of other discards tried, most card points first; a grand tries all."""
_FOREHAND = 0


def is_sure(contract: int, own: int, away: int, seat: int) -> bool:
    """Return whether a short search proves that these ten cards win the plain game in every world.

    ``away`` are the two discards, or 0 for a hand game, whose skat is unknown.
    """
    unseen = ALL_CARDS & ~own & ~away
    goal = "no_trick" if contract == NULL else "points"
    may, holds, leader = (unseen, unseen), (10, 10), (_FOREHAND - seat) % 3
    need = 0 if contract == NULL else WON - card_points(away)
    verdict, _ = unlosable(contract, own, unseen, may, holds, leader, [], goal, need, _NODES)
    return bool(verdict == 1)


def with_bounds(
    prospect: Prospect, cards: int, bid: int, seat: int, laid_away: int | None = None
) -> Prospect:
    """Return the prospect, with a chance of 1 if it is proven sure.

    Args:
        prospect: the game, with its discards.
        cards: the soloist's cards before discarding: twelve, or ten in a hand game.
        bid: the value that the game must be worth.
        seat: the soloist's seat.
        laid_away: cards already discarded. If the game is not sure with the prospect's discards,
            other pairs that include these cards are tried; if None, no other pair is tried.
    """
    if prospect.chance < LIKELY or not _plain(prospect):
        return prospect
    contract = prospect.declaration.contract
    ways = [prospect.discards]
    if laid_away is not None and prospect.chance >= _WORTH_A_SEARCH:
        others = _discards(cards, laid_away)
        ways += others if contract == GRAND else others[:_TRIES]
    for away in ways:
        if is_sure(contract, cards & ~away, away, seat):
            top = matadors(contract, cards)
            declared = prospect.declaration
            certain = (1.0, 0.0, 0.0)
            worth = outlook(contract, declared.level, declared.hand, top, certain, bid)
            if worth[0] < 1:
                return prospect  # the game is worth less than the bid
            score = max(worth[1], prospect.score)
            return replace(prospect, discards=away, chance=1.0, score=score)
    return prospect


def _plain(prospect: Prospect) -> bool:
    """Return whether the game is without an announcement; ouvert null counts as plain."""
    declared = prospect.declaration
    return declared.level in ((PLAIN, OUVERT) if declared.contract == NULL else (PLAIN,))


def _discards(cards: int, laid_away: int) -> list[int]:
    """Return the pairs to discard, the most card points first."""
    return sorted(discards_of(cards, laid_away), key=card_points, reverse=True)
