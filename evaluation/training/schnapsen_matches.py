"""Whole matches of Schnapsen between two agents, and the points after closing in them."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.evaluation.arena.estimates import Estimate, share
from vorhand.evaluation.arena.game_loop import play_game, uniformly
from vorhand.evaluation.arena.schnapsen import match_outcome
from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.loading import load_game


@dataclass(frozen=True)
class PlayedMatch:
    """One match."""

    winner: int  # 0 for the first agent, 1 for the second
    scores: list[tuple[int, int]]  # game points of both agents before each deal
    closed_won: tuple[int, int]  # game points each agent won in deals that it closed
    closed_lost: tuple[int, int]  # game points each agent lost in deals that it closed


def play_matches(
    game: str, agents: tuple[str, str], first: int, count: int, seed: int
) -> Iterator[PlayedMatch]:
    """Play matches from number ``first`` on; the agents change seats from match to match.

    Matches 2 n and 2 n + 1 get the same cards.
    """
    loaded = load_game(game)
    for number in range(first, first + count):
        chance = random.Random(f"{seed} {number // 2} chance")
        seeds = random.Random(f"{seed} {number} bots")
        swap = number % 2
        bots = [
            make_bot(agents[seat ^ swap], loaded, seat, seeds.randrange(2**31)) for seat in (0, 1)
        ]
        state = play_game(loaded.new_initial_state(), bots, chance, outcome=uniformly)
        yield _played_match(state, swap)


def _played_match(state: pyspiel.State, swap: int) -> PlayedMatch:
    scores, winner = match_outcome(state)
    won, lost = [0, 0], [0, 0]
    for deal in (played.deal for played in (*state.past, state.current)):
        if deal.closer >= 0:
            points = won if deal.winner == deal.closer else lost
            points[deal.closer ^ swap] += deal.game_points
    return PlayedMatch(
        winner ^ swap,
        [(score[swap], score[1 - swap]) for score in scores],
        (won[0], won[1]),
        (lost[0], lost[1]),
    )


_PART = 10  # matches per job

MatchOutcome: TypeAlias = tuple[list[tuple[int, int]], int]
"""The scores before each deal of a match, and the winner of the match."""


def match_outcomes(
    game: str, agents: tuple[str, str], count: int, seed: int, workers: Workers
) -> Iterator[list[MatchOutcome]]:
    """Yield scores and winners of matches, in parts; the same for any number of workers."""
    jobs = [(game, agents, *part, seed) for part in in_parts(count, _PART)]
    yield from ordered_map(_outcomes_part, jobs, workers)


def _outcomes_part(job: tuple[str, tuple[str, str], int, int, int]) -> list[MatchOutcome]:
    return [(played.scores, played.winner) for played in play_matches(*job)]


def share_won(matches: Sequence[MatchOutcome], confidence: float) -> Estimate:
    """Return the share of matches that the first agent won; consecutive pairs share their cards."""
    won = np.array([winner == 0 for _, winner in matches], np.float64)
    starts = np.arange(0, won.size, 2)
    return share(np.add.reduceat(won, starts), np.minimum(won.size - starts, 2.0), confidence)
