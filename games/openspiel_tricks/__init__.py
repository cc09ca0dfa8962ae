"""OpenSpiel's own trick-taking games over the common engine: rules and views."""

from vorhand.games.openspiel_tricks.view import TableView

__all__ = ["TableView"]
