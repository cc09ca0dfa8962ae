"""Error-allowing minimax at Schnapsen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.decisions.presumed import Presumed
from vorhand.agents.montecarlo.frame import DecisionRule, Evaluator, Floats, Values
from vorhand.agents.parameters import AgentError, Threads
from vorhand.agents.registry import Range, evaluator
from vorhand.agents.schnapsen.evaluators.values import (
    EACH,
    MOST_POINTS,
    OPEN_HANDS,
    Paid,
    Solvers,
    capped,
    chosen,
    stake_of,
    worth_of_points,
)
from vorhand.agents.schnapsen.knowledge import knowledge_after
from vorhand.agents.schnapsen.match_values import MEASURED
from vorhand.agents.schnapsen.worlds import GAMES, SchnapsenWorlds
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView

Depth: TypeAlias = Annotated[int, Range(-1, 100)]
_DEEPEST = 8  # maximum in Schnapsen, where searching the whole tree of a world takes many seconds


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

    depth: number of MIN nodes on a path at which errors count; -1: all. growing: True if ``depth``
    increases by one after every two tricks, and has no limit once no cards are drawn any more.
    match_values: the table of P(match state): start, measured, a file, or learn (learned in a
    tournament while it is played).
    """
    if not (game.kinder or 0 <= depth <= _DEEPEST):
        raise AgentError(f"depth={depth}: expected 0 to {_DEEPEST}, all only in Kinderschnapsen")
    worth_at = worth_of_points(game, match_values)
    chances = worth_at if game.match else None
    return ErrorAllowing(depth, growing, chances, Solvers(threads), capped(game))


@dataclass(frozen=True)
class ErrorAllowing:
    """An evaluator by triples (m, p, a) of the moves."""

    depth: int  # see `error_allowing`
    growing: bool  # see `error_allowing`
    # function from a view to the chances to win the match after -3 .. 3 game points; None outside
    # matches
    chances: Callable[[SchnapsenView], Floats] | None
    solvers: Solvers  # the cache of the solver
    paid: Paid  # see `capped`
    # the decision rule, if only the values that it needs are to be computed
    decision: Presumed | None = None

    def towards(self, decision: DecisionRule) -> Evaluator:
        """Return an evaluator that computes only what presumed payoffs or values need."""
        if not isinstance(decision, Presumed):
            raise AgentError(f"decision {decision}: expected presumed payoffs or values")
        return replace(self, decision=decision)

    def __call__(
        self, view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]
    ) -> Values:
        """Return the triples as values of the moves."""
        depth = depth_at(view, self.depth) if self.growing else self.depth
        known = knowledge_after(view.rules, view.deal, view.player)
        chances = None if self.chances is None else self.chances(view)
        *triples, exact = self._triples(view, worlds, depth, known, chances)
        m, p, a = (chosen(view, moves, values).worth for values in triples)
        m, a = self.paid(view, m), self.paid(view, m + a) - self.paid(view, m)
        columns = [view.legal_actions.index(move) for move in moves]
        shares = np.broadcast_to(known[columns], m.shape)
        diagnostics = {"wins": m > 0, "m": m, "p": p, "a": a, "known": shares}
        if exact is not None:
            diagnostics["exact"] = chosen(view, moves, exact).worth
        if chances is not None:
            places = m.astype(np.int64) + MOST_POINTS
            diagnostics["worth now"] = chances[places]
            diagnostics["worth after"] = chances[places + a.astype(np.int64)]
        stakes = {"worth": stake_of(self.paid(view, EACH))}
        if chances is not None:
            stakes["worth now"] = stake_of(chances)
        return Values(m, diagnostics, stakes, OPEN_HANDS)

    def _triples(
        self,
        view: SchnapsenView,
        worlds: SchnapsenWorlds,
        depth: int,
        known: Floats,
        chances: Floats | None,
    ) -> tuple[Any, Any, Any, Any]:
        """Compute m, p and a, [n_worlds, n_moves], and flags of exact gains (None: all exact)."""
        solver = self.solvers.of(view.rules)
        where = view.deal, view.player, worlds.rows, depth
        if self.decision is None:
            return *solver.triples(*where), None
        worth = self.paid(view, EACH)
        if self.decision.by_worth and chances is not None:
            worth = chances
        least = self.decision.knowledge
        return solver.decisive_triples(*where, worth, least + (1 - least) * known, worlds.weights)


def depth_at(view: SchnapsenView, first: int) -> int:
    """Return a depth that grows from ``first`` with the tricks; -1 (no limit) if nobody draws."""
    deal = view.deal
    if first < 0 or deal.closer >= 0 or not deal.talon:
        return -1
    return first + sum(deal.tricks(player) for player in range(2)) // 2
