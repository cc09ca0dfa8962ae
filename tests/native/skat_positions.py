"""Skat positions for the tests of the solver: stored ones and random ones."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vorhand.games.skat.cards import parse_card, parse_cards
from vorhand.native import skat

DATA = Path(__file__).parents[1] / "data" / "skat"
DEALS = Path(__file__).parents[2] / "evaluation" / "bench" / "data" / "skat"
DEAL_FILES = sorted(DEALS.glob("*.deals"))
GRAND, NULL = 4, 5
_CONTRACTS = "DHSCGN"


@dataclass
class Position:
    """Arguments of one call of the solver, and the value if it is known."""

    hands: tuple[int, int, int]
    contract: int
    soloist: int
    leader: int
    trick: list[int] = field(default_factory=list)
    value: int = -1

    @property
    def worlds(self) -> NDArray[np.uint32]:
        return np.array([self.hands], dtype=np.uint32)

    @property
    def setting(self) -> tuple[int, int, int, list[int]]:
        """Return the arguments after `worlds`."""
        return self.contract, self.soloist, self.leader, self.trick

    @property
    def to_move(self) -> int:
        return (self.leader + len(self.trick)) % 3

    def legal(self) -> list[int]:
        led = self.trick[0] if self.trick else -1
        legal = skat.legal_cards(self.contract, self.hands[self.to_move], led)
        return [c for c in range(32) if legal >> c & 1]

    def play(self, card: int) -> tuple["Position", int]:
        """Return the position after a card, and the soloist's points of a finished trick."""
        hands = [h & ~(1 << card) for h in self.hands]
        after = Position(
            (hands[0], hands[1], hands[2]),
            self.contract,
            self.soloist,
            self.leader,
            [*self.trick, card],
        )
        if len(after.trick) < 3:
            return after, 0
        after.leader = (after.leader + skat.trick_winner(after.contract, *after.trick)) % 3
        points = skat.card_points(sum(1 << c for c in after.trick))
        after.trick = []
        return after, points if after.leader == after.soloist else 0


def load_deals(path: Path) -> list[Position]:
    positions = []
    for line in path.read_text().splitlines():
        *hands, contract, soloist, leader, value = line.split()
        first, second, third = (parse_cards(h.replace(",", " ")) for h in hands)
        positions.append(
            Position(
                (first, second, third),
                _CONTRACTS.index(contract),
                int(soloist),
                int(leader),
                value=int(value),
            )
        )
    return positions


def load_solved() -> list[Position]:
    positions = []
    for line in (DATA / "solved-positions.jsonl").read_text().splitlines():
        entry = json.loads(line)
        first, second, third = (parse_cards(" ".join(h)) for h in entry["hands"])
        positions.append(
            Position(
                (first, second, third),
                _CONTRACTS.index(entry["game"]),
                entry["declarer"],
                entry["leader"],
                [parse_card(c) for c in entry["trick"]],
                entry["value"],
            )
        )
    return positions


def random_position(rng: np.random.Generator, cards: int, contract: int | None = None) -> Position:
    """Return a random ending of `cards` cards a hand, none, one or two of them already played."""
    if contract is None:
        contract = int(rng.integers(6))
    pack = [int(c) for c in rng.permutation(32)]
    first, second, third = (
        sum(1 << c for c in pack[10 * seat : 10 * seat + cards]) for seat in range(3)
    )
    position = Position(
        (first, second, third), contract, int(rng.integers(3)), int(rng.integers(3))
    )
    for _ in range(int(rng.integers(3))):
        position, _ = position.play(int(rng.choice(position.legal())))
    return position


def random_worlds(
    rng: np.random.Generator, n: int, cards: int, setting: tuple[int, int, int], played: int
) -> tuple[NDArray[np.uint32], tuple[int, int, int, list[int]]]:
    """Return up to n endings of `cards` cards a hand that differ in the hands only.

    `setting` is contract, soloist and leader; `played` cards, the same in all worlds, lie on the
    table. Worlds in which the second player had to follow but did not are left out.
    """
    contract, _, leader = setting
    pack = rng.permutation(32)
    trick, left = [int(c) for c in pack[:played]], pack[played:]
    sizes = [cards] * 3
    for place in range(played):
        sizes[(leader + place) % 3] -= 1
    dealt = np.uint32(1) << rng.permuted(np.tile(left, (n, 1)), axis=1).astype(np.uint32)
    worlds = np.zeros((n, 3), np.uint32)
    for seat, (start, size) in enumerate(zip(np.cumsum([0, *sizes[:2]]), sizes, strict=True)):
        worlds[:, seat] = np.bitwise_or.reduce(dealt[:, start : start + size], axis=1)
    if played == 2:
        second = 1 << trick[1]
        hands = [int(hand) | second for hand in worlds[:, (leader + 1) % 3]]
        followed = [skat.legal_cards(contract, hand, trick[0]) & second for hand in hands]
        worlds = worlds[[bool(legal) for legal in followed]]
    return worlds, (*setting, trick)
