"""The ``--json`` output of the commands of Skat; docs/json.md describes its fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from vorhand.games.skat.cards import SEAT_NAMES, card_list, card_name
from vorhand.games.skat.contracts import CONTRACT_NAMES, NULL
from vorhand.games.skat.paranoid import sure_of
from vorhand.native.skat import card_points

if TYPE_CHECKING:
    from vorhand.evaluation.post_mortem.skat.pipma import Rates, Reading
    from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
    from vorhand.evaluation.post_mortem.skat.ramsch import RamschReview
    from vorhand.evaluation.post_mortem.skat.review import CardWorth, Review, ReviewedPlay
    from vorhand.games.skat.solve import OpenPosition, Solution


def of_solution(position: OpenPosition, solution: Solution) -> dict[str, Any]:
    """Return a position, the value of each card, and best play."""
    null = position.contract == NULL
    known = 0 if null else position.taken + card_points(position.skat)
    moves: list[dict[str, Any]] = []
    for card, value in solution.moves.items():
        worth = (
            {"made": bool(value), "lost_in_trick": solution.time_to_live[card] or None}
            if null
            else {"points_to_come": value, "points": value + known}
        )
        moves.append({"card": card_name(card), "best": card in solution.best, **worth})
    result = {"made": bool(solution.value)} if null else {"points": solution.value + known}
    return {
        "position": str(position),
        "contract": CONTRACT_NAMES[position.contract],
        "soloist": SEAT_NAMES[position.soloist],
        "to_move": SEAT_NAMES[position.to_move],
        **result,
        "taken": position.taken if position.taken_known else None,
        "sure_of": sure_of(position),
        "moves": moves,
        "line": list(map(card_name, solution.line)),
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def of_review(review: Review) -> dict[str, Any]:
    """Return a played deal card by card, and the line that could have changed the result."""
    played, second = review.played, review.second
    deal = played.deal
    null = deal.contract == NULL
    return {
        "name": played.name,
        "contract": CONTRACT_NAMES[deal.contract],
        "soloist": SEAT_NAMES[deal.soloist],
        "bid": deal.bid,
        "won": played.won,
        **_players_and_cards(played),
        "plays": [_of_play(play, null) for play in review.plays],
        "could_have_won": {
            "side": "soloist" if second.soloist else "defenders",
            "possible": second.possible,
            "after_cards": second.start,
            "line": list(map(card_name, second.cards)),
            **({} if null else {"points": second.points}),
        },
    }


def of_ramsch_review(review: RamschReview) -> dict[str, Any]:
    """Return a played deal of Ramsch card by card; the result is null if it was not finished."""
    played = review.played
    deal = played.deal
    return {
        "name": played.name,
        "contract": "ramsch",
        "values": _by_seat(deal.result().seat_values) if deal.is_over else None,
        **_players_and_cards(played),
        "cost": _by_seat(review.cost),
        "plays": [
            {
                "trick": play.trick + 1,
                "seat": SEAT_NAMES[play.seat],
                "card": card_name(play.card),
                "grade": play.grade,
                "loss": play.verdict and play.verdict.loss,
                "loss_error": play.verdict and play.verdict.error,
                "cost": play.cost,
                "taken": _by_seat(play.taken),
                "agent": play.advice.to_dict() if play.advice else None,
            }
            for play in review.plays
        ],
    }


def _by_seat(values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(SEAT_NAMES, values, strict=True))


def _players_and_cards(played: PlayedDeal) -> dict[str, Any]:
    deal = played.deal
    return {
        "players": _by_seat(played.players),
        "dealt": {
            **{seat: _names(deal.dealt_hand(k)) for k, seat in enumerate(SEAT_NAMES)},
            "skat": _names(deal.dealt_skat),
        },
    }


def of_reading(
    reading: Reading, players: Sequence[str | None], confidence: float
) -> dict[str, Any]:
    """Return each player's error rates: in total, by kind of contract, and by trick.

    The player None stands for all players.
    """
    from vorhand.evaluation.post_mortem.skat.pipma import KINDS, ROLE_NAMES, TRICKS

    cases: list[dict[str, Any]] = [{}]
    cases += [{"kind": kind} for kind in KINDS] + [{"trick": trick} for trick in range(TRICKS)]
    rates = []
    for player in players:
        for case in cases:
            for role, name in enumerate(ROLE_NAMES):
                found = reading.judged.rates(role, player=player, confidence=confidence, **case)
                trick = case["trick"] + 1 if "trick" in case else None
                row = {"player": player, "role": name, "kind": case.get("kind"), "trick": trick}
                rates.append(row | _of_rates(found))
    return {
        "deals": len(reading.judged),
        "different": reading.judged.different,
        "without_play": reading.without_play,
        "refused": reading.refused,
        "confidence": confidence,
        "rates": rates,
    }


def _of_rates(rates: Rates) -> dict[str, Any]:
    counts = {"plays": rates.plays, "chances": rates.chances, "errors": rates.errors}
    shares = {"per_chance": rates.per_chance.to_dict(), "per_play": rates.per_play.to_dict()}
    return counts | shares


def _of_play(play: ReviewedPlay, null: bool) -> dict[str, Any]:
    judged = play.judged
    return {
        "trick": judged.trick + 1,
        "seat": SEAT_NAMES[judged.seat],
        "card": card_name(judged.card),
        "grade": play.grade,
        "loss": play.verdict and play.verdict.loss,
        "loss_error": play.verdict and play.verdict.error,
        "error": judged.error,
        "best": list(map(card_name, play.best)),
        "open_loss": None if null else play.open_loss,
        "cards": {card_name(card): _of_worth(worth, null) for card, worth in play.worths.items()},
        "agent": play.advice.to_dict() if play.advice else None,
    }


def _of_worth(worth: CardWorth, null: bool) -> dict[str, Any]:
    more = {"lost_in_trick": worth.lost_in or None} if null else {"points": worth.points}
    return {"soloist_wins": worth.wins, **more}


def _names(cards: int) -> list[str]:
    return list(map(card_name, card_list(cards)))
