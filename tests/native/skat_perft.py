"""Endings with the number of ways to play them, counted by the slow reference."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from vorhand.native.skat import Deal
from vorhand.tests.native.skat_reference import CONTRACTS, PACK, Game, Hand, legal, mask, sequences

PLAIN, SCHWARZ, OUVERT = 0, 2, 3
GAMES = [(contract, PLAIN) for contract in CONTRACTS] + [("C", SCHWARZ), ("G", OUVERT)]
ENDINGS_OF_A_GAME = {3: 6, 4: 3}


@dataclass(frozen=True)
class Ending:
    """A position near the end; cards are named, hands by seat."""

    contract: str
    level: int
    soloist: int
    leader: int
    hands: tuple[str, str, str]
    trick: str

    def game(self) -> Game:
        hands = tuple(frozenset(hand.split()) for hand in self.hands)
        return Game(
            self.contract, self.soloist, self.leader, cast(tuple[Hand, Hand, Hand], hands),
            tuple(self.trick.split()), self.level >= SCHWARZ,
        )  # fmt: skip

    def deal(self) -> Deal:
        hands = [mask(hand.split()) for hand in self.hands]
        cards_at_trick_start = len(self.hands[self.leader].split()) + bool(self.trick)
        return Deal.card_play(
            (hands[0], hands[1], hands[2]),
            soloist=self.soloist,
            contract=CONTRACTS.index(self.contract),
            level=self.level,
            hand=self.level != PLAIN,
            leader=self.leader,
            trick=[PACK.index(card) for card in self.trick.split()],
            soloist_tricks=10 - cards_at_trick_start if self.level >= SCHWARZ else 0,
            matadors=0 if self.contract == "N" else 1,
            any_past=True,
        )

    def counted(self) -> tuple[int, int]:
        """Return the number of ways to play on, and the sum of the soloist's further points."""
        gains = list(sequences(self.game()))
        return len(gains), sum(gains)


def random_ending(rng: random.Random, contract: str, level: int, cards: int) -> Ending:
    pack = rng.sample(PACK, 3 * cards)
    hands = [frozenset(pack[i * cards : (i + 1) * cards]) for i in range(3)]
    leader = rng.randrange(3)
    trick: list[str] = []
    for turn in range(rng.choice((0, 0, 1, 2))):
        seat = (leader + turn) % 3
        trick.append(rng.choice(sorted(legal(contract, hands[seat], trick))))
        hands[seat] -= {trick[-1]}
    first, second, third = (" ".join(sorted(hand)) for hand in hands)
    return Ending(
        contract, level, rng.randrange(3), leader, (first, second, third), " ".join(trick)
    )


def endings(seed: int) -> Iterator[Ending]:
    rng = random.Random(seed)
    for cards, many in ENDINGS_OF_A_GAME.items():
        for contract, level in GAMES:
            for _ in range(many):
                yield random_ending(rng, contract, level, cards)
