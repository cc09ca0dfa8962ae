"""The data of `knn`: hands, each with its value in one deal played with open cards.

Each kind of game has a fixed share of the hands. In a random deal, the soloist is the player with
the best hand by the rule player's estimate, or sometimes any player. The contract is the best of
the kind by the same estimate. The soloist discards the rule player's choice or any two side cards,
or plays from the hand. The number of neighbours is chosen on hands held out.
"""

import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vorhand.agents.skat.bidding.knn import (
    FILE,
    GRANDS,
    HAND,
    NEIGHBOURS,
    NULLS,
    SUIT_GAMES,
    Floats,
    Knowledge,
    Masks,
    features,
)
from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.cards import card_set, pairs_of
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.native.skat import card_points, hand_chances, trump_mask
from vorhand.native.skat_solver import solve

KINDS = ("suit", "grand", "null")
_CONTRACTS = {SUIT_GAMES: (0, 1, 2, 3), GRANDS: (GRAND,), NULLS: (NULL,)}
_SHARES = (5, 3, 2)  # hands of each kind in ten
_FROM_HAND, _ANY_DISCARDS, _BEST_SEAT = 0.2, 0.3, 0.6
# For every `_HELD_OUT` hands one more is held out, to choose k and to measure the error.
_HELD_OUT = 10
_KS = (1, 5, 10, 20, 40, 80, 160)
CHUNK = 100
"""The number of hands per job."""


def label(job: tuple[int, int, int]) -> np.ndarray:
    """Return the labelled hands first .. first + n - 1 of a seed; the job is (seed, first, n)."""
    seed, first, n = job
    hands = np.zeros(n, HAND)
    for k in range(n):
        hands[k] = _hand(np.random.default_rng((seed, first + k)), first + k)
    return hands


def _hand(rng: np.random.Generator, number: int) -> tuple[int, int, list[int]]:
    kind = int(np.searchsorted(np.cumsum(_SHARES), number % sum(_SHARES), side="right"))
    cards = rng.permutation(32)
    hands = [card_set(cards[10 * k : 10 * k + 10].tolist()) for k in range(3)]
    skat = card_set(cards[30:].tolist())
    from_hand = rng.random() < _FROM_HAND
    any_discards = rng.random() < _ANY_DISCARDS
    seats = range(3) if rng.random() < _BEST_SEAT else [int(rng.integers(3))]
    options: list[tuple[float, int, int, int]] = []
    for seat, contract in itertools.product(seats, _CONTRACTS[kind]):
        pairs = [0] if from_hand else _pairs(hands[seat] | skat, contract)
        away = np.array(pairs, np.uint32)
        own = np.uint32(hands[seat] if from_hand else hands[seat] | skat)
        chances = np.asarray(hand_chances(contract, own & ~away, away, seat == 0))[:, 0]
        best = int(rng.integers(len(pairs)) if any_discards else np.argmax(chances))
        options.append((float(chances[best]), contract, pairs[best], seat))
    _, contract, away_, seat = max(options)
    if not from_hand:
        hands[seat], skat = (hands[seat] | skat) & ~away_, away_
    rows = np.array([hands], np.uint32)
    value = int(np.asarray(solve(rows, contract, seat, 0, question="value")[0])[0])
    if contract != NULL:
        value += card_points(skat)
    looked_at = features(contract, _mask(hands[seat]), _mask(away_), forehand=seat == 0)
    return kind, value, looked_at[0].astype(int).tolist()


def _pairs(twelve: int, contract: int) -> list[int]:
    pairs = pairs_of(twelve)
    return [pair for pair in pairs if not pair & trump_mask(contract)] or pairs


def _mask(cards: int) -> Masks:
    return np.array([cards], np.uint32)


def errors(hands: np.ndarray, held_out: np.ndarray) -> dict[int, list[Floats]]:
    """Return for each kind the absolute errors on hands held out: of the mean, then of each k."""
    found = {}
    for kind in range(len(KINDS)):
        known, asked = (part[part["kind"] == kind] for part in (hands, held_out))
        values = known["value"].astype(float)
        true = asked["value"].astype(float)
        knowledge = Knowledge.of(known["features"].astype(float), values)
        most = min(max(_KS), len(known))
        nearest = knowledge.nearest(asked["features"].astype(float), most)
        found[kind] = [np.abs(values.mean() - true)]
        found[kind] += [np.abs(nearest[:, :k].mean(axis=1) - true) for k in _KS if k <= most]
    return found


def report(found: dict[int, list[Floats]]) -> Table:
    """Return a table of mean errors by the number of neighbours."""
    summary = Table(box=None, title="mean distance from the open-hand value, hands held out")
    summary.add_column("")
    for name in ("hands", "mean", *(f"k={k}" for k in _KS)):
        summary.add_column(name, justify="right")
    for kind, parts in found.items():
        digits = 2 if kind != NULLS else 3
        cells = [f"{part.mean():.{digits}f}" for part in parts]
        summary.add_row(KINDS[kind], str(len(parts[0])), *cells)
    return summary


def _run(settings: Settings, seed: int, workers: Workers, _work: Path) -> Sequence[Fitted]:
    n = int(settings["hands"])
    more = n + n // _HELD_OUT
    jobs = [(seed, *part) for part in in_parts(more, CHUNK)]
    parts = list(track(ordered_map(label, jobs, workers), "hands", len(jobs), transient=True))
    hands = np.concatenate(parts)
    console = Console()
    console.print(report(errors(hands[:n], hands[n:])))
    console.print(f"asked are {', '.join(map(str, NEIGHBOURS))} of {', '.join(KINDS)}")
    content = hands[:n].tobytes()
    return [Fitted(FILE, content, "int8", (n, HAND.itemsize))]


TRAINING = Training(
    summary="open-hand values of hands, for bidding by those most like one's own (knn)",
    files=(FILE,),
    settings={"hands": (100, 10_000)},
    seed=1,
    takes="about 3 minutes of one core",
    run=_run,
)
