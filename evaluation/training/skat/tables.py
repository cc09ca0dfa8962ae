"""Decision diagrams of null: when it is lost, for all positions of few cards.

Nothing is fitted and nothing is random; the file is too large to ship and quickly made.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.workers.processes import Workers
from vorhand.games.skat.null_tables import FILE, cache_folder
from vorhand.native.skat_solver import NullDiagrams


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> Sequence[Fitted]:
    words = np.asarray(NullDiagrams.build(int(settings["cards"]))).astype("<u4")
    return [Fitted(FILE, words.tobytes(), "uint32", words.shape)]


TRAINING = Training(
    name="tables",
    summary="decision diagrams of null, from solved positions; kept in the cache folder",
    files=(FILE,),
    sizes={"small": {"cards": 5}, "full": {"cards": 7}},
    seed=1,
    takes="about 3 minutes of one core",
    run=_run,
    folder=cache_folder,
)
