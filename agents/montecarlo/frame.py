"""The frame of all Monte Carlo agents: worlds from a belief, values from an evaluator, a decision.

``belief(view, n, seed) -> Worlds``, ``evaluator(view, worlds, moves) -> Values``,
``decision(values, weights) -> Scores``, and a tie rule between the moves that the scores leave
open. The words mean the same in every game; a game supplies the callables that only it can know.
What was decided, and why, is one record in all games: `vorhand.agents.montecarlo.choice.Choice`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt
import pyspiel

Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


class View(Protocol):
    """What one player may know at one of their turns, and nothing else.

    The views of our games hold more, in the terms of the game; beliefs and evaluators of a game
    are handed its own.
    """

    @property
    def game(self) -> str:
        """Short name of the game."""

    @property
    def player(self) -> int:
        """The seat that looks, 0 .. players - 1."""

    @property
    def legal_actions(self) -> Sequence[int]:
        """Of the player, ascending; empty where they are not to act."""

    @property
    def phase(self) -> object:
        """What is to be done next, in the terms of the game."""

    @property
    def history(self) -> Sequence[tuple[int, int]]:
        """Seat and action of each move that the player has seen, in order."""

    def action_name(self, action: int) -> str:
        """An action in words."""

    def digest(self, seed: int = 0) -> int:
        """64 bits that follow from a seed and from all that the player knows.

        Equal for equal information sets: a decision that draws by ``digest(seed)`` is the same
        whenever it comes up. Views that are remembered are compared as such.
        """


RowsT = TypeVar("RowsT", bound=npt.NDArray[Any])


@dataclass(frozen=True)
class Worlds(Generic[RowsT]):
    """Worlds that a player cannot tell apart, in an order that tells nothing of them.

    Attributes:
        rows: the worlds in the form of the game, [n] or [n, ...]: states, numbers, sets of cards.
        weights: float64 [n], adding up to 1.
        possible: how many there are; None where nobody has counted.
        seed: what is random in the valuing of a world follows from this and its number.
        number: of the first world; the others follow it.
    """

    rows: RowsT
    weights: Floats
    possible: int | None = None
    seed: int = 0
    number: int = 0

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def effective_size(self) -> float:
        """How many equally weighted worlds would say as much: 1 / sum of squares (Kish)."""
        return float(1 / np.square(self.weights).sum())

    def first(self, n: int) -> Worlds[RowsT]:
        """The first ``n`` worlds, a fair sample too, weighted in the same proportions."""
        return self.part(0, n)

    def part(self, start: int, stop: int) -> Worlds[RowsT]:
        """The worlds from ``start`` up to ``stop``, weighted in the same proportions."""
        return self.pick(np.arange(start, min(stop, len(self))), self.number + start)

    def pick(self, places: npt.NDArray[np.int64], number: int) -> Worlds[RowsT]:
        """The worlds at these places; the first of them gets the number given."""
        weights = self.weights[places]
        rows: Any = self.rows[places]
        return Worlds(rows, weights / weights.sum(), self.possible, self.seed, number)

    def keys(self) -> list[Hashable]:
        """Keys that distinguish the worlds, [n]; equal for a world that occurs twice."""
        return [_key(row) for row in self.rows]


def _key(row: Any) -> Hashable:
    if isinstance(row, np.ndarray):
        return row.tobytes()
    return tuple(row.history()) if isinstance(row, pyspiel.State) else row


@dataclass(frozen=True)
class Values:
    """What moves are worth in worlds.

    Attributes:
        worth: float64 [n_worlds, n_moves], to the player who decides, in the unit that is
            maximised; nan where a move was not looked at in a world.
        diagnostics: what else is known, by name, in the same shape: card points, won, the m, p and
            a of error-allowing minimax. Nothing is decided by them, unless a decision asks for one
            by its name.
        stakes: what lies between winning the deal and losing it, each at its lowest price, by the
            name of what is measured so: ``worth`` or a diagnostic. Without a stake of what a
            decision averages, moves are not graded.
    """

    worth: Floats
    diagnostics: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    stakes: Mapping[str, float] = field(default_factory=dict)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        try:
            return self.diagnostics[name]
        except KeyError:
            known = ", ".join(self.diagnostics) or "none"
            raise MissingDiagnosticError(
                f"values without {name!r}: expected an evaluator that tells it; known: {known}"
            ) from None

    def take(self, places: npt.NDArray[np.int64] | slice) -> Values:
        """The values in the worlds at these places."""
        rows = {name: column[places] for name, column in self.diagnostics.items()}
        return replace(self, worth=self.worth[places], diagnostics=rows)

    def narrowed(self, columns: npt.NDArray[np.int64]) -> Values:
        """The values of the moves in these columns."""
        rows = {name: column[:, columns] for name, column in self.diagnostics.items()}
        return replace(self, worth=self.worth[:, columns], diagnostics=rows)

    def widened(self, columns: npt.NDArray[np.int64], moves: int) -> Values:
        """Values of some moves, in these columns, as values of all; nan in the others."""
        if len(columns) == moves:
            return self

        def wide(some: npt.NDArray[Any]) -> Floats:
            every = np.full((len(some), moves), np.nan)
            every[:, columns] = some
            return every

        rows = {name: wide(column) for name, column in self.diagnostics.items()}
        return replace(self, worth=wide(self.worth), diagnostics=rows)

    @staticmethod
    def joined(parts: Sequence[Values]) -> Values:
        """The worlds of all parts, one after the other."""
        if len(parts) == 1:
            return parts[0]
        names = parts[0].diagnostics
        rows = {name: np.concatenate([part.diagnostics[name] for part in parts]) for name in names}
        worth = np.concatenate([part.worth for part in parts])
        return replace(parts[0], worth=worth, diagnostics=rows)


class MissingDiagnosticError(ValueError):
    """A decision asks for what the evaluator does not tell."""


@dataclass(frozen=True)
class Scores:
    """What a decision makes of the values.

    Attributes:
        total: float64 [n_moves]; the best move has the greatest.
        parts: what they were made of, by name, float64 [n_moves] each.
    """

    total: Floats
    parts: Mapping[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True)
class Settled:
    """How a tie was settled.

    Attributes:
        chances: float64 [n_moves], adding up to 1: how likely each move is to be played.
        diagnostics: what it was settled by, by name, float64 [n_moves] each.
    """

    chances: Floats
    diagnostics: Mapping[str, Floats] = field(default_factory=dict)


Belief: TypeAlias = Callable[[Any, int, int], Worlds[Any]]
"""``belief(view, n, seed)``: ``n`` worlds, or fewer where there are no more.

Where a spec names no number, ``n`` is beyond all that there are: a belief without an end, which
draws as many as it is asked for, is registered as ``endless`` and then asked for a number only.
"""

Evaluator: TypeAlias = Callable[[Any, Worlds[Any], Sequence[int]], Values]
"""``evaluator(view, worlds, moves)``: the moves valued in the worlds."""

DecisionRule: TypeAlias = Callable[[Values, Floats], Scores | Floats]
"""``decision(values, weights)``: scores [n_moves], from values in worlds weighted [n_worlds]."""


@runtime_checkable
class Decisive(Protocol):
    """An evaluator that can do with less where it knows what decides by its values."""

    def towards(self, decision: DecisionRule) -> Evaluator:
        """Values by which this rule chooses the same moves; what it says of others may be less.

        To be shown all worlds of a decision at once. Raises AgentError for a rule that it does not
        know.
        """


TieRule: TypeAlias = Callable[[Any, Worlds[Any], Sequence[int], Flags], Settled]
"""``ties(view, worlds, moves, open)``: settles between the moves that are open, bool [n_moves]."""


def rounding(scores: Floats) -> float:
    """Scores closer than this are equal: they are sums in floating point."""
    return 1e-12 * max(1.0, float(np.nanmax(np.abs(scores))))


def best_moves(scores: Floats) -> Flags:
    """Which moves share the best score; never a move without one (nan)."""
    return np.asarray(scores >= np.nanmax(scores) - rounding(scores))
