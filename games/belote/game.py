"""The OpenSpiel game ``python_belote``: four players, seats 0 and 2 against 1 and 3.

The score of a side is in points; a player's return is the score of their side minus the other's.
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
    HAND,
    NUM_ACTIONS,
    SEATS,
    SUITS,
    VALUES,
    BeloteError,
    Contract,
    Scoring,
    action_name,
    cards_text,
)
from vorhand.games.belote.view import BeloteView
from vorhand.games.card_sets import cards_in
from vorhand.games.observers import ObservedGame, ObservedState
from vorhand.games.turns import even_chances
from vorhand.native.belote import Deal, Rules, observation
from vorhand.native.observations import Contents
from vorhand.native.tricks import Play

_TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_FIRST_CARDS = 5  # cards dealt to each hand before the calls of the plain game
_MOST_NAMES = 12  # maximum number of names in an error message
_MOST = {False: 272, True: 4 * (CAPOT + 252 + 20)}  # highest score of a side; True: Contrée
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
        self.rules = Rules(self.contree, self.dealer, **vars(self.scoring))
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
        """Return the number of cards, because all are dealt."""
        return CARDS


class BeloteState(notebooks.Shown, ObservedState):
    """A deal in progress, a wrapper around the compiled deal, which implements the rules.

    Made by :meth:`BeloteGame.new_initial_state`.
    """

    title = "Belote, all cards"
    seats = SEATS

    def __init__(self, game: BeloteGame) -> None:
        super().__init__(game)
        self._deal = Deal(game.rules)

    @property
    def deal(self) -> Deal:
        """The compiled deal, with all hidden cards. Agents use :meth:`view`."""
        return self._deal

    @property
    def turned(self) -> int:
        """The turned-up card; -1 if there is none."""
        return self._deal.turned

    @property
    def calls(self) -> list[tuple[int, int]]:
        """Seat and action of each call."""
        return self._deal.calls

    @property
    def contract(self) -> Contract | None:
        """The contract; None before it is settled."""
        settled = self._deal.contract
        return None if settled is None else Contract(*settled, scoring=self.get_game().scoring)

    @property
    def play(self) -> Play | None:
        """The card play; None before it begins."""
        return self._deal.play

    def dealt_to(self, seat: int) -> list[int]:
        """Return the cards dealt to a seat, in order, without the card that the taker took up."""
        deal = zip(self._deal.dealt, self._deal.places, strict=True)
        return [card for card, place in deal if place == seat]

    def batches_of(self, seat: int) -> tuple[list[int], list[int]]:
        """Return the cards that a seat was dealt before the calls, and those dealt after them."""
        cards, before = self.dealt_to(seat), HAND if self.get_game().contree else _FIRST_CARDS
        return cards[:before], cards[before:]

    def hand(self, seat: int) -> int:
        """Return the cards that a seat holds, as a set."""
        return self._deal.hand(seat)

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self.current_player() == _TERMINAL

    def current_player(self) -> int:
        """Return the player to act."""
        return self._deal.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards left, all equally likely."""
        return even_chances(self._deal.legal_actions())

    def _legal_actions(self, player: int | None) -> list[int]:
        return self._deal.legal_actions()

    def _apply_action(self, action: int) -> None:
        """Apply an action; raise BeloteError if it is not legal, and leave the state unchanged."""
        known = 0 <= action < NUM_ACTIONS  # the core's integers have fewer bits
        if known and self._deal.advance(action):
            return
        legal = self.legal_actions()
        if not legal:
            raise BeloteError(f"action {action}: the deal is over")
        more = f", ... ({len(legal)} in all)" if len(legal) > _MOST_NAMES else ""
        names = ", ".join(map(action_name, legal[:_MOST_NAMES]))
        raise BeloteError(f"action {action}: expected one of {names}{more}")

    def _action_to_string(self, player: int, action: int) -> str:
        return action_name(action)

    def belote_seat(self) -> int:
        """Return the seat with king and queen of trumps when the play begins; -1: none so far."""
        return self._deal.belote_seat

    def returns(self) -> list[float]:
        """Return the score of each player's side less that of the other; zeros until the end."""
        return [float(score) for score in self._deal.returns()]

    def view(self, player: int) -> BeloteView:
        """Return what a player may know."""
        return BeloteView.of(self, player)

    def numbers(self, player: int, contents: Contents) -> list[float]:
        """Return an observation as a list."""
        return observation(self._deal, player, contents)

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
        dealt = iter([self.turned if seat < 0 else next(left[seat]) for seat in self._deal.places])
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
