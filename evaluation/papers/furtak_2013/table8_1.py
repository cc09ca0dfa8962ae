"""Furtak's thesis (2013), tables 8.1 and 8.2: the size of look-up tables for trump games.

The sizes are computed, and no table is built. The content and savings of our tables are in
docs/skat-tables.md.
"""

from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row, exact
from vorhand.evaluation.training.skat_table_index import ownerships, splits, valuations

# The figures of the thesis by cards per hand, in the order of `_NAMES`.
_PAPER = {
    1: (6, 7, 7, 378, 137),
    2: (90, 23, 25, 16_898, 4_909),
    3: (1_680, 50, 56, 200_146, 53_892),
    4: (34_650, 79, 92, 870_300, 228_208),
    5: (756_756, 97, 113, 1_647_718, 428_129),
    6: (17_153_136, 93, 109, 1_452_283, 378_044),
    7: (399_072_960, 70, 80, 588_274, 155_173),
    8: (9_465_511_770, 40, 45, 99_362, 27_231),
    9: (227_873_431_500, 16, 17, 5_641, 1_718),
    10: (5_550_996_791_340, 4, 4, 73, 32),
}
_NAMES = ("ownerships", "splits, suit", "splits, grand", "valuations, suit", "valuations, grand")


def _work(job: Job) -> list[int]:
    (cards,) = job
    return [
        ownerships(cards),
        len(splits("suit", cards)),
        len(splits("grand", cards)),
        valuations("suit", cards),
        valuations("grand", cards),
    ]


def _report(settings: Settings, results: list[list[int]]) -> Report:
    rows = [
        Row(f"{name}, {cards} cards", exact(ours), paper, 0)
        for (cards, papers), counts in zip(_PAPER.items(), results, strict=True)
        for name, ours, paper in zip(_NAMES, counts, papers, strict=True)
    ]
    return Report("What tells positions at the start of a trick apart", rows)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, tables 8.1 and 8.2 (Furtak and Buro 2011, table 1)",
    {},
    lambda settings: [[cards] for cards in _PAPER],
    _work,
    _report,
    unit="sizes of hands",
    why="The sizes follow from the rules and are counted.",
)
