"""Sentences on claims and answers to them, on Kontra and Re, and on Spitze."""

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.comparison import reason
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.skat.kontra import soloist_wins
from vorhand.agents.skat.spitze import gain
from vorhand.games.skat.cards import card_name
from vorhand.games.skat.contracts import lowest_trump
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import (
    AGREE,
    FIRST_DECLARATION,
    FIRST_SPITZE,
    GIVE_UP,
    KONTRA,
    LAY_OPEN,
    PLAY_ON,
    Phase,
)

TEXTS = {
    "soloist wins": "The soloist wins in {share} of the sampled layouts if all play by rules of "
    "thumb.",
    "gives up": "The soloist gives up the game.",
    "rest": "The rest is the soloist's in all layouts that were examined.",
    "rest open": "With open hands the rest is not the soloist's in all layouts.",
    "last trick": "The last trick is still open, and Spitze is announced.",
    "spitze": "By playouts Spitze adds {points} points on average.",
    "keeps for the end": "It keeps {other} for the last trick.",
}


def reason_for_offer(view: SkatView, choice: Choice) -> Reason | None:
    """Return the sentence on an offer, an answer, or a move that Spitze requires; None: another."""
    kind = _answer(view, choice.move) if view.offer is not None else _offer(view, choice.move)
    if kind is not None:
        facts = {"share": soloist_wins(view)} if kind == "soloist wins" else {}
        return reason(kind, TEXTS[kind], **facts)
    if view.phase == Phase.DECLARE and choice.move >= FIRST_SPITZE:
        points = gain(view, choice.move - FIRST_SPITZE + FIRST_DECLARATION)
        return reason("spitze", TEXTS["spitze"], points=points)
    return None


def reason_for_spitze(view: SkatView, choice: Choice) -> Reason | None:
    """Return the sentence on a card that keeps the lowest trump without any figures."""
    if choice.scores or not (view.is_soloist and view.spitze_announced):
        return None
    lowest = lowest_trump(view.contract)
    if lowest == choice.move or lowest not in view.legal_actions:
        return None
    return reason("keeps for the end", TEXTS["keeps for the end"], other=card_name(lowest))


def _offer(view: SkatView, move: int) -> str | None:
    if move == KONTRA:
        return "soloist wins"
    return "rest" if move == LAY_OPEN else None


def _answer(view: SkatView, move: int) -> str | None:
    assert view.offer is not None
    seat, what = view.offer
    if what == KONTRA:
        return "soloist wins"
    if what == GIVE_UP and seat == view.soloist:
        return "gives up"
    if move == AGREE:
        return "rest"
    if move == PLAY_ON:
        return "last trick" if view.spitze_announced else "rest open"
    return None
