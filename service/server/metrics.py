"""Metrics for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
_MOST_LABELS = 200  # different agents; beyond, they are counted together


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = self._gauge("tables", "Tables under way.")
        self.streams = self._gauge("streams", "Open streams of players and onlookers.")
        self.waiting = self._gauge("waiting_decisions", "Decisions that wait for a worker.")
        self.refused = Counter(
            "vorhand_refused",
            "Requests that were not followed, by gRPC status.",
            ["code"],
            registry=self.registry,
        )
        self.entries = Counter(
            "vorhand_entries", "Entries committed to the journal.", registry=self.registry
        )
        self._seconds = Histogram(
            "vorhand_decision_seconds",
            "Time for a decision, by agent.",
            ["agent"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.traced: Callable[[str, float], None] | None = None  # is told of decisions too
        self._observers: dict[str, Callable[[float], None]] = {}

    def decided(self, agent: str, seconds: float) -> None:
        """Counts a decision of an agent, or of a "player"."""
        if self.traced is not None:
            self.traced(agent, seconds)
        observe = self._observers.get(agent)
        if observe is None:
            label = agent if len(self._observers) < _MOST_LABELS else "others"
            observe = self._observers[agent] = self._seconds.labels(label).observe
        observe(seconds)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"vorhand_{name}", text, registry=self.registry)
