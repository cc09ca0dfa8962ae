"""One decision of a Monte Carlo agent, made of belief, evaluator, decision rule and tie rule."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.checks import check_scores, check_values, check_worlds
from vorhand.agents.montecarlo.choice import Choice, Evidence
from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.decisions.presumed import averaged
from vorhand.agents.montecarlo.frame import (
    Belief,
    DecisionRule,
    Evaluator,
    Flags,
    Floats,
    Scores,
    TieRule,
    Values,
    View,
    Worlds,
    best_moves,
    rounding,
)

Decide: TypeAlias = Callable[[Any, int], Choice]
"""A function from a player's view and a seed to a choice."""

LEAST_WORLDS = 7  # minimum number of worlds, even if time is up, as in Wisser (IJCAI 2015)
_TO_SETTLE = 640  # maximum number of worlds for settling a tie
_FIRST_ROUND = 20  # number of worlds before moves are dropped for the first time
_MOST_REMEMBERED = 1 << 16  # maximum number of cached decisions of one kind of agent
_MOST_KINDS = 16
_ONE_WORLD = 1.5  # effective number of worlds below which the spread cannot be estimated
_CONFIDENCE = 2  # a move is dropped if it trails by more than this number of standard errors
_UNSEEN = 0.25  # gain of a move in an unsampled world, as a fraction of the values' range


@dataclass(frozen=True)
class MonteCarlo:
    """A decision over sampled worlds; without a time limit it depends on view and seed alone.

    Attributes:
        belief: the function that draws the worlds.
        evaluator: the function that values the moves in them.
        decision: the function that turns the values into scores.
        ties: the function that chooses among the moves that the scores do not distinguish.
        worlds: the maximum number of worlds; None: as many as the belief has.
        seconds: wall time after which no more worlds are examined; None: no limit.
        doubt: the number of standard errors by which a move must be worse than the best to be
            excluded; 0: ties only. Above 0 the decision rule must be the mean.
        eliminate: drop moves that can no longer catch up; the decision rule must be the mean.
    """

    belief: Belief
    evaluator: Evaluator
    decision: DecisionRule
    ties: TieRule
    worlds: int | None
    seconds: float | None = None
    doubt: float = 0.0
    eliminate: bool = False

    def __call__(self, view: View, seed: int) -> Choice:
        """Decide among the legal moves."""
        moves = view.legal_actions
        if self.seconds is not None:
            worlds, values = self._until(self.seconds, view, seed, moves)
        elif self.eliminate:
            worlds, values = self._in_rounds(view, seed, moves)
        else:
            worlds = self._imagined(view, self._most, seed)
            values = self._valued(view, worlds, moves)
        return self._judged(view, worlds, values)

    @property
    def _most(self) -> int:
        return _EVERY if self.worlds is None else self.worlds

    def _imagined(self, view: View, n: int, seed: int) -> Worlds[Any]:
        """Draw worlds from the belief and check them, since it may be external code."""
        worlds = self.belief(view, n, seed)
        check_worlds(worlds)
        return worlds

    def _valued(self, view: View, worlds: Worlds[Any], moves: Sequence[int]) -> Values:
        """Value moves by the evaluator and check the values, since it may be external code."""
        values = self.evaluator(view, worlds, moves)
        check_values(values, len(worlds), len(moves))
        return values

    def _judged(self, view: View, worlds: Worlds[Any], values: Values) -> Choice:
        moves = view.legal_actions
        # Moves that were evaluated; the evaluator may have left others out.
        seen = np.flatnonzero((~np.isnan(values.worth)).any(axis=0))
        judged = values.narrowed(seen)
        evaluated = ~np.isnan(judged.worth)
        complete = evaluated.all(axis=0)
        scored = self.decision(judged, worlds.weights)
        scores = scored if isinstance(scored, Scores) else Scores(np.asarray(scored))
        check_scores(scores, len(seen))
        open_moves = self._left_open(judged.worth, worlds, np.where(complete, scores.total, np.nan))
        settled = None
        if open_moves.sum() > 1:
            left = [moves[int(k)] for k in seen]
            settled = self.ties(view, worlds.first(_TO_SETTLE), left, open_moves)
        chances = open_moves.astype(np.float64) if settled is None else settled.chances
        diagnostics = dict(scores.parts)
        for name, column in judged.diagnostics.items():
            diagnostics[name] = weighted_mean(Values(column), worlds.weights)
        if not complete.all():
            diagnostics["visits"] = evaluated.sum(axis=0)
        if settled is not None:
            diagnostics |= settled.diagnostics
        errors = None
        if self.decision is weighted_mean:
            errors = standard_errors(judged.worth, worlds, scores.total)

        mean = averaged(self.decision, judged)

        def for_all_moves(column: Any, missing: float = np.nan) -> tuple[float, ...]:
            every = np.full(len(moves), missing)
            every[seen] = column
            return tuple(every.tolist())

        return Choice.of(
            view,
            moves[int(seen[np.argmax(chances)])],
            "worlds",
            scores=for_all_moves(scores.total),
            errors=() if errors is None else for_all_moves(errors),
            chances=for_all_moves(chances, 0.0),
            diagnostics={name: for_all_moves(column) for name, column in diagnostics.items()},
            worlds=len(worlds),
            possible=worlds.possible,
            effective_worlds=worlds.effective_size,
            evidence=Evidence(view, worlds, values, _widened(mean.columns, seen, len(moves))),
            stake=mean.stake,
            unit=mean.unit,
            method=mean.method,
            chance=judged.meaning.chance,
        )

    def _left_open(self, worth: Floats, worlds: Worlds[Any], scores: Floats) -> Flags:
        if not self.doubt:
            return best_moves(scores)
        return left_open(worth, worlds, self.doubt)

    def _until(
        self, limit: float, view: View, seed: int, moves: Sequence[int]
    ) -> tuple[Worlds[Any], Values]:
        """Add worlds, up to the maximum, while time remains at the speed measured so far."""
        end = time.monotonic() + limit
        places: dict[Hashable, int] = {}
        parts: list[Values] = []
        n, pace = min(LEAST_WORLDS, self._most), 0.0
        while True:
            started = time.monotonic()
            worlds = self._imagined(view, n, seed)
            keys = worlds.keys()
            new: dict[Hashable, int] = {}  # a world drawn twice is evaluated once
            for i, key in enumerate(keys):
                if key not in places:
                    new.setdefault(key, i)
            if new:
                taken = worlds.pick(np.array(list(new.values())), len(places))
                parts.append(self._valued(view, taken, moves))
                places |= {key: len(places) + k for k, key in enumerate(new)}
                pace = (time.monotonic() - started) / len(new)
            most = self._most if worlds.possible is None else min(self._most, worlds.possible)
            more = min(
                n, most - max(n, len(worlds)), int((end - time.monotonic()) / max(pace, 1e-9))
            )
            if more < 1:
                order = np.array([places[key] for key in keys])
                return worlds, Values.joined(parts).take(order)
            n += more

    def _in_rounds(self, view: View, seed: int, moves: Sequence[int]) -> tuple[Worlds[Any], Values]:
        """Double the worlds in each round; after each, drop the moves that cannot catch up."""
        worlds = self._imagined(view, self._most, seed)
        left = np.arange(len(moves))
        parts: list[Values] = []
        for done, upto in _rounds(len(worlds)):
            batch = worlds.part(done, upto)
            values = self._valued(view, batch, [moves[int(k)] for k in left])
            parts.append(values.widened(left, len(moves)))
            if len(left) == 1 or upto == len(worlds):
                break
            so_far = worlds.first(upto)
            worth = np.concatenate([part.worth for part in parts])
            left = left[~np.isnan(worth[:, left]).any(axis=0)]  # the evaluator may leave some out
            left = left[can_catch_up(worth[:, left], so_far)]
        return worlds.first(upto), Values.joined(parts)


_EVERY = 1 << 62


def _widened(columns: Floats | None, places: npt.NDArray[np.int64], moves: int) -> Floats | None:
    return None if columns is None else Values(columns).widened(places, moves).worth


def _rounds(worlds: int) -> Iterator[tuple[int, int]]:
    done = 0
    while done < worlds:
        upto = min(worlds, max(_FIRST_ROUND, 2 * done))
        yield done, upto
        done = upto


def standard_errors(worth: Floats, worlds: Worlds[Any], means: Floats) -> Floats | None:
    """Estimate standard errors of weighted means; None if the effective size is too small.

    The estimate is unbiased for equal weights. Worlds drawn without repetition reduce the error, to
    zero if all are drawn.

    Args:
        worth: [n_worlds, n_moves], nan where a move was not evaluated; no move is nan in all
            worlds.
        worlds: the worlds.
        means: [n_moves].
    """
    evaluated = ~np.isnan(worth)
    weights = worlds.weights[:, None] * evaluated
    weights /= weights.sum(axis=0)
    sizes = effective_sizes(evaluated, worlds)
    variance = (weights * np.where(evaluated, np.square(worth - means), 0)).sum(axis=0)
    unseen = np.ones(len(means))
    if worlds.possible:
        unseen = np.maximum(1 - evaluated.sum(axis=0) / float(worlds.possible), 0)
    if not ((unseen == 0) | (sizes > _ONE_WORLD)).all():
        return None
    return np.asarray(np.sqrt(unseen * variance / np.maximum(sizes - 1, 1e-9)))


def effective_sizes(evaluated: Flags, worlds: Worlds[Any]) -> Floats:
    """Return the effective number of worlds in which each move was evaluated, [n_moves]."""
    weights = worlds.weights[:, None] * evaluated
    return np.asarray(np.square(weights.sum(axis=0)) / np.square(weights).sum(axis=0))


def left_open(worth: Floats, worlds: Worlds[Any], doubt: float) -> Flags:
    """Return a mask [n_moves] of the moves that the worlds cannot distinguish from the best.

    A move may trail the best by ``doubt`` standard errors of the difference in the same worlds.
    ``worth`` is [n_worlds, n_moves], nan where a move was not evaluated.
    """
    means = worlds.weights @ worth
    behind = worth[:, [int(np.nanargmax(means))]] - worth
    mean = worlds.weights @ behind
    size = worlds.effective_size
    spread = worlds.weights @ np.square(behind - mean)
    variance = spread / (size - 1) if size > _ONE_WORLD else 0 * mean
    return np.asarray(mean <= doubt * np.sqrt(variance) + rounding(means))


def can_catch_up(worth: Floats, worlds: Worlds[Any]) -> Flags:
    """Return a mask [n_moves] of the moves that may still prove the best.

    `worth` is [n_worlds, n_moves]. A move is dropped if it trails the best one, in the same worlds,
    by more than two standard errors of the difference. The estimate includes one more world, of a
    kind not sampled yet, that favours the move by a quarter of the range of all values in `worth`.
    """
    means = worlds.weights @ worth
    size = worlds.effective_size
    behind = worth[:, [int(np.argmax(means))]] - worth
    unseen = _UNSEEN * (worth.max() - worth.min())
    mean = (size * (worlds.weights @ behind) - unseen) / (size + 1)
    square = (size * (worlds.weights @ np.square(behind)) + unseen**2) / (size + 1)
    error = np.sqrt(np.maximum(square - mean**2, 0) / size)
    return np.asarray(mean <= _CONFIDENCE * error)


Memory: TypeAlias = OrderedDict[tuple[Any, int], Choice]
"""A cache of choices by view and seed."""


def remembered(memory: Memory, decide: Decide) -> Decide:
    """Cache the decisions of ``decide``, which must be a function of its arguments."""

    def recall(view: Any, seed: int) -> Choice:
        known = memory.get((view, seed))
        if known is None:
            known = replace(decide(view, seed), evidence=None)
            memory[view, seed] = known
            if len(memory) > _MOST_REMEMBERED:
                memory.popitem(last=False)
        return known

    return recall


def shared_memory(kind: Hashable) -> Memory:
    """Return the cached decisions that agents of the same kind, with equal settings, share.

    Only the most recently used kinds are kept in memory.
    """
    memory = _MEMORIES.setdefault(kind, OrderedDict())
    _MEMORIES.move_to_end(kind)
    if len(_MEMORIES) > _MOST_KINDS:
        _MEMORIES.popitem(last=False)
    return memory


_MEMORIES: OrderedDict[Hashable, Memory] = OrderedDict()
