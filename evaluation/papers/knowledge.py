"""The value of knowing more cards, and losses with open hands: tallies and reports.

In the first game of a deal all players are the agent itself. The other games repeat it with players
who see more cards. Every card of the first game is also valued with open hands.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import NOTHING, Comparison, Estimate, Floats
from vorhand.evaluation.papers.reports import Report, Row


@dataclass(frozen=True)
class GameTally(ABC):
    """The games of an experiment, one group per deal; all fields are arrays by deal.

    Attributes:
        kinds: the kind of each contract, [deals].
    """

    KINDS: ClassVar[Sequence[str]]
    GAMES: ClassVar[str] = "games"

    kinds: np.ndarray[tuple[int], np.dtype[np.str_]]

    def by_kind(self) -> dict[str, Self]:
        """Return all deals, and the deals of each kind of contract that at least two deals have."""
        kinds = {kind: self.kinds == kind for kind in self.KINDS}
        chosen = {"all": np.ones(len(self.kinds), bool), **kinds}
        columns = [getattr(self, field.name) for field in fields(self)]
        return {
            kind: type(self)(*(column[some] for column in columns))
            for kind, some in chosen.items()
            if np.count_nonzero(some) > 1
        }

    def title_of(self, kind: str) -> str:
        """Return the kind of contract of these deals, followed by their number."""
        return f"{kind} ({len(self.kinds):,} {self.GAMES})"

    def figures(self) -> dict[str, Estimate]:
        """Return the gains of all changes and the losses, by name."""
        return {**self.gains(), **{f"lost by {name}": of for name, of in self.losses().items()}}

    def differences(self) -> dict[str, Comparison]:
        """Return paired differences of open-hand losses, with intervals that hold all at once."""
        by_name = self.paired()
        return dict(zip(by_name, estimates.compare(list(by_name.values())), strict=True))

    @property
    @abstractmethod
    def changed(self) -> int:
        """The number of deals in which at least one change led to another result."""

    @abstractmethod
    def gains(self) -> dict[str, Estimate]:
        """Return the mean gain by each change for the side that sees more cards."""

    @abstractmethod
    def losses(self) -> dict[str, Estimate]:
        """Return the mean open-hand loss by losing player."""

    @abstractmethod
    def by_trick(self) -> dict[str, list[Estimate]]:
        """Return the mean open-hand loss in each trick, by losing player."""

    @abstractmethod
    def paired(self) -> dict[str, Floats]:
        """Return named differences of open-hand losses, by deal."""


def first_trick_and_others(name: str, lost: Floats) -> dict[str, Floats]:
    """Return named differences of losses [deals, tricks]: first trick minus each later trick."""
    return {
        f"{name}, trick 1 less trick {trick + 1}": lost[:, 0] - lost[:, trick]
        for trick in range(1, lost.shape[1])
    }


def shown(of: Estimate) -> Estimate:
    """Return the estimate; an undefined one if its samples are all identical or too few."""
    return of if 0 < of.margin < np.inf else NOTHING


def remark(agent: str, tally: GameTally) -> str:
    """Return a remark if the agent ignores the cards that it is shown; otherwise an empty text."""
    if tally.changed:
        return ""
    return f"{agent} does not use the cards that it is shown: no result changed"


def report(title: str, agent: str, every: GameTally, digits: int) -> Report:
    """Report gains and losses by kind of contract, losses by trick, and their differences."""

    def row(name: str, of: Estimate, tally: GameTally) -> Row:
        return Row(name, shown(of), digits=digits, cases=len(tally.kinds))

    rows = []
    for kind, tally in every.by_kind().items():
        title_of = tally.title_of(kind)
        rows += [row(f"{name}, {title_of}", of, tally) for name, of in tally.figures().items()]
    rows += [
        row(f"trick {trick}, lost by {name}", of, every)
        for name, tricks in every.by_trick().items()
        for trick, of in enumerate(tricks, 1)
    ]
    rows += [
        replace(row(f"difference of losses, {name}", of, every), simultaneous=of.simultaneous)
        for name, of in every.differences().items()
        if shown(of) is of
    ]
    return Report("\n".join(filter(None, (f"{title}, {agent}", remark(agent, every)))), rows)
