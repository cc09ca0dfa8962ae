"""Solinas, Rebstock and Buro (AAAI 2019), section 3: the time for all worlds of a first lead.

Before the first lead a defender does not know 22 cards. Each of the 42,678,636 worlds gets the
product of the probabilities of its cards' places. The paper reports about two seconds for this, and
that this product takes longer than the network, which is applied once. Times depend on the
processor, so only the second statement is judged. Here the cards are divided in two halves: the
products of each half are computed once, and a world costs one multiplication.
"""

import itertools
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.beliefs.card_location import Located, shipped
from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, exact
from vorhand.evaluation.papers.skat.role_games import first_leads
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal

_AGAIN = 3  # number of repetitions, of which the fastest counts
_SIZES = (10, 10, 2)  # cards in the hands of the left and the right player, and in the skat

Floats: TypeAlias = npt.NDArray[np.float32]


def products(table: Floats, sizes: Sequence[int]) -> Iterator[Floats]:
    """Yield the products of all worlds in parts, each float32 [m, n].

    Args:
        table: the probability of each card in each place, float32 [cards, places].
        sizes: the number of cards of each place.
    """
    half = len(table) // 2
    first, second = _partial(table[:half], sizes), _partial(table[half:], sizes)
    for used, numbers in first.items():
        left = tuple(size - n for size, n in zip(sizes, used, strict=True))
        if left in second:
            yield np.outer(numbers, second[left])


def _partial(table: Floats, sizes: Sequence[int]) -> dict[tuple[int, ...], Floats]:
    """Return the products of some cards in all places, by the number of cards in each place."""
    found: dict[tuple[int, ...], Floats] = {(0,) * len(sizes): np.ones(1, np.float32)}
    for row in table:
        parts: defaultdict[tuple[int, ...], list[Floats]] = defaultdict(list)
        for (used, numbers), place in itertools.product(found.items(), range(len(sizes))):
            more = (*used[:place], used[place] + 1, *used[place + 1 :])
            if more[place] <= sizes[place]:
                parts[more].append(numbers * row[place])
        found = {used: np.concatenate(numbers) for used, numbers in parts.items()}
    return found


def _work(job: Job) -> list[float]:
    """Return the number of worlds, and the milliseconds for the network and for the products."""
    seed, number = job
    view = _lead_in_defence(seed, number)
    belief = Located(shipped("bdci"))
    hidden = card_list(view.hidden)
    places = _places(view)
    network, product = [], []
    for _ in range(1 + _AGAIN):  # the first run, which reads files, is not the fastest
        start = time.process_time()
        table = belief.shares(view)[hidden][:, places].astype(np.float32)
        between = time.process_time()
        worlds = sum(part.size for part in products(table, _SIZES))
        end = time.process_time()
        network.append(between - start)
        product.append(end - between)
    return [worlds, *(round(1000 * min(times[1:]), 3) for times in (network, product))]


def _places(view: SkatView) -> list[int]:
    """Return the columns of the players to the left and to the right, and of the skat."""
    return [(view.player + 1) % 3, (view.player + 2) % 3, 3]


def _lead_in_defence(seed: int, number: int) -> SkatView:
    """Return the view of forehand before the first card of a deal in which another plays alone."""
    leads = first_leads("any", seed, number)
    while True:
        deal = Deal()
        deal.apply_all(next(leads))
        if deal.player != deal.soloist:
            return observe(deal, deal.player)


def _report(settings: Settings, results: list[Result]) -> Report:
    worlds, network, product = np.array(results, float).T
    longer = on_log_scale(ratio(product, network))
    rows = [
        Row("worlds", exact(float(worlds.max())), digits=0, note="paper: 42 million"),
        Row("milliseconds for the products", mean(product), digits=0, note="paper: about 2,000"),
        Row("milliseconds for the network", mean(network), digits=2),
    ]
    findings = [
        Finding(
            "the products take longer than the network",
            above(longer, 1),
            f"{longer.value:.0f} times as long",
        )
    ]
    return Report(f"All worlds of a first lead, {len(results)} leads", rows, findings)


EXPERIMENT = Experiment(
    "Solinas, Rebstock and Buro (AAAI 2019), section 3: all worlds of a first lead",
    {"deals": (3, 40)},
    lambda settings: [[settings.seed, number] for number in range(settings.count("deals"))],
    _work,
    _report,
    unit="first leads",
    why="Processors and the product's algorithm differ from the paper's.",
)
