"""Observations of Schnapsen in OpenSpiel's forms: strings and tensors.

Strings are made from the :class:`~vorhand.games.schnapsen.view.SchnapsenView` of the observing
player, so they show only what the player may know. The compiled core writes the tensors, of named
pieces; `docs/schnapsen.md` lists their shapes. With perfect recall the strings describe the whole
match, the tensors the current deal and the score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vorhand.games.card_sets import SUITS, mask_of
from vorhand.games.observers import Observer, Shapes
from vorhand.games.schnapsen.view import SchnapsenView, SeenDeal
from vorhand.native.schnapsen import observation_shapes, write_observation

if TYPE_CHECKING:
    from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState


class SchnapsenObserver(Observer):
    """Observer of Schnapsen."""

    def shapes(self, game: SchnapsenGame) -> Shapes:
        """Return the shapes of the pieces."""
        return observation_shapes(game.rules, self.contents)

    def set_from(self, state: SchnapsenState, player: int) -> None:
        """Write the observation of a state by a player into `tensor`."""
        game = state.get_game()
        write_observation(
            game.rules,
            state.current,
            state.score,
            game.match_points,
            player,
            self.contents,
            self.tensor,
        )

    def string_from(self, state: SchnapsenState, player: int) -> str:
        """Describe what `player` observes; texts are equal if and only if observations are."""
        parts = []
        seats, view = self.seats(state, player), state.view(player)
        if self.public:
            parts.append(f"score {view.score[0]}:{view.score[1]}" if view.is_match else "")
        if not self.recall:
            parts += [self._hand_text(state.view(seat)) for seat in seats]
            if self.public:
                parts.append(_table_text(view))
        else:
            views = [state.view(seat) for seat in seats]
            for number, seen in enumerate((*view.past, view.seen)):
                for own in views:
                    parts.append(_private_text(own, (*own.past, own.seen)[number]))
                if self.public:
                    parts.append(_public_text(view, seen))
        return " | ".join(part for part in parts if part)

    def _hand_text(self, view: SchnapsenView) -> str:
        return f"player {view.player} hand {view.card_names(view.deal.hand(view.player))}"


def _private_text(view: SchnapsenView, seen: SeenDeal) -> str:
    # The order of the deal carries no information about the hand.
    text = f"player {view.player} dealt {view.card_names(mask_of(seen.dealt))}"
    if seen.draws:
        text += " drew " + " ".join(view.rules.card_name(card) for card in seen.draws)
    return text


def _public_text(view: SchnapsenView, seen: SeenDeal) -> str:
    if seen.up < 0:
        return ""
    text = f"up {view.rules.card_name(seen.up)}"
    names = [seen.deal.action_name(view.rules, action) for action in seen.actions]
    return " ".join([text, *names])


def _table_text(view: SchnapsenView) -> str:
    deal, name = view.deal, view.rules.card_name
    if deal.dealing:
        return "dealing"
    parts = [f"up {name(deal.up) if deal.up >= 0 else '-'}", f"trumps {SUITS[deal.trump]}"]
    if deal.up >= 0:
        parts.append(f"talon {len(deal.talon)}")
    if deal.closer >= 0:
        trick = "trick" if deal.closed_tricks else "no trick"
        parts.append(f"closed by {deal.closer} at {deal.closed_points}, {trick}")
    if deal.led >= 0:
        parts.append(f"led {name(deal.led)}")
    if deal.marriage >= 0:
        parts.append(f"marriage {SUITS[deal.marriage]}")
    for player in range(2):
        parts.append(
            f"player {player}: {deal.points(player)}+{deal.pending(player)} points, "
            f"{deal.tricks(player)} tricks, shown {view.card_names(deal.known(player))}, "
            f"played {view.card_names(deal.played(player))}"
        )
    turn = ("", " exchanged", " closed", " announced")[deal.turn]
    parts.append("over" if deal.terminal else f"player {deal.to_move} to move{turn}")
    return ", ".join(parts)
