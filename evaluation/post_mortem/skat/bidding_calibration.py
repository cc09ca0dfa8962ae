"""Kermit's probabilities of winning the games of any players, compared with the outcomes."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from rich.progress import track

from vorhand.agents.skat.bidding.kermit import (
    THRESHOLD,
    FirstLead,
    Players,
    compiled_kermit,
    game_worth,
)
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.skat.outcomes import card_play, true_world
from vorhand.agents.spec import Spec
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.training.skat_compiled_games import own_table
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.auction import highest_bids
from vorhand.games.skat.contracts import NULL, OUVERT, PLAIN
from vorhand.games.skat.view import observe
from vorhand.native import skat_monte_carlo
from vorhand.native.skat import Deal, Phase

Floats: TypeAlias = npt.NDArray[np.float64]
Job = TypeVar("Job")

_JOB_DEALS = 100
_CHANCE_MOVES = 3  # the mark of chance in Deal.history_players


class Foreseen(NamedTuple):
    """A declared game, its estimated probability of success, and its outcome."""

    kind: int  # one of Kermit's `KINDS`
    # probability, estimated at the first lead, of at least 61 card points; at null, of no trick
    chance: float
    won: bool


def foreseen(deals: Iterable[PlayedDeal], against: Players = "rule") -> Iterator[Foreseen]:
    """Yield the declared games with a known end; estimates are learned from games of `against`."""
    worth = game_worth(against)
    for played in deals:
        won = _won(played)
        lead = first_lead(played.deal)
        if lead is not None and won is not None:
            yield Foreseen(lead.kind, float(lead.chances(worth)[0]), won)


def foreseen_replayed(
    deals: Iterable[PlayedDeal], seed: int, against: Players, cards: str, workers: Workers = 1
) -> list[Foreseen]:
    """Return the declared games of the deals, with all of their cards played again.

    So the choice of games is examined separately from the card play of the players who chose. Games
    with an unknown end are included, unlike in `foreseen`. As in the games behind the
    probabilities, nothing is announced except null ouvert, and nothing is overbid. Players that
    infer from bids get the real ones.

    Raises:
        SpecError, AgentError: there is no such player, or it is not compiled.
    """
    kept = (played.deal for played in deals)
    parts = iter(lambda: list(itertools.islice(kept, _JOB_DEALS)), [])
    jobs = [(part, seed, n * _JOB_DEALS, against, cards) for n, part in enumerate(parts)]
    return _of_all(_replayed, jobs, workers)


def _replayed(job: tuple[list[Deal], int, int, Players, str]) -> list[Foreseen]:
    deals, seed, first, against, cards = job
    worth, player = game_worth(against), compiled_player(Spec.parse(cards))
    found = []
    for number, deal in enumerate(deals, first):
        lead = first_lead(deal)
        if lead is not None:
            won = _plays_and_wins(deal, player, seed + number)
            found.append(Foreseen(lead.kind, float(lead.chances(worth)[0]), won))
    return found


def _plays_and_wins(deal: Deal, player: skat_monte_carlo.Player, seed: int) -> bool:
    """Return True if the soloist wins when this player plays all cards again."""
    standing = deal.beginning()
    for action in deal.history:
        if standing.phase == Phase.PLAY:
            break
        standing.apply(action)
    seen = observe(standing, standing.player)
    level = OUVERT if deal.contract == NULL and deal.level == OUVERT else PLAIN
    play = card_play(replace(seen, level=level, bid=0))
    world = true_world(standing)
    lead = player.choose(play, world, seed)
    outcomes = skat_monte_carlo.played_out(play, world, player, seed, moves=1 << lead)
    outcome = int(np.asarray(outcomes)[0, lead])
    if outcome == skat_monte_carlo.TOOK_NONE:
        return False
    return _is_won(deal.contract, outcome, outcome)  # at null: the soloist's first trick, or 0


def foreseen_at_table(
    deals: int, seed: int, against: Players, cards: str, workers: Workers = 1
) -> list[Foreseen]:
    """Return the games of three compiled players who bid by Kermit's probabilities."""
    jobs = [
        (min(_JOB_DEALS, deals - at), seed, at, against, cards)
        for at in range(0, deals, _JOB_DEALS)
    ]
    return _of_all(at_table, jobs, workers)


def _of_all(
    task: Callable[[Job], list[Foreseen]], jobs: list[Job], workers: Workers
) -> list[Foreseen]:
    played = track(ordered_map(task, jobs, workers), "deals", total=len(jobs), transient=True)
    return [game for part in played for game in part]


def at_table(job: tuple[int, int, int, Players, str]) -> list[Foreseen]:
    """Return the games of a job, which is: number of deals, seed, first deal, against and cards."""
    deals, seed, first, against, cards = job
    worth, bidder = game_worth(against), compiled_kermit(THRESHOLD, against)
    return [
        Foreseen(lead.kind, float(lead.chances(worth)[0]), _is_won(lead.contract, points, tricks))
        for _, lead, points, tricks in own_table(bidder, cards, seed, first, deals)
    ]


def first_lead(deal: Deal) -> FirstLead | None:
    """Return the game of a deal at its first lead.

    Return None without a contract, or if the deal began after the first trick.
    """
    if deal.contract < 0:
        return None
    hand = deal.hand(deal.soloist) | deal.played(deal.soloist)
    if hand.bit_count() < 10:  # the deal began as a position after the first trick
        return None
    return FirstLead(
        deal.contract,
        deal.contract == NULL and deal.level == OUVERT,
        hand,
        0 if deal.hand_game else deal.skat,
        deal.soloist,
        _bids_beside(deal),
        deal.hand_game,
    )


def _won(played: PlayedDeal) -> bool | None:
    """Return True if the soloist won: by the final points or tricks, else as recorded, if at all.

    None: the deal ended early, and the record does not tell.
    """
    if not played.deal.is_over:
        return played.won
    result = played.deal.result()
    return _is_won(result.contract, result.points, result.tricks)


def _is_won(contract: int, points: int, tricks: int) -> bool:
    return tricks == 0 if contract == NULL else points > 60


def _bids_beside(deal: Deal) -> tuple[int, int]:
    """Return the highest bids to the soloist's left and right, 0: none or unknown."""
    moves = zip(deal.history_players, deal.history, strict=True)
    bids = highest_bids(move for move in moves if move[0] != _CHANCE_MOVES)
    return bids[(deal.soloist + 1) % 3], bids[(deal.soloist + 2) % 3]
