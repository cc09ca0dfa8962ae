"""A match: agents, a game and a seed, and the play of its deals.

Play is duplicate: every deal is played once in each seating, so that all agents get the same good
and bad cards. All chance outcomes of a deal, including those in mid-play, follow from the match's
seed and the number of the deal. The seeds of the bots depend on the same two numbers. A deal is
therefore played the same on every machine and in every order.

Deals may also be given (`vorhand.evaluation.arena.given_deals`), with or without a contract. If
contracts are given, seatings begin at the soloist. In pair games (Furtak and Buro, CIG 2013) each
agent of a pair plays such deals as soloist against copies of the other. ``apart`` adds a third
game, in which the second agent is soloist against copies of itself. This game separates the first
agent's gain as soloist from its gain in defence.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

import numpy as np
import pyspiel

from vorhand.agents import Spec, check, make_bot
from vorhand.agents.weight_versions import Versions, weights_of
from vorhand.evaluation.arena.game_loop import MatchError, play_game
from vorhand.evaluation.arena.given_deals import GivenDeals
from vorhand.evaluation.arena.profiles import profile_of
from vorhand.games.chance import hides_chances, seeded, sets_seed, takes_seed
from vorhand.games.loading import load_game
from vorhand.games.texts import field, list_field

T = TypeVar("T")

Seating: TypeAlias = tuple[int, ...]
"""The index of the agent in each seat; seat 0 is the soloist's if contracts are given."""
Order: TypeAlias = Literal["rotations", "permutations", "pairs", "apart"]

_IN_PAIRS = ("pairs", "apart")


@dataclass(frozen=True)
class Match:
    """The settings that determine a match, apart from the number of its deals.

    Attributes:
      game: the game string, with its parameters.
      agents: specs, in canonical form; there may be more of them than seats.
      seed: the seed of all deals and all play.
      order: "rotations" or "permutations" of the seats; "pairs": for each pair of agents, each as
        soloist against copies of the other; "apart": the same, and the second of each pair as
        soloist against copies of itself.
      deals_from: source of given deals (`vorhand.evaluation.arena.given_deals`); empty: the
        game's own chance deals.
    """

    game: str
    agents: tuple[str, ...]
    seed: int = 0
    order: Order = "rotations"
    deals_from: str = ""

    @classmethod
    def create(
        cls,
        game: str,
        agents: Sequence[str | Spec],
        seed: int = 0,
        order: Order = "rotations",
        deals_from: str = "",
    ) -> Match:
        """Create a match after checking everything that can be checked before play.

        Raises:
          GameError: the game string is invalid.
          SpecError, AgentError: an agent is invalid, or cannot play this game.
          MatchError: too few agents, a negative seed, an unknown order, a game that is not played
            in turns, or given deals for a game that has none.
          DealSourceError: there is no such source of deals.
        """
        loaded = load_game(game)
        kind = loaded.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise MatchError(f"game {game!r}: players move at once; expected a game in turns")
        if hides_chances(kind) and not takes_seed(loaded):
            raise MatchError(
                f"game {game!r}: hides its chances; expected explicit chance nodes, or a seed"
            )
        if takes_seed(loaded) and sets_seed(game):
            raise MatchError(f"game {game!r}: sets its seed, which is each deal's own")
        if seed < 0:
            raise MatchError(f"seed {seed}: expected 0 or more")
        if order not in get_args(Order):
            raise MatchError(f"order {order!r}: expected {' or '.join(get_args(Order))}")
        specs = tuple(str(check(agent, kind.short_name)) for agent in agents)
        in_pairs = order in _IN_PAIRS
        least = 2 if in_pairs else loaded.num_players()
        if len(specs) < least:
            reason = "for a pair" if in_pairs else f"one for each seat of {game}"
            raise MatchError(f"agents {','.join(specs)}: expected at least {least}, {reason}")
        if deals_from or in_pairs:
            deals_from = _checked_source(game, loaded, deals_from or None)
        match = cls(game, specs, seed, order, deals_from)
        if in_pairs and not match.contracts_given:
            raise MatchError(f"deals from {deals_from}: expected deals with contracts, for pairs")
        return match

    def settings(self) -> dict[str, Any]:
        """Return all settings as plain data; ``Match.from_settings`` reads them back."""
        settings = asdict(self) | {"agents": list(self.agents)}
        if not self.deals_from:
            del settings["deals_from"]
        return settings

    @property
    def weights(self) -> Versions:
        """Versions of the fitted files that the agents may use, by name."""
        found = (weights_of(agent, self.short_name) for agent in self.agents)
        return dict(sorted(item for versions in found for item in versions.items()))

    @classmethod
    def from_settings(cls, settings: dict[str, Any]) -> Match:
        """Return the match with these settings, checked as in `create`.

        Raises:
          TextError: a setting is missing, or has another type.
        """
        list_field(settings, "agents", str)
        for name, kind in (("game", str), ("seed", int), ("order", str), ("deals_from", str)):
            if name in settings or name == "game":
                field(settings, name, kind)
        return cls.create(**settings)

    @property
    def short_name(self) -> str:
        """The game's short name, without parameters."""
        return str(_loaded(self.game).get_type().short_name)

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(_loaded(self.game).num_players())

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each agent: its spec; a second agent with this spec gets ``:2`` added."""
        return tuple(
            spec if (k := self.agents[:i].count(spec)) == 0 else f"{spec}:{k + 1}"
            for i, spec in enumerate(self.agents)
        )

    @property
    def in_pairs(self) -> bool:
        """True if agents play as soloists against copies of each other."""
        return self.order in _IN_PAIRS

    @functools.cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the two agents of each pair."""
        return tuple(itertools.combinations(range(len(self.agents)), 2))

    @property
    def comparisons(self) -> int:
        """The number of comparisons in a table: leads of pairs, and with "apart" their parts."""
        return len(self.pairs) * (3 if self.order == "apart" else 1)

    @functools.cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in which each deal is played.

        With as many agents as seats these are all rotations (or permutations). With more agents,
        they are those of every subset of agents that fills the seats. With "pairs" these are, for
        each pair, the first agent as soloist and then the second as soloist. With "apart" one more
        seating for each pair follows after all these: the second agent as soloist against copies of
        itself.
        """
        if self.in_pairs:
            others = self.players - 1
            against = tuple(
                (one, *(other,) * others)
                for pair in self.pairs
                for one, other in (pair, pair[::-1])
            )
            itself = tuple((second,) * self.players for _, second in self.pairs)
            return against + (itself if self.order == "apart" else ())
        return tuple(
            seating
            for chosen in itertools.combinations(range(len(self.agents)), self.players)
            for seating in _arrangements(chosen, self.order)
        )

    def meetings(self) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
        """Return, for each pair, a deal's games with both agents, and their places in seatings."""
        return {
            (a, b): [
                (game, seating.index(a), seating.index(b))
                for game, seating in enumerate(self.seatings)
                if a in seating and b in seating
            ]
            for a, b in self.pairs
        }

    def place(self, deal: int) -> Place:
        """Return the game of a deal, and the seat at which its seatings begin.

        Raises:
          DealSourceError: no given deal has this number.
        """
        if takes_seed(_loaded(self.game)):
            stream = np.random.SeedSequence((self.seed, deal)).spawn(1)[0]
            seed = int(stream.generate_state(1, np.uint32)[0]) >> 1
            return Place(seeded(self.game, seed), 0, self.game)
        if not self.deals_from:
            return Place(self.game, 0)
        given = self._given.deal(self.deals_from, self.seed, deal)
        return Place(_started(self.game, given.start), given.first_seat)

    def place_logged(self, deal: int, game: str) -> Place:
        """Return the place of a deal as `place` does, given the game string of its log record.

        If agents bid for the deals, the deal is taken from the log; the agents do not bid again.

        Raises:
          MatchError: the log's game is another one.
          DealSourceError: no given deal has this number.
        """
        if not self.deals_from or self.deals_given is not None:
            return self.place(deal)
        started = load_game(game)
        if started.get_type().short_name != self.short_name:
            raise MatchError(f"game {game!r}: expected {self.short_name}")
        given = self._given.begun(started)
        return Place(_started(self.game, given.start), given.first_seat)

    @property
    def contracts_given(self) -> bool:
        """True if deals start with a contract."""
        return bool(self.deals_from) and self._given.has_contracts(self.deals_from)

    @property
    def deals_given(self) -> int | None:
        """The number of deals if they come from a file, else None."""
        return self._given.count(self.deals_from, self.seed) if self.deals_from else None

    @property
    def _given(self) -> GivenDeals:
        given = profile_of(self.short_name).given
        assert given is not None  # `create` refuses games without given deals
        return given

    @property
    def games_together(self) -> int:
        """The number of games of each deal if there are as many agents as seats."""
        return len(list(_arrangements(tuple(range(self.players)), self.order)))


class Place(NamedTuple):
    """The game string of a deal, and the seat at which its seatings begin.

    Attributes:
        unseeded: the game string without the seed, if the game deals by a seed.
    """

    name: str
    first_seat: int
    unseeded: str = ""

    @property
    def game(self) -> pyspiel.Game:
        """The game of this name, with parameters; a new instance if it deals by a seed."""
        return load_game(self.name) if self.unseeded else _loaded(self.name)

    @property
    def unseeded_game(self) -> pyspiel.Game:
        """The game that bots get: without the seed."""
        return _loaded(self.unseeded or self.name)

    def by_seat(self, seating: Seating) -> Seating:
        """Return the number of the agent in seat 0, 1, ..."""
        return seating[-self.first_seat :] + seating[: -self.first_seat]

    def from_first(self, by_seat: Sequence[T]) -> tuple[T, ...]:
        """Return the items of the seats in the order of a seating."""
        return (*by_seat[self.first_seat :], *by_seat[: self.first_seat])


@dataclass(frozen=True)
class PlayedGame:
    """One deal played once.

    Attributes:
      deal: number of the deal, from 0.
      seating: the number of the agent in each seat.
      returns: the score of each seat, in the order of the seating.
      facts: data for the game's statistics, see `vorhand.evaluation.arena.profiles`.
    """

    deal: int
    seating: Seating
    returns: tuple[float, ...]
    facts: Any = None


def play_deal(match: Match, deal: int, agents: Sequence[str] | None = None) -> list[pyspiel.State]:
    """Play one deal in all seatings of the match; return the terminal states in that order.

    Args:
      match: the match.
      deal: number of the deal.
      agents: the match's agents, with what they have learned so far.

    Raises:
      MatchError: an agent raised an exception or chose an illegal action.
    """
    place, seeds, states = match.place(deal), seeds_of(match, deal), []
    for number, seating in enumerate(match.seatings):
        by_seat = place.by_seat(seating)

        def blame(seat: int, by_seat: Seating = by_seat) -> str:
            return f"deal {deal}, {match.names[by_seat[seat]]} in seat {seat}"

        bots = bots_by_seat(match, place, seeds, number, agents)
        state = place.game.new_initial_state()
        states.append(play_game(state, bots, random.Random(seeds[0]), blame))
    return states


def bots_by_seat(
    match: Match,
    place: Place,
    seeds: Sequence[int],
    number: int,
    agents: Sequence[str] | None = None,
) -> list[pyspiel.Bot]:
    """Return the bots that play game `number` of a deal, by seat.

    Args:
      match: the match.
      place: the deal's game and seats.
      seeds: those of `seeds_of`.
      number: number of the game, equal to the index of its seating.
      agents: the match's agents, with what they have learned so far.
    """
    by_seat = place.by_seat(match.seatings[number])
    slots = _seed_slots(match, place, number)
    return [
        make_bot((agents or match.agents)[agent], place.unseeded_game, seat, seeds[slot] >> 33)
        for seat, (agent, slot) in enumerate(zip(by_seat, slots, strict=True))
    ]


def seeds_of(match: Match, deal: int) -> list[int]:
    """Return the seeds of a deal: first that of its chance outcomes, then those of its bots."""
    count = 1 + len(match.seatings) * match.players
    seeds = np.random.SeedSequence((match.seed, deal)).generate_state(count, np.uint64)
    return [int(seed) for seed in seeds]


def _seed_slots(match: Match, place: Place, number: int) -> list[int]:
    """Return the index of the seed of each seat in game `number` of a deal.

    In the game of the second agent against copies of itself, each seat has the seed with which the
    second agent plays that seat against the first. The games differ only by the agents' choices.
    """
    seats = range(match.players)
    pair = number - 2 * len(match.pairs)
    if not match.in_pairs or pair < 0:
        return [1 + number * match.players + seat for seat in seats]
    alone = 2 * pair + 1  # the game in which the second agent is the soloist against the first
    return [
        1 + (alone if seat == place.first_seat else alone - 1) * match.players + seat
        for seat in seats
    ]


@functools.lru_cache(maxsize=8)
def _loaded(game: str) -> pyspiel.Game:
    return load_game(game)


def _started(game: str, start: str) -> str:
    """Return the game string with this start of the deal."""
    given = pyspiel.game_parameters_from_string(game)
    return str(pyspiel.game_parameters_to_string({**given, "start": start}))


def _checked_source(game: str, loaded: pyspiel.Game, source: str | None) -> str:
    """Return the source of deals in canonical form; None: the source of pair games."""
    given = profile_of(loaded.get_type().short_name).given
    if given is None:
        raise MatchError(
            f"game {game!r}: its deals cannot be given; expected a game whose deals can, for "
            "given deals and for pairs"
        )
    return given.check(loaded, given.for_pairs if source is None else source)


def _arrangements(agents: tuple[int, ...], order: Order) -> Iterator[Seating]:
    if order == "permutations":
        yield from itertools.permutations(agents)
        return
    # In the k-th rotation the first agent sits in seat k.
    for k in range(len(agents)):
        yield agents[len(agents) - k :] + agents[: len(agents) - k]
