"""Games of Skat between one agent as soloist and two copies of another as defenders.

Rule players, Kermit's bidding or an agent in all seats bid and declare the deals. The agents take
over at the first lead, so that all players know the bidding. The same deal is played by several
pairs of agents. This separates the strength of an agent as soloist from its strength in defence.
The points of a game are the soloist's by Seeger and Fabian.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.skat.bidding.kermit import compiled_kermit
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import replays
from vorhand.evaluation.papers.journal import ExperimentError
from vorhand.evaluation.post_mortem.skat.pipma import kind_of
from vorhand.evaluation.training.skat_deals import random_deal
from vorhand.games.loading import load_game
from vorhand.native.skat import Deal, Phase, rule_action

Bidder: TypeAlias = Literal["rule", "kermit"]
"""The bidder in all seats; Kermit uses its probabilities among players that search."""

_GAME = "python_skat"
# Kermit's least probability to win; near this value it hardly matters (Furtak, section 2.4).
_THRESHOLD = 0.6
_MOST = 10_000  # maximum number of deals tried to find one of a kind


def first_lead(kind: str, seed: int, number: int, bidder: Bidder | Spec = "rule") -> bytes:
    """Return the actions of a deal from the cards to the first lead, see `first_leads`."""
    return next(first_leads(kind, seed, number, bidder))


def first_leads(
    kind: str, seed: int, number: int, bidder: Bidder | Spec = "rule"
) -> Iterator[bytes]:
    """Yield the actions of deals from the cards to the first lead; deals passed in are skipped.

    Args:
        kind: suit, grand, null, any of these three, or all. Only all includes games played ouvert,
            which hide little.
        seed: seed of the deals and of the bidding.
        number: number of the deal; deals of the wrong kind are replaced.
        bidder: a rule player or Kermit in all seats, or an agent that bids and declares there.

    Raises:
        ExperimentError: the bidder plays too few deals of the kind.
    """
    if isinstance(bidder, Spec):
        bid = _bidding_agents(bidder, seeds_of(seed, number))
    else:
        bid = _bidding(bidder)
    for attempt in range(_MOST):
        deal = bid(random_deal(np.random.default_rng((seed, number, attempt))))
        if deal.phase != Phase.PLAY:
            continue
        if kind == "all" or (not deal.lies_open and kind in ("any", kind_of(deal.contract))):
            yield bytes(deal.history)
    raise ExperimentError(
        f"{bidder} plays no deal of {_MOST} ({kind}); expected a bidder that does"
    )


def _bidding(bidder: Bidder) -> Callable[[Deal], Deal]:
    """Return a function that bids and declares a deal."""
    act = rule_action if bidder == "rule" else compiled_kermit(_THRESHOLD, "search").action

    def bid(deal: Deal) -> Deal:
        while deal.phase not in (Phase.PLAY, Phase.OVER):
            deal.apply(act(deal))
        return deal

    return bid


def _bidding_agents(spec: Spec, seeds: Sequence[int]) -> Callable[[Deal], Deal]:
    game = load_game(_GAME)
    bots = [make_bot(spec, game, seat, seed) for seat, seed in enumerate(seeds)]

    def bid(deal: Deal) -> Deal:
        state = game.new_initial_state()
        for action in deal.history:
            state.apply_action(action)
        for bot in bots:
            bot.restart()
        while state.deal.phase not in (Phase.PLAY, Phase.OVER):
            state.apply_action(bots[state.current_player()].step(state))
        bid_deal: Deal = state.deal
        return bid_deal

    return bid


class Replays(replays.Replays):
    """A deal of Skat at its first lead, for any agents to play the cards."""

    def __init__(self, actions: bytes, seeds: Sequence[int]) -> None:
        """Take the actions up to the first lead, and the seeds of the players by seat."""
        super().__init__(load_game(_GAME), actions, seeds)

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
        alone = self.first_lead().deal.soloist
        return self.played_by([soloist if seat == alone else defender for seat in range(3)])


class Table(Replays):
    """A deal of a kind that rule players or Kermit's bidding have bid and declared."""

    def __init__(self, kind: str, seed: int, number: int, bidder: Bidder = "rule") -> None:
        super().__init__(first_lead(kind, seed, number, bidder), seeds_of(seed, number))


def seeds_of(seed: int, number: int) -> list[int]:
    """Return the seeds of a deal's players by seat."""
    numbers = np.random.SeedSequence((seed, number, 2)).generate_state(3, np.uint64)
    return [value >> 33 for value in numbers.tolist()]  # OpenSpiel's bots accept seeds of 31 bits


@functools.lru_cache(maxsize=2)
def table(kind: str, seed: int, number: int, bidder: Bidder = "rule") -> Table:
    """Return the deal; the last two deals keep the decisions already made in them."""
    return Table(kind, seed, number, bidder)
