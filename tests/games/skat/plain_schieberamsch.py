"""Schieberamsch by docs/skat-club-rules.md alone, slowly: names of cards, lists, no native code."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from vorhand.tests.games.skat.plain_ramsch import values_of
from vorhand.tests.native.skat_reference import PACK


def values_after_pushes(
    tricks: Sequence[int], points: Sequence[int], unseen: int, bock: bool = False
) -> list[int]:
    """Return the points that each seat wins or loses: losses double for each unseen push."""
    values = [value * 2**unseen if value < 0 else value for value in values_of(tricks, points)]
    return [2 * value for value in values] if bock else values


@dataclass
class Pushing:
    """The pushes before Ramsch, from the hands and the skat as dealt."""

    hands: list[list[str]]
    skat: list[str]
    seat: int = 0
    taken: bool = False  # the seat has taken up the skat and is pushing
    received: dict[int, list[str]] = field(default_factory=dict)
    pushed: dict[int, list[str]] = field(default_factory=dict)
    unseen: int = 0

    def choices(self) -> list[str]:
        """Return the legal actions in words: cards in ascending order, so that a pair is unique."""
        if not self.taken:
            return ["pick up", "push unseen"]
        cards = [name for name in PACK if name in self.hands[self.seat] and name[1] != "J"]
        if not self.skat:
            return cards[:-1]
        return [name for name in cards if PACK.index(name) > PACK.index(self.skat[0])]

    def act(self, words: str) -> None:
        """Apply an action in words."""
        assert words in self.choices()
        if words == "pick up":
            self.received[self.seat] = list(self.skat)
            self.hands[self.seat] += self.skat
            self.skat, self.taken = [], True
        elif words == "push unseen":
            self.unseen += 1
            self.seat += 1
        else:
            self.hands[self.seat].remove(words)
            self.skat.append(words)
            if len(self.skat) == 2:
                self.pushed[self.seat] = list(self.skat)
                self.taken, self.seat = False, self.seat + 1


@dataclass(frozen=True)
class Sight:
    """One player's own cards of the pushes, and the seats that took up the skat, in order.

    The last seat that took up may still be pushing: it then has pushed fewer than two cards.
    """

    player: int
    took: tuple[int, ...]
    received: frozenset[str]
    pushed: frozenset[str]


def histories(
    sight: Sight, owned: Sequence[frozenset[str]], skat: frozenset[str]
) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield the cards taken up in each possible past of a layout, for each seat that took up.

    Args:
        sight: the knowledge of a player; all pasts agree with it.
        owned: the cards that each seat holds or has played.
        skat: the cards in the skat.
    """
    if not sight.took:
        yield ()
        return
    *before, seat = sight.took
    if any(name[1] == "J" for name in skat) or (seat == sight.player and skat != sight.pushed):
        return
    twelve = owned[seat] | skat
    if len(skat) == 1:
        suits = [name for name in PACK if name in twelve and name[1] != "J"]
        if suits[-1] in skat:
            return
    for pair in itertools.combinations(sorted(twelve), 2):
        taken = frozenset(pair)
        if seat == sight.player and taken != sight.received:
            continue
        earlier = Sight(sight.player, tuple(before), sight.received, sight.pushed)
        dealt = [twelve - taken if k == seat else cards for k, cards in enumerate(owned)]
        for past in histories(earlier, dealt, taken):
            yield (*past, taken)
