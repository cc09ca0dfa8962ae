"""The arena: duplicate matches between agents, their logs and their statistics."""

from vorhand.evaluation.arena.log import LogError, LogWriteError, MatchLog, read_match
from vorhand.evaluation.arena.match import Match, MatchError, PlayedGame, play_deal, play_game
from vorhand.evaluation.arena.profiles import Profile, ReplayError, profile_of
from vorhand.evaluation.arena.report import summary, tables
from vorhand.evaluation.arena.results import Results
from vorhand.evaluation.arena.run import read_log, run
from vorhand.evaluation.arena.skat.deals import DealSourceError
from vorhand.evaluation.arena.skat.lists import DEALS as LIST_DEALS
from vorhand.evaluation.arena.skat.lists import list_tables

__all__ = [
    "LIST_DEALS",
    "DealSourceError",
    "LogError",
    "LogWriteError",
    "Match",
    "MatchError",
    "MatchLog",
    "PlayedGame",
    "Profile",
    "ReplayError",
    "Results",
    "list_tables",
    "play_deal",
    "play_game",
    "profile_of",
    "read_log",
    "read_match",
    "run",
    "summary",
    "tables",
]
