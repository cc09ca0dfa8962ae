"""The frame of all Monte Carlo agents: worlds from a belief, values from an evaluator, a decision.

``belief(view, n, seed) -> Worlds``, ``evaluator(view, worlds, moves) -> Values``,
``decision(values, weights) -> Scores``, and a tie rule for the moves that the scores do not
distinguish. These terms mean the same in every game; a game supplies the functions that depend on
its rules. The record of a decision and its reasons is the same in all games:
`vorhand.agents.montecarlo.choice.Choice`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import (
    Any,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    get_args,
    runtime_checkable,
)

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.native.errors import InputError

Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


class View(Protocol):
    """The knowledge of one player at one point of a game, and nothing else.

    The views of our games have more attributes, in the terms of the game. Beliefs and evaluators of
    a game get the game's own views.
    """

    @property
    def game(self) -> str:
        """Short name of the game."""

    @property
    def player(self) -> int:
        """The seat of this player, 0 .. players - 1."""

    @property
    def legal_actions(self) -> Sequence[int]:
        """The player's legal actions, ascending; empty if they are not to act."""

    @property
    def phase(self) -> object:
        """The next step of the game, in the game's own terms."""

    @property
    def history(self) -> Sequence[tuple[int, int]]:
        """Seat and action of each move that the player has seen, in order."""

    def action_name(self, action: int) -> str:
        """Describe an action."""

    def digest(self, seed: int = 0) -> int:
        """Compute 64 bits that depend only on a seed and on all that the player knows.

        Equal information sets have equal digests: a decision that draws by ``digest(seed)`` is the
        same whenever it recurs. Caches compare the views themselves.
        """


RowsT = TypeVar("RowsT", bound=npt.NDArray[Any])


class NoWorldError(InputError):
    """Knowledge that no world agrees with, or worlds that cannot be weighted."""


@dataclass(frozen=True)
class Worlds(Generic[RowsT]):
    """Worlds that a player cannot tell apart, in an order that carries no information.

    Attributes:
        rows: the worlds in the form of the game, [n] or [n, ...]: states, numbers, sets of cards.
        weights: float64 [n], adding up to 1.
        possible: the number of possible worlds; None if they were not counted.
        seed: the seed that, with the number of a world, determines any randomness in valuing the
            world.
        number: number of the first world; the next worlds have the next numbers.
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
        """The equivalent number of equally weighted worlds: 1 / sum of squares (Kish)."""
        return float(1 / np.square(self.weights).sum())

    def first(self, n: int) -> Worlds[RowsT]:
        """Return the first ``n`` worlds, also a fair sample; weights keep their proportions."""
        return self.part(0, n)

    def part(self, start: int, stop: int) -> Worlds[RowsT]:
        """Return the worlds from ``start`` up to ``stop``; weights keep their proportions."""
        return self.pick(np.arange(start, min(stop, len(self))), self.number + start)

    def pick(self, places: npt.NDArray[np.int64], number: int) -> Worlds[RowsT]:
        """Return the worlds at these indices, numbered from ``number`` on."""
        weights = self.weights[places]
        rows: Any = self.rows[places]
        return Worlds(rows, weights / weights.sum(), self.possible, self.seed, number)

    def keys(self) -> list[Hashable]:
        """Return a key for each world, [n]; equal worlds have equal keys."""
        return [_key(row) for row in self.rows]


def _key(row: Any) -> Hashable:
    if isinstance(row, np.ndarray):
        return row.tobytes()
    return tuple(row.history()) if isinstance(row, pyspiel.State) else row


GaugeKind: TypeAlias = Literal["chance", "score"]
GaugeLabel: TypeAlias = Literal["open hands", "playouts", "search", "match", "score"]


@dataclass(frozen=True)
class GaugeSource:
    """The diagnostic that gives the chance of a side to win the deal.

    Attributes:
        label: method of estimating the chance: "open hands": play with open cards, "playouts":
            playouts in which each player sees their own cards, "search": a search in which each
            player sees their own cards.
        diagnostic: name of the diagnostic.
        of_opponents: True if that side is the deciding player's opponents.
    """

    label: GaugeLabel
    diagnostic: str
    of_opponents: bool = False

    def __post_init__(self) -> None:
        """Check the label; raise InputError if user interfaces have no text for it."""
        if self.label not in (known := get_args(GaugeLabel)):
            raise InputError(f"label {self.label!r}: expected one of {', '.join(known)}")


@dataclass(frozen=True)
class Meaning:
    """The meaning of an evaluator's values, for user interfaces and reviews.

    Attributes:
        method: method by which moves are valued, such as "open hands"; user interfaces have a text
            for each.
        units: the units of ``worth`` and of diagnostics that decision rules average, by name:
            "game points", "match" (the chance to win it).
        chance: the diagnostic with the chance to win the deal; None: there is none.
    """

    method: str = ""
    units: Mapping[str, str] = field(default_factory=dict)
    chance: GaugeSource | None = None


@dataclass(frozen=True)
class Values:
    """The values of moves in worlds.

    Attributes:
        worth: float64 [n_worlds, n_moves], to the player who decides, in the unit that is
            maximised; nan where a move was not evaluated in a world.
        diagnostics: further quantities, by name, in the same shape: card points, wins, the m, p and
            a of error-allowing minimax. They affect the decision only if a decision rule requests
            one by its name.
        stakes: the difference between barely winning and barely losing the deal, by the name of the
            quantity it measures: ``worth`` or a diagnostic. Without a stake for the
            quantity that a decision rule averages, moves are not graded.
        meaning: meaning of the quantities.
    """

    worth: Floats
    diagnostics: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    stakes: Mapping[str, float] = field(default_factory=dict)
    meaning: Meaning = field(default_factory=Meaning)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        try:
            return self.diagnostics[name]
        except KeyError:
            known = ", ".join(self.diagnostics) or "none"
            raise MissingDiagnosticError(
                f"values without {name!r}: expected an evaluator that tells it; known: {known}"
            ) from None

    def take(self, places: npt.NDArray[np.int64] | slice) -> Values:
        """Return the values in the worlds at these indices."""
        rows = {name: column[places] for name, column in self.diagnostics.items()}
        return replace(self, worth=self.worth[places], diagnostics=rows)

    def narrowed(self, columns: npt.NDArray[np.int64]) -> Values:
        """Return the values of the moves in these columns."""
        rows = {name: column[:, columns] for name, column in self.diagnostics.items()}
        return replace(self, worth=self.worth[:, columns], diagnostics=rows)

    def widened(self, columns: npt.NDArray[np.int64], moves: int) -> Values:
        """Expand the values to all moves: place them in these columns; other columns are nan."""
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
        """Concatenate the worlds of all parts."""
        if len(parts) == 1:
            return parts[0]
        names = parts[0].diagnostics
        rows = {name: np.concatenate([part.diagnostics[name] for part in parts]) for name in names}
        worth = np.concatenate([part.worth for part in parts])
        return replace(parts[0], worth=worth, diagnostics=rows)


class MissingDiagnosticError(InputError):
    """A decision rule that requests a diagnostic that the evaluator does not give."""


@dataclass(frozen=True)
class Scores:
    """The scores that a decision rule computes from the values.

    Attributes:
        total: float64 [n_moves]; the best move has the greatest.
        parts: the components of the total, by name, float64 [n_moves] each.
    """

    total: Floats
    parts: Mapping[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True)
class Settled:
    """The decision between moves that tie.

    Attributes:
        chances: float64 [n_moves], adding up to 1: the probability of playing each move.
        diagnostics: the quantities that decided, by name, float64 [n_moves] each.
    """

    chances: Floats
    diagnostics: Mapping[str, Floats] = field(default_factory=dict)


Belief: TypeAlias = Callable[[Any, int, int], Worlds[Any]]
"""``belief(view, n, seed)``: ``n`` worlds, or fewer if fewer exist or some were drawn twice.

If a spec gives no number of worlds, ``n`` exceeds the number of all worlds. A belief that always
draws ``n`` worlds must be registered as ``endless``; its spec must then give a number.
"""

Evaluator: TypeAlias = Callable[[Any, Worlds[Any], Sequence[int]], Values]
"""``evaluator(view, worlds, moves)``: the moves valued in the worlds."""

DecisionRule: TypeAlias = Callable[[Values, Floats], Scores | Floats]
"""``decision(values, weights)``: scores [n_moves], from values in worlds weighted [n_worlds]."""


@runtime_checkable
class Decisive(Protocol):
    """An evaluator that can save work if it knows the decision rule."""

    def towards(self, decision: DecisionRule) -> Evaluator:
        """Return a cheaper evaluator with which this decision rule chooses the same moves.

        It may compute less about moves that are not chosen. The evaluator must be given all worlds
        of a decision at once.

        Raises:
            AgentError: the evaluator does not support the rule.
        """


TieRule: TypeAlias = Callable[[Any, Worlds[Any], Sequence[int], Flags], Settled]
"""``ties(view, worlds, moves, open)``: chooses among the moves that are open, bool [n_moves]."""


def rounding(scores: Floats) -> float:
    """Return the difference below which scores count as equal, because of rounding errors."""
    return 1e-12 * max(1.0, float(np.nanmax(np.abs(scores))))


def best_moves(scores: Floats) -> Flags:
    """Return a mask of the moves with the best score; moves without one (nan) are never in it."""
    return np.asarray(scores >= np.nanmax(scores) - rounding(scores))
