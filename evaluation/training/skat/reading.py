"""The training of networks that predict the cards that are played, to infer hands from play.

See docs/skat-beliefs.md. The deals are those of ``vorhand train belief``. With the ``--work``
folder of an earlier run they are reused. There are three networks each for suit games, grand and
null: for the soloist, the defender before the soloist and the one after. Their inputs are those of
the policy.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from vorhand.agents.skat.policy_networks import READING
from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.training.skat import belief
from vorhand.evaluation.training.skat.belief import corpora, flags_held_out, read_deals
from vorhand.evaluation.training.skat.policy import NAMES, packed
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.extras import require

_RATE = 3e-3


@dataclass(frozen=True)
class _Job:
    """One network to be fitted."""

    net: int
    corpora: tuple[tuple[Path, int, int], ...]
    settings: Settings
    seed: int


@dataclass(frozen=True)
class _Fit:
    """A fitted network.

    Attributes:
        arrays: its numbers.
        gains: three numbers for each corpus, on deals held out: the mean log probability that the
            initial network, which prefers the rule player's card, gives to the card played, the
            same for this network, and half the width of its 95% interval.
    """

    arrays: dict[str, npt.NDArray[np.int16]]
    gains: dict[str, tuple[float, float, float]]


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    require("torch")
    deals = corpora(settings, seed, workers, work)
    arrays: dict[str, npt.NDArray[np.int16]] = {}
    table = Table("network", title="log of the share of the card played; of deals held out")
    for path, _, _ in deals:
        table.add_column(f"{path.name}: rule")
        table.add_column("fitted")
    jobs = [_Job(net, deals, settings, seed) for net in range(len(NAMES))]
    for name, fit in zip(NAMES, ordered_map(_fit, jobs, workers), strict=True):
        arrays |= fit.arrays
        cells = []
        for path, _, _ in deals:
            before, after, error = fit.gains.get(path.name, (np.nan,) * 3)
            cells += [f"{before:.2f}", f"{after:.2f} ± {error:.2f}"]
        table.add_row(name, *cells)
    Console().print(table)
    count = sum(part.size for part in arrays.values())
    return [Fitted(READING, packed(arrays), "int16", (count,))]


def _fit(job: _Job) -> _Fit:
    """Fit one network to positions of all corpora in proportion to their shares."""
    from vorhand.evaluation.training.skat.policies import imitation, learning

    kept = float(job.settings["percent"])
    learned, held, shares = [], {}, []
    for path, number, share in job.corpora:
        deals = read_deals(path, number)
        out = flags_held_out(deals)
        learned.append(imitation.positions_of(deals[~out], job.net, kept, job.seed))
        shares.append(share)
        part = imitation.positions_of(deals[out], job.net, kept, job.seed)
        if len(part.card):
            held[path.name] = part
    # Take all positions of the corpus with the greatest share, and positions of the other corpora
    # in proportion as far as they have enough. A network with too many positions of one kind is
    # overconfident about that kind.
    greatest = int(np.argmax(shares))
    whole = len(learned[greatest].card) * 100 // shares[greatest]
    positions = imitation.joined(
        [part.at(slice(0, whole * n // 100)) for part, n in zip(learned, shares, strict=True)]
    )
    if not len(positions.card):
        raise TrainingError(f"{NAMES[job.net]}: no positions; expected some; ask for more deals")
    steps = max(1, int(job.settings["passes"]) * len(positions.card) // imitation.BATCH)
    net = imitation.fit(positions, steps, _RATE, job.seed)
    start = learning.PolicyNet(imitation.FORM)
    gains = {}
    for name, part in held.items():
        mean, error = imitation.likelihood(net, part)
        gains[name] = (imitation.likelihood(start, part)[0], mean, 1.96 * error)
    return _Fit(net.arrays(NAMES[job.net]), gains)


_DEALS = ("deals", "search", "search_deals", "search_share", "deals_from")

TRAINING = Training(
    summary="networks of which cards are played, to the deals of belief",
    files=(READING,),
    settings={
        **{name: belief.TRAINING.settings[name] for name in _DEALS},
        "percent": 100,
        "passes": 3,
    },
    seed=101,
    takes="two minutes after belief, with its working folder",
    run=_run,
)
