"""Endings of Skat deals as they come up in play: CFR solution, and what PIMC loses to it.

After Long, Sturtevant, Buro and Furtak (AAAI 2010). Deals are bid and played by the rule
player down to the last tricks. The game that is solved begins with a chance node over
the worlds that the public history leaves, all equally likely; who led and what was played
before says nothing more. Scores are tournament points (Seeger-Fabian), the soloist's less
those of one defender.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vorhand.evaluation import array_game
from vorhand.evaluation.array_game import ArrayGame
from vorhand.evaluation.parallel import Workers, ordered_map
from vorhand.native import skat

_TRICKS = 10
_SEATS = 3
_ALL_CARDS = 0xFFFFFFFF


@dataclass(frozen=True)
class Ending:
    """What was found in one deal; points are NaN where it was decided.

    Attributes:
        undecided: two lines of play in some consistent world pay differently.
        open_undecided: two lines of play pay differently as the cards lie.
        winner_undecided: two lines of play have different winners as the cards lie.
        sampled: the worlds were too many, and some were drawn.
        value: of the CFR solution for the soloist.
        losses: what PIMC loses in each seat alone, soloist first, against the solution.
        side_losses: what PIMC loses as the soloist, and as both defenders.
        gap: mean over the seats of what a best response gains against the solution.
    """

    undecided: bool
    open_undecided: bool
    winner_undecided: bool
    sampled: bool
    value: float = math.nan
    losses: tuple[float, float, float] = (math.nan,) * 3
    side_losses: tuple[float, float] = (math.nan,) * 2
    gap: float = math.nan


def play_to(seed: int, tricks_left: int) -> skat.Deal:
    """A deal that the rule player bid and played, with so many tricks left, or ended before.

    Deals that are passed in are dealt again.
    """
    rng = random.Random(seed)
    while True:
        deal = skat.Deal()
        while not deal.is_over and deal.tricks_played < _TRICKS - tricks_left:
            if deal.player == skat.CHANCE_PLAYER:
                deal.apply(rng.choice(deal.legal_actions()))
            else:
                deal.apply(skat.rule_action(deal))
        if deal.soloist >= 0:
            return deal


def public_worlds(deal: skat.Deal) -> npt.NDArray[np.uint32]:
    """The worlds that somebody holds possible who has seen all that is public, no hand.

    Returns:
        uint32 [n, 4]: the three hands and the skat.
    """
    hands = [deal.hand(seat) for seat in range(_SEATS)]
    counts = [cards.bit_count() for cards in (*hands, deal.skat)]
    hidden = hands[0] | hands[1] | hands[2] | deal.skat
    possible = [*(~deal.voids(seat) & _ALL_CARDS for seat in range(_SEATS)), _ALL_CARDS]
    # One defender's hand is gone through, for each the sampler lists where the rest may be.
    seat = (deal.soloist + 1) % _SEATS
    counts_left = [0 if place == seat else count for place, count in enumerate(counts)]
    found = []
    able = [card for card in range(32) if hidden & possible[seat] & 1 << card]
    for cards in combinations(able, counts[seat]):
        hand = sum(1 << card for card in cards)
        known = [hand if place == seat else 0 for place in range(4)]
        rest = hidden & ~hand
        try:
            worlds = skat.Worlds.known(
                player=seat,
                soloist=deal.soloist,
                hidden=rest,
                known=known,
                hidden_count=counts_left,
                possible=[0 if place == seat else rest & possible[place] for place in range(4)],
            )
        except skat.InvalidDealError:
            continue  # with this hand the others' voids leave no world
        found.append(worlds.slice(0, worlds.count))
    return np.concatenate(found)


def as_game(deal: skat.Deal, worlds: npt.NDArray[np.uint32], max_nodes: int) -> ArrayGame:
    """The rest of a deal, at the beginning of a trick, as a game over the worlds given.

    Raises:
        ValueError: more nodes than ``max_nodes``.
    """
    arrays = skat.ending_tree(
        worlds,
        contract=deal.contract,
        level=deal.level,
        hand=deal.hand_game,
        bid=deal.bid,
        soloist=deal.soloist,
        soloist_knows_skat=deal.picked_up,
        leader=deal.leader,
        soloist_points=deal.soloist_points,
        soloist_tricks=deal.soloist_tricks,
        soloist_played=deal.played(deal.soloist),
        max_nodes=max_nodes,
    )
    return array_game.sort_by_level(deal.soloist, *arrays)


def examine(deal: skat.Deal, iterations: int, max_nodes: int, seed: int = 0) -> Ending:
    """Solves one ending by CFR+ and plays PIMC against the solution."""
    if deal.is_over:
        return Ending(False, False, False, False)
    true_world = np.array([[*(deal.hand(s) for s in range(_SEATS)), deal.skat]], np.uint32)
    as_it_lies = as_game(deal, true_world, max_nodes)
    open_undecided, winner_undecided = not as_it_lies.decided, not as_it_lies.winner_decided
    game, sampled = _largest(deal, max_nodes, seed)
    if game.decided:
        return Ending(False, open_undecided, winner_undecided, sampled)
    solution, pimc = array_game.solve(game, iterations), array_game.pimc(game)
    value = array_game.value(game, solution)
    seats = [(deal.soloist + k) % _SEATS for k in range(_SEATS)]

    def loss(replaced: list[int]) -> float:
        found = array_game.value(game, game.take_seats(replaced, pimc, solution))
        return value - found if replaced == [deal.soloist] else found - value

    gains = [
        array_game.best_response(game, solution, seat) - (value if k == 0 else -value)
        for k, seat in enumerate(seats)
    ]
    soloist, second, third = (loss([seat]) for seat in seats)
    return Ending(
        undecided=True,
        open_undecided=open_undecided,
        winner_undecided=winner_undecided,
        sampled=sampled,
        value=value,
        losses=(soloist, second, third),
        side_losses=(soloist, loss(seats[1:])),
        gap=sum(gains) / _SEATS,
    )


def _largest(deal: skat.Deal, max_nodes: int, seed: int) -> tuple[ArrayGame, bool]:
    """The game over all worlds, or over as many drawn ones as fit."""
    worlds = np.random.default_rng(seed).permutation(public_worlds(deal))
    count = len(worlds)
    while True:
        try:
            return as_game(deal, worlds[:count], max_nodes), count < len(worlds)
        except ValueError:
            if count == 1:
                raise
            count = max(1, count // 2)


def examine_many(
    tricks: int,
    deals: int,
    iterations: int = 100,
    max_nodes: int = 500_000,
    seed: int = 0,
    workers: Workers = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Ending]:
    """`examine` for many deals of the rule player, each from its own seed.

    Args:
        tricks: left to play, 1 to 5.
        deals: how many; passed-in ones are not counted.
        iterations: of CFR+.
        max_nodes: of a game; beyond it worlds are drawn instead of all taken.
        seed: fixes everything, whatever the number of workers.
        workers: number of processes, or a Ray cluster.
        progress: called with the deals done.

    Raises:
        ValueError: a number out of range.
    """
    if not 1 <= tricks <= 5:
        raise ValueError(f"tricks={tricks}: expected 1 to 5")
    if deals < 1 or iterations < 1 or max_nodes < 1 or seed < 0:
        raise ValueError(
            f"deals={deals}, iterations={iterations}, max_nodes={max_nodes}, seed={seed}: "
            "expected at least 1, 1, 1 and 0"
        )
    jobs = [(tricks, seed * 10**9 + deal, iterations, max_nodes) for deal in range(deals)]
    found = []
    for ending in ordered_map(_examine, jobs, workers):
        found.append(ending)
        if progress is not None:
            progress(len(found))
    return found


def _examine(job: tuple[int, int, int, int]) -> Ending:
    tricks, seed, iterations, max_nodes = job
    return examine(play_to(seed, tricks), iterations, max_nodes, seed)
