"""Typed parameters of the entries that a spec can name, read from their factories' signatures."""

import inspect
import math
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Annotated, Any, Literal, TypeAlias

from vorhand.agents.spec import Spec, Value, format_value
from vorhand.native.errors import InputError

Kind: TypeAlias = Literal["agent", "belief", "evaluator", "decision", "ties"]
"""The kinds of entries that a spec can name."""

REQUIRED = inspect.Parameter.empty
_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_ARTICLES: dict[str, str] = {
    "agent": "an agent",
    "belief": "a belief",
    "evaluator": "an evaluator",
    "decision": "a decision rule",
    "ties": "a tie rule",
}


class AgentError(InputError):
    """An invalid use of an agent or part, such as an unknown name, parameter or value."""


class UnknownError(AgentError):
    """A name under which nothing is registered for the game."""

    def __init__(self, text: str, kind: Kind, known: tuple[str, ...]) -> None:
        super().__init__(text, kind, known)
        self.text = text
        self.kind = kind
        self.known = known

    def __str__(self) -> str:
        return f"{self.text} {', '.join(self.known)}"


def check_seed(spec: Spec, seed: object) -> None:
    """Raise AgentError unless the seed is an integer in the range that agents accept."""
    if not isinstance(seed, Integral) or not 0 <= int(seed) < 2**31:
        raise AgentError(f"agent {spec}: seed {seed!r}: expected 0 to {2**31 - 1}")


@dataclass(frozen=True)
class Named:
    """The kind of spec that a parameter takes; by default an agent."""

    kind: Kind


BeliefSpec: TypeAlias = Annotated[Spec, Named("belief")]
EvaluatorSpec: TypeAlias = Annotated[Spec, Named("evaluator")]
DecisionSpec: TypeAlias = Annotated[Spec, Named("decision")]
TiesSpec: TypeAlias = Annotated[Spec, Named("ties")]


@dataclass(frozen=True)
class Range:
    """Inclusive bounds of a numeric parameter; None means unbounded."""

    low: float | None = None
    high: float | None = None

    def __contains__(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            return f"{self.low} to {self.high}"
        return f"at least {self.low}" if self.high is None else f"at most {self.high}"


@dataclass(frozen=True)
class Unset:
    """A description of the value that applies if a parameter with default None is not set."""

    text: str


Simulations: TypeAlias = Annotated[int, Range(1, 10_000_000)]
Exploration: TypeAlias = Annotated[float, Range(0)]
Threads: TypeAlias = Annotated[int, Range(1, 256)]
Positions: TypeAlias = Annotated[int, Range(0, 1_000_000_000)]
"""Evaluations after which a search over all worlds at once uses fewer plies; 0: no limit."""
Vectors: TypeAlias = Annotated[int, Range(0, 10_000)]
"""Maximum number of vectors in a Pareto front of alpha-mu; 0: no limit."""
Seconds: TypeAlias = Annotated[float | None, Range(0, 86_400), Unset("no limit")]
Pool: TypeAlias = Annotated[int, Range(1, 100_000)]
"""Number of worlds that are drawn and then weighted."""


@dataclass(frozen=True)
class Parameter:
    """One parameter, as the factory's signature declares it."""

    name: str
    kind: type  # the type (bool, int, float, str or Spec)
    default: Any  # the value if the spec sets none; `inspect.Parameter.empty`: it is required
    choices: tuple[str, ...] = ()  # the allowed strings, empty for any
    bounds: Range | None = None  # the allowed range of a number, if limited
    names: Kind = "agent"  # the kind of entry that a Spec value names
    # description of the value that applies if the default is None and the spec sets no value
    unset: str = ""

    def __str__(self) -> str:
        kind = "|".join(self.choices) or (self.names if self.kind is Spec else self.kind.__name__)
        bounds = f" ({self.bounds})" if self.bounds else ""
        if self.default is REQUIRED:
            return f"{self.name}: {kind}{bounds}"
        if self.default is None:
            return f"{self.name}: {kind}{bounds} = unset" + (
                f": {self.unset}" if self.unset else ""
            )
        return f"{self.name}: {kind}{bounds} = {format_value(self.default)}"

    def convert(self, value: Value) -> Any:
        """Convert a value to the factory's type; raise AgentError if it is not allowed."""
        if self.kind is str and not isinstance(value, Spec):
            value = format_value(value)
        elif self.kind is Spec and isinstance(value, str):
            value = Spec(value)
        elif self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not self.kind:
            raise self._misfit(value, "true or false" if self.kind is bool else self._kind_text())
        if isinstance(value, float) and not math.isfinite(value):
            raise self._misfit(value, "a finite number")
        if self.choices and value not in self.choices:
            raise self._misfit(value, f"one of {', '.join(self.choices)}")
        if self.bounds and typing.cast(float, value) not in self.bounds:
            raise self._misfit(value, str(self.bounds))
        return value

    def _kind_text(self) -> str:
        if self.kind is Spec:
            return _ARTICLES[self.names]
        if self.kind is str:
            return "a word"
        return f"{'a whole number' if self.kind is int else 'a number'}, without leading zeros"

    def _misfit(self, value: Value, expected: str) -> AgentError:
        return AgentError(f"{self.name}={format_value(value)}: expected {expected}")


def parameters_of(
    factory: Callable[..., Any], handed: Sequence[str] = ("game", "player", "seed")
) -> dict[str, Parameter]:
    """Return a factory's keyword-only parameters by name, except `url`.

    Raises:
        AgentError: a positional parameter is not among ``handed``, those that the caller passes.
    """
    given = inspect.signature(factory).parameters.values()
    if others := [p.name for p in given if p.kind in _PLACED and p.name not in handed]:
        raise AgentError(
            f"{getattr(factory, '__qualname__', factory)}: parameter {others[0]} is not "
            "keyword-only, so that no spec could set it; expected it after a *"
        )
    own = {
        p.name: p
        for p in inspect.signature(factory).parameters.values()
        if p.kind is inspect.Parameter.KEYWORD_ONLY and p.name != "url"
    }
    # Resolve only the annotations of `own`; other names may exist only for the type checker.
    annotated = types.SimpleNamespace(__annotations__={k: p.annotation for k, p in own.items()})
    known = factory.__globals__
    hints = typing.get_type_hints(annotated, globalns=known, include_extras=True)
    return {name: _parameter(name, hints[name], p.default) for name, p in own.items()}


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    bounds, names, unset = None, Named("agent"), ""
    if typing.get_origin(hint) is typing.Annotated:  # the annotation includes the | None
        hint, *extras = typing.get_args(hint)
        unset = next((extra.text for extra in extras if isinstance(extra, Unset)), "")
        bounds = next((extra for extra in extras if isinstance(extra, Range)), None)
        names = next((extra for extra in extras if isinstance(extra, Named)), names)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (hint,) = (arm for arm in typing.get_args(hint) if arm is not types.NoneType)
    if typing.get_origin(hint) is typing.Annotated:
        hint, *extras = typing.get_args(hint)
        bounds = next((extra for extra in extras if isinstance(extra, Range)), bounds)
        names = next((extra for extra in extras if isinstance(extra, Named)), names)
    if typing.get_origin(hint) is Literal:
        choices = typing.get_args(hint)
        if not all(isinstance(choice, str) for choice in choices):
            raise TypeError(
                f"parameter {name}: {hint} is not a type that a spec can hold; expected a Literal "
                "of strings, or an int with a Range"
            )
        return Parameter(name, str, default, choices, unset=unset)
    if hint not in (bool, int, float, str, Spec):
        raise TypeError(f"parameter {name}: {hint} is not a type that a spec can hold")
    if hint is Spec and isinstance(default, str):
        raise TypeError(f"parameter {name}: give the default as Spec({default!r})")
    return Parameter(name, hint, default, (), bounds, names.kind, unset)
