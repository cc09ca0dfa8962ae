"""The training data of a policy for Schnapsen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.native.schnapsen import CHOICES, FACTS, Rules, policy_lessons

CARDS = 20
RANKS = 5


@dataclass(frozen=True)
class Lessons:
    """Positions with a choice, and the choices of a search."""

    seen: npt.NDArray[np.bool_]  # bool [n, FACTS], facts that the player to move knows
    legal: npt.NDArray[np.bool_]  # bool [n, CHOICES]
    played: npt.NDArray[np.int64]  # [n], one of the choices


def lessons_of(job: tuple[int, int, int, int]) -> Lessons:
    """Return lessons from the deals first .. first + n - 1; job: seed, first, n, worlds."""
    seed, first, n, worlds = job
    facts, sizes, bits, played = map(np.asarray, policy_lessons(Rules(), seed, first, n, worlds))
    seen = np.zeros((len(sizes), FACTS), bool)
    seen[np.repeat(np.arange(len(sizes)), sizes), facts] = True
    legal = (bits[:, None] >> np.arange(CHOICES, dtype=np.uint32) & 1).astype(bool)
    return Lessons(seen, legal, played.astype(np.int64))


def joined(parts: Sequence[Lessons]) -> Lessons:
    """Return the lessons of all parts, one after the other."""
    return Lessons(
        np.concatenate([part.seen for part in parts]),
        np.concatenate([part.legal for part in parts]),
        np.concatenate([part.played for part in parts]),
    )


def with_suits(order: Sequence[int]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the old index of each new fact and choice when the side suits are reordered."""
    old = [*np.argsort(np.asarray(order)), 3]  # old places by new places
    cards = np.array([RANKS * suit + rank for suit in old for rank in range(RANKS)])
    facts, choices = np.arange(FACTS), np.arange(CHOICES)
    for first in range(0, 4 * CARDS, CARDS):  # groups of cards: hand, shown, unseen, led
        facts[first : first + CARDS] = first + cards
    announced = 4 * CARDS + RANKS + 10 + 3 + 4  # after facts on rank, talon, closer and turn
    facts[announced : announced + 4] = announced + np.array(old)
    choices[:CARDS] = cards
    choices[-4:] = CHOICES - 4 + np.array(old)
    return facts, choices
