"""Furtak's thesis (2013), section 2.4: the worth of a hand by its nearest neighbours.

The thesis describes the method of Keller and Kupferschmid (2008): 10,000 hands are each labelled
with the value of one deal, played with open cards, and a new hand is valued by the mean label of
the most similar hands. The thesis measures the mean distance from the open-hand value. We do not
know its figures, so nothing is judged. Here new hands are labelled in the same way as those of the
bidder `knn`, and `knn` predicts their labels.
"""

import numpy as np

from vorhand.agents.skat.bidding.knn import NEIGHBOURS, knowledge
from vorhand.evaluation.arena.estimates import mean
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, below
from vorhand.evaluation.training.skat.knn_hands import KINDS, label

_KS = (1, 5, 10, 20, 40, 80, 160)
_BATCH = 50
_LABELS = 2_000_000_000  # added to the seed, so that the hands differ from those of the bidder


def _jobs(settings: Settings) -> list[Job]:
    return settings.jobs("hands", _BATCH)


def _work(job: Job) -> list[list[float]]:
    """Return each hand's kind, then the errors of predictions by all labels and by each k."""
    seed, first, hands = job
    found = []
    for hand in label((_LABELS + seed, first, hands)):
        known, value = knowledge()[hand["kind"]], float(hand["value"])
        nearest = known.nearest(hand["features"][None].astype(float), max(_KS))[0]
        guesses = [float(known.values.mean()), *(float(nearest[:k].mean()) for k in _KS)]
        errors = [round(abs(guess - value), 4) for guess in guesses]
        found.append([int(hand["kind"]), *errors])
    return found


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    table = np.array([hand for part in results for hand in part])
    rows, findings = [], []
    for number, kind in enumerate(KINDS):
        errors = table[table[:, 0] == number, 1:].T
        note = f"{errors.shape[1]:,} hands"
        names = ("mean of all hands", *(f"k={k}" for k in _KS))
        rows += [
            Row(
                f"{kind}, {name}: distance",
                mean(each),
                digits=3 if kind == "null" else 2,
                note=note,
            )
            for name, each in zip(names, errors, strict=True)
        ]
        k = NEIGHBOURS[number]
        left = mean(errors[1 + _KS.index(k)] - errors[0])
        findings.append(
            Finding(
                f"{kind}: the nearest hands are nearer to the value than the mean of all is",
                below(left),
                f"{left:+.2f} with the bidder's k={k}",
                ours=True,
            )
        )
    return Report(
        "Distance from the open-hand value of a deal, card points (null: won)", rows, findings
    )


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, section 2.4; Keller and Kupferschmid 2008",
    {"hands": (200, 1000)},
    _jobs,
    _work,
    _report,
    unit="batches of hands",
    why="The thesis' features and figures are not known here.",
)
