"""Deals and matches as text, one line a deal.

A line holds blank-separated fields::

    match deal leader score0:score1 hand0 hand1 up talon actions result

``match`` and ``deal`` are numbers from 1, ``leader`` is the player who leads the first trick, the
score is that before the deal. Cards are suit then rank, written together, in the order of
dealing; the talon is in the order of drawing. Actions are separated by commas: a card, ``x``
(exchange), ``c`` (close), ``m`` and a suit (marriage announced). The result is the winner, a colon,
and the winner's game points::

    1 1 0 0:0 SASKHTDJCQ CACTCKDQDA ST HJHQ... SA,SJ,mS,SK,... 0:2

Lines that begin with ``#`` are comments.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vorhand.games.card_sets import SUITS
from vorhand.games.records import RecordError, ReplayError
from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState
from vorhand.games.schnapsen.structs import CLOSE, EXCHANGE, MARRIAGE
from vorhand.games.texts import TextError, first_line, single_line
from vorhand.native.schnapsen import Deal, Rules, new_deal

_FIELDS = ("match", "deal", "leader", "score", "hand0", "hand1", "up", "talon", "actions", "result")


@dataclass(frozen=True)
class DealRecord:
    """One deal.

    Attributes:
        match: number of the match, from 1.
        deal: number of the deal in it, from 1.
        leader: player who leads the first trick.
        score: game points before the deal.
        cards: the cards in the order of dealing: hands, face-up trump, face-down talon.
        actions: the players' actions.
        winner: winner of the deal.
        game_points: the game points won.
    """

    match: int
    deal: int
    leader: int
    score: tuple[int, int]
    cards: tuple[int, ...]
    actions: tuple[int, ...]
    winner: int
    game_points: int


def write_record(rules: Rules, record: DealRecord) -> str:
    """Return the line of a record, without its end."""
    size = rules.hand_size
    cuts = (0, size, 2 * size, 2 * size + 1, len(record.cards))
    cards = [
        "".join(map(rules.card_name, record.cards[start:end]))
        for start, end in itertools.pairwise(cuts)
    ]
    fields = [
        str(record.match),
        str(record.deal),
        str(record.leader),
        f"{record.score[0]}:{record.score[1]}",
        *cards,
        ",".join(_action_text(rules, action) for action in record.actions),
        f"{record.winner}:{record.game_points}",
    ]
    return " ".join(fields)


def parse_record(rules: Rules, line: str) -> DealRecord:
    """Parse a line.

    Raises:
        RecordError: a field is invalid; names it and what was expected.
    """
    try:
        line = single_line(line)
    except TextError as error:
        raise RecordError(f"record {error}") from error
    fields = line.split()
    if len(fields) != len(_FIELDS):
        raise RecordError(f"record {line!r}: {len(fields)} fields, expected {' '.join(_FIELDS)}")
    values = dict(zip(_FIELDS, fields, strict=True))
    cards: list[int] = []
    sizes = (rules.hand_size, rules.hand_size, 1, rules.talon_size)
    for name, size in zip(("hand0", "hand1", "up", "talon"), sizes, strict=True):
        held = _cards(rules, name, values[name])
        if len(held) != size:
            raise RecordError(f"{name} {values[name]!r}: {len(held)} cards, expected {size}")
        cards += held
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise RecordError(f"card {rules.card_name(twice)} is dealt twice")
    winner, points = _pair("result", values["result"])
    return DealRecord(
        _number("match", values["match"]),
        _number("deal", values["deal"]),
        _number("leader", values["leader"]),
        _pair("score", values["score"]),
        tuple(cards),
        tuple(_action(rules, text) for text in values["actions"].split(",")),
        winner,
        points,
    )


def replay(rules: Rules, record: DealRecord) -> Deal:
    """Return the deal at its end.

    Raises:
        ReplayError: an action is not legal, or the replay does not give the recorded result.
    """
    if record.leader not in (0, 1):
        raise ReplayError(f"leader {record.leader}: expected 0 or 1")
    deal = new_deal(rules, record.leader)
    for card in record.cards:
        deal.deal_card(rules, card)
    for number, action in enumerate(record.actions, start=1):
        if deal.terminal or action not in deal.legal_actions(rules):
            raise ReplayError(f"action {number}, {_action_text(rules, action)}: not legal there")
        deal.apply(rules, action)
    if not deal.terminal:
        raise ReplayError(f"the deal is not over after {len(record.actions)} actions")
    if (deal.winner, deal.game_points) != (record.winner, record.game_points):
        raise ReplayError(
            f"result {record.winner}:{record.game_points}: the play gives "
            f"{deal.winner}:{deal.game_points}"
        )
    return deal


def records_of(state: SchnapsenState, match: int = 1) -> list[DealRecord]:
    """Return the records of all deals of a finished game."""
    if not state.is_terminal():
        raise RecordError("the game is not over")
    game = state.get_game()
    score = game.start_score
    records = []
    for number, played in enumerate((*state.past, state.current)):
        deal = played.deal
        records.append(
            DealRecord(
                match,
                number + 1,
                (game.leader + number) % 2,
                score,
                played.cards,
                played.actions,
                deal.winner,
                deal.game_points,
            )
        )
        won = deal.game_points
        score = (score[0] + won * (deal.winner == 0), score[1] + won * (deal.winner == 1))
    return records


def state_of(game: SchnapsenGame, records: Iterable[DealRecord]) -> SchnapsenState:
    """Replay the records of one match (or one deal), and return the state.

    Raises:
        ReplayError: a record does not replay, or the scores do not follow from each other.
    """
    state: SchnapsenState = game.new_initial_state()
    for record in records:
        if state.is_terminal() or record.score != state.score:
            raise ReplayError(
                f"deal {record.deal}: score {record.score[0]}:{record.score[1]}, "
                f"expected {state.score[0]}:{state.score[1]}"
            )
        replay(game.rules, record)
        for action in (*record.cards, *record.actions):
            state.apply_action(action)
    return state


def read_records(rules: Rules, lines: Iterable[str]) -> Iterator[DealRecord]:
    """Parse lines into records.

    Raises:
        RecordError: a line is invalid; names it.
    """
    for number, line in enumerate(lines, start=1):
        try:
            if first_line(line):
                yield parse_record(rules, line)
        except RecordError as error:
            raise error.in_line(number) from None
        except TextError as error:
            raise RecordError(f"line {number}: {error}") from error


def _action_text(rules: Rules, action: int) -> str:
    if action == EXCHANGE:
        return "x"
    if action == CLOSE:
        return "c"
    return f"m{SUITS[action - MARRIAGE]}" if action >= MARRIAGE else rules.card_name(action)


def _action(rules: Rules, text: str) -> int:
    if text == "x":
        return EXCHANGE
    if text == "c":
        return CLOSE
    if len(text) == 2 and text[0] == "m" and text[1] in SUITS:
        return MARRIAGE + SUITS.index(text[1])
    card = rules.parse_card(text)
    if card < 0:
        raise RecordError(f"action {text!r}: expected a card, x, c, or m and a suit")
    return card


def _cards(rules: Rules, name: str, text: str) -> list[int]:
    cards = [rules.parse_card(text[i : i + 2]) for i in range(0, len(text), 2)]
    if -1 in cards:
        wrong = text[2 * cards.index(-1) :][:2]
        raise RecordError(f"{name} {text!r}: {wrong!r} is not a card of the pack")
    return cards


def _number(name: str, text: str) -> int:
    if not text.isdecimal():
        raise RecordError(f"{name} {text!r}: expected a number")
    return int(text)


def _pair(name: str, text: str) -> tuple[int, int]:
    first, _, second = text.partition(":")
    if not (first.isdecimal() and second.isdecimal()):
        raise RecordError(f"{name} {text!r}: expected two numbers like 0:2")
    return int(first), int(second)


__all__ = [
    "DealRecord",
    "RecordError",
    "parse_record",
    "read_records",
    "records_of",
    "replay",
    "state_of",
    "write_record",
]
