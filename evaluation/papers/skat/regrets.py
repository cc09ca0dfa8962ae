"""The loss of PIMC from considering few worlds, decision by decision.

Games reveal little about small differences, because luck in the deal and the choices of the other
players have more influence. Here the cards of a decision of real play are valued by open hands in
many worlds, the reference. A card is then chosen from few other worlds. The regret of the choice is
the difference between the values of the best card and of the chosen card. The maximum of noisy
values is slightly too high, but by the same amount for all numbers of worlds, so differences
between them are unbiased.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.outcomes import Outcomes, Rows, card_play, open_hand
from vorhand.evaluation.arena import Match
from vorhand.evaluation.arena.skat.deals import BIDDER
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.post_mortem.skat.played_deals import choices_by_rule
from vorhand.games.skat.view import SkatView
from vorhand.native.skat_monte_carlo import CardPlay, worths

Floats: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]


def regret_jobs(
    seed: int, decisions: int, reference: int, numbers: Sequence[int], bidder: str = BIDDER
) -> list[Job]:
    """Return a job for each decision, one decision per deal.

    A card is chosen in each of these numbers of worlds, and valued in `reference` other worlds.
    """
    return [[seed, deal, bidder, reference, *numbers] for deal in range(decisions)]


def regrets(job: Job) -> Result:
    """Return the trick, 0 .. 9, and the mean regret by number of worlds, in points of score."""
    seed, deal, bidder, reference, *numbers = job
    decision = question(seed, deal, reference, max(numbers), bidder)
    values = decision.worths(open_hand()(decision.view, decision.rows, 0, 0, decision.play.legal))
    worth = values[decision.reference].mean(axis=0)
    regret = worth.max() - worth
    seen = values[decision.seen]
    return [len(decision.view.plays) // 3, *(_mean_regret(regret, seen, n) for n in numbers)]


@dataclass(frozen=True)
class Question:
    """A decision, worlds to decide it in, and others to value the choice in."""

    view: SkatView  # the view of the player to move
    choices: int  # number of decisions with a choice in the deal of this decision
    play: CardPlay  # the view in the form of the compiled core
    rows: Rows  # uint32 [n, 4], the worlds
    seen: Indices  # indices of the worlds that the deciding player may use, in order
    # indices of the worlds that value the choice: the others, or all if there are few
    reference: Indices

    def worths(self, outcomes: Outcomes, objective: str = "score") -> Floats:
        """Return the values of outcomes to the player to move, [n, moves]."""
        sign, moves = (1 if self.view.is_soloist else -1), list(self.view.legal_actions)
        values: Floats = np.asarray(worths(self.play, self.rows, outcomes, objective))
        return sign * values[:, moves]


def question(seed: int, deal: int, reference: int, seen: int, bidder: str = BIDDER) -> Question:
    """Draw a decision of a deal that rule players play, with worlds to decide in and to value."""
    rng = np.random.default_rng((seed, deal))
    match = Match.create("python_skat", [BIDDER, BIDDER], seed, "pairs", bidder)
    views = list(choices_by_rule(match.place(deal).game.new_initial_state().deal))
    view = views[rng.integers(len(views))]
    order = int(rng.integers(1 << 62))
    few = int(view.worlds().count) <= reference + seen
    rows = np.asarray(view.worlds().distinct(0, reference + seen, order))
    # If there are few worlds, the reference is exact and includes the worlds to decide in.
    chosen = rng.permutation(len(rows))[:seen] if few else np.arange(reference, len(rows))
    others = np.arange(len(rows) if few else reference)
    return Question(view, len(views), card_play(view), rows, chosen, others)


def _mean_regret(regret: Floats, values: Floats, worlds: int) -> float:
    """Return the mean over choices from this many worlds each, without using a world twice."""
    choices = max(1, len(values) // worlds)
    means = values[: choices * worlds].reshape(choices, -1, values.shape[1]).mean(axis=1)
    return float(regret[means.argmax(axis=1)].mean())
