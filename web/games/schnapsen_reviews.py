"""Reviews of Schnapsen deals on the page, with grades by the players' knowledge."""

from __future__ import annotations

from typing import Any

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.explanations import usual_adviser
from vorhand.evaluation.post_mortem.schnapsen.review import (
    ReviewedDeal,
    ReviewedMove,
    hints,
    moves_of,
    read_played,
)
from vorhand.evaluation.post_mortem.schnapsen.review import review as reviewed
from vorhand.web.games.schnapsen_texts import WHOLE, game_named
from vorhand.web.messages import Pasted, PastedPart, question

ADVISER = str(usual_adviser(WHOLE))
"""The agent of the hints at the page's tables; reviews use it with the same seed."""


@question(Pasted)
def review(asked: Pasted) -> dict[str, Any]:
    """Return the deals of a match move by move.

    ``text``: a line of a log or a record. ``brief``: with open hands alone, see `grades`.

    Returns:
      ``game``, ``actions``, ``players`` and ``deals``. Moves have ``value``, the game points for
      player 0 with open hands and best play by both, and the fields of `grades`.
    """
    played = read_played(asked.text)
    game = game_named(played.game)
    deals = reviewed(game, played.actions, None if asked.brief else ADVISER)
    return {
        "game": played.game,
        "actions": list(played.actions),
        "players": list(played.players),
        "deals": [_deal(deal) for deal in deals],
    }


@question(PastedPart)
def grades(asked: PastedPart) -> dict[str, Any]:
    """Return the grades of some moves of a match, so that the page can show them incrementally.

    ``text``: as for `review`. ``first`` and ``count``: the range of moves; the match's first is 0.

    Returns:
      ``grades``: for each move ``chance``, the probability that player 0 wins the deal, estimated
      with the mover's knowledge; ``best_chance``, that of the advised move ``advice``; None if
      unknown.
    """
    played, places = read_played(asked.text), range(asked.first, asked.first + asked.count)
    game = game_named(played.game)
    moves = list(moves_of(game, played.actions))[places.start : places.stop]
    found = zip(moves, hints(game, played.actions, ADVISER, places=places), strict=True)
    return {"grades": [_graded(seat, action, advice) for (seat, action), advice in found]}


def _deal(deal: ReviewedDeal) -> dict[str, Any]:
    """Return a deal with the cost of each player's moves; an unfinished deal has no winner."""
    return {
        "score": list(deal.score),
        "winner": deal.winner,
        "game_points": deal.game_points,
        "moves": [_move(move) for move in deal.moves],
        "cost": [deal.cost(seat) for seat in range(2)],
        "turned": [deal.turned(seat) for seat in range(2)],
    }


def _move(move: ReviewedMove) -> dict[str, Any]:
    return {
        "at": move.at,
        "seat": move.seat,
        "name": move.name,
        "value": move.value,
        "best": list(move.best),
        "best_value": move.best_value,
        "choice": len(move.values) > 1,
        "cost": move.cost,
        "turned": move.turned,
        **_graded(move.seat, move.action, move.advice),
    }


def _graded(seat: int, action: int, advice: Choice | None) -> dict[str, Any]:
    """Return the grade of a move, and the chances by it and by the hint, given the knowledge."""
    if advice is None:
        nothing = dict.fromkeys(("chance", "best_chance", "advice", "loss", "loss_error"))
        return {"grade": "", **nothing}
    verdict = advice.verdict_of(action)
    return {
        "grade": verdict.grade if verdict else "",
        "chance": _chance(advice, action, seat),
        "best_chance": _chance(advice, advice.move, seat),
        "advice": advice.name,
        "loss": verdict.loss if verdict else None,
        "loss_error": verdict.error if verdict else None,
    }


def _chance(advice: Choice, action: int, seat: int) -> float | None:
    """Return the chance of player 0 to win the deal by a move, given the mover's knowledge."""
    chance = advice.chance_of(action)
    return 1 - chance if chance is not None and seat else chance
