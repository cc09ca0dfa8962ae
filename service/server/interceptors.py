"""How something is put around the calls of our services."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc

from vorhand.service.server.errors import garbled

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
Streaming: TypeAlias = Callable[[object, Context], Awaitable[None]]
"""What a call does that reads and writes its messages itself."""
_OURS = "/vorhand."  # names of our calls begin so; those of the companions do not


def is_ours(method: str) -> bool:
    """Whether a call is of our services, not of a companion: health or reflection."""
    return method.startswith(_OURS)


def wrapped(
    handler: Any,
    wrap: Callable[[Any], Any],
    read: Callable[[Any], Any] = lambda deserializer: deserializer,
) -> Any:
    """The handler of a call with something around it.

    Args:
      handler: as an interceptor gets it; None: there is no such call.
      wrap: makes the new behaviour of the old one.
      read: makes the new deserializer of requests of the old one.
    """
    if handler is None:
        return handler
    if handler.stream_stream is not None:
        make, behaviour = grpc.stream_stream_rpc_method_handler, handler.stream_stream
    elif handler.unary_stream is not None:
        make, behaviour = grpc.unary_stream_rpc_method_handler, handler.unary_stream
    else:
        make, behaviour = grpc.unary_unary_rpc_method_handler, handler.unary_unary
    return make(wrap(behaviour), read(handler.request_deserializer), handler.response_serializer)


def streaming(handler: Any) -> Any:
    """The handler of a call, with its messages read and written in what it does.

    On the wire there is no difference.
    """
    if handler is None:
        return handler
    if handler.stream_stream is None:
        call = _answering(handler.unary_stream or handler.unary_unary)
    elif inspect.isasyncgenfunction(handler.stream_stream):
        call = _writing(handler.stream_stream)
    else:
        return handler
    return grpc.stream_stream_rpc_method_handler(
        call, handler.request_deserializer, handler.response_serializer
    )


def _answering(behaviour: Callable[[Any, Context], Awaitable[Any]]) -> Streaming:
    """Reads the one request; writes the answer, unless what is done writes by itself."""

    async def call(_: object, context: Context) -> None:
        request = await context.read()
        if request is grpc.aio.EOF:
            raise garbled()
        answer = await behaviour(_readable(request), context)
        if answer is not None:
            await context.write(answer)

    return call


def _writing(behaviour: Callable[[Any, Context], AsyncIterator[Any]]) -> Streaming:
    """Writes what is yielded for requests that can be read."""

    async def call(requests: Any, context: Context) -> None:
        readable = (_readable(request) async for request in requests)
        async for answer in behaviour(readable, context):
            await context.write(answer)

    return call


def _readable(request: Any) -> Any:
    if request is None:
        raise garbled()
    return request
