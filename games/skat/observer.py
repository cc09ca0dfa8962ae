"""Observations of Skat in OpenSpiel's forms: strings and tensors.

Strings are made from the :class:`~vorhand.games.skat.view.SkatView` of the observing player, so
they show only what the player may know. (OpenSpiel also has an observation of all players' private
information, which is made from the three views.) The compiled core writes the tensors, of named
pieces; `docs/skat.md` lists their shapes and offsets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vorhand.games.observers import Observer, Shapes
from vorhand.games.skat.cards import CARD_NAMES, SEAT_NAMES, cards_text
from vorhand.games.skat.ramsch import taken_by_seat
from vorhand.games.skat.view import HIDDEN, SkatView
from vorhand.native.skat import (
    FIRST_SPITZE,
    GIVE_UP,
    KONTRA,
    LAY_OPEN,
    NO_RE,
    NUM_ACTIONS_WITH_PUSHES,
    PASS,
    PICK_UP,
    PLAY_HAND,
    PUSH_UNSEEN,
    action_name,
    observation_shapes,
    write_observation,
)

if TYPE_CHECKING:
    from vorhand.games.skat.game import SkatGame, SkatState

_MOVE_TEXTS = [action_name(action) for action in range(NUM_ACTIONS_WITH_PUSHES)]
_MOVE_TEXTS[PICK_UP] = "picks up"
_MOVE_TEXTS[PLAY_HAND] = "plays hand"
_MOVE_TEXTS[GIVE_UP : LAY_OPEN + 1] = ["gives up", "lays open"]
_MOVE_TEXTS[KONTRA : NO_RE + 1] = ["says kontra", "says re", "says no re"]
_MOVE_TEXTS[PUSH_UNSEEN] = "pushes unseen"
_MOVE_TEXTS += ["lays away"] * (HIDDEN + 1 - NUM_ACTIONS_WITH_PUSHES)


class SkatObserver(Observer):
    """Observer of Skat."""

    def shapes(self, game: SkatGame) -> Shapes:
        """Return the shapes of the pieces, sets of cards first."""
        rules = (game.claims, game.kontra, game.ramsch, game.spitze, game.schieberamsch)
        return observation_shapes(self.contents, *rules)

    def set_from(self, state: SkatState, player: int) -> None:
        """Write the observation of a state by a player into `tensor`."""
        write_observation(state.deal, player, self.contents, self.tensor)

    def string_from(self, state: SkatState, player: int) -> str:
        """Describe what `player` observes; texts are equal if and only if observations are."""
        view = state.view(player)
        parts = []
        if self.public and self.own:
            parts.append(SEAT_NAMES[player])
        if self.own:
            parts.append(self._private_text(view))
        if self.everyone:
            for seat in range(3):
                parts.append(f"{SEAT_NAMES[seat]} {self._private_text(state.view(seat))}")
        if self.public:
            parts.append(_history_text(view) if self.recall else _table_text(view))
        return " | ".join(part for part in parts if part)

    def _private_text(self, view: SkatView) -> str:
        parts = []
        hand = view.dealt_hand if self.recall else view.hand
        if hand:
            parts.append("hand " + cards_text(hand))
        if self.recall and view.picked_up_skat:
            parts.append("picked up " + cards_text(view.picked_up_skat))
        if view.skat:
            parts.append("laid away " + cards_text(view.skat))
        return ", ".join(parts)


def _history_text(view: SkatView) -> str:
    """Return the whole public history, and the soloist's cards if they are open."""
    parts = [" ".join([_MOVE_TEXTS[move] for move in view.moves])]
    if view.open_hand:
        parts.append("open hand " + cards_text(view.open_hand))
    return " | ".join(part for part in parts if part)


def _table_text(view: SkatView) -> str:
    """Describe the table, the result of the bids so far, and the claims."""
    parts = [view.phase.name.lower().replace("_", " ")]
    if view.to_act >= 0:
        parts[0] += f", {SEAT_NAMES[view.to_act]} to act"
    if view.bid:
        parts.append(f"bid {view.bid}")
    passed = [SEAT_NAMES[s] for s, m in zip(view.movers, view.moves, strict=True) if m == PASS]
    if passed:
        parts.append("passed " + ", ".join(passed))
    if view.soloist >= 0:
        parts.append("soloist " + SEAT_NAMES[view.soloist])
    parts += [f"{SEAT_NAMES[seat]} {_MOVE_TEXTS[move]}" for seat, move in view.pushes]
    if view.is_pushing:
        last = view.moves[view.moves.rfind(PICK_UP) + 1 :]
        parts.append(f"{last.count(HIDDEN)} laid away")
    if view.is_ramsch:
        return " | ".join([*parts, "ramsch", *_cards_text(view), _ramsch_text(view)])
    if view.contract < 0:
        if view.hand_game:
            parts.append("hand")
        elif view.picked_up:
            parts.append("picked up")
        return " | ".join(parts)
    parts.append(_contract_text(view))
    if view.open_hand:
        parts.append("open hand " + cards_text(view.open_hand))
    parts += [*_said_text(view), *_cards_text(view)]
    parts.append(
        f"soloist {view.soloist_tricks} tricks {view.soloist_points} points, "
        f"defenders {view.defender_tricks} tricks {view.defender_points} points"
    )
    return " | ".join(parts)


def _cards_text(view: SkatView) -> list[str]:
    """Describe the trick on the table, the last one, and the cards played."""
    parts = []
    if view.trick:
        parts.append(
            f"trick {SEAT_NAMES[view.leader]} " + " ".join(CARD_NAMES[card] for card in view.trick)
        )
    last = view.last_trick
    if last:
        cards = " ".join(CARD_NAMES[card] for _, card in last)
        parts.append(f"last trick {SEAT_NAMES[last[0][0]]} {cards}")
    return [*parts, "played " + " / ".join(cards_text(cards) or "-" for cards in view.played)]


def _ramsch_text(view: SkatView) -> str:
    taken = zip(SEAT_NAMES, *taken_by_seat(view), strict=True)
    return ", ".join(f"{name} {tricks} tricks {points} points" for name, tricks, points in taken)


def _said_text(view: SkatView) -> list[str]:
    """Describe the claims made so far, Kontra and Re, and the offer that awaits an answer."""
    if not view.claims and not view.kontra:
        return []
    said = [
        f"{SEAT_NAMES[seat]} {_MOVE_TEXTS[move]}"
        for seat, move in view.history
        if move in (GIVE_UP, LAY_OPEN) or KONTRA <= move < FIRST_SPITZE
    ]
    return said if view.offer is None else [*said, f"{SEAT_NAMES[view.to_act]} answers"]


def _contract_text(view: SkatView) -> str:
    declaration = view.declaration
    return declaration.in_words() if declaration else ""
