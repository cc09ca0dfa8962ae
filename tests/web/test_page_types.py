"""The page's types are those of what its server sends."""

import json
from typing import Any

import pyspiel
import pytest
from jsonschema import Draft7Validator, ValidationError, validate

from vorhand.games.loading import load_game
from vorhand.games.packs import part
from vorhand.service.games.observations import observe, observer_of
from vorhand.tests.agents.skat.played import states
from vorhand.v1 import observation_pb2, play_pb2, tables_pb2
from vorhand.web.page_types import schema
from vorhand.web.wire import as_json


def strict(kind: Any) -> Any:
    """Return a schema in which an object has no unknown fields, as in the types of the page."""
    if isinstance(kind, list):
        return [strict(each) for each in kind]
    if not isinstance(kind, dict):
        return kind
    more = {"additionalProperties": False} if "properties" in kind else {}
    return {name: strict(each) for name, each in kind.items()} | more


SCHEMA = strict(schema())


def check(value: Any, kind: dict[str, Any]) -> None:
    """Raise ValidationError unless a value, sent as JSON, has a type."""
    validate(json.loads(json.dumps(value)), kind | {"$defs": SCHEMA["$defs"]}, Draft7Validator)


def of(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def first_decision(game: str) -> pyspiel.State:
    state = load_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    return state


def test_observations_and_tables_have_these_types() -> None:
    (skat,) = states(1, 5)
    schnapsen, kuhn = first_decision("python_schnapsen(match=true)"), first_decision("kuhn_poker")
    for state in (skat, schnapsen, kuhn):
        game = str(state.get_game())
        seen = observe(observer_of(state.get_game()), game, state, state.current_player())
        check(as_json(seen), of("Observation"))
        event = play_pb2.Event(sequence=3, observation=seen)
        event.turn.legal_actions.extend(seen.legal_actions)
        check(as_json(event), of("TableEvent"))
    move = observation_pb2.Move(seat=1, name="moves")
    check(as_json(play_pb2.Event(moved=play_pb2.Moved(move=move))), of("TableEvent"))
    table = tables_pb2.Table(table_id="t", seats=[tables_pb2.Seat(agent="rule")])
    check(as_json(table), of("Table"))


def test_answers_about_games_have_these_types() -> None:
    (state,) = states(1, 6)
    line = {"game": "python_skat", "actions": state.history()}
    seat = {"seat": state.current_player(), "belief": "uniform", "agent": "pimc(worlds=20)"}
    asked: dict[str, dict[str, Any]] = {
        "python_skat/position": line,
        "python_skat/knowledge": line | seat,
        "python_skat/short": {"contracts": "CG", "bid": 264, "matadors": 1},
        "python_schnapsen/read": {"text": "up=SJ hand0=SA,HT,DA,CK,CJ"},
    }
    start = {"game": "python_schnapsen", "start": asked["python_schnapsen/read"]["text"]}
    asked["python_schnapsen/position"] = start
    asked["python_schnapsen/knowledge"] = start | seat | {"seat": 0}
    for question, body in asked.items():
        game, _, name = question.partition("/")
        board = part(game, "web")
        check(board.questions[name](body), SCHEMA["properties"][question])


@pytest.mark.parametrize("wrong", [{"seat": 0}, {"table_id": "t", "seat": "0", "token": ""}])
def test_other_values_are_noticed(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        check(wrong, of("Place"))
