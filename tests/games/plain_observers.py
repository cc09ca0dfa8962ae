"""The tensors of our games, written piece by piece from the players' views: slow and plain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from vorhand.games.belote.rules import CARDS, NUM_ACTIONS, SEATS
from vorhand.games.belote.view import BeloteView
from vorhand.games.card_sets import cards_in
from vorhand.games.observers import Observer, Shapes
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.games.skat.view import HIDDEN, SkatView
from vorhand.native.skat import (
    FIRST_BID,
    GIVE_UP,
    HOLD,
    KONTRA,
    NO_RE,
    NUM_ACTIONS_WITH_CLAIMS,
    PASS,
    PICK_UP,
    PUSH_UNSEEN,
    RE,
    Phase,
    bid_action,
)
from vorhand.tests.games.belote.plain_deal import points_of, strength
from vorhand.tests.games.skat.plain_ramsch import taken_in_ramsch

_CARDS = 32
_PHASES = list(Phase)
_NUM_BIDS = PICK_UP - FIRST_BID
_NUM_PLAYS = 30
_ACTIONS = 38  # number of actions of Schnapsen
_MOST_POINTS = 255
_CALLS = 16  # number of the last calls that are shown at Belote
_BOTH = {"player": (SEATS,), "first": (SEATS,)}
_RECALLED: dict[str, tuple[int, ...]] = _BOTH | {
    "dealt": (CARDS,),
    "turned": (CARDS,),
    "calls": (_CALLS, SEATS + NUM_ACTIONS),
    "plays": (CARDS, SEATS + CARDS),
    "belote": (SEATS,),  # the seat that announced it
}
_SHOWN: dict[str, tuple[int, ...]] = _BOTH | {
    "hand": (CARDS,),
    "turned": (CARDS,),
    "phase": (4,),
    "to_act": (SEATS,),
    "calls": (SEATS, NUM_ACTIONS),
    "taker": (SEATS,),
    "trumps": (4,),
    "value": (10,),
    "doubled": (2,),
    "trick": (SEATS, CARDS),
    "last_trick": (SEATS, CARDS),
    "played": (SEATS, CARDS),
    "tricks": (2,),
    "points": (2,),
    "belote": (SEATS,),
}


def bits(sets: int | Sequence[int]) -> npt.NDArray[np.uint8]:
    """Return sets of at most 32 cards as rows of 0 and 1."""
    return np.unpackbits(
        np.asarray(sets, "<u4").reshape(-1, 1).view(np.uint8), axis=1, bitorder="little"
    )


class PlainSkat(Observer):
    """Observer of Skat."""

    def shapes(self, game: Any) -> Shapes:
        """Return the shapes of the pieces, sets of cards first."""
        self._claims, self._kontra, self._ramsch = game.claims, game.kontra, game.ramsch
        self._spitze, self._schieberamsch = game.spitze, game.schieberamsch
        one, three = (_CARDS,), (3, _CARDS)
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
        pieces |= self._pieces_of_rules()
        if self.recall:
            plays = {"plays": (_NUM_PLAYS, _CARDS), "players_of_plays": (_NUM_PLAYS, 3)}
            pieces |= {"bids": (_NUM_BIDS, 3), **plays}
        return pieces

    def _pieces_of_rules(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the pieces of the club rules and of claims."""
        pieces: dict[str, tuple[int, ...]] = {}
        if self._claims:
            pieces |= {"claims": (3, 4, _NUM_PLAYS), "offer": (2,)}
        if self._kontra:
            pieces |= {"kontra": (3,), "re": (2,)}
        if self._ramsch:
            pieces |= {"seat_tricks": (3,), "seat_points": (3,)}
        if self._spitze:
            pieces |= {"spitze": (1,)}
        if self._schieberamsch:
            pieces |= {"pushes": (3, 2)}
        return pieces

    def write(self, state: Any, player: int) -> None:
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
        last = view.moves[view.moves.rfind(PICK_UP) + 1 :]
        pieces["discards_made"][: last.count(HIDDEN)] = 1
        self._write_rules(view)
        pieces["tricks"][:] = (view.soloist_tricks / 10, view.defender_tricks / 10)
        pieces["points"][:] = (view.soloist_points / 120, view.defender_points / 120)

    def _write_rules(self, view: SkatView) -> None:
        """Write the pieces of the club rules and of claims."""
        pieces = self.dict
        if self._claims:
            self._write_claims(view)
        for seat, move in view.history if self._kontra else ():
            if move == KONTRA:
                pieces["kontra"][seat] = 1
            if move in (RE, NO_RE):
                pieces["re"][move - RE] = 1
        if self._ramsch and view.is_ramsch:
            tricks, points = taken_in_ramsch(list(view.plays))
            pieces["seat_tricks"][:] = [count / 10 for count in tricks]
            pieces["seat_points"][:] = [count / 120 for count in points]
        if self._spitze and any(130 <= move < 150 for move in view.moves):
            pieces["spitze"][0] = 1
        for seat, move in view.history if self._schieberamsch and view.soloist < 0 else ():
            if move in (PICK_UP, PUSH_UNSEEN):
                pieces["pushes"][seat, int(move == PUSH_UNSEEN)] = 1

    def _write_claims(self, view: SkatView) -> None:
        """Write the claims by seat and number of cards played, and the open offer."""
        played = 0
        for seat, move in view.history:
            if GIVE_UP <= move < NUM_ACTIONS_WITH_CLAIMS:
                self.dict["claims"][seat, move - GIVE_UP, played] = 1
            played += move < _CARDS and played < _NUM_PLAYS - 1
        if view.offer is not None and view.offer[1] != KONTRA:
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


def _by_seat(plays: Iterable[tuple[int, int]]) -> list[int]:
    """Return the card of each seat in a trick, as sets."""
    cards = [0, 0, 0]
    for seat, card in plays:
        cards[seat] = 1 << card
    return cards


class PlainSchnapsen(Observer):
    """Observer of Schnapsen."""

    def shapes(self, game: Any) -> Shapes:
        """Return the shapes of the pieces."""
        pieces: dict[str, tuple[int, ...]] = {"player": (2,)}
        if seats := 2 * self.everyone + self.own:
            pieces["hand"] = (seats, _CARDS)
            if self.recall:
                draws = (game.rules.talon_size + 1) // 2
                pieces |= {"dealt": (seats, _CARDS), "draws": (seats, draws, _CARDS)}
        if self.public:
            pieces |= {
                "score": (2,),
                "to_move": (2,),
                "leader": (2,),
                "trump": (4,),
                "up": (_CARDS,),
                "led": (_CARDS,),
                "shown": (2, _CARDS),
                "played": (2, _CARDS),
                "talon_left": (1,),
                "closer": (2,),
                "at_closing": (2,),
                "turn": (4,),
                "marriage": (4,),
                "points": (2,),
                "pending": (2,),
                "tricks": (2,),
            }
            if self.recall:
                pieces["first_up"] = (_CARDS,)
                pieces["actions"] = (game.deal_length, _ACTIONS)
        return pieces

    def write(self, state: Any, player: int) -> None:
        """Write the pieces."""
        self.dict["player"][player] = 1
        for row, seat in enumerate(self.seats(state, player)):
            self._write_private(row, state.view(seat))
        if self.public:
            self._write_public(state.view(player))

    def _write_private(self, row: int, view: SchnapsenView) -> None:
        self.dict["hand"][row] = bits(view.deal.hand(view.player))
        if self.recall:
            self.dict["dealt"][row, list(view.seen.dealt)] = 1
            for number, card in enumerate(view.seen.draws):
                self.dict["draws"][row, number, card] = 1

    def _write_public(self, view: SchnapsenView) -> None:
        deal, pieces = view.deal, self.dict
        pieces["score"][:] = [points / view.match_points for points in view.score]
        for name, number in (
            ("leader", deal.leader),
            ("trump", deal.trump),
            ("up", deal.up),
            ("led", deal.led),
            ("closer", deal.closer),
            ("marriage", deal.marriage),
            ("turn", deal.turn),
        ):
            if number >= 0:
                pieces[name][number] = 1
        if not deal.dealing:
            if not deal.terminal:
                pieces["to_move"][deal.to_move] = 1
            pieces["talon_left"][0] = len(deal.talon) / view.rules.talon_size
        pieces["at_closing"][:] = (deal.closed_points / _MOST_POINTS, deal.closed_tricks > 0)
        for player in range(2):
            pieces["shown"][player] = bits(deal.known(player))
            pieces["played"][player] = bits(deal.played(player))
            pieces["points"][player] = deal.points(player) / view.rules.target
            pieces["pending"][player] = deal.pending(player) / view.rules.target
            pieces["tricks"][player] = deal.tricks(player) / len(view.rules.cards) * 2
        if self.recall:
            if view.seen.up >= 0:
                pieces["first_up"][view.seen.up] = 1
            for number, action in enumerate(view.seen.actions):
                pieces["actions"][number, action] = 1


class PlainBelote(Observer):
    """Observer of Belote."""

    def shapes(self, game: Any) -> Shapes:
        """Return the shapes of the pieces."""
        del game
        pieces = _RECALLED if self.recall else _SHOWN
        private = "dealt" if self.recall else "hand"
        shown = {name: self.public for name in pieces} | {"player": True}
        shown[private] = self.own or self.everyone
        found = {name: shape for name, shape in pieces.items() if shown[name]}
        return found | {private: (SEATS, CARDS)} if self.everyone else found

    def write(self, state: Any, player: int) -> None:
        """Write the pieces."""
        view = state.view(player)
        self.dict["player"][player] = 1
        for row, seat in enumerate(self.seats(state, player)):
            seen = state.view(seat)
            private = self.dict["dealt" if self.recall else "hand"].reshape(-1, CARDS)
            private[row, list(seen.dealt) if self.recall else cards_in(seen.held)] = 1
        if not self.public:
            return
        self.dict["first"][view.first] = 1
        if view.turned >= 0:
            self.dict["turned"][view.turned] = 1
        if view.announced >= 0:
            self.dict["belote"][view.announced] = 1
        if self.recall:
            self._write_history(view)
        else:
            self._write_calls(state, view)
            self._write_tricks(view)

    def _write_history(self, view: BeloteView) -> None:
        for row, (seat, action) in enumerate(view.calls[-_CALLS:]):
            self.dict["calls"][row, [seat, SEATS + action]] = 1
        for row, (seat, card) in enumerate(view.plays):
            self.dict["plays"][row, [seat, SEATS + card]] = 1

    def _write_calls(self, state: Any, view: BeloteView) -> None:
        pieces = self.dict
        acting = state.current_player()
        phase = {-1: 0, -4: 3}.get(acting, 1 if view.play is None else 2)
        pieces["phase"][phase] = 1
        if acting >= 0:
            pieces["to_act"][acting] = 1
        for seat, action in dict(view.calls).items():  # the last one of each seat
            pieces["calls"][seat, action] = 1
        said = [(seat, action) for seat, action in view.calls if 32 < action < 78]
        if said:
            seat, action = said[-1]
            pieces["taker"][seat] = 1
            if action >= 38:
                pieces["trumps"][(action - 38) // 10] = 1
                pieces["value"][(action - 38) % 10] = 1
            else:
                pieces["trumps"][view.turned // 8 if action == 33 else action - 34] = 1
        pieces["doubled"][0] = any(action == 78 for _, action in view.calls)
        pieces["doubled"][1] = any(action == 79 for _, action in view.calls)

    def _write_tricks(self, view: BeloteView) -> None:
        tricks = [view.plays[i : i + 4] for i in range(0, len(view.plays), 4)]
        whole = [trick for trick in tricks if len(trick) == 4]
        for seat, card in view.plays:
            self.dict["played"][seat, card] = 1
        for seat, card in tricks[-1] if tricks and len(tricks[-1]) < 4 else []:
            self.dict["trick"][seat, card] = 1
        for seat, card in whole[-1] if whole else []:
            self.dict["last_trick"][seat, card] = 1
        tricks_of, points_of_sides = [0, 0], [0, 0]
        for number, trick in enumerate(whole):
            assert view.contract is not None
            trump, led = view.contract.trump, trick[0][1] // 8
            _, _, winner = max(
                (card // 8 == trump, strength(card, trump), seat)
                for seat, card in trick
                if card // 8 in (trump, led)
            )
            points = sum(points_of(card, trump) for _, card in trick)
            tricks_of[winner % 2] += 1
            points_of_sides[winner % 2] += points + 10 * (number == 7)
        self.dict["tricks"][:] = [count / 8 for count in tricks_of]
        self.dict["points"][:] = [points / 162 for points in points_of_sides]
