"""The commands of single games, which their packs add to the command line.

A pack's module for the layer ``cli`` has a `Commands` named ``CLI``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import typer

from vorhand.games.packs import parts

if TYPE_CHECKING:
    import pyspiel

Command: TypeAlias = Callable[..., Any] | typer.Typer
Group: TypeAlias = Literal["root", "bench", "lab"]


class Reviewer(Protocol):
    """A reviewer of played deals of one game, whose short name is `GAME`."""

    GAME: str

    def reads(self, line: str) -> bool:
        """Return whether a line looks like a deal of the game; the line is not a comment."""

    def played(self, state: pyspiel.State) -> bool:
        """Return whether a finished deal contains moves that can be reviewed."""

    def show(self, file: Path, deal: int, agent: str | None, seed: int, *, as_json: bool) -> None:
        """Print the review of deal number `deal`, from 1, of a file with one deal per line.

        The hints of the agent, computed with the seed, grade the moves. Without an agent the review
        shows only open-hand results, of which Ramsch has none.
        """


@dataclass(frozen=True)
class Analysis:
    """The arguments of ``vorhand analyse``; None: not given."""

    position: str
    agent: str | None
    game: str | None
    score: str | None
    open_hand: bool
    worlds: int | None
    as_json: bool
    seed: int | None


class Analyst(Protocol):
    """An analyst of positions, such as `EXAMPLE`, of the games with the short names `GAMES`."""

    GAMES: tuple[str, ...]
    EXAMPLE: str

    def reads(self, position: str) -> bool:
        """Return whether a text looks like a position of the game."""

    def show(self, asked: Analysis) -> None:
        """Print the analysis."""


@dataclass(frozen=True)
class Commands:
    """The commands of a game, by name; a Typer app represents a group of commands.

    Attributes:
        title: the heading in the help.
        root, bench, lab: commands of ``vorhand`` itself, ``vorhand bench`` and ``vorhand lab``.
        review: the reviewer of played deals, for ``vorhand review``; None: none.
        analyse: the analyst of positions, for ``vorhand analyse``; None: none.
    """

    title: str
    root: Mapping[str, Command] = field(default_factory=dict)
    bench: Mapping[str, Command] = field(default_factory=dict)
    lab: Mapping[str, Command] = field(default_factory=dict)
    review: Reviewer | None = None
    analyse: Analyst | None = None


def add_commands_of_games(app: typer.Typer, group: Group) -> None:
    """Add the commands of all packs to a group."""
    for commands in parts("cli"):
        for name, command in getattr(commands, group).items():
            if isinstance(command, typer.Typer):
                app.add_typer(command, name=name, rich_help_panel=commands.title)
            else:
                app.command(name, rich_help_panel=commands.title)(command)
