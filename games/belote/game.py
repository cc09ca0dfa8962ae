"""The OpenSpiel game ``python_belote``: four players, seats 0 and 2 against 1 and 3.

The score of a side is in points; a player's return is the score of their side less the other's.
Cards are dealt one at a time, seat by seat from the one after the dealer. `docs/belote.md` lists
parameters, actions and rules.

>>> import pyspiel, vorhand
>>> pyspiel.load_game("python_belote").num_players()
4
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from vorhand.games import notebooks
from vorhand.games.belote.observer import BeloteObserver
from vorhand.games.belote.registration import BELOTE, DEFAULTS, SCORING
from vorhand.games.belote.rules import (
    CAPOT,
    CARDS,
    DOUBLE,
    FIRST_BID,
    FIRST_SUIT,
    HAND,
    NUM_ACTIONS,
    PASS,
    REDOUBLE,
    SEATS,
    SUITS,
    TAKE,
    VALUES,
    BeloteError,
    Contract,
    Scoring,
    action_name,
    belote,
    cards_text,
)
from vorhand.games.belote.view import BeloteView
from vorhand.games.card_sets import cards_in, mask_of
from vorhand.games.observers import ObservedGame, ObservedState
from vorhand.games.turns import even_chances
from vorhand.native.belote import Table, observation
from vorhand.native.observations import Contents
from vorhand.native.tricks import Play

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_FIRST_CARDS = 5  # cards a hand before the calls of the plain game
_MOST_NAMES = 12  # maximum number of names in an error message
_MOST = {False: 272, True: 4 * (CAPOT + 252 + 20)}  # highest score by any scoring
_MOST_CALLS = {False: 8, True: 3 + 4 * len(SUITS) * len(VALUES) + 2 * 3}


class BeloteGame(ObservedGame):
    """Belote.

    Args:
        params: ``contree``: an auction instead of taking the turned-up card; ``dealer``: 0 to 3;
            ``made``, ``contre``, ``surcontre`` and ``belote``: at Contrée, see `Scoring`.

    Raises:
        BeloteError: an unknown parameter, or an invalid value.
    """

    observer = BeloteObserver

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        if unknown := sorted(set(given) - set(DEFAULTS)):
            raise BeloteError(f"python_belote: unknown parameter {', '.join(unknown)}")
        values = {**DEFAULTS, **given}
        self.contree = bool(values["contree"])
        self.dealer = int(values["dealer"])
        if not 0 <= self.dealer < SEATS:
            raise BeloteError(f"dealer={self.dealer}: expected 0 to 3")
        self.scoring = Scoring(**{name: values[name] for name in SCORING})
        if not self.contree:
            for name, usual in SCORING.items():
                if values[name] != usual:
                    raise BeloteError(f"{name}={values[name]}: expected contree=true with it")
        most = float(_MOST[self.contree])
        info = pyspiel.GameInfo(
            num_distinct_actions=NUM_ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=SEATS,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=_MOST_CALLS[self.contree] + CARDS,
        )
        super().__init__(BELOTE, info, given)

    @property
    def first(self) -> int:
        """The seat that calls first, and leads."""
        return (self.dealer + 1) % SEATS

    def new_initial_state(self) -> BeloteState:
        """Return the state before the deal."""
        return BeloteState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards: all are dealt."""
        return CARDS


class BeloteState(notebooks.Shown, ObservedState):
    """A deal in progress. Made by :meth:`BeloteGame.new_initial_state`."""

    title = "Belote, all cards"
    seats = SEATS

    def __init__(self, game: BeloteGame) -> None:
        super().__init__(game)
        self._first, self._contree = game.first, game.contree
        self._places = _places(self._first, _FIRST_CARDS if not game.contree else HAND)
        if not game.contree:
            self._places += [-1]  # the turned-up card
        self.dealt: list[int] = []
        self.calls: list[tuple[int, int]] = []
        self.contract: Contract | None = None
        self.play: Play | None = None

    @property
    def places(self) -> list[int]:
        """The seat of each card dealt, in the order of dealing; -1 for the turned-up card."""
        return self._places[: len(self.dealt)]

    @property
    def turned(self) -> int:
        """The turned-up card; -1 if there is none."""
        return self.dealt[self._places.index(-1)] if -1 in self.places else -1

    def batches_of(self, seat: int) -> tuple[list[int], list[int]]:
        """Return the cards that a seat was dealt before the calls, and after them."""
        cards, before = self.dealt_to(seat), HAND if self._contree else _FIRST_CARDS
        return cards[:before], cards[before:]

    def dealt_to(self, seat: int) -> list[int]:
        """Return the cards dealt to a seat, in the order of dealing, without the card taken."""
        return [card for card, place in zip(self.dealt, self.places, strict=True) if place == seat]

    def hand(self, seat: int) -> int:
        """Return the cards that a seat holds, as a set."""
        return self.play.hand(seat) if self.play else self._first_hand(seat)

    def _first_hand(self, seat: int) -> int:
        takes = self.contract is not None and seat == self.contract.taker and self.turned >= 0
        return mask_of(self.dealt_to(seat)) | (1 << self.turned if takes else 0)

    @property
    def _passed_in(self) -> bool:
        calls = SEATS if self._contree else 2 * SEATS
        return len(self.calls) == calls and all(action == PASS for _, action in self.calls)

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self._passed_in or (self.play is not None and self.play.is_over)

    def current_player(self) -> int:
        """Return the player to act."""
        if len(self.dealt) < len(self._places):
            return _CHANCE
        if self.play is not None:
            return _TERMINAL if self.play.is_over else self.play.player
        return _TERMINAL if self._passed_in else (self._first + len(self.calls)) % SEATS

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards left, all equally likely."""
        return even_chances(self._undealt())

    def _undealt(self) -> list[int]:
        return sorted(set(range(CARDS)) - set(self.dealt))

    def _legal_actions(self, player: int | None) -> list[int]:
        player = self.current_player()
        if player == _TERMINAL:
            return []
        if player == _CHANCE:
            return self._undealt()
        if self.play is not None:
            return cards_in(self.play.legal_cards())
        return self._auction(player) if self._contree else self._takes()

    def _takes(self) -> list[int]:
        if len(self.calls) < SEATS:
            return [PASS, TAKE]
        return [PASS, *(FIRST_SUIT + s for s in range(len(SUITS)) if s != self.turned // 8)]

    def _auction(self, player: int) -> list[int]:
        said = [(seat, action) for seat, action in self.calls if action != PASS]
        if not said:
            return [PASS, *range(FIRST_BID, DOUBLE)]
        seat, last = said[-1]
        if last == DOUBLE:
            return [PASS, REDOUBLE] if player % 2 != seat % 2 else [PASS]
        value = (last - FIRST_BID) % len(VALUES)
        higher = [a for a in range(FIRST_BID, DOUBLE) if (a - FIRST_BID) % len(VALUES) > value]
        return [PASS, *higher, *([DOUBLE] if player % 2 != seat % 2 else [])]

    def _check(self, action: int) -> None:
        legal = self.legal_actions()
        if not legal:
            raise BeloteError(f"action {action}: the deal is over")
        if action not in legal:
            more = f", ... ({len(legal)} in all)" if len(legal) > _MOST_NAMES else ""
            names = ", ".join(map(action_name, legal[:_MOST_NAMES]))
            raise BeloteError(f"action {action}: expected one of {names}{more}")

    def _apply_action(self, action: int) -> None:
        """Apply an action; raise BeloteError if it is not legal, and leave the state unchanged."""
        self._check(action)
        if len(self.dealt) < len(self._places):
            self.dealt.append(action)
            self._begin_play()
        elif self.play is not None:
            self.play.play(action)
        else:
            self.calls.append((self.current_player(), action))
            self.contract = self._auctioned() if self._contree else self._taken()
            if self.contract is not None and not self._contree:
                room = [HAND - len(self.dealt_to(seat)) for seat in range(SEATS)]
                room[self.contract.taker] -= 1
                for _ in range(max(room)):
                    order = [(self._first + k) % SEATS for k in range(SEATS)]
                    self._places += [seat for seat in order if room[seat] > 0]
                    room = [count - 1 for count in room]
            self._begin_play()

    def _taken(self) -> Contract | None:
        seat, action = self.calls[-1]
        if action == PASS:
            return None
        return Contract(seat, self.turned // 8 if action == TAKE else action - FIRST_SUIT)

    def _auctioned(self) -> Contract | None:
        """Return the contract once three have passed after it, or it was redoubled."""
        bids = [(seat, action) for seat, action in self.calls if FIRST_BID <= action < DOUBLE]
        after = [action for _, action in self.calls[-SEATS + 1 :]]
        if not bids or (after != [PASS] * (SEATS - 1) and after[-1] != REDOUBLE):
            return None
        said = {action for _, action in self.calls}
        seat, action = bids[-1]
        suit, value = divmod(action - FIRST_BID, len(VALUES))
        scoring: Scoring = self.get_game().scoring
        factor = scoring.surcontre if REDOUBLE in said else 2 if DOUBLE in said else 1
        return Contract(seat, suit, VALUES[value], factor, scoring)

    def _begin_play(self) -> None:
        if self.contract is not None and len(self.dealt) == len(self._places):
            hands = [self._first_hand(seat) for seat in range(SEATS)]
            self.play = Play(self.contract.terms, hands, HAND, self._first)

    def _action_to_string(self, player: int, action: int) -> str:
        return action_name(action)

    def belote_seat(self) -> int:
        """Return the seat that was dealt king and queen of trumps; -1: nobody."""
        if self.contract is None or self.play is None:
            return -1
        both = belote(self.contract.trump)
        return next((s for s in range(SEATS) if self._first_hand(s) & both == both), -1)

    def returns(self) -> list[float]:
        """Return the score of each player's side less that of the other; zeros until the end."""
        if self.contract is None or self.play is None or not self.is_terminal():
            return [0.0] * SEATS
        holder, taker = self.belote_seat(), self.contract.taker
        side = -1 if holder < 0 else (holder - taker) % 2
        own, other = self.contract.scores(self.play.points, side)
        return [float(own - other) * (1 if (s - taker) % 2 == 0 else -1) for s in range(SEATS)]

    def view(self, player: int) -> BeloteView:
        """Return what a player may know."""
        return BeloteView.of(self, player)

    @property
    def table(self) -> Table:
        """The deal with all its cards, for the compiled core."""
        return Table(
            first=self._first,
            to_act=self.current_player(),
            over=self.is_terminal(),
            dealt=self.dealt,
            places=self._places,
            calls=self.calls,
            taker=-1 if self.contract is None else self.contract.taker,
            play=self.play,
        )

    def numbers(self, player: int, contents: Contents) -> list[float]:
        """Return an observation as a list."""
        return observation(self.table, player, contents)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BeloteState:
        """Draw a state that the player cannot tell from this one; each is equally likely."""
        if self.is_chance_node():
            raise pyspiel.SpielError("resample_from_infostate: cards are still being dealt")
        rng, view = random.Random(int(sampler() * 2**53)), self.view(player)
        hands = view.worlds(1, rng.getrandbits(63))[0].tolist()
        left = []
        for seat in range(SEATS):
            own = self.dealt_to(seat)
            if seat != player:
                held = cards_in(hands[seat] | view.played(seat))
                own = [card for card in held if card != self.turned]
                rng.shuffle(own)
            left.append(iter(own))
        dealt = iter([self.turned if seat < 0 else next(left[seat]) for seat in self.places])
        moves = iter(view.history)
        state: BeloteState = self.get_game().new_initial_state()
        while state.move_number() < self.move_number():
            state.apply_action(next(dealt) if state.is_chance_node() else next(moves)[1])
        return state

    def __str__(self) -> str:
        """Describe the deal with all cards."""
        hands = [f"{seat}: {cards_text(cards_in(self.hand(seat)))}" for seat in range(SEATS)]
        calls = ", ".join(f"{seat} {action_name(action)}" for seat, action in self.calls)
        played = self.play.history if self.play else []
        plays = " ".join(f"{seat}:{action_name(card)}" for seat, card in played)
        turned = f"turned {action_name(self.turned)}\n" if self.turned >= 0 else ""
        return "\n".join(hands) + f"\n{turned}calls: {calls or '-'}\nplays: {plays or '-'}"


def _places(first: int, rounds: int) -> list[int]:
    return [(first + k) % SEATS for _ in range(rounds) for k in range(SEATS)]
