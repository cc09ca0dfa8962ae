"""Vorhand: card games and card-playing agents for OpenSpiel.

Importing it registers the games, so that ``pyspiel.load_game`` knows them.
"""

from typing import Any

from vorhand.games.packs import register_all as _register_all

_register_all()


def __getattr__(name: str) -> Any:
    """`serve_agent`, which brings gRPC along only when it is used."""
    if name == "serve_agent":
        from vorhand.service.agent.server import serve_agent

        return serve_agent
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
