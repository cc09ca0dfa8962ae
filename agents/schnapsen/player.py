"""Monte Carlo players of Schnapsen: worlds, compiled evaluators, decision rules.

The same composition as everywhere: a belief (distinct worlds in pseudo-random order, all of
them when there are no more than asked for), an evaluator (the exact solver or error-allowing
minimax) and a decision rule. A `Decision` keeps what led to a move, for people to study.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel
from rich.table import Table

from vorhand.agents.montecarlo.bots import SeatBot
from vorhand.agents.montecarlo.decisions import Decision as Rule
from vorhand.agents.montecarlo.decisions import PresumedValue, best_moves
from vorhand.games.schnapsen.view import View
from vorhand.native.schnapsen import Deal, Rules, Solver, Worlds

TRIPLE = np.dtype([("m", np.int8), ("p", np.float64), ("a", np.int8)])
LEAST_WORLDS = 7  # even when the clock has run out, as in the paper's tournaments
_BATCH = 8


@dataclass(frozen=True)
class Situation:
    """One decision: what the player at turn knows.

    Attributes:
      rules: of the game.
      view: the deal, hidden cards blank.
      player: the player at turn.
      score: game points of both players in the match.
      match_points: that win it.
    """

    rules: Rules
    view: Deal
    player: int
    score: tuple[int, int] = (0, 0)
    match_points: int = 7

    @classmethod
    def of(cls, view: View) -> Situation:
        """The situation of the player who has this view and is at turn."""
        return cls(view.rules, view.deal, view.player, view.score, view.match_points)

    @property
    def moves(self) -> list[int]:
        """Legal actions, ascending."""
        return self.view.legal_actions(self.rules)


@dataclass(frozen=True)
class Values:
    """Values of all moves in some worlds.

    Attributes:
      worlds: uint64 [n_worlds], numbers of `vorhand.native.schnapsen.Worlds`.
      values: [n_worlds, n_moves], numbers or triples (m, p, a).
      weights: float64 [n_worlds], adding up to 1.
    """

    worlds: npt.NDArray[np.uint64]
    values: npt.NDArray[Any]
    weights: npt.NDArray[np.float64]


Evaluator: TypeAlias = Callable[[Situation, npt.NDArray[np.uint64]], npt.NDArray[Any]]
RuleMaker: TypeAlias = Callable[[Situation], Rule]


@dataclass(frozen=True)
class Choice:
    """A decision and what led to it.

    Attributes:
      situation: what was known.
      moves: legal actions.
      found: worlds and values.
      scores: float64 [n_moves]; the best is played.
      worlds_there_are: number of consistent worlds.
      parts: what the scores were made of, by name; float64 [n_moves] each.
    """

    situation: Situation
    moves: list[int]
    found: Values | None
    scores: npt.NDArray[np.float64]
    worlds_there_are: int
    parts: dict[str, npt.NDArray[np.float64]] = field(default_factory=dict)

    @property
    def best(self) -> npt.NDArray[np.int64]:
        """Columns of the best moves."""
        return np.flatnonzero(best_moves(self.scores))

    @property
    def move(self) -> int:
        """The first of the best moves."""
        return self.moves[int(self.best[0])]

    def table(self) -> Table:
        """The moves and what speaks for them, for people."""
        from vorhand.agents.schnapsen.explain import moves_table

        return moves_table(self)

    def world(self, row: int) -> Deal:
        """The deal of a row of the values."""
        assert self.found is not None
        known = Worlds(self.situation.rules, self.situation.view, self.situation.player)
        return known.world(int(self.found.worlds[row]))


def solved(threads: int = 1) -> Evaluator:
    """Exact open-hand game points: int8 [n_worlds, n_moves]."""
    solvers = Solvers(threads)
    return lambda s, worlds: solvers.of(s.rules).action_values(s.view, s.player, worlds)


def error_allowing(depth: int, threads: int = 1) -> Evaluator:
    """Triples of error-allowing minimax down to ``depth`` nodes of MIN: [n_worlds, n_moves]."""
    solvers = Solvers(threads)

    def evaluate(s: Situation, worlds: npt.NDArray[np.uint64]) -> npt.NDArray[Any]:
        m, p, a = solvers.of(s.rules).triples(s.view, s.player, worlds, depth)
        values = np.empty(m.shape, TRIPLE)
        values["m"], values["p"], values["a"] = m, p, a
        return values

    return evaluate


class Solvers:
    """The solver of the rules last asked for; its tables are made once."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._made: tuple[Rules, Solver] | None = None

    def of(self, rules: Rules) -> Solver:
        """The solver for these rules."""
        if self._made is None or self._made[0] != rules:
            self._made = rules, Solver(rules, self._threads)
        return self._made[1]


@dataclass
class MonteCarlo:
    """Belief, evaluator and decision rule put together.

    Attributes:
      evaluator: values all moves in numbered worlds.
      rule: makes the decision rule for a situation.
      worlds: how many are looked at, at most as many as there are.
      seconds: instead of a number: look at worlds until so much time has passed.
      together: the evaluator must see all worlds at once (searches over vectors of worlds).
      rng: source of all random choices.
    """

    evaluator: Evaluator
    rule: RuleMaker
    worlds: int
    seconds: float | None = None
    together: bool = False
    rng: np.random.Generator = field(default_factory=np.random.default_rng)

    def decide(self, situation: Situation) -> Choice:
        """Values the moves and scores them; a forced move is not valued."""
        moves = situation.moves
        known = Worlds(situation.rules, situation.view, situation.player)
        if len(moves) == 1:
            return Choice(situation, moves, None, np.zeros(1), len(known))
        seed = int(self.rng.integers(2**63))
        if self.seconds is None or self.together:
            numbers = known.distinct(0, self.worlds, seed)
            values = self.evaluator(situation, numbers)
        else:
            numbers, values = self._until_the_clock(situation, known, seed, self.seconds)
        weights = np.full(len(numbers), 1 / len(numbers))
        found = Values(numbers, values, weights)
        rule = self.rule(situation)
        scores = rule(values, weights)
        parts = rule.scores(values, weights) if isinstance(rule, PresumedValue) else {}
        return Choice(situation, moves, found, scores, len(known), parts)

    def _until_the_clock(
        self, situation: Situation, known: Worlds, seed: int, seconds: float
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[Any]]:
        end = time.monotonic() + seconds
        parts, values, done = [], [], 0
        while done < len(known) and (done < LEAST_WORLDS or time.monotonic() < end):
            batch = LEAST_WORLDS if done == 0 else _BATCH
            parts.append(known.distinct(done, batch, seed))
            values.append(self.evaluator(situation, parts[-1]))
            done += len(parts[-1])
        return np.concatenate(parts), np.concatenate(values)


class MonteCarloBot(SeatBot):
    """Plays the move a `MonteCarlo` decides on; equals share the probability.

    Attributes:
      core: what decides.
    """

    def __init__(self, player: int, core: MonteCarlo) -> None:
        super().__init__(player)
        self.core = core

    def provides_policy(self) -> bool:
        """The bot can tell its probabilities."""
        return True

    def explain(self, view: View) -> Choice:
        """The decision in a view of the player at turn, with what led to it."""
        return self.core.decide(Situation.of(view))

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Pairs of a legal action and its probability."""
        choice = self.explain(state.view(state.current_player()))
        best = choice.best
        return [(m, float(i in best) / len(best)) for i, m in enumerate(choice.moves)]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """The probabilities and the action drawn from them."""
        policy = self.get_policy(state)
        moves, chances = zip(*policy, strict=True)
        return policy, int(self.core.rng.choice(moves, p=chances))

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        choice = self.explain(state.view(state.current_player()))
        return choice.moves[int(self.core.rng.choice(choice.best))]


def situation_of(state: pyspiel.State) -> Situation:
    """What the player at turn knows of a state of one of our Schnapsen games."""
    return Situation.of(state.view(state.current_player()))
