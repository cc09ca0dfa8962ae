"""Conversion of pasted records and positions of Schnapsen into a game and its actions."""

from __future__ import annotations

from vorhand.evaluation.post_mortem.schnapsen.review import GAME, read_played
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.positions import hidden_fields, is_position, read_position
from vorhand.games.texts import BLANKS
from vorhand.web.answers import ReadLine
from vorhand.web.boards import game_of
from vorhand.web.messages import PastedText, question

WHOLE = GAME
MATCH_POINTS = 7


@question(PastedText)
def read(asked: PastedText) -> ReadLine:
    """Read ``text``: a record, a line of a log, or a position; see `read_position`."""
    text = asked.text
    if is_position(text):
        rules = game_named(WHOLE).rules
        deal = read_position(rules, text)
        position = ReadLine(game=WHOLE, actions=[], start=text.strip(BLANKS))
        if hidden := hidden_fields(text):  # shown from the player to move, if their hand is given
            unknown = f"hand{deal.to_move}" in hidden
            position.seat = 1 - deal.to_move if unknown else deal.to_move
        return position
    played = read_played(text)
    actions, players = list(played.actions), list(played.players)
    return ReadLine(game=played.game, actions=actions, players=players, start="")


def game_named(text: str) -> SchnapsenGame:
    """Return the game of a game string; errors are those of `game_of`."""
    game: SchnapsenGame = game_of(text, WHOLE)
    return game
