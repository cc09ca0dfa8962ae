"""Wrappers of gRPC call handlers."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc

from vorhand.service.server.errors import garbled

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
Streaming: TypeAlias = Callable[[object, Context], Awaitable[None]]
"""A handler that reads and writes its messages itself."""
_OURS = "/vorhand."  # prefix of this project's methods, as opposed to health and reflection


def is_ours(method: str) -> bool:
    """Return whether a call is of this project's services, not health or reflection."""
    return method.startswith(_OURS)


def wrapped(
    handler: Any,
    wrap: Callable[[Any], Any],
    read: Callable[[Any], Any] = lambda deserializer: deserializer,
) -> Any:
    """Return a handler with a wrapped behaviour and deserializer; None if there is no handler."""
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
    """Return the handler of a call as a stream handler that reads and writes its own messages."""
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
    """Wrap a handler with one request: read it, and write the answer if it returns one."""

    async def call(_: object, context: Context) -> None:
        request = await context.read()
        if request is grpc.aio.EOF:
            raise garbled()
        answer = await behaviour(_readable(request), context)
        if answer is not None:
            await context.write(answer)

    return call


def _writing(behaviour: Callable[[Any, Context], AsyncIterator[Any]]) -> Streaming:
    """Wrap an asynchronous generator: check the requests and write the answers."""

    async def call(requests: Any, context: Context) -> None:
        readable = (_readable(request) async for request in requests)
        async for answer in behaviour(readable, context):
            await context.write(answer)

    return call


def _readable(request: Any) -> Any:
    if request is None:
        raise garbled()
    return request
