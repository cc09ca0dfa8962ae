"""The training games of Kermit's bidding, for each kind of player.

For each kind of player this module defines the card players, the choice of games, their number, and
their division between nets, curves and comparison.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.progress import track

from vorhand.agents.skat.beliefs.card_location import file_name
from vorhand.agents.skat.bidding.kermit import THRESHOLD, Players
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.skat.policy_networks import FILE as POLICY
from vorhand.agents.skat.policy_networks import READING
from vorhand.agents.spec import Spec
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.training.skat_compiled_games import own_table
from vorhand.evaluation.training.skat_learned import learned
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.contracts import NULL
from vorhand.native.skat_kermit import MOST_ROWS, NO_ROW, GameWorth, Kermit, rows
from vorhand.native.skat_kermit import lessons as played_lessons

CHUNK = 100
"""The number of deals per job."""

_FEWEST = 10  # deals per batch

# Last digits of the deals held out, then of those for the curves; all other deals train the nets.
_FOR_NETS: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
_FOR_CURVES = ((0, 1, 2), tuple(range(3, 10)))
_FOR_CURVES_ALONE: tuple[tuple[int, ...], tuple[int, ...]] = ((), tuple(range(10)))
_FOR_CURVES_BUT_A_TENTH = ((0,), tuple(range(1, 10)))
_FOR_NETS_AND_CURVES: tuple[tuple[int, ...], tuple[int, ...]] = ((), (0,))

_READER = "pimc(worlds=20,values=levels,belief=by_role)"
_QUICK_READER = "pimc(worlds=10,values=levels,belief=by_role)"
_NULL_READER = "pimc(worlds=40,doubt=1.0,belief=by_role)"


class Batch(NamedTuple):
    """Games of one card player in all seats.

    Attributes:
        player: the spec of the card player.
        games: how games are chosen. For `own table` three players bid by the probabilities so far,
            for `rule players'` three rule players bid; of both only trump games are used.
        share: number of deals, relative to the training's number.
        held_out: last digits of the deals on which probabilities are compared.
        set_apart: last digits of deals for the curves; the remaining ones train the nets.
        one_in: one in this many games is played. The games of a deal are dependent: fewer games
            from more deals contain more information.
        best_discards: True to discard the best cards always instead of mostly.
    """

    player: str
    games: Literal["all", "trump", "null", "own table", "rule players'"] = "all"
    share: float = 1.0
    held_out: tuple[int, ...] = (0,)
    set_apart: tuple[int, ...] = (1, 2)
    one_in: int = 1
    best_discards: bool = False


class Lessons(NamedTuple):
    """The training games of one file."""

    batches: tuple[Batch, ...]
    # True if the defenders' bids are those of an auction; False if they are the highest bids that
    # the defenders would make, which a soloist seldom learns
    auctions: bool
    # games for further training of the nets after the rounds, one item per step, the last step
    # first. The last step has the games of the best players, and the curves are fitted to them.
    # Empty: no further training.
    more: tuple[tuple[Batch, ...], ...]
    again: tuple[Batch, ...]  # games for a second fit of the curves at the end; may be empty
    early: float  # share of the deals that each round before the last uses
    width: int  # columns of the nets
    games: int  # games per step of the fit
    epochs: int  # number of epochs of the fit
    decay: float  # weight of the penalty on squared rows

    @property
    def compared(self) -> tuple[Batch, ...]:
        """The games on which the final probabilities are compared."""
        return tuple(batch for batch in self.again or self.batches if batch.held_out)


LESSONS: dict[Players, Lessons] = {
    "rule": Lessons(
        batches=(Batch("rule"),),
        auctions=False,
        more=(),
        again=(),
        early=1.0,
        width=16,
        games=1024,
        epochs=4,
        decay=8e-6,
    ),
    "policy": Lessons(
        batches=(
            Batch("policy", "trump", 4.0, *_FOR_NETS),
            Batch(_READER, "trump", 1 / 30, *_FOR_CURVES),
            Batch("pimc(worlds=10,doubt=1.0,belief=by_role)", "null", 1.0, *_FOR_NETS),
            Batch(_NULL_READER, "null", 0.2, *_FOR_CURVES),
        ),
        auctions=True,
        more=(
            (
                Batch(_READER, "trump", 2 / 3, *_FOR_NETS_AND_CURVES, 16, True),
                Batch(_NULL_READER, "null", 2 / 3, *_FOR_NETS_AND_CURVES, 16, True),
                Batch(_READER, "own table", 1.0, *_FOR_NETS_AND_CURVES),
                Batch(_QUICK_READER, "trump", 2.0, *_FOR_NETS_AND_CURVES, 16),
            ),
            (Batch("policy", "trump", 4.0, *_FOR_NETS),),
        ),
        again=(
            Batch(_READER, "trump", 1 / 3, *_FOR_CURVES, 16, True),
            Batch(_NULL_READER, "null", 1 / 3, *_FOR_CURVES, 16, True),
            Batch(_READER, "own table", 2 / 3, *_FOR_CURVES_ALONE),
        ),
        early=0.25,
        width=32,
        games=2048,
        epochs=6,
        decay=2e-5,
    ),
}
"""The recipes by kind of player.

For `policy`: policies play many games in little time, so the nets are trained on their games, and
trained further on more of them. Fewer games of players who search and infer hands from play come
last, and the curves are fitted to such games. Some of these games are chosen like those of the
policies; others result from an auction of three players, because games that are bid are mostly
overestimated. All null games are played by players who search, because policies defend them badly.
"""


GAMES_OF_OTHERS = (Batch(_READER, "rule players'", 1.0, *_FOR_CURVES_BUT_A_TENTH),)
"""Trump games that rule players bid, played by players to whose games the curves are fitted."""


class Games(NamedTuple):
    """Games, one row each."""

    kind: npt.NDArray[np.uint8]  # [n], of `KINDS`
    rows: npt.NDArray[np.uint16]  # [n, 12], indices of the rows of the net, padded with `NO_ROW`
    outcome: npt.NDArray[np.uint8]  # [n], bits: won, schneider made, schwarz made
    deal: npt.NDArray[np.uint32]  # [n], the number of the deal

    def where(self, chosen: npt.NDArray[np.bool_]) -> Games:
        """Return some of the games."""
        return Games(self.kind[chosen], self.rows[chosen], self.outcome[chosen], self.deal[chosen])


def _play(job: tuple[int, int, int, bytes, Batch, bool]) -> Games:
    count, seed, first, worth, batch, auctions = job
    if batch.games == "own table":
        return _at_table(Kermit(THRESHOLD, GameWorth(worth)), count, seed, first, batch.player)
    if batch.games == "rule players'":
        return _at_table(None, count, seed, first, batch.player)
    player = compiled_player(Spec.parse(batch.player))
    chosen = GameWorth(worth) if worth else None
    how = (batch.games, auctions, batch.one_in, batch.best_discards)
    found = played_lessons(count, seed, first, chosen, player, *how)
    kind, rows, outcome, deal = found
    return Games(np.asarray(kind), np.asarray(rows), np.asarray(outcome), np.asarray(deal))


def _at_table(bidder: Kermit | None, count: int, seed: int, first: int, cards: str) -> Games:
    """Return the trump games of three players with one bidder (None: the rule player)."""
    games = [
        game for game in own_table(bidder, cards, seed, first, count) if game.lead.contract != NULL
    ]
    looked_up = np.full((len(games), MOST_ROWS), NO_ROW, np.uint16)
    for row, game in zip(looked_up, games, strict=True):
        found = rows(*game.lead)
        row[: len(found)] = found
    outcomes = (
        (game.points > 60) + 2 * (game.points >= 90) + 4 * (game.tricks == 10) for game in games
    )
    return Games(
        np.array([game.lead.kind for game in games], np.uint8),
        looked_up,
        np.fromiter(outcomes, np.uint8, len(games)),
        np.array([game.number for game in games], np.uint32),
    )


def play(
    player: Players,
    batch: Batch,
    deals: range,
    seed: int,
    worth: bytes,
    workers: Workers,
    work: Path | None = None,
) -> Games:
    """Play the deals and return the games.

    `worth` holds the nets learned so far, which choose the games; if it is empty, the rule player
    chooses them. Games are stored in the folder `work` and reused after an interruption.
    """
    auctions, networks = LESSONS[player].auctions, learned(POLICY, READING, file_name("bdci"))
    how = (batch.player, batch.games, batch.one_in, batch.best_discards)
    named = repr((how, auctions, networks, seed, worth))
    name = hashlib.sha256(named.encode()).hexdigest()[:12]
    parts = [deals[at : at + CHUNK] for at in range(0, len(deals), CHUNK)]
    jobs = [(len(part), seed, part.start, worth, batch, auctions) for part in parts]
    kept = [work / f"bidding-{name}-{first}-{n}.npz" if work else None for n, _, first, *_ in jobs]
    missing = [job for job, path in zip(jobs, kept, strict=True) if not (path and path.exists())]
    played = ordered_map(_play, missing, workers)
    found = []
    for path in track(kept, f"games of {batch.player}", total=len(jobs), transient=True):
        if path and path.exists():
            with np.load(path) as stored:
                found.append(Games(*(stored[field] for field in Games._fields)))
            continue
        found.append(next(played))
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                np.savez_compressed(file, **found[-1]._asdict())
    return joined(found)


def joined(parts: Sequence[Games]) -> Games:
    """Join several sets of games."""
    return Games(*map(np.concatenate, zip(*parts, strict=True)))


class Parts(NamedTuple):
    """Games that train the nets, games for the curves, and games for comparing probabilities."""

    seen: Games
    set_apart: Games
    held_out: Games


def games_of_round(
    player: Players,
    batches: Sequence[Batch],
    deals: int,
    seed: int,
    worth: bytes,
    workers: Workers,
    kept: Path | None,
    first: int = 0,
) -> Parts:
    """Return the games of a round; no two batches play the same deals.

    A batch with share 1 has `deals` deals. Games are chosen by the nets, or by the rule player if
    there are none, and stored in the folder `kept`.
    """
    parts = []
    for batch in batches:
        n = _deals_of(batch, deals)
        games = play(player, batch, range(first, first + n), seed, worth, workers, kept)
        first += n
        apart, held = (np.isin(games.deal % 10, of) for of in (batch.set_apart, batch.held_out))
        parts.append(tuple(games.where(part) for part in (~(apart | held), apart, held)))
    return Parts(*map(joined, zip(*parts, strict=True)))


def _deals_of(batch: Batch, deals: int) -> int:
    return max(round(deals * batch.share), _FEWEST)


def games_of_steps(
    player: Players, deals: int, seed: int, worth: bytes, workers: Workers, kept: Path | None
) -> list[Parts]:
    """Return the games of all steps of further training; no two steps play the same deals."""
    steps, first = [], 0
    for batches in LESSONS[player].more:
        steps.append(games_of_round(player, batches, deals, seed, worth, workers, kept, first))
        first += sum(_deals_of(batch, deals) for batch in batches)
    return steps


def fresh_games(
    player: Players, deals: int, seed: int, worth: bytes, workers: Workers = 1
) -> Games:
    """Return new games for comparing probabilities, of this many deals of each batch."""
    batches = LESSONS[player].compared
    return joined([play(player, batch, range(deals), seed, worth, workers) for batch in batches])
