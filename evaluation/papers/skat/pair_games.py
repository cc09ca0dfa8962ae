"""Games of Skat between two players for experiments: the same deals for every pair.

In pair games each of the two plays alone against two copies of the other. A second kind has the
same defenders: both play alone against copies of the second. These games differ only where the two
choose different cards, so they contain less information but also less noise.

Contracts are those of `vorhand.evaluation.arena.skat.deals.BIDDER`, or those of `KERMIT` if the
settings have ``rule=0``. The points of a game are the soloist's by Seeger and Fabian: the
value of the game (twice, and negative, if it is lost) plus or minus 50.
"""

import random
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vorhand.agents import make_bot
from vorhand.evaluation.arena import Match, play_deal, play_game
from vorhand.evaluation.arena.skat.deals import BIDDER
from vorhand.evaluation.arena.skat.pairs import CONTRACT_TYPES, PairFigures, pair_figures
from vorhand.evaluation.papers.framework import Settings
from vorhand.evaluation.papers.journal import Job, Result

Floats = npt.NDArray[np.float64]
Pair = tuple[str, str]

KERMIT = "kermit(against=search)"
"""Kermit's bidding, with its probabilities against players that search."""
_GAME = "python_skat"
_SAME_DEFENDERS = "against the same defenders"


def bidder_of(settings: Settings) -> str:
    """Return the bidder that bids and declares the deals of an experiment."""
    return KERMIT if settings.numbers.get("rule") == 0 else BIDDER


def _bidding(settings: Settings) -> list[str]:
    """Return the bidder's part of a job; empty for `BIDDER`, as in older journals."""
    return [KERMIT] if bidder_of(settings) == KERMIT else []


def pair_jobs(settings: Settings, pairs: Sequence[Pair], together: int = 1) -> list[Job]:
    """Return the jobs in order; a job plays `together` of the `deals` with one pair of specs."""
    parts = settings.jobs("deals", together, *_bidding(settings))
    return [[*pair, *part] for part in parts for pair in pairs]


def play_pairs(job: Job) -> Result:
    """Return the contract of each deal, and the soloist's points and wins for both players."""
    one, two, seed, first, count, *bidder = job
    match = Match.create(_GAME, [one, two], seed, "pairs", *bidder)
    played = []
    for deal in range(first, first + count):
        soloist = match.place(deal).first_seat
        states = play_deal(match, deal)
        points = [state.returns()[soloist] for state in states]
        won = [int(state.deal.result().won) for state in states]
        played.append([states[0].deal.contract, *points, *won])
    return played


def same_defenders_jobs(settings: Settings, pair: Pair) -> list[Job]:
    """Return jobs for `alone` deals, in which both play as soloist against copies of the second."""
    return [
        [_SAME_DEFENDERS, *pair, settings.seed, deal, *_bidding(settings)]
        for deal in range(settings.count("alone"))
    ]


def play_against_same_defenders(job: Job) -> Result:
    """Return the result in the form of `play_pairs`; every seat has the same seed in both games."""
    _, one, two, seed, deal, *bidder = job
    place = Match.create(_GAME, [one, two], seed, "pairs", *bidder).place(deal)
    game, soloist = place.game, place.first_seat
    numbers = np.random.SeedSequence((seed, deal)).generate_state(game.num_players(), np.uint64)
    seeds = [number >> 33 for number in numbers.tolist()]  # OpenSpiel's bots accept 31 bits
    states = []
    for alone in (one, two):
        bots = [
            make_bot(alone if seat == soloist else two, game, seat, seeds[seat])
            for seat in range(game.num_players())
        ]
        states.append(play_game(game.new_initial_state(), bots, random.Random(0)))
    points = [state.returns()[soloist] for state in states]
    won = [int(state.deal.result().won) for state in states]
    return [[states[0].deal.contract, *points, *won]]


def is_against_same_defenders(job: Job) -> bool:
    """Return True for a job of `same_defenders_jobs`."""
    return bool(job[0] == _SAME_DEFENDERS)


class Played:
    """The games of all pairs.

    Attributes:
        contract: int64 [deals].
        points: float64 [pairs, deals, 2], of the first and the second agent as soloist.
        won: the same shape, 1 or 0.
    """

    def __init__(self, results: Sequence[Result], pairs: int) -> None:
        """Arrange by pair the results of `pair_jobs` for this many pairs, in the jobs' order."""
        by_pair = [np.array(list(_joined(results[k::pairs])), float) for k in range(pairs)]
        games = np.stack(by_pair)
        self.contract = games[0, :, 0].astype(int)
        self.points: Floats = games[:, :, 1:3]
        self.won: Floats = games[:, :, 3:5]

    def figures(self, pair: int, contract_type: str | None = None) -> PairFigures:
        """Return the figures of a pair, in all contracts or in those of one type."""
        chosen = np.ones(len(self.contract), bool)
        if contract_type is not None:
            chosen = np.isin(self.contract, CONTRACT_TYPES[contract_type])
        return pair_figures(self.points[pair, chosen], self.won[pair, chosen])

    def ahead(self, pair: int) -> Floats:
        """Return the first player's points as soloist minus the second's, by deal."""
        difference: Floats = self.points[pair, :, 0] - self.points[pair, :, 1]
        return difference


def _joined(parts: Sequence[Result]) -> Iterator[list[float]]:
    for part in parts:
        yield from part
