"""Leaf correlation, bias and disambiguation of real games, measured by random play.

Definitions after Long, Sturtevant, Buro and Furtak (AAAI 2010). A measurement is a random walk,
with forced moves collapsed and terminal moves avoided, down to a node whose moves all end the
game.

* Leaf correlation: the share of all pairs of moves there that have the same outcome.
* Bias: the share of wins among the equal pairs that are won or lost for the reference player.
* Disambiguation: the share by which the number of states that a player considers possible decreases
  from one of their turns to the next, over a random game; turns with a single state do not count.
* Disambiguation a move: the same for each move of another player. At a table of three or
  four, where several cards fall between two turns, it measures the information in one card.

An outcome is won, lost or even: the reference player (player 0, the
soloist in contracts of Skat) gets more, less, or the same as the players do on average.
"""

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyspiel

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.evaluation.equilibrium.subjects import PropertyError, Subject, subject_of
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.chance import first_state, takes_seed
from vorhand.native.errors import InputError

_MOST_TRIES = 10**6  # limit for finding a plausible deal
_BATCH = 10  # deals per job


@dataclass(frozen=True)
class Properties:
    """Estimates from one deal each, float64 [deals]; NaN if the deal gave none."""

    correlation: npt.NDArray[np.float64]
    bias: npt.NDArray[np.float64]
    disambiguation: npt.NDArray[np.float64]
    disambiguation_a_move: npt.NDArray[np.float64]


def measure_deal(target: Subject, seed: int, walks: int) -> tuple[float, float, float, float]:
    """Return the `Properties` of one deal, by ``walks`` random walks and a random game."""
    rng = random.Random(seed)
    deal = plausible_deal(target, rng)
    equal: list[float] = []
    good: list[float] = []
    for _ in range(walks):
        pairs = list(itertools.combinations(_leaves(deal.clone(), rng), 2))
        if not pairs:
            continue
        equal.append(_mean([one == other for one, other in pairs]))
        decided = [one > 0 for one, other in pairs if one == other != 0]
        if decided:
            good.append(_mean(decided))
    by_turns, by_moves = _shrinkage(target, deal.clone(), rng)
    return _mean(equal), _mean(good), _mean(by_turns), _mean(by_moves)


def measure(
    name: str,
    deals: int,
    walks: int,
    seed: int = 0,
    workers: Workers = 1,
    progress: Callable[[int], None] | None = None,
) -> Properties:
    """Measure a game on many deals, each by random walks and one random game.

    The result does not depend on the number of workers. Names are those of
    `vorhand.evaluation.equilibrium.subjects.subject_of`.

    Raises:
        GameError, PropertyError: as `subject_of`; PropertyError also if no deal is plausible.
        InputError: fewer than one deal or walk, or a negative seed.
    """
    if deals < 1 or walks < 1 or seed < 0:
        raise InputError(f"deals={deals}, walks={walks}, seed={seed}: expected 1, 1, 0 or more")
    subject_of(name)  # raises errors in the name before any process is started
    first = seed * 10**9
    starts = range(first, first + deals, _BATCH)
    jobs = [(name, list(range(k, min(k + _BATCH, first + deals))), walks) for k in starts]
    rows: list[tuple[float, float, float, float]] = []
    for part in ordered_map(_measure_batch, jobs, workers):
        rows += part
        if progress is not None:
            progress(len(rows))
    return Properties(*np.array(rows, np.float64).T)


def _measure_batch(
    job: tuple[str, list[int], int],
) -> list[tuple[float, float, float, float]]:
    name, seeds, walks = job
    target = subject_of(name)
    return [measure_deal(target, seed, walks) for seed in seeds]


def _mean(values: list[bool] | list[float]) -> float:
    return float(np.mean(values)) if values else math.nan


def plausible_deal(target: Subject, rng: random.Random) -> pyspiel.State:
    """Return a plausible deal at the start of the measurement; raise PropertyError if none."""
    for _ in range(_MOST_TRIES):
        state = first_state(target.game, rng.getrandbits(31) if takes_seed(target.game) else 0)
        _settle_chance(state, rng)
        target.begin(state)
        _settle_chance(state, rng)
        if not state.is_terminal() and target.plausible(state):
            return state
    raise PropertyError(f"game {target.name}: found no plausible deal")


def _settle_chance(state: pyspiel.State, rng: random.Random) -> None:
    while state.is_chance_node():
        # Hearts without passing lists directions of passing as outcomes, though they are not legal.
        legal = set(state.legal_actions())
        outcomes = [outcome for outcome in state.chance_outcomes() if outcome[0] in legal]
        actions, chances = zip(*outcomes, strict=True)
        state.apply_action(rng.choices(actions, chances)[0])


def _collapse(state: pyspiel.State, rng: random.Random) -> pyspiel.State:
    """Make forced moves and chance moves until there is a choice or the end."""
    while not state.is_terminal():
        _settle_chance(state, rng)
        if state.is_terminal() or len(legal := state.legal_actions()) > 1:
            break
        state.apply_action(legal[0])
    return state


def _leaves(state: pyspiel.State, rng: random.Random) -> list[int]:
    """Return the outcomes of all moves at a node before the end; empty if there is no choice."""
    _collapse(state, rng)
    while not state.is_terminal():
        children = [_collapse(state.child(a), rng) for a in state.legal_actions()]
        longer = [child for child in children if not child.is_terminal()]
        if not longer:
            return [_outcome(child) for child in children]
        state = rng.choice(longer)
    return []


def _outcome(state: pyspiel.State) -> int:
    returns = state.returns()
    margin = returns[0] - sum(returns) / len(returns)
    return int(margin > 1e-9) - int(margin < -1e-9)


def _shrinkage(
    target: Subject, state: pyspiel.State, rng: random.Random
) -> tuple[list[float], list[float]]:
    """Return the shares by which the possible states decrease, from turn to turn and by move."""
    seats = range(state.num_players())
    by_turns: list[float] = []
    by_moves: list[float] = []
    at_turn, held, mover = [1] * len(seats), [1] * len(seats), -1
    while True:
        _settle_chance(state, rng)
        if state.is_terminal():
            return by_turns, by_moves
        player = state.current_player()
        now = [target.possible_states(state, seat) for seat in seats]
        by_moves += [1 - now[s] / held[s] for s in seats if s != mover and held[s] > 1]
        if at_turn[player] > 1:
            by_turns.append(1 - now[player] / at_turn[player])
        at_turn[player], held, mover = now[player], now, player
        state.apply_action(rng.choice(state.legal_actions()))
