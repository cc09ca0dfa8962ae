"""The knowledge of one player about a deal of Belote."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vorhand.games.belote.rules import (
    CARDS,
    SEATS,
    BeloteError,
    Contract,
    action_name,
    belote,
    cards_text,
)
from vorhand.games.card_sets import cards_in, mask_of
from vorhand.games.digests import digest_of
from vorhand.games.trick_view import Placing, TrickView
from vorhand.native.tricks import Play

if TYPE_CHECKING:
    from vorhand.games.belote.game import BeloteState

_ALL = (1 << CARDS) - 1
_STOCK = -1  # number of a place: the cards that are not dealt yet


@dataclass(frozen=True)
class BeloteView(TrickView):
    """A deal as one player knows it."""

    player: int  # player whose knowledge this is
    first: int  # the seat that calls first and leads
    # the player's cards without the card taken: those dealt before the calls, then those
    # dealt after them, each ascending, since the order of dealing carries no information
    dealt: tuple[int, ...]
    turned: int  # the turned-up card; -1 for none
    calls: tuple[tuple[int, int], ...]  # seat and action of each call
    contract: Contract | None  # the contract; None before it is settled
    play: Play | None  # the card play without the other players' hands; None before it begins
    held: int  # the player's current hand, as a set
    # the seat that has announced belote by playing king or queen of trumps; -1 nobody
    announced: int
    # legal actions of the player, ascending; empty if they are not to act
    legal_actions: tuple[int, ...]

    game = "python_belote"
    seats = tuple(range(SEATS))
    action_name = staticmethod(action_name)

    def __hash__(self) -> int:
        return hash(self.digest())  # plays are comparable, but not hashable

    @classmethod
    def of(cls, state: BeloteState, player: int) -> BeloteView:
        """Return the player's knowledge of a state; raise BeloteError if there is no such seat."""
        if player not in cls.seats:
            raise BeloteError(f"seat {player}: expected 0 .. {SEATS - 1}")
        acts = state.current_player() == player
        seen = None if state.play is None else state.play.seen_by(player)
        announced = -1
        if state.contract is not None and seen is not None and (holder := state.belote_seat()) >= 0:
            both = cards_in(belote(state.contract.trump))
            announced = holder if any(card in both for _, card in seen.history) else -1
        return cls(
            player=player,
            first=state.get_game().first,
            dealt=tuple(card for batch in state.batches_of(player) for card in sorted(batch)),
            turned=state.turned,
            calls=tuple(state.calls),
            contract=state.contract,
            play=seen,
            held=state.hand(player),
            announced=announced,
            legal_actions=tuple(state.legal_actions(player)) if acts else (),
        )

    @property
    def plays(self) -> list[tuple[int, int]]:
        """Seat and card of each card played."""
        return self.play.history if self.play else []

    @property
    def history(self) -> list[tuple[int, int]]:
        """Seat and action of each move; all are public."""
        return [*self.calls, *self.plays]

    def digest(self, seed: int = 0) -> int:
        """Compute 64 bits that depend only on a seed and on all that the player knows."""
        own = (self.player, self.first, self.dealt, self.turned)
        return digest_of((seed, *own, self.history, self.announced))

    def played(self, seat: int) -> int:
        """Return the cards that a seat has played, as a set."""
        return mask_of(card for s, card in self.plays if s == seat)

    def known(self, seat: int) -> int:
        """Return known cards of another seat: the other card of a belote, and the taken card."""
        if self.contract is None or self.play is None:
            return 0
        cards = belote(self.contract.trump) if seat == self.announced else 0
        if self.turned >= 0 and seat == self.contract.taker:
            cards |= 1 << self.turned
        return cards & ~self.played(seat)

    def _shown_not_to_hold(self, seat: int) -> int:
        """Return the cards that a seat is known not to hold.

        They follow from its plays, and from a king or queen of trumps played without an
        announcement.
        """
        if self.play is None or self.contract is None:
            return 0
        both = belote(self.contract.trump)
        silent = seat != self.announced and self.played(seat) & both
        return self.play.excluded(seat) | (both if silent else 0)

    @functools.cached_property
    def placing(self) -> Placing:
        """The possible places of the cards that the player does not know."""
        others = [seat for seat in self.seats if seat != self.player]
        known = {seat: self.known(seat) for seat in others}
        seen = self.held | mask_of(card for _, card in self.plays) | sum(known.values())
        hidden = _ALL & ~(seen | (1 << self.turned if self.turned >= 0 else 0))
        held = [self.play.cards_left(seat) if self.play else len(self.dealt) for seat in others]
        room = [cards - known[seat].bit_count() for cards, seat in zip(held, others, strict=True)]
        return Placing(
            hidden,
            [*others, _STOCK],
            [*(hidden & ~self._shown_not_to_hold(seat) for seat in others), hidden],
            [*room, hidden.bit_count() - sum(room)],
            known,
        )

    def describe(self) -> str:
        """Return the information state as text."""
        calls = " ".join(f"{seat}:{_call(action)}" for seat, action in self.calls)
        turned = "" if self.turned < 0 else f" turned {action_name(self.turned)}"
        announced = f" belote {self.announced}" if self.announced >= 0 else ""
        plays = " ".join(f"{seat}:{action_name(card)}" for seat, card in self.plays)
        return (
            f"seat {self.player} first {self.first} dealt {cards_text(self.dealt)}{turned} "
            f"calls {calls or '-'} plays {plays or '-'}{announced}"
        )


def _call(action: int) -> str:
    return action_name(action).replace("take ", "take-").replace(" ", "")
