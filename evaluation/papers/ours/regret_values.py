"""Values of a defender's cards at Skat given what the defender knows, for `vorhand lab regret`.

The positions are opening leads and second-hand plays of defenders
(`vorhand.evaluation.papers.skat.defences`). Worlds are drawn from a belief given the defender's
view. Each card is played in each world, and the rest of the deal is played out by an agent in all
seats that sees only its own cards. The value of a card is the mean of the soloist's points by
Seeger and Fabian, as in `stores`, with the sign reversed. All cards are valued in the same worlds;
of a group of equal cards only the lowest is valued. The values do not depend on the agents that are
judged later.

The worlds are drawn in independent folds, whose means are stored: the folds that choose the best
card do not value it. Later runs extend the values: with another ``part`` the same positions are
valued in other worlds, with another ``first`` the next positions. Beside these values stand those
with open hands in the true world.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.montecarlo.presets import check_playouts
from vorhand.agents.registry import make
from vorhand.agents.skat.evaluators.played_out import playouts
from vorhand.agents.skat.outcomes import OutcomesOf
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.papers.framework import Experiment, ExperimentError, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.ours.stores import open_values, points_of_soloist
from vorhand.evaluation.papers.reports import Report, Row
from vorhand.evaluation.papers.skat.defences import TURNS, Defence, defences, distinct_cards
from vorhand.evaluation.post_mortem.skat.pipma import kind_of
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.view import SkatView

FOLDS = 10
BELIEF = "policy(base=winning(pool=4096),pool=2048)"
"""The belief of `vorhand` in defence."""

_GAME = "python_skat"
_WORLDS = 4  # distinguishes the seeds of the worlds


def _jobs(settings: Settings) -> list[Job]:
    first, worlds, part = (settings.count(name) for name in ("first", "worlds", "part"))
    if worlds % FOLDS or not worlds:
        raise ExperimentError(f"worlds={worlds}: expected a multiple of the {FOLDS} folds")
    how = [worlds, part, settings.spec("playout"), settings.spec("belief")]
    numbers = range(first, first + settings.count("positions"))
    return [[settings.seed, number, *how] for number in numbers]


def work(job: Job) -> Result:
    """Return the positions of the job's number with their values, see `Valued`."""
    seed, number, worlds, part, playout, belief = job
    found = []
    for place, defence in enumerate(defences(seed, number)):
        view, state = defence.view(), defence.state()
        cards = distinct_cards(view)
        seeds = fold_seeds(seed, number, place, part)
        folds = [
            fold_values(view, [group[0] for group in cards], worlds // FOLDS, own, playout, belief)
            for own in seeds
        ]
        opened = open_values(state)
        kind = kind_of(state.deal.contract)
        values = [[round(value, 2) for value in fold] for fold in folds]
        seen = [opened[group[0]] for group in cards]
        found.append([defence.turn, defence.actions.hex(), kind, cards, values, seen])
    return found


def fold_seeds(seed: int, number: int, place: int, part: int) -> list[int]:
    """Return the seeds of the worlds and playouts of each fold of a position."""
    numbers = np.random.SeedSequence((seed, number, _WORLDS, place, part))
    return [value >> 33 for value in numbers.generate_state(FOLDS, np.uint64).tolist()]


def fold_values(
    view: SkatView, cards: list[int], worlds: int, seed: int, playout: str, belief: str
) -> list[float]:
    """Return the mean points of each card for a defender, in worlds that the view allows."""
    drawn = _belief(belief)(view, worlds, seed)
    outcomes = _playouts(playout)(view, drawn.rows, seed, 0, card_set(cards))
    points = points_of_soloist(view, drawn.rows, outcomes)[:, cards]
    return [-float(value) for value in drawn.weights @ points]


@functools.cache
def _belief(spec: str) -> Belief:
    belief: Belief = make("belief", Spec.parse(spec), load_game(_GAME), 0)
    return belief


@functools.cache
def _playouts(spec: str) -> OutcomesOf:
    playout = Spec.parse(spec)
    check_playouts(Spec.make("played_out", {"playout": playout}), _GAME, "evaluator")
    return playouts(playout, load_game(_GAME), 1, "score")


class Valued(NamedTuple):
    """A position with the values of its cards.

    Attributes:
        defence: the position.
        kind: the kind of contract.
        cards: the legal cards in groups of equal cards.
        folds: mean points for the defender by fold and group, [folds, groups].
        weights: the number of worlds in each fold, or their share, [folds].
        opened: points for the defender with open hands in the true world, [groups].
    """

    defence: Defence
    kind: str
    cards: list[list[int]]
    folds: Floats
    weights: Floats
    opened: Floats

    @classmethod
    def of(cls, result: Any, worlds: int) -> "Valued":
        """Return a position from a result of `work` that valued it in this number of worlds."""
        turn, actions, kind, cards, folds, opened = result
        weights = np.full(len(folds), worlds / len(folds))
        defence = Defence(turn, bytes.fromhex(actions))
        return cls(defence, kind, cards, np.array(folds), weights, np.array(opened))

    @property
    def error(self) -> float:
        """The standard error of the difference between the two best cards, from the folds."""
        second, best = np.argsort(self.weights @ self.folds)[-2:]
        difference = self.folds[:, best] - self.folds[:, second]
        return float(difference.std(ddof=1) / np.sqrt(len(difference)))


def _report(settings: Settings, results: list[Result]) -> Report:
    worlds, playout = settings.count("worlds"), settings.spec("playout")
    every = [Valued.of(position, worlds) for result in results for position in result]
    rows = []
    for turn in TURNS:
        some = [of for of in every if of.defence.turn == turn]
        count = len(some)
        named = f"{turn} ({count:,} positions)"
        cards = np.array([len(of.cards) for of in some], np.float64)
        errors = np.array([of.error for of in some])
        text = f"cards that are not equal, {named}"
        rows.append(Row(text, estimates.mean(cards), digits=1, cases=count))
        text = f"standard error of the difference of the two best cards, {named}"
        rows.append(Row(text, estimates.mean(errors), digits=2, cases=count))
    return Report(f"Defenders' cards in {worlds:,} worlds, played out by {playout}", rows)


EXPERIMENT = Experiment(
    "docs/notes/skat-regret.md",
    {
        "positions": (10, 500),
        "first": 0,
        "worlds": (200, 10_000),
        "part": 1,
        "playout": "policy",
        "belief": BELIEF,
    },
    _jobs,
    work,
    _report,
    unit="pairs of positions",
)
