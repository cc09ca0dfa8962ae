"""The card play of a world of Tarok as a state, for OpenSpiel's searches.

OpenSpiel's own states cannot be set up with given hands. These states begin with the cards of a
world, and follow the engine's rules.
"""

from __future__ import annotations

import functools

import pyspiel

from vorhand.games.card_sets import cards_in
from vorhand.games.openspiel_tricks.tarok import (
    BEGGAR,
    COLOUR_VALAT,
    KLOP,
    MOST,
    OPEN_BEGGAR,
    STAKE,
    TAKEN,
    VALAT,
    TarokContract,
    rules_for,
)
from vorhand.games.registration import game_type
from vorhand.native.tricks import Play


class TarokWorlds(pyspiel.Game):  # type: ignore[misc]
    """Worlds for three or four seats."""

    def __init__(self, seats: int) -> None:
        kind = game_type(
            "tarok_worlds",
            "Worlds of Tarok",
            {},
            players=seats,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            chance=False,
            factored=False,
            tensors=False,
        )
        info = pyspiel.GameInfo(54, 1, seats, -float(MOST), float(MOST), None, 48)
        super().__init__(kind, info, {})

    def new_initial_state(self) -> TarokWorld:
        """Return a blank state, which `world` fills."""
        return TarokWorld(self)


class TarokWorld(pyspiel.State):  # type: ignore[misc]
    """A world; see `world`. Except at klop, opponents lose what the declarer's side gains."""

    def __init__(self, game: TarokWorlds) -> None:
        super().__init__(game)
        self.contract: TarokContract | None = None
        self.play: Play | None = None

    @property
    def _play(self) -> Play:
        assert self.play is not None
        return self.play

    @property
    def _contract(self) -> TarokContract:
        assert self.contract is not None
        return self.contract

    def current_player(self) -> int:
        """Return the player of the next card."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self._play.player

    def _legal_actions(self, player: int) -> list[int]:
        return cards_in(self._play.legal_cards())

    def _apply_action(self, action: int) -> None:
        self._play.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        """Return true after the last card, or after a trick that decides a beggar or valat."""
        called, play = self._contract.called, self._play
        if play.is_over:
            return True
        if play.trick or called.bid not in (BEGGAR, OPEN_BEGGAR, COLOUR_VALAT, VALAT):
            return False
        mine = play.tricks(called.declarer)
        negative = called.bid in (BEGGAR, OPEN_BEGGAR)
        return mine > 0 if negative else mine * self.num_players() < len(play.history)

    def returns(self) -> list[float]:
        """Return the payoffs of the players (`Tarok.terms`); zeros before the end."""
        seats = range(self.num_players())
        if not self.is_terminal():
            return [0.0 for _ in seats]
        called = self._contract.called
        if called.bid == KLOP:
            return [self._klop(seat) for seat in seats]
        if called.bid in (BEGGAR, OPEN_BEGGAR, COLOUR_VALAT, VALAT):
            mine = self._play.tricks(called.declarer) * self.num_players()
            made = mine == (0 if called.bid in (BEGGAR, OPEN_BEGGAR) else 48)
            payoff = STAKE[called.bid] * (1 if made else -1)
        else:
            # If cards are taken up, the engine counts the points of the declarer's opponents.
            payoff = self._play.payoff * (-1 if called.bid in TAKEN else 1)
        return [float(payoff if called.on_side(seat) else -payoff) for seat in seats]

    def _klop(self, seat: int) -> float:
        play, contract = self._play, self._contract
        terms, _, _ = rules_for(self.num_players()).terms(contract, seat)
        cards = [card for _, card in play.history]
        hands = [0] * self.num_players()
        return float(Play(terms, hands, contract.cards, contract.leader, cards).payoff)

    def information_state_string(self, player: int) -> str:
        """Return the player's own cards, and all cards played."""
        return known_cards(self._play, player)

    def __str__(self) -> str:
        return str(self._play.history)


def known_cards(play: Play, player: int) -> str:
    """Describe the cards that a player knows: their own, and those played."""
    return f"{play.hand(player)} {play.history}"


@functools.cache
def _worlds_for(seats: int) -> TarokWorlds:
    return TarokWorlds(seats)


def world(contract: TarokContract, play: Play, hands: list[int]) -> TarokWorld:
    """Return a state with these current hands after the cards played; the partner must be known."""
    begun = list(hands)
    for seat, card in play.history:
        begun[seat] |= 1 << card
    state = _worlds_for(len(hands)).new_initial_state()
    cards = [card for _, card in play.history]
    state.contract = contract
    state.play = Play(play.terms, begun, contract.cards, contract.leader, cards)
    return state
