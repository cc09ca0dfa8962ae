"""Observations of Skat in OpenSpiel's forms: strings and tensors.

All of them are made from the :class:`~vorhand.games.skat.view.SkatView` of the observing player, so
they show only what the player may know. (An observation of all players' private information, which
OpenSpiel also has, is made from the three views.)

The tensor is composed of named pieces; `docs/skat.md` lists their shapes and offsets. Sets of cards
come first, as rows of 32.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel

from vorhand.games.observers import in_pieces
from vorhand.games.skat.cards import CARD_NAMES, NUM_CARDS, SEAT_NAMES, cards_text
from vorhand.games.skat.view import HIDDEN, SkatView, observe
from vorhand.native.errors import InputError
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

_NUM_BIDS = PICK_UP - FIRST_BID
_NUM_PLAYS = 30
_MOVE_TEXTS = [action_name(action) for action in range(NUM_ACTIONS_WITH_CLAIMS)]
_MOVE_TEXTS[PICK_UP] = "picks up"
_MOVE_TEXTS[PLAY_HAND] = "plays hand"
_MOVE_TEXTS[GIVE_UP : LAY_OPEN + 1] = ["gives up", "lays open"]
_MOVE_TEXTS += ["lays away"] * (HIDDEN + 1 - NUM_ACTIONS_WITH_CLAIMS)
_PHASES = list(Phase)

_Pieces = list[tuple[str, tuple[int, ...]]]


class SkatObserver:
    """Observer for one combination of OpenSpiel's IIGObservationType.

    Args:
        iig_obs_type: public_info, perfect_recall and private_info (of the observing player, of all
            players, or none) select the contents of the observation.
        params: none are known; ValueError names those that were passed.
        claims: of the game.

    Attributes:
        tensor: float32, flat; written by the last :meth:`set_from`.
        dict: the named pieces, views of `tensor`.
    """

    def __init__(
        self, iig_obs_type: Any, params: dict[str, Any] | None = None, *, claims: bool = False
    ) -> None:
        if params:
            raise InputError(f"observation parameters {params}: python_skat knows none")
        self._public = iig_obs_type.public_info
        self._claims = claims
        self._recall = iig_obs_type.perfect_recall
        self._own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._everyone = iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS

        sets, rest = self._set_pieces(), self._other_pieces()
        self.tensor, self.dict = in_pieces(dict(sets + rest))
        self._sets = self.tensor[: sum(math.prod(shape) for _, shape in sets)]

    def _set_pieces(self) -> _Pieces:
        pieces: _Pieces = []
        if self._own:
            pieces += [("hand", (32,)), ("skat", (32,))]
            if self._recall:
                pieces += [("dealt_hand", (32,)), ("picked_up_skat", (32,))]
        if self._everyone:
            pieces += [("hands", (3, 32)), ("skats", (3, 32))]
            if self._recall:
                pieces += [("dealt_hands", (3, 32)), ("picked_up_skats", (3, 32))]
        if self._public:
            pieces += [("open_hand", (32,)), ("voids", (3, 32)), ("trick", (3, 32))]
            if not self._recall:
                pieces += [("last_trick", (3, 32)), ("played", (3, 32))]
        return pieces

    def _other_pieces(self) -> _Pieces:
        pieces: _Pieces = [("player", (3,))]
        if not self._public:
            return pieces
        pieces += [
            ("phase", (len(_PHASES),)),
            ("to_act", (3,)),
            ("passed", (3,)),
            ("bid", (_NUM_BIDS,)),
            ("soloist", (3,)),
            ("picked_up", (2,)),
            ("discards_made", (2,)),
            ("contract", (6,)),
            ("level", (4,)),
            ("tricks", (2,)),
            ("points", (2,)),
        ]
        if self._claims:
            pieces += [("claims", (3, 4, _NUM_PLAYS)), ("offer", (2,))]
        if self._recall:
            pieces += [
                ("bids", (_NUM_BIDS, 3)),
                ("plays", (_NUM_PLAYS, 32)),
                ("players_of_plays", (_NUM_PLAYS, 3)),
            ]
        return pieces

    def set_from(self, state: Any, player: int) -> None:
        """Write the observation of `state` by `player` into `tensor`."""
        deal = state.deal
        view = observe(deal, player)
        self.tensor.fill(0)
        if self._sets.size:
            views = [observe(deal, seat) for seat in range(3)] if self._everyone else []
            masks = np.array(list(self._masks(view, views)), "<u4").view(np.uint8)
            self._sets[:] = np.unpackbits(masks, bitorder="little")
        self.dict["player"][player] = 1
        if self._public:
            self._set_public(view)
            if self._recall:
                self._set_history(view)

    def _masks(self, view: SkatView, views: list[SkatView]) -> Iterator[int]:
        """Yield the sets of cards, in the order of their pieces."""
        if self._own:
            yield from (view.hand, view.skat)
            if self._recall:
                yield from (view.dealt_hand, view.picked_up_skat)
        if self._everyone:
            yield from (other.hand for other in views)
            yield from (other.skat for other in views)
            if self._recall:
                yield from (other.dealt_hand for other in views)
                yield from (other.picked_up_skat for other in views)
        if self._public:
            yield view.open_hand
            yield from view.voids
            trick = [0, 0, 0]
            for i, card in enumerate(view.trick):
                trick[(view.leader + i) % 3] = 1 << card
            yield from trick
            if not self._recall:
                last = [0, 0, 0]
                for seat, card in view.last_trick:
                    last[seat] = 1 << card
                yield from last
                yield from view.played

    def _set_public(self, view: SkatView) -> None:
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
            self._set_claims(view)
        pieces["tricks"][:] = (view.soloist_tricks / 10, view.defender_tricks / 10)
        pieces["points"][:] = (view.soloist_points / 120, view.defender_points / 120)

    def _set_claims(self, view: SkatView) -> None:
        """Write the claims by seat and number of cards played, and the pending offer."""
        played = 0
        for seat, move in view.history:
            if GIVE_UP <= move < NUM_ACTIONS_WITH_CLAIMS:
                self.dict["claims"][seat, move - GIVE_UP, played] = 1
            played += move < NUM_CARDS and played < _NUM_PLAYS - 1
        if view.offer is not None:
            self.dict["offer"][view.offer[1] - GIVE_UP] = 1

    def _set_history(self, view: SkatView) -> None:
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

    def string_from(self, state: Any, player: int) -> str:
        """Describe what `player` observes; texts are equal if and only if observations are."""
        deal = state.deal
        view = observe(deal, player)
        parts = []
        if self._public and self._own:
            parts.append(SEAT_NAMES[player])
        if self._own:
            parts.append(self._private_text(view))
        if self._everyone:
            for seat in range(3):
                text = self._private_text(observe(deal, seat))
                parts.append(f"{SEAT_NAMES[seat]} {text}")
        if self._public:
            parts.append(_history_text(view) if self._recall else _table_text(view))
        return " | ".join(part for part in parts if part)

    def _private_text(self, view: SkatView) -> str:
        parts = []
        hand = view.dealt_hand if self._recall else view.hand
        if hand:
            parts.append("hand " + cards_text(hand))
        if self._recall and view.picked_up_skat:
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
