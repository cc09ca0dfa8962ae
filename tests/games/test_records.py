"""Records of plain games: each field has one type, and none is converted."""

import json

import pytest

from vorhand.games.records import PlainRecord, RecordError

FIELDS = {
    "game": "kuhn_poker",
    "deal": 2,
    "seats": ["a", "b"],
    "actions": [1, 2, 0, 0],
    "returns": [-1, 1.0],
}
RECORD = PlainRecord("kuhn_poker", 2, ("a", "b"), (1, 2, 0, 0), (-1.0, 1.0))


def test_integers_are_numbers_and_unknown_fields_are_ignored() -> None:
    assert PlainRecord.parse(json.dumps(FIELDS | {"version": 3})) == RECORD
    assert PlainRecord.parse(RECORD.line()) == RECORD
    assert {type(score) for score in PlainRecord.of_fields(FIELDS).returns} == {float}


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("game", 3, "game 3: expected a string"),
        ("game", None, "game None: expected a string"),
        ("deal", 2.7, "deal 2.7: expected an integer"),
        ("deal", 2.0, "deal 2.0: expected an integer"),
        ("deal", "2", "deal '2': expected an integer"),
        ("deal", True, "deal True: expected an integer"),
        ("seats", "ab", "seats 'ab': expected a list"),
        ("seats", {"a": 0, "b": 1}, "seats {'a': 0, 'b': 1}: expected a list"),
        ("seats", ["a", 1], r"seats[1] 1: expected a string"),
        ("actions", "1200", "actions '1200': expected a list"),
        ("actions", [1, 2, 0, 0.9], "actions[3] 0.9: expected an integer"),
        ("actions", [1, "2", 0, 0], "actions[1] '2': expected an integer"),
        ("actions", [True, 2, 0, 0], "actions[0] True: expected an integer"),
        ("returns", ["-1", 1], "returns[0] '-1': expected a number"),
        ("returns", [10**400, 1], "expected a number"),
    ],
)
def test_fields_of_another_type_are_refused(name: str, value: object, told: str) -> None:
    with pytest.raises(RecordError) as refused:
        PlainRecord.parse(json.dumps(FIELDS | {name: value}))
    assert told in str(refused.value)
    assert len(str(refused.value)) < 400


def test_a_missing_field_is_refused_unless_it_is_optional() -> None:
    for name in FIELDS:
        rest = {other: value for other, value in FIELDS.items() if other != name}
        with pytest.raises(RecordError, match=f"no field '{name}': expected "):
            PlainRecord.of_fields(rest)
    only = {"game": "kuhn_poker", "actions": [1]}
    optional = ("deal", "seats", "returns")
    assert PlainRecord.of_fields(only, optional) == ("kuhn_poker", 0, (), (1,), ())
    with pytest.raises(RecordError, match="deal None: expected an integer"):
        PlainRecord.of_fields({**only, "deal": None}, optional)
