"""Deals and matches as lines of text."""

import random

import pyspiel
import pytest

from vorhand.games.schnapsen.records import (
    RecordError,
    parse_record,
    read_records,
    records_of,
    replay,
    state_of,
    write_record,
)

GAMES = ["python_schnapsen", "python_kinderschnapsen", "python_schnapsen(match=true,score_1=3)"]


@pytest.mark.parametrize("name", GAMES)
def test_round_trip_and_replay(name: str) -> None:
    game, rng = pyspiel.load_game(name), random.Random(1)
    for number in range(1, 30):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        lines = [write_record(game.rules, record) for record in records_of(state, number)]
        again = list(read_records(game.rules, ["# a comment\n", *lines, "\n"]))
        assert [write_record(game.rules, record) for record in again] == lines
        assert again == records_of(state, number)
        for record in again:
            deal = replay(game.rules, record)
            assert (deal.winner, deal.game_points) == (record.winner, record.game_points)
        rebuilt = state_of(game, again)
        assert rebuilt.history() == state.history()
        assert rebuilt.returns() == state.returns()


def test_bad_lines_are_named() -> None:
    game, rng = pyspiel.load_game("python_schnapsen"), random.Random(2)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    good = write_record(game.rules, records_of(state)[0]).split()

    def changed(field: int, text: str) -> str:
        return " ".join([*good[:field], text, *good[field + 1 :]])

    for line, message in [
        (" ".join(good[:-1]), "9 fields, expected match deal"),
        (changed(0, "x"), "match 'x': expected a number"),
        (changed(4, "SASKHTDJ"), "hand0 'SASKHTDJ': 4 cards, expected 5"),
        (changed(4, "SASKHTDJZZ"), "'ZZ' is not a card"),
        (changed(6, good[4][:2]), "is dealt twice"),
        (changed(8, "q"), "action 'q'"),
        (changed(9, "2"), "result '2'"),
    ]:
        with pytest.raises(RecordError, match=message):
            parse_record(game.rules, line)
    other = "1:1" if good[9] != "1:1" else "0:1"
    with pytest.raises(RecordError, match=f"result {other}: the play gives {good[9]}"):
        replay(game.rules, parse_record(game.rules, changed(9, other)))
    with pytest.raises(RecordError, match="not over after 1 actions"):
        replay(game.rules, parse_record(game.rules, changed(8, good[8].split(",")[0])))
    with pytest.raises(RecordError, match="line 2: "):
        list(read_records(game.rules, [" ".join(good), "nonsense"]))
    with pytest.raises(RecordError, match="score 1:0, expected 0:0"):
        state_of(game, [parse_record(game.rules, changed(3, "1:0"))])
