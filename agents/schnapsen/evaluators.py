"""Evaluators at Schnapsen: game points of the moves in numbered worlds, all compiled."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.choice import HEADINGS
from vorhand.agents.montecarlo.decisions import Presumed
from vorhand.agents.montecarlo.frame import DecisionRule, Evaluator, Floats, Values, Worlds
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import Range, Unset, evaluator
from vorhand.agents.schnapsen.beliefs import GAMES, WITH_POLICY, SchnapsenWorlds
from vorhand.agents.schnapsen.knowledge import knowledge_after
from vorhand.agents.schnapsen.match_values import MEASURED, match_values
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native
from vorhand.native.schnapsen import Rules, Solver

Threads: TypeAlias = Annotated[int, Range(1, 256)]
Depth: TypeAlias = Annotated[int, Range(-1, 100)]
VectorDepth: TypeAlias = Annotated[
    int | None, Range(-1, 100), Unset("2, in Kinderschnapsen no limit")
]
_DEEPEST = 8  # at Schnapsen, where searching the whole tree of a world takes many seconds

Paid: TypeAlias = Callable[[SchnapsenView, Floats], Floats]
"""A function from game points, an array, to their worth for the player of a view."""

HEADINGS |= {
    "visit share": ("visit share", lambda share: f"{share:.2f}"),
    "wins": ("wins with open cards", lambda share: f"{share:.0%}"),
    "chance": ("wins", lambda share: f"{share:.0%}"),
    "exact": ("gain known", lambda share: f"{share:.0%} of worlds"),
}

_MOST_POINTS = 3  # of a deal
_EACH = np.arange(-_MOST_POINTS, _MOST_POINTS + 1.0)


class Solvers:
    """A cache of the solver for the rules last used, since its tables are expensive to build."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._made: tuple[Rules, Solver] | None = None

    def of(self, rules: Rules) -> Solver:
        """Return the solver for these rules."""
        if self._made is None or self._made[0] != rules:
            self._made = rules, Solver(rules, self._threads)
        return self._made[1]


def _floats(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    return np.asarray(values, np.float64)


@evaluator("open_hand", games=GAMES)
def open_hand(game: SchnapsenGame, *, threads: Threads = 1) -> Evaluator:
    """Compute exact game points with all cards open; the diagnostic ``wins``: the deal is won."""
    solvers, paid = Solvers(threads), _capped(game)

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        solver = solvers.of(view.rules)
        points = _chosen(view, moves, solver.action_values(view.deal, view.player, worlds.rows))
        stakes = {"worth": stake_of(paid(view, _EACH))}
        return Values(paid(view, points.worth), {"wins": points.worth > 0}, stakes)

    return evaluate


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"), decisive=True)
def error_allowing(
    game: SchnapsenGame,
    *,
    depth: Depth = 1,
    growing: bool = False,
    match_values: str = MEASURED,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by error-allowing minimax (Wisser).

    depth: MIN nodes at which errors count, -1 for all.
    growing: one MIN node more after every two tricks, and all once nobody draws any more.
    match_values: P(match state) from start, measured, a file, or learn: measured in the match that
    is played.
    """
    if not (game.kinder or 0 <= depth <= _DEEPEST):
        raise AgentError(f"depth={depth}: expected 0 to {_DEEPEST}, all only in Kinderschnapsen")
    worth_at = worth_of_points(game, match_values)
    chances = worth_at if game.match else None
    return ErrorAllowing(depth, growing, chances, Solvers(threads), _capped(game))


@dataclass(frozen=True)
class ErrorAllowing:
    """An evaluator by triples (m, p, a) of the moves.

    Attributes:
        depth: MIN nodes at which errors count, -1 for all.
        growing: see `error_allowing`.
        chances: at a view, those of the match after -3 .. 3 game points; None outside matches.
        solvers: of the rules.
        paid: see `_capped`.
        decision: the decision rule, if only the values that it needs are computed.
    """

    depth: int
    growing: bool
    chances: Callable[[SchnapsenView], Floats] | None
    solvers: Solvers
    paid: Paid
    decision: Presumed | None = None

    def towards(self, decision: DecisionRule) -> Evaluator:
        """Return an evaluator that computes only what presumed payoffs or values need.

        See `frame.Decisive`.
        """
        if not isinstance(decision, Presumed):
            raise AgentError(f"decision {decision}: expected presumed payoffs or values")
        return replace(self, decision=decision)

    def __call__(
        self, view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]
    ) -> Values:
        """Compute the triples, and their weights."""
        depth = depth_at(view, self.depth) if self.growing else self.depth
        known = knowledge_after(view.rules, view.deal, view.player, 0.0)
        chances = None if self.chances is None else self.chances(view)
        *triples, exact = self._triples(view, worlds, depth, known, chances)
        m, p, a = (_chosen(view, moves, values).worth for values in triples)
        m, a = self.paid(view, m), self.paid(view, m + a) - self.paid(view, m)
        columns = [view.legal_actions.index(move) for move in moves]
        shares = np.broadcast_to(known[columns], m.shape)
        diagnostics = {"wins": m > 0, "m": m, "p": p, "a": a, "known": shares}
        if exact is not None:
            diagnostics["exact"] = _chosen(view, moves, exact).worth
        if chances is not None:
            places = m.astype(np.int64) + _MOST_POINTS
            diagnostics["worth now"] = chances[places]
            diagnostics["worth after"] = chances[places + a.astype(np.int64)]
        stakes = {"worth": stake_of(self.paid(view, _EACH))}
        if chances is not None:
            stakes["worth now"] = stake_of(chances)
        return Values(m, diagnostics, stakes)

    def _triples(
        self,
        view: SchnapsenView,
        worlds: SchnapsenWorlds,
        depth: int,
        known: Floats,
        chances: Floats | None,
    ) -> tuple[Any, Any, Any, Any]:
        """Compute m, p and a, [n_worlds, n_moves], and where the gain is exact (None: always)."""
        solver = self.solvers.of(view.rules)
        where = view.deal, view.player, worlds.rows, depth
        if self.decision is None:
            return *solver.triples(*where), None
        worth = self.paid(view, _EACH)
        if self.decision.by_worth and chances is not None:
            worth = chances
        least = self.decision.knowledge
        return solver.decisive_triples(*where, worth, least + (1 - least) * known, worlds.weights)


@evaluator("played_out", games=WITH_POLICY)
def played_out(game: SchnapsenGame, *, match_values: str = MEASURED) -> Evaluator:
    """Play out by a search's policy until the talon is used up or closed, then perfectly.

    match_values: P(match state), see error_allowing; maximised in matches.
    """
    policy = native.shipped_policy()
    worth_at = worth_of_points(game, match_values)

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        points = policy.playouts(
            view.rules, view.deal, view.player, worlds.rows, worlds.seed, worlds.number
        )
        ends = _chosen(view, moves, points).worth
        places = ends.astype(np.int64) + _MOST_POINTS
        told = {"game points": ends} if game.match else {}
        worth = worth_at(view)
        return Values(worth[places], told, {"worth": stake_of(worth)})

    return evaluate


@evaluator("blended", games=WITH_POLICY)
def blended(
    game: SchnapsenGame,
    *,
    share: Annotated[float, Range(0, 1)] = 0.6,
    playouts: Annotated[int, Range(1, 1000)] = 6,
    match_values: str = MEASURED,
) -> Evaluator:
    """Average two values with different errors: see error_allowing and played_out.

    The first sees all cards. The second plays like a player who sees none, but is no better.

    share: of the playouts.
    playouts: of each of the opponent's hands, each with another order of the talon.
    match_values: P(match state), see error_allowing.
    """
    counted = error_allowing(game, match_values=match_values)
    played = played_out(game, match_values=match_values)
    presumed = Presumed(0.0, by_worth=True)

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        at_best = next(iter(presumed.columns(counted(view, worlds, moves)).values()))
        played_on = played(view, _shuffled(view, worlds, playouts), moves)
        by_hand = played_on.worth.reshape(len(worlds), playouts, len(moves)).mean(axis=1)
        worth = (1 - share) * at_best + share * by_hand
        return Values(worth, {"presumed": at_best, "played out": by_hand}, played_on.stakes)

    return evaluate


def _shuffled(view: SchnapsenView, worlds: SchnapsenWorlds, times: int) -> SchnapsenWorlds:
    """Repeat each world, with the same hand and other orders of the talon."""
    orders = native.Worlds(view.rules, view.deal, view.player).orders
    rng = np.random.default_rng([worlds.seed, worlds.number])
    hands = np.repeat(worlds.rows // np.uint64(orders), times)
    rows = hands * np.uint64(orders) + rng.integers(orders, size=len(hands), dtype=np.uint64)
    weights = np.repeat(worlds.weights / times, times)
    return Worlds(rows, weights, None, worlds.seed, worlds.number * times)


def depth_at(view: SchnapsenView, first: int) -> int:
    """Return a depth that grows from ``first`` with the tricks; -1, no limit, without a talon."""
    deal = view.deal
    if first < 0 or deal.closer >= 0 or not deal.talon:
        return -1
    return first + sum(deal.tricks(player) for player in range(2)) // 2


def _capped(game: SchnapsenGame) -> Paid:
    """Return a function for the worth of game points: in a capped deal, those still needed."""
    if game.match or not game.capped:
        return lambda view, points: points
    worth_at = worth_of_points(game, MEASURED)
    return lambda view, points: worth_at(view)[points.astype(np.int64) + _MOST_POINTS]


def stake_of(worth: Floats) -> float:
    """Return the difference between winning and losing a deal at one game point.

    Args:
        worth: of -3 .. 3 game points.
    """
    return float(worth[_MOST_POINTS + 1] - worth[_MOST_POINTS - 1])


def worth_of_points(game: SchnapsenGame, table: str) -> Callable[[SchnapsenView], Floats]:
    """Return a function for the worth of -3 .. 3 game points to the player of a view, float64 [7].

    In a match it is the chance to win it by the table of that name, else the points they pay.
    """
    values = match_values(table, game.match_points)
    of_match = functools.lru_cache(maxsize=64)(values.of_deal)
    paid = _EACH
    needed = [game.match_points - score for score in game.start_score]

    def worth(view: SchnapsenView) -> Floats:
        player, other = view.player, 1 - view.player
        if game.match:
            return of_match(view.score[player], view.score[other])
        if game.capped:
            capped: Floats = np.clip(paid, -needed[other], needed[player])
            return capped
        return paid

    return worth


def _vector_searched(game: SchnapsenGame, depth: int | None, reduce_payoffs: bool) -> Evaluator:
    solvers, paid = Solvers(), _capped(game)
    if depth is None:
        depth = -1 if game.kinder else 2

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        solver = solvers.of(view.rules)
        values = solver.vector_values(view.deal, view.player, worlds.rows, depth, reduce_payoffs)
        stakes = {"worth": stake_of(paid(view, _EACH))}
        return Values(paid(view, _chosen(view, moves, values).worth), stakes=stakes)

    return evaluate


@evaluator("vector_minimax", games=GAMES, together=True)
def vector_minimax(game: SchnapsenGame, *, depth: VectorDepth = None) -> Evaluator:
    """Value by vector minimax; exact after depth moves (unset: 2, Kinderschnapsen all)."""
    return _vector_searched(game, depth, reduce_payoffs=False)


@evaluator("payoff_reduction", games=GAMES, together=True)
def payoff_reduction(game: SchnapsenGame, *, depth: VectorDepth = None) -> Evaluator:
    """Value by payoff-reduction minimax; depth as in vector_minimax."""
    return _vector_searched(game, depth, reduce_payoffs=True)


@evaluator("tree", games=GAMES, together=True)
def tree(
    *,
    simulations: Annotated[int, Range(1, 10_000_000)] = 1000,
    exploration: Annotated[float, Range(0)] = 0.7,
    one_tree: bool = False,
) -> Evaluator:
    """Value moves by their shares of visits in tree searches, one in each world or one in all.

    The shares are also the diagnostic ``visit share``, which marks the kind of worth.
    """
    solvers = Solvers()

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        visits = solvers.of(view.rules).tree_visits(
            view.deal,
            view.player,
            worlds.rows,
            simulations,
            exploration,
            one_tree,
            worlds.seed >> 1,
        )
        shares = visits / visits.sum(axis=1, keepdims=True)
        chosen = _chosen(view, moves, np.broadcast_to(shares, (len(worlds), shares.shape[1])))
        return Values(chosen.worth, {"visit share": chosen.worth})

    return evaluate


def _chosen(view: SchnapsenView, moves: Sequence[int], values: npt.NDArray[Any]) -> Values:
    """Return the columns of some of the legal moves."""
    if len(moves) == values.shape[1]:
        return Values(_floats(values))
    columns = [view.legal_actions.index(move) for move in moves]
    return Values(_floats(values)[:, columns])
