"""Observations of Skat in OpenSpiel's forms: strings and tensors.

All of them are made from the :class:`~vorhand.games.skat.view.SkatView` of the observing player, so
they show only what the player may know. (An observation of all players' private information, which
OpenSpiel also has, is made from the three views.)

The tensor is composed of named pieces; `docs/skat.md` lists their shapes and offsets. Sets of cards
come first, as rows of 32.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from vorhand.games.observers import Observer, Shapes, bits
from vorhand.games.skat.cards import CARD_NAMES, NUM_CARDS, SEAT_NAMES, cards_text
from vorhand.games.skat.view import HIDDEN, SkatView
from vorhand.native.skat import (
    FIRST_BID,
    GIVE_UP,
    HOLD,
    LAY_OPEN,
    NUM_ACTIONS_WITH_CLAIMS,
    PASS,
    PICK_UP,
    PLAY_HAND,
    Phase,
    action_name,
    bid_action,
)

if TYPE_CHECKING:
    from vorhand.games.skat.game import SkatGame, SkatState

_NUM_BIDS = PICK_UP - FIRST_BID
_NUM_PLAYS = 30
_MOVE_TEXTS = [action_name(action) for action in range(NUM_ACTIONS_WITH_CLAIMS)]
_MOVE_TEXTS[PICK_UP] = "picks up"
_MOVE_TEXTS[PLAY_HAND] = "plays hand"
_MOVE_TEXTS[GIVE_UP : LAY_OPEN + 1] = ["gives up", "lays open"]
_MOVE_TEXTS += ["lays away"] * (HIDDEN + 1 - NUM_ACTIONS_WITH_CLAIMS)
_PHASES = list(Phase)


class SkatObserver(Observer):
    """Observer of Skat."""

    def shapes(self, game: SkatGame) -> Shapes:
        """Return the shapes of the pieces, sets of cards first."""
        self._claims = game.claims
        one, three = (NUM_CARDS,), (3, NUM_CARDS)
        pieces: dict[str, tuple[int, ...]] = {}
        if self.own:
            pieces |= {"hand": one, "skat": one}
            if self.recall:
                pieces |= {"dealt_hand": one, "picked_up_skat": one}
        if self.everyone:
            pieces |= {"hands": three, "skats": three}
            if self.recall:
                pieces |= {"dealt_hands": three, "picked_up_skats": three}
        if self.public:
            pieces |= {"open_hand": one, "voids": three, "trick": three}
            if not self.recall:
                pieces |= {"last_trick": three, "played": three}
        pieces["player"] = (3,)
        if not self.public:
            return pieces
        pieces |= {
            "phase": (len(_PHASES),),
            "to_act": (3,),
            "passed": (3,),
            "bid": (_NUM_BIDS,),
            "soloist": (3,),
            "picked_up": (2,),
            "discards_made": (2,),
            "contract": (6,),
            "level": (4,),
            "tricks": (2,),
            "points": (2,),
        }
        if self._claims:
            pieces |= {"claims": (3, 4, _NUM_PLAYS), "offer": (2,)}
        if self.recall:
            plays = {"plays": (_NUM_PLAYS, NUM_CARDS), "players_of_plays": (_NUM_PLAYS, 3)}
            pieces |= {"bids": (_NUM_BIDS, 3), **plays}
        return pieces

    def write(self, state: SkatState, player: int) -> None:
        """Write the pieces."""
        view = state.view(player)
        self.dict["player"][player] = 1
        private = [view] if self.own else [state.view(seat) for seat in self.seats(state, player)]
        sets: dict[str, Sequence[int]] = {}
        for name in ("hand", "skat", "dealt_hand", "picked_up_skat"):
            sets[name if self.own else f"{name}s"] = [getattr(seen, name) for seen in private]
        if self.public:
            trick = [((view.leader + i) % 3, card) for i, card in enumerate(view.trick)]
            sets |= {"open_hand": [view.open_hand], "voids": view.voids, "played": view.played}
            sets |= {"trick": _by_seat(trick), "last_trick": _by_seat(view.last_trick)}
            self._write_public(view)
            if self.recall:
                self._write_history(view)
        for name, cards in sets.items():
            if name in self.dict:
                self.dict[name][...] = bits(cards).reshape(self.dict[name].shape)

    def _write_public(self, view: SkatView) -> None:
        pieces = self.dict
        pieces["phase"][view.phase.value] = 1
        for name, number in (
            ("to_act", view.to_act),
            ("soloist", view.soloist),
            ("contract", view.contract),
            ("level", view.level),
        ):
            if number >= 0:
                pieces[name][number] = 1
        for seat, move in zip(view.movers, view.moves, strict=True):
            if move == PASS:
                pieces["passed"][seat] = 1
        if view.bid:
            pieces["bid"][bid_action(view.bid) - FIRST_BID] = 1
        if view.picked_up or view.hand_game:
            pieces["picked_up"][0 if view.picked_up else 1] = 1
        pieces["discards_made"][: view.moves.count(HIDDEN)] = 1
        if self._claims:
            self._write_claims(view)
        pieces["tricks"][:] = (view.soloist_tricks / 10, view.defender_tricks / 10)
        pieces["points"][:] = (view.soloist_points / 120, view.defender_points / 120)

    def _write_claims(self, view: SkatView) -> None:
        """Write the claims by seat and number of cards played, and the pending offer."""
        played = 0
        for seat, move in view.history:
            if GIVE_UP <= move < NUM_ACTIONS_WITH_CLAIMS:
                self.dict["claims"][seat, move - GIVE_UP, played] = 1
            played += move < NUM_CARDS and played < _NUM_PLAYS - 1
        if view.offer is not None:
            self.dict["offer"][view.offer[1] - GIVE_UP] = 1

    def _write_history(self, view: SkatView) -> None:
        bids = self.dict["bids"]
        value = 0
        for seat, move in zip(view.movers, view.moves, strict=True):
            if FIRST_BID <= move < PICK_UP:
                value = move - FIRST_BID
                bids[value, seat] = 1
            elif move == HOLD:
                bids[value, seat] = 1
            elif move != PASS:
                break
        cards = np.frombuffer(view.plays, np.uint8)
        if cards.size:
            order = np.arange(cards.size)
            self.dict["plays"][order, cards] = 1
            seats = np.frombuffer(view.players_of_plays, np.uint8)
            self.dict["players_of_plays"][order, seats] = 1

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


def _by_seat(plays: Iterable[tuple[int, int]]) -> list[int]:
    """Return the card of each seat in a trick, as sets."""
    cards = [0, 0, 0]
    for seat, card in plays:
        cards[seat] = 1 << card
    return cards


def _history_text(view: SkatView) -> str:
    """Return the whole public history, and the soloist's cards if they are open."""
    parts = [" ".join([_MOVE_TEXTS[move] for move in view.moves])]
    if view.open_hand:
        parts.append("open hand " + cards_text(view.open_hand))
    return " | ".join(part for part in parts if part)


def _table_text(view: SkatView) -> str:
    """Describe the table and the bids and claims so far, without their order."""
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
    if view.contract < 0:
        if view.hand_game:
            parts.append("hand")
        elif view.picked_up:
            parts.append("picked up")
        return " | ".join(parts)
    parts.append(_contract_text(view))
    if view.open_hand:
        parts.append("open hand " + cards_text(view.open_hand))
    parts += _claims_text(view)
    if view.trick:
        parts.append(
            f"trick {SEAT_NAMES[view.leader]} " + " ".join(CARD_NAMES[card] for card in view.trick)
        )
    last = view.last_trick
    if last:
        cards = " ".join(CARD_NAMES[card] for _, card in last)
        parts.append(f"last trick {SEAT_NAMES[last[0][0]]} {cards}")
    parts.append("played " + " / ".join(cards_text(cards) or "-" for cards in view.played))
    parts.append(
        f"soloist {view.soloist_tricks} tricks {view.soloist_points} points, "
        f"defenders {view.defender_tricks} tricks {view.defender_points} points"
    )
    return " | ".join(parts)


def _claims_text(view: SkatView) -> list[str]:
    """Describe the claims made so far, and the offer that awaits an answer."""
    if not view.claims:
        return []
    said = [
        f"{SEAT_NAMES[seat]} {_MOVE_TEXTS[move]}"
        for seat, move in view.history
        if move in (GIVE_UP, LAY_OPEN)
    ]
    return said if view.offer is None else [*said, f"{SEAT_NAMES[view.to_act]} answers"]


def _contract_text(view: SkatView) -> str:
    declaration = view.declaration
    return declaration.in_words() if declaration else ""
