"""Speed of the Skat solver: on stored deals, by hand size and technique, and beside an oracle.

The oracle is another program that solves the deals of a file.
"""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate, ratio
from vorhand.evaluation.bench.harness import cpu_seconds
from vorhand.games.skat.cards import parse_cards
from vorhand.games.skat.contracts import CONTRACTS, NULL
from vorhand.games.skat.solve import OpenPosition, after_cards
from vorhand.native import skat, skat_solver
from vorhand.native.errors import InputError, NodeBudgetError

STORED = sorted((Path(__file__).parents[1] / "data" / "skat").glob("*.deals"))
"""The files of deals that come with the benchmarks."""
TABLE_BITS = 15


def read_deals(path: Path) -> list[OpenPosition]:
    """Return the deals of a file: three hands, contract, soloist and leader begin each line.

    Raises:
        ValueError: a line does not begin so.
    """
    deals = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        pieces = line.split()
        if len(pieces) < 6 or pieces[3] not in CONTRACTS:
            raise InputError(f"{path}:{number}: {line!r}: expected hands, contract, two seats")
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


Batch = tuple[np.ndarray, tuple[np.ndarray, np.ndarray, np.ndarray, list[int]]]


def batches(deals: Sequence[OpenPosition]) -> list[Batch]:
    """Group deals into few calls of the solver: one for each sequence of cards on the table."""
    groups: dict[tuple[int, ...], list[OpenPosition]] = {}
    for deal in deals:
        groups.setdefault(deal.trick, []).append(deal)
    return [
        (
            np.concatenate([deal.worlds for deal in group]),
            (
                np.array([deal.contract for deal in group], np.int32),
                np.array([deal.soloist for deal in group], np.int32),
                np.array([deal.leader for deal in group], np.int32),
                list(trick),
            ),
        )
        for trick, group in groups.items()
    ]


def solve_batches(work: Sequence[Batch], question: str = "value", **options: int) -> int:
    """Solve all batches; return the number of nodes.

    With the option ``techniques`` the solver of the studies is used.
    """
    solve: Callable[..., tuple[npt.NDArray[Any], ...]] = skat_solver.solve
    if "techniques" in options:
        from vorhand.native.studies import solve
    nodes = 0
    for worlds, setting in work:
        answer = solve(worlds, *setting, question, table_bits=TABLE_BITS, **options)
        nodes += int(np.asarray(answer[2]).sum())
    return nodes


LEVELS = (31, 61, 90)
"""The card points at which a game is out of schneider, won, and won with schneider."""


def first_moves(deals: Sequence[OpenPosition]) -> dict[str, Estimate]:
    """Return the ratios of the nodes for all first moves to the nodes for one value.

    The moves are solved exactly, or are only compared with one threshold of `LEVELS`; "levels" is
    the sum over the thresholds. Each deal is solved separately.
    """

    def nodes(question: str, low: int = 61) -> npt.NDArray[np.float64]:
        each = [solve_batches(batches([deal]), question, low=low) for deal in deals]
        return np.array(each, np.float64)

    value = nodes("value")
    against = {low: nodes("moves_at_least", low) for low in LEVELS}
    counted = {"exactly": nodes("moves")}
    counted |= {f"against {low}": each for low, each in against.items()}
    counted["levels"] = np.sum(list(against.values()), axis=0)
    return {name: ratio(each, value) for name, each in counted.items()}


def seconds_of(run: Callable[[], object]) -> float:
    """Return the processor time of a call, including the programs that it runs."""
    start = cpu_seconds()
    run()
    return max(cpu_seconds() - start, 1e-9)


@dataclass
class Pace:
    """The measurements of one file, with times in milliseconds per deal.

    Attributes:
      each: wall time of every deal solved separately, the shorter of two runs.
      mean: processor time of one value, by round.
      oracle: the oracle's time of one value, by round; empty without an oracle.
      moves, against_61: time of all first moves, exactly and against 61 points, by round; empty
        for null.
      kilobytes: memory of one thread's solver.
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
        """Return the median over rounds of the time for `other` divided by that for one value."""
        others: list[float] = getattr(self, other)
        return statistics.median(
            theirs / ours for ours, theirs in zip(self.mean, others, strict=True)
        )


def measure_file(path: Path, rounds: int, oracle: Path | None) -> Pace:
    """Time the solver on a file, alternating with the oracle if there is one."""
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
    """Return the lesser of the oracle's reported wall time and its processor time."""
    start = cpu_seconds()
    done = subprocess.run([str(oracle), str(path)], check=True, capture_output=True, text=True)
    used = cpu_seconds() - start
    lines = [line.split() for line in done.stdout.splitlines()]
    try:
        own = sum(float(line[2]) for line in lines if len(line) == 3) / 1000
    except ValueError as error:
        raise InputError(f"{oracle}: {error}; expected lines of value, nodes, ms") from error
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
    """Return the speed-up by a second thread, from the best wall times of alternating runs."""
    work = batches(deals)
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads, walls in times.items():
            start = time.perf_counter()
            solve_batches(work, threads=threads)
            walls.append(time.perf_counter() - start)
    return min(times[1]) / min(times[2])


def endings(deals: Sequence[OpenPosition], cards: int, seed: int) -> list[OpenPosition]:
    """Return endings of the deals, played on at random until each hand has this many cards."""
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
class Cost:
    """Mean cost of one value.

    Attributes:
      given_up: number of deals not solved within the node budget. If there are any, the means are
          lower bounds.
    """

    milliseconds: float
    nodes: float
    given_up: int = 0

    def saved(self, other: Cost) -> tuple[float, float]:
        """Return the shares of nodes and time that this cost saves compared with another."""
        return 1 - self.nodes / other.nodes, 1 - self.milliseconds / other.milliseconds


def cost(deals: Sequence[OpenPosition], techniques: int, repeats: int = 1, most: int = 0) -> Cost:
    """Return the cost with some techniques; the time is the shortest of the repeats.

    A deal is given up after `most` nodes, unless `most` is 0.
    """
    work = [batches([deal]) for deal in deals] if most else [batches(deals)]
    nodes = given_up = 0

    def run() -> None:
        nonlocal nodes, given_up
        nodes = given_up = 0
        for part in work:
            try:
                nodes += solve_batches(part, techniques=techniques, node_budget=most)
            except NodeBudgetError:
                nodes += most
                given_up += 1

    seconds = min(seconds_of(run) for _ in range(repeats))
    return Cost(1000 * seconds / len(deals), nodes / len(deals), given_up)


# Roughly the techniques that Furtak and Buro (2011) used together with payoff similarity: no static
# bounds, no dominance. The exact table stays when similarity is removed; without that table some
# endings would take minutes.
BARE = ("equivalent_cards", "transpositions", "learned_order", "first_guess", "gallop", "fail_soft")
MOST_NODES = 50_000_000


@dataclass(frozen=True)
class SizeCost:
    """Cost for one number of cards per hand: with payoff similarity, and with an exact table only.

    Attributes:
      full, full_exact: all other techniques on.
      bare, bare_exact: only those of `BARE` on.
    """

    cards: int
    full: Cost
    full_exact: Cost
    bare: Cost
    bare_exact: Cost


def cost_by_size(deals: Sequence[OpenPosition], seed: int) -> list[SizeCost]:
    """Return the four costs for the deals played down to each size.

    With more than six cards per hand, the bare search with an exact table gives up an ending after
    `MOST_NODES`.
    """
    from vorhand.native import studies

    bits = studies.techniques()
    similarity = bits["payoff_similarity"]
    everything = sum(_parts(deals).values())
    bare = sum(bits[name] for name in BARE)
    costs = []
    for cards in range(10, 0, -1):
        played = endings(deals, cards, seed)
        repeats = 1 if cards > 6 else 20
        sets = (everything, everything & ~similarity, bare | similarity)
        full, full_exact, similar = (cost(played, on, repeats) for on in sets)
        exact = cost(played, bare, repeats, MOST_NODES if cards > 6 else 0)
        costs.append(SizeCost(cards, full, full_exact, similar, exact))
    return costs


@dataclass(frozen=True)
class Ablation:
    """Cost of one value with some of the techniques."""

    name: str
    cost: Cost


def _parts(deals: Sequence[OpenPosition]) -> dict[str, int]:
    """Return the bits of the techniques that matter in the contract of these deals, by name."""
    from vorhand.native import studies

    bits = studies.techniques()
    if deals[0].contract != NULL:
        return {name: bit for name, bit in bits.items() if name != "lowest_rank"}
    names = ("equivalent_cards", "decided_trick", "transpositions", "cash_bounds", "lowest_rank")
    return {name: bits[name] for name in names}


def ablate(deals: Sequence[OpenPosition]) -> list[Ablation]:
    """Return the costs with all techniques, then with each one left out."""
    parts = _parts(deals)
    everything = sum(parts.values())
    sets = {"(nothing)": everything}
    sets |= {name: everything & ~bit for name, bit in parts.items()}
    return [Ablation(name, cost(deals, on)) for name, on in sets.items()]


def one_by_one(deals: Sequence[OpenPosition], cards: int, seed: int) -> list[Ablation]:
    """Return the costs on endings with no technique, with each technique alone, and with all.

    Techniques of the transposition table are measured together with it.
    """
    parts = _parts(deals)
    table = parts["transpositions"]
    in_table = {"payoff_similarity": table, "lowest_rank": table}
    sets = {"(none)": 0}
    sets |= {name: bit | in_table.get(name, 0) for name, bit in parts.items()}
    played = endings(deals, cards, seed)
    rows = [Ablation(name, cost(played, on)) for name, on in sets.items()]
    return [*rows, Ablation("(all)", cost(played, sum(parts.values())))]
