"""The points that an agent loses compared with better-informed play, alone and in defence.

The agent bids, discards and declares whole deals of Skat in all seats, and plays the cards. The
same deal, contract and discard are then played again with one change: both defenders see all cards,
both see the partner's hand, both see the skat, or the soloist sees all cards. Such a player is the
same agent with more knowledge (the agent `told`). In addition, every card of the first game is
valued with open hands: its loss is the amount by which it lowers the result under perfect play from
there on.

All points are the soloist's by Seeger and Fabian, as in `vorhand.evaluation.papers.skat.role_games`
(the game's value plus 50, or twice the value and 50 lost). A defender's gain is the soloist's loss.
A deal, with all its games, is one case for the intervals. Losses with open hands are an upper
bound: part of them cannot be avoided without seeing the cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.skat.beliefs.told import ToldCards
from vorhand.agents.skat.open_view import open_view
from vorhand.agents.skat.outcomes import Outcomes, Rows, card_play, open_hand, true_world
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.knowledge import GameTally, first_trick_and_others, report
from vorhand.evaluation.papers.reports import Report
from vorhand.evaluation.papers.skat.role_games import Replays, first_lead, seeds_of
from vorhand.evaluation.post_mortem.skat.pipma import KINDS, TRICKS, kind_of
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Deal, Scoring, scores
from vorhand.native.skat_monte_carlo import worths

Loss: TypeAlias = tuple[int, int, float]
"""Number of the card in the deal (from 0), seat, and points that its side lost with open hands."""

_PLAYERS_OF_DEFENCE = 2
_CONSOLATION = 40  # the value of a lost game to each defender, which open-hand scores subtract
_CHANGES: dict[str, tuple[ToldCards | None, ToldCards | None]] = {
    "both defenders see all cards": (None, "all"),
    "both defenders are told the partner's hand": (None, "partner"),
    "both defenders are told the skat": (None, "skat"),
    "the soloist sees all cards": ("all", None),
}
"""The knowledge of the soloist and of the defenders in each change."""

LOSERS = ("the soloist", "one defender", "the opening lead of a defender")


def _jobs(settings: Settings) -> list[Job]:
    return [
        [settings.spec("agent"), settings.seed, game] for game in range(settings.count("games"))
    ]


def work(job: Job) -> Result:
    """Return the kind of contract, the soloist's seat, the points of all games, and the losses.

    The first game has no change; then comes one game for each change, in their order.
    """
    agent, seed, number = job
    first = first_lead("all", seed, number, Spec.parse(agent))
    replays = Replays(first, seeds_of(seed, number))
    state = replays.played(agent, agent)
    deal: Deal = state.deal
    points = [_points(state)]
    for alone, together in _CHANGES.values():
        points.append(_points(replays.played(_told(agent, alone), _told(agent, together))))
    return [kind_of(deal.contract), deal.soloist, points, list(open_losses(replays, deal))]


def _told(agent: str, what: ToldCards | None) -> str:
    if what is None:
        return agent
    return str(Spec.make("told", {"agent": Spec.parse(agent), "what": what}))


def _points(state: pyspiel.State) -> float:
    return float(scores(Scoring.SEEGER_FABIAN, state.deal.result())[state.deal.soloist])


def open_losses(replays: Replays, played: Deal) -> Iterator[Loss]:
    """Yield the cards of a played deal that cost their side points with open hands."""
    state = replays.first_lead()
    for number, card in enumerate(played.history[len(state.deal.history) :]):
        seat = state.current_player()
        values = open_values(state)
        loss = max(values.values()) - values[card]
        if loss > 0:
            yield number, seat, loss
        state.apply_action(card)


def open_values(state: pyspiel.State) -> dict[int, float]:
    """Return the points that each card brings the side to move, with perfect play after it.

    The points are the soloist's, for a defender with the sign reversed.
    """
    view, world = open_view(state, state.current_player()), true_world(state.deal)
    moves = list(view.legal_actions)
    outcomes = open_hand(values="levels")(view, world, 0, 0, card_set(moves))
    points = points_of_soloist(view, world, outcomes)[0]
    sign = 1 if view.is_soloist else -1
    return {move: sign * float(points[move]) for move in moves}


def points_of_soloist(view: SkatView, worlds: Rows, outcomes: Outcomes) -> Floats:
    """Return the soloist's points by Seeger and Fabian for each world and card, [n, 32].

    The outcomes [n, 32] are those of `vorhand.agents.skat.outcomes`; cards without one are nan.
    """
    play = card_play(view)
    score, won = (np.asarray(worths(play, worlds, outcomes, aim)) for aim in ("score", "win"))
    points: Floats = np.round(score + _CONSOLATION * (1 - won))
    return points


@dataclass(frozen=True)
class Tally(GameTally):
    """The games of an experiment, one per deal.

    Attributes:
        kinds: the kind of each contract, [games].
        points: the soloist's points in the first game and with each change, [games, changes + 1].
        lost: open-hand points lost: by the soloist, by both defenders together, [games, 2, tricks].
        lead: open-hand points lost by the first card, [games].
        led: True if a defender led to the first trick, [games].
    """

    KINDS = KINDS

    points: Floats
    lost: Floats
    lead: Floats
    led: Floats

    @classmethod
    def of(cls, results: list[Result]) -> "Tally":
        """Arrange the results of `work`."""
        lost, lead = np.zeros((len(results), 2, TRICKS)), np.zeros(len(results))
        for game, (_, soloist, _, losses) in enumerate(results):
            for number, seat, loss in losses:
                lost[game, int(seat != soloist), number // 3] += loss
                lead[game] += loss if number == 0 else 0
        return cls(
            np.array([kind for kind, *_ in results]),
            np.array([points for _, _, points, _ in results], np.float64),
            lost,
            lead,
            np.array([soloist != 0 for _, soloist, _, _ in results], np.float64),
        )

    @property
    def changed(self) -> int:
        """The number of deals in which at least one change led to another result."""
        return int((self.points != self.points[:, :1]).any(axis=1).sum())

    def gains(self) -> dict[str, Estimate]:
        """Return the points per game that each change gains for the side that sees more cards."""
        before = self.points[:, 0]
        return {
            name: estimates.mean((self.points[:, k] - before) * (1 if alone else -1))
            for k, (name, (alone, _)) in enumerate(_CHANGES.items(), 1)
        }

    def losses(self) -> dict[str, Estimate]:
        """Return the open-hand points lost per game; for the lead, per game that a defender led."""
        means = (estimates.mean(lost.sum(axis=1)) for lost in self._by_player().values())
        lead = estimates.on_log_scale(estimates.ratio(self.lead * self.led, self.led))
        return dict(zip(LOSERS, (*means, lead), strict=True))

    def by_trick(self) -> dict[str, list[Estimate]]:
        """Return the open-hand points lost per game in each trick, by the losing player."""
        return {
            name: [estimates.mean(lost) for lost in by_game.T]
            for name, by_game in self._by_player().items()
        }

    def paired(self) -> dict[str, Floats]:
        """Return named differences of losses in each game: between roles, and between tricks."""
        (alone, soloist), (name, defender) = self._by_player().items()
        sides = {f"{alone} less {name}": (soloist - defender).sum(axis=1)}
        return sides | first_trick_and_others(name, defender)

    def _by_player(self) -> dict[str, Floats]:
        """Return the points lost by the soloist and by one defender, [games, tricks]."""
        return dict(
            zip(LOSERS, (self.lost[:, 0], self.lost[:, 1] / _PLAYERS_OF_DEFENCE), strict=False)
        )


def _report(settings: Settings, results: list[Result]) -> Report:
    title = "Points a game that knowledge gains and cards lose"
    return report(title, settings.spec("agent"), Tally.of(results), digits=1)


EXPERIMENT = Experiment(
    "docs/notes/skat-points-lost.md",
    {"games": (200, 100), "agent": ("policy", "vorhand(worlds=40)")},
    _jobs,
    work,
    _report,
    unit="games",
)
