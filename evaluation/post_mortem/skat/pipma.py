"""Post-mortem of played deals with open hands: the cards that turned a won game into a lost one.

Perfect-information post-mortem analysis (PIPMA): Long and Buro, "Real-time opponent
modeling in trick-taking card games", IJCAI 2011; Furtak, thesis 2013, chapter 9. Before and after
each card the winner with all hands open is known from the solver. A card that loses the game for
its own side is an error. The player did not see the hands and may have been right to play it, so
only rates over many deals are meaningful.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.post_mortem.skat.played_deals import (
    PlayedDeal,
    PlayedDealError,
    read_played_deal,
)
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.cards import NUM_CARDS
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.records import RecordLines
from vorhand.games.skat.worth import ALL_TRICKS, NO_TRICK, least_goal
from vorhand.native import skat_solver
from vorhand.native.skat import Deal, card_points

SOLOIST, DEFENDER = range(2)
ROLE_NAMES = ("soloist", "defenders")
KINDS = ("suit", "grand", "null")
PLAYS, CHANCES, ERRORS = range(3)
TRICKS = 10
_BATCH = 16  # deals given to a process at once

Counts: TypeAlias = npt.NDArray[np.uint8]


class JudgedPlay(NamedTuple):
    """A card judged with open hands."""

    seat: int  # the player's seat
    card: int
    trick: int  # 0 .. 9.
    was_won: bool  # True if the soloist would have won before the card, with best play of all
    # True if an error was possible: one legal card kept the win of the player's side, and another
    # gave it away
    chance: bool
    error: bool  # True if this card gave the win away


def goal_of(deal: Deal) -> int | None:
    """Return the soloist's goal in the declared game; `NO_TRICK` in null, else see `least_goal`.

    It is None if no result wins, because the soloist has overbid.
    """
    return NO_TRICK if deal.contract == NULL else least_goal(deal.result_with)


def legal_cards(deal: Deal) -> list[int]:
    """Return the cards that may be played, without claims."""
    return [action for action in deal.legal_actions() if action < NUM_CARDS]


def winning_cards(deal: Deal, goal: int | None) -> dict[int, bool]:
    """Return for each legal card whether the soloist then reaches the goal with best play."""
    legal = legal_cards(deal)
    known = deal.soloist_points + card_points(deal.skat)
    if goal is None or (goal == NO_TRICK and deal.soloist_tricks):
        return dict.fromkeys(legal, False)
    if goal == ALL_TRICKS:
        if deal.defender_tricks:
            return dict.fromkeys(legal, False)
        question, low = "moves_takes_all", 61
    elif goal == NO_TRICK:
        question, low = "moves", 61
    else:
        question, low = "moves_at_least", goal - known
        if low <= 0 or low > 120:
            return dict.fromkeys(legal, low <= 0)
    hands = np.array([[deal.hand(seat) for seat in range(3)]], np.uint32)
    setting = (deal.contract, deal.soloist, deal.leader, deal.trick)
    values = np.asarray(skat_solver.solve(hands, *setting, question, low=low)[0])[0]
    return {card: bool(values[card]) for card in legal}


def judge_plays(played: PlayedDeal) -> Iterator[JudgedPlay]:
    """Judge every card of a deal.

    Only the first position, and those in which the side to play would win, are solved.
    """
    goal = won = None
    for deal, card in played.plays():
        soloist = deal.player == deal.soloist
        if won is None:
            goal = goal_of(deal)
            cards = winning_cards(deal, goal)
            won = any(cards.values()) if soloist else all(cards.values())
        chance = error = False
        if won == soloist and len(legal_cards(deal)) > 1:
            cards = winning_cards(deal, goal)
            chance = len(set(cards.values())) == 2
            error = cards[card] != won
        yield JudgedPlay(deal.player, card, deal.tricks_played, won, chance, error)
        won ^= error


@dataclass(frozen=True)
class JudgedDeal:
    """The errors of one deal in numbers."""

    players: tuple[str, str, str]  # names by seat
    soloist: int
    contract: int
    cards: tuple[int, int, int, int]  # the three hands and the skat as dealt
    counts: Counts  # [3 seats, 10 tricks, 3]: plays, chances, errors


def judge_deal(played: PlayedDeal) -> JudgedDeal:
    """Count the plays, chances and errors of a deal."""
    counts = np.zeros((3, TRICKS, 3), np.uint8)
    for play in judge_plays(played):
        counts[play.seat, play.trick] += np.array((1, play.chance, play.error), np.uint8)
    deal = played.deal
    hands = (deal.dealt_hand(0), deal.dealt_hand(1), deal.dealt_hand(2))
    return JudgedDeal(
        played.players, deal.soloist, deal.contract, (*hands, deal.dealt_skat), counts
    )


class Rates(NamedTuple):
    """Numbers of plays, of plays with a possible error (chances) and of errors, and the rates."""

    plays: int
    chances: int
    errors: int
    per_chance: Estimate
    per_play: Estimate


class PostMortem:
    """Judged deals and their error rates.

    A deal played several times, as in duplicate matches, counts as one for the intervals.

    Attributes:
        players: all names, those with the most seats in the deals first.
        different: number of deals with different cards.
    """

    def __init__(self, deals: Iterable[JudgedDeal]) -> None:
        kept = list(deals)
        names = np.array([deal.players for deal in kept], str).reshape(-1, 3)
        self._counts = np.array([deal.counts for deal in kept], np.uint8).reshape(-1, 3, TRICKS, 3)
        self._names = names
        self._kinds = np.array([kind_of(deal.contract) for deal in kept], str)
        soloists = np.array([deal.soloist for deal in kept], np.int64)
        self._alone = soloists[:, None] == np.arange(3)
        cards = np.array([deal.cards for deal in kept], np.int64).reshape(-1, 4)
        unlike, self._group = np.unique(cards, axis=0, return_inverse=True)
        self.different = len(unlike)
        often = zip(*np.unique(names, return_counts=True), strict=True)
        self.players = [str(name) for name, _ in sorted(often, key=lambda pair: -pair[1])]

    def __len__(self) -> int:
        return len(self._counts)

    def rates(
        self,
        role: int,
        *,
        trick: int | None = None,
        kind: str | None = None,
        player: str | None = None,
        confidence: float = 0.95,
    ) -> Rates:
        """Return a role's error rates, optionally only of one trick, kind of contract or player."""
        seats = self._alone if role == SOLOIST else ~self._alone
        if kind is not None:
            seats = seats & (self._kinds == kind)[:, None]
        if player is not None:
            seats = seats & (self._names == player)
        counts = self._counts if trick is None else self._counts[:, :, trick : trick + 1]
        by_deal = np.zeros((self.different, 3))
        played = (counts.sum(axis=2) * seats[:, :, None]).sum(axis=1)
        np.add.at(by_deal, self._group.ravel(), played)
        plays, chances, errors = by_deal.T
        return Rates(
            int(plays.sum()),
            int(chances.sum()),
            int(errors.sum()),
            estimates.share(errors, chances, confidence),
            estimates.share(errors, plays, confidence),
        )


def kind_of(contract: int) -> str:
    """Return the kind of a contract: suit, grand or null."""
    return {GRAND: "grand", NULL: "null"}.get(contract, "suit")


@dataclass(frozen=True)
class Reading:
    """The content of files: deals with card play, the number of other deals and of other lines."""

    judged: PostMortem
    without_play: int
    refused: int
    first_refusal: str  # reason for the first line that is no deal; empty if there is none


def judge_files(
    paths: Iterable[Path],
    workers: Workers = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Reading:
    """Judge all deals of some files, plain or compressed: records, or logs of matches.

    ``progress`` is called now and then with the number of bytes read.

    Raises:
        RecordFileError: a file cannot be read to its end.
    """
    deals: list[JudgedDeal] = []
    without_play, refusals, read = 0, [], 0

    def batches() -> Iterator[list[tuple[str, str]]]:
        nonlocal read
        for path in paths:
            before = read
            with RecordLines(path) as lines:
                numbered = ((f"{path}, line {lines.number}", line) for line in lines)
                while batch := list(itertools.islice(numbered, _BATCH)):
                    read = before + lines.position
                    yield batch

    for batch in ordered_map(_judge_lines, batches(), workers):
        for judged in batch:
            if isinstance(judged, str):
                refusals.append(judged)
            elif judged is None:
                without_play += 1
            else:
                deals.append(judged)
        progress(read)
    return Reading(PostMortem(deals), without_play, len(refusals), next(iter(refusals), ""))


def _judge_lines(lines: list[tuple[str, str]]) -> list[JudgedDeal | str | None]:
    """Return the judged deal of each line; None without card play, a text if it is no deal."""
    judged: list[JudgedDeal | str | None] = []
    for place, line in lines:
        try:
            played = read_played_deal(line)
            deal = judge_deal(played) if played.deal.contract >= 0 else None
            judged.append(deal if deal is None or deal.counts.any() else None)
        except PlayedDealError as error:
            judged.append(f"{place}: {error}")
    return judged
