"""OpenTelemetry traces: spans for calls of our services and for decisions of 1 ms or more.

Tracing is off by default, and OpenTelemetry is imported only if it is on. Spans contain names of
methods, specs of agents (a remote agent's is its address) and statuses, but no cards, tokens,
addresses of clients or names of people.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import grpc

from vorhand.native.errors import InputError
from vorhand.service.server.interceptors import is_ours, wrapped

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

_SHORTEST_S = 0.001  # shortest decision with a span
_NS = 1_000_000_000


class TracingError(InputError):
    """An error in the set-up of tracing."""


def exporting(endpoint: str) -> TracerProvider:
    """Return a provider that sends spans by OTLP over gRPC, sampled as OTEL_TRACES_SAMPLER says.

    Raises:
      TracingError: the address is invalid, or OpenTelemetry is not installed.
    """
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise TracingError("traces: expected the extra vorhand[traces] to be installed") from error
    if not endpoint.startswith(("http://", "https://")):
        raise TracingError(
            f"traces {endpoint!r}: expected an address such as http://127.0.0.1:4317"
        )
    provider = TracerProvider(resource=Resource.create({"service.name": "vorhand"}))
    exporter = OTLPSpanExporter(endpoint=endpoint, insecure=endpoint.startswith("http://"))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


class Tracing(grpc.aio.ServerInterceptor):
    """The interceptor that creates the spans."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("vorhand")

    def close(self) -> None:
        """Send the remaining spans; blocks."""
        self._provider.shutdown()

    def decided(self, agent: str, seconds: float) -> None:
        """Add a span for a decision that an agent, or a "player", has just made."""
        if seconds >= _SHORTEST_S:
            now = time.time_ns()
            started = now - round(seconds * _NS)
            span = self._tracer.start_span(
                "decision", start_time=started, attributes={"vorhand.agent": agent}
            )
            span.end(now)

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """Wrap the handler of a call, unless it is health or reflection."""
        method = str(handler_call_details.method)
        handler = await continuation(handler_call_details)
        return (
            wrapped(handler, lambda old: self._traced(old, method)) if is_ours(method) else handler
        )

    def _traced(self, behaviour: Callable[..., Awaitable[Any]], method: str) -> Any:
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind, Status, StatusCode

        service, _, name = method.removeprefix("/").partition("/")
        about = {"rpc.system": "grpc", "rpc.service": service, "rpc.method": name}

        async def call(request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
            parent = {
                key: value
                for key, value in context.invocation_metadata() or ()
                if key in ("traceparent", "tracestate") and isinstance(value, str)
            }
            with self._tracer.start_as_current_span(
                method.removeprefix("/"),
                context=extract(parent),
                kind=SpanKind.SERVER,
                attributes=about,
                record_exception=False,  # error messages quote clients
                set_status_on_exception=False,
            ) as span:
                try:
                    return await behaviour(request, context)
                finally:
                    code: Any = context.code()  # a status, or a placeholder if none is set
                    number = code.value[0] if isinstance(code, grpc.StatusCode) else int(code or 0)
                    span.set_attribute("rpc.grpc.status_code", number)
                    if number == grpc.StatusCode.INTERNAL.value[0]:
                        span.set_status(Status(StatusCode.ERROR))

        return call
