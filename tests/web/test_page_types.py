"""The page's types are those of what its server sends."""

import re
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from vorhand.games.loading import load_game
from vorhand.games.packs import part
from vorhand.service.games.observations import observe, observer_of
from vorhand.tests.agents.skat.played import states
from vorhand.v1 import observation_pb2, play_pb2, tables_pb2
from vorhand.web import answers
from vorhand.web.page_types import schema
from vorhand.web.wire import as_json

TYPES = Path(answers.__file__).parent / "page" / "src" / "types.ts"
SCHEMA = schema()
FIELD = re.compile(r'  "?([\w/]+)"?(\??):\s*((?:[^;{]|\{[^}]*\})+);')


def committed() -> dict[str, dict[str, tuple[bool, set[str]]]]:
    """Return by interface and field whether it is required, and its possible types."""
    found: dict[str, dict[str, tuple[bool, set[str]]]] = {}
    text = re.sub(r"/\*.*?\*/", "", TYPES.read_text("utf-8"), flags=re.DOTALL)
    for name, body in re.findall(r"export interface (\w+) \{(.*?)\n?\}\n", text, re.DOTALL):
        fields = FIELD.findall(body)
        found[name] = {field: (not mark, choices(kind)) for field, mark, kind in fields}
    return found


def choices(text: str) -> set[str]:
    return {re.sub(r"\s+", " ", part).strip() for part in text.split("|")} - {""}


def in_typescript(kind: dict[str, Any]) -> set[str]:
    if "$ref" in kind:
        return {kind["$ref"].rpartition("/")[2]}
    if "anyOf" in kind:
        return set().union(*map(in_typescript, kind["anyOf"]))
    if "enum" in kind:
        return {f'"{value}"' for value in kind["enum"]}
    if kind["type"] == "array":
        parts = [one for each in listed(kind["items"]) for one in in_typescript(each)]
        return {f"[{', '.join(parts)}]" if isinstance(kind["items"], list) else f"{parts[0]}[]"}
    if kind["type"] == "object":
        (value,) = in_typescript(kind["additionalProperties"])
        return {f"{{ [k: string]: {value}; }}"}
    return {"number" if kind["type"] == "integer" else kind["type"]}


def listed(items: Any) -> list[Any]:
    return items if isinstance(items, list) else [items]


def test_the_committed_types_are_those_of_the_server() -> None:
    """If this fails: `make page-types`, and commit what it wrote."""
    types = SCHEMA["$defs"] | {SCHEMA["title"]: SCHEMA}
    assert committed() == {
        name: {
            field: (field in kind.get("required", ()), in_typescript(each))
            for field, each in kind["properties"].items()
        }
        for name, kind in types.items()
        if "properties" in kind
    }


def check(value: Any, kind: dict[str, Any], path: str) -> None:
    """Raise AssertionError unless a value in JSON is of a kind, without unknown fields."""
    if "$ref" in kind:
        check(value, SCHEMA["$defs"][kind["$ref"].rpartition("/")[2]], path)
    elif "anyOf" in kind:
        failed = [case for case in kind["anyOf"] if not is_of(value, case, path)]
        assert len(failed) < len(kind["anyOf"]), f"{path}: {value!r}"
    elif "enum" in kind:
        assert value in kind["enum"], path
    elif "properties" in kind:
        assert set(kind.get("required", ())) <= set(value), path
        assert set(value) <= set(kind["properties"]), path
        for field, each in value.items():
            check(each, kind["properties"][field], f"{path}.{field}")
    elif kind["type"] == "array":
        items = kind["items"]
        pairs = (
            zip(value, items, strict=True)
            if isinstance(items, list)
            else ((each, items) for each in value)
        )
        for number, (each, item) in enumerate(pairs):
            check(each, item, f"{path}[{number}]")
    elif kind["type"] == "object":
        for field, each in value.items():
            check(each, kind["additionalProperties"], f"{path}.{field}")
    else:
        types = {"integer": int, "number": (int, float), "string": str, "boolean": bool}
        expected: Any = type(None) if kind["type"] == "null" else types[kind["type"]]
        assert isinstance(value, expected), f"{path}: {value!r}"


def is_of(value: Any, kind: dict[str, Any], path: str) -> bool:
    try:
        check(value, kind, path)
    except AssertionError:
        return False
    return True


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
        check(as_json(seen), of("Observation"), game)
        event = play_pb2.Event(sequence=3, observation=seen)
        event.turn.legal_actions.extend(seen.legal_actions)
        check(as_json(event), of("TableEvent"), game)
    move = observation_pb2.Move(seat=1, name="moves")
    check(as_json(play_pb2.Event(moved=play_pb2.Moved(move=move))), of("TableEvent"), "moved")
    table = tables_pb2.Table(table_id="t", seats=[tables_pb2.Seat(agent="rule")])
    check(as_json(table), of("Table"), "table")


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
        check(board.questions[name](body), SCHEMA["properties"][question], question)


@pytest.mark.parametrize("wrong", [{"seat": 0}, {"table_id": "t", "seat": "0", "token": ""}])
def test_other_values_are_noticed(wrong: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check(wrong, of("Place"), "place")
