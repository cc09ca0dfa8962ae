"""Ramsch on the page: its result by seat, and its review, which judges cards by grades alone."""

from msgspec.structs import asdict

from vorhand.evaluation.post_mortem.skat import ramsch
from vorhand.games.skat.cards import card_name
from vorhand.native.skat import Deal
from vorhand.web.answers import GradedMove
from vorhand.web.games.skat_answers import RamschPlay, RamschResult, SkatReview

RAMSCH = "ramsch"
"""The contract of a deal of Ramsch in answers."""
_ALL_TRICKS = 10


def ramsch_result(deal: Deal) -> RamschResult:
    """Return the result of a finished deal of Ramsch."""
    result = deal.result()
    return RamschResult(
        values=list(result.seat_values),
        points=list(result.seat_points),
        tricks=list(result.seat_tricks),
        maiden=0 in result.seat_tricks and max(result.seat_tricks) < _ALL_TRICKS,
        bock=result.bock,
        unseen=result.pushed_unseen if min(result.seat_values) < 0 else 0,
    )


def ramsch_review(review: ramsch.RamschReview) -> SkatReview:
    """Return a deal of Ramsch card by card, with the hints for its cards."""
    played = review.played
    found = SkatReview(
        name=played.name,
        players=list(played.players),
        soloist=-1,
        contract=RAMSCH,
        bid=0,
        won=None,
        goal=None,
        plays=[],
        cost=[round(cost, 1) for cost in review.cost],
        turned=[0, 0, 0],
        multiplier=1,
        bock=played.deal.bock,
        ramsch_plays=list(map(_play, review.plays)),
    )
    if played.deal.is_over:
        found.ramsch = ramsch_result(played.deal)
    return found


def _play(play: ramsch.RamschPlay) -> RamschPlay:
    advice = play.advice
    return RamschPlay(
        seat=play.seat,
        card=card_name(play.card),
        trick=play.trick,
        taken=list(play.taken),
        score=play.score(play.card),
        best_score=None if advice is None else play.score(advice.move),
        cost=play.cost,
        **asdict(GradedMove.of(advice, play.card, others=False)),
    )
