"""Conversion of pasted records and positions of Skat into a game and its actions."""

from __future__ import annotations

from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal, read_played_deal
from vorhand.games.records import own_record
from vorhand.games.skat.records import actions_of, parse_record
from vorhand.games.skat.start import Start
from vorhand.games.texts import field, first_line, json_object, single_line
from vorhand.web.answers import ReadLine
from vorhand.web.boards import game_of
from vorhand.web.messages import PastedText, question

WHOLE = "python_skat"


@question(PastedText)
def read(asked: PastedText) -> ReadLine:
    """Read ``text``: a record of the International Skat Server, a line of a log, or a position."""
    line = first_line(asked.text)
    if line.startswith(("(;", "{")):
        return _played(asked.text)
    start = Start.parse(asked.text)
    start.deal()  # rejects impossible positions
    return ReadLine(game=f"{WHOLE}(start={start})", actions=[])


def played_deal(text: str) -> PlayedDeal:
    """Return the deal in a text of one line.

    Raises:
      TextError: it has another number of lines.
      ValueError: see `game_of` and `read_played_deal`.
    """
    record = own_record(single_line(text))
    if record.startswith("{"):
        game_of(_game(record), WHOLE)
    return read_played_deal(record)


def _played(text: str) -> ReadLine:
    played, record = played_deal(text), own_record(single_line(text))
    if record.startswith("{"):
        game, actions = _game(record), list(played.deal.history)
    else:
        game, actions = WHOLE, actions_of(parse_record(record))
    return ReadLine(game=game, actions=list(actions), players=list(played.players))


def _game(line: str) -> str:
    """Return the game string in a line of a log."""
    return field(json_object(line), "game", str)
