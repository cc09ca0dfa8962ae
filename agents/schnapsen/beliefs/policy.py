"""The belief at Schnapsen that infers the opponent's cards from their moves with a policy."""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import Range, belief
from vorhand.agents.schnapsen.beliefs.uniform import uniform
from vorhand.agents.schnapsen.worlds import WITH_POLICY, SchnapsenWorlds, check_whole_pack
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.rebuilding import account_of, dealt_cards
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native


@belief("policy", games=WITH_POLICY, fitted=("schnapsen_policy.bin",))
def by_policy(
    game: SchnapsenGame,
    *,
    pasts: Annotated[int, Range(1, 1000)] = 8,
    floor: Annotated[float, Range(0, 1)] = 0.05,
) -> Belief:
    """Weight worlds by the probability of the opponent's moves under a search's policy.

    pasts: number of random histories examined for each hand. Histories of a hand differ in the
        times at which the opponent drew the cards. floor: the assumed share of moves that carry no
        information about the hand.
    """
    check_whole_pack(game)
    policy = native.shipped_policy()

    def believe(view: SchnapsenView, n: int, seed: int) -> SchnapsenWorlds:
        account = account_of(view)
        if not any(player != view.player for player, _ in account.moves):
            return uniform(view, n, seed)
        dealt = dealt_cards(view.rules, view.player, account)
        actions = [action for _, action in account.moves]
        chances = np.asarray(
            policy.hand_chances(
                view.rules, dealt, actions, account.moves[0][0], view.player, pasts, floor, seed
            )
        )
        return drawn(native.Worlds(view.rules, view.deal, view.player), chances, n, seed)

    return believe


def drawn(
    known: native.Worlds, chances: npt.NDArray[np.float64], n: int, seed: int
) -> SchnapsenWorlds:
    """Draw n worlds: hands of the opponent by their probabilities, orders of the talon uniformly.

    Draws are spread evenly over the probabilities, and a smaller sample is the beginning of a
    larger one. A world drawn twice counts double. If there are at most n worlds, all are returned
    with their probabilities.
    """
    rows, weights = known.drawn(chances, n, seed)
    return Worlds(np.asarray(rows), np.asarray(weights), len(known), seed)
