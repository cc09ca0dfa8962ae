"""The cost of the worlds of one decision in Schnapsen, for each phase of the deal.

The worlds of a decision share results about strict play, which does not depend on the talon.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.agents.schnapsen.knowledge import knowledge_after
from vorhand.agents.schnapsen.match_values import MEASURED, match_values
from vorhand.evaluation.bench.harness import Case
from vorhand.evaluation.bench.schnapsen import Positions
from vorhand.native.schnapsen import Deal, Rules, Solver, Worlds

ONE_VALUE, ALL_MOVES, TRIPLES, DECISIVE = "one value", "all moves", "triples", "decisive triples"
KINDS = (ONE_VALUE, ALL_MOVES, TRIPLES, DECISIVE)
"""The kinds of work for the solver.

`ONE_VALUE` solves each world alone, from empty tables; the other kinds call the solver as the
agents do.
"""
_WORLDS = 1200  # approximate number of worlds of a phase; a round may repeat them
_REPEATED = 2_000_000  # approximate minimum of nodes per round, so that the time can be measured


@dataclass(frozen=True)
class Decision:
    """A decision with a choice: the view, the numbers of its worlds (``rows``), and the worlds."""

    view: Deal
    rows: npt.NDArray[np.uint64]
    worlds: list[Deal]
    known: npt.NDArray[np.float64]  # by move, see `knowledge_after`


@dataclass(frozen=True)
class Phase:
    """Decisions of one phase of the deal."""

    name: str
    decisions: Sequence[Decision]

    @property
    def worlds(self) -> int:
        """The total number of worlds."""
        return sum(len(decision.rows) for decision in self.decisions)


def phases(stored: Sequence[Positions], worlds: int) -> list[Phase]:
    """Return a phase for each stored set; of the set "any" take only positions with a closed talon.

    A phase has about `_WORLDS` worlds.
    """
    rng = random.Random(1)
    found = []
    for positions in stored:
        closed = positions.name == "any"
        deals = [deal for deal in positions.deals if not closed or deal.closer >= 0]
        name = "talon closed" if closed else positions.name.replace("-", " ")
        decisions: list[Decision] = []
        for deal in deals:
            if sum(len(one.rows) for one in decisions) >= _WORLDS:
                break
            if len(deal.legal_actions(Rules())) > 1:
                decisions.append(_decision(deal, worlds, rng.getrandbits(32)))
        found.append(Phase(name, decisions))
    return found


def _decision(deal: Deal, worlds: int, seed: int) -> Decision:
    rules, player = Rules(), deal.to_move
    view = deal.view(player)
    known = Worlds(rules, view, player)
    rows = known.distinct(0, min(worlds, len(known)), seed)
    return Decision(
        view,
        rows,
        [known.world(int(row)) for row in rows],
        knowledge_after(rules, view, player),
    )


def questions(phase: Phase, depth: int) -> dict[str, tuple[Solver, Callable[[], None]]]:
    """Return, for each of `KINDS`, a solver and a function that solves all worlds once.

    "decisive triples" are those that PVP needs at the start of a match.
    """
    payoffs = match_values(MEASURED, 7).of_deal(0, 0)

    def asking(ask: Callable[[Solver, Decision], object]) -> tuple[Solver, Callable[[], None]]:
        solver = Solver(Rules(), 1)

        def run() -> None:
            for decision in phase.decisions:
                ask(solver, decision)

        return solver, run

    def decisive(solver: Solver, one: Decision) -> None:
        weights = np.full(len(one.rows), 1 / len(one.rows))
        solver.decisive_triples(
            one.view, one.view.to_move, one.rows, depth, payoffs, one.known, weights
        )

    return {
        ONE_VALUE: asking(lambda solver, one: solver.values(one.worlds)),
        ALL_MOVES: asking(lambda s, one: s.action_values(one.view, one.view.to_move, one.rows)),
        TRIPLES: asking(lambda s, one: s.triples(one.view, one.view.to_move, one.rows, depth)),
        DECISIVE: asking(decisive),
    }


def nodes(phase: Phase, depth: int) -> dict[str, float]:
    """Return the nodes per world for each of `KINDS`; they do not depend on the machine."""
    found = {}
    for kind, (solver, run) in questions(phase, depth).items():
        run()
        found[kind] = solver.nodes / phase.worlds
    return found


def cases(phase: Phase, depth: int, nodes_of_values: float) -> list[Case]:
    """Return a case for each of `KINDS`, with errors allowed at ``depth`` MIN nodes.

    Phases in which a value takes few nodes (``nodes_of_values`` per world) are repeated.
    """
    repeats = max(1, round(_REPEATED / (nodes_of_values * phase.worlds)))

    def case(kind: str, run: Callable[[], None]) -> Case:
        def timed() -> float:
            for _ in range(repeats):
                run()
            return float(repeats * phase.worlds)

        return Case(kind, timed, "worlds")

    return [case(kind, run) for kind, (_, run) in questions(phase, depth).items()]
