"""Reviews of Skat deals on the page, with grades by the players' knowledge and open hands."""

from __future__ import annotations

from typing import Any

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.explanations import usual_adviser
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.post_mortem.skat.review import ReviewedPlay, hints
from vorhand.evaluation.post_mortem.skat.review import review as reviewed
from vorhand.games.skat.cards import card_name
from vorhand.games.skat.contracts import Declaration
from vorhand.web.boards import BoardError
from vorhand.web.games.skat_texts import WHOLE, played_deal
from vorhand.web.messages import Pasted, PastedPart, question

ADVISER = str(usual_adviser(WHOLE))
"""The agent of the hints at the page's tables; reviews use it with the same seed."""


@question(Pasted)
def review(asked: Pasted) -> dict[str, Any]:
    """Return a deal card by card.

    ``text``: a record or a line of a log. ``brief``: with open hands alone, see `grades`.
    """
    played = _played(asked.text)
    result = reviewed(played, None if asked.brief else ADVISER)
    deal = result.played.deal
    plays = [_play(play, defends=play.judged.seat != deal.soloist) for play in result.plays]
    cost = [sum(p["cost"] for p in plays if p["seat"] == seat) for seat in range(3)]
    turned = [sum(p["turned"] for p in plays if p["seat"] == seat) for seat in range(3)]
    return {
        "name": played.name,
        "players": list(played.players),
        "soloist": deal.soloist,
        "contract": Declaration(deal.contract, deal.level, deal.hand_game).in_words(),
        "bid": deal.bid,
        "won": played.won,
        "goal": result.goal,
        "plays": plays,
        "cost": cost,
        "turned": turned,
    }


@question(PastedPart)
def grades(asked: PastedPart) -> dict[str, Any]:
    """Return the grades of some cards of a deal, so that the page can show them incrementally.

    ``text``: as for `review`. ``first`` and ``count``: the range of cards; the deal's first is 0.
    """
    played, places = _played(asked.text), range(asked.first, asked.first + asked.count)
    soloist = played.deal.soloist
    plays = [(card, deal.player != soloist) for deal, card in played.plays()]
    found = zip(
        plays[places.start : places.stop], hints(played, ADVISER, places=places), strict=True
    )
    return {"grades": [_graded(card, defends, advice) for (card, defends), advice in found]}


def _played(pasted: str) -> PlayedDeal:
    played = played_deal(pasted)
    if next(played.plays(), None) is None:
        raise BoardError("no card was played in this deal; expected one with card play")
    return played


def _play(play: ReviewedPlay, *, defends: bool) -> dict[str, Any]:
    judged = play.judged
    worth, best = play.worths[judged.card], play.worths[play.best[0]]
    return {
        "seat": judged.seat,
        "card": card_name(judged.card),
        "trick": judged.trick,
        "points": worth.points,
        "wins": worth.wins,
        "lost_in": worth.lost_in,
        "best": [card_name(card) for card in play.best],
        "best_points": best.points,
        "choice": len(play.worths) > 1,
        "cost": play.open_loss,
        "turned": judged.error,
        **_graded(judged.card, defends, play.advice),
    }


def _graded(card: int, defends: bool, advice: Choice | None) -> dict[str, Any]:
    """Return a card's grade, and the soloist's chances by it and by the hint."""
    if advice is None:
        nothing = dict.fromkeys(("chance", "best_chance", "advice", "loss", "loss_error"))
        return {"grade": "", **nothing}
    verdict = advice.verdict_of(card)
    return {
        "grade": verdict.grade if verdict else "",
        "chance": _chance(advice, card, defends),
        "best_chance": _chance(advice, advice.move, defends),
        "advice": advice.name,
        "loss": verdict.loss if verdict else None,
        "loss_error": verdict.error if verdict else None,
    }


def _chance(advice: Choice, card: int, defends: bool) -> float | None:
    """Return the soloist's chance to win by a card, given the player's knowledge."""
    chance = advice.chance_of(card)
    return 1 - chance if chance is not None and defends else chance
