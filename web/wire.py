"""The exchange format with browsers: requests, and answers as JSON."""

from collections.abc import Mapping
from typing import Any

import msgspec
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from vorhand.games.texts import RepeatedNameError, each_once
from vorhand.native.errors import InputError
from vorhand.web.addresses import limited_as
from vorhand.web.answers import Answer, SocketMessage
from vorhand.web.messages import FieldError, Kind, convert, decode


class BodyTooLongError(InputError):
    """A body that turns out longer than permitted while it is read."""


def as_json(message: Message) -> dict[str, Any]:
    """Return a message as plain data: names as in the .proto files, default values included.

    Fields with presence (``optional``, ``oneof``) are omitted if they are not set.
    """
    return MessageToDict(
        message,
        preserving_proto_field_name=True,
        always_print_fields_with_no_presence=True,
    )


def response_of(
    answer: Answer, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer as a response."""
    return Response(msgspec.json.encode(answer), status, headers, "application/json")


async def send(socket: WebSocket, message: SocketMessage) -> None:
    """Send a message to a browser."""
    await socket.send_text(msgspec.json.encode(message).decode())


async def read_body(request: Request, kind: type[Kind]) -> Kind:
    """Return the body of a request; raise FieldError if it is not of this kind."""
    return decode(await request.body(), kind)


def read_address(request: Request, kind: type[Kind]) -> Kind:
    """Return path and query of a request as a message; raise FieldError if they are invalid."""
    try:
        fields = each_once([*request.query_params.multi_items(), *request.path_params.items()])
    except RepeatedNameError as error:
        raise FieldError(str(error)) from error
    return convert(fields, kind, texts=True)


def address_of(connection: HTTPConnection) -> str:
    """Return the network address under which a browser is limited, see `limited_as`."""
    return "" if connection.client is None else limited_as(connection.client.host)
