"""A played deal of Skat as the page shows it: a curve, and what each card cost."""

from __future__ import annotations

from typing import Any

from vorhand.agents.montecarlo.choice import Choice
from vorhand.evaluation.post_mortem.skat.review import ReviewedPlay
from vorhand.evaluation.post_mortem.skat.review import review as reviewed
from vorhand.games.skat.cards import card_name
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.worth import NO_TRICK
from vorhand.games.texts import first_line
from vorhand.web.boards import BoardError
from vorhand.web.games.skat_texts import played_deal
from vorhand.web.messages import Pasted, question

_ADVISER = "pimc(worlds=80)"
_GRADES = ((20, "mistake"), (8, "inaccuracy"))  # card points lost at least, game not turned


@question(Pasted)
def review(asked: Pasted) -> dict[str, Any]:
    """``text``: a record or a line of a log. ``brief``: without an agent's view of the chances."""
    played = played_deal(first_line(asked.text))
    if next(played.plays(), None) is None:
        raise BoardError("no card was played in this deal; expected one with card play")
    result = reviewed(played, None if asked.brief else _ADVISER)
    deal = result.played.deal
    plays = [_play(play, deal.soloist, result.goal) for play in result.plays]
    cost = [sum(p["cost"] for p in plays if p["seat"] == seat) for seat in range(3)]
    turned = [sum(p["grade"] == "blunder" for p in plays if p["seat"] == seat) for seat in range(3)]
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


def _play(play: ReviewedPlay, soloist: int, goal: int | None) -> dict[str, Any]:
    judged = play.judged
    worth, best = play.worths[judged.card], play.worths[play.best[0]]
    null = goal == NO_TRICK
    cost = 0 if null else abs(best.points - worth.points)
    data: dict[str, Any] = {
        "seat": judged.seat,
        "card": card_name(judged.card),
        "trick": judged.trick,
        "points": worth.points,
        "wins": worth.wins,
        "lost_in": worth.lost_in,
        "best": [card_name(card) for card in play.best],
        "best_points": best.points,
        "choice": len(play.worths) > 1,
        "cost": cost,
        "grade": _grade(cost, judged.error),
        "chance": None,
        "advice": None,
    }
    if play.advice is not None:
        data["advice"] = play.advice.name
        chances = _chances(play.advice)
        if chances:
            data["chance"] = chances[judged.card]
            pick = max if judged.seat == soloist else min
            data["best_chance"] = pick(chances.values())
    return data


def _chances(advice: Choice) -> dict[int, float]:
    """The soloist's chance to win by card, as the player who moved could see it."""
    won = advice.diagnostics.get("won", ())
    return dict(zip(advice.moves, map(float, won), strict=True)) if len(won) else {}


def _grade(cost: int, error: bool) -> str:
    if error:
        return "blunder"
    return next((name for least, name in _GRADES if cost >= least), "")
