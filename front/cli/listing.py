"""``vorhand agents`` and ``vorhand games``: what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    pass

_GAME_HELP = "Only agents that play this game."


def agents(game: Annotated[str | None, typer.Option(help=_GAME_HELP)] = None) -> None:
    """Lists the agents, what they play, and their parameters."""
    from vorhand.agents import registry
    from vorhand.games.loading import load_game

    name = load_game(game).get_type().short_name if game else None
    table = _table("agent and its games", "what it does", "parameters")
    for agent in registry.agents(name):
        games = "\n".join(agent.games or ["any"])
        parameters = "\n".join(map(str, agent.parameters.values()))
        table.add_row(_headed(agent.name, games), agent.summary, parameters)
    Console().print(table)


def games(
    everything: Annotated[bool, typer.Option("--all", help="OpenSpiel's games too.")] = False,
) -> None:
    """Lists the games, their players and their parameters with the default values."""
    import pyspiel

    from vorhand.games.packs import own_games, register_all

    register_all()

    table = _table("game", "what it is", "parameters")
    ours = own_games()
    for game in sorted(pyspiel.registered_games(), key=lambda kind: kind.short_name):
        if not (everything or game.short_name in ours):
            continue
        players = str(game.min_num_players)
        if game.max_num_players != game.min_num_players:
            players += f" to {game.max_num_players}"
        parameters = "\n".join(f"{k} = {v}" for k, v in game.parameter_specification.items())
        table.add_row(_headed(game.short_name, f"{players} players"), game.long_name, parameters)
    Console().print(table)


def _table(first: str, *others: str) -> Table:
    """A table that can be read at 80 columns: three columns, the first never broken."""
    table = Table(show_lines=True)
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, overflow="fold")
    return table


def _headed(name: str, below: str) -> Text:
    return Text.assemble((name, "bold"), "\n", (below, "dim"))
