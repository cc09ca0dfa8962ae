"""Messages of the table server as JSON, field by field as the wire contract has them."""

from __future__ import annotations

from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def as_json(message: Message) -> dict[str, Any]:
    """A message as plain data: names as in the .proto files, fields without a value by default.

    Fields that tell whether they are set (``optional``, ``oneof``) are left out where they are not.
    """
    return MessageToDict(
        message,
        preserving_proto_field_name=True,
        always_print_fields_with_no_presence=True,
    )
