"""The fitting of the thirty linear estimators of Furtak and Buro (2011, section 4; thesis, 7.4).

There is one for each kind of game (suit or grand), leader and number of cards per hand (ten to
six). It estimates the points that the soloist still makes with open hands. The estimate is a sum of
weights, which are looked up by features of the cards
(``native/src/skat/studies/estimate_features.hpp``). The exact values
are those of positions of self-play. Weights are fitted by stochastic gradient descent to squared
errors, with each error clipped (the papers' variant bdd). A weight is fitted only if its feature
occurs at least `LEAST` times.

The papers had hundreds of millions of positions; here there are fewer. An estimator therefore
starts from the one with one card less, for which there are more positions because they are solved
sooner. A weight is pulled back to its start with the strength of `RIDGE` positions. The errors of
the solver's first guess are fitted in the same way, to correct that guess. The deviations on
positions held out are the scale of the margins of forward pruning.
"""

import io
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vorhand.agents.skat.evaluators.estimated import (
    FILE,
    LEADERS,
    WHICH,
    Kind,
    Which,
    as_arrays,
    linear_estimators,
)
from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.native import skat_solver, studies

Floats: TypeAlias = npt.NDArray[np.float32]

LINES = {10: 1, 9: 3, 8: 8, 7: 12, 6: 16}
"""Positions per deal, keyed by the number of cards per hand."""
LEAST = 12
RIDGE = 5.0
CLIP = 4.0
EPOCHS = 15
FREE = 5
"""Number of first passes without clipping: clipped errors converge slowly from far away."""
RATE = 0.5
_CHUNK = 500
# For every `_HELD_OUT` deals one more is held out, to measure the errors.
_HELD_OUT = 20
_UNIT = 16  # units of a deviation per point


class Positions:
    """Positions of one kind of game with the same number of cards, and their exact values.

    Attributes:
        worlds, contract, soloist, leader: arrays as in the arguments of `skat_solver.solve`.
        seat: the leader's seat, counted from the soloist.
        value: the soloist's points still to come.
    """

    def __init__(self, parts: Sequence[dict[str, np.ndarray]]) -> None:
        """Join parts, which are arrays by name, into one set of positions."""
        together = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        self.worlds, self.value = together["worlds"], together["value"]
        self.contract, self.soloist = together["contract"], together["soloist"]
        self.leader = together["leader"]
        self.seat = (self.leader - self.soloist) % 3

    @property
    def setting(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Worlds, contracts, soloists and leaders."""
        return self.worlds, self.contract, self.soloist, self.leader


def solved(job: tuple[bool, int, int, int, int]) -> dict[str, np.ndarray]:
    """Return positions of the deals first .. first + n - 1 of a seed, with their values."""
    grand, cards, seed, first, n = job
    positions = studies.self_play_positions(grand, cards, n, LINES[cards], seed, first)
    names = ("worlds", "contract", "soloist", "leader")
    parts = {name: np.asarray(part) for name, part in zip(names, positions, strict=True)}
    value = np.asarray(skat_solver.solve(*positions)[0])
    return {**parts, "value": value}


def positions_of(
    deals: int, seed: int, workers: Workers, work: Path
) -> Iterator[tuple[Kind, Positions, Positions]]:
    """Yield the positions to fit and those held out, by kind and number of cards, fewest first."""
    work.mkdir(parents=True, exist_ok=True)
    more = deals + max(1, deals // _HELD_OUT)
    kinds = list(itertools.product((False, True), sorted(LINES)))
    for kind in kinds:
        grand, cards = kind
        chunks = in_parts(more, _CHUNK)
        files = [work / f"{seed}-{grand:d}-{cards}-{first}-{n}.npz" for first, n in chunks]
        left = [k for k, file in enumerate(files) if not file.exists()]
        jobs = [(grand, cards, seed, *chunks[k]) for k in left]
        name = f"{'grand' if grand else 'suit'}, {cards} cards"
        found = ordered_map(solved, jobs, workers)
        for k, part in track(zip(left, found, strict=True), name, len(left), transient=True):
            with files[k].with_suffix(".tmp").open("wb") as file:
                np.savez(file, allow_pickle=False, **part)
            files[k].with_suffix(".tmp").replace(files[k])
        everything = [dict(np.load(file)) for file in files]
        whole = {
            name: np.concatenate([part[name] for part in everything]) for name in everything[0]
        }
        border = deals * LINES[cards]
        fitted = {name: part[:border] for name, part in whole.items()}
        held_out = {name: part[border:] for name, part in whole.items()}
        yield kind, Positions([fitted]), Positions([held_out])


def fit(indices: np.ndarray, value: np.ndarray, start: Floats, seed: int) -> Floats:
    """Return weights whose sums over the looked-up indices [n, k] approximate the values [n].

    The weight of a feature that occurs too seldom is unchanged.
    """
    counts = np.bincount(indices.ravel(), minlength=len(start))
    weights = start.copy()
    orders = np.random.default_rng(seed)
    for epoch in range(EPOCHS):
        rate = RATE * (1 - epoch / EPOCHS) + 0.02
        order = orders.permutation(len(value))
        most = CLIP if epoch >= FREE else np.inf
        _sweep(indices, value.astype(np.float32), weights, start, counts, order, rate, most)
    return weights


@numba.njit(cache=True)
def _sweep(
    indices: np.ndarray,
    value: np.ndarray,
    weights: np.ndarray,
    start: np.ndarray,
    counts: np.ndarray,
    order: np.ndarray,
    rate: float,
    clip: float,
) -> None:
    """Make one pass of gradient descent; the weights of rare features stay the same."""
    lookups = indices.shape[1]
    for i in order:
        error = value[i]
        for k in range(lookups):
            error -= weights[indices[i, k]]
        step = rate * min(max(error, -clip), clip) / lookups
        for k in range(lookups):
            w = indices[i, k]
            if counts[w] >= LEAST:
                drawn_back = rate / lookups * RIDGE / counts[w] * (weights[w] - start[w])
                weights[w] += step - drawn_back


def fitted(
    deals: int, seed: int, workers: Workers, work: Path
) -> tuple[dict[str, np.ndarray], Table]:
    """Return weights and deviations of all estimators, and their errors on positions held out."""
    arrays: dict[str, np.ndarray] = {}
    errors = Table(box=None, title="mean error (s.d.) on positions held out, points")
    for heading in ("game", "tricks played", "leader", "positions", *WHICH):
        errors.add_column(heading, justify="left" if heading == "game" else "right")
    deviations = np.zeros((len(WHICH), 2, len(LEADERS), len(LINES)))
    start: dict[tuple[Which, bool, int], Floats] = {}
    for (grand, cards), data, test in positions_of(deals, seed, workers, work):
        size = sum(entries for _, entries, _ in studies.estimate_tables(grand))
        indices = np.asarray(studies.estimate_features(*data.setting))
        guess = np.asarray(studies.Estimators.guess().points(*data.setting)[0])
        targets: dict[Which, np.ndarray] = {"linear": data.value, "corrected": data.value - guess}
        kind = "grand" if grand else "suit"
        for seat, leader in enumerate(LEADERS):
            chosen = np.flatnonzero(data.seat == seat)
            asked = np.flatnonzero(test.seat == seat)
            cells = []
            for number, which in enumerate(WHICH):
                estimators = studies.Estimators.guess()
                if which in targets:
                    before = start.get((which, grand, seat), np.zeros(size, np.float32))
                    weights = fit(indices[chosen], targets[which][chosen], before, seed)
                    start[which, grand, seat] = weights
                    new = as_arrays(f"{which}_{kind}_{seat}_{cards}", weights)
                    estimators = linear_estimators(new, which)
                    arrays |= new
                off = clamped(estimators, test)[asked] - test.value[asked]
                if len(off):
                    deviations[number, int(grand), seat, 10 - cards] = np.sqrt(np.mean(off**2))
                cells.append(f"{np.abs(off).mean():.2f} ({off.std():.2f})" if len(off) else "")
            errors.add_row(kind, str(10 - cards), leader, str(len(chosen)), *cells)
    arrays["deviations"] = np.rint(_UNIT * deviations).astype(np.int16)
    return arrays, errors


def clamped(estimators: studies.Estimators, positions: Positions) -> npt.NDArray[np.float64]:
    """Return the estimates, clipped to the static bounds."""
    points, least, most = map(np.asarray, estimators.points(*positions.setting))
    bounded: npt.NDArray[np.float64] = np.clip(points.astype(np.float64), least, most)
    return bounded


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    arrays, errors = fitted(int(settings["deals"]), seed, workers, work / "estimators")
    Console().print(errors)
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return [Fitted(FILE, file.getvalue(), "int16", (sum(a.size for a in arrays.values()),))]


TRAINING = Training(
    summary="linear estimators of the Skat solver's values, for forward pruning, from self-play",
    files=(FILE,),
    settings={"deals": (40, 9_500)},
    seed=1,
    takes="about 6 minutes of one core",
    run=_run,
)
