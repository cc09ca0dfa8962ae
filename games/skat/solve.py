"""Open-hand solving: positions, the value of each card, best play.

>>> position = OpenPosition.parse("CJ SA / C7 ST / HJ S7 contract=G soloist=0 leader=0")
>>> solution = solve_position(position)
>>> solution.value, cards_text(1 << solution.best[0])
(25, 'SA')
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vorhand.games.skat.cards import cards_text
from vorhand.games.skat.contracts import CONTRACT_NAMES, CONTRACTS, NULL
from vorhand.games.skat.open_text import PositionTextError
from vorhand.games.skat.start import Start, points_known
from vorhand.games.texts import quoted
from vorhand.native import skat, skat_solver
from vorhand.native.errors import PositionError

if TYPE_CHECKING:
    from vorhand.games.skat.records import Record
    from vorhand.native.skat import Deal


@dataclass(frozen=True)
class OpenPosition:
    """Three open hands in the middle of card play.

    Attributes:
        hands: cards in the hands of seats 0, 1, 2, as masks, without the cards on the table.
        contract: 0..3 suits, 4 grand, 5 null.
        soloist: the soloist's seat.
        leader: seat that led the current trick.
        trick: the 0, 1 or 2 cards on the table, in order of play.
        skat: the skat, if known (mask).
        taken: card points of the soloist in finished tricks, and in the skat if `skat` is 0.
        taken_known: False if `taken` may lack points from before the position that was given;
            the text of a position then leaves the points out.
    """

    hands: tuple[int, int, int]
    contract: int
    soloist: int = 0
    leader: int = 0
    trick: tuple[int, ...] = ()
    skat: int = 0
    taken: int = 0
    taken_known: bool = field(default=True, compare=False)

    @classmethod
    def parse(cls, text: str) -> OpenPosition:
        """Parse a position such as ``CJ SA / C7 ST / HJ S7 skat D7 D8 contract=G soloist=0``.

        Any notation of `vorhand.games.skat.start.Start` is accepted, with all hands and a contract.

        Raises:
            PositionTextError, NotationError: an invalid piece, or a position without hands or
                contract.
            InvalidDealError: an impossible position.
        """
        start = Start.parse(text)
        if start.declaration is None or start.hands is None:
            raise PositionTextError(f"{quoted(text)}: expected three hands and a contract")
        return cls.from_deal(start.deal())

    @classmethod
    def from_record(cls, record: Record, after: int) -> OpenPosition:
        """Return the position of a recorded deal after `after` cards have been played.

        Raises:
            ValueError: the deal has no soloist, or fewer cards were played.
        """
        from vorhand.games.skat.records import state_after

        deal = state_after(record, cards=after).deal
        if deal.contract < 0:
            raise PositionTextError(f"{record.name}: passed in, expected a deal with card play")
        return cls.from_deal(deal)

    @classmethod
    def from_deal(cls, deal: Deal) -> OpenPosition:
        """Return the position of a deal in card play, with all cards open."""
        return cls(
            hands=(deal.hand(0), deal.hand(1), deal.hand(2)),
            contract=deal.contract,
            soloist=deal.soloist,
            leader=deal.leader,
            trick=tuple(deal.trick),
            skat=deal.skat,
            taken=deal.soloist_points,
            taken_known=points_known(deal),
        )

    @property
    def to_move(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 3

    @property
    def worlds(self) -> NDArray[np.uint32]:
        """The hands [1, 3] in the format of the compiled solver."""
        return np.array([self.hands], dtype=np.uint32)

    def __str__(self) -> str:
        text = " / ".join(cards_text(hand) for hand in self.hands)
        if self.skat:
            text += f" [skat {cards_text(self.skat)}]"
        text += f" contract={CONTRACTS[self.contract]} soloist={self.soloist} leader={self.leader}"
        if self.trick:
            text += " trick=" + ",".join(cards_text(1 << card) for card in self.trick)
        if self.taken and self.taken_known:
            text += f" taken={self.taken}"
        return text

    def in_words(self) -> str:
        """Describe contract and soloist: ``grand, soloist forehand``."""
        seat = ("forehand", "middlehand", "rearhand")[self.soloist]
        return f"{CONTRACT_NAMES[self.contract]}, soloist {seat}"


@dataclass(frozen=True)
class Solution:
    """The result of best play by all three from a position.

    Attributes:
        value: the soloist's remaining card points, the current trick included; in null 1 if the
            soloist takes no further trick.
        moves: the value after each legal card, by card.
        best: the cards that keep the value.
        line: best play to the end (null: to the trick that the soloist is forced to win).
        takes_all, takes_none: whether the soloist takes every trick left; whether the soloist takes
            none even when trying to.
        time_to_live: by legal card, null only: the trick (1 is the current one) that the soloist is
            forced to win, 0 if none.
        nodes: positions searched for the values.
        seconds: time for the values.
    """

    value: int
    moves: dict[int, int]
    best: tuple[int, ...]
    line: tuple[int, ...]
    takes_all: bool
    takes_none: bool
    time_to_live: dict[int, int]
    nodes: int
    seconds: float


def solve_position(position: OpenPosition, *, node_budget: int = 0) -> Solution:
    """Solve one position completely.

    Raises:
        PositionError: an impossible position.
        NodeBudgetError: more than `node_budget` nodes (0: no limit).
    """
    if position.skat.bit_count() not in (0, 2):
        raise PositionError(
            f"skat {cards_text(position.skat)}: expected 2 cards, or none where they are not known"
        )
    for place, taken in (
        ("in a hand", position.hands[0] | position.hands[1] | position.hands[2]),
        ("on the table", sum(1 << card for card in position.trick)),
    ):
        if both := position.skat & taken:
            raise PositionError(f"{cards_text(both)}: {place} and in the skat")
    setting = (position.contract, position.soloist, position.leader, list(position.trick))

    def ask(question: str) -> tuple[NDArray[np.int16], int, int]:
        values, legal, nodes = skat_solver.solve(
            position.worlds, *setting, question, node_budget=node_budget
        )
        return np.asarray(values)[0], int(legal[0]), int(nodes[0])

    # A first call without cards sets up the tables that all deals share, outside the measured time.
    skat_solver.solve(np.zeros((1, 3), np.uint32), *setting[:3])
    start = time.perf_counter()
    by_card, legal, nodes = ask("moves")
    seconds = time.perf_counter() - start
    cards = [card for card in range(32) if legal >> card & 1]
    moves = {card: int(by_card[card]) for card in cards}
    null = position.contract == NULL
    pick = max if position.to_move == position.soloist else min
    value = pick(moves.values(), default=int(null))
    times = ask("moves_time_to_live")[0] if null else None
    return Solution(
        value=value,
        moves=moves,
        best=tuple(card for card in cards if moves[card] == value),
        line=tuple(skat_solver.principal_variation(position.worlds, *setting)),
        takes_all=bool(ask("takes_all")[0]),
        takes_none=bool(ask("takes_none")[0]),
        time_to_live={} if times is None else {card: int(times[card]) for card in cards},
        nodes=nodes,
        seconds=seconds,
    )


def after_cards(position: OpenPosition, cards: Sequence[int]) -> OpenPosition:
    """Return the position after these legal cards have been played in turn."""
    for card in cards:
        hands = [hand & ~(1 << card) for hand in position.hands]
        trick = (*position.trick, card)
        leader, taken = position.leader, position.taken
        if len(trick) == 3:
            leader = (leader + skat.trick_winner(position.contract, *trick)) % 3
            if leader == position.soloist:
                taken += skat.card_points(sum(1 << c for c in trick))
            trick = ()
        position = replace(
            position, hands=(hands[0], hands[1], hands[2]), trick=trick, leader=leader, taken=taken
        )
    return position
