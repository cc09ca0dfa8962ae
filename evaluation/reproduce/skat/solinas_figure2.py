"""Solinas, Rebstock and Buro (AAAI 2019), figure 2: how much beliefs know, by trick.

TSSR (the paper's equation 2) is the probability that a belief gives the true world times the number
of worlds: 1 for who believes all worlds alike, that number for an oracle. The paper takes its
positions from games of people that no belief was trained on; ours are games of the rule player of
other seeds than any training's and, apart from them, of xskat, where that program is there.
xskat's games tell what was declared, but not what the defenders bid.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vorhand.agents import registered
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.experiments.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Result,
    Row,
    Settings,
    Verdict,
    above,
    every,
    more,
)
from vorhand.evaluation.experiments.skat.belief_positions import (
    TRICKS,
    deal_by_rule,
    positions,
)
from vorhand.evaluation.experiments.skat.belief_readings import (
    ORACLE,
    Line,
    belief_of,
    cell_of,
    draw_by_trick,
)
from vorhand.evaluation.experiments.skat.instruments import log_ratio
from vorhand.evaluation.post_mortem.skat.pipma import DEFENDER, KINDS, ROLE_NAMES, SOLOIST
from vorhand.evaluation.xskat.program import XskatError, find_xskat, play_deals
from vorhand.games.skat.contracts import OUVERT
from vorhand.native.skat import Deal

RULE, XSKAT = "rule", "xskat"
_DEFAULT = "declared"
_BELIEFS = (_DEFAULT, "ki", "bdi", "bdci")
_TOGETHER = 50  # deals a job
_PEAK = range(2, 5)  # tricks 3 to 5
_BOTH = (DEFENDER, SOLOIST)
_SEED = 20190127  # no training's


@functools.cache
def _beliefs() -> list[str]:
    registered_ones = {entry.name for entry in registered("belief", "python_skat")}
    return [name for name in _BELIEFS if name in registered_ones]


def _jobs(settings: Settings) -> list[Job]:
    wanted = [(RULE, kind) for kind in KINDS]
    try:
        find_xskat()
        wanted.append((XSKAT, XSKAT))
    except XskatError:
        pass
    return [
        [
            *(source, kind, settings.seed + _SEED),
            *(first, min(_TOGETHER, settings.count(kind) - first)),
            *_beliefs(),
        ]
        for source, kind in wanted
        for first in range(0, settings.count(kind), _TOGETHER)
    ]


def _deals(source: str, kind: str, seed: int, first: int, count: int) -> Iterator[Deal]:
    if source == XSKAT:
        for number, game in enumerate(play_deals(seed, first, count), first):
            if game.start is not None:
                yield game.played(f"deal {number}").deal
        return
    for number in range(first, first + count):
        deal = deal_by_rule(seed, number, kind)
        if deal is not None:
            yield deal


def work(job: Job) -> Result:
    """By position: number of the deal, kind, role, trick; logarithms of TSSR, oracle first."""
    source, kind, seed, first, count, *beliefs = job
    rows = []
    for number, deal in enumerate(_deals(source, kind, seed, first, count)):
        for position in positions(deal, first + number):
            view = position.view
            if deal.level == OUVERT:  # everybody sees the soloist's cards
                continue
            told = [log_ratio(belief_of(spec), view, position.truth) for spec in beliefs]
            oracle = float(np.log(float(view.worlds().count)))
            rows.append([number, *cell_of(position), *(round(x, 3) for x in (oracle, *told))])
    return rows


class _Found:
    """Positions of a source, with logarithms of TSSR [n, 1 + beliefs], the oracle's first."""

    def __init__(self, rows: list[list[float]]) -> None:
        table = np.array(rows, float).reshape(-1, 5 + len(_beliefs()))
        self._cells = table[:, 1:4].astype(int)
        self._logs: Floats = table[:, 4:]

    def line(self, kind: int, role: int, number: int) -> Line:
        """Arithmetic means of TSSR by trick, of a column."""
        by_trick = {trick: self.logs(kind, role, trick) for trick in range(TRICKS)}
        return {
            trick: estimates.mean(np.exp(logs[:, number]))
            for trick, logs in by_trick.items()
            if len(logs) > 1
        }

    def by_deal(self, kind: int, role: int, number: int) -> Floats:
        """TSSR of a column by deal and trick [deals, TRICKS], NaN where it was not measured."""
        chosen = (self._cells[:, 0] == kind) & (self._cells[:, 1] == role)
        tricks = self._cells[chosen, 2]
        deal = np.cumsum(tricks == 0) - 1
        found = np.full((int((tricks == 0).sum()), TRICKS), np.nan)
        found[deal, tricks] = np.exp(self._logs[chosen, number])
        return found

    def logs(self, kind: int, role: int, trick: int | None = None) -> Floats:
        """Of a kind and role, and of one trick, or, [deals, ..], means over those of each deal."""
        chosen = (self._cells[:, 0] == kind) & (self._cells[:, 1] == role)
        if trick is not None:
            return np.asarray(self._logs[chosen & (self._cells[:, 2] == trick)])
        first = chosen & (self._cells[:, 2] == 0)
        deal = np.cumsum(self._cells[chosen, 2] == 0)
        if not first.any():
            return np.zeros((0, self._logs.shape[1]))
        counts = np.bincount(deal)[1:, None]
        sums = np.stack([np.bincount(deal, column)[1:] for column in self._logs[chosen].T], axis=1)
        return np.asarray(sums / counts)


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    parts = list(zip(_jobs(settings), results, strict=True))
    found = {
        source: _Found([row for job, rows in parts if job[0] == source for row in rows])
        for source in (RULE, XSKAT)
    }
    rows: list[Row] = []
    pictures = []
    for source, some in found.items():
        lines = {
            (belief, kind, role): some.line(kind, role, number)
            for number, belief in enumerate([ORACLE, *_beliefs()])
            for kind in range(len(KINDS))
            for role in (SOLOIST, DEFENDER)
        }
        rows += _rows(source, some, lines)
        if any(lines.values()):
            pictures.append(draw_by_trick(lines, folder / f"solinas-figure2-{source}.png"))
    findings = [*_orders(found[RULE]), *_above_uniform(found)]
    title = "TSSR by trick, arithmetic means as in the paper (positions in brackets)"
    return Report(title, rows, findings, pictures)


def _rows(source: str, some: _Found, lines: dict[tuple[str, int, int], Line]) -> list[Row]:
    rows = []
    for (belief, kind, role), line in lines.items():
        for trick, value in line.items() if belief != ORACLE else ():
            count = len(some.logs(kind, role, trick))
            where = f"{source}, {KINDS[kind]}, {ROLE_NAMES[role]}, trick {trick + 1}"
            rows.append(Row(f"{where}, {belief} ({count:,})", value, digits=2))
    return rows


def _orders(found: _Found) -> list[Finding]:
    names = [ORACLE, *_beliefs()]
    findings = []
    if "bdci" in names:
        for other in ("bdi", "ki"):
            if other in names:
                findings.append(_better(found, names.index("bdci"), names.index(other), other))
        findings.append(_peak(found, names.index("bdci")))
    return findings + [_roles(found, names.index(belief), belief) for belief in _beliefs()]


def _roles(found: _Found, number: int, belief: str) -> Finding:
    """By contract, the means over deals of the logarithms in either role."""
    means = {
        name: tuple(estimates.mean(found.logs(kind, role)[:, number]) for role in _BOTH)
        for kind, name in enumerate(KINDS)
    }
    verdict = every(*(more(defender, soloist) for defender, soloist in means.values()))
    told = (f"{name}: {_told(one)} and {_told(other)}" for name, (one, other) in means.items())
    text = f"{belief} knows more as defender than as soloist, by mean logarithm of TSSR"
    return Finding(text, verdict, "; ".join(told))


def _better(found: _Found, one: int, other: int, name: str) -> Finding:
    """Where bdci is ahead of another, but for the first trick of suit and grand defenders."""
    verdicts = {}
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            for trick in range(TRICKS):
                if trick or role != DEFENDER or kind_name == "null":
                    logs = found.logs(kind, role, trick)
                    ahead = above(estimates.mean(logs[:, one] - logs[:, other]))
                    verdicts[f"{kind_name} {role_name} trick {trick + 1}"] = ahead
    text = (
        f"bdci is above {name} everywhere but in the first trick of suit and grand defenders, "
        "by mean logarithm of TSSR"
    )
    return Finding(text, every(*verdicts.values()), _other_than_so(verdicts))


def _peak(found: _Found, number: int) -> Finding:
    """The best of the tricks 3 to 5 against each other trick, in the deals that have both."""
    verdicts, peaks = {}, []
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            name = f"{kind_name} {role_name}"
            by_trick = found.by_deal(kind, role, number)
            means = [estimates.mean(column[~np.isnan(column)]).value for column in by_trick.T]
            if np.isnan(means).any():
                verdicts[name] = Verdict.UNDECIDED
                continue
            peaks.append(f"{name}: trick {int(np.argmax(means)) + 1}")
            best = max(_PEAK, key=means.__getitem__)
            for trick in set(range(TRICKS)) - set(_PEAK):
                ahead = by_trick[:, best] - by_trick[:, trick]
                verdict = above(estimates.mean(ahead[~np.isnan(ahead)]))
                verdicts[f"{name} trick {trick + 1}"] = verdict
    evidence = f"{', '.join(peaks) or 'no positions'}; {_other_than_so(verdicts)}"
    text = "bdci peaks in tricks 3 to 5, by arithmetic mean of TSSR"
    return Finding(text, every(*verdicts.values()), evidence)


def _other_than_so(verdicts: dict[str, Verdict]) -> str:
    """Where a statement does not hold, and where this is undecided."""
    parts = []
    for verdict in (Verdict.DOES_NOT_HOLD, Verdict.UNDECIDED):
        where = ", ".join(name for name, found in verdicts.items() if found == verdict)
        parts.append(f"{verdict}: {where or 'nowhere'}")
    return "; ".join(parts)


def _told(mean: Estimate) -> str:
    return f"{mean.value:.2f} ± {mean.margin:.2f}"


def _above_uniform(found: dict[str, _Found]) -> list[Finding]:
    findings = []
    for source, some in found.items():
        for number, belief in enumerate(_beliefs(), 1):
            if belief == _DEFAULT:  # it reads nothing as soloist
                continue
            means = {
                f"{kind_name} {role_name}": estimates.mean(some.logs(kind, role)[:, number])
                for kind, kind_name in enumerate(KINDS)
                for role, role_name in enumerate(ROLE_NAMES)
            }
            if not all(np.isnan(mean.value) for mean in means.values()):
                verdict = every(*map(above, means.values()))
                evidence = ", ".join(f"{name} {_told(mean)}" for name, mean in means.items())
                text = f"every mean log-ratio of {belief} to uniform is positive, games of {source}"
                findings.append(Finding(text, verdict, evidence))
    return findings


EXPERIMENT = Experiment(
    name="solinas-figure2",
    source="Solinas, Rebstock and Buro (AAAI 2019), figure 2",
    sizes={
        "quick": {"suit": 60, "grand": 80, "null": 600, "xskat": 60},
        "full": {"suit": 6_000, "grand": 7_500, "null": 190_000, "xskat": 10_000},
    },
    jobs=_jobs,
    work=work,
    report=_report,
    unit="parts of fifty deals",
)
