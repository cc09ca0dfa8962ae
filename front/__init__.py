"""Vorhand: card games and card-playing agents for OpenSpiel.

Importing it registers the games with OpenSpiel, so that `pyspiel.load_game` knows them. The most
common names are available here, and imported on first use:

    load_game        a game from its string, such as "python_skat"
    make_bot         an agent from its spec, such as "pimc(worlds=40)", as an OpenSpiel bot
    register         registers an agent of yours under a name
    Pack             names the modules that support a game of yours
    Match, run_match, Results
                     duplicate matches between agents
    solve_position, OpenPosition
                     the value of each card in an open-hand position of Skat
    Client, SyncClient
                     a player at the tables of a server (with asyncio, and without)
    RemoteBot        an agent at a table of a server
    serve_agent      serves an agent of yours to other programs
    VorhandError     the base of all errors

Authors of agents import from `vorhand.api`, and learners from `vorhand.envs`. All other modules may
change (docs/stability.md). The packages are:

    vorhand.games       rules, notation, scoring and records; one folder per game
    vorhand.native      the compiled core: rules, worlds, solvers, playouts
    vorhand.agents      beliefs, evaluators, decision rules, and the bots made of them
    vorhand.envs        batched environments for training
    vorhand.evaluation  matches and their statistics, equilibria, post-mortems, experiments
    vorhand.service     the table server, its clients, agents as services
    vorhand.web         the page on which people play, review deals and solve puzzles
    vorhand.cli         the program `vorhand`; `vorhand --help` lists its commands
"""

from typing import TYPE_CHECKING, Any

from vorhand.games.extras import missing_extra
from vorhand.games.packs import register_all as _register_all

if TYPE_CHECKING:
    from vorhand.agents.registry import make_bot, register
    from vorhand.evaluation.arena import Match, Results
    from vorhand.evaluation.arena.run import run as run_match
    from vorhand.games.loading import load_game
    from vorhand.games.packs import Pack
    from vorhand.games.skat.solve import OpenPosition, solve_position
    from vorhand.native.errors import VorhandError
    from vorhand.service.agent.server import serve_agent
    from vorhand.service.client.client import Client
    from vorhand.service.client.remote_bot import RemoteBot
    from vorhand.service.client.sync_client import SyncClient

__all__ = [
    "Client",
    "Match",
    "OpenPosition",
    "Pack",
    "RemoteBot",
    "Results",
    "SyncClient",
    "VorhandError",
    "load_game",
    "make_bot",
    "register",
    "run_match",
    "serve_agent",
    "solve_position",
]

_PLACES = {
    "Client": ("service.client.client", "Client"),
    "Match": ("evaluation.arena", "Match"),
    "OpenPosition": ("games.skat.solve", "OpenPosition"),
    "Pack": ("games.packs", "Pack"),
    "RemoteBot": ("service.client.remote_bot", "RemoteBot"),
    "Results": ("evaluation.arena", "Results"),
    "SyncClient": ("service.client.sync_client", "SyncClient"),
    "VorhandError": ("native.errors", "VorhandError"),
    "load_game": ("games.loading", "load_game"),
    "make_bot": ("agents", "make_bot"),  # from the package, which registers the agents
    "register": ("agents", "register"),
    "run_match": ("evaluation.arena.run", "run"),
    "serve_agent": ("service.agent.server", "serve_agent"),
    "solve_position": ("games.skat.solve", "solve_position"),
}


def __getattr__(name: str) -> Any:
    """Return an attribute named in `__all__`, imported on demand, or the installed version."""
    if name == "__version__":
        from importlib.metadata import version

        return version("vorhand")
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    module, attribute = _PLACES[name]
    try:
        value = getattr(importlib.import_module(f"{__name__}.{module}"), attribute)
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_register_all()  # at the end, as other packages' packs import names from here
