"""The JSON schema of the page's answers and messages, from which its types are generated.

``python -m vorhand.web.page_types`` prints it; ``make page-types`` writes `web/page/src/types.ts`.
"""

import inspect
import json
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
from google.protobuf.descriptor import FieldDescriptor

from vorhand.games.packs import packs, part
from vorhand.native.errors import InputError
from vorhand.web.answers import WIRE, Answer, TextOutcome

_SCALARS = {
    FieldDescriptor.CPPTYPE_BOOL: "boolean",
    FieldDescriptor.CPPTYPE_DOUBLE: "number",
    FieldDescriptor.CPPTYPE_FLOAT: "number",
    FieldDescriptor.CPPTYPE_INT32: "integer",
    FieldDescriptor.CPPTYPE_UINT32: "integer",
    FieldDescriptor.CPPTYPE_INT64: "string",  # protocol buffers write it so in JSON
    FieldDescriptor.CPPTYPE_UINT64: "string",
    FieldDescriptor.CPPTYPE_STRING: "string",
}
_MAYBE_UNSET = ("vorhand.v1.Event.observation", "vorhand.v1.Table.clock")
_NAMES = {message.DESCRIPTOR.full_name: name for name, message in WIRE.items()}


def schema() -> dict[str, Any]:
    """Return the schema of all answers to questions about games, with all types in `$defs`."""
    boards = {p.games[0]: part(p.games[0], "web") for p in packs() if p.web is not None}
    questions = {
        f"{game}/{name}": get_type_hints(question.answer)["return"]
        for game, board in boards.items()
        for name, question in board.questions.items()
    }
    outcomes = [get_type_hints(board.outcome)["return"] for board in boards.values()]
    answers = [*_subclasses(Answer)]
    _, own = msgspec.json.schema_components(answers, ref_template="#/$defs/{name}")
    own = {name: _tidied(each) for name, each in own.items() if name != Answer.__name__}
    wire: dict[str, Any] = {}
    for message in WIRE.values():
        _add_message(message.DESCRIPTOR, wire)
    if both := own.keys() & wire.keys():
        raise InputError(f"types {both}: expected names that the wire contract does not have")
    names = dict.fromkeys(answer.__name__ for answer in (*outcomes, TextOutcome))
    outcome = {"anyOf": [_reference(name) for name in names]}
    return {
        "title": "Questions",
        "description": "The answers to questions about games, by game and name of the question.",
        "type": "object",
        "properties": {key: _reference(answer.__name__) for key, answer in questions.items()},
        "required": list(questions),
        "$defs": wire | own | {"Outcome": outcome},
    }


def _subclasses(answer: type[Answer]) -> Iterator[type[Answer]]:
    for each in answer.__subclasses__():
        yield each
        yield from _subclasses(each)


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _tidied(schema: Any) -> Any:
    """Convert a schema of msgspec to draft 7, where `$ref` excludes other keys."""
    if isinstance(schema, list):
        return [_tidied(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    if "prefixItems" in schema:
        schema = {**schema, "items": schema["prefixItems"]}
        del schema["prefixItems"]
    tidied = {key: _tidied(each) for key, each in schema.items() if key != "title"}
    if isinstance(text := tidied.get("description"), str):
        tidied["description"] = inspect.cleandoc(text)
    return tidied


def _add_message(message: Any, types: dict[str, Any]) -> str:
    """Add the schemas of a message and its parts to the types; return its name."""
    name: str = _NAMES.get(message.full_name, message.name)
    if name not in types:
        types[name] = {"type": "object"}
        types[name]["properties"] = {field.name: _field(field, types) for field in message.fields}
        types[name]["required"] = [field.name for field in message.fields if _is_set(field)]
    return name


def _is_set(field: FieldDescriptor) -> bool:
    """Return whether the server sets a field in every message."""
    always = field.message_type is not None and field.full_name not in _MAYBE_UNSET
    return not field.has_presence or (always and field.containing_oneof is None)


def _field(field: FieldDescriptor, types: dict[str, Any]) -> dict[str, Any]:
    if field.message_type is not None:
        one = _reference(_add_message(field.message_type, types))
    elif field.enum_type is not None:
        one = {"enum": [value.name for value in field.enum_type.values]}
    else:
        one = {"type": _SCALARS[field.cpp_type]}
    return {"type": "array", "items": one} if field.is_repeated else one


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
