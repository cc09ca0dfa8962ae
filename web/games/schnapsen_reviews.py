"""Played deals of Schnapsen as the page shows them: a curve a deal, and what each move cost."""

from __future__ import annotations

from typing import Any

from vorhand.evaluation.post_mortem.schnapsen.review import (
    ReviewedDeal,
    ReviewedMove,
    read_played,
)
from vorhand.evaluation.post_mortem.schnapsen.review import review as reviewed
from vorhand.web.games.schnapsen_texts import game_named
from vorhand.web.messages import Pasted, question

_ADVISER = "pimc(worlds=60)"


@question(Pasted)
def review(asked: Pasted) -> dict[str, Any]:
    """``text``: a line of a log or a record. ``brief``: without what an agent expects.

    Returns:
      ``game``, ``actions``, ``players`` and ``deals``; their moves with ``value``, game points for
      player 0 with open hands and best play of both, and ``expected``, the same as the agent saw
      it who knew what the player did; None where it tells no game points.
    """
    played = read_played(asked.text)
    game = game_named(played.game)
    deals = reviewed(game, played.actions, None if asked.brief else _ADVISER)
    return {
        "game": played.game,
        "actions": list(played.actions),
        "players": list(played.players),
        "deals": [_deal(deal) for deal in deals],
    }


def _deal(deal: ReviewedDeal) -> dict[str, Any]:
    """A deal with what its moves cost each player; without a winner if it was broken off."""
    return {
        "score": list(deal.score),
        "winner": deal.winner,
        "game_points": deal.game_points,
        "moves": [_move(move) for move in deal.moves],
        "cost": [deal.cost(seat) for seat in range(2)],
        "turned": [deal.turned(seat) for seat in range(2)],
    }


def _move(move: ReviewedMove) -> dict[str, Any]:
    expected = move.expected if move.scale == "points" else None  # the curve is of game points
    return {
        "at": move.at,
        "seat": move.seat,
        "name": move.name,
        "value": move.value,
        "best": list(move.best),
        "best_value": move.best_value,
        "choice": len(move.values) > 1,
        "cost": move.cost,
        "grade": move.grade,
        "expected": None if expected is None else round(expected, 3),
        "advice": None if move.advice is None else move.advice.name,
    }
