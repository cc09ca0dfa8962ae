"""Strategies in games with small packs: their exploitability, and their loss on CFR+.

Best responses are exact over all deals. `pimc` averages open-hand values over all worlds, and gives
equally good moves equal probability. The strategy of any other agent consists of its decisions with
one seed, one in each information set.

With a learner, the strategies are also compared with CFR+. The loss on CFR+ is what a strategy
loses in one seat, with CFR+ in all other seats, as the mean over the seats. Where there are too
many information sets to ask an agent in each, its loss is measured in deals drawn in advance. The
peak memory of CFR+ and of a best response is that of a separate process, with the interpreter,
measured once.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.small_games import (
    MOST_NODES,
    SmallGame,
    decisions_of,
    exploitability,
    lost_on_average,
    lost_points,
    peak_memory_of,
    strategies,
)
from vorhand.evaluation.papers.framework import Settings
from vorhand.evaluation.papers.journal import Result
from vorhand.evaluation.papers.reports import Finding, Row, exact, known

SIZES: Mapping[str, float | str | tuple[float | str, float | str]] = {
    "lost": (100, 200),
    "learner": "",
}
"""The sizes of an experiment with a learner: deals that measure a loss, and the learner's spec."""
_WORK = ("CFR+", "a best response")
_MOST_MEMORY = 4096
_DIGITS = 4


def learner_of(settings: Settings) -> str:
    """Return the spec of the learner, which older journals lack."""
    return str(settings.numbers.get("learner") or "")


def compared(settings: Settings) -> list[Any]:
    """Return the last items of a job with a learner: number of deals for losses, and its spec."""
    learner = learner_of(settings)
    return [settings.count("lost"), learner] if learner else []


def learned(learner: str, **fields: int) -> list[str]:
    """Return the spec of the learner with its fields filled in for a game; empty without one."""
    for name, number in fields.items():
        learner = learner.replace(f"{{{name}}}", str(number))
    return [learner] if learner else []


@dataclass(frozen=True)
class Comparison:
    """The strategies of one kind of game, and the names of its figures.

    Attributes:
        players: number of players.
        agents: specs of the agents that are compared, without the learner.
        counts: names of the numbers of deals, states and information sets.
        winner: the player whose value is given.
        points: name of the points.
        solved: maximum exploitability of a solution.
        digits: decimals of the figures.
    """

    players: int
    agents: Sequence[str]
    counts: Sequence[str]
    winner: str
    points: str
    solved: float
    digits: int

    def figures(
        self,
        game: pyspiel.Game,
        small: SmallGame,
        seed: int,
        iterations: int,
        asked: int,
        lost: int = 0,
        learners: Sequence[str] = (),
    ) -> list[Result]:
        """Return the value, the exploitability of each strategy and, with learners, the losses.

        Args:
            game: the game.
            small: its deals.
            seed: the seed of the agents, and of the deals that measure losses.
            iterations: the iterations of CFR+.
            asked: maximum number of information sets if agents are to decide in all of them.
            lost: number of deals that measure the agents' losses if they do not decide in all.
            learners: agents learned for this game.
        """
        tree = small.tree
        agents = [*self.agents, *learners]
        policies = strategies(
            game, small, iterations, agents if tree.seat.size <= asked else (), seed
        )
        exploitable = {
            agent: exploitability(tree, policy, self.players) for agent, policy in policies.items()
        }
        solved = policies["CFR+"]
        value = float(array_game.world_values(tree, solved).mean())
        if not learners:
            return [value, exploitable]
        losses: dict[str, float | list[float]] = {
            agent: lost_on_average(tree, self.players, solved, policy)
            for agent, policy in policies.items()
            if agent != "CFR+"
        }
        deals = random.Random(seed).sample(range(len(small.packs)), min(lost, len(small.packs)))
        for agent in agents:
            if agent not in policies:
                decide = decisions_of(game, small, agent, seed)
                points = lost_points(tree, self.players, solved, decide, deals)
                losses[agent] = points.round(_DIGITS).tolist()
        return [value, exploitable, losses]

    def rows(
        self, name: str, results: Sequence[Result], learners: Sequence[str], times: int = 1
    ) -> Iterator[Row]:
        """Yield the figures of a game.

        Args:
            name: the game's name.
            results: the counts, the `figures` and the peak memory of its parts, which are equally
                likely.
            learners: agents learned for this game.
            times: number of equal parts for which each result stands.
        """
        counts, values, exploitable, *compared = zip(*results, strict=True)
        losses, memory = compared or ((), ())
        yield from self.count_rows(name, counts, times)
        value = exact(float(np.mean(values)))
        yield Row(f"value of CFR+ to the {self.winner}: {name}", value, digits=self.digits)
        for what, found in (("exploitability", exploitable), ("loss on CFR+", losses)):
            for agent in _in_all(found):
                label = "the learner" if agent in learners else agent
                mean = _mean([each[agent] for each in found])
                yield Row(f"{what} of {label}: {name}", mean, digits=self.digits)
        for what in _in_all(memory):
            peak = exact(max(each[what] for each in memory))
            yield Row(f"peak memory of {what}, MiB: {name}", peak, digits=0)

    def count_rows(self, name: str, counts: Sequence[Sequence[int]], times: int = 1) -> list[Row]:
        """Return the numbers of deals, states and information sets of all parts, see `rows`."""
        totals = (times * sum(column) for column in zip(*counts, strict=True))
        return [
            Row(f"{what}: {name}", exact(total), digits=0)
            for what, total in zip(self.counts, totals, strict=False)
        ]

    def findings(self, name: str, results: Sequence[Result]) -> Iterator[Finding]:
        """Yield the findings on a solution and its peak memory."""
        solved = float(np.mean([result[2]["CFR+"] for result in results]))
        text = f"{name}: CFR+ is exploitable by at most {self.solved} {self.points} a deal"
        verdict, evidence = known(solved <= self.solved), f"{solved:.{self.digits}f}"
        yield Finding(text, verdict, evidence, ours=True)
        if used := [peak for result in results for peak in result[4:] for peak in peak.values()]:
            text = f"{name}: CFR+ and a best response take at most {_MOST_MEMORY:,} MiB"
            verdict, evidence = known(max(used) <= _MOST_MEMORY), f"{max(used):,}"
            yield Finding(text, verdict, evidence, ours=True)


def _in_all(found: Sequence[dict[str, Any]]) -> list[str]:
    """Return the names that all parts of a game have, in their order."""
    return [name for name in found[0] if all(name in each for each in found)] if found else []


def _mean(found: Sequence[float | list[float]]) -> Estimate:
    """Return the mean over the parts of a game, exact unless deals were drawn.

    All parts are equally likely, and deals with the same numbers are drawn in each part. So only
    the means over the parts are independent. An exact figure counts as the figure of each deal.
    """
    if all(isinstance(each, float) for each in found):
        return exact(float(np.mean(found)))
    deals = max(map(np.size, found))
    return estimates.mean(np.mean([np.broadcast_to(each, deals) for each in found], axis=0))


def peak_memory(build: Callable[..., SmallGame], *arguments: Any) -> dict[str, int]:
    """Return the peak memory in MiB of CFR+ and of a best response, the game's tree included."""
    return {what: peak_memory_of(_use, what, build, *arguments) for what in _WORK}


def _use(what: str, build: Callable[..., SmallGame], *arguments: Any) -> None:
    """Build a game's tree, and iterate CFR+ or compute a best response."""
    tree = build(*arguments).tree
    if what == "CFR+":
        array_game.solve(tree, 1)
    elif what == "a best response":
        array_game.best_response(tree, array_game.uniform(tree), tree.soloist)


def counted(parts: Iterable[SmallGame]) -> list[int]:
    """Return the numbers of deals, states and nodes of a tree that is built in parts."""
    numbers = [(len(part.packs), part.states, part.tree.mover.size) for part in parts]
    return [int(sum(column)) for column in zip(*numbers, strict=True)]


def too_large(name: str, nodes: int) -> Finding:
    """Return the finding on a game that is only counted."""
    text = f"{name}: the tree has more than {MOST_NODES:,} nodes, the most that are built"
    return Finding(text, known(nodes > MOST_NODES), f"{nodes:,}", ours=True)
