"""A match: agents, a game, a seed; and how its deals are played.

Play is duplicate: every deal is played once in each seating, so that good and bad cards
come to all agents alike. All chance outcomes of a deal, those in mid-play too, are drawn
from one stream of random numbers that depends on the match's seed and the number of the
deal alone, and every bot gets a seed of its own from there. So a deal is played the same
wherever and whenever that happens.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import pyspiel

from vorhand.agents import Spec, check, make_bot
from vorhand.games.loading import load_game

Seating: TypeAlias = tuple[int, ...]
"""The number of the agent in each seat."""
Order: TypeAlias = Literal["rotations", "permutations"]


class MatchError(ValueError):
    """A match that cannot be played, or an agent that failed in mid-play."""


@dataclass(frozen=True)
class Match:
    """What fixes a match up to the number of its deals.

    Attributes:
      game: the game string, with its parameters.
      agents: specs, in canonical form; there may be more of them than seats.
      seed: fixes all deals and all play.
      order: every rotation of the seats, or every permutation.
    """

    game: str
    agents: tuple[str, ...]
    seed: int = 0
    order: Order = "rotations"

    @classmethod
    def create(
        cls, game: str, agents: Sequence[str | Spec], seed: int = 0, order: Order = "rotations"
    ) -> Match:
        """Checks everything that can be checked before play.

        Raises:
          GameError: the game string is not one.
          SpecError, AgentError: an agent is not one, or not one for this game.
          MatchError: too few agents, a negative seed, an unknown order, or a game that is not
            played in turns.
        """
        loaded = load_game(game)
        kind = loaded.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise MatchError(f"game {game!r}: players move at once; expected a game in turns")
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise MatchError(f"game {game!r}: hides its chances; expected explicit chance nodes")
        if seed < 0:
            raise MatchError(f"seed {seed}: expected 0 or more")
        if order not in get_args(Order):
            raise MatchError(f"order {order!r}: expected {' or '.join(get_args(Order))}")
        specs = tuple(str(check(agent, kind.short_name)) for agent in agents)
        if len(specs) < loaded.num_players():
            raise MatchError(
                f"agents {','.join(specs)}: expected at least {loaded.num_players()}, "
                f"one for each seat of {game}"
            )
        return cls(game, specs, seed, order)

    def settings(self) -> dict[str, Any]:
        """All settings, as plain data; ``Match.from_settings`` takes them back."""
        return asdict(self) | {"agents": list(self.agents)}

    @classmethod
    def from_settings(cls, settings: dict[str, Any]) -> Match:
        """The match with these settings, checked as `create` does."""
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
        """A name for each agent: its spec, the second of the same spec with ``:2`` added."""
        return tuple(
            spec if (k := self.agents[:i].count(spec)) == 0 else f"{spec}:{k + 1}"
            for i, spec in enumerate(self.agents)
        )

    @functools.cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in which each deal is played.

        With as many agents as seats these are all rotations (or permutations); with more
        agents, those of every choice of as many agents as there are seats.
        """
        return tuple(
            seating
            for chosen in itertools.combinations(range(len(self.agents)), self.players)
            for seating in _arrangements(chosen, self.order)
        )

    @property
    def games_together(self) -> int:
        """How often a choice of agents that fills the table plays each deal."""
        return len(list(_arrangements(tuple(range(self.players)), self.order)))


@dataclass(frozen=True)
class PlayedGame:
    """One deal played once.

    Attributes:
      deal: number of the deal, from 0.
      seating: the number of the agent in each seat.
      returns: the score of each seat.
      facts: what the game's statistics need to know, see `vorhand.evaluation.arena.profiles`.
    """

    deal: int
    seating: Seating
    returns: tuple[float, ...]
    facts: Any = None


def play_deal(match: Match, deal: int) -> list[pyspiel.State]:
    """Plays one deal in all seatings of the match; the terminal states in that order.

    Raises:
      MatchError: an agent raised an exception or chose an illegal action.
    """
    game = _loaded(match.game)
    count = 1 + len(match.seatings) * match.players
    seeds = np.random.SeedSequence((match.seed, deal)).generate_state(count, np.uint64).tolist()
    states = []
    for number, seating in enumerate(match.seatings):
        first = 1 + number * match.players
        bots = [
            make_bot(match.agents[agent], game, seat, seeds[first + seat] >> 33)
            for seat, agent in enumerate(seating)
        ]

        def blame(seat: int, seating: Seating = seating) -> str:
            return f"deal {deal}, {match.names[seating[seat]]} in seat {seat}"

        states.append(play_game(game.new_initial_state(), bots, random.Random(seeds[0]), blame))
    return states


def play_game(
    state: pyspiel.State,
    bots: Sequence[pyspiel.Bot],
    chance: random.Random,
    blame: Callable[[int], str] = "seat {}".format,
) -> pyspiel.State:
    """Plays on from a state to the end.

    The k-th chance outcome depends on the k-th random number alone, so that the same
    stream deals the same cards as long as the chance nodes are the same.

    Args:
      state: is played in place, and returned.
      bots: one a seat.
      chance: draws the chance outcomes.
      blame: how to call the bot in a seat in an error.

    Raises:
      MatchError: a bot raised an exception or chose an illegal action.
    """
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        player = state.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            action = draw(state.chance_outcomes(), chance.random())
        else:
            action = _chosen(state, bots[player], lambda: blame(player))  # noqa: B023
        for seat, bot in enumerate(bots):
            if seat != player:
                bot.inform_action(state, player, action)
        state.apply_action(action)
    return state


def draw(outcomes: Sequence[tuple[int, float]], uniform: float) -> int:
    """The chance outcome that a number from 0 (included) to 1 (excluded) stands for."""
    sums = list(itertools.accumulate(probability for _, probability in outcomes))
    place = bisect.bisect_right(sums, uniform * sums[-1])
    return outcomes[min(place, len(outcomes) - 1)][0]


def _chosen(state: pyspiel.State, bot: pyspiel.Bot, who: Callable[[], str]) -> int:
    try:
        action = bot.step(state)
    except Exception as error:
        raise MatchError(f"{who()}: {type(error).__name__}: {error}") from error
    if action not in state.legal_actions():
        legal = ", ".join(f"{a} ({state.action_to_string(a)})" for a in state.legal_actions())
        raise MatchError(f"{who()}: chose action {action}; expected one of {legal}")
    return int(action)


@functools.lru_cache(maxsize=8)
def _loaded(game: str) -> pyspiel.Game:
    return load_game(game)


def _arrangements(agents: tuple[int, ...], order: Order) -> Iterator[Seating]:
    if order == "permutations":
        yield from itertools.permutations(agents)
        return
    # In the k-th rotation the first agent sits in seat k.
    for k in range(len(agents)):
        yield agents[len(agents) - k :] + agents[: len(agents) - k]
