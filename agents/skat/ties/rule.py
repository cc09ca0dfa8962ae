"""The tie rule at Skat that plays the rule player's card."""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Flags, Settled, TieRule
from vorhand.agents.montecarlo.ties.settling import one_of
from vorhand.agents.registry import ties
from vorhand.agents.skat.players.rule import by_rule
from vorhand.agents.skat.worlds import GAMES, SkatWorlds
from vorhand.games.skat.view import SkatView


@ties("rule", games=GAMES, fitted=("rule_player_cards.tsv",))
def rule_card() -> TieRule:
    """Choose the rule player's card if it is among the open cards; otherwise the lowest of them."""

    def settle(view: SkatView, worlds: SkatWorlds, moves: Sequence[int], left: Flags) -> Settled:
        card = by_rule(view).move
        if card in moves and left[moves.index(card)]:
            return Settled((np.asarray(moves) == card).astype(np.float64))
        return one_of(left, 0)

    return settle
