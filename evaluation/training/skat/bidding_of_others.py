"""The fitting of Kermit's curves to games that other bidders chose.

A bidder overestimates many of the games that it chooses, because it takes the one with the highest
estimate. Its own curves correct that. Other bidders overestimate other games, so with these curves
the probabilities are too low for their games. Therefore this training gives other curves to the
nets that were learned from games of policies. The nets do not change. The games are bid by rule
players and played by the players to whose games the bidder's own curves are fitted. Null games keep
their curves.
"""

import shutil
from pathlib import Path

import numpy as np
from rich.console import Console

from vorhand.agents.skat.bidding.kermit import FILES
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.skat.bidding import calibrated, nets_of, report
from vorhand.evaluation.training.skat.kermit.lessons import GAMES_OF_OTHERS, games_of_round
from vorhand.evaluation.workers.processes import Workers
from vorhand.native import fitted

NETS, CURVES = FILES["others"]


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    kept, deals = work / "bidding-of-others", int(settings["deals"])
    games = games_of_round("policy", GAMES_OF_OTHERS, deals, seed, b"", workers, kept)
    before, apart = nets_of(fitted.read(NETS)), games.set_apart
    nets = [calibrated(net, apart.where(apart.kind == kind)) for kind, net in enumerate(before)]
    for what, shown in (("by the bidder's own curves", before), ("by the new ones", nets)):
        Console().print(what)
        Console().print(report(shown, games.held_out))
    shutil.rmtree(kept)
    curves = np.stack([net.curves for net in nets])
    return [Fitted(CURVES, curves.astype("<i2").tobytes(), "int16", curves.shape)]


TRAINING = Training(
    summary="how often games that other bidders choose are won, for Kermit's chances",
    files=(CURVES,),
    settings={"deals": (300, 30_000)},
    seed=1,
    takes="a quarter of an hour of one core",
    run=_run,
)
