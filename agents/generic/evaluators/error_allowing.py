"""Error-allowing minimax (EAM) over OpenSpiel states.

Wisser, "Error allowing minimax: getting over indifference" (2013), restated in the IJCAI 2015
paper. Each node has a triple (m, p, a) from MAX's side:

* m: the minimax value.
* p: the probability that MIN, moving uniformly at random, makes a decisive error: a move
  after which the minimax value is greater than before it.
* a: the least gain of MAX in minimax value over all errors that MIN may make first; 0 if p is 0.

Triples are compared by m, then by the expected guaranteed gain p * a, then by p, and MAX plays the
greatest. A leaf has the triple (payoff, 0, 0), and a MAX node the greatest triple of its children.
At a MIN node m is the least m_i. A child with m_i > m is an error, and each child is reached with
equal probability. So p is the mean of (1 if m_i > m else p_i), and a is the least of m_i - m over
the errors and of a_i over the other children with p_i > 0. Chance nodes average m and p, and a is
the least a_i with p_i > 0. The compiled search for Schnapsen (`native/src/schnapsen/eam.hpp`)
follows the same definition.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyspiel

from vorhand.agents.generic.budget import Budget
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import evaluator


class Triple(NamedTuple):
    """Minimax value, probability of a decisive error, and the gain that an error guarantees."""

    m: float
    p: float
    a: float


_DIGITS = 12


def error_allowing(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
    """Return minimax values, with ``m``, ``p`` and ``a`` as diagnostics."""
    budget = Budget(worlds.rows[0])
    rows = [[eam(s.child(move), view.player, budget) for move in moves] for s in worlds.rows]
    triples = np.array(rows, np.float64)
    m, p, a = np.moveaxis(triples, -1, 0)
    return Values(m, {"m": m, "p": p, "a": a})


@evaluator("error_allowing", tells=("m", "p", "a"))
def _error_allowing() -> Evaluator:
    """Value moves by error-allowing minimax (Wisser) to the end of the game."""
    return error_allowing


def eam(state: pyspiel.State, player: int, budget: Budget | None = None) -> Triple:
    """Compute the triple of a state for ``player`` as MAX, with all other players as MIN."""
    budget = budget or Budget(state)
    budget.spend()
    if state.is_terminal():
        return Triple(state.player_return(player), 0.0, 0.0)
    if state.is_chance_node():
        chances = state.chance_outcomes()
        parts = [eam(state.child(action), player, budget) for action, _ in chances]
        m, p = (sum(c * t[k] for (_, c), t in zip(chances, parts, strict=True)) for k in (0, 1))
        return Triple(m, p, min((t.a for t in parts if t.p > 0), default=0.0))
    triples = [eam(state.child(action), player, budget) for action in state.legal_actions()]
    return max(triples, key=rank) if state.current_player() == player else min_node(triples)


def rank(triple: Triple) -> tuple[float, float, float]:
    """Return the key that orders triples; it is rounded, so that rounding errors do not matter."""
    return triple.m, round(triple.p * triple.a, _DIGITS), round(triple.p, _DIGITS)


def min_node(triples: Sequence[Triple]) -> Triple:
    """Compute the triple of a MIN node from those of its children."""
    m = min(t.m for t in triples)
    p = sum(1.0 if t.m > m else t.p for t in triples) / len(triples)
    gains = [t.m - m if t.m > m else t.a for t in triples if t.m > m or t.p > 0]
    return Triple(m, p, min(gains, default=0.0))
