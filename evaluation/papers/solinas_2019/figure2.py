"""Solinas, Rebstock and Buro (AAAI 2019), figure 2: the knowledge in beliefs, by trick.

TSSR (the paper's equation 2) is the probability that a belief assigns to the true world, times the
number of worlds: 1 for the uniform belief, the number of worlds for an oracle. The paper takes its
positions from games of people that no belief was trained on. Ours are games of the rule player with
seeds that no training uses and, separately, of xskat if that program is installed. xskat's games
show the declaration, but not the defenders' bids.
"""

import functools
from collections.abc import Iterator

import numpy as np

from vorhand.agents import registered
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, Verdict, above, all_hold, more
from vorhand.evaluation.papers.solinas_2019.beliefs.instruments import log_ratio
from vorhand.evaluation.papers.solinas_2019.beliefs.positions import TRICKS, deal_by_rule, positions
from vorhand.evaluation.papers.solinas_2019.beliefs.readings import (
    ORACLE,
    Line,
    belief_of,
    cell_of,
    draw_by_trick,
)
from vorhand.evaluation.post_mortem.skat.pipma import DEFENDER, KINDS, ROLE_NAMES, SOLOIST
from vorhand.evaluation.xskat.program import XskatError, find_xskat, play_deals
from vorhand.games.skat.contracts import OUVERT
from vorhand.native.skat import Deal

RULE, XSKAT = "rule", "xskat"
_DEFAULT = "declared"
_BY_CARDS = "by_cards(ki)"  # the part of ki that a product over single cards can express
_BELIEFS = (_DEFAULT, "ki", _BY_CARDS, "bdi", "bdci")
_OURS = (_DEFAULT, _BY_CARDS)  # beliefs that the paper does not have
_TOGETHER = 50  # deals per job
_PEAK = range(2, 5)  # tricks 3 to 5
_BOTH = (DEFENDER, SOLOIST)
_SEED = 20190127  # a seed that no training uses


@functools.cache
def _beliefs() -> list[str]:
    known = {entry.name for entry in registered("belief", "python_skat")}
    return [spec for spec in _BELIEFS if Spec.parse(spec).name in known]


def _jobs(settings: Settings) -> list[Job]:
    wanted = [(RULE, kind) for kind in KINDS]
    try:
        find_xskat()
        wanted.append((XSKAT, XSKAT))
    except XskatError:
        pass
    return [
        [source, kind, settings.seed + _SEED, *part, *_beliefs()]
        for source, kind in wanted
        for part in settings.parts(kind, _TOGETHER)
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
    """Return deal, kind, role, trick, and log TSSR of oracle and beliefs for each position.

    Ouvert games are left out.
    """
    source, kind, seed, first, count, *beliefs = job
    rows = []
    for number, deal in enumerate(_deals(source, kind, seed, first, count)):
        for position in positions(deal, first + number):
            view = position.view
            if deal.level == OUVERT:  # everyone sees the soloist's cards
                continue
            log_ratios = [log_ratio(belief_of(spec), view, position.truth) for spec in beliefs]
            oracle = float(np.log(float(view.worlds().count)))
            rows.append([number, *cell_of(position), *(round(x, 3) for x in (oracle, *log_ratios))])
    return rows


class _Measured:
    """Positions of a source, with log TSSR [n, 1 + beliefs]; column 0 is the oracle."""

    def __init__(self, rows: list[list[float]]) -> None:
        table = np.array(rows, float).reshape(-1, 5 + len(_beliefs()))
        self._cells = table[:, 1:4].astype(int)
        self._logs: Floats = table[:, 4:]
        self._chosen: dict[tuple[int, int, int | None], Floats] = {}

    def line(self, kind: int, role: int, number: int) -> Line:
        """Return arithmetic means of a column's TSSR by trick."""
        by_trick = {trick: self.logs(kind, role, trick) for trick in range(TRICKS)}
        return {
            trick: estimates.positive(np.exp(logs[:, number]))
            for trick, logs in by_trick.items()
            if len(logs) > 1
        }

    def by_deal(self, kind: int, role: int, number: int) -> Floats:
        """Return the TSSR of a column by deal and trick [deals, TRICKS], NaN if not measured."""
        chosen = (self._cells[:, 0] == kind) & (self._cells[:, 1] == role)
        tricks = self._cells[chosen, 2]
        deal = np.cumsum(tricks == 0) - 1
        by_deal = np.full((int((tricks == 0).sum()), TRICKS), np.nan)
        by_deal[deal, tricks] = np.exp(self._logs[chosen, number])
        return by_deal

    def logs(self, kind: int, role: int, trick: int | None = None) -> Floats:
        """Return the log TSSR of a kind, role and trick; without a trick, the means by deal."""
        place = kind, role, trick
        if place not in self._chosen:
            self._chosen[place] = self._logs_of(*place)
        return self._chosen[place]

    def _logs_of(self, kind: int, role: int, trick: int | None) -> Floats:
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


def _report(settings: Settings, results: list[Result]) -> Report:
    parts = list(zip(_jobs(settings), results, strict=False))
    by_source = {
        source: _Measured([row for job, rows in parts if job[0] == source for row in rows])
        for source in (RULE, XSKAT)
    }
    rows: list[Row] = []
    drawings = {}
    for source, measured in by_source.items():
        lines = {
            (belief, kind, role): measured.line(kind, role, number)
            for number, belief in enumerate([ORACLE, *_beliefs()])
            for kind in range(len(KINDS))
            for role in (SOLOIST, DEFENDER)
        }
        rows += _rows(source, measured, lines)
        if any(lines.values()):
            drawings[f"solinas-figure2-{source}.png"] = functools.partial(draw_by_trick, lines)
    findings = [*_orders(by_source[RULE]), *_above_uniform(by_source)]
    title = "TSSR by trick, arithmetic means as in the paper (positions in brackets)"
    return Report(title, rows, findings, drawings)


def _rows(source: str, measured: _Measured, lines: dict[tuple[str, int, int], Line]) -> list[Row]:
    rows = []
    for (belief, kind, role), line in lines.items():
        for trick, value in line.items() if belief != ORACLE else ():
            count = len(measured.logs(kind, role, trick))
            where = f"{source}, {KINDS[kind]}, {ROLE_NAMES[role]}, trick {trick + 1}"
            rows.append(Row(f"{where}, {belief} ({count:,})", value, digits=2, cases=count))
    return rows


def _orders(measured: _Measured) -> list[Finding]:
    names = [ORACLE, *_beliefs()]
    findings = []
    if "bdci" in names:
        for other in ("bdi", "ki", _BY_CARDS):
            if other in names:
                findings.append(_better(measured, names.index("bdci"), names.index(other), other))
        findings.append(_peak(measured, names.index("bdci")))
    return findings + [_roles(measured, names.index(belief), belief) for belief in _beliefs()]


def _roles(measured: _Measured, number: int, belief: str) -> Finding:
    """Compare the roles by contract, using means over deals of the logarithms."""
    means = {
        name: tuple(estimates.mean(measured.logs(kind, role)[:, number]) for role in _BOTH)
        for kind, name in enumerate(KINDS)
    }
    verdicts = [more(defender, soloist) for defender, soloist in means.values()]
    parts = (f"{name}: {_in_words(a)} and {_in_words(b)}" for name, (a, b) in means.items())
    text = f"{belief} knows more as defender than as soloist, by mean logarithm of TSSR"
    return all_hold(text, verdicts, "; ".join(parts), ours=belief in _OURS)


def _better(measured: _Measured, one: int, other: int, name: str) -> Finding:
    """Judge if bdci is ahead of another belief, except in trick 1 for defenders of trump games."""
    verdicts = {}
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            for trick in range(TRICKS):
                if trick or role != DEFENDER or kind_name == "null":
                    logs = measured.logs(kind, role, trick)
                    ahead = above(estimates.mean(logs[:, one] - logs[:, other]))
                    verdicts[f"{kind_name} {role_name} trick {trick + 1}"] = ahead
    text = (
        f"bdci is above {name} everywhere but in the first trick of suit and grand defenders, "
        "by mean logarithm of TSSR"
    )
    return all_hold(text, verdicts.values(), _exceptions(verdicts), ours=name in _OURS)


def _peak(measured: _Measured, number: int) -> Finding:
    """Compare the best of tricks 3 to 5 with each trick outside them, in deals that have both."""
    verdicts, peaks = {}, []
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            name = f"{kind_name} {role_name}"
            by_trick = measured.by_deal(kind, role, number)
            means = [_mean(column) for column in by_trick.T]
            if np.isnan(means).any():
                verdicts[name] = Verdict.UNDECIDED
                continue
            peaks.append(f"{name}: trick {int(np.argmax(means)) + 1}")
            for trick, verdict in peak_verdicts(by_trick).items():
                verdicts[f"{name} trick {trick + 1}"] = verdict
    evidence = f"{', '.join(peaks) or 'no positions'}; {_exceptions(verdicts)}"
    text = "bdci peaks in tricks 3 to 5, by arithmetic mean of TSSR"
    return all_hold(text, verdicts.values(), evidence)


def peak_verdicts(by_trick: Floats) -> dict[int, Verdict]:
    """Judge for each trick outside `_PEAK` whether the best trick of `_PEAK` is above it.

    Half of the deals select the best trick, and the other half judge it, because the mean of the
    trick selected as the highest is too high on average. The verdict is `DOES_NOT_HOLD` if the
    trick is above all of `_PEAK`.

    Args:
        by_trick: values, [deals, TRICKS].
    """
    choosing, judging = by_trick[::2], by_trick[1::2]
    best = max(_PEAK, key=lambda trick: _mean(choosing[:, trick]))

    def ahead(one: int, other: int) -> Estimate:
        by = judging[:, one] - judging[:, other]
        return estimates.mean(by[~np.isnan(by)])

    verdicts = {}
    for other in set(range(TRICKS)) - set(_PEAK):
        verdicts[other] = Verdict.UNDECIDED
        if above(ahead(best, other)) == Verdict.HOLDS:
            verdicts[other] = Verdict.HOLDS
        elif all(above(ahead(other, one)) == Verdict.HOLDS for one in _PEAK):
            verdicts[other] = Verdict.DOES_NOT_HOLD
    return verdicts


def _mean(values: Floats) -> float:
    return estimates.mean(values[~np.isnan(values)]).value


def _exceptions(verdicts: dict[str, Verdict]) -> str:
    """List the cases in which a statement does not hold, and those in which it is undecided."""
    parts = []
    for verdict in (Verdict.DOES_NOT_HOLD, Verdict.UNDECIDED):
        where = ", ".join(name for name, judged in verdicts.items() if judged == verdict)
        parts.append(f"{verdict}: {where or 'nowhere'}")
    return "; ".join(parts)


def _in_words(mean: Estimate) -> str:
    return f"{mean.value:.2f} ± {mean.margin:.2f}"


def _above_uniform(by_source: dict[str, _Measured]) -> list[Finding]:
    findings = []
    for source, measured in by_source.items():
        for number, belief in enumerate(_beliefs(), 1):
            if belief == _DEFAULT:  # this belief infers nothing for a soloist
                continue
            means = {
                f"{kind_name} {role_name}": estimates.mean(measured.logs(kind, role)[:, number])
                for kind, kind_name in enumerate(KINDS)
                for role, role_name in enumerate(ROLE_NAMES)
            }
            if not all(np.isnan(mean.value) for mean in means.values()):
                evidence = ", ".join(f"{name} {_in_words(mean)}" for name, mean in means.items())
                text = f"every mean log-ratio of {belief} to uniform is positive, games of {source}"
                verdicts = map(above, means.values())
                findings.append(all_hold(text, verdicts, evidence, ours=True))
    return findings


EXPERIMENT = Experiment(
    "Solinas, Rebstock and Buro (AAAI 2019), figure 2",
    {"suit": (60, 6000), "grand": (80, 7500), "null": (600, 190_000), "xskat": (60, 10_000)},
    _jobs,
    work,
    _report,
    unit="parts of fifty deals",
    extras=("plots",),
    why="Networks and tests use games of our rule player, and Kermit's inference knows its whole "
    "hands.",
)
