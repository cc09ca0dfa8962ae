"""A view of Skat in words, and its title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vorhand.games.skat.cards import SEAT_NAMES, card_list, card_name
from vorhand.games.skat.contracts import GRAND
from vorhand.games.skat.ramsch import taken_by_seat
from vorhand.native.skat import PICK_UP, action_name, strength

if TYPE_CHECKING:
    from vorhand.games.skat.view import SkatView


def text(view: SkatView) -> str:
    """Return the player's knowledge, one item per line."""
    return "\n".join(f"{name}: {line}" for name, line in _lines(view))


def title(view: SkatView) -> str:
    """Return a title: the player's seat and, once there is a soloist, the role."""
    role = "" if view.soloist < 0 else ", soloist" if view.is_soloist else ", defender"
    return f"Skat, {SEAT_NAMES[view.player]}{role}"


def _lines(view: SkatView) -> Iterator[tuple[str, str]]:
    if view.declaration is not None:
        yield "contract", f"{view.declaration.in_words()} by {SEAT_NAMES[view.soloist]}"
        yield (
            "tricks",
            f"soloist {view.soloist_tricks} ({view.soloist_points} points), "
            f"defenders {view.defender_tricks} ({view.defender_points})",
        )
    elif view.is_ramsch:
        yield "contract", "ramsch"
        yield (
            "tricks",
            ", ".join(
                f"{SEAT_NAMES[seat]} {tricks} ({points} points)"
                for seat, (tricks, points) in enumerate(zip(*taken_by_seat(view), strict=True))
            ),
        )
    else:
        yield "phase", f"{view.phase.name.lower().replace('_', ' ')}, bid {view.bid}"
    for seat, move in view.pushes:
        what = "took up the skat" if move == PICK_UP else "pushed unseen"
        yield SEAT_NAMES[seat], what
    yield "hand", _cards(view, view.hand)
    if view.skat:
        yield "laid away", _cards(view, view.skat)
    if view.open_hand and not view.is_soloist:
        yield "open hand", _cards(view, view.open_hand)
    if view.last_trick:
        yield "last trick", _trick(view.last_trick)
    if view.trick:
        start = len(view.plays) - len(view.trick)
        players = view.players_of_plays[start:]
        yield "trick", _trick(list(zip(players, view.trick, strict=True)))
    if view.legal_actions:
        names = [action_name(action) for action in view.legal_actions]
        yield "may", ", ".join(names if len(names) <= 12 else [*names[:10], "...", names[-1]])


def _cards(view: SkatView, cards: int) -> str:
    contract = GRAND if view.contract < 0 else view.contract
    order = sorted(
        card_list(cards), key=lambda c: (c // 8 if c % 8 < 7 else 9, strength(contract, c))
    )
    return _named(order[::-1])


def _trick(plays: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{SEAT_NAMES[seat]} {_named([card])}" for seat, card in plays)


def _named(cards: Sequence[int]) -> str:
    return " ".join(map(card_name, cards))
