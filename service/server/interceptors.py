"""How something is put around the calls of our services."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc

from vorhand.service.server.errors import garbled

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
Streaming: TypeAlias = Callable[[object, Context], Awaitable[None]]
"""What a call does that reads and writes its messages itself."""
_OURS = "/vorhand."  # names of our calls begin so; those of the companions do not


def wrapped(
    handler: Any,
    method: str,
    wrap: Callable[[Any], Any],
    read: Callable[[Any], Any] = lambda deserializer: deserializer,
) -> Any:
    """The handler of one of our calls with something around it; any other as it is.

    Args:
      handler: as an interceptor gets it; None: there is no such call.
      method: full name of the call.
      wrap: makes the new behaviour of the old one.
      read: makes the new deserializer of requests of the old one.
    """
    if handler is None or not method.startswith(_OURS):
        return handler
    if handler.stream_stream is not None:
        make, behaviour = grpc.stream_stream_rpc_method_handler, handler.stream_stream
    elif handler.unary_stream is not None:
        make, behaviour = grpc.unary_stream_rpc_method_handler, handler.unary_stream
    else:
        make, behaviour = grpc.unary_unary_rpc_method_handler, handler.unary_unary
    return make(wrap(behaviour), read(handler.request_deserializer), handler.response_serializer)


def streaming(handler: Any, method: str) -> Any:
    """The handler of one of our calls, with its messages read and written in what it does.

    On the wire there is no difference.
    """
    if handler is None or not method.startswith(_OURS) or handler.stream_stream is not None:
        return handler
    behaviour = handler.unary_stream or handler.unary_unary

    async def call(_: object, context: Context) -> None:
        request = await context.read()
        if request is None or request is grpc.aio.EOF:
            raise garbled()
        answer = await behaviour(request, context)
        if handler.unary_unary is not None:
            await context.write(answer)

    return grpc.stream_stream_rpc_method_handler(
        call, handler.request_deserializer, handler.response_serializer
    )
