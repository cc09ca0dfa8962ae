"""How a card is decided on: by worlds and an evaluator, or by tree search.

``decide(view, seed) -> Decision`` is a function of its arguments (except with a time limit), so
decisions may be remembered (`remembered`).
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.beliefs import Belief, Worlds, check_consistent, uniform
from vorhand.agents.skat.decisions import (
    Decision,
    Objective,
    can_catch_up,
    left_open,
    weighted_mean,
)
from vorhand.agents.skat.evaluators import Evaluator, card_play
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.view import View
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat_monte_carlo import CardPlay, Player

Decide: TypeAlias = Callable[[View, int], Decision]
"""Decides from what the player knows and a seed."""
Ties: TypeAlias = Callable[[View, int, Worlds, Decision, tuple[int, ...]], Decision]
"""Settles a decision between the moves that its scores leave open (`vorhand.agents.skat.ties`)."""
_Outcomes: TypeAlias = npt.NDArray[np.int16]

_FIRST_BATCH = 8  # worlds before the clock is looked at
_TO_SETTLE = 640  # worlds at most in which a close decision is settled
_FIRST_ROUND = 20  # worlds before moves are dropped for the first time
_MOST_REMEMBERED = 1 << 16  # decisions of one kind of agent


def composed(
    belief: Belief,
    evaluator: Evaluator,
    objective: Objective,
    worlds: int,
    seconds: float | None = None,
    ties: Ties | None = None,
    doubt: float = 0.0,
    eliminate: bool = False,
) -> Decide:
    """Decides by the weighted mean over worlds.

    Args:
        belief: gives the worlds.
        evaluator: says what each move leads to in each.
        objective: what an outcome is worth.
        worlds: how many worlds, at most.
        seconds: wall time after which no more worlds are taken up; None: no limit.
        ties: chooses between moves of which none is clearly better; None: the lowest of the best.
        doubt: by how many standard errors a move is clearly worse than the best, see `left_open`.
        eliminate: drop moves that can no longer catch up, see `can_catch_up`.
    """

    def decide(view: View, seed: int) -> Decision:
        play = card_play(view)
        check_consistent(view)
        sign = 1 if view.is_soloist else -1
        possible = int(view.worlds().count)
        moves = view.legal_actions

        def judged(found: Worlds, outcomes: _Outcomes) -> Decision:
            decision = weighted_mean(play, moves, found, outcomes, objective, sign, possible)
            if ties is None:
                return decision
            values = native.worths(play, found.rows, outcomes, objective)
            left = left_open(sign * np.asarray(values)[:, list(moves)], found, doubt)
            equal = tuple(move for move, may in zip(moves, left, strict=True) if may)
            if len(equal) == 1:
                return decision
            return ties(view, seed, found.first(_TO_SETTLE), decision, equal)

        if seconds is not None:
            return judged(*_until(seconds, view, seed, play.legal))
        if eliminate:
            return judged(*_in_rounds(view, seed, play, sign))
        found = belief(view, worlds, seed)
        return judged(found, evaluator(view, found.rows, seed, 0, play.legal))

    def _until(limit: float, view: View, seed: int, legal: int) -> tuple[Worlds, _Outcomes]:
        """More and more worlds, as long as there is time for them at the pace so far."""
        end = time.perf_counter() + limit
        most = min(worlds, int(view.worlds().count))
        seen: dict[bytes, _Outcomes] = {}
        n, pace = min(_FIRST_BATCH, most), 0.0
        while True:
            started = time.perf_counter()
            found = belief(view, n, seed)
            new = [row for row in found.rows if row.tobytes() not in seen]
            if new:
                outcomes = evaluator(view, np.array(new), seed, len(seen), legal)
                seen |= {row.tobytes(): told for row, told in zip(new, outcomes, strict=True)}
                pace = (time.perf_counter() - started) / len(new)
            more = min(n, most - n, int((end - time.perf_counter()) / max(pace, 1e-9)))
            if more < 1:
                return found, np.array([seen[row.tobytes()] for row in found.rows])
            n += more

    def _in_rounds(view: View, seed: int, play: CardPlay, sign: int) -> tuple[Worlds, _Outcomes]:
        """Rounds that double the worlds; after each the moves that cannot catch up are dropped."""
        moves = np.array(view.legal_actions)
        found = belief(view, worlds, seed)
        outcomes = np.full((len(found.rows), 32), -1, np.int16)
        for done, upto in _rounds(len(found.rows)):
            batch = found.rows[done:upto]
            outcomes[done:upto] = evaluator(view, batch, seed, done, card_set(moves.tolist()))
            if len(moves) == 1 or upto == len(found.rows):
                break
            so_far = found.first(upto)
            values = native.worths(play, so_far.rows, outcomes[:upto], objective)
            moves = moves[can_catch_up(sign * np.asarray(values)[:, moves], so_far)]
        return found.first(upto), outcomes[:upto]

    return decide


def _rounds(worlds: int) -> Iterator[tuple[int, int]]:
    done = 0
    while done < worlds:
        upto = min(worlds, max(_FIRST_ROUND, 2 * done))
        yield done, upto
        done = upto


def searched(
    iterations: int, playout: Player, exploration: float, observers: str, objective: Objective
) -> Decide:
    """Decides by information set Monte Carlo tree search; the move visited most."""

    def decide(view: View, seed: int) -> Decision:
        play = card_play(view)
        world = uniform(view, 1, seed).rows
        visits, _, reward, nodes = native.ismcts(
            play, world, iterations, playout, exploration, observers, objective, seed
        )
        moves = view.legal_actions
        counts = np.asarray(visits)[list(moves)]
        return Decision(
            move=moves[int(np.argmax(counts))],
            moves=moves,
            reason="tree",
            scores=tuple(np.asarray(reward)[list(moves)].tolist()),
            visits=tuple(counts.tolist()),
            worlds=iterations,
            possible=int(view.worlds().count),
            notes={"nodes": nodes},
        )

    return decide


def without_points(decide: Decide) -> Decide:
    """The same decisions without card points, where the evaluator does not tell them."""

    def silent(view: View, seed: int) -> Decision:
        return replace(decide(view, seed), points=())

    return silent


def remembered(kind: Hashable, decide: Decide) -> Decide:
    """The same decisions, each made once in this process by all agents of a kind.

    Args:
        kind: what tells the agent's settings apart.
        decide: a function of its arguments; so this changes no decision.
    """
    return _MEMORIES.setdefault(kind, functools.lru_cache(_MOST_REMEMBERED)(decide))


_MEMORIES: dict[Hashable, functools._lru_cache_wrapper[Decision]] = {}
