"""Kermit's bidding learned from games of better players, against that learned from rule players.

Every deal is played by one `kermit` whose probabilities come from games of better players, and two
whose probabilities come from games of rule players. The first sits in each seat in turn. Every deal
is also played by three `kermit` with the same probabilities. In all seats the cards are played by
policies, or by PIMC with a number of worlds drawn with the belief `bdci`. Compiled code plays all
games, without proofs of sure games.
"""

from collections.abc import Mapping

import numpy as np

from vorhand.agents.skat.bidding.kermit import Players, compiled_kermit
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.ours.kermit_bidding import add, ahead_of, columns, rows_of, searching
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.native.skat_kermit import games

_JOB_DEALS = 50
_SEATS = range(3)
_USUAL: Players = "rule"
_OTHERS: tuple[Players, ...] = ("policy", "search")


def work(job: Job) -> Result:
    """Return the sum of each count over the deals of a job."""
    seed, first, deals, threshold, worlds = job
    bidders = {name: compiled_kermit(threshold, name) for name in (_USUAL, *_OTHERS)}
    players = [compiled_player(player_of(worlds))] * 3
    sums = {"deals": float(deals)}

    def play(table: list[Players], counted: Mapping[str, list[int]]) -> None:
        """Play the deals at a table, and add up the counts of the seats under each name."""
        scores, facts, _ = games([bidders[name] for name in table], deals, seed, first, players)
        for name, seats in counted.items():
            add(sums, name, np.asarray(facts), np.asarray(scores), seats)

    for name in _OTHERS:
        for seat in _SEATS:
            table = [name if other == seat else _USUAL for other in _SEATS]
            beside = [other for other in _SEATS if other != seat]
            play(table, {name: [seat], f"beside {name}": beside})
    for name in bidders:
        play([name] * 3, {f"three {name}": list(_SEATS)})
    return sums


def player_of(worlds: int) -> Spec:
    """Return the card player: PIMC with this many worlds, or policies for 0."""
    return searching(worlds) if worlds else Spec("policy")


def _report(settings: Settings, results: list[Mapping[str, float]]) -> Report:
    column = columns(results)
    rows, findings = [], []
    for name in _OTHERS:
        ahead = ahead_of(column, name, f"beside {name}")
        rows.append(Row(f"against={name} less the two others, score a deal", ahead, digits=2))
        text = f"the chances of {name} players bring more than those of {_USUAL} players"
        findings.append(Finding(text, above(ahead), f"{ahead:+.2f}"))
    tables: dict[str, str] = {name: f"against={name} beside two {_USUAL}" for name in _OTHERS}
    tables |= {f"three {name}": f"three against={name}" for name in (_USUAL, *_OTHERS)}
    rows += rows_of(column, tables)
    deals = int(column["deals"].sum())
    player = player_of(settings.count("worlds"))
    return Report(f"{deals:,} deals, cards played by {player} in all seats", rows, findings)


EXPERIMENT = Experiment(
    "docs/skat-bidding.md",
    {"deals": (200, 10_000), "threshold": 0.6, "worlds": 0},
    parts("deals", _JOB_DEALS, "threshold", "worlds"),
    work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
)
