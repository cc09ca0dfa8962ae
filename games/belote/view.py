"""What one player may know of a deal of Belote."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vorhand.games.belote.rules import (
    CARDS,
    SEATS,
    Contract,
    action_name,
    belote,
    cards_in,
    cards_text,
)
from vorhand.native.tricks import Layouts, Play

if TYPE_CHECKING:
    from vorhand.games.belote.game import BeloteState

_ALL = (1 << CARDS) - 1


@dataclass(frozen=True)
class BeloteView:
    """A deal as one player knows it.

    Attributes:
        player: whose knowledge this is.
        first: who calls first and leads.
        dealt: the player's cards in the order of dealing, without the card taken.
        turned: the card turned up; -1 for none.
        calls: seat and action of each.
        contract: what is played; None before.
        play: the card play, the others' hands blank; None before.
        hand: what the player holds, as a set.
        announced: who has shown king and queen of trumps by playing one of them; -1 nobody.
        legal_actions: of the player, ascending; empty if they are not to act.
    """

    player: int
    first: int
    dealt: tuple[int, ...]
    turned: int
    calls: tuple[tuple[int, int], ...]
    contract: Contract | None
    play: Play | None
    hand: int
    announced: int
    legal_actions: tuple[int, ...]

    game = "python_belote"

    def __hash__(self) -> int:
        return hash(self.digest())  # plays compare, but have no hash

    @classmethod
    def of(cls, state: BeloteState, player: int) -> BeloteView:
        """What the player may know of a state."""
        acts = state.current_player() == player
        seen = None if state.play is None else state.play.seen_by(player)
        announced = -1
        if state.contract is not None and seen is not None and (holder := state.belote_seat()) >= 0:
            both = cards_in(belote(state.contract.trump))
            announced = holder if any(card in both for _, card in seen.history) else -1
        return cls(
            player=player,
            first=state.get_game().first,
            dealt=tuple(state.dealt_to(player)),
            turned=state.turned,
            calls=tuple(state.calls),
            contract=state.contract,
            play=seen,
            hand=state.hand(player),
            announced=announced,
            legal_actions=tuple(state.legal_actions(player)) if acts else (),
        )

    @property
    def phase(self) -> str:
        """Calls or play."""
        return "calls" if self.play is None else "play"

    @property
    def history(self) -> list[tuple[int, int]]:
        """Seat and action of each move; all are public."""
        return [*self.calls, *(self.play.history if self.play else [])]

    def action_name(self, action: int) -> str:
        """An action in words."""
        return action_name(action)

    def digest(self, seed: int = 0) -> int:
        """64 bits that follow from a seed and from all that the player knows."""
        known = (
            seed,
            self.player,
            self.first,
            self.dealt,
            self.turned,
            self.history,
            self.announced,
        )
        return int.from_bytes(
            hashlib.blake2b(repr(known).encode(), digest_size=8).digest(), "little"
        )

    # Where the other cards may lie, once the cards are played.

    def known(self, seat: int) -> int:
        """Cards of another seat's hand that are known, as a set."""
        if self.contract is None or self.play is None:
            return 0
        played = {card for _, card in self.play.history}
        cards = set(cards_in(belote(self.contract.trump))) if seat == self.announced else set()
        if self.turned >= 0 and seat == self.contract.taker:
            cards.add(self.turned)
        return sum(1 << card for card in cards - played)

    def _shown_not_to_hold(self, seat: int) -> int:
        """By what the seat played, and by king or queen of trumps without a word."""
        assert self.play is not None
        assert self.contract is not None
        both = belote(self.contract.trump)
        own = sum(1 << card for s, card in self.play.history if s == seat)
        silent = seat != self.announced and own & both
        return self.play.excluded(seat) | (both if silent else 0)

    def layouts(self) -> Layouts:
        """Where the cards may lie that the player does not know, in the hands of the seats."""
        assert self.play is not None
        others = [seat for seat in range(SEATS) if seat != self.player]
        known = {seat: self.known(seat) for seat in others}
        played = sum(1 << card for _, card in self.play.history)
        hidden = _ALL & ~(self.hand | played | sum(known.values()))
        return Layouts(
            hidden,
            [hidden & ~self._shown_not_to_hold(seat) for seat in others],
            [self.play.cards_left(seat) - known[seat].bit_count() for seat in others],
        )

    def worlds(self, n: int, seed: int, layouts: Layouts | None = None) -> npt.NDArray[np.uint64]:
        """Up to `n` different ways in which all hands may lie, drawn evenly: uint64 [n, 4].

        Args:
            n: how many.
            seed: of the draws.
            layouts: `layouts()`, where they are there already.
        """
        layouts = layouts or self.layouts()
        hidden = layouts.worlds(0, min(n, layouts.size), seed)
        rows = np.empty((len(hidden), SEATS), np.uint64)
        others = [seat for seat in range(SEATS) if seat != self.player]
        rows[:, self.player] = self.hand
        for column, seat in enumerate(others):
            rows[:, seat] = hidden[:, column] | np.uint64(self.known(seat))
        return rows

    def describe(self) -> str:
        """The information state as text."""
        calls = " ".join(f"{seat}:{_call(action)}" for seat, action in self.calls)
        turned = "" if self.turned < 0 else f" turned {action_name(self.turned)}"
        told = f" belote {self.announced}" if self.announced >= 0 else ""
        plays = " ".join(
            f"{seat}:{action_name(card)}" for seat, card in (self.play.history if self.play else [])
        )
        return (
            f"seat {self.player} first {self.first} dealt {cards_text(self.dealt)}{turned} "
            f"calls {calls or '-'} plays {plays or '-'}{told}"
        )


def _call(action: int) -> str:
    return action_name(action).replace("take ", "take-").replace(" ", "")
