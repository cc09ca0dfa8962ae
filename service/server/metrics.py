"""Metrics for Prometheus."""

import bisect
import itertools
import sys
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

_SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
_MOST_LABELS = 200  # maximum number of agents with their own label; further ones share one
_OTHERS = "others"


class _Decisions(Collector):
    """A histogram of decision times by agent; cheap, as rule players need only microseconds."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}  # by bucket; the last one is for longer times
        self._sums: dict[str, float] = {}

    def observe(self, agent: str, seconds: float) -> None:
        """Count one decision."""
        counts = self._counts.get(agent)
        if counts is None:
            if len(self._counts) >= _MOST_LABELS and agent != _OTHERS:
                self.observe(_OTHERS, seconds)
                return
            self._sums[agent] = 0.0
            counts = self._counts[agent] = [0] * (len(_SECONDS) + 1)
        counts[bisect.bisect_left(_SECONDS, seconds)] += 1
        self._sums[agent] += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield the histogram for Prometheus."""
        text = "Time for a decision, by agent."
        family = HistogramMetricFamily("vorhand_decision_seconds", text, labels=["agent"])
        bounds = [*(str(float(bound)) for bound in _SECONDS), "+Inf"]
        for agent, counts in list(self._counts.items()):
            buckets = list(zip(bounds, itertools.accumulate(counts), strict=True))
            family.add_metric([agent], buckets, self._sums[agent])
        yield family


class Metrics:
    """The metrics of one server, in their own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = self._gauge("tables", "Tables under way.")
        self.streams = self._gauge("streams", "Open streams of players and spectators.")
        self.waiting = self._gauge("waiting_decisions", "Decisions that wait for a worker.")
        blocks = self._gauge("python_blocks", "Blocks of memory that Python has allocated.")
        blocks.set_function(sys.getallocatedblocks)
        self.refused = Counter(
            "vorhand_refused",
            "Requests that were not followed, by gRPC status.",
            ["code"],
            registry=self.registry,
        )
        self.entries = Counter(
            "vorhand_entries", "Entries committed to the journal.", registry=self.registry
        )
        self._decisions = _Decisions()
        self.registry.register(self._decisions)
        self.traced: Callable[[str, float], None] | None = None  # is called with each decision

    def decided(self, agent: str, seconds: float) -> None:
        """Count a decision of an agent, or of a "player"."""
        if self.traced is not None:
            self.traced(agent, seconds)
        self._decisions.observe(agent, seconds)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"vorhand_{name}", text, registry=self.registry)
