"""Pace of the Skat solver: on stored deals, by hand size, by technique, beside an oracle."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vorhand.evaluation.bench.harness import cpu_seconds
from vorhand.games.skat.cards import parse_cards
from vorhand.games.skat.contracts import CONTRACTS, NULL
from vorhand.games.skat.solve import OpenPosition, after_cards
from vorhand.native import skat, skat_solver

TABLE_BITS = 15


def read_deals(path: Path) -> list[OpenPosition]:
    """The deals of a file: three hands, contract, soloist, leader and value on a line."""
    deals = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        pieces = line.split()
        if len(pieces) < 6 or pieces[3] not in CONTRACTS:
            raise ValueError(f"{path}:{number}: {line!r}: expected hands, contract, two seats")
        first, second, third = (parse_cards(hand.replace(",", " ")) for hand in pieces[:3])
        deals.append(
            OpenPosition(
                (first, second, third),
                CONTRACTS.index(pieces[3]),
                soloist=int(pieces[4]),
                leader=int(pieces[5]),
            )
        )
    return deals


Batch = tuple[np.ndarray, tuple[int, int, int, list[int]]]


def batches(deals: Sequence[OpenPosition]) -> list[Batch]:
    """Deals as few calls of the solver: one for all that differ in nothing but the cards."""
    groups: dict[tuple[int, int, int, tuple[int, ...]], list[OpenPosition]] = {}
    for deal in deals:
        groups.setdefault((deal.contract, deal.soloist, deal.leader, deal.trick), []).append(deal)
    return [
        (np.concatenate([deal.worlds for deal in group]), (*key[:3], list(key[3])))
        for key, group in groups.items()
    ]


def solve_batches(work: Sequence[Batch], question: str = "value", **options: int) -> int:
    """Solves everything and returns the nodes."""
    nodes = 0
    for worlds, setting in work:
        answer = skat_solver.solve(
            worlds,
            *setting,
            question,
            low=options.get("low", 61),
            threads=options.get("threads", 1),
            techniques=options.get("techniques", skat_solver.ALL_TECHNIQUES),
            table_bits=TABLE_BITS,
        )
        nodes += int(np.asarray(answer[2]).sum())
    return nodes


def seconds_of(run: Callable[[], object]) -> float:
    """Processor time that a call takes, programs that it runs included."""
    start = cpu_seconds()
    run()
    return max(cpu_seconds() - start, 1e-9)


@dataclass
class Pace:
    """What was measured on one file; times in milliseconds a deal.

    Attributes:
      each: wall time of every deal by itself, in the calmer of two rounds.
      mean: processor time of one value, by round.
      oracle: the oracle's time, likewise; empty without one.
      moves, against_61: all first moves exactly, and each against 61 points.
      kilobytes: memory that a thread's solver holds.
    """

    name: str
    deals: int
    nodes: int = 0
    each: list[float] = field(default_factory=list)
    mean: list[float] = field(default_factory=list)
    oracle: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    against_61: list[float] = field(default_factory=list)
    kilobytes: float = 0.0

    def ratio(self, other: str) -> float:
        """Median over rounds of the time for `other` over that for one value."""
        others: list[float] = getattr(self, other)
        return statistics.median(
            theirs / ours for ours, theirs in zip(self.mean, others, strict=True)
        )


def measure_file(path: Path, rounds: int, oracle: Path | None) -> Pace:
    """Times the solver on a file and, in turn with it, the oracle."""
    deals = read_deals(path)
    pace = Pace(path.stem, len(deals))
    work = batches(deals)
    null = deals[0].contract == NULL
    repeats = 20 if null else 1
    scale = 1000 / len(deals)
    pace.nodes = solve_batches(work)
    pace.each = [1000 * _seconds(deal) for deal in deals]
    pace.kilobytes = skat_solver.memory(deals[0].contract, TABLE_BITS) / 1024

    def least(run: Callable[[], float]) -> float:
        return scale * min(run() for _ in range(repeats))

    for _ in range(rounds):
        pace.mean.append(least(lambda: seconds_of(lambda: solve_batches(work))))
        if oracle is not None:
            pace.oracle.append(least(lambda: _oracle_seconds(oracle, path)))
        if not null:
            pace.moves.append(scale * seconds_of(lambda: solve_batches(work, "moves")))
            pace.against_61.append(
                scale * seconds_of(lambda: solve_batches(work, "moves_at_least", low=61))
            )
    return pace


def _oracle_seconds(oracle: Path, path: Path) -> float:
    """What the oracle says it took (value, nodes, ms on a line), or its processor time if less.

    The latter holds the reading of the file too, the former whatever else ran meanwhile.
    """
    start = cpu_seconds()
    done = subprocess.run([str(oracle), str(path)], check=True, capture_output=True, text=True)
    used = cpu_seconds() - start
    lines = [line.split() for line in done.stdout.splitlines()]
    try:
        own = sum(float(line[2]) for line in lines if len(line) == 3) / 1000
    except ValueError as error:
        raise ValueError(f"{oracle}: {error}; expected lines of value, nodes, ms") from error
    return min(own, used) if own else used


def _seconds(deal: OpenPosition) -> float:
    setting = (deal.contract, deal.soloist, deal.leader, list(deal.trick))
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        skat_solver.solve(deal.worlds, *setting, table_bits=TABLE_BITS)
        best = min(best, time.perf_counter() - start)
    return best


def two_threads(deals: Sequence[OpenPosition], rounds: int) -> float:
    """How many times as fast two threads are as one (wall time, median over rounds)."""
    work = batches(deals)
    ratios = []
    for _ in range(rounds):
        times = []
        for threads in (1, 2):
            start = time.perf_counter()
            solve_batches(work, threads=threads)
            times.append(time.perf_counter() - start)
        ratios.append(times[0] / times[1])
    return statistics.median(ratios)


def endings(deals: Sequence[OpenPosition], cards: int, seed: int) -> list[OpenPosition]:
    """The deals played on at random until each hand has so many cards."""
    rng = np.random.default_rng(seed)
    result = []
    for deal in deals:
        position = deal
        while position.hands[position.to_move].bit_count() > cards or position.trick:
            legal = skat.legal_cards(
                position.contract,
                position.hands[position.to_move],
                position.trick[0] if position.trick else -1,
            )
            choice = int(rng.choice([c for c in range(32) if legal >> c & 1]))
            position = after_cards(position, [choice])
        result.append(position)
    return result


@dataclass(frozen=True)
class SizeCost:
    """Cost of one value by cards in a hand, with all techniques and without similarity."""

    cards: int
    milliseconds: float
    nodes: float
    plain_milliseconds: float
    plain_nodes: float


def cost_by_size(
    deals: Sequence[OpenPosition], seed: int, sizes: Sequence[int] = range(10, 0, -1)
) -> list[SizeCost]:
    """Both costs for the deals played down to each size."""
    plain = skat_solver.ALL_TECHNIQUES & ~skat_solver.techniques()["payoff_similarity"]
    costs = []
    for cards in sizes:
        work = batches(endings(deals, cards, seed))
        repeats = 1 if cards > 6 else 20
        nodes = solve_batches(work)
        plain_nodes = solve_batches(work, techniques=plain)
        fast = seconds_of(lambda: [solve_batches(work) for _ in range(repeats)])  # noqa: B023
        slow = seconds_of(
            lambda: [solve_batches(work, techniques=plain) for _ in range(repeats)]  # noqa: B023
        )
        n = len(deals)
        costs.append(
            SizeCost(
                cards,
                1000 * fast / n / repeats,
                nodes / n,
                1000 * slow / n / repeats,
                plain_nodes / n,
            )
        )
    return costs


@dataclass(frozen=True)
class Ablation:
    """Cost of one value without a technique; the others stay on."""

    without: str
    milliseconds: float
    nodes: float


def ablate(deals: Sequence[OpenPosition]) -> list[Ablation]:
    """All techniques, then each one left out."""
    everything = skat_solver.ALL_TECHNIQUES
    work = batches(deals)
    rows = []
    # Without any table a full deal takes minutes.
    skip = {"lowest_rank", "transpositions"} if deals[0].contract != NULL else set()
    names = [name for name in skat_solver.techniques() if name not in skip]
    for name in ["(nothing)", *names]:
        left = everything & ~skat_solver.techniques().get(name, 0)
        nodes = 0

        def run(left: int = left) -> None:
            nonlocal nodes
            nodes = solve_batches(work, techniques=left)

        seconds = seconds_of(run)
        rows.append(Ablation(name, 1000 * seconds / len(deals), nodes / len(deals)))
    return rows
