"""Review of a played deal of Ramsch: each card is judged by what its player knew.

Ramsch is not solved with open hands, because with three sides a position has no single value.
"""

from collections.abc import Callable
from dataclasses import dataclass

from vorhand.agents.montecarlo.choice import Choice, Grade, Verdict
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.post_mortem.skat.review import hints


@dataclass(frozen=True)
class RamschPlay:
    """A card played in Ramsch, and the hint that its player had."""

    seat: int
    trick: int  # number of the trick, from 0
    card: int
    taken: tuple[int, ...]  # card points that each seat has after the card
    advice: Choice | None  # the hint; None if no agent was asked or there was no choice

    @property
    def verdict(self) -> Verdict | None:
        """The hint's verdict on the card; None: not graded."""
        return None if self.advice is None else self.advice.verdict_of(self.card)

    @property
    def grade(self) -> Grade:
        """The grade by what the player knew; empty without a mistake."""
        return "" if self.verdict is None else self.verdict.grade

    @property
    def cost(self) -> float:
        """The points that a mistake cost against the hint; 0 for a card that is no mistake.

        They are points of the player's score less the mean of the other two scores. Smaller losses
        do not count, because they are within the sampling error.
        """
        if self.verdict is None or not self.grade or self.advice is None:
            return 0.0
        return self.verdict.loss * (self.advice.stake or 0.0)

    def score(self, card: int) -> float | None:
        """Return the estimated score with a card, less the mean of the others; None: unknown."""
        if self.advice is None or not self.advice.scores:
            return None
        return self.advice.scores[self.advice.moves.index(card)]


@dataclass(frozen=True)
class RamschReview:
    """A deal of Ramsch reviewed card by card."""

    played: PlayedDeal
    plays: tuple[RamschPlay, ...]

    @property
    def cost(self) -> tuple[float, ...]:
        """The points that the mistakes of each seat cost."""
        return tuple(sum(play.cost for play in self.plays if play.seat == k) for k in range(3))


def review_ramsch(
    played: PlayedDeal,
    agent: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> RamschReview:
    """Review a deal of Ramsch that has card play; an agent gives hints and grades.

    Raises:
        AgentError, SpecError: there is no such agent, or it gives no reasons.
    """
    facts = [
        (deal.player, deal.tricks_played, card, tuple(deal.seat_points))
        for deal, card in played.plays()
    ]
    taken = [points for *_, points in facts[1:]] + [_taken_at_end(played)]
    given = hints(played, agent, seed) if agent else (None for _ in facts)
    plays: list[RamschPlay] = []
    for (seat, trick, card, _), after, advice in zip(facts, taken, given, strict=True):
        plays.append(RamschPlay(seat, trick, card, after, advice))
        progress(len(plays))
    return RamschReview(played, tuple(plays))


def _taken_at_end(played: PlayedDeal) -> tuple[int, ...]:
    """Return the points of each seat where play stopped; the skat counts with the last trick."""
    deal = played.deal
    return tuple(deal.result().seat_points if deal.is_over else deal.seat_points)
