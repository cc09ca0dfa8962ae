"""Furtak's thesis (2013), section 6.3: size of paranoid bidding tables, from a sample of hands.

A line belongs to ten cards in a seat. It holds the result that the soloist can guarantee for each
possible skat, each discard and each trump game, and at its end five values for hand games. A value
is one byte: 0 no win is certain, 1 the game is won, 2 with schneider, 3 with all points, 9 not
settled. Skats, and the 66 discards from twelve cards, are pairs of cards in ascending order;
contracts are 0 to 4.

The thesis stores one line per hand, compressed in blocks of ten lines: over 200 times smaller, at
most 5 GiB for three seats. Here hands are random, and with fewer than 231 `skats` a line has only
some of them. Processor time is not stored in the journal; a value takes about 0.2 milliseconds.
"""

import bz2
import random
from collections.abc import Sequence

import numpy as np

from vorhand.evaluation.arena.estimates import on_log_scale, ratio, share
from vorhand.evaluation.papers.framework import Experiment, Settings, each
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, Verdict, above
from vorhand.games.skat.cards import card_set, pairs_of
from vorhand.games.skat.paranoid import SCHNEIDER, WON
from vorhand.native.skat import card_points
from vorhand.native.skat_solver import unlosable

UNSETTLED = 9
SKATS, DISCARDS, GAMES = 231, 66, 5
LENGTH = (SKATS * DISCARDS + 1) * GAMES

_ALL = 0xFFFFFFFF
_ASKED = (WON, SCHNEIDER, card_points(_ALL))


def skats_of(hand: int) -> list[int]:
    """Return the possible skats for ten cards, in the order of a line."""
    return pairs_of(_ALL & ~hand)


def line(hand: int, seat: int, skats: Sequence[int], nodes: int) -> bytes:
    """Return the values of a hand: 66 x 5 bytes for each of these skats, and five for hand games.

    A win that takes more than this number of nodes is not settled; a higher result counts only if
    it is settled within as many nodes.
    """
    values = bytearray()
    for skat in skats:
        twelve = hand | skat
        for away in pairs_of(twelve):
            values += bytes(_sure_of(k, twelve & ~away, away, seat, nodes) for k in range(GAMES))
    return bytes(values) + bytes(_sure_of(k, hand, 0, seat, nodes) for k in range(GAMES))


def _sure_of(contract: int, own: int, away: int, seat: int, nodes: int) -> int:
    unseen = _ALL & ~own & ~away
    may, holds, leader = (unseen, unseen), (10, 10), -seat % 3
    for level, points in enumerate(_ASKED):
        need = points - card_points(away)
        verdict, _ = unlosable(contract, own, unseen, may, holds, leader, [], "points", need, nodes)
        if verdict != 1:
            return UNSETTLED if verdict < 0 and level == 0 else level
    return len(_ASKED)


_BLOCK = 10  # lines compressed together
_HANDS = 8_164_748  # number of hands, up to the symmetries of the thesis
_SMALLER_IN_THESIS = 200
_GIB = 2**30


def _work(job: Job) -> list[int]:
    """Return four counts of a block: bytes, compressed bytes, sure values, unsettled values."""
    seed, block, skats, nodes = job
    rng = random.Random(f"{seed} {block}")
    lines = b""
    for _ in range(_BLOCK):
        hand = card_set(rng.sample(range(32), 10))
        lines += line(hand, rng.randrange(3), sorted(rng.sample(skats_of(hand), skats)), nodes)
    sure = sum(1 <= value < UNSETTLED for value in lines)
    return [len(lines), len(bz2.compress(lines)), sure, lines.count(UNSETTLED)]


def _report(settings: Settings, results: list[list[int]]) -> Report:
    whole = settings.count("skats") == SKATS
    before, after, sure, unsettled = np.array(results, np.float64).T
    smaller = on_log_scale(ratio(before, after))
    gib = on_log_scale(ratio(after, before)) * (3 * _HANDS * LENGTH / _GIB)
    rows = [
        Row("times smaller when compressed", smaller, None, 0),
        Row("GiB of all lines of three seats", gib, None, 0, "the thesis: at most 5"),
        Row("values that are sure, %", share(sure, before) * 100),
        Row("values not settled, %", share(unsettled, before) * 100),
    ]
    finding = Finding(
        f"lines become more than {_SMALLER_IN_THESIS} times smaller",
        above(smaller, _SMALLER_IN_THESIS) if whole else Verdict.UNDECIDED,
        ("" if whole else "short lines, of some skats only, are less redundant: ")
        + f"{smaller.value:.0f} ({smaller.low:.0f} to {smaller.high:.0f}) times, in blocks of ten",
    )
    return Report("Lines of paranoid bidding tables, a sample", rows, [finding])


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, section 6.3",
    {"blocks": (6, 40), "skats": (4, 231), "nodes": (100, 1000)},
    each("blocks", "skats", "nodes"),
    _work,
    _report,
    unit="blocks",
    why="Too few blocks.",
)
