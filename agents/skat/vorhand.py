"""The player named after the project: the strongest combination of what is here.

Kermit's bidding with discards that were tried out, open hands and playouts together over worlds
that defenders draw as networks read bids and cards and as soloists win what they declare, and no
sure game given away. What each part is worth stands in docs/skat-agents.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import pyspiel

from vorhand.agents.montecarlo.bots import Explains
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.registry import Range, Unset, make, make_bot, register
from vorhand.agents.skat.densities import Density
from vorhand.agents.skat.evaluators import GAMES
from vorhand.agents.skat.inferred import Inferred, inferred
from vorhand.agents.skat.sure import SureBot
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase

_READS = Spec.parse("policy(base=winning(pool=4096),pool=2048)")
_BELIEF = Spec.make("by_role", {"defence": _READS})
_BIDDER = Spec.make("kermit", {"against": "policy", "tried": 24})
_WORLDS = 100
_LINES = 10  # worlds played out for each that is looked at with open hands too
_EVALUATOR = Spec.make("blended", {"every": _LINES})
_NODES = 5_000  # of the proofs that a game is sure, a card


class VorhandBot(SureBot):
    """Plays so, and says what its belief made of the others' bids and cards.

    Args:
        player: its seat.
        seed: of the draws between moves that are equally good.
        bot: decides.
        belief: what it believes.
    """

    def __init__(self, player: int, seed: int, bot: Explains, belief: Density) -> None:
        super().__init__(player, seed, bot, _NODES)
        self._belief = belief

    def consider(self, view: SkatView) -> Choice:
        """The decision, with what was inferred before a card is played."""
        choice = super().consider(view)
        if view.phase != Phase.PLAY:
            return choice
        found = inferred(view, self._belief)
        return replace(choice, details=Inferred(found)) if found else choice


@register("vorhand", games=GAMES)
def vorhand(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    seconds: Annotated[float | None, Range(0, 86_400), Unset("no limit")] = None,
    worlds: Annotated[
        int | None, Range(1, 10_000), Unset(f"{_WORLDS}, with seconds no limit")
    ] = None,
) -> pyspiel.Bot:
    """The strongest player: Kermit's bids, open hands and playouts, defenders who read the table.

    seconds: the time for each card.
    worlds: with open hands, 40 at least; ten times as many are played out.
    """
    if worlds is None and seconds is None:
        worlds = _WORLDS
    given = {
        "evaluator": _EVALUATOR,
        "worlds": None if worlds is None else _LINES * worlds,
        "belief": _BELIEF,
        "bidder": _BIDDER,
        "seconds": seconds,
    }
    spec = Spec.of_given("mc", given)
    bot = make_bot(spec, game, player, seed, seated=False)
    return VorhandBot(player, seed, bot, make("belief", _BELIEF, game, seed))
