"""Bids, discards and declarations by open-hand play over sampled worlds.

Before the skat is seen, the hand is examined with a number of possible skats. For each skat the
best contract is chosen on one half of the worlds and valued on the other half, and vice versa, so
that the value is not biased by the choice. Once the skat is known, all promising contracts and
discards are examined in few worlds, and the best of them in many.

The results depend only on the cards, the seat and the seed, so a hand is examined only once for all
bids.
"""

import functools
import hashlib
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.bidding.bidder import Bidder, bid, by_declaration, pick_up, play
from vorhand.agents.skat.bidding.contracts import (
    Candidate,
    Flags,
    Prospect,
    Rows,
    allowed,
    candidates,
    hand_candidates,
    prospects,
    reached,
)
from vorhand.agents.skat.bidding.correction import Correction, uncorrected
from vorhand.agents.skat.worlds import check_consistent
from vorhand.games.skat.cards import ALL_CARDS, card_list, card_set
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase, matadors

Options: TypeAlias = tuple[tuple[Candidate, Flags], ...]
"""Candidates, with the levels that each reaches in each world."""

_SKATS = 24  # skats examined before the skat is known; each unseen card is in about two
_LOOKS_A_SKAT = 2  # pairs of discards for each contract and each of these skats
_LOOKS = 6  # pairs of discards for each contract once the skat is known
_FINALISTS = 2  # number of these pairs that are examined in all worlds
MARGIN = 0.3  # contracts are dropped if the rule player's estimate trails by more


def monte_carlo_bidder(worlds: int, threshold: float, correction: Correction) -> Bidder:
    """Make a bidder that bids while some game has a chance to win of at least the threshold.

    The decisions raise `NoWorldError` if the player's knowledge contradicts itself.
    """

    def decide(view: SkatView, seed: int) -> Choice:
        check_consistent(view)
        if view.phase == Phase.BIDDING:
            choice = bid(view, _look(view, seed), threshold)
        elif view.phase == Phase.PICK_UP_OR_HAND:
            choice = pick_up(view, _look(view, seed))
        else:
            choice = _play(view, seed)
        possible = int(view.worlds().count)
        return replace(choice, possible=possible, effective_worlds=float(choice.worlds))

    def _look(view: SkatView, seed: int) -> HandLook:
        hand, seat = view.hand, view.player
        look = look_at_hand(hand, seat, worlds, _seed_of(seed, hand, seat))
        return replace(look, correction=correction)

    def _play(view: SkatView, seed: int) -> Choice:
        """Discard for the best game and declare it; assess the options again after each discard."""
        cards, seat, bid = view.hand | view.skat, view.player, view.bid
        if view.hand_game:
            ways = hand_candidates(cards, seat, MARGIN, bid)
        else:
            ways = candidates(cards, seat, _LOOKS, MARGIN, bid, view.skat)
        look = look_at_ways(tuple(ways), cards, seat, worlds, _seed_of(seed, cards, seat))
        return play(view, _best_first(look, cards, bid, correction), worlds)

    return decide


@dataclass(frozen=True)
class HandLook:
    """A hand examined with many skats.

    Attributes:
        hand: the ten cards.
        skats: each skat, with the candidates after picking it up and the levels that they reach in
            its worlds.
        from_hand: the hand games and the levels they reach in all worlds.
        correction: correction of the win rates with open hands.
    """

    hand: int
    skats: tuple[tuple[int, Options], ...]
    from_hand: Options
    correction: Correction = field(default_factory=uncorrected)

    @property
    def worlds(self) -> int:
        """The number of worlds examined, over all skats."""
        return len(self.from_hand[0][1])

    def from_the_hand(self, bid: int) -> list[Prospect]:
        """Return the hand games that may follow the bid, the best first."""
        skats = [skat for skat, _ in self.skats]
        games = (
            prospect
            for candidate, flags in self.from_hand
            for prospect in prospects(
                candidate,
                flags.mean(axis=0).tolist(),
                [matadors(candidate.contract, self.hand | skat) for skat in skats],
                bid,
                self.correction,
            )
        )
        return allowed(games, bid)

    def after_pickup(self, bid: int) -> list[Prospect]:
        """Average the best prospects of each declaration over the skats, most frequent first."""
        return by_declaration(
            self._best(skat, options, bid, fold) for skat, options in self.skats for fold in (0, 1)
        )

    def _best(self, skat: int, options: Options, bid: int, fold: int) -> Prospect:
        """Choose the best prospect on one half of the worlds and value it on the other half."""
        twelve = self.hand | skat

        def seen(candidate: Candidate, flags: Flags, half: int) -> list[Prospect]:
            shares = flags[half::2].mean(axis=0).tolist()
            tops = [matadors(candidate.contract, twelve)]
            return prospects(candidate, shares, tops, bid, self.correction)

        ranked = [
            (prospect.score, k, j)
            for k, (candidate, flags) in enumerate(options)
            for j, prospect in enumerate(seen(candidate, flags, fold))
        ]
        _, k, j = max(ranked, key=lambda entry: entry[0])
        return seen(*options[k], 1 - fold)[j]


@functools.lru_cache(maxsize=8)
def look_at_hand(hand: int, seat: int, worlds: int, seed: int) -> HandLook:
    """Examine a hand before the skat is known, in about `worlds` worlds for each contract."""
    rng = np.random.default_rng(seed)
    hidden = np.array(card_list(ALL_CARDS & ~hand))
    layouts = max(2, worlds // _SKATS)
    skats = []
    parts: list[Rows] = []
    for _ in range(_SKATS):
        order = rng.permutation(hidden)
        skat = card_set(order[:2].tolist())
        twelve = hand | skat
        others = _layouts(twelve, seat, layouts, rng)
        parts.append(_with_soloist(others, seat, hand, skat))
        options = tuple(
            (way, _reached(way, others, seat, twelve))
            for way in candidates(twelve, seat, _LOOKS_A_SKAT, MARGIN, bid=0)
        )
        skats.append((skat, options))
    rows = np.concatenate(parts)
    from_hand = tuple(
        (way, reached(way.contract, rows, seat)) for way in hand_candidates(hand, seat, MARGIN)
    )
    return HandLook(hand, tuple(skats), from_hand)


@functools.lru_cache(maxsize=8)
def look_at_ways(
    ways: tuple[Candidate, ...], cards: int, seat: int, worlds: int, seed: int
) -> Options:
    """Evaluate all candidates in a quarter of the worlds, and the best of each contract in all."""
    rng = np.random.default_rng(seed)
    others = _layouts(cards, seat, worlds, rng)
    few = max(1, worlds // 4)
    first = [_reached(way, others[:few], seat, cards) for way in ways]
    kept = _finalists(ways, [float(flags[:, 0].mean()) for flags in first])
    rest = [_reached(ways[k], others[few:], seat, cards) for k in kept]
    return tuple(
        (ways[k], np.concatenate([first[k], more])) for k, more in zip(kept, rest, strict=True)
    )


def _finalists(ways: tuple[Candidate, ...], shares: list[float]) -> list[int]:
    """Return the indices of the best discards of each contract."""
    kept: list[int] = []
    for contract in sorted({way.contract for way in ways}):
        same = [k for k, way in enumerate(ways) if way.contract == contract]
        kept += sorted(same, key=lambda k: -shares[k])[:_FINALISTS]
    return kept


def _reached(way: Candidate, others: Rows, seat: int, cards: int) -> Flags:
    return reached(way.contract, _dealt(others, seat, way, cards), seat)


def _best_first(look: Options, cards: int, bid: int, correction: Correction) -> list[Prospect]:
    """Return the prospects whose declarations may follow the bid, the best first."""
    games = (
        prospect
        for way, flags in look
        for prospect in prospects(
            way, flags.mean(axis=0).tolist(), [matadors(way.contract, cards)], bid, correction
        )
    )
    return allowed(games, bid)


def _layouts(own: int, seat: int, n: int, rng: np.random.Generator) -> Rows:
    """Draw layouts [n, 4] of the cards that are not among the player's ten or twelve."""
    hidden = np.array(card_list(ALL_CARDS & ~own), np.uint32)
    order = rng.permuted(np.tile(hidden, (n, 1)), axis=1)
    bits = np.left_shift(np.uint32(1), order)
    rows = np.zeros((n, 4), np.uint32)
    places = [place for place in range(3) if place != seat]
    for k, place in enumerate(places):
        rows[:, place] = np.bitwise_or.reduce(bits[:, 10 * k : 10 * k + 10], axis=1)
    rows[:, 3] = np.bitwise_or.reduce(bits[:, 20:], axis=1)
    return rows


def _with_soloist(rows: Rows, seat: int, hand: int, skat: int) -> Rows:
    filled = rows.copy()
    filled[:, seat], filled[:, 3] = hand, skat
    return filled


def _dealt(others: Rows, seat: int, way: Candidate, cards: int) -> Rows:
    """Return the worlds with the soloist's cards after the candidate's discards."""
    if way.hand:
        filled = others.copy()
        filled[:, seat] = cards
        return filled
    return _with_soloist(others, seat, cards & ~way.discards, way.discards)


def _seed_of(seed: int, cards: int, seat: int) -> int:
    digest = hashlib.blake2b(repr((seed, cards, seat)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
