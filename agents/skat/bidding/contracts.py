"""Contracts and discards of a hand, valued by open-hand play over worlds."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.bidding.correction import Correction
from vorhand.games.skat.cards import cards_text, pairs_of
from vorhand.games.skat.contracts import (
    CONTRACTS,
    NULL,
    OUVERT,
    PLAIN,
    SCHNEIDER,
    SCHWARZ,
    Declaration,
)
from vorhand.native.skat import (
    card_points,
    hand_chances,
    matadors,
    may_declare,
    outlook,
    trump_mask,
)
from vorhand.native.skat_solver import solve

Rows: TypeAlias = npt.NDArray[np.uint32]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]

_FOREHAND = 0
_TO_WIN, _FOR_SCHNEIDER = 61, 90
_LIKELY = 0.5  # minimum share of worlds for an announcement of schneider or schwarz
_ALMOST_ALL = 0.9  # share of worlds with schneider above which schwarz is examined


def may_follow(pair: int, laid_away: int) -> bool:
    """Return whether a pair, discarded in ascending order, can begin with the cards laid away."""
    return pair & laid_away == laid_away and (pair ^ laid_away or pair) >= laid_away


def discards_of(twelve: int, laid_away: int) -> list[int]:
    """Return the pairs of discards that are possible once these cards are laid away."""
    return [pair for pair in pairs_of(twelve) if may_follow(pair, laid_away)]


@dataclass(frozen=True)
class Candidate:
    """A contract with its discards (0: a hand game)."""

    contract: int
    discards: int

    @property
    def hand(self) -> bool:
        """True if it is played from the hand."""
        return self.discards == 0

    def declarations(self, shares: Sequence[float]) -> list[Declaration]:
        """Return the declarations of this candidate.

        Announcements depend on the shares of worlds won, won with schneider and won with schwarz.
        """
        if self.contract == NULL:
            return [Declaration(NULL, level, self.hand) for level in (PLAIN, OUVERT)]
        levels = [PLAIN]
        if self.hand and shares[1] > _LIKELY:
            levels.append(SCHNEIDER)
        if self.hand and shares[2] > _LIKELY:
            levels += [SCHWARZ, OUVERT]
        return [Declaration(self.contract, level, self.hand) for level in levels]


@dataclass(frozen=True)
class Prospect:
    """The expected results of a declaration."""

    declaration: Declaration  # the game
    discards: int  # the discards; 0 in a hand game, or if they depend on the skat
    # share of worlds won as declared and bid with all cards open; None if not examined
    open_hand: float | None
    chance: float  # the chance to win; if it comes from open-hand play, a corrected one
    score: float  # expected Seeger-Fabian score less the mean score of the other two
    # share of the skats with which this is the best contract; 1 once the skat is known
    chosen: float = 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the prospect as plain data, with cards by name."""
        return asdict(self) | {
            "declaration": str(self.declaration),
            "discards": cards_text(self.discards).split(),
        }


def candidates(
    twelve: int, seat: int, discards: int, margin: float, bid: int, laid_away: int = 0
) -> list[Candidate]:
    """Return contracts and discards to examine, selected by the rule player's estimate.

    Each contract has at most ``discards`` pairs. Contracts whose chance is below the best one's by
    more than the margin are left out, and null if it cannot be worth the bid.
    """
    groups: list[tuple[float, list[Candidate]]] = []
    pairs = discards_of(twelve, laid_away)
    for contract in _worth(bid, hand=False):
        loose = [pair for pair in pairs if not pair & trump_mask(contract)] or pairs
        away = np.array(loose, np.uint32)
        hands = np.uint32(twelve) & ~away
        chances = np.asarray(hand_chances(contract, hands, away, seat == _FOREHAND), np.float64)
        best = np.argsort(-chances[:, 0], kind="stable")[:discards]
        top = matadors(contract, twelve)
        chance, _ = _outlook(Declaration(contract), top, chances[best[0]].tolist(), bid)
        groups.append((chance, [Candidate(contract, loose[i]) for i in best]))
    limit = max(chance for chance, _ in groups) - margin
    return list(itertools.chain.from_iterable(ways for chance, ways in groups if chance >= limit))


def hand_candidates(hand: int, seat: int, margin: float, bid: int = 0) -> list[Candidate]:
    """Return the hand games to examine, as in `candidates`; a bid of 0 means no bid."""
    cards, none = np.array([hand], np.uint32), np.zeros(1, np.uint32)
    chances = {
        contract: float(hand_chances(contract, cards, none, seat == _FOREHAND)[0, 0])
        for contract in _worth(bid, hand=True)
    }
    limit = max(chances.values()) - margin
    return [Candidate(contract, 0) for contract, chance in chances.items() if chance >= limit]


def _worth(bid: int, *, hand: bool) -> list[int]:
    """Return all trump contracts, and null if null ouvert is worth at least the bid."""
    return [
        contract
        for contract in range(len(CONTRACTS))
        if contract != NULL or may_declare(NULL, OUVERT, hand, bid)
    ]


def reached(contract: int, rows: Rows, soloist: int) -> Flags:
    """Compute whether open-hand play makes 61 points, 90 points and all tricks: [n, 3].

    At null all three flags state whether the soloist takes no trick. ``rows`` are worlds [n, 4]
    before the first lead. Schwarz is examined only if the soloist makes schneider in nearly all of
    them.
    """
    hands = np.ascontiguousarray(rows[:, :3])
    if contract == NULL:
        made, _, _ = solve(hands, contract, soloist, _FOREHAND, question="value")
        return np.repeat(np.asarray(made)[:, None] == 1, 3, axis=1)
    flags = np.zeros((len(rows), 3), bool)
    skat_points = np.array([card_points(int(skat)) for skat in rows[:, 3]])
    for points in np.unique(skat_points):
        here = np.flatnonzero(skat_points == points)
        these = np.ascontiguousarray(hands[here])
        for level, needed in enumerate((_TO_WIN, _FOR_SCHNEIDER)):
            answer, _, _ = solve(
                these, contract, soloist, _FOREHAND, question="at_least", low=int(needed - points)
            )
            here, these = here[np.asarray(answer) == 1], these[np.asarray(answer) == 1]
            flags[here, level] = True
            if len(here) == 0:
                break
    if flags[:, 1].mean() > _ALMOST_ALL:
        all_tricks, _, _ = solve(hands, contract, soloist, _FOREHAND, question="takes_all")
        flags[:, 2] = np.asarray(all_tricks) == 1
    return flags


def prospects(
    candidate: Candidate,
    shares: Sequence[float],
    tops: Iterable[int],
    bid: int,
    correction: Correction,
) -> list[Prospect]:
    """Return the prospects of a candidate's declarations.

    The shares are those of worlds won with open hands, won with schneider and won with schwarz. A
    bid of 0 means no bid. ``tops`` are the soloist's matadors, one number for each skat examined.
    """
    results = []
    all_tops = list(tops)
    for declaration in candidate.declarations(shares):
        chances = [float(chance) for chance in correction.chance(declaration, shares)]
        parts = np.array([_outlook(declaration, top, chances, bid) for top in all_tops])
        chance, score = parts.mean(axis=0)
        share = np.mean([_outlook(declaration, top, shares, bid)[0] for top in all_tops])
        results.append(
            Prospect(declaration, candidate.discards, float(share), float(chance), float(score))
        )
    return results


def allowed(found: Iterable[Prospect], bid: int) -> list[Prospect]:
    """Return the prospects whose declarations may follow the bid, the best first."""
    games = ((p.declaration, p) for p in found)
    legal = [p for game, p in games if may_declare(game.contract, game.level, game.hand, bid)]
    return sorted(legal, key=lambda p: -p.score)


def _outlook(
    declaration: Declaration, top: int, chances: Sequence[float], bid: int
) -> tuple[float, float]:
    first, second, third = chances
    return outlook(
        declaration.contract,
        declaration.level,
        declaration.hand,
        top,
        (first, min(first, second), min(first, second, third)),
        bid,
    )
