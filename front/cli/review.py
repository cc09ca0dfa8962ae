"""``vorhand review``: the review of a played deal."""

import itertools
from pathlib import Path
from typing import Annotated

import typer

from vorhand.cli.commands import Commands, Reviewer
from vorhand.cli.errors import OptionError
from vorhand.cli.options import AsJson, Language, OwnFiles, import_own_files, speak
from vorhand.games.compressed import text_lines
from vorhand.games.packs import default_game, part, parts


def review(
    file: Annotated[
        Path, typer.Argument(help="Records, or the log of a match; plain, .gz, .bz2 or .xz.")
    ],
    deal: Annotated[
        int,
        typer.Option(
            min=1, help="Number of the deal in the file; a match on one line counts as one."
        ),
    ] = 1,
    agent: Annotated[
        str | None,
        typer.Option(
            help="The agent whose hints grade the moves; default: the one that gives hints."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the agent.")] = 0,
    brief: Annotated[
        bool, typer.Option("--brief", help="With open hands alone, at once: no hints, no grades.")
    ] = False,
    own_files: OwnFiles = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Review a played deal move by move: grades by what each player knew, and open-hand results.

    Examples:
        vorhand review games.sgf --deal 39
        vorhand review games.sgf --deal 39 --agent "pimc(worlds=10)"
    """
    speak(language)
    import_own_files(own_files)
    if brief and agent is not None:
        raise OptionError(f"--agent {agent}: expected none with --brief")
    reviewer = _reviewer_of_line(file, deal)
    asked = None if brief else agent or adviser_of(reviewer)
    reviewer.show(file, deal, asked, seed, as_json=as_json)


def adviser_of(reviewer: Reviewer) -> str:
    """Return the agent that gives hints, which grades moves by default."""
    from vorhand.agents.montecarlo.advisers import usual_adviser

    return str(usual_adviser(reviewer.GAME))


def reviewer_of(game: str) -> Reviewer | None:
    """Return the reviewer of the game with this short name; None if there is none."""
    commands: Commands | None = part(game, "cli")
    return None if commands is None else commands.review


def _reviewer_of_line(file: Path, deal: int) -> Reviewer:
    """Return the reviewer that recognises the deal's line, or the default one.

    If the file has fewer lines, its first line decides.
    """
    first = next(text_lines(file), "")
    line = next(itertools.islice(text_lines(file), deal - 1, None), first)
    reviewers: list[Reviewer] = [each.review for each in parts("cli") if each.review]
    usual = reviewer_of(default_game())
    assert usual is not None
    return next((each for each in reviewers if each.reads(line)), usual)
