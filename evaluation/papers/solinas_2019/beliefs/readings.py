"""Readings of several beliefs in the same positions, grouped by contract, role and trick."""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from vorhand.agents import make
from vorhand.agents.montecarlo.frame import Flags
from vorhand.agents.skat.beliefs.densities import Density, density
from vorhand.agents.skat.open_view import OpenView, opened
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.papers.solinas_2019.beliefs.instruments import BINS, miscalibration, read
from vorhand.evaluation.papers.solinas_2019.beliefs.positions import (
    TRICKS,
    Position,
    deal_by_rule,
    deals_of_file,
    positions,
)
from vorhand.evaluation.pictures import figure, save
from vorhand.evaluation.post_mortem.skat.pipma import KINDS, ROLE_NAMES
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.loading import load_game
from vorhand.native.skat import Deal

ORACLE = "oracle"
"""A player who sees all cards: the TSSR is the number of worlds."""
SCALARS = ("log_ratio", "card_log", "placed", "log_effective")

Cell: TypeAlias = tuple[int, int, int]
"""The indices of kind, role and trick."""
Job: TypeAlias = tuple[Deal | None, int, int, tuple[str, ...]]
"""A deal, a seed, a number and beliefs; without a deal, rule players play the one so numbered."""
Measured: TypeAlias = list[tuple[Cell, Floats, Floats]]
"""Per position: cell, scalars [beliefs, 4], bins [beliefs, BINS, 3]."""
_OfRatio: TypeAlias = Callable[[Floats, Floats], Estimate]


@functools.cache
def belief_of(spec: str) -> Density:
    """Return the belief with a spec; raise SpecError or AgentError if there is none."""
    return density(make("belief", spec, load_game("python_skat")))


def cell_of(position: Position) -> Cell:
    """Return the cell in which a position is counted."""
    return KINDS.index(position.kind), position.role, position.trick


def shown(position: Position) -> OpenView:
    """Return a view for any belief; it shows all cards to beliefs that cheat."""
    return opened(position.view, position.truth.tolist())


def measure(job: Job) -> Measured | None:
    """Apply all instruments to all beliefs in a deal, while cards are hidden; None if passed in."""
    deal, seed, number, beliefs = job
    deal = deal or deal_by_rule(seed, number)
    if deal is None:
        return None
    rows: Measured = []
    for position in positions(deal, number):
        if not position.view.hidden:
            continue
        readings = [read(belief_of(spec), shown(position), position.truth) for spec in beliefs]
        scalars = [[r.log_ratio, r.card_log, r.placed, np.log(r.effective)] for r in readings]
        rows.append((cell_of(position), np.array(scalars), np.array([r.bins for r in readings])))
    return rows


class Readings:
    """The measured values.

    Attributes:
        beliefs: specs.
        deals: number of deals measured.
    """

    def __init__(self, beliefs: Sequence[str], measured: Iterable[Measured]) -> None:
        self.beliefs = list(beliefs)
        rows = list(measured)
        self.deals = len(rows)
        flat = [row for deal in rows for row in deal]
        self._deal = np.repeat(np.arange(len(rows)), [len(deal) for deal in rows])
        self._cells = np.array([cell for cell, _, _ in flat], int).reshape(-1, 3)
        shape = (len(flat), len(beliefs))
        self._scalars = np.array([s for _, s, _ in flat]).reshape(*shape, len(SCALARS))
        self._bins = np.array([b for _, _, b in flat]).reshape(*shape, BINS, 3)

    def chosen(self, kind: int, role: int, trick: int | None = None) -> Flags:
        """Return a mask of the positions of a kind, role and trick (None: all)."""
        cells = self._cells
        same = (cells[:, 0] == kind) & (cells[:, 1] == role)
        return np.asarray(same if trick is None else same & (cells[:, 2] == trick))

    def count(self, kind: int, role: int, trick: int | None = None) -> int:
        """Return the number of positions."""
        return int(self.chosen(kind, role, trick).sum())

    def mean(self, name: str, belief: int, chosen: Flags, *, power: bool = False) -> Estimate:
        """Return the mean of one of `SCALARS`, or of its exponential; a deal is one cluster."""
        values = self._scalars[chosen, belief, SCALARS.index(name)]
        if power:
            return estimates.on_log_scale(self._estimated(estimates.ratio, np.exp(values), chosen))
        # `placed` is a share of cards; logarithms may have either sign
        of = estimates.share if name == "placed" else estimates.ratio
        return self._estimated(of, values, chosen)

    def ahead(self, belief: int, of: int, chosen: Flags) -> Estimate:
        """Return the ratio of two beliefs' geometric mean TSSR in the same positions."""
        logs = self._scalars[chosen, :, SCALARS.index("log_ratio")]
        return exponential(self._estimated(estimates.ratio, logs[:, belief] - logs[:, of], chosen))

    def _estimated(self, of: _OfRatio, values: Floats, chosen: Flags) -> Estimate:
        """Return the mean of values by `estimates.ratio` or `estimates.share`."""
        deals, places = np.unique(self._deal[chosen], return_inverse=True)
        counts = np.bincount(places, minlength=len(deals)).astype(np.float64)
        sums = np.bincount(places, values, len(deals)).astype(np.float64)
        return of(sums, counts)

    def geometric(self, name: str, belief: int, chosen: Flags) -> Estimate:
        """Return the geometric mean of a quantity that is stored as its logarithm."""
        return exponential(self.mean(name, belief, chosen))

    def miscalibration(self, belief: int, chosen: Flags) -> Estimate:
        """Return the miscalibration of single cards' probabilities, with a bootstrap over deals."""
        deals, places = np.unique(self._deal[chosen], return_inverse=True)
        bins = np.zeros((len(deals), BINS, 3))
        np.add.at(bins, places, self._bins[chosen, belief])
        return estimates.bootstrapped(lambda of: miscalibration(bins[of].sum(axis=0)), len(deals))


def exponential(of: Estimate) -> Estimate:
    """Return e to the power of an estimate."""
    return Estimate(*(float(np.exp(value)) for value in (of.value, of.low, of.high)))


def jobs(source: str, deals: int, seed: int, beliefs: Sequence[str]) -> Iterator[Job]:
    """Yield jobs of at most `deals` deals, which rule players play (``rule``) or a file holds.

    Raises:
        DealSourceError: there is no such file, or no deal with card play in it.
    """
    specs = tuple(beliefs)
    if source == "rule":
        yield from ((None, seed, number, specs) for number in range(deals))
    else:
        read_deals = deals_of_file(Path(source))
        for number, deal in zip(range(deals), read_deals, strict=False):
            yield deal, seed, number, specs


def readings(work: Iterable[Job], workers: Workers) -> Iterator[Measured]:
    """Yield the measurements by deal, without deals that were passed in."""
    return (rows for rows in ordered_map(measure, work, workers) if rows is not None)


Line: TypeAlias = dict[int, Estimate]
"""An estimate for each trick."""


def draw_by_trick(lines: dict[tuple[str, int, int], Line], path: Path) -> Path:
    """Draw the paper's figure 2: TSSR by trick, a panel for each role and contract."""
    drawing, axes = figure(len(ROLE_NAMES), len(KINDS))
    for role, role_name in enumerate(ROLE_NAMES):
        for kind, kind_name in enumerate(KINDS):
            ax = axes[role, kind]
            for (belief, of_kind, of_role), line in lines.items():
                if (of_kind, of_role) != (kind, role) or not line:
                    continue
                tricks = [trick + 1 for trick in line]
                values = np.array([e.value for e in line.values()])
                low, high = (
                    np.array([getattr(e, side) for e in line.values()]) for side in ("low", "high")
                )
                ax.plot(tricks, values, marker="o", markersize=3, label=belief)
                finite = np.isfinite(low) & np.isfinite(high)
                ax.fill_between(np.array(tricks)[finite], low[finite], high[finite], alpha=0.2)
            ax.set_yscale("log")
            ax.set_xticks(range(1, TRICKS + 1))
            ax.set_title(f"{kind_name}, {role_name}", fontsize=10)
            ax.set(xlabel="trick", ylabel="TSSR")
            if ax.lines:
                ax.legend(fontsize=7)
    return save(drawing, path)
