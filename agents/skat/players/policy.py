"""Players by policy networks: cards without search, from the view alone (docs/skat-policy.md)."""

from typing import Annotated, TypeAlias

import pyspiel

from vorhand.agents.montecarlo.bots import MonteCarloBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.presets import bidder_of
from vorhand.agents.montecarlo.search import Decide
from vorhand.agents.registry import Range, register
from vorhand.agents.skat import AGENTS, BIDDER
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.skat.policy_networks import policy_from, shares
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView
from vorhand.native.skat_policy import Policy

Temperature: TypeAlias = Annotated[float, Range(0, 100)]


def by_policy(policy: Policy, temperature: float) -> Decide:
    """Make a decision function from networks; above temperature 0 it draws the card."""
    player = policy.player(temperature)

    def decide(view: SkatView, seed: int) -> Choice:
        world = view.worlds().slice(0, 1)  # any world will do: only the player's knowledge counts
        move = player.choose(card_play(view), world, seed)
        share = tuple(shares(policy, view, temperature or 1.0).tolist())
        return Choice.of(view, move, "policy", diagnostics={"share": share})

    return decide


@register("policy", games=GAMES, reads_files=True, keeps_state=False, fitted=("policy.npz",))
def policy(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    file: str = "",
    temperature: Temperature = 0.0,
    bidder: Spec = BIDDER,
) -> pyspiel.Bot:
    """Play cards without search, by networks that ``vorhand train policy`` fitted.

    file: networks of your own, with the manifest beside them; by default those shipped.
    temperature: above 0 cards are drawn by the networks' probabilities; a higher one is more
        random.
    """
    decide = by_policy(policy_from(file), temperature)
    return MonteCarloBot(
        AGENTS, player, seed, decide, bidder_of(AGENTS, bidder, game, player, seed)
    )
