"""Open hands of Bridge by DDS, the standard solver (Haglund and Hein), packaged in `endplay`."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.tricks.worlds import Rows
from vorhand.games.extras import require
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.errors import InputError
from vorhand.native.tricks import Play

Results = npt.NDArray[np.int16]
_BOARDS = 200  # maximum number of positions in one call of DDS
_ANY, _ALL_CARDS, _SEARCH = -1, 3, 1  # target, solutions and mode in calls of DDS
_NO_TRUMP = 4


class DdsError(InputError):
    """A position that DDS refused."""


def solved(rows: Rows, trump: int, leader: int, trick: Sequence[int], threads: int = 1) -> Results:
    """Return the tricks that the side to act still takes after each card, [n, 52]; -1: not legal.

    Worlds [n, 4] have hands as sets of cards, rank * 4 + suit, without those on the table. Trumps
    are clubs 0 to spades 3, or -1. The leader is the seat that led the trick or is to lead.

    Raises:
        DdsError: hands of unequal size, or another invalid position.
        MissingExtraError: `endplay` is not installed.
    """
    require("endplay")
    from endplay import _dds as dds

    dds.SetMaxThreads(threads)
    positions = _positions(rows, trump, leader, trick)
    tricks = np.full((len(rows), 52), -1, np.int16)
    for start in range(0, len(rows), _BOARDS):
        part = positions[start : start + _BOARDS]
        answers = _answers(dds, part)
        for number, answer in enumerate(answers, start):
            _note(answer, tricks[number])
    return tricks


def _positions(rows: Rows, trump: int, leader: int, trick: Sequence[int]) -> npt.NDArray[np.int32]:
    """Convert to DDS's format, int32 [n, 24]: trump, leader, suits and ranks on table, hands."""
    positions = np.zeros((len(rows), 24), np.int32)
    positions[:, 0] = _NO_TRUMP if trump < 0 else 3 - trump
    positions[:, 1] = leader
    for place, card in enumerate(trick):
        positions[:, 2 + place] = 3 - card % 4
        positions[:, 5 + place] = card // 4 + 2
    bits = rows[:, :, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    by_suit = bits.reshape(len(rows), 4, 13, 4).astype(np.int64)
    holdings = (by_suit << np.arange(2, 15)[:, None]).sum(axis=2)  # [n, seats, suits]
    positions[:, 8:] = holdings[:, :, ::-1].reshape(len(rows), 16)
    return positions


def _answers(dds: Any, positions: npt.NDArray[np.int32]) -> list[npt.NDArray[np.int32]]:
    """Return DDS's answers: nodes, number of cards, then suits, ranks, equals and tricks."""
    boards, solved_boards = dds.boards(), dds.solvedBoards()
    count = len(positions)
    boards.noOfBoards = count
    np.frombuffer(boards.deals, np.int32).reshape(_BOARDS, 24)[:count] = positions
    for number in range(count):
        boards.target[number] = _ANY
        boards.solutions[number] = _ALL_CARDS
        boards.mode[number] = _SEARCH
    try:
        dds.SolveAllBoardsBin(boards, solved_boards)
    except dds.DDSError as error:
        raise DdsError(f"DDS: {error}") from error
    found = np.frombuffer(solved_boards.solvedBoard, np.int32).reshape(_BOARDS, 54)
    return [answer.copy() for answer in found[:count]]


def _note(answer: npt.NDArray[np.int32], tricks: npt.NDArray[np.int16]) -> None:
    suits, ranks, equals, scores = answer[2:].reshape(4, 13)[:, : answer[1]]
    for suit, rank, equal, score in zip(suits, ranks, equals, scores, strict=True):
        for other in range(2, 15):
            if other == rank or equal >> other & 1:
                tricks[(other - 2) * 4 + 3 - suit] = score


def tricks_lost(state: pyspiel.State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each player's losses by cards that are not best with open hands.

    This is the double-dummy regret of a finished deal. There are two counts for each player: the
    tricks lost by cards worse than the best, and the number of cards chosen among two or more. The
    declarer also chooses dummy's cards.
    """
    lost, cards = [0] * 4, [0] * 4
    for _, who, loss in losses_of_cards(state):
        lost[who] += loss
        cards[who] += 1
    return tuple(lost), tuple(cards)


def losses_of_cards(state: pyspiel.State) -> Iterator[tuple[int, int, int]]:
    """Yield the number (from 0), the player and the lost tricks of each card of a finished deal.

    Only cards chosen among two or more are valued. The lost tricks of a card are the difference
    between the results of the best card and of this card with all hands open. The declarer also
    plays dummy's cards.
    """
    view = TableView.of(state, 0)
    if view.contract is None:
        return
    moves, contract = _moves(state), view.contract
    hands = [sum(1 << card for _, card in moves[seat:52:4]) for seat in range(4)]
    terms, _, _ = view.rules.terms(contract, 0)
    play = Play(terms, hands, contract.cards, contract.leader)
    for number, (who, card) in enumerate(moves[-52:]):
        trick = play.trick
        if play.legal_cards().bit_count() > 1:
            now = np.array([[play.hand(seat) for seat in range(4)]], np.uint64)
            leader = trick[0][0] if trick else play.player
            worths = solved(now, contract.trump, leader, [c for _, c in trick])[0]
            yield number, who, int(worths.max() - worths[card])
        play.play(card)


def _moves(state: pyspiel.State) -> list[tuple[int, int]]:
    return [(int(move.player), int(move.action)) for move in state.full_history()]
