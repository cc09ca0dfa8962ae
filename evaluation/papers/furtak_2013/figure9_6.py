"""Furtak's thesis (2013), figure 9.6: errors judged with open hands, by trick and role.

Kermit (PIMC) and recursive PIMC are soloists in the same deals, against two Kermits. An error is
a card that turns a game which is won for its player's side with open hands into one that is lost
(`vorhand.evaluation.post_mortem.skat.pipma`). As in the thesis, positions in which no error is
possible do not count: rates are errors in a hundred positions where one was possible. Kermit's
bidding makes the contracts. The thesis draws the rates and gives no figures.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, Floats, ratio_difference, share
from vorhand.evaluation.papers.framework import Experiment, Settings, each
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold, below
from vorhand.evaluation.papers.skat.recursion import inner_player
from vorhand.evaluation.papers.skat.role_games import table
from vorhand.evaluation.pictures import curve, figure, save
from vorhand.evaluation.post_mortem.skat.pipma import (
    DEFENDER,
    ROLE_NAMES,
    SOLOIST,
    TRICKS,
    judge_deal,
)
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal

_GAMES = ("Kermit", "RK")  # the soloist of each game
_ROLES = (SOLOIST, DEFENDER)
_HALF = TRICKS // 2
_CHANCES, _ERRORS = 1, 2  # columns of the counts; the first one counts all cards
_WHERE = "possible"


def _work(job: Job) -> Result:
    """Count cards, positions where an error is possible, and errors: by game, role and trick."""
    seed, number, worlds, outer, inner = job
    kermit = f"pimc(belief=uniform,doubt=0,worlds={worlds})"
    recursive = f"iimc(belief=uniform,playout={inner_player(inner)},worlds={outer})"
    deal = table("any", seed, number, "kermit")
    counts = []
    for alone in (kermit, recursive):
        state = deal.played(alone, kermit)
        judged = judge_deal(PlayedDeal("", ("", "", ""), state.deal, state.deal.result().won))
        is_alone = np.arange(3) == judged.soloist
        counts.append(
            [judged.counts[seats].sum(axis=0).tolist() for seats in (is_alone, ~is_alone)]
        )
    return counts


def _report(settings: Settings, results: list[Result]) -> Report:
    counts = np.array(results, float)  # axes: deal, game, role, trick, count
    outer, inner = settings.count("outer"), settings.count("inner")
    names = {"Kermit": f"Kermit {settings.count('worlds')}", "RK": f"RK{outer},{inner}"}
    rates: dict[tuple[int, int], list[Estimate]] = {}
    rows = []
    for role in _ROLES:
        for game, name in enumerate(_GAMES):
            cells = counts[:, game, role]
            who = names[name] if role == SOLOIST else f"defenders against {names[name]}"
            rows.append(Row(f"{who}: errors in 100 {_WHERE}", _rate(cells.sum(axis=1)), digits=1))
            rates[role, game] = [_rate(cells[:, trick]) for trick in range(TRICKS)]
            for trick, rate in enumerate(rates[role, game], 1):
                rows.append(Row(f"{who}, trick {trick}: errors in 100 {_WHERE}", rate, digits=1))
    early, late = counts[:, :, :, :_HALF].sum(axis=3), counts[:, :, :, _HALF:].sum(axis=3)
    findings = [
        _falls(early, late),
        _errs_more("RK alone errs more often than Kermit in the first five tricks", early[:, :, 0]),
        _errs_more("defenders err more often against RK", counts[:, :, 1].sum(axis=2)),
    ]
    drawings = {"furtak-figure9.6.png": partial(_picture, names, rates)}
    title = f"{len(counts)} deals with Kermit's contracts, each soloist against two of Kermit"
    return Report(title, rows, findings, drawings)


def _rate(counts: Floats) -> Estimate:
    """Return the errors in a hundred positions where one was possible, from counts by deal."""
    return share(counts[:, _ERRORS], counts[:, _CHANCES]) * 100


def _falls(early: Floats, late: Floats) -> Finding:
    """Judge whether error rates fall from early to late tricks, for both games and roles."""
    falls = {
        f"{name}, {ROLE_NAMES[role]}": _difference(late[:, game, role], early[:, game, role])
        for game, name in enumerate(_GAMES)
        for role in _ROLES
    }
    return all_hold(
        "rates fall towards the end: tricks 6 to 10 have fewer errors than tricks 1 to 5",
        map(below, falls.values()),
        "; ".join(f"{name} {fall:.2f}" for name, fall in falls.items()),
    )


def _errs_more(text: str, counts: Floats) -> Finding:
    """Judge whether RK's games have more errors; counts are [deals, games, counts]."""
    more = _difference(counts[:, 1], counts[:, 0])
    return Finding(text, above(more), f"{more:.2f} errors in 100 {_WHERE}")


def _difference(ours: Floats, theirs: Floats) -> Estimate:
    sums = [(counts[:, _ERRORS], counts[:, _CHANCES]) for counts in (ours, theirs)]
    return ratio_difference(sums[0], sums[1]) * 100


def _picture(
    names: dict[str, str], rates: Mapping[tuple[int, int], Sequence[Estimate]], path: Path
) -> Path:
    drawing, axes = figure(1, len(_ROLES))
    for role, panel in zip(_ROLES, axes[0], strict=True):
        for game, name in enumerate(_GAMES):
            label = names[name] if role == SOLOIST else f"against {names[name]}"
            tricks = np.arange(1, TRICKS + 1) + 0.15 * game
            curve(panel, tricks, rates[role, game], fmt="o-", label=label)
        panel.set_title(ROLE_NAMES[role], fontsize=8)
        panel.set(xlabel="trick", ylabel=f"errors in 100 {_WHERE}")
        panel.legend(fontsize=7)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 9.6 (its curves are not given in figures)",
    {"deals": (24, 2000), "worlds": (40, 160), "outer": (40, 160), "inner": (5, 10)},
    each("deals", "worlds", "outer", "inner"),
    _work,
    _report,
    unit="deals",
    extras=("plots",),
    why="Too few positions in which an error is possible.",
)
