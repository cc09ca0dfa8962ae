"""Options that several commands share, and the evaluation of their values."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from vorhand.cli.errors import OptionError
from vorhand.cli.terminal.texts import language_of_locale, use_language
from vorhand.games.extras import require
from vorhand.games.texts import each_once

if TYPE_CHECKING:
    from vorhand.evaluation.workers.processes import Workers

AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print JSON (docs/json.md), not tables.")
]
"""The option to print data; other output then goes to stderr."""
OwnFiles: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--import", help="A Python file that registers agents of yours; may be given several times."
    ),
]
Language: TypeAlias = Annotated[
    str | None,
    typer.Option(help="Language of the output: en or de; default: that of your locale."),
]
JournalFolder: TypeAlias = Annotated[
    Path, typer.Option(help="Folder for the journal from which a run continues.")
]
Processes: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="Number of processes; default: one per core.")
]
RayAddress: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--ray", help="A Ray cluster instead of processes: host:port, ray://..., auto or local."
    ),
]
Dial: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(help="HOST:PORT of an agent that the table server may dial; default: none."),
]
Unjoined: TypeAlias = Annotated[
    float,
    typer.Option(
        min=1.0,
        help="Seconds after which the table server ends a table where play has not begun and no "
        "player is connected.",
    ),
]
UNJOINED_S = 300.0
Return: TypeAlias = Annotated[
    float,
    typer.Option(
        "--return-within",
        min=0.1,
        help="Seconds in which a player who has lost the connection may return before the others "
        "learn of it, at tables where they decide how to go on.",
    ),
]
RETURN_S = 5.0


def speak(language: str | None) -> None:
    """Choose the language of the output; by default that of the locale."""
    use_language(language or language_of_locale())


def import_own_files(files: Sequence[Path] | None, ray: str | None = None) -> None:
    """Import the files that register agents, here and in the worker processes.

    Raises:
        ValueError: a file is missing or fails, or the work goes to other machines, which do not
          have the file.
    """
    if not files:
        return
    from vorhand.agents.own_files import OWN_FILES, import_file

    if ray is not None:
        raise OptionError(f"--import and --ray {ray}: other machines do not have the file")
    paths = [path.resolve() for path in files]
    for path in paths:
        import_file(path)
    os.environ[OWN_FILES] = os.pathsep.join(map(str, paths))


def workers_of(processes: int | None, ray: str | None) -> Workers:
    """Return the workers; raise ValueError if both options are given or Ray is missing."""
    from vorhand.evaluation.workers.processes import Ray, usable_cores

    if ray is None:
        return processes or usable_cores()
    if processes is not None:
        raise OptionError(f"--workers {processes} and --ray {ray}: expected only one of the two")
    require("ray")
    return Ray(ray)


def changes_of(options: Sequence[str] | None) -> dict[str, str]:
    """Return the values of ``--set name=value`` by name; raise OptionError for any other form."""
    return each_once(map(_change, options or []))


def _change(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"--set {text}: expected name=value")
    return name, value


def refuse_both(**options: object) -> None:
    """Raise OptionError if more than one of these options is given."""
    given = [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
    if len(given) > 1:
        raise OptionError(f"{' and '.join(given)}: expected only one of them")
