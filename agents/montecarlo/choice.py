"""The record of a decision and its reasons, the same in all games."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from vorhand.agents.montecarlo.frame import (
    Floats,
    GaugeKind,
    GaugeLabel,
    GaugeSource,
    Values,
    View,
    Worlds,
)
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.games.notebooks import from_terminal, picture_from_terminal

if TYPE_CHECKING:
    from rich.table import Table

Cell: TypeAlias = Callable[[float], str]

_MOST_EXACT = 1 << 63
"""Number from which on counts of worlds are given in floating point."""


@dataclass(frozen=True)
class Evidence:
    """The basis of a decision.

    Attributes:
        view: knowledge of the player.
        worlds: the sampled worlds.
        values: values of the moves in them.
        averaged: the values whose weighted means are the scores, float64 [n_worlds, n_moves], nan
            where a move was not evaluated; None: the scores are not means.
    """

    view: Any
    worlds: Worlds[Any]
    values: Values
    averaged: Floats | None = None


@dataclass(frozen=True)
class Estimates:
    """Means of all moves from the same number of samples, so that their differences are unbiased.

    Attributes:
        means: the means, in the unit of the scores; nan for moves that were not evaluated.
        errors: standard errors of the means, which are independent of each other.
        size: effective number of samples of each mean.
    """

    means: tuple[float, ...]
    errors: tuple[float, ...]
    size: float


Grade: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]


@dataclass(frozen=True)
class Verdict:
    """The loss of a move compared with the move chosen, judged by what the player could know.

    Attributes:
        loss: the loss, as a fraction of the stake of the deal, so that 0.05 is worth as much as
            five percentage points of the chance to win the deal; 0 for the move chosen.
        error: standard error of the loss; None: unknown.
        grade: the grade, see `vorhand.agents.montecarlo.grading.grade_of`; empty: no mistake.
    """

    loss: float
    error: float | None
    grade: Grade


@dataclass(frozen=True)
class Gauge:
    """The figure by which a person compares moves, such as the bar above each card in a hint.

    Attributes:
        kind: "chance": a probability to win; "score": the quantity that the agent maximises.
        label: see `GaugeSource`; "match": the chance to win the match; "score": the score.
        scale: the ends of the scale: 0 and 1 for probabilities, otherwise the smallest and largest
            value.
        values: values of the moves, for the player who decides; nan for moves that were not
            evaluated.
    """

    kind: GaugeKind
    label: GaugeLabel
    scale: tuple[float, float]
    values: tuple[float, ...]


class Details(Protocol):
    """A game's own data about a decision, beyond numbers by move."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data to be added to that of the choice."""

    def table(self, choice: Choice) -> Table:
        """Return the table to show in place of the table of moves."""


@dataclass(frozen=True)
class Choice:
    """One decision and its reasons. Numbers of moves are in the order of ``moves``.

    Attributes:
        move: the action chosen; of several with equal chances the first.
        moves: the legal actions, ascending.
        names: names of the moves.
        reason: the method of the decision: "forced", "rule", "worlds", "tree", ...
        scores: the quantity that the deciding player maximises, by move; empty if not computed, nan
            for moves that were not evaluated.
        errors: standard errors of the scores, from the effective number of worlds; empty if the
            effective size is too small to estimate them, or the scores are not means.
        chances: the probability of playing each move; empty: the chosen move is certain.
        diagnostics: further quantities of the moves, by name; most are means over the worlds.
        worlds: the number of worlds examined (a tree search: iterations).
        possible: the number of possible worlds; None if they were not counted.
        effective_worlds: the equivalent number of equally weighted worlds, see `Worlds`.
        notes: numbers that do not belong to a single move, by name.
        details: the game's own data.
        evidence: the worlds and the values, if they were kept.
        comparable: estimates by which moves are compared, if the scores come from different numbers
            of samples.
        stake: the difference between winning the deal and losing it, in the unit of the scores;
            None: unknown.
        unit: unit of the scores, see `Meaning`; if the scores are ranks, the unit of the presumed
            values.
        method: method by which the moves were valued, see `Meaning`; empty: not stated.
        chance: the diagnostic with the chance to win the deal; None: there is none.
        verdicts: verdicts of the moves, None for those that were not evaluated; empty: not graded.
            See `vorhand.agents.montecarlo.grading.graded`.
        because: one sentence on the decision, for people; None: not requested, or nothing to say.
    """

    move: int
    moves: tuple[int, ...]
    names: tuple[str, ...]
    reason: str
    scores: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    chances: tuple[float, ...] = ()
    diagnostics: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    worlds: int = 0
    possible: int | None = None
    effective_worlds: float = 0.0
    notes: Mapping[str, float] = field(default_factory=dict)
    details: Details | None = None
    evidence: Evidence | None = field(default=None, repr=False, compare=False)
    comparable: Estimates | None = None
    stake: float | None = None
    unit: str = ""
    method: str = ""
    chance: GaugeSource | None = None
    verdicts: tuple[Verdict | None, ...] = ()
    because: Reason | None = None

    @classmethod
    def of(cls, view: View, move: int, reason: str, **fields: Any) -> Choice:
        """Make the choice of a move in a view."""
        moves = tuple(view.legal_actions)
        return cls(move, moves, tuple(map(view.action_name, moves)), reason, **fields)

    @property
    def policy(self) -> dict[int, float]:
        """Probability of each legal move."""
        if self.chances:
            return dict(zip(self.moves, self.chances, strict=True))
        return {move: float(move == self.move) for move in self.moves}

    @property
    def best(self) -> tuple[int, ...]:
        """The moves with a positive probability of being played."""
        return tuple(move for move, chance in self.policy.items() if chance > 0)

    @property
    def name(self) -> str:
        """Name of the move."""
        return self.names[self.moves.index(self.move)]

    def verdict_of(self, move: int) -> Verdict | None:
        """Return the verdict on a legal move, or None if it has none."""
        return self.verdicts[self.moves.index(move)] if self.verdicts else None

    @property
    def gauge(self) -> Gauge | None:
        """Chances to win the deal if known, else the scores; None if neither was computed."""
        if self.chance is not None:
            values = self.diagnostics[self.chance.diagnostic]
            if self.chance.of_opponents:
                values = tuple(1 - value for value in values)
            return Gauge("chance", self.chance.label, (0.0, 1.0), values)
        known = [score for score in self.scores if not math.isnan(score)]
        if not known:
            return None
        if self.unit == "match":
            return Gauge("chance", "match", (0.0, 1.0), self.scores)
        return Gauge("score", "score", (min(known), max(known)), self.scores)

    def chance_of(self, move: int) -> float | None:
        """Return the deciding player's chance to win the deal with a move; None: unknown."""
        if self.chance is None or self.gauge is None:
            return None
        return _number(self.gauge.values[self.moves.index(move)])

    def columns(self) -> dict[str, tuple[float, ...]]:
        """Return all quantities of moves, by name."""
        numbers = {"score": self.scores, "error": self.errors, **self.diagnostics}
        return {name: column for name, column in numbers.items() if len(column)}

    def to_dict(self) -> dict[str, Any]:
        """Return the choice as plain data, moves by name."""
        columns, gauge = self.columns(), self.gauge
        moves = [
            {"move": name}
            | ({} if gauge is None else {"gauge": _number(gauge.values[i])})
            | {key: _number(column[i]) for key, column in columns.items()}
            | _of_verdict(self.verdict_of(self.moves[i]))
            for i, name in enumerate(self.names)
        ]
        details = self.details.to_dict() if self.details else {}
        return {
            "move": self.name,
            "best": [n for n, m in zip(self.names, self.moves, strict=True) if m in self.best],
            "reason": self.reason,
            "worlds": self.worlds,
            "possible": self._possible_as_number(),
            "effective_worlds": self.effective_worlds,
            "gauge": gauge
            and {"kind": gauge.kind, "label": gauge.label, "scale": list(gauge.scale)},
            "moves": moves,
            **details,
            **self.notes,
            **({} if self.because is None else {"because": self.because.to_dict()}),
        }

    def table(self) -> Table:
        """Return a table of the moves with their quantities, best first, or the game's own table.

        If nothing was computed, it has only the move.
        """
        if self.details is not None:
            return self.details.table(self)
        title = f"{self.name} ({self.reason}{self._looked_at()})"
        table = titled(title, "move")
        columns = self._cells()
        for name in columns:
            table.add_column(name, justify="right")
        for i in self._order() if columns else [self.moves.index(self.move)]:
            mark = " *" if len(self.best) > 1 and self.moves[i] in self.best else ""
            table.add_row(self.names[i] + mark, *(cells[i] for cells in columns.values()))
        return table

    def _repr_html_(self) -> str:
        return from_terminal([self.table()])

    def _repr_svg_(self) -> str:
        return picture_from_terminal(self.name, [self.table()])

    def _possible_as_number(self) -> int | float | None:
        """Return the number of possible worlds, as a float if too large for many JSON readers."""
        if self.possible is None or self.possible < _MOST_EXACT:
            return self.possible
        return float(self.possible)

    def _looked_at(self) -> str:
        if not self.worlds:
            return ""
        if self.reason == "tree":
            known = "" if self.possible is None else f", {_counted(self.possible)} worlds"
            return f", {self.worlds:,} iterations{known}"
        if self.possible == self.worlds:
            return f", all {self.worlds:,} worlds"
        known = "" if self.possible is None else f" of {_counted(self.possible)}"
        return f", {self.worlds:,}{known} worlds"

    def _order(self) -> list[int]:
        visits, scores = (
            [-math.inf if math.isnan(rank) else rank for rank in given or (0.0,) * len(self.moves)]
            for given in (self.diagnostics.get("visits"), self.scores)
        )
        return sorted(
            range(len(self.moves)),
            key=lambda i: (
                self.moves[i] != self.move,
                -self.policy[self.moves[i]],
                -visits[i],
                -scores[i],
            ),
        )

    def _cells(self) -> dict[str, list[str]]:
        """Return the quantities as text, by heading; omit a column that equals another."""
        cells: dict[str, list[str]] = {}
        for name, column in self.columns().items():
            if name == "error":
                continue
            heading, cell = HEADINGS.get(name, (name, _three_digits))
            if name == "score" and self.errors:
                both = zip(self.scores, self.errors, strict=True)
                texts = [f"{score:.2f} ± {error:.2f}" for score, error in both]
            else:
                texts = [cell(number) for number in column]
            texts = [
                "-" if math.isnan(number) else text
                for text, number in zip(texts, column, strict=True)
            ]
            if _numbers(texts) not in map(_numbers, cells.values()):
                cells[heading] = texts
        return cells


def _counted(worlds: int) -> str:
    return f"{worlds:,}" if worlds < _MOST_EXACT else f"{worlds:.2e}"


def _number(value: float) -> float | None:
    """Return the value, or None for nan, which JSON cannot express."""
    return None if math.isnan(value) else value


def _of_verdict(verdict: Verdict | None) -> dict[str, Any]:
    if verdict is None:
        return {}
    return {"loss": verdict.loss, "loss_error": verdict.error, "grade": verdict.grade}


def _numbers(texts: Sequence[str]) -> list[str]:
    """Return only the number at the start of each cell."""
    return [text.partition(" ")[0] for text in texts]


def _three_digits(number: float) -> str:
    return f"{number:.3f}"


HEADINGS: dict[str, tuple[str, Cell]] = {
    "visits": ("visits", lambda number: f"{number:,.0f}"),
    "playouts": ("tie played out", lambda number: f"{number:.2f}"),
}
"""Headings and formats of diagnostics on screen; games add their own."""


def titled(title: str, first_column: str) -> Table:
    """Make a table without lines that is at least as wide as its title."""
    from rich.table import Table

    table = Table(title=title, box=None, min_width=len(title))
    table.add_column(first_column)
    return table
