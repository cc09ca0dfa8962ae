"""OpenSpiel's own trick-taking games over the common engine: what a player knows of them."""

from vorhand.games.openspiel_tricks.view import TableView

__all__ = ["TableView"]
