"""The registry of agents: a spec string in, a ``pyspiel.Bot`` out.

An agent is registered next to its code by one decorator on its factory; the keyword-only
parameters of the factory are the parameters of the spec, typed by their annotations::

    @register("pimc", games=("python_skat",))
    def pimc(
        game: pyspiel.Game, player: int, seed: int, *,
        worlds: Annotated[int, Range(1)] = 160,
        playout: Spec = Spec("rule"),
        objective: Literal["score", "points", "win"] = "score",
    ) -> pyspiel.Bot:
        '''Perfect-information Monte Carlo.'''

Annotations may be ``bool``, ``int``, ``float``, ``str``, ``Spec`` (another agent), ``Literal``
of strings, each of them ``| None`` when not setting it means something of its own, and
``Annotated`` with a `Range`. One name may be registered several times for different games.
A name that ends in ``://`` stands for all specs with that URL scheme; its factory gets the
whole URL as the keyword ``url``.

Other packages add agents by an entry point of the group ``vorhand.agents`` that names the module
with the factory; it is imported when an agent is looked for that is not known, or all are listed.

Everything an agent does follows from the ``seed`` it is made with.
"""

from __future__ import annotations

import functools
import importlib.metadata
import inspect
import math
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

import pyspiel

from vorhand.agents.spec import Spec, SpecError, Value, format_value

Factory: TypeAlias = Callable[..., pyspiel.Bot]
FactoryT = TypeVar("FactoryT", bound=Factory)
_REQUIRED = inspect.Parameter.empty
_CHEATERS = frozenset({"perfect", "openspiel:mcts"})


class AgentError(ValueError):
    """An unknown agent or parameter, or a value the agent cannot take."""


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
class Parameter:
    """One parameter of an agent, as its factory's signature declares it.

    Attributes:
      kind: the type (bool, int, float, str or Spec).
      default: the value when the spec does not set it; `inspect.Parameter.empty` if it must.
      choices: the allowed strings, empty for any.
      bounds: the allowed range of a number, if limited.
    """

    name: str
    kind: type
    default: Any
    choices: tuple[str, ...] = ()
    bounds: Range | None = None

    def __str__(self) -> str:
        kind = "|".join(self.choices) or ("agent" if self.kind is Spec else self.kind.__name__)
        bounds = f" ({self.bounds})" if self.bounds else ""
        if self.default is _REQUIRED:
            return f"{self.name}: {kind}{bounds}"
        shown = "unset" if self.default is None else format_value(self.default)
        return f"{self.name}: {kind}{bounds} = {shown}"

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
        return {int: "a whole number", float: "a number", str: "a word", Spec: "an agent"}[
            self.kind
        ]

    def _misfit(self, value: Value, expected: str) -> AgentError:
        return AgentError(f"{self.name}={format_value(value)}: expected {expected}")


@dataclass(frozen=True)
class Agent:
    """A registered agent.

    Attributes:
      games: short names of the games it plays; empty for any.
      summary: the first line of the factory's docstring.
    """

    name: str
    games: tuple[str, ...]
    summary: str
    parameters: Mapping[str, Parameter]
    factory: Factory

    def plays(self, game: str | None) -> bool:
        """Whether it plays the game with this short name (None: any game)."""
        return not self.games or game is None or game in self.games


_AGENTS: dict[str, list[Agent]] = {}


def register(name: str, *, games: Iterable[str] = ()) -> Callable[[FactoryT], FactoryT]:
    """Registers the decorated factory as an agent; see the module's docstring.

    Args:
      name: the name in specs.
      games: short names of the games it plays; empty for any OpenSpiel game.
    """
    played = tuple(games)

    def add(factory: FactoryT) -> FactoryT:
        summary = (inspect.getdoc(factory) or "").partition("\n")[0]
        agent = Agent(name, played, summary, _parameters(factory), factory)
        _AGENTS.setdefault(name, []).append(agent)
        _bind.cache_clear()
        return factory

    return add


def agents(game: str | None = None) -> list[Agent]:
    """All registered agents that play the game with this short name, by name."""
    _import_plugins()
    return [a for name in sorted(_AGENTS) for a in _AGENTS[name] if a.plays(game)]


def find(spec: Spec | str, game: str | None = None) -> Agent:
    """The agent that a spec names, for the game with this short name.

    Raises:
      SpecError: the spec does not parse.
      AgentError: no such agent for this game; lists those there are.
    """
    spec = _as_spec(spec)
    if _registered_name(spec) not in _AGENTS:
        _import_plugins()
    candidates = _AGENTS.get(_registered_name(spec), [])
    # An agent made for this very game goes before one for any game.
    for agent in sorted(candidates, key=lambda agent: not agent.games):
        if agent.plays(game):
            return agent
    suited = ", ".join(dict.fromkeys(agent.name for agent in agents(game)))
    if candidates:
        theirs = ", ".join(sorted({played for agent in candidates for played in agent.games}))
        raise AgentError(
            f"agent {spec.name!r} plays {theirs}, not {game}; agents that do: {suited}"
        )
    raise AgentError(f"unknown agent {spec.name!r}; agents: {suited}")


def check(spec: Spec | str, game: str | None = None) -> Spec:
    """Checks a spec through and through (agents inside it too) without making the bot.

    Returns:
      The spec, parsed.

    Raises:
      SpecError: the spec does not parse.
      AgentError: unknown agent or parameter, or a value that does not fit.
    """
    spec = _as_spec(spec)
    _bind(spec, game)
    return spec


def make_bot(spec: Spec | str, game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Makes the bot that a spec describes.

    Args:
      spec: for example ``"pimc(worlds=160)"``.
      game: the game it will play.
      player: the seat it will play from.
      seed: the same seed gives the same play; 0 to 2**31 - 1.

    Raises:
      SpecError: the spec does not parse.
      AgentError: unknown agent or parameter, a value that does not fit, or no such seat.
    """
    spec = _as_spec(spec)
    if not 0 <= player < game.num_players():
        seats = f"0 .. {game.num_players() - 1}, a seat of {game.get_type().short_name}"
        raise AgentError(f"agent {spec}: player {player}: expected {seats}")
    agent, arguments = _bind(spec, game.get_type().short_name)
    try:
        return agent.factory(game, player, seed, **arguments)
    except (SpecError, AgentError):
        raise
    except ValueError as error:
        raise AgentError(f"agent {spec}: {error}") from error


def sees_hidden_cards(spec: Spec | str) -> bool:
    """Whether it is a cheater, who may measure play but must not be asked by those who do not see.

    Raises:
        SpecError: the text is not a spec.
    """
    return _as_spec(spec).name in _CHEATERS


def arguments_of(spec: Spec | str, game: str | None = None) -> dict[str, Any]:
    """All parameters of the agent that a spec describes, those left out at their defaults.

    Raises:
      SpecError: the spec does not parse.
      AgentError: unknown agent or parameter, or a value that does not fit.
    """
    agent, arguments = _bind(_as_spec(spec), game)
    defaults = {parameter.name: parameter.default for parameter in agent.parameters.values()}
    return defaults | arguments


@functools.lru_cache(maxsize=1024)
def _bind(spec: Spec, game: str | None) -> tuple[Agent, dict[str, Any]]:
    """The agent and the keyword arguments for its factory."""
    agent = find(spec, game)
    arguments: dict[str, Any] = {}
    for name, value in spec.params:
        parameter = agent.parameters.get(name)
        if parameter is None:
            known = "; ".join(map(str, agent.parameters.values())) or "none"
            raise AgentError(f"agent {spec}: unknown parameter {name!r}; parameters: {known}")
        try:
            arguments[name] = parameter.convert(value)
        except (SpecError, AgentError) as error:
            raise AgentError(f"agent {spec}: {error}") from error
    missing = [p for p in agent.parameters.values() if p.default is _REQUIRED]
    if unset := [p.name for p in missing if p.name not in arguments]:
        raise AgentError(f"agent {spec}: {unset[0]} must be set ({agent.parameters[unset[0]]})")
    for inner in arguments.values():
        if isinstance(inner, Spec):
            _bind(inner, game)
    if "://" in spec.name:
        arguments["url"] = spec.name
    return agent, arguments


@functools.cache
def _import_plugins() -> None:
    for plugin in importlib.metadata.entry_points(group="vorhand.agents"):
        plugin.load()


def _as_spec(spec: Spec | str) -> Spec:
    return Spec.parse(spec) if isinstance(spec, str) else spec


def _registered_name(spec: Spec) -> str:
    scheme, separator, _ = spec.name.partition("://")
    return scheme + separator


def _parameters(factory: Factory) -> dict[str, Parameter]:
    hints = typing.get_type_hints(factory, include_extras=True)
    found = inspect.signature(factory).parameters.values()
    return {
        p.name: _parameter(p.name, hints[p.name], p.default)
        for p in found
        if p.kind is inspect.Parameter.KEYWORD_ONLY and p.name != "url"
    }


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    bounds = None
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (hint,) = (arm for arm in typing.get_args(hint) if arm is not types.NoneType)
    if typing.get_origin(hint) is typing.Annotated:
        hint, *extras = typing.get_args(hint)
        bounds = next((extra for extra in extras if isinstance(extra, Range)), None)
    if typing.get_origin(hint) is Literal:
        return Parameter(name, str, default, tuple(typing.get_args(hint)))
    if hint not in (bool, int, float, str, Spec):
        raise TypeError(f"parameter {name}: {hint} is not a type that a spec can hold")
    if hint is Spec and isinstance(default, str):
        raise TypeError(f"parameter {name}: give the default as Spec({default!r})")
    return Parameter(name, hint, default, (), bounds)
