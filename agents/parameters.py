"""Typed parameters of what a spec can name, read off the signature of its factory."""

from __future__ import annotations

import inspect
import math
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Annotated, Any, Literal, TypeAlias

from vorhand.agents.spec import Spec, Value, format_value

Kind: TypeAlias = Literal["agent", "belief", "evaluator", "decision", "ties"]
"""What a spec can name."""

REQUIRED = inspect.Parameter.empty
_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_ARTICLES: dict[str, str] = {
    "agent": "an agent",
    "belief": "a belief",
    "evaluator": "an evaluator",
    "decision": "a decision rule",
    "ties": "a tie rule",
}


class AgentError(ValueError):
    """An unknown agent or parameter, or a value the agent cannot take."""


class UnknownError(AgentError):
    """Nothing is registered under a name.

    Args:
      text: which says so, up to
      kind: what was looked for, and
      known: the names that there are.
    """

    def __init__(self, text: str, kind: Kind, known: tuple[str, ...]) -> None:
        super().__init__(text, kind, known)
        self.text = text
        self.kind = kind
        self.known = known

    def __str__(self) -> str:
        return f"{self.text} {', '.join(self.known)}"


def check_seed(spec: Spec, seed: object) -> None:
    """Raises AgentError, with the spec in front, where a seed is none that an agent can take."""
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
    """Bounds of a numeric parameter, both included; None is unbounded."""

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
    """What is used where a parameter whose default is None is not set, in words."""

    text: str


@dataclass(frozen=True)
class Parameter:
    """One parameter, as the factory's signature declares it.

    Attributes:
      kind: the type (bool, int, float, str or Spec).
      default: the value when the spec does not set it; `inspect.Parameter.empty` if it must.
      choices: the allowed strings, empty for any.
      bounds: the allowed range of a number, if limited.
      names: of what kind is what a Spec names.
      unset: what is used where the default is None and the spec does not set it.
    """

    name: str
    kind: type
    default: Any
    choices: tuple[str, ...] = ()
    bounds: Range | None = None
    names: Kind = "agent"
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
        """The value as the factory takes it; raises AgentError if it does not fit."""
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
    """The keyword-only parameters of a factory, by name.

    Args:
        factory: makes an agent or a part.
        handed: what it may take before its ``*``.

    Raises:
        AgentError: it takes something else there, which no spec could set.
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
    # Of these alone: the others, and what is returned, may be known to the type checker only.
    annotated = types.SimpleNamespace(__annotations__={k: p.annotation for k, p in own.items()})
    known = factory.__globals__
    hints = typing.get_type_hints(annotated, globalns=known, include_extras=True)
    return {name: _parameter(name, hints[name], p.default) for name, p in own.items()}


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    bounds, names, unset = None, Named("agent"), ""
    if typing.get_origin(hint) is typing.Annotated:  # of the whole, with | None inside
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
        return Parameter(name, str, default, tuple(typing.get_args(hint)), unset=unset)
    if hint not in (bool, int, float, str, Spec):
        raise TypeError(f"parameter {name}: {hint} is not a type that a spec can hold")
    if hint is Spec and isinstance(default, str):
        raise TypeError(f"parameter {name}: give the default as Spec({default!r})")
    return Parameter(name, hint, default, (), bounds, names.kind, unset)
