"""Endings and the number of ways to play them, as the slow reference counts.

``tests/data/skat/perft.jsonl`` was written by this module::

    python -m vorhand.tests.native.skat_perft > tests/data/skat/perft.jsonl

The reference plays every sequence, so this takes its time.
"""

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from vorhand.native.skat import Deal
from vorhand.tests.native.skat_reference import (
    CONTRACTS,
    PACK,
    Game,
    Hand,
    legal,
    mask,
    sequences,
)

DATA = Path(__file__).parents[1] / "data" / "skat" / "perft.jsonl"

PLAIN, SCHWARZ, OUVERT = 0, 2, 3
GAMES = [(contract, PLAIN) for contract in CONTRACTS] + [("C", SCHWARZ), ("G", OUVERT)]
ENDINGS_OF_A_GAME = {3: 6, 4: 6, 5: 3}


@dataclass(frozen=True)
class Ending:
    """A position near the end and its counts; cards are named, hands by seat.

    `sequences` is the number of ways to play on, `soloist_points` the card points that
    the soloist takes from here on, summed over all of them.
    """

    contract: str
    level: int
    soloist: int
    leader: int
    hands: tuple[str, str, str]
    trick: str
    sequences: int = 0
    soloist_points: int = 0

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

    def counted(self) -> "Ending":
        gains = list(sequences(self.game()))
        fields = {**asdict(self), "sequences": len(gains), "soloist_points": sum(gains)}
        return Ending(**fields)


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


def stored() -> list[Ending]:
    rows = [json.loads(line) for line in DATA.read_text().splitlines()]
    return [Ending(**{**row, "hands": tuple(row["hands"])}) for row in rows]


if __name__ == "__main__":
    for ending in endings(seed=2026):
        sys.stdout.write(json.dumps(asdict(ending.counted())) + "\n")
