"""The possible and the real gains of beliefs: points per game by role and contract.

The upper bounds are beliefs that cheat (`told` and `peek`) and otherwise equal `declared`. The
other beliefs are compared with them. `bdci` plays more deals, because its gain is smaller. All play
PIMC with the same number of worlds, on the same deals; the other side uses `declared`. The gain as
soloist is the difference of two soloists' scores against the same defenders. The gain in defence is
the decrease of the same soloist's score. Null is rare, so additional deals of null are played; they
count only in the figures of null.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np

from vorhand.agents import registered
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import table
from vorhand.evaluation.pictures import drawable, figure, forest, save
from vorhand.evaluation.post_mortem.skat.pipma import KINDS

BASE = "declared"
_ALL, _PARTNER = f"told(all,belief={BASE})", f"told(partner,belief={BASE})"
BOUNDS = (_ALL, _PARTNER, f"told(skat,belief={BASE})", f"peek(0.1,belief={BASE})")
BELIEFS = ("uniform", "ki", "bdi", "bdci")
_LONGER = (BASE, "bdci")
_ROLES = ("alone", "in defence")

# number of the deal, and the kind of contract if the deal was drawn from that kind only
_Deal: TypeAlias = tuple[int] | tuple[int, str]
_Gains: TypeAlias = dict[_Deal, float]


def _tested() -> list[str]:
    known = {entry.name for entry in registered("belief", "python_skat")}
    return [*BOUNDS, *(name for name in BELIEFS if name in known)]


def _jobs(settings: Settings) -> list[Job]:
    """Return the jobs of all deals in order, then those of the null deals.

    Only the beliefs of `_LONGER` play all deals of the first part; the others play its first deals.
    """
    deals, all_play = settings.count("deals"), settings.count("told")
    seed, worlds = settings.seed, settings.count("worlds")
    beliefs = (BASE, *_tested())
    return [
        [seed, number, worlds, belief]
        for number in range(deals)
        for belief in beliefs
        if number < all_play or belief in _LONGER
    ] + [
        [seed, number, worlds, belief, "null"]
        for number in range(settings.count("null"))
        for belief in beliefs
    ]


def _player(worlds: int, belief: str) -> str:
    return f"pimc(worlds={worlds},belief={belief})"


def work(job: Job) -> Result:
    """Return the kind of contract, and the points and the success (1 or 0) of two soloists.

    The first uses the belief against defenders with `BASE`, the second `BASE` against the belief.
    """
    seed, number, worlds, belief, *kind = job
    one, base = _player(worlds, belief), _player(worlds, BASE)
    deal = table(*(kind or ["any"]), seed, number)
    alone = deal.play(one, base)
    defended = alone if one == base else deal.play(base, one)
    return [deal.kind, *alone, *defended]


def _report(settings: Settings, results: list[Result]) -> Report:
    played = {
        (belief, (number, *kind)): result
        for (_, number, _, belief, *kind), result in zip(_jobs(settings), results, strict=False)
    }
    rows, findings, of_all = [], [], {}
    for role in _ROLES:
        for kind in ("all", *KINDS):
            gains = {belief: _gains(played, belief, role, kind) for belief in _tested()}
            rows += _rows(f"{role}, {kind}", gains)
            if kind == "all":
                of_all[role] = {belief: _mean(gain) for belief, gain in gains.items()}
            for belief in _tested() if kind == "all" else ():
                if belief in BELIEFS:
                    gain = _mean(gains[belief])
                    text = f"{belief} gains over {BASE} {role}"
                    findings.append(Finding(text, above(gain), f"{gain:.1f} points a game"))
    title = f"Points a game gained over belief={BASE}, {settings.count('worlds')} worlds each"
    return Report(title, rows, findings, {"belief-bounds.svg": partial(_draw, of_all)})


def _draw(gains: Mapping[str, Mapping[str, Estimate]], path: Path) -> Path:
    """Draw the gain of each belief in all contracts: a panel per role."""
    drawing, [panels] = figure(1, len(gains), sharey=True)
    for (role, by_belief), panel in zip(gains.items(), panels, strict=True):
        forest(panel, {belief: drawable(gain) for belief, gain in by_belief.items()}, even=0)
        panel.set(title=role, xlabel=f"points a game over {BASE}")
    return save(drawing, path)


def _gains(played: Mapping[tuple[str, _Deal], Result], belief: str, role: str, kind: str) -> _Gains:
    """Return points gained in each deal of a kind that the belief has played."""
    gains = {}
    for (name, deal), (contract, alone, _, defended, _) in played.items():
        drawn_as = "all" if len(deal) == 1 else contract
        if len(deal) > 1 and played.get((name, deal[:1]), ["none"])[0] == contract:
            continue  # the same deal is also among those of all kinds
        if name == belief and kind in (drawn_as, contract):
            base = played[BASE, deal][1]
            gains[deal] = alone - base if role == "alone" else base - defended
    return gains


def _rows(where: str, gains: Mapping[str, _Gains]) -> list[Row]:
    """Return rows of the beliefs' gains, and their shares of the gains of beliefs that cheat."""
    rows = [
        Row(f"{belief} {where} ({len(gain):,} deals)", _mean(gain), digits=1, cases=len(gain))
        for belief, gain in gains.items()
        if len(gain) > 1
    ]
    for bound in (_ALL, _PARTNER):
        most = gains[bound]
        if len(most) < 2 or not _mean(most).low > 0:
            continue  # a share of a gain of zero has no meaning
        for belief in BELIEFS:
            both = [deal for deal in most if deal in gains.get(belief, {})]
            if len(both) > 1:
                gained, possible = (
                    _array(of[deal] for deal in both) for of in (gains[belief], most)
                )
                share = estimates.ratio(gained, possible) * 100
                rows.append(Row(f"{belief} {where}: % of {bound}", share, digits=0))
    return rows


def _mean(gains: _Gains) -> Estimate:
    return estimates.mean(_array(gains.values()))


def _array(values: Iterable[float]) -> Floats:
    return np.array(list(values), np.float64)


EXPERIMENT = Experiment(
    "Upper bounds of inference: beliefs that cheat",
    {"deals": (20, 4000), "told": (10, 400), "null": (2, 400), "worlds": (10, 40)},
    _jobs,
    work,
    _report,
    unit="deals by belief",
    extras=("plots",),
)
