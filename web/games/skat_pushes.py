"""Reviews of the pushes before Ramsch: what each pair of cards would have cost."""

from vorhand.agents.montecarlo.choice import Choice
from vorhand.evaluation.post_mortem.skat.pushes import ReviewedPush, review_pushes
from vorhand.games.skat.cards import card_names
from vorhand.native.skat import PUSH_UNSEEN
from vorhand.web.answers import GradedMove
from vorhand.web.games.skat_answers import PushedHand, PushedPair, PushReview
from vorhand.web.games.skat_records import ADVISER, played_deal
from vorhand.web.messages import PastedSeat, question


@question(PastedSeat)
def pushes(asked: PastedSeat) -> PushReview:
    """Return a player's pushes in a deal of Schieberamsch, with those that were considered.

    The page requests them by seat, because the pushes of all players take several seconds.
    """
    found = review_pushes(played_deal(asked.text), ADVISER, asked.seat)
    return PushReview(hands=[_hand(each) for each in found])


def _hand(push: ReviewedPush) -> PushedHand:
    pairs = push.pairs
    verdict = None if pairs is None else pairs.verdict_of(push.pushed)
    return PushedHand(
        seat=push.seat,
        cards=card_names(push.hand),
        taking=GradedMove.of(push.taking, push.taken, others=False),
        unseen=push.taken == PUSH_UNSEEN,
        pushed=card_names(push.pushed),
        grade=verdict.grade if verdict else "",
        hint=[] if pairs is None else card_names(pairs.move),
        pairs=[] if pairs is None else _pairs(pairs),
    )


def _pairs(choice: Choice) -> list[PushedPair]:
    scores = dict(zip(choice.moves, choice.scores, strict=True))
    lost = dict(zip(choice.moves, choice.diagnostics["lost"], strict=True))
    return [
        PushedPair(
            cards=card_names(pair),
            lost=lost[pair],
            score=scores[pair],
            cost=max(0.0, scores[choice.move] - scores[pair]),
        )
        for pair in sorted(choice.moves, key=lambda pair: -scores[pair])
    ]
