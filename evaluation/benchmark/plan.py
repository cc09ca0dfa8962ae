"""The plan of the benchmark: its deals, and the matches in which an agent plays them.

The agent takes one seat, copies of one opponent the other seats, and every deal is played in all
rotations. The deals are shared out among the opponents of the game's field in a fixed order, so the
first deals of the benchmark are nearly a fair sample of all. Seeds, order and opponents must not
change within a version; the opponents' fitted files are recorded with every result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vorhand.agents import check
from vorhand.agents.parameters import AgentError
from vorhand.agents.weight_versions import Versions, weights_of
from vorhand.evaluation.arena import Match, profile_of
from vorhand.games.loading import load_game
from vorhand.native.errors import InputError

VERSION = 1
DEALS = 200
WHOLE, ALONE, DEFENCE, BIDDING = (
    "whole deals",
    "card play alone",
    "card play in defence",
    "bidding",
)
SECTIONS = (WHOLE, ALONE, DEFENCE, BIDDING)
_SEEDS = 1000  # maximum number of matches of one kind; their seeds are consecutive


class BenchmarkError(InputError):
    """A benchmark that cannot be played, or results that cannot be compared."""


@dataclass(frozen=True)
class Field:
    """The opponents of a game's benchmark, the anchor first."""

    agents: tuple[str, ...]
    shares: tuple[int, ...]

    @property
    def anchor(self) -> str:
        """The agent whose rating is 0."""
        return self.agents[0]

    @property
    def with_shares(self) -> tuple[tuple[str, int], ...]:
        """The opponents with their shares."""
        return tuple(zip(self.agents, self.shares, strict=True))

    def opponent(self, deal: int) -> int:
        """Return the number of the opponent in a deal of the benchmark."""
        order = sorted(
            ((turn + 0.5) / share, number)
            for number, share in enumerate(self.shares)
            for turn in range(share)
        )
        return order[deal % len(order)][1]

    def weights(self, game: str) -> Versions:
        """Return the versions of the fitted files that the opponents may use."""
        short_name = load_game(game).get_type().short_name
        found = (weights_of(agent, short_name) for agent in self.agents)
        return dict(sorted(item for versions in found for item in versions.items()))


@dataclass(frozen=True)
class Pairing:
    """A match of the benchmark, and the number in the benchmark of each of its deals.

    Attributes:
        kind: "deals", "cards" (with given contracts) or "bidding".
    """

    kind: str
    match: Match
    numbers: tuple[int, ...]


def field_of(game: str) -> Field:
    """Return the opponents in a game, without those that cannot play it.

    Raises:
        GameError: there is no such game.
    """
    short_name = load_game(game).get_type().short_name
    agents = [
        (str(check(agent, short_name)), share)
        for agent, share in profile_of(short_name).field
        if _plays(agent, short_name)
    ]
    return Field(*zip(*agents, strict=True))


def pairings(game: str, agent: str, deals: int) -> list[Pairing]:
    """Return the matches in which an agent plays the first deals of a game's benchmark.

    Raises:
        GameError, SpecError, AgentError, MatchError: as `Match.create`.
    """
    field, profile = field_of(game), profile_of(load_game(game).get_type().short_name)
    found = _matches("deals", game, agent, field, deals)
    if profile.given is not None:
        found += _matches("cards", game, agent, field, deals, profile.given.for_pairs)
    bidder, anchor = profile.only_bidding(agent), profile.only_bidding(field.anchor)
    if bidder is not None and anchor is not None:
        found += _matches("bidding", game, bidder, Field((anchor,), (1,)), deals)
    return found


def _matches(
    kind: str, game: str, agent: str, field: Field, deals: int, deals_from: str = ""
) -> list[Pairing]:
    numbers: Sequence[list[int]] = [[] for _ in field.agents]
    for deal in range(deals):
        numbers[field.opponent(deal)].append(deal)
    others = load_game(game).num_players() - 1
    start = _SEEDS * ("deals", "cards", "bidding").index(kind)
    return [
        Pairing(
            kind,
            Match.create(game, [agent, *[opponent] * others], start + k, deals_from=deals_from),
            tuple(numbers[k]),
        )
        for k, opponent in enumerate(field.agents)
        if numbers[k]
    ]


def _plays(agent: str, game: str) -> bool:
    try:
        check(agent, game)
    except AgentError:
        return False
    return True
