"""The plan of a tournament, read from its file.

::

    seed = 1
    deals = 100
    agents = ["pimc", "iimc", "random"]

    [[games]]
    game = "euchre"

    [[games]]
    game = "hearts"
    deals = 20                # replaces the value above; so can agents and seed

Each pair of agents plays a match: their seats alternate around the table, and every deal is played
in all rotations. At a table with an odd number of seats one agent has one seat more than the other.
Therefore two matches are played there, each with half of the deals.
"""

from __future__ import annotations

import itertools
import re
import tomllib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vorhand.agents import check
from vorhand.evaluation.arena import Match
from vorhand.games.loading import load_game
from vorhand.native.errors import InputError

_KEYS: Mapping[str, type] = {"seed": int, "deals": int, "agents": list}


class TournamentError(InputError):
    """A file that does not describe a tournament."""


@dataclass(frozen=True)
class Contest:
    """The round robin of two or more agents, specs in canonical form, over one game."""

    game: str
    agents: tuple[str, ...]
    deals: int  # number of deals that each pair of agents plays
    seed: int  # seed of deals and play; all pairs play the same deals

    def pairings(self) -> Iterator[Pairing]:
        """Yield the matches, in order."""
        seats = load_game(self.game).num_players()
        for two in itertools.combinations(self.agents, 2):
            orders = [two] if seats % 2 == 0 else [two, two[::-1]]
            for one, other in orders:
                around = [(one, other)[seat % 2] for seat in range(seats)]
                match = Match.create(self.game, around, self.seed)
                yield Pairing(two, match, -(-self.deals // len(orders)))


@dataclass(frozen=True)
class Pairing:
    """One match of a contest between two agents, and its number of deals."""

    agents: tuple[str, str]
    match: Match
    deals: int

    @property
    def file(self) -> str:
        """The name of its log, which identifies everything except the number of deals."""
        settings = repr(self.match.settings())
        words = re.sub(r"[^a-z0-9]+", "-", "-".join([self.match.short_name, *self.agents]).lower())
        return f"{words.strip('-')[:80]}-{zlib.crc32(settings.encode()):08x}.jsonl"


def read(path: Path) -> list[Contest]:
    """Return the contests of a file.

    Raises:
        TournamentError: the file does not describe a tournament.
        GameError, SpecError, AgentError: it names an unknown game, or an invalid agent.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TournamentError(f"{path}: {error}; expected TOML") from error
    games = content.pop("games", [])
    if not isinstance(games, list) or not games or not all(isinstance(g, dict) for g in games):
        raise TournamentError(f"{path}: expected one table [[games]] or more")
    usual = _checked(path, content, ())
    contests = [_contest(path, usual | _checked(path, table, ("game",))) for table in games]
    if len(names := [contest.game for contest in contests]) != len(set(names)):
        raise TournamentError(f"{path}: games {', '.join(names)}: expected each once")
    return contests


def _checked(path: Path, table: dict[str, Any], more: tuple[str, ...]) -> dict[str, Any]:
    for key, value in table.items():
        kind: Any = str if key in more else _KEYS.get(key)
        if kind is None:
            known = ", ".join([*more, *_KEYS])
            raise TournamentError(f"{path}: {key} = {value!r}: expected one of {known}")
        least = 1 if key == "deals" else 0
        if type(value) is not kind or (kind is int and value < least):
            raise TournamentError(
                f"{path}: {key} = {value!r}: expected "
                + {int: f"a number from {least}", list: "a list of specs", str: "a game"}[kind]
            )
    return table


def _contest(path: Path, said: dict[str, Any]) -> Contest:
    for key in ("game", "agents", "deals"):
        if key not in said:
            raise TournamentError(f"{path}: {said}: expected {key} too")
    name = load_game(said["game"]).get_type().short_name
    agents = tuple(str(check(agent, name)) for agent in said["agents"])
    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise TournamentError(
            f"{path}: agents {', '.join(agents)}: expected two or more, each once"
        )
    return Contest(said["game"], agents, said["deals"], said.get("seed", 0))
