"""``vorhand agents`` and ``vorhand games``: what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    import pyspiel

_GAME_HELP = "Only agents that play this game."


def agents(game: Annotated[str | None, typer.Option(help=_GAME_HELP)] = None) -> None:
    """Lists the agents, what they play, and their parameters."""
    from vorhand.agents import registry
    from vorhand.games.loading import load_game

    name = load_game(game).get_type().short_name if game else None
    table = Table()
    for heading in ("agent", "games", "what it does", "parameters"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "agent")
    for agent in registry.agents(name):
        parameters = "\n".join(map(str, agent.parameters.values()))
        table.add_row(agent.name, ", ".join(agent.games) or "any", agent.summary, parameters)
    Console().print(table)


def games(
    everything: Annotated[bool, typer.Option("--all", help="OpenSpiel's games too.")] = False,
) -> None:
    """Lists the games, their players and their parameters with the default values."""
    import pyspiel

    import vorhand.games

    del vorhand.games  # imported for its registrations
    table = Table()
    for heading in ("game", "players", "what it is", "parameters"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "game")
    for game in sorted(pyspiel.registered_games(), key=lambda kind: kind.short_name):
        if not (everything or _is_ours(game)):
            continue
        players = str(game.min_num_players)
        if game.max_num_players != game.min_num_players:
            players += f" to {game.max_num_players}"
        parameters = "\n".join(f"{k} = {v}" for k, v in game.parameter_specification.items())
        table.add_row(game.short_name, players, game.long_name, parameters)
    Console().print(table)


def _is_ours(game: pyspiel.GameType) -> bool:
    """Whether the class behind a Python game is in this package."""
    import pyspiel

    if not game.short_name.startswith("python_") or not game.default_loadable:
        return False
    return type(pyspiel.load_game(game.short_name)).__module__.startswith("vorhand.")
