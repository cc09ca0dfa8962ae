"""Observations of Schnapsen in OpenSpiel's forms: strings and tensors.

All of them are made from the :class:`~vorhand.games.schnapsen.view.SchnapsenView` of the observing
player, so they show only what the player may know. The tensor is composed of named pieces;
`docs/schnapsen.md` lists their shapes. Strings with perfect recall describe the whole match,
tensors the current deal and the score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vorhand.games.card_sets import mask_of
from vorhand.games.observers import Observer, Shapes, bits
from vorhand.games.schnapsen.view import SchnapsenView, SeenDeal

if TYPE_CHECKING:
    from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState

_CARDS = 32
_ACTIONS = 38
_MOST_POINTS = 255


class SchnapsenObserver(Observer):
    """Observer of Schnapsen."""

    def shapes(self, game: SchnapsenGame) -> Shapes:
        """Return the shapes of the pieces; the game's length is that of the history."""
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

    def write(self, state: SchnapsenState, player: int) -> None:
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
    parts = [f"up {name(deal.up) if deal.up >= 0 else '-'}", f"trumps {'DHSC'[deal.trump]}"]
    if deal.up >= 0:
        parts.append(f"talon {len(deal.talon)}")
    if deal.closer >= 0:
        trick = "trick" if deal.closed_tricks else "no trick"
        parts.append(f"closed by {deal.closer} at {deal.closed_points}, {trick}")
    if deal.led >= 0:
        parts.append(f"led {name(deal.led)}")
    if deal.marriage >= 0:
        parts.append(f"marriage {'DHSC'[deal.marriage]}")
    for player in range(2):
        parts.append(
            f"player {player}: {deal.points(player)}+{deal.pending(player)} points, "
            f"{deal.tricks(player)} tricks, shown {view.card_names(deal.known(player))}, "
            f"played {view.card_names(deal.played(player))}"
        )
    turn = ("", " exchanged", " closed", " announced")[deal.turn]
    parts.append("over" if deal.terminal else f"player {deal.to_move} to move{turn}")
    return ", ".join(parts)
