"""The interceptor of every call: it applies the limits and turns errors into statuses."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

import grpc
import sqlalchemy as sa
import structlog
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import DecodeError
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from vorhand.service.server.connection_limits import ConnectionLimits
from vorhand.service.server.errors import DOMAIN, ServiceError
from vorhand.service.server.interceptors import Context, Streaming, streaming, wrapped
from vorhand.service.server.metrics import Metrics
from vorhand.service.server.rate_limits import CALLER, CallLimits, address_caller, token_caller
from vorhand.service.server.request_queue import RequestQueue
from vorhand.service.server.rights import Call, Rights
from vorhand.service.server.schema import JournalError, reason
from vorhand.service.server.tasks import within

_LOG = structlog.get_logger()
_NOT_COUNTED = "/Play"  # its handler counts calls, except those of players at tables under way
_ALWAYS_ANSWERED = ".Health/Check"  # the health check is exempt from the limits
_ANSWERED_S = 5.0  # timeout of the health check, in seconds


class Guard(grpc.aio.ServerInterceptor):
    """The interceptor that admits calls and answers every failure with a status and a message.

    It covers health and reflection too: their streams cost no less than those of this service.
    """

    def __init__(
        self,
        metrics: Metrics,
        rights: Rights,
        limits: CallLimits,
        requests: RequestQueue,
        connections: ConnectionLimits,
    ) -> None:
        self._metrics = metrics
        self._rights = rights
        self._limits = limits
        self._request_queue = requests
        self._connections = connections

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """Wrap the handler of a call."""
        method = str(handler_call_details.method)
        handler = await continuation(handler_call_details)
        # A call over a limit is refused before its request is read.
        return wrapped(streaming(handler), lambda old: self._guarded(old, method), careful)

    def _guarded(self, behaviour: Streaming, method: str) -> Streaming:
        async def call(requests: object, context: Context) -> None:
            entered: Call | None = None
            try:
                with self._rights.entered(context) as entered, contextlib.ExitStack() as held:
                    if method.endswith(_ALWAYS_ANSWERED):
                        await within(_ANSWERED_S, behaviour(requests, context), _no_request())
                        return
                    await self._admit(context, entered, method, held)
                    await behaviour(requests, context)
            except ServiceError as error:
                await self._refuse(context, error)
            except asyncio.CancelledError:
                if entered is None or entered.refusal is None:
                    raise
                entered.task.uncancel()
                await self._refuse(context, entered.refusal)
            except grpc.aio.AbortError:
                raise
            except (JournalError, sa.exc.OperationalError) as error:
                _LOG.warning("journal out of reach", method=method, error=reason(error))
                await self._refuse(context, _no_journal())
            # an error of the connection: the client hung up
            except grpc.aio.InternalError as error:
                _LOG.debug("client gone", method=method, error=str(error))
            except Exception:
                # Details of an internal error are for the operator only.
                _LOG.exception("internal error", method=method)
                self._metrics.refused.labels("INTERNAL").inc()
                await context.abort(grpc.StatusCode.INTERNAL, "internal error of the server")

        return call

    async def _admit(
        self, context: Context, entered: Call, method: str, held: contextlib.ExitStack
    ) -> None:
        """Check the limits, count the call until `held` is closed, and wait for its turn."""
        address = address_caller(entered.address)
        shown = self._rights.shown(context)
        caller = token_caller(shown.name) if shown else address
        CALLER.set(caller)
        held.enter_context(self._connections.used(address, context.peer()))
        if not method.endswith(_NOT_COUNTED):
            await self._limits.admit(caller, method)
        held.enter_context(self._limits.under_way(caller))
        await self._request_queue.turn(caller)

    async def _refuse(self, context: Context, error: ServiceError) -> NoReturn:
        self._metrics.refused.labels(error.code.name).inc()
        await refuse(context, error)


def _no_request() -> ServiceError:
    """Return the error for a health check that exceeds its timeout."""
    return ServiceError(grpc.StatusCode.DEADLINE_EXCEEDED, "expected a request")


def _no_journal() -> ServiceError:
    text = "the server's journal is out of reach for the moment"
    return ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=1.0)


async def refuse(context: Context, error: ServiceError) -> NoReturn:
    """End a call with an error and its details."""
    status = rpc_status.to_status(status_of(error))
    await context.abort(error.code, error.message, status.trailing_metadata or ())


def status_of(error: ServiceError) -> status_pb2.Status:
    """Return an error as a status with details: the wrong field, the reason and the retry delay."""
    details = []
    if error.field:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=error.field, description=error.message
        )
        details.append(_packed(error_details_pb2.BadRequest(field_violations=[violation])))
    if error.reason:
        about = error_details_pb2.ErrorInfo(
            reason=error.reason, domain=DOMAIN, metadata=error.facts
        )
        details.append(_packed(about))
    if error.retry_s is not None:
        delay = duration_pb2.Duration(
            nanos=int(error.retry_s % 1 * 1e9), seconds=int(error.retry_s)
        )
        details.append(_packed(error_details_pb2.RetryInfo(retry_delay=delay)))
    code = code_pb2.Code.Value(error.code.name)
    return status_pb2.Status(code=code, message=error.message, details=details)


def careful(
    deserialize: Callable[[bytes], Any], otherwise: object = None
) -> Callable[[bytes], Any]:
    """Return a deserializer that yields `otherwise` for bytes that it cannot decode."""

    def read(data: bytes) -> Any:
        try:
            return deserialize(data)
        except DecodeError:
            return otherwise

    return read


def _packed(message: Any) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed
