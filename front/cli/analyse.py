"""``vorhand analyse``: advice in a position as one player knows it."""

from typing import Annotated

import typer

from vorhand.cli.commands import Analysis, Analyst
from vorhand.cli.errors import OptionError
from vorhand.cli.options import AsJson, Language, speak
from vorhand.games.packs import parts
from vorhand.games.texts import quoted

_POSITION = (
    "Named fields, such as 'hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=18' or 'up=SJ "
    "hand0=SA,HT,DA,CK,CJ'; see the page of the game in docs. Hidden cards are not used."
)


def analyse(
    position: Annotated[str, typer.Argument(help=_POSITION)],
    agent: Annotated[
        str | None,
        typer.Option(help="The agent that judges the moves; default: the one that gives hints."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="The game, with its rules as parameters; default: by the position."),
    ] = None,
    score: Annotated[
        str | None,
        typer.Option(help="In a match of two: game points of players 0 and 1, such as 5:3."),
    ] = None,
    open_hand: Annotated[
        bool,
        typer.Option("--open", help="Show exact values with all cards known, in games of two."),
    ] = False,
    worlds: Annotated[
        int | None,
        typer.Option(
            min=0, help="Worlds to show, in games of two, where the agent has any; default: 10."
        ),
    ] = None,
    language: Language = None,
    as_json: AsJson = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the agent; default: 0.")] = None,
) -> None:
    """Show the best move in a position as one player knows it, with the figures behind it.

    Examples:
        vorhand analyse "hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=18"
        vorhand analyse "up=SJ hand0=SA,HT,DA,CK,CJ" --agent "pvp(worlds=20)"
    """
    speak(language)
    asked = Analysis(position, agent, game, score, open_hand, worlds, as_json, seed)
    _analyst_of(asked).show(asked)


def _analyst_of(asked: Analysis) -> Analyst:
    """Return the analyst of the named game; without a name, the one that can read the position."""
    analysts: list[Analyst] = [each.analyse for each in parts("cli") if each.analyse]
    if asked.game is not None:
        found = [each for each in analysts if asked.game.partition("(")[0] in each.GAMES]
        games = ", ".join(name for each in analysts for name in each.GAMES)
        problem = f"game {asked.game!r}: expected one of {games}"
    else:
        found = [each for each in analysts if each.reads(asked.position)]
        examples = " or ".join(repr(each.EXAMPLE) for each in analysts)
        problem = f"position {quoted(asked.position)}: expected one such as {examples}"
    if not found:
        raise OptionError(problem)
    return found[0]
