"""The entries of the registry: agents, and the parts that Monte Carlo agents are built from."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from vorhand.agents.parameters import Kind, Parameter
from vorhand.games.packs import part

Factory: TypeAlias = Callable[..., Any]

WORDS: dict[Kind, tuple[str, str]] = {
    "agent": ("agent", "agents"),
    "belief": ("belief", "beliefs"),
    "evaluator": ("evaluator", "evaluators"),
    "decision": ("decision", "decisions"),
    "ties": ("tie rule", "tie rules"),
}
"""The names of the kinds in messages: singular and plural."""


@dataclass(frozen=True)
class Agent:
    """A registered agent, or a registered part of Monte Carlo agents.

    Attributes:
        kind: agent, or the kind of part.
        name: the name in specs.
        games: short names of the games it is for; empty for any.
        summary: the first line of the factory's docstring.
        parameters: its parameters, by name.
        factory: the function that makes it.
        sees_hidden_cards: whether the agent or part cheats. It may serve for comparison, but an
            honest player must not use it as a part.
        reads_files: whether it has a parameter `file`, possibly optional, with the path of a file
            that it reads.
        instant: whether it decides in microseconds.
        keeps_state: whether its next move may depend on its earlier moves; otherwise one bot may
            serve for any number of deals.
        together: whether it is an evaluator that must be given all worlds at once.
        decisive: whether it is an evaluator that can save work if it knows the decision rule
            (`frame.Decisive`).
        endless: whether it is a belief that always draws as many worlds as requested, so that a
            spec must give a number.
        plain: whether an agent without named games is restricted to games without their own views;
            beliefs and evaluators always are.
        tells: the diagnostics that an evaluator offers to decision rules.
        needs: the diagnostics that a decision rule requests from the evaluator.
        fitted: the files of native/weights that the entry itself may use; files used by specs in
            its parameters are not listed.
        renamed: former names of parameters, mapped to their present names.
    """

    kind: Kind
    name: str
    games: tuple[str, ...]
    summary: str
    parameters: Mapping[str, Parameter]
    factory: Factory
    sees_hidden_cards: bool = False
    reads_files: bool = False
    instant: bool = False
    keeps_state: bool = True
    together: bool = False
    decisive: bool = False
    endless: bool = False
    plain: bool = False
    tells: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    fitted: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)

    def plays(self, game: str | None) -> bool:
        """Return whether the entry is for the game with this short name (None: any game)."""
        if game is None:
            return True
        if self.games:
            return game in self.games
        plain = self.plain or self.kind in ("belief", "evaluator")
        return not (plain and has_own_views(game))

    def meets(self, other: Agent) -> bool:
        """Return whether both are for all games, or share one, so that a spec could mean either."""
        return not (self.games or other.games) or not set(self.games).isdisjoint(other.games)

    @property
    def module(self) -> str:
        """The module that registers it."""
        factory = self.factory
        inner = factory.func if isinstance(factory, functools.partial) else factory
        return str(inner.__module__)

    @property
    def is_ours(self) -> bool:
        """True if it comes with this package."""
        return self.module.startswith("vorhand.")

    @property
    def place(self) -> str:
        """The place that registers the entry: one of our modules, or a file."""
        file = getattr(sys.modules.get(self.module), "__file__", None)
        return self.module if self.is_ours or file is None else str(file)


def has_own_views(game: str) -> bool:
    """Return whether a game has its own views, so that parts for plain states cannot be used."""
    own = part(game, "agents")
    return own is not None and game in own.games
