"""The player named after the project: the strongest combination of its parts.

It bids as Kermit with discards chosen by playouts, combines open hands and playouts over worlds,
and never gives up a sure win. The defenders' worlds are drawn by networks that read bids and cards,
and weighted by the soloist's chance to win the declared game and by a policy's probability of the
cards played. docs/skat-agents.md gives the value of each part.
"""

from dataclasses import replace
from typing import Annotated

import pyspiel

from vorhand.agents.montecarlo.bots import Explains, check_acting, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.parameters import Seconds
from vorhand.agents.registry import Range, Unset, make, make_bot, register
from vorhand.agents.skat.beliefs.densities import Density
from vorhand.agents.skat.inferences import Inferred, inferred
from vorhand.agents.skat.outcomes import is_to_play, knows_all_plays
from vorhand.agents.skat.players.sure import SureBot
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase

_READS = Spec.parse("policy(base=winning(pool=4096),pool=2048)")
_BELIEF = Spec.make("by_role", {"defence": _READS})
_BIDDER = Spec.make("kermit", {"against": "policy", "tried": 24})
_WORLDS = 100
_LINES = 10  # worlds in playouts for each world valued with open hands
_EVALUATOR = Spec.make("blended", {"every": _LINES})
_LEAD_EVALUATOR = Spec.make("blended", {"share": 0.7, "every": 20})
_NODES = 5_000  # node limit for each card, in proofs that a game is sure


class VorhandBot(SureBot):
    """A `SureBot` that also reports inferences from the other players' bids and cards."""

    def __init__(
        self, player: int, seed: int, bot: Explains, lead: Explains, belief: Density
    ) -> None:
        super().__init__(player, seed, bot, _NODES)
        self._lead = lead
        self._belief = belief

    def consider(self, view: SkatView) -> Choice:
        """Return the decision; at a defender's opening lead, that of the bot for leads."""
        return self._lead.explain(view) if _is_opening_lead(view) else super().consider(view)

    def explain(self, view: SkatView) -> Choice:
        """Return the decision; if it is a choice of cards, add the inferences."""
        choice = super().explain(view)
        if view.phase != Phase.PLAY or len(view.legal_actions) < 2 or view.is_ramsch:
            return choice
        found = inferred(view, self._belief)
        return replace(choice, details=Inferred(found)) if found else choice

    def decide(self, view: SkatView) -> int:
        """Return the action to play, without computing the inferences."""
        return self._drawn(super().explain(view))

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        return self.decide(view_of(state, check_acting(state)))


def _is_opening_lead(view: SkatView) -> bool:
    """Return whether a defender is to lead to the first trick."""
    leads = is_to_play(view) and knows_all_plays(view) and not view.plays
    return leads and not (view.is_soloist or view.is_ramsch)


@register(
    "vorhand",
    games=GAMES,
    fitted=(
        "card_location_bdci.npz",
        "card_reading.npz",
        "game_worth.bin",
        "game_worth_policy.bin",
        "policy.npz",
        "rule_player_cards.tsv",
    ),
)
def vorhand(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    seconds: Seconds = None,
    worlds: Annotated[
        int | None, Range(1, 10_000), Unset(f"{_WORLDS}, with seconds no limit")
    ] = None,
    lead_worlds: Annotated[
        int | None, Range(1, 100_000), Unset("as at other cards, 10 * worlds")
    ] = None,
) -> pyspiel.Bot:
    """Play by the strongest combination: Kermit's bids, open hands, playouts and card inference.

    seconds: the time for each card.
    worlds: number of worlds valued with open hands, at least 40; ten times as many are played out.
    lead_worlds: number of worlds played out at a defender's opening lead, regardless of the time
        limit; one in twenty, but at least 40, are valued with open hands, which count less there.
    """
    if worlds is None and seconds is None:
        worlds = _WORLDS
    lines = None if worlds is None else _LINES * worlds
    bot = lead = _searching(_EVALUATOR, lines, seconds, game, player, seed)
    if lead_worlds is not None:
        lead = _searching(_LEAD_EVALUATOR, lead_worlds, None, game, player, seed)
    return VorhandBot(player, seed, bot, lead, make("belief", _BELIEF, game, seed))


def _searching(
    evaluator: Spec,
    worlds: int | None,
    seconds: float | None,
    game: pyspiel.Game,
    player: int,
    seed: int,
) -> Explains:
    given = {
        "evaluator": evaluator,
        "worlds": worlds,
        "belief": _BELIEF,
        "bidder": _BIDDER,
        "seconds": seconds,
    }
    bot: Explains = make_bot(Spec.of_given("mc", given), game, player, seed, seated=False)
    return bot
