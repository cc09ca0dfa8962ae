"""Nodes and time of the exact search of trick-taking games, with and without the learned order."""

import time
from typing import NamedTuple

from vorhand.evaluation.equilibrium.tricks import position

_FIRST_SEED = 5_000_000  # the shipped order was learned from deals with seeds of at least 10^9


class Saved(NamedTuple):
    """Nodes and processor seconds, with the learned order and without it."""

    deals: int
    nodes: tuple[int, int]
    seconds: tuple[float, float]


def saved(name: str, deals: int, cards: int) -> Saved:
    """Measure an ending of each of this many deals, if it has one; see `position`."""
    drawn = (position(name, _FIRST_SEED + number, cards) for number in range(deals))
    reached = [each for each in drawn if each is not None]
    nodes, seconds = [0, 0], [0.0, 0.0]
    for play, hands in reached:
        for without in (0, 1):
            times = []
            for _ in range(2):  # the first run may have to allocate memory
                started = time.process_time()
                found = play.nodes(hands, learned_order=not without)
                times.append(time.process_time() - started)
            nodes[without] += found
            seconds[without] += min(times)
    return Saved(len(reached), (nodes[0], nodes[1]), (seconds[0], seconds[1]))
