"""The tricks that an agent loses compared with better-informed play at Bridge, in each role.

`caller` bids each board in all seats, so the contract does not depend on the agent, which plays the
cards. The same board and contract are then played again with one change: both defenders see all
cards or the partner's hand, or the declarer sees all cards. Such a player is the same agent with
more knowledge (the agent `told`). In addition, DDS values every card of the first game with open
hands: its loss is the number of tricks that it costs its side under perfect play from there on.

Nobody is vulnerable. A board, with all its games, is one case for the intervals. Losses with open
hands are an upper bound: part of them cannot be avoided without seeing the cards.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.openspiel_tricks.bridge.players.told import ToldHands
from vorhand.agents.openspiel_tricks.double_dummy import losses_of_cards
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.arena.openspiel_bridge import imps
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import ExperimentError, Job, Result
from vorhand.evaluation.papers.knowledge import GameTally, first_trick_and_others, report
from vorhand.evaluation.papers.replays import Replays
from vorhand.evaluation.papers.reports import Report
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.view import TableView

Knowledge: TypeAlias = tuple[ToldHands | None, ToldHands | None]
"""The hands that the declarer and the defenders are shown; None: nothing."""

GAME = "bridge(use_double_dummy_result=false)"
_BIDDER = "caller"
_MOST = 1_000  # maximum number of boards tried to find one that is not passed in
_SEATS, _TRICKS = 4, 13
_CHANGES: dict[str, Knowledge] = {
    "both defenders see all cards": (None, "all"),
    "both defenders are told the partner's hand": (None, "partner"),
    "the declarer sees all cards": ("all", None),
}

LOSERS = ("the declarer", "the defender on the left", "the defender on the right")
LEAD = "the opening lead"


def _jobs(settings: Settings) -> list[Job]:
    return [
        [settings.spec("agent"), settings.seed, board] for board in range(settings.count("boards"))
    ]


def work(job: Job) -> Result:
    """Return declarer, bid (0: one club), tricks and scores of all games, and losses.

    Tricks and scores are the declarer's. The first game is that of the agent as it is; then comes
    one game for each change, in their order. A loss consists of a card's number (from 0), its
    player and the tricks that it lost.
    """
    agent, seed, number = job
    state = bid_board(seed, number)
    contract = TableView.of(state, 0).contract
    assert contract is not None
    declarer, bid, _ = contract.calls
    replays = Replays(load_game(GAME), state.history(), seeds_of(seed, number))
    games = [
        replays.played_by(
            [
                told(agent, alone if (seat - declarer) % 2 == 0 else together)
                for seat in range(_SEATS)
            ]
        )
        for alone, together in ((None, None), *_CHANGES.values())
    ]
    losses = [list(of) for of in losses_of_cards(games[0]) if of[2] > 0]
    scores = [int(game.returns()[declarer]) for game in games]
    return [declarer, bid, [_tricks(game) for game in games], scores, losses]


def told(agent: str, what: ToldHands | None) -> str:
    """Return the spec of the agent that is shown these hands."""
    if what is None:
        return agent
    return str(Spec.make("told", {"agent": Spec.parse(agent), "what": what}))


def bid_board(seed: int, number: int) -> pyspiel.State:
    """Return the first lead of a board that `caller` has bid; boards passed in are replaced.

    Raises:
        ExperimentError: too many boards in a row are passed in.
    """
    game = load_game(GAME)
    bots = [make_bot(_BIDDER, game, seat, 0) for seat in range(_SEATS)]
    for attempt in range(_MOST):
        state = game.new_initial_state()
        for card in np.random.default_rng((seed, number, attempt)).permutation(52).tolist():
            state.apply_action(card)
        while not state.is_terminal() and TableView.of(state, 0).contract is None:
            state.apply_action(bots[state.current_player()].step(state))
        if not state.is_terminal():
            return state
    raise ExperimentError(f"{_BIDDER} passes in {_MOST} boards; expected a bidder that bids")


def seeds_of(seed: int, number: int) -> list[int]:
    """Return the seeds of a board's players by seat."""
    numbers = np.random.SeedSequence((seed, number, _MOST)).generate_state(_SEATS, np.uint64)
    return [value >> 33 for value in numbers.tolist()]  # OpenSpiel's bots accept seeds of 31 bits


def _tricks(state: pyspiel.State) -> int:
    play = TableView.of(state, 0).play
    assert play is not None
    return play.points


@dataclass(frozen=True)
class Tally(GameTally):
    """The boards of an experiment.

    Attributes:
        kinds: suit or notrump, [boards].
        tricks: the declarer's tricks in the first game and with each change, [boards, changes + 1].
        scores: the scores of these games for the declarer's side, [boards, changes + 1].
        lost: open-hand tricks lost by each player in each trick, [boards, losers, tricks].
        lead: open-hand tricks lost by the first card, [boards].
    """

    KINDS = ("suit", "notrump")
    GAMES = "boards"

    tricks: Floats
    scores: Floats
    lost: Floats
    lead: Floats

    @classmethod
    def of(cls, results: list[Result]) -> "Tally":
        """Arrange the results of `work`."""
        lost, lead = np.zeros((len(results), len(LOSERS), _TRICKS)), np.zeros(len(results))
        for board, (declarer, _, _, _, losses) in enumerate(results):
            for number, seat, loss in losses:
                loser = {0: 0, 1: 1, 3: 2}[(seat - declarer) % _SEATS]
                lost[board, loser, number // _SEATS] += loss
                lead[board] += loss if number == 0 else 0
        return cls(
            np.array([cls.KINDS[bid % 5 == 4] for _, bid, *_ in results]),
            np.array([tricks for _, _, tricks, *_ in results], np.float64),
            np.array([scores for *_, scores, _ in results], np.float64),
            lost,
            lead,
        )

    @property
    def changed(self) -> int:
        """The number of boards on which at least one change led to another result."""
        return int((self.tricks != self.tricks[:, :1]).any(axis=1).sum())

    def gains(self) -> dict[str, Estimate]:
        """Return each change's gain in tricks and IMPs per board for the side that sees more."""
        tricks, scores = (of - of[:, :1] for of in (self.tricks, self.scores))
        points = np.vectorize(imps, otypes=[np.float64])(scores)
        return {
            f"{name}, {unit}": estimates.mean(of[:, k] * (1 if alone else -1))
            for unit, of in (("tricks", tricks), ("IMPs", points))
            for k, (name, (alone, _)) in enumerate(_CHANGES.items(), 1)
        }

    def losses(self) -> dict[str, Estimate]:
        """Return the open-hand tricks lost per board; the left defender's include the lead."""
        by_player = self.lost.sum(axis=2).T
        names = (*LOSERS, LEAD)
        return dict(zip(names, map(estimates.mean, (*by_player, self.lead)), strict=True))

    def by_trick(self) -> dict[str, list[Estimate]]:
        """Return the open-hand tricks lost per board in each trick, by the losing player."""
        return {
            name: [estimates.mean(lost) for lost in self.lost[:, k].T]
            for k, name in enumerate(LOSERS)
        }

    def paired(self) -> dict[str, Floats]:
        """Return named differences of losses on each board: between sides, defenders and tricks."""
        declarer, left, right = self.lost.transpose(1, 0, 2)
        defence = left + right
        return {
            "the declarer less both defenders": (declarer - defence).sum(axis=1),
            "the defender on the left less the one on the right": (left - right).sum(axis=1),
            **first_trick_and_others("both defenders", defence),
        }


def _report(settings: Settings, results: list[Result]) -> Report:
    title = "Tricks and IMPs a board that knowledge gains, and tricks that cards lose"
    return report(title, settings.spec("agent"), Tally.of(results), digits=2)


EXPERIMENT = Experiment(
    "docs/notes/bridge-tricks-lost.md",
    {"boards": (50, 100), "agent": ("caller", "pimc(worlds=10)")},
    _jobs,
    work,
    _report,
    unit="boards",
    extras=("dds",),
)
