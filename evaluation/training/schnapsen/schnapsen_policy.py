"""A policy for Schnapsen: the play of a search, learned by a network that answers in a microsecond.

PIMC plays against itself, and a small network learns the probability of each of its actions from
the view (docs/schnapsen.md). Positions after the end of the talon are left out, because all cards
are known.
"""

from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.schnapsen.policies.lessons import Lessons, joined, lessons_of
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.extras import require

FILE = "schnapsen_policy.bin"
HELD_OUT = 12
"""One part in twelve is held out."""

_PART = 50  # deals per job


def _run(settings: Settings, seed: int, workers: Workers, _work: Path) -> list[Fitted]:
    require("torch")
    from vorhand.evaluation.training.schnapsen.policies import learning

    deals, worlds = int(settings["deals"]), int(settings["worlds"])
    jobs = [(seed, *part, worlds) for part in in_parts(deals, _PART)]
    parts: list[Lessons] = list(
        track(ordered_map(lessons_of, jobs, workers), "deals", total=len(jobs), transient=True)
    )
    learned = joined([part for k, part in enumerate(parts) if k % HELD_OUT])
    held = joined(parts[::HELD_OUT])
    net = learning.fit(learned, int(settings["passes"]), seed)
    loss, right = learning.judged(net, held)
    Console().print(
        f"{len(learned.played):,} positions; of {len(held.played):,} held out {right:.1%} are "
        f"played as the search played, {loss:.3f} nats a decision"
    )
    numbers = learning.numbers(net)
    return [Fitted(FILE, numbers.astype(np.dtype("<i2")).tobytes(), "int16", numbers.shape)]


TRAINING = Training(
    summary="a network that plays Schnapsen's open talon at a glance, to PIMC against itself",
    files=(FILE,),
    settings={"deals": (100, 5000), "worlds": (1, 4), "passes": (2, 8)},
    seed=1,
    takes="about 2 minutes of one core",
    run=_run,
)
