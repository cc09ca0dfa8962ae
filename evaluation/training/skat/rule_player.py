"""The training of the rule player: the strengths of its rules, and its valuation of hands.

Policy iteration: the rule player plays deals against itself, and every legal card is played out.
The strengths are changed so that cards with good results are chosen more often (`fit_strengths`).
The probabilities to win with a hand are logistic regressions on the outcomes of such games
(`fit_prices`). Once both are compiled in, the next round can begin, with another seed.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from scipy.optimize import minimize

from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training, table
from vorhand.evaluation.workers.processes import Workers
from vorhand.native import fitted
from vorhand.native.skat import rule_lessons_of_cards, rule_lessons_of_hands, rule_player_names

Floats: TypeAlias = npt.NDArray[np.float64]

CARDS, HANDS = "rule_player_cards.tsv", "rule_player_hands.tsv"
NAMES = rule_player_names()
_CHUNK = 500  # deals per call
_TEMPERATURE = 2.0  # temperature of the choice among cards, in units of the strengths
# penalty on squared changes of the strengths, relative to the sum over decisions
_CARD_PENALTY = 0.3
_HAND_PENALTY = 1e-5  # penalty on squared coefficients, relative to the mean over games


@dataclass(frozen=True)
class Lessons:
    """Decisions of one kind in one situation; `verdicts` and `value` have a row for each card."""

    first: npt.NDArray[np.intp]  # the first row of each decision
    decision: npt.NDArray[np.intp]  # the decision of each row
    verdicts: Floats
    value: Floats

    def outcome(self, strengths: Floats) -> float:
        """Return the mean value of the cards that these strengths choose."""
        score = self.verdicts @ strengths
        best = np.flatnonzero(score >= np.maximum.reduceat(score, self.first)[self.decision])
        _, chosen = np.unique(self.decision[best], return_index=True)
        return float(self.value[best[chosen]].mean())


def collect(deals: int, seed: int, *, null: bool) -> dict[tuple[int, int], Lessons]:
    """Return lessons from `deals` deals, for each kind and situation."""
    label = "null games" if null else "trump games"
    parts = [
        list(map(np.asarray, rule_lessons_of_cards(count, seed, null, first)))
        for first, count in track(in_parts(deals, _CHUNK), label, transient=True)
    ]
    for part in parts:
        part[2] = np.diff(part[2])  # number of rows of each decision
    kind, situation, lengths, verdicts, value = map(np.concatenate, zip(*parts, strict=True))
    lessons = {}
    for key in sorted(set(zip(kind.tolist(), situation.tolist(), strict=True))):
        chosen = (kind == key[0]) & (situation == key[1])
        rows = np.repeat(chosen, lengths)
        sizes = lengths[chosen]
        first = np.r_[0, np.cumsum(sizes)[:-1]].astype(np.intp)
        lessons[key] = Lessons(
            first=first,
            decision=np.repeat(np.arange(len(sizes)), sizes),
            verdicts=verdicts[rows].astype(np.float64),
            value=value[rows].astype(np.float64),
        )
    return lessons


def fit_strengths(lessons: Lessons, start: Floats) -> Floats:
    """Return strengths that maximise the mean value under a soft choice among the cards."""
    penalty = _CARD_PENALTY / len(lessons.first)

    def loss(strengths: Floats) -> tuple[float, Floats]:
        score = lessons.verdicts @ strengths / _TEMPERATURE
        top = np.maximum.reduceat(score, lessons.first)
        weight = np.exp(score - top[lessons.decision])
        share = weight / np.add.reduceat(weight, lessons.first)[lessons.decision]
        mean = np.add.reduceat(share * lessons.value, lessons.first)
        slope = share * (lessons.value - mean[lessons.decision]) / _TEMPERATURE
        change = strengths - start
        return (
            float(-mean.mean() + penalty * change @ change),
            -(lessons.verdicts.T @ slope) / len(lessons.first) + 2 * penalty * change,
        )

    fit = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 120})
    return np.asarray(fit.x, dtype=np.float64)


def fit_prices(traits: Floats, outcome: Floats) -> Floats:
    """Return the coefficients of a logistic regression with a small ridge penalty."""

    def loss(prices: Floats) -> tuple[float, Floats]:
        odds = traits @ prices
        error = 1 / (1 + np.exp(-odds)) - outcome
        return (
            float(
                (np.logaddexp(0, odds) - outcome * odds).mean() + _HAND_PENALTY * prices @ prices
            ),
            traits.T @ error / len(outcome) + 2 * _HAND_PENALTY * prices,
        )

    start = np.zeros(traits.shape[1])
    fit = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400})
    return np.asarray(fit.x, dtype=np.float64)


def read_table(name: str) -> dict[tuple[str, str], Floats]:
    """Return the rows of a table that is compiled in, keyed by their names."""
    _, *lines = fitted.read(name).decode().splitlines()
    rows = (line.split("\t") for line in lines)
    return {(kind, row): np.array([float(x) for x in cells if x]) for kind, row, *cells in rows}


def learn_cards(deals: int, seed: int) -> Fitted:
    """Run one round of policy iteration for all kinds of games."""
    rows = read_table(CARDS)
    console = Console()
    for null in (False, True):
        rules = NAMES["null_rules" if null else "trump_rules"]
        lessons = collect(deals, seed, null=null)
        for (kind, situation), decisions in track(lessons.items(), "fitting", transient=True):
            game, place = NAMES["games"][kind], NAMES["situations"][situation]
            before = np.array([rows[game, rule][situation] for rule in rules])
            after = fit_strengths(decisions, before)
            for rule, strength in zip(rules, after, strict=True):
                rows[game, rule][situation] = strength
            console.print(
                f"{game:11s} {place:16s} {len(decisions.first):7d} "
                f"decisions, mean value {decisions.outcome(before):+.4f} "
                f"-> {decisions.outcome(after):+.4f}"
            )
    return table(CARDS, ["game", "rule", *NAMES["situations"]], rows, digits=2)


def learn_hands(deals: int, seed: int) -> Fitted:
    """Fit regressions of all outcomes on the traits of the hands."""
    prices: dict[tuple[str, ...], Floats] = {}
    for kind, game in enumerate(NAMES["games"]):
        names = NAMES["trump_traits" if kind < 2 else "null_traits"]
        parts = [
            np.asarray(rule_lessons_of_hands(count, seed, kind, first))
            for first, count in track(in_parts(deals, _CHUNK), f"{game}: hands", transient=True)
        ]
        rows = np.concatenate(parts).astype(np.float64)
        traits, outcomes = rows[:, : len(names)], rows[:, len(names) :]
        per_outcome = np.stack([fit_prices(traits, outcome) for outcome in outcomes.T], axis=1)
        prices |= {(game, name): per_outcome[i] for i, name in enumerate(names)}
        Console().print(f"{game:11s} {len(rows)} games, won {outcomes[:, 0].mean():.3f}")
    return table(HANDS, ["game", "trait", "won", "schneider", "schwarz"], prices, digits=3)


def _run(settings: Settings, seed: int, _workers: Workers, _work: Path) -> list[Fitted]:
    return [learn_cards(int(settings["deals"]), seed), learn_hands(int(settings["hands"]), seed)]


TRAINING = Training(
    summary="the rule player's strengths and what hands are worth, one round from those it has",
    files=(CARDS, HANDS),
    settings={"deals": (60, 40_000), "hands": (600, 300_000)},
    seed=53,
    takes="about 5 minutes of one core",
    run=_run,
)
