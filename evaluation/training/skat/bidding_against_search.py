"""Fits Kermit's chances to games of players that search.

Games are won less often against players that defend better than the rule player, of whose games
`bidding` learns. Games of search players take long, so only the curves are fitted anew: they turn
what a game's net says into the log odds that came true. The games are those that `bidding` would
learn from, played by PIMC that reads the table (`bdci`) in all seats. On one deal in five, held
out, the chances by both curves stand beside what came of the games.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console

from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.skat.bidding import (
    Games,
    Net,
    calibrated,
    nets_of,
    play,
    report,
)
from vorhand.evaluation.workers.processes import Workers
from vorhand.native import fitted

FILE = "search_curves.bin"

_HELD_OUT = 5  # every so many deals


def with_curves(nets: Sequence[Net], games: Games) -> list[Net]:
    """The nets with the curves that came true in these games."""
    return [calibrated(net, games.where(games.kind == kind)) for kind, net in enumerate(nets)]


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    worth, kept = fitted.read("game_worth.bin"), work / "bidding-against-search"
    games = play(int(settings["deals"]), seed, worth, workers, kept, int(settings["worlds"]))
    held_out = games.deal % _HELD_OUT == 0
    before = nets_of(worth)
    nets = with_curves(before, games.where(~held_out))
    for title, those in (("rule", before), ("search", nets)):
        Console().print(report(those, games.where(held_out), f"chances against {title} players"))
    shutil.rmtree(kept)
    curves = np.stack([net.curves for net in nets])
    return [Fitted(FILE, curves.astype("<i2").tobytes(), "int16", curves.shape)]


TRAINING = Training(
    name="bidding-against-search",
    summary="how often the games that Kermit's bidding weighs are won by players that search",
    files=(FILE,),
    sizes={"small": {"deals": 20, "worlds": 4}, "full": {"deals": 3_000, "worlds": 12}},
    seed=1,
    takes="about 25 minutes of one core",
    run=_run,
)
