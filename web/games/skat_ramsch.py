"""Ramsch on the page: its result by seat, and its review, which judges cards by grades alone."""

from collections.abc import Iterable

from msgspec.structs import asdict

from vorhand.agents.montecarlo.choice import Choice
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.games.skat.cards import card_name
from vorhand.native.skat import Deal
from vorhand.web.answers import GradedMove
from vorhand.web.games.skat_answers import RamschResult, SkatPlay, SkatReview

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


def ramsch_review(played: PlayedDeal, advice: Iterable[Choice | None]) -> SkatReview:
    """Return a deal of Ramsch card by card, with the hints for its cards."""
    plays = [
        _play(deal, card, hint) for (deal, card), hint in zip(played.plays(), advice, strict=True)
    ]
    found = SkatReview(
        name=played.name,
        players=list(played.players),
        soloist=-1,
        contract=RAMSCH,
        bid=0,
        won=None,
        goal=None,
        plays=plays,
        cost=[0, 0, 0],
        turned=[0, 0, 0],
        multiplier=1,
        bock=played.deal.bock,
    )
    if played.deal.is_over:
        found.ramsch = ramsch_result(played.deal)
    return found


def _play(deal: Deal, card: int, advice: Choice | None) -> SkatPlay:
    points = deal.seat_points[deal.player]
    return SkatPlay(
        seat=deal.player,
        card=card_name(card),
        trick=deal.tricks_played,
        points=points,
        wins=False,
        lost_in=0,
        best=[],
        best_points=points,
        choice=len(deal.legal_actions()) > 1,
        cost=0,
        turned=False,
        **asdict(GradedMove.of(advice, card, others=False)),
    )
