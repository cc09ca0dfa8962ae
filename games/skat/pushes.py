"""Schieberamsch from a player's view: the cards taken up and pushed on before the first lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vorhand.games.skat.cards import card_list
from vorhand.native.skat import PICK_UP, known_of_pushes, traced_pushes

if TYPE_CHECKING:
    from vorhand.games.skat.view import SkatView

_SOME_CARDS = 3  # any two cards, in place of two that the player has not seen


def took_up(view: SkatView) -> list[int]:
    """Return the seats that took up the skat before Ramsch, in order."""
    return [seat for seat, move in view.pushes if move == PICK_UP]


def known_places(view: SkatView) -> tuple[int, tuple[int, ...]]:
    """Return what the player knows from the pushes.

    These are the cards that lie in the skat, and for each place cards that cannot lie there.
    """
    in_skat, impossible = known_of_pushes(*_seen(view), view.player)
    return in_skat, tuple(impossible)


def before_pushes(view: SkatView, owned: list[int], skat: int) -> tuple[bytes, list[int], int]:
    """Return the moves with the cards that were pushed on, and hands and skat as dealt.

    Where the player does not know which cards were pushed on, the lowest possible ones are chosen.

    Args:
        view: a view of a deal with pushes.
        owned: the cards that each seat holds or has played.
        skat: the present skat.
    """
    received, pushed = traced_pushes(owned, skat, *_seen(view), view.player)
    moves, dealt = bytearray(view.moves), list(owned)
    took, at = took_up(view), -1
    for seat in took:
        dealt[seat] = (dealt[seat] | pushed[seat]) & ~received[seat]
        at = moves.index(PICK_UP, at + 1)
        cards = card_list(pushed[seat])
        moves[at + 1 : at + 1 + len(cards)] = bytes(cards)
    return bytes(moves), dealt, received[took[0]] if took else skat


def _seen(view: SkatView) -> tuple[list[int], list[int]]:
    """Return the cards taken up and pushed on, by seat.

    `_SOME_CARDS` stand for cards taken up that the player has not seen; cards that the other
    players pushed on are left out.
    """
    received, pushed = [0, 0, 0], [0, 0, 0]
    for seat in took_up(view):
        received[seat] = view.picked_up_skat if seat == view.player else _SOME_CARDS
    pushed[view.player] = view.skat if received[view.player] else 0
    return received, pushed
