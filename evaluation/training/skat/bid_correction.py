"""A table that converts win rates with open hands into real win rates.

In each of many random deals, the Monte Carlo bidder finds the best game of each kind for the player
with the most promising cards, the skat included. One of these games is chosen at random and played
out by an agent in all seats. For each kind a logistic curve of the outcome over the share of worlds
won with open hands is fitted. Its values at eleven shares are the table that comes with the
package.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.optimize import minimize

from vorhand.agents import make_bot
from vorhand.agents.skat.bidding.contracts import Candidate, candidates, hand_candidates, prospects
from vorhand.agents.skat.bidding.correction import KINDS, SHARES, TABLE, kind_of, uncorrected
from vorhand.agents.skat.bidding.mc_bidder import MARGIN, look_at_ways
from vorhand.evaluation.training.framework import Fitted, Settings, Training, table
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.contracts import NULL, PLAIN, Declaration
from vorhand.games.skat.start import Start
from vorhand.games.skat.view import observe
from vorhand.native.skat import hand_chances

Floats: TypeAlias = npt.NDArray[np.float64]
Job: TypeAlias = tuple[int, int, str, int]
"""A job: seed, number of the game, agent, number of worlds."""

_LOOKS = 6
_PENALTY = 0.05  # pull of a curve towards the identity, which matters if there are few games


def play(job: Job) -> tuple[str, float, bool]:
    """Play one game; return its kind, the share of worlds won with open hands, and its outcome."""
    seed, number, agent, worlds = job
    rng = np.random.default_rng((seed, number))
    cards = rng.permutation(32)
    hands = [card_set(cards[10 * k : 10 * k + 10].tolist()) for k in range(3)]
    skat = card_set(cards[30:].tolist())
    seat = max(range(3), key=lambda k: _promise(hands[k] | skat, k))
    twelve = hands[seat] | skat
    ways = [
        (twelve, candidates(twelve, seat, _LOOKS, MARGIN, bid=0)),
        (hands[seat], hand_candidates(hands[seat], seat, MARGIN)),
    ]
    games: dict[str, tuple[float, Declaration, int]] = {}
    for own, options in ways:
        for share, declaration, discards in _examined(own, options, seat, worlds, number):
            kind = kind_of(declaration)
            if share >= games.get(kind, (0.0,))[0]:
                games[kind] = (share, declaration, discards)
    # Kinds are equally likely, so that there are enough games of rare ones.
    kind = str(rng.choice(sorted(games)))
    share, declaration, discards = games[kind]
    return kind, share, _won(hands, skat, seat, declaration, discards, agent, number)


def _promise(twelve: int, seat: int) -> float:
    """Return the probability of winning with the rule player's best contract and discards."""
    best = [
        hand_chances(way.contract, *_one(twelve & ~way.discards, way.discards), seat == 0)[0, 0]
        for way in candidates(twelve, seat, 1, 1.0, bid=0)
    ]
    return max(map(float, best))


def _one(hand: int, discards: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    return np.array([hand], np.uint32), np.array([discards], np.uint32)


def _examined(
    own: int, ways: Sequence[Candidate], seat: int, worlds: int, seed: int
) -> list[tuple[float, Declaration, int]]:
    return [
        (p.open_hand or 0.0, p.declaration, p.discards)
        for way, flags in look_at_ways(tuple(ways), own, seat, worlds, seed)
        for p in prospects(way, flags.mean(axis=0).tolist(), [1], 0, uncorrected())
        if p.declaration.contract == NULL or p.declaration.level == PLAIN
    ]


def _won(
    hands: Sequence[int],
    skat: int,
    soloist: int,
    declaration: Declaration,
    discards: int,
    agent: str,
    seed: int,
) -> bool:
    dealt = [int(hand) for hand in hands]
    if discards:
        dealt[soloist] = (dealt[soloist] | skat) & ~discards
    start = Start(
        hands=(dealt[0], dealt[1], dealt[2]),
        skat=discards or skat,
        declaration=declaration,
        soloist=soloist,
    )
    game = load_game("python_skat")
    bots = [make_bot(agent, game, seat, seed) for seat in range(3)]
    deal = start.deal()
    while not deal.is_over:
        deal.apply(bots[deal.player].explain(observe(deal, deal.player)).move)
    return bool(deal.result().won)


def fit(shares: Floats, won: Floats) -> Floats:
    """Return win rates at `SHARES` by a logistic curve over the log odds of the shares won."""
    odds = _log_odds(shares)

    def loss(parameters: Floats) -> float:
        level, slope = parameters
        likelihood = -np.logaddexp(0, np.where(won == 1, -1, 1) * (level + slope * odds)).sum()
        return float(-likelihood + _PENALTY * (level**2 + (slope - 1) ** 2))

    level, slope = minimize(loss, np.array([0.0, 1.0])).x
    rates: Floats = 1 / (1 + np.exp(-(level + max(slope, 0.0) * _log_odds(SHARES))))
    return rates


def _log_odds(shares: Floats) -> Floats:
    inside = np.clip(shares, 0.01, 0.99)
    odds: Floats = np.log(inside / (1 - inside))
    return odds


def report(games: Sequence[tuple[str, float, bool]], rates: Mapping[str, Floats]) -> Table:
    """Return a table of win rates by kind and by fifth of the share won with open hands."""
    summary = Table(box=None, title="won, of games with such a share of worlds won with open hands")
    summary.add_column("kind")
    for low in range(0, 10, 2):
        summary.add_column(f"{low / 10:.0%} to {low / 10 + 0.2:.0%}", justify="right")
    for kind in KINDS:
        shares = np.array([share for its_kind, share, _ in games if its_kind == kind])
        won = np.array([w for its_kind, _, w in games if its_kind == kind], float)
        cells = []
        for low in range(0, 10, 2):
            here = (shares >= low / 10) & (shares < low / 10 + 0.2 + (low == 8))
            curve = np.interp(low / 10 + 0.1, SHARES, rates[kind])
            mean = f"{won[here].mean():.0%}" if here.any() else "-"
            cells.append(f"{mean} of {here.sum()}, curve {curve:.0%}")
        summary.add_row(kind, *cells)
    return summary


def _run(settings: Settings, seed: int, workers: Workers, _work: Path) -> list[Fitted]:
    number_of_games, agent = int(settings["games"]), str(settings["agent"])
    jobs: list[Job] = [
        (seed, number, agent, int(settings["worlds"])) for number in range(number_of_games)
    ]
    results = ordered_map(play, jobs, workers)
    games = list(track(results, "games", total=number_of_games, transient=True))
    rates = {}
    for kind in KINDS:
        shares = np.array([share for its_kind, share, _ in games if its_kind == kind])
        won = np.array([float(w) for its_kind, _, w in games if its_kind == kind])
        rates[kind] = fit(shares, won)
    Console().print(report(games, rates))
    columns = ["kind", *(f"{share:.1f}" for share in SHARES)]
    return [table(TABLE, columns, {(kind,): rates[kind] for kind in KINDS}, digits=3)]


TRAINING = Training(
    summary="how often games are won in self-play, by how often they are with open hands",
    files=(TABLE,),
    settings={"games": (12, 3000), "worlds": (8, 40), "agent": ("rule", "mc_bidder")},
    seed=2,
    takes="about 16 minutes of one core",
    run=_run,
)
