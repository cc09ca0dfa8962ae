"""Games of Skat in which the soloist and the defenders have different beliefs.

Rule players, or Kermit's bidding, bid and declare the deals. The agents take over at the first
lead, so that all players know the bidding. A soloist of one kind plays the same deal against two
defenders of another. This separates the value of a belief alone from its value in defence. The
points of a game are the soloist's by Seeger and Fabian.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.skat.bidding.kermit import compiled_kermit
from vorhand.evaluation.post_mortem.skat.pipma import kind_of
from vorhand.evaluation.training.skat_deals import random_deal
from vorhand.games.loading import load_game
from vorhand.native.skat import Deal, Phase, rule_action

Bidder: TypeAlias = Literal["rule", "kermit"]
"""The bidder in all seats; Kermit uses its probabilities among players that search."""

_GAME = "python_skat"
_THRESHOLD = 0.6  # Kermit's least probability to win; results are robust here (Furtak, section 2.4)
_MOST = 10_000  # deals tried to find one of a kind


def first_lead(kind: str, seed: int, number: int, bidder: Bidder = "rule") -> bytes:
    """Return the actions of a deal from the cards to the first lead; deals passed in are skipped.

    ``number`` counts the deals of the kind: suit, grand, null (not ouvert, which hides little), or
    any.
    """
    act = _bidding(bidder)
    for attempt in range(_MOST):
        deal = random_deal(np.random.default_rng((seed, number, attempt)))
        while deal.phase not in (Phase.PLAY, Phase.OVER):
            deal.apply(act(deal))
        played = deal.phase == Phase.PLAY and not deal.lies_open
        if played and kind in ("any", kind_of(deal.contract)):
            return bytes(deal.history)
    raise AssertionError(f"no {kind} in {_MOST} deals")


def _bidding(bidder: Bidder) -> Callable[[Deal], int]:
    return rule_action if bidder == "rule" else compiled_kermit(_THRESHOLD, "search").action


class Replays:
    """A deal at its first lead, for any agents to play the cards.

    A player's decision follows from their belief and knowledge, so each decision is made only
    once: games of the same deal share their decisions up to the first difference.
    """

    def __init__(self, actions: bytes, seeds: Sequence[int]) -> None:
        """Take the actions up to the first lead, and the seeds of the players by seat."""
        self._game = load_game(_GAME)
        self._actions = actions
        self._seeds = seeds
        self._bots: dict[tuple[str, int], pyspiel.Bot] = {}
        self._decided: dict[tuple[str, bytes], int] = {}

    @property
    def kind(self) -> str:
        """Suit, grand or null."""
        return kind_of(int(self.first_lead().deal.contract))

    def play(self, soloist: str, defender: str) -> tuple[float, int]:
        """Return the soloist's points and success (1 or 0) with these specs."""
        state = self.played(soloist, defender)
        return float(state.returns()[state.deal.soloist]), int(state.deal.result().won)

    def played(self, soloist: str, defender: str) -> pyspiel.State:
        """Return the state after the last card, see `play`."""
        state = self.first_lead()
        alone = state.deal.soloist
        while not state.is_terminal():
            seat = state.current_player()
            spec = soloist if seat == alone else defender
            situation = (spec, bytes(state.deal.history))
            if situation not in self._decided:
                self._decided[situation] = self._bot(spec, seat).step(state)
            state.apply_action(self._decided[situation])
        return state

    def first_lead(self) -> pyspiel.State:
        """Return the state before the first card."""
        state = self._game.new_initial_state()
        for action in self._actions:
            state.apply_action(action)
        return state

    def _bot(self, spec: str, seat: int) -> pyspiel.Bot:
        if (spec, seat) not in self._bots:
            self._bots[spec, seat] = make_bot(spec, self._game, seat, self._seeds[seat])
        return self._bots[spec, seat]


class Table(Replays):
    """A deal of a kind that rule players or Kermit's bidding have bid and declared."""

    def __init__(self, kind: str, seed: int, number: int, bidder: Bidder = "rule") -> None:
        super().__init__(first_lead(kind, seed, number, bidder), seeds_of(seed, number))


def seeds_of(seed: int, number: int) -> list[int]:
    """Return the seeds of a deal's players by seat."""
    numbers = np.random.SeedSequence((seed, number, 2)).generate_state(3, np.uint64)
    return [value >> 33 for value in numbers.tolist()]  # OpenSpiel's bots take 31 bits


@functools.lru_cache(maxsize=2)
def table(kind: str, seed: int, number: int, bidder: Bidder = "rule") -> Table:
    """Return the deal, with the decisions made in it so far in this process."""
    return Table(kind, seed, number, bidder)
