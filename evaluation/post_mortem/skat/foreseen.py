"""The chances that Kermit's bidding gives to games of any players, and what came of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from rich.progress import track

from vorhand.agents.skat.bidding.kermit import Fact, Players, compiled_kermit, game_worth
from vorhand.agents.skat.compiled import compiled_player
from vorhand.agents.skat.outcomes import card_play, true_world
from vorhand.agents.spec import Spec
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.auction import limits
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT, PLAIN
from vorhand.games.skat.view import observe
from vorhand.native import skat_monte_carlo
from vorhand.native.skat import Deal, Phase, bid_values
from vorhand.native.skat_kermit import GameWorth, games

Floats: TypeAlias = npt.NDArray[np.float64]
Job = TypeVar("Job")

_THRESHOLD = 0.6  # Kermit's usual one
_JOB_DEALS = 100
_CHANCE_MOVES = 3  # how Deal.history_players writes chance


class Foreseen(NamedTuple):
    """A game, its chance at the first lead, and what came of it.

    Attributes:
        kind: of Kermit's `KINDS`.
        chance: to win it with 61 card points, null: without a trick.
        won: whether it was.
    """

    kind: int
    chance: float
    won: bool


def foreseen(deals: Iterable[PlayedDeal], against: Players = "rule") -> Iterator[Foreseen]:
    """The games of the deals that were declared, and whose end is known.

    Args:
        deals: played by anybody.
        against: the players in whose games the chances came true.
    """
    worth = game_worth(against)
    for played in deals:
        won = _won(played)
        found = chances_of(played.deal, worth)
        if found is not None and won is not None:
            kind, chances = found
            yield Foreseen(kind, float(chances[0]), won)


def foreseen_replayed(
    deals: Iterable[PlayedDeal], seed: int, against: Players, cards: str, workers: Workers = 1
) -> list[Foreseen]:
    """The declared games of the deals, all of their cards played anew.

    So the choice of the games, which others made, is told apart from how they played them. Games
    whose end nobody knows are among them, unlike in `foreseen`. As for the chances, nothing is
    announced but ouvert, and nothing is overbid; who reads bids finds those that were made.

    Args:
        deals: played by anybody.
        seed: of the players.
        against: the players in whose games the chances came true.
        cards: spec of the compiled player of the cards, in all seats.
        workers: who plays.

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
        begun = chances_of(deal, worth)
        if begun is not None:
            won = _plays_and_wins(deal, player, seed + number)
            found.append(Foreseen(begun[0], float(begun[1][0]), won))
    return found


def _plays_and_wins(deal: Deal, player: skat_monte_carlo.Player, seed: int) -> bool:
    """Whether the soloist wins when this player plays all cards anew."""
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
    return _is_won(deal.contract, outcome, outcome)  # of null games: the trick lost, 0: none


def foreseen_at_table(
    deals: int, seed: int, against: Players, cards: str, workers: Workers = 1
) -> list[Foreseen]:
    """The games of deals that three compiled players bid by these chances themselves.

    Args:
        deals: how many.
        seed: of the deals.
        against: the players in whose games the chances came true.
        cards: spec of the compiled player of the cards, in all seats.
        workers: who plays.
    """
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
    """The games of deals of a seed: how many, the seed, the first, chances and cards as above."""
    deals, seed, first, against, cards = job
    worth, bidder = game_worth(against), compiled_kermit(_THRESHOLD, against)
    players = [compiled_player(Spec.parse(cards))] * 3
    _, facts, records = games([bidder] * 3, deals, seed, first, players)
    found = []
    for fact, row in zip(np.asarray(facts).tolist(), np.asarray(records), strict=True):
        soloist, contract, level, from_hand = fact[:4]
        if soloist < 0:
            continue
        deal = row.view(DEAL)[0]
        hand, skat = int(deal["cards"][soloist]), int(deal["cards"][3])
        left, right = (int(deal["bids"][(soloist + k) % 3]) for k in (1, 2))
        kind, chances = _chances(
            worth, contract, level, hand, skat, soloist, (left, right), bool(from_hand)
        )
        won = _is_won(contract, fact[Fact.POINTS], fact[Fact.TRICKS])
        found.append(Foreseen(kind, float(chances[0]), won))
    return found


def chances_of(deal: Deal, worth: GameWorth) -> tuple[int, Floats] | None:
    """The kind of a deal's game and its chances at the first lead; None if there is no such.

    Returns:
        Of Kermit's `KINDS`; to win, to make schneider and schwarz [3].
    """
    if deal.contract < 0:
        return None
    hand = deal.hand(deal.soloist) | deal.played(deal.soloist)
    if hand.bit_count() < 10:  # a position
        return None
    beside = _bids_beside(deal)
    return _chances(
        worth, deal.contract, deal.level, hand, deal.skat, deal.soloist, beside, deal.hand_game
    )


def _chances(
    worth: GameWorth,
    contract: int,
    level: int,
    hand: int,
    skat: int,
    soloist: int,
    bids: tuple[int, int],
    from_hand: bool,
) -> tuple[int, Floats]:
    ouvert = contract == NULL and level == OUVERT
    held, away = (np.array([cards], np.uint32) for cards in (hand, 0 if from_hand else skat))
    chances = worth.chances(contract, ouvert, held, away, soloist, bids, from_hand)
    kind = (0 if contract < GRAND else 1) if contract != NULL else 2 + ouvert
    return kind, np.asarray(chances[0], np.float64)


def _won(played: PlayedDeal) -> bool | None:
    """By card points or tricks alone where the deal was played out, else as recorded."""
    if not played.deal.is_over:
        return played.won
    result = played.deal.result()
    return _is_won(result.contract, result.points, result.tricks)


def _is_won(contract: int, points: int, tricks: int) -> bool:
    return tricks == 0 if contract == NULL else points > 60


def _bids_beside(deal: Deal) -> tuple[int, int]:
    """Highest bids of the players to the soloist's left and right, 0: none or unknown."""
    moves = zip(deal.history_players, deal.history, strict=True)
    held = [value for value, _ in limits(move for move in moves if move[0] != _CHANCE_MOVES)]
    values = [*bid_values(), 0]
    left, right = ((deal.soloist + k) % 3 for k in (1, 2))
    return values[held[left]], values[held[right]]
