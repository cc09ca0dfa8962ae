"""Speed of the Schnapsen solver on stored positions, compared with another solver if installed."""

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.evaluation.arena.game_loop import play_game, uniformly
from vorhand.evaluation.bench.harness import Case, Comparison
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Rules, Solver, parse_position

STORED = Path(__file__).parent / "data" / "schnapsen"
"""The folder of positions that come with the benchmarks."""
_ENOUGH = 0.15  # approximate minimum number of seconds per case
_MATCH = "python_schnapsen(match=true)"
# estimated cost of a position, by tricks played
_MICROSECONDS = {0: 500, 1: 90, 2: 30, 3: 8, 4: 3, 5: 1}


class Positions:
    """A file of positions with values."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name.removesuffix(".positions")
        lines = path.read_text().splitlines()
        self.deals = [parse_position(Rules(), line.rpartition(" ")[0]) for line in lines]
        self.values = [int(line.rpartition(" ")[2]) for line in lines]


def repeats(positions: Positions) -> int:
    """Return the number of times that a file is solved in one round."""
    digits = [int(c) for c in positions.name if c.isdigit()]
    each = _MICROSECONDS.get(digits[0] if digits else 4, 3) * 1e-6
    return max(1, round(_ENOUGH / (each * len(positions.deals))))


def cases(positions: Positions, other: Path | None, depth: int) -> list[Case]:
    """Return three cases of our solver, and one of another solver that finds one value, if given.

    Our cases are one value, the values of all moves, and triples.
    """
    solver, rounds = Solver(Rules(), 1), repeats(positions)
    count = float(rounds * len(positions.deals))

    def one_value() -> float:
        for _ in range(rounds):
            if solver.values(positions.deals).tolist() != positions.values:
                raise RuntimeError(f"{positions.path}: values differ from those stored")
        return count

    def loop(work: Callable[[], object]) -> Callable[[], float]:
        def run() -> float:
            for _ in range(rounds):
                work()
            return count

        return run

    measured = [
        Case("one value", one_value, "positions"),
        Case("all moves", loop(lambda: solver.all_action_values(positions.deals)), "positions"),
        Case(
            f"triples, depth {depth}",
            loop(lambda: solver.all_triples(positions.deals, depth)),
            "positions",
        ),
    ]
    if other is not None:
        text = positions.path.read_text() * rounds

        def theirs() -> float:
            subprocess.run([str(other)], input=text, text=True, capture_output=True, check=True)
            return count

        measured.append(Case("other solver", theirs, "positions"))
    return measured


def nodes(positions: Positions, depth: int) -> dict[str, float]:
    """Return the nodes per position for each case of our solver, the same on any machine.

    "proof of all moves" is a search that knows the values of all moves and only proves them. Its
    nodes are a lower bound, whatever the order of the search.
    """
    solver, deals = Solver(Rules(), 1), positions.deals

    def spent(work: Callable[[], object]) -> float:
        before = solver.nodes
        work()
        return (solver.nodes - before) / len(deals)

    return {
        "one value": spent(lambda: solver.values(deals)),
        "proof of all moves": solver.proof_nodes(deals) / len(deals),
        "all moves": spent(lambda: solver.all_action_values(deals)),
        f"triples, depth {depth}": spent(lambda: solver.all_triples(deals, depth)),
    }


def comparisons(positions: Positions, other: Path | None, depth: int) -> list[Comparison]:
    """Return the pairs of cases to compare, with their targets."""
    whole = positions.name == "after-0-tricks"
    targets = [
        Comparison("all moves", "one value", cost_at_most=2.2),
        Comparison(f"triples, depth {depth}", "all moves", cost_at_most=1.5),
    ]
    if other is not None:
        targets.insert(
            0, Comparison("one value", "other solver", speed_at_least=1.5 if whole else 1.0)
        )
    return targets


_DECIDERS = {
    "pimc": "",
    "ppp": "",
    "pvp": "",
    "ppp, decisive": ",decisive=true",
    "pvp, decisive": ",decisive=true",
    "vm": "",
    "prm": "",
}


def situations(deals: int) -> list[SchnapsenView]:
    """Return all decisions with a choice in deals played by the rule player on both sides."""
    game, rng = load_game(_MATCH), random.Random(1)
    views: list[SchnapsenView] = []
    bots = [make_bot("rule", game, seat, 1) for seat in (0, 1)]

    def deal_is_over(state: pyspiel.State) -> bool:
        """Return True in the second deal; before it, collect decisions with a choice."""
        over = bool(state.past)
        if not over and not state.is_chance_node() and len(state.legal_actions()) > 1:
            views.append(state.view(state.current_player()))
        return over

    for _ in range(deals):
        play_game(game.new_initial_state(), bots, rng, outcome=uniformly, until=deal_is_over)
    return views


def deciders(views: list[SchnapsenView], worlds: int) -> list[Case]:
    """Return a case for each agent, all with the same decisions and number of worlds."""
    game = load_game(_MATCH)

    def case(name: str) -> Case:
        preset = name.partition(",")[0]
        bot = make_bot(f"{preset}(worlds={worlds}{_DECIDERS[name]})", game, 0, 1)
        return Case(name, lambda: _decide(bot, views), "decisions")

    return [case(name) for name in _DECIDERS]


def _decide(bot: ViewBot, views: list[SchnapsenView]) -> float:
    for view in views:
        bot.explain(view)
    return float(len(views))


def decider_costs() -> list[Comparison]:
    """Return limits of each agent's time, in multiples of PIMC's; Wisser (2015) has 1.3 for PVP."""
    most = {"vm": 7.0, "prm": 7.0}
    return [
        Comparison(name, "pimc", cost_at_most=most.get(name, 1.5))
        for name in _DECIDERS
        if name != "pimc"
    ]
