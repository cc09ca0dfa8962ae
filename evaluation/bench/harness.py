"""The harness of all benchmarks.

A benchmark is a list of `Case`s and findings about them (`Comparison`s of two
cases, `Limit`s on one case). All cases run in every round, in turn, so that a slow moment of
the machine affects all of them; a comparison is the median over rounds of the ratio within
a round::

    cases = [Case("ours", play_ours, "deals"), Case("theirs", play_theirs, "deals")]
    result = measure(cases, rounds=7)
    report("random deals", result, [Comparison("ours", "theirs", speed_at_least=2)], console)
"""

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from vorhand.native.errors import InputError

if sys.platform != "win32":
    import resource

Clock: TypeAlias = Literal["cpu", "wall"]


@dataclass(frozen=True)
class Case:
    """A computation to be timed.

    Attributes:
      run: does some work, ideally for 0.1 to 1 s, and returns its amount in `unit`s.
      unit: the unit of work, in the plural ("deals").
    """

    name: str
    run: Callable[[], float]
    unit: str


@dataclass(frozen=True)
class Comparison:
    """The speed of `case` compared with `reference`, per unit of work.

    Attributes:
      speed_at_least: the target for (speed of case) / (speed of reference).
      cost_at_most: the target for (time of case) / (time of reference); at most one of the two
        targets is given.
    """

    case: str
    reference: str
    speed_at_least: float | None = None
    cost_at_most: float | None = None


@dataclass(frozen=True)
class Limit:
    """A limit on the seconds that one unit of `case` may take."""

    case: str
    seconds_at_most: float


@dataclass(frozen=True)
class Measurement:
    """The measured times."""

    units: Mapping[str, str]  # the unit of work of each case
    seconds_per_unit: Mapping[str, Sequence[float]]  # one value per round for each case
    clock: Clock  # "cpu" (user and system time of this process and of finished children) or "wall"

    def median(self, case: str) -> float:
        """Return the seconds per unit of the case, the median over rounds."""
        return statistics.median(self.seconds_per_unit[case])

    def speed_ratios(self, case: str, reference: str) -> list[float]:
        """Return (speed of case) / (speed of reference), one value per round."""
        pairs = zip(self.seconds_per_unit[case], self.seconds_per_unit[reference], strict=True)
        return [theirs / ours for ours, theirs in pairs]


def measure(
    cases: Sequence[Case], *, rounds: int = 7, clock: Clock = "cpu", console: Console | None = None
) -> Measurement:
    """Run every case once to warm up and then once in each round.

    The clock "cpu" is steadier on a busy machine; "wall" is for threads and other processes.

    Raises:
      ValueError: fewer than one round, or two cases of one name.
    """
    if rounds < 1:
        raise InputError(f"rounds={rounds}: expected at least 1")
    if len({case.name for case in cases}) < len(cases):
        raise InputError(f"cases {[case.name for case in cases]}: expected different names")
    now = time.perf_counter if clock == "wall" else cpu_seconds
    seconds: dict[str, list[float]] = {case.name: [] for case in cases}
    with Progress(console=console, transient=True, disable=console is None) as progress:
        task = progress.add_task("measuring", total=(rounds + 1) * len(cases))
        for case in cases:
            progress.update(task, description=f"warming up: {case.name}")
            case.run()
            progress.advance(task)
        for k in range(rounds):
            # The order rotates, so that no case always comes first.
            for case in (*cases[k % len(cases) :], *cases[: k % len(cases)]):
                progress.update(task, description=f"round {k + 1}: {case.name}")
                start = now()
                done = case.run()
                seconds[case.name].append(max(now() - start, 1e-9) / done)
                progress.advance(task)
    return Measurement({case.name: case.unit for case in cases}, seconds, clock)


def run(
    title: str,
    cases: Sequence[Case],
    findings: Sequence[Comparison | Limit],
    rounds: int,
    console: Console,
    clock: Clock = "cpu",
) -> None:
    """Measure the cases and report the result; see `measure` and `report`."""
    result = measure(cases, rounds=rounds, clock=clock, console=console)
    report(title, result, findings, console)


def report(
    title: str,
    result: Measurement,
    findings: Sequence[Comparison | Limit],
    console: Console,
) -> None:
    """Print the machine, the speed of every case, and the findings with their targets."""
    rounds = len(next(iter(result.seconds_per_unit.values())))
    speeds = _table(title)
    for heading in ("case", "a second", "unit"):
        speeds.add_column(heading, justify="right" if heading == "a second" else "left")
    for name, unit in result.units.items():
        speeds.add_row(name, _figure(1 / result.median(name)), unit)
    table = _table(None)
    for heading in ("finding", "", "median", "low", "high", "target", "met"):
        table.add_column(heading, justify="left" if heading in ("finding", "") else "right")
    for finding in findings:
        table.add_row(*_finding_row(result, finding))
    console.print(
        f"{machine()}; {result.clock} time, median of {rounds} interleaved rounds",
        soft_wrap=True,
    )
    console.print(speeds)
    if findings:
        console.print(table)


def _table(title: str | None) -> Table:
    return Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )


def machine() -> str:
    """Describe the machine and the version of Python in one line."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(x.partition(":")[2].strip() for x in lines if x.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    )


def cpu_seconds() -> float:
    """Return the processor time of this process and of its finished children so far."""
    if sys.platform == "win32":
        # Windows measures the time of children in coarse steps, if at all.
        times = os.times()
        return time.process_time() + times.children_user + times.children_system
    usages = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _finding_row(result: Measurement, finding: Comparison | Limit) -> tuple[str, ...]:
    if isinstance(finding, Limit):
        values = list(result.seconds_per_unit[finding.case])
        text, what = finding.case, "s a unit"
        target, met = f"<= {finding.seconds_at_most:g}", _below(values, finding.seconds_at_most)
    else:
        values = result.speed_ratios(finding.case, finding.reference)
        text, what = f"{finding.case} / {finding.reference}", "speed"
        target, met = "", ""
        if finding.cost_at_most is not None:
            values = [1 / value for value in values]
            what = "time"
            target, met = f"<= {finding.cost_at_most:g}", _below(values, finding.cost_at_most)
        elif finding.speed_at_least is not None:
            target = f">= {finding.speed_at_least:g}"
            met = "yes" if statistics.median(values) >= finding.speed_at_least else "NO"
    spread = (statistics.median(values), min(values), max(values))
    return (text, what, *map(_figure, spread), target, met)


def _below(values: Sequence[float], limit: float) -> str:
    return "yes" if statistics.median(values) <= limit else "NO"


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
