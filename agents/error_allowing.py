"""Error-allowing minimax (EAM) over OpenSpiel states.

Wisser, "Error allowing minimax: getting over indifference" (2013), restated in his IJCAI
2015 paper. Each node has a triple (m, p, a) from MAX's side:

* m: the minimax value.
* p: the probability that MIN, moving uniformly at random, makes a decisive error: a move
  from which MAX wins (a value above 0) though he would not with right play.
* a: the payoff MAX is then sure of, whichever the error was; 0 where p is 0.

It follows: at a leaf (payoff, 0, 0). At a MAX node the greatest triple of the children in
lexicographic order. At a MIN node m is the least m_i; if m > 0 there is nothing left to
err about and p = a = 0; otherwise a child with m_i > 0 is an error, each child i is met
with equal probability, p = mean of (1 if m_i > 0 else p_i), and a is the least of m_i over
the errors and a_i over the other children with p_i > 0. Chance nodes average m and p and
keep the least a.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.beliefs import Worlds
from vorhand.agents.views import View


class Triple(NamedTuple):
    """Minimax value, probability of a decisive error, and the payoff it secures."""

    m: float
    p: float
    a: float


TRIPLE = np.dtype([("m", np.float64), ("p", np.float64), ("a", np.float64)])


def error_allowing(view: View, worlds: Worlds, moves: list[int]) -> npt.NDArray[np.void]:
    """Triples of the moves: a structured array [n_worlds, n_moves] with fields m, p, a."""
    rows = [[tuple(eam(s.child(m), view.player)) for m in moves] for s in worlds.states]
    return np.array(rows, TRIPLE)


def eam(state: pyspiel.State, player: int) -> Triple:
    """The triple of a state for ``player`` as MAX, all others pooled as MIN."""
    if state.is_terminal():
        return Triple(state.player_return(player), 0.0, 0.0)
    if state.is_chance_node():
        chances = state.chance_outcomes()
        parts = [eam(state.child(action), player) for action, _ in chances]
        m, p = (sum(c * t[k] for (_, c), t in zip(chances, parts, strict=True)) for k in (0, 1))
        return Triple(m, p, min((t.a for t in parts if t.p > 0), default=0.0))
    triples = [eam(state.child(action), player) for action in state.legal_actions()]
    return max(triples) if state.current_player() == player else min_node(triples)


def min_node(triples: Sequence[Triple]) -> Triple:
    """The triple of a MIN node from those of its children."""
    m = min(t.m for t in triples)
    if m > 0:
        return Triple(m, 0.0, 0.0)
    p = sum(1.0 if t.m > 0 else t.p for t in triples) / len(triples)
    gains = [t.m if t.m > 0 else t.a for t in triples if t.m > 0 or t.p > 0]
    return Triple(m, p, min(gains, default=0.0))
