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
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.experiments.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Result,
    Row,
    Settings,
    above,
    every,
    known,
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
_SEED = 20190127  # no training's


@functools.cache
def _beliefs() -> list[str]:
    known = {entry.name for entry in registered("belief", "python_skat")}
    return [name for name in _BELIEFS if name in known]


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
            every = float(np.log(float(view.worlds().count)))
            rows.append([number, *cell_of(position), *(round(x, 3) for x in (every, *told))])
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
    for belief in _beliefs():
        number = names.index(belief)
        means = {
            (kind, role): found.logs(kind, role)[:, number]
            for kind in range(len(KINDS))
            for role in (SOLOIST, DEFENDER)
        }
        kinds = [k for k in range(len(KINDS)) if len(means[k, SOLOIST]) and len(means[k, DEFENDER])]
        told = {k: (means[k, DEFENDER].mean(), means[k, SOLOIST].mean()) for k in kinds}
        findings.append(
            Finding(
                f"{belief} knows more as defender than as soloist",
                known(bool(told) and all(more > less for more, less in told.values())),
                "; ".join(
                    f"{KINDS[k]}: {np.exp(more):.2f} and {np.exp(less):.2f}, geometric"
                    for k, (more, less) in told.items()
                ),
            )
        )
    return findings


def _better(found: _Found, one: int, other: int, name: str) -> Finding:
    """Where bdci is not above another, but for the first trick of suit and grand defenders."""
    below = []
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            for trick in range(TRICKS):
                logs = found.logs(kind, role, trick)
                excepted = trick == 0 and role == DEFENDER and kind_name != "null"
                if len(logs) > 1 and not excepted:
                    ahead = estimates.mean(logs[:, one] - logs[:, other])
                    if ahead.value <= 0:
                        below.append(f"{kind_name} {role_name} trick {trick + 1}")
    text = f"bdci is above {name} everywhere but in the first trick of suit and grand defenders"
    return Finding(text, known(not below), f"below: {', '.join(below) or 'nowhere'}")


def _peak(found: _Found, number: int) -> Finding:
    peaks = {}
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            means = [found.logs(kind, role, trick)[:, number] for trick in range(TRICKS)]
            if all(len(logs) for logs in means):
                best = int(np.argmax([np.exp(logs).mean() for logs in means]))
                peaks[f"{kind_name} {role_name}"] = best + 1
    holds = bool(peaks) and all(3 <= trick <= 5 for trick in peaks.values())
    told = ", ".join(f"{name}: trick {trick}" for name, trick in peaks.items())
    return Finding("bdci peaks in tricks 3 to 5", known(holds), told)


def _above_uniform(found: dict[str, _Found]) -> list[Finding]:
    findings = []
    for source, some in found.items():
        for number, belief in enumerate(_beliefs(), 1):
            if belief == _DEFAULT:  # it reads nothing as soloist
                continue
            told = {}
            for kind, kind_name in enumerate(KINDS):
                for role, role_name in enumerate(ROLE_NAMES):
                    logs = some.logs(kind, role)
                    if len(logs) > 1:
                        told[f"{kind_name} {role_name}"] = estimates.mean(logs[:, number])
            if told:
                verdict = every(*(above(mean) for mean in told.values()))
                evidence = ", ".join(f"{k} {m.value:.2f} ± {m.margin:.2f}" for k, m in told.items())
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
