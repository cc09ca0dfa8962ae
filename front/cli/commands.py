"""Commands that are about one game: what its pack adds to the command line.

A pack's module for the layer ``commands`` has a `Commands` named ``PART``.
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
    """Reviews played deals of a game, whose short name is `GAME`."""

    GAME: str

    def reads(self, line: str) -> bool:
        """Whether a line, which is no comment, looks like a deal of the game."""

    def played(self, state: pyspiel.State) -> bool:
        """Whether moves that can be reviewed were made in a deal that is over."""

    def show(self, file: Path, deal: int, agent: str | None, seed: int, *, as_json: bool) -> None:
        """Print the review of one deal of a file.

        Args:
            file: with a deal a line.
            deal: from 1.
            agent: whose hints grade the moves; None: open hands alone.
            seed: of the agent.
            as_json: print JSON.
        """


@dataclass(frozen=True)
class Commands:
    """The commands of a game, by name; an app of Typer's stands for a group of commands.

    Attributes:
        title: heads them in the help.
        root: commands of ``vorhand`` itself.
        bench: commands of ``vorhand bench``.
        lab: commands of ``vorhand lab``.
        review: of played deals, for ``vorhand review``; None: there is none.
    """

    title: str
    root: Mapping[str, Command] = field(default_factory=dict)
    bench: Mapping[str, Command] = field(default_factory=dict)
    lab: Mapping[str, Command] = field(default_factory=dict)
    review: Reviewer | None = None


def add_commands_of_games(app: typer.Typer, group: Group) -> None:
    """Adds what the packs bring along for a group."""
    for commands in parts("commands"):
        for name, command in getattr(commands, group).items():
            if isinstance(command, typer.Typer):
                app.add_typer(command, name=name, rich_help_panel=commands.title)
            else:
                app.command(name, rich_help_panel=commands.title)(command)
