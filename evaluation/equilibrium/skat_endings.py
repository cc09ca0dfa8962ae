"""Endings of Skat deals as they arise in play: the CFR solution, and the losses of PIMC.

After Long, Sturtevant, Buro and Furtak (AAAI 2010). Deals come from records, or are bid and
played by the rule player, down to the last tricks. The solved game begins with a chance node over
the worlds that are consistent with the public history, all equally likely. The earlier plays carry
no further information. The loss of PIMC is measured in the true world, in expectation over the
players' mixing. The solved game pays the soloist's tournament points (Seeger-Fabian) minus those of
one defender. The loss of PIMC in a seat is given in that seat's own tournament points, of which a
defender has 40 or none, as in the paper. The definition of an undecided deal is ours, because the
paper does not give its own.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.outcomes import true_world
from vorhand.evaluation.arena.estimates import Estimate, ratio, share
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.array_game import ArrayGame
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal, read_played_deal
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.records import RecordLines
from vorhand.native import skat
from vorhand.native.errors import InputError, InvalidDealError

_TRICKS = 10
_SEATS = 3
_ALL_CARDS = 0xFFFFFFFF


Source: TypeAlias = int | PlayedDeal
"""The seed of a deal for rule players, or a deal that was played."""


@dataclass(frozen=True)
class Ending:
    """The results of one deal; a decided deal is not solved, and its losses are 0.

    Attributes:
        undecided: True if two lines of play pay differently in the true world.
        winner_undecided: True if two lines of play have different winners in the true world.
        next_card_decides: True if the next card may change the winner, with all cards open.
        sampled: True if there were too many worlds, so that some were drawn.
        losses: for each seat, soloist first, the seat's own points that PIMC loses in the true
            world if the other seats play the solution; NaN if undecided and not solved.
        world_losses: the same losses, but as a mean over all worlds.
        both_defenders: the loss of each defender in the true world if both play PIMC; NaN if
            undecided and not solved.
        gap: mean over the seats of the gain of a best response against the solution, in points of
            the solved game; NaN if not solved.
    """

    undecided: bool = False
    winner_undecided: bool = False
    next_card_decides: bool = False
    sampled: bool = False
    losses: tuple[float, float, float] = (0.0,) * 3
    world_losses: tuple[float, float, float] = (0.0,) * 3
    both_defenders: float = 0.0
    gap: float = math.nan


def play_to(seed: int, tricks_left: int) -> skat.Deal:
    """Return a deal of rule players when this many tricks are left, or at its end.

    Passed-in deals are replaced.
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


def replay_to(played: PlayedDeal, tricks_left: int) -> skat.Deal | None:
    """Return a recorded deal with this many tricks left; None if it ended before that."""
    for standing, _ in played.plays():
        if standing.tricks_played == _TRICKS - tricks_left:
            return standing.copy()
    return None


def public_worlds(deal: skat.Deal) -> npt.NDArray[np.uint32]:
    """Return the worlds [n, 4] that are possible by public information, without any hand known."""
    hands = [deal.hand(seat) for seat in range(_SEATS)]
    counts = [cards.bit_count() for cards in (*hands, deal.skat)]
    hidden = hands[0] | hands[1] | hands[2] | deal.skat
    possible = [*(~deal.voids(seat) & _ALL_CARDS for seat in range(_SEATS)), _ALL_CARDS]
    # Enumerate one defender's hands; for each the sampler lists the layouts of the rest.
    seat = (deal.soloist + 1) % _SEATS
    counts_left = [0 if place == seat else count for place, count in enumerate(counts)]
    worlds_of_each = []
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
        except InvalidDealError:
            continue  # no world is consistent: the other players' voids exclude this hand
        worlds_of_each.append(worlds.slice(0, worlds.count))
    return np.concatenate(worlds_of_each)


def as_game(deal: skat.Deal, worlds: npt.NDArray[np.uint32], node_budget: int) -> ArrayGame:
    """Return the rest of a deal, from the beginning of a trick, as a game over the given worlds.

    Raises:
        ValueError: more nodes than ``node_budget``.
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
        node_budget=node_budget,
    )
    return array_game.sort_by_level(deal.soloist, *arrays)


def examine(deal: skat.Deal, iterations: int, node_budget: int, seed: int = 0) -> Ending:
    """Solve an ending by CFR+ and measure the losses of PIMC against the solution.

    With 0 iterations an undecided ending is not solved, and its losses are NaN.
    """
    if deal.is_over:
        return Ending()
    as_it_lies = true_world(deal)
    alone = as_game(deal, as_it_lies, node_budget)
    if alone.decided:
        return Ending()
    ending = Ending(
        undecided=True,
        winner_undecided=not alone.winner_decided,
        next_card_decides=_next_card_decides(alone),
        losses=(math.nan,) * 3,
        world_losses=(math.nan,) * 3,
        both_defenders=math.nan,
    )
    if iterations == 0:
        return ending
    game, sampled = _largest(deal, as_it_lies, node_budget, seed)
    solution, pimc = array_game.solve(game, iterations), array_game.pimc(game)
    seats = [(deal.soloist + k) % _SEATS for k in range(_SEATS)]

    def losses(replaced: list[int]) -> npt.NDArray[np.float64]:
        own = game.points_of(replaced[0])
        policy = game.take_seats(replaced, pimc, solution)
        return array_game.world_values(own, solution) - array_game.world_values(own, policy)

    value = float(array_game.world_values(game, solution).mean())
    gains = [
        array_game.best_response(game, solution, seat) - (value if seat == deal.soloist else -value)
        for seat in seats
    ]
    alone_losses = [losses([seat]) for seat in seats]
    soloist, second, third = (float(lost[0]) for lost in alone_losses)
    over_worlds = [float(lost.mean()) for lost in alone_losses]
    return replace(
        ending,
        sampled=sampled,
        losses=(soloist, second, third),
        world_losses=(over_worlds[0], over_worlds[1], over_worlds[2]),
        both_defenders=float(losses(seats[1:])[0]),
        gap=sum(gains) / _SEATS,
    )


def _next_card_decides(alone: ArrayGame) -> bool:
    values, root = array_game.open_hand_values(alone.of_winners()), alone.roots[0]
    while alone.moves[root] == 1:
        root = alone.first_child[root]
    below = values[alone.first_child[root] :][: alone.moves[root]]
    return bool(below.size and below.min() < below.max())


def _largest(
    deal: skat.Deal, as_it_lies: npt.NDArray[np.uint32], node_budget: int, seed: int
) -> tuple[ArrayGame, bool]:
    """Return the game over the public worlds, the true one first, and True if some are left out.

    The number of worlds, drawn at random, is halved until the nodes are within the budget.
    """
    worlds = public_worlds(deal)
    others = worlds[(worlds != as_it_lies).any(axis=1)]
    worlds = np.concatenate([as_it_lies, np.random.default_rng(seed).permutation(others)])
    count = len(worlds)
    while True:
        try:
            return as_game(deal, worlds[:count], node_budget), count < len(worlds)
        except ValueError:
            if count == 1:
                raise
            count = max(1, count // 2)


def examine_many(
    tricks: int,
    sources: Sequence[Source],
    iterations: int = 60,
    node_budget: int = 8_000_000,
    workers: Workers = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Ending]:
    """Examine deals with 1 to 5 tricks left; raise ValueError for other tricks or no deals."""
    if not 1 <= tricks <= 5:
        raise InputError(f"tricks={tricks}: expected 1 to 5")
    if not sources or iterations < 0 or node_budget < 1:
        raise InputError(
            f"{len(sources)} deals, iterations={iterations}, node_budget={node_budget}: "
            "expected at least 1, 0, 1"
        )
    jobs = [(tricks, source, iterations, node_budget) for source in sources]
    endings = []
    for ending in ordered_map(_examine, jobs, workers):
        endings.append(ending)
        if progress is not None:
            progress(len(endings))
    return endings


def seeds(deals: int, seed: int) -> list[Source]:
    """Return the seeds of deals of the rule player, see `play_to`.

    Raises:
        ValueError: no deals, or a negative seed.
    """
    if deals < 1 or seed < 0:
        raise InputError(f"deals={deals}, seed={seed}: expected at least 1 and 0")
    return [seed * 10**9 + deal for deal in range(deals)]


def recorded(path: Path, deals: int) -> list[Source]:
    """Return the first deals of a file that were won, lost or passed in.

    The file holds records, or is the log of a match.

    Raises:
        PlayedDealError: a line is no deal.
        RecordFileError: the file cannot be read.
        ValueError: there is no such deal in it.
    """
    with RecordLines(path) as lines:
        played = (deal for line in lines if (deal := read_played_deal(line)).won is not None)
        deals_with_play: list[Source] = list(islice(played, deals))
    if not deals_with_play:
        raise InputError(f"{path}: expected a deal that was won or lost, all cards known")
    return deals_with_play


def deals_of(sources: Sequence[Source]) -> npt.NDArray[np.int64]:
    """Return the deal number of each source, int64 [sources].

    Sources with the same hands have the same number: a match plays them with the seats exchanged,
    so their results are dependent.
    """
    numbers: dict[object, int] = {}
    keys = [source if isinstance(source, int) else _dealt(source) for source in sources]
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys])


def _dealt(played: PlayedDeal) -> frozenset[int]:
    """Return the three hands as dealt; if the deal began at card play, the hands at that point."""
    standing = played.deal.beginning()
    for action in played.deal.history:
        if standing.player != skat.CHANCE_PLAYER:
            break
        standing.apply(action)
    return frozenset(standing.hand(seat) for seat in range(_SEATS))


class Figures:
    """Estimates in whose intervals all results from the same cards count as one case."""

    def __init__(self, endings: Sequence[Ending], deals: npt.NDArray[np.int64]) -> None:
        self._deals = deals
        self._numbers = {
            "loss": np.array([np.mean(ending.losses) for ending in endings]),
            "soloist": np.array([ending.losses[0] for ending in endings]),
            "defender": np.array([np.mean(ending.losses[1:]) for ending in endings]),
            "both defenders": np.array([ending.both_defenders for ending in endings]),
            "over worlds": np.array([np.mean(ending.world_losses) for ending in endings]),
            "gap": np.array([ending.gap for ending in endings]),
        }
        self.undecided = np.array([ending.undecided for ending in endings])
        self.winner = np.array([ending.winner_undecided for ending in endings])
        self.next_card = np.array([ending.next_card_decides for ending in endings])
        self.all = np.ones(len(endings), bool)

    def _by_deal(self, values: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
        return np.bincount(self._deals, weights=values).astype(np.float64)

    def share(self, hits: npt.NDArray[np.bool_]) -> Estimate:
        """Return the share of the endings for which ``hits`` is true."""
        return share(self._by_deal(hits), self._by_deal(self.all))

    def over(
        self,
        number: str,
        endings: npt.NDArray[np.bool_],
        counted: npt.NDArray[np.bool_] | None = None,
    ) -> Estimate:
        """Return the mean over some endings; an ending that is not ``counted`` has the value 0."""
        taken = endings if counted is None else endings & counted
        sums = self._by_deal(np.where(taken, self._numbers[number], 0.0))
        return ratio(sums, self._by_deal(endings))


def _examine(job: tuple[int, Source, int, int]) -> Ending:
    tricks, source, iterations, node_budget = job
    if isinstance(source, int):
        return examine(play_to(source, tricks), iterations, node_budget, source)
    deal = replay_to(source, tricks)
    return Ending() if deal is None else examine(deal, iterations, node_budget)
