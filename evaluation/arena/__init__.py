"""The arena: duplicate matches between agents, their logs and their statistics."""

from vorhand.evaluation.arena.game_loop import MatchError, play_game
from vorhand.evaluation.arena.given_deals import DealSourceError
from vorhand.evaluation.arena.log import (
    LogError,
    LogWriteError,
    MatchLog,
    confidence_until,
    read_match,
)
from vorhand.evaluation.arena.match import Match, PlayedGame, play_deal
from vorhand.evaluation.arena.profiles import Profile, profile_of
from vorhand.evaluation.arena.report import Figure, as_csv, as_data, figures, summary, tables
from vorhand.evaluation.arena.results import Results
from vorhand.evaluation.arena.run import read_log, run
from vorhand.evaluation.arena.until import Until
from vorhand.games.records import ReplayError

__all__ = [
    "DealSourceError",
    "Figure",
    "LogError",
    "LogWriteError",
    "Match",
    "MatchError",
    "MatchLog",
    "PlayedGame",
    "Profile",
    "ReplayError",
    "Results",
    "Until",
    "as_csv",
    "as_data",
    "confidence_until",
    "figures",
    "play_deal",
    "play_game",
    "profile_of",
    "read_log",
    "read_match",
    "run",
    "summary",
    "tables",
]
