"""Counts of the hands behind bids and declarations, for Kermit's inference.

Each number is the log ratio of two frequencies of a feature: among the hands behind a bid or
declaration, and among hands as dealt. The frequency among hands as dealt is exact. `_PRIOR`
uninformative hands are added to every row, so that rare rows carry little information and no
frequency is 0.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np
from rich.progress import track

from vorhand.agents.skat.beliefs.hand_features import SCHEMES, Floats, Scheme
from vorhand.agents.skat.beliefs.ki import (
    FILE,
    TABLES,
    UNIT,
    Evidence,
    bid_evidence,
    declared_evidence,
    number_of_numbers,
)
from vorhand.agents.skat.worlds import Rows
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.skat_auctions import CHUNK, Auctions, auctions_in_parts
from vorhand.evaluation.workers.processes import Workers
from vorhand.games.skat.contracts import OUVERT
from vorhand.native.skat import bid_values

_PRIOR = 20.0


class Counts:
    """The number of hands with each feature, by scheme and by bid or declaration."""

    def __init__(self) -> None:
        self.heads = {s.name: np.zeros((TABLES[s.name], s.heads)) for s in SCHEMES}
        self.sides = {
            s.name: np.zeros((TABLES[s.name], s.tables, s.most + 1, s.codes)) for s in SCHEMES
        }

    def add(self, auctions: Auctions) -> None:
        """Count the hands in these auctions, except open ones and those without evidence."""
        hands = defaultdict(list)
        values = bid_values()
        for row, (soloist, contract, level, from_hand) in enumerate(auctions.declarations.tolist()):
            bid = values[int(auctions.held[row, soloist])]
            for seat in range(3):
                evidence: Evidence | None
                if seat != soloist:
                    evidence = bid_evidence(
                        int(auctions.held[row, seat]), int(auctions.passed[row, seat])
                    )
                elif level == OUVERT:  # everyone sees these cards
                    continue
                else:
                    evidence = declared_evidence(contract, bid, from_hand=bool(from_hand))
                if evidence is not None:
                    hands[evidence].append(auctions.hands[row, seat])
        for evidence, members in hands.items():
            self._count(evidence, np.array(members, np.uint32))

    def _count(self, evidence: Evidence, hands: Rows) -> None:
        scheme, trump, table = evidence
        parts = scheme.parts(hands, trump)
        np.add.at(self.heads[scheme.name][table], parts.head, 1)
        suits = np.arange(parts.sides.shape[1]) * scheme.by_suit
        places = np.broadcast_arrays(suits, parts.taken[:, None], parts.sides)
        np.add.at(self.sides[scheme.name][table], tuple(places), 1)

    def log_ratios(self, scheme: Scheme) -> tuple[Floats, Floats]:
        """Return the log ratios of a scheme's heads and sides, not yet in the file's unit."""
        return (
            _log_ratios(self.heads[scheme.name], scheme.head_chances()),
            _log_ratios(self.sides[scheme.name], scheme.side_chances()),
        )


def _log_ratios(counts: Floats, chances: Floats) -> Floats:
    """Return log ratios from rows of counts; 0 for features that no hand can have."""
    shares = (counts + _PRIOR * chances) / (counts.sum(axis=-1, keepdims=True) + _PRIOR)
    ratios = np.divide(shares, chances, out=np.ones_like(shares), where=chances > 0)
    return np.asarray(np.log(ratios))


def _run(settings: Settings, seed: int, workers: Workers, _work: Path) -> list[Fitted]:
    counts, deals = Counts(), int(settings["deals"])
    parts = auctions_in_parts(deals, seed, workers)
    for auctions in track(parts, "deals", total=-(-deals // CHUNK), transient=True):
        counts.add(auctions)
    return [fitted_tables(counts)]


def fitted_tables(counts: Counts) -> Fitted:
    """Return the file of the tables, from the counts."""
    numbers = np.concatenate([part.ravel() for s in SCHEMES for part in counts.log_ratios(s)])
    content = np.round(numbers / UNIT).astype("<i2").tobytes()
    return Fitted(FILE, content, "int16", (sum(map(number_of_numbers, SCHEMES)),))


TRAINING = Training(
    summary="which hands bid and declare what, for Kermit's inference (belief=ki)",
    files=(FILE,),
    settings={"deals": (2000, 60_000)},
    seed=1,
    takes="about 2 minutes of one core",
    run=_run,
)
