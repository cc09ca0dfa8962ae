"""Messages on the wire: the table server's as JSON, and what a browser sends."""

from __future__ import annotations

from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from starlette.requests import HTTPConnection, Request


class RequestError(ValueError):
    """A request of the browser that is not understood."""


def as_json(message: Message) -> dict[str, Any]:
    """A message as plain data: names as in the .proto files, fields without a value by default.

    Fields that tell whether they are set (``optional``, ``oneof``) are left out where they are not.
    """
    return MessageToDict(
        message,
        preserving_proto_field_name=True,
        always_print_fields_with_no_presence=True,
    )


async def body_of(request: Request) -> Any:
    """The body of a request as plain data; RequestError if it is not JSON, or nested too deep."""
    try:
        return await request.json()
    except (ValueError, RecursionError) as error:
        raise RequestError(f"expected JSON: {error}") from error


def address_of(connection: HTTPConnection) -> str:
    """The network address of a browser."""
    return "" if connection.client is None else connection.client.host
