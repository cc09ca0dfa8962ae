"""The regret of agents' cards in defence at Skat, given what a defender can know.

The positions, and the values of their cards over worlds of a belief, come from journals of
`regret-values`; they do not depend on the agents. Each agent chooses a card from its own view. The
attainable regret of the choice is the value of the best card less that of the chosen card. Beside
it stands the clairvoyant loss: the same difference with open hands in the true world. The points
are those of `stores`.

The best card is not known. The greatest of several noisy means is too high on average. Therefore
the worlds are divided into folds, and each fold values the card with the greatest mean over all
other folds. It may not be the best card, so this estimate is slightly too low on average. The
difference of plain means is too high on average, and is reported as an upper bound.
"""

import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand import evaluation
from vorhand.agents import make_bot, split_specs
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Comparison, Estimate, Floats
from vorhand.evaluation.papers.framework import Experiment, ExperimentError, Settings
from vorhand.evaluation.papers.journal import Job, Journal, Result
from vorhand.evaluation.papers.knowledge import shown
from vorhand.evaluation.papers.ours.regret_values import Valued
from vorhand.evaluation.papers.reports import Report, Row
from vorhand.evaluation.papers.skat.defences import TURNS
from vorhand.evaluation.papers.skat.role_games import seeds_of
from vorhand.evaluation.pictures import drawable, figure, forest, save
from vorhand.evaluation.post_mortem.skat.pipma import KINDS
from vorhand.games.loading import load_game

Measure: TypeAlias = Literal["attainable regret", "upper bound of the regret", "clairvoyant loss"]

MEASURES: tuple[Measure, ...] = (
    "attainable regret",
    "upper bound of the regret",
    "clairvoyant loss",
)
VALUES = ",".join(
    f"regret-values-{part}.jsonl.xz" for part in (*range(1, 6), *(f"more-{k}" for k in range(1, 4)))
)
"""The shipped journals, with the values of 500 positions of each kind of turn.

Each of the first five values 100 positions in 2,500 worlds. Each of the others values all 500 in
2,500 further worlds.
"""

_RESULTS = Path(evaluation.__path__[0]) / "results"
_VALUES_OF = "regret-values"


def cross_fitted_regret(folds: Floats, weights: Floats, choice: int) -> float:
    """Return the regret of a choice; each fold values the card that the other folds find best.

    Args:
        folds: mean values by fold and card, [folds, cards]; at least two folds.
        weights: the share of the worlds in each fold, [folds], adding up to 1.
        choice: the index of the chosen card.
    """
    by_weight = weights[:, None] * folds
    others = (by_weight.sum(axis=0) - by_weight) / (1 - weights[:, None])
    best = others.argmax(axis=1)
    places = np.arange(len(folds))
    return float(weights @ (folds[places, best] - folds[:, choice]))


def plain_regret(folds: Floats, weights: Floats, choice: int) -> float:
    """Return the greatest mean minus the mean of the choice; on average this is too high."""
    means = weights @ folds
    return float(means.max() - means[choice])


def _jobs(settings: Settings) -> list[Job]:
    values, agents = settings.spec("values"), settings.spec("agents")
    specs = [str(spec) for spec in split_specs(agents)]
    return [
        [settings.seed, number, values, *specs] for number in range(settings.count("positions"))
    ]


def work(job: Job) -> Result:
    """Return turn, kind, error and choices of each position.

    The error is the standard error of the difference between the two best cards. For each agent
    there is a list: the index of the chosen group of equal cards, then the measures.

    Raises:
        ExperimentError: the journals of values hold fewer positions than the size asks for.
    """
    seed, number, values, *agents = job
    valued = values_of(values)
    if number >= len(valued):
        raise ExperimentError(
            f"positions={number + 1}: {values} holds {len(valued):,}; expected at most as many"
        )
    seeds = seeds_of(seed, number)
    return [
        [
            of.defence.turn,
            of.kind,
            round(of.error, 3),
            [_judged(of, agent, seeds) for agent in agents],
        ]
        for of in valued[number]
    ]


def _judged(of: Valued, agent: str, seeds: list[int]) -> list[float]:
    state = of.defence.state()
    seat = state.current_player()
    card = make_bot(agent, load_game("python_skat"), seat, seeds[seat]).step(state)
    choice = next(place for place, group in enumerate(of.cards) if card in group)
    regrets = (
        cross_fitted_regret(of.folds, of.weights, choice),
        plain_regret(of.folds, of.weights, choice),
    )
    lost = float(of.opened.max() - of.opened[choice])
    return [choice, *(round(regret, 3) for regret in regrets), lost]


@functools.lru_cache(maxsize=4)
def values_of(text: str) -> list[list[Valued]]:
    """Return the valued positions by number, from journals of `regret-values`.

    Args:
        text: paths of journals, separated by commas; a name of a shipped journal is enough. They
            may value the same positions in different worlds, or different positions.

    Raises:
        ExperimentError: a journal is missing, incomplete or not one of values; or two journals have
            different positions under the same number.
    """
    by_number: dict[int, list[list[Valued]]] = {}
    for name in text.split(","):
        for number, positions in _read(name):
            by_number.setdefault(number, []).append(positions)
    return [
        [_together(text, list(parts)) for parts in zip(*by_number[number], strict=True)]
        for number in sorted(by_number)
    ]


def _read(name: str) -> Iterator[tuple[int, list[Valued]]]:
    path = next((path for path in (Path(name), _RESULTS / name) if path.exists()), None)
    if path is None:
        raise ExperimentError(
            f"values={name}: there is no such journal; expected one that "
            f"'vorhand reproduce {_VALUES_OF}' has written"
        )
    journal = Journal.read(path, _VALUES_OF)
    if len(journal.results) < journal.header["jobs"]:
        raise ExperimentError(
            f"values={name}: {len(journal.results):,} of {journal.header['jobs']:,} positions are "
            "valued; expected a finished run"
        )
    worlds = int(journal.header["sizes"]["worlds"])
    for job, result in journal.results.items():
        yield json.loads(job)[1], [Valued.of(position, worlds) for position in result]


def _together(text: str, parts: list[Valued]) -> Valued:
    """Return a position with the folds of all journals."""
    first = parts[0]
    if any((of.defence, of.cards) != (first.defence, first.cards) for of in parts):
        raise ExperimentError(f"values={text}: hold different positions; expected equal ones")
    weights = np.concatenate([of.weights for of in parts])
    folds = np.concatenate([of.folds for of in parts])
    return first._replace(folds=folds, weights=weights / weights.sum())


@dataclass(frozen=True)
class Tally:
    """The choices of agents in all positions.

    Each number has one position for each kind of turn, from one or two deals.

    Attributes:
        agents: the specs of the agents.
        kinds: the kind of each contract, [numbers, turns].
        errors: standard error of the difference between the two best cards, [numbers, turns].
        points: points for the defender, [numbers, turns, agents, measures].
    """

    agents: tuple[str, ...]
    kinds: npt.NDArray[np.str_]
    errors: Floats
    points: Floats

    @classmethod
    def of(cls, agents: list[str], results: list[Result]) -> "Tally":
        """Arrange the results of `work`."""
        kinds = [[kind for _, kind, *_ in positions] for positions in results]
        errors = [[error for _, _, error, _ in positions] for positions in results]
        points = [
            [[choice[1:] for choice in choices] for *_, choices in positions]
            for positions in results
        ]
        numbers = (np.array(column, np.float64) for column in (errors, points))
        return cls(tuple(agents), np.array(kinds), *numbers)

    def by_kind(self, turn: int) -> dict[str, npt.NDArray[np.bool_]]:
        """Return a mask of the numbers for each kind of contract with at least two positions."""
        found = {"all": np.ones(len(self.kinds), bool)}
        found |= {kind: self.kinds[:, turn] == kind for kind in KINDS}
        return {kind: those for kind, those in found.items() if those.sum() > 1}

    def positions(self, turn: int) -> dict[str, int]:
        """Return the number of positions by kind of contract."""
        return {kind: int(those.sum()) for kind, those in self.by_kind(turn).items()}

    def figures(self, turn: int, agent: int) -> dict[str, dict[Measure, Estimate]]:
        """Return the mean points of each measure, by kind of contract."""
        return {
            kind: {
                measure: estimates.mean(self.points[those, turn, agent, place])
                for place, measure in enumerate(MEASURES)
            }
            for kind, those in self.by_kind(turn).items()
        }

    def differences(self) -> dict[str, Comparison]:
        """Return each agent's attainable regret minus the first agent's, in the same positions.

        The intervals hold all at once.
        """
        regrets = self.points[..., 0]
        by_name = {
            f"{turn}, {agent} less {self.agents[0]}": regrets[:, t, a] - regrets[:, t, 0]
            for t, turn in enumerate(TURNS)
            for a, agent in enumerate(self.agents)
            if a
        }
        return dict(zip(by_name, estimates.compare(list(by_name.values())), strict=True))


def _report(settings: Settings, results: list[Result]) -> Report:
    tally = Tally.of([str(spec) for spec in split_specs(settings.spec("agents"))], results)
    rows = [
        Row(
            f"{agent}, {turn}, {measure}, {kind} ({count:,} positions)",
            shown(of),
            digits=1,
            cases=count,
        )
        for t, turn in enumerate(TURNS)
        for a, agent in enumerate(tally.agents)
        for (kind, figures), count in zip(
            tally.figures(t, a).items(), tally.positions(t).values(), strict=True
        )
        for measure, of in figures.items()
    ]
    rows += [
        replace(Row(f"difference, {name}", of, digits=1), simultaneous=of.simultaneous)
        for name, of in tally.differences().items()
        if shown(of) is of
    ]
    rows += [
        Row(f"standard error of the values, {turn}", estimates.mean(errors), digits=2)
        for turn, errors in zip(TURNS, tally.errors.T, strict=True)
    ]
    return Report(
        "Points a decision that defenders lose",
        rows,
        drawings={"regret.svg": partial(_draw, tally)},
    )


def _draw(tally: Tally, path: Path) -> Path:
    """Draw the attainable regret of each agent in all positions: a panel per kind of turn."""
    drawing, [panels] = figure(1, len(TURNS), height=1.2 + 0.4 * len(tally.agents), sharey=True)
    for t, (turn, panel) in enumerate(zip(TURNS, panels, strict=True)):
        regrets = {
            agent: drawable(tally.figures(t, a)["all"]["attainable regret"])
            for a, agent in enumerate(tally.agents)
        }
        forest(panel, regrets)
        panel.set(title=turn, xlabel="attainable regret, points")
    return save(drawing, path)


EXPERIMENT = Experiment(
    "docs/notes/skat-regret.md",
    {
        "positions": (20, 500),
        "agents": ("policy,rule,random", "vorhand(worlds=40),pimc(worlds=40),policy,rule,random"),
        "values": VALUES,
    },
    _jobs,
    work,
    _report,
    unit="pairs of positions",
    extras=("plots",),
)
