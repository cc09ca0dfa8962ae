"""Errors that are sent to clients, each with its gRPC status."""

from collections.abc import Mapping, Sequence

import grpc

from vorhand.native.errors import InputError

ELSEWHERE = "TABLE_ELSEWHERE"
"""The reason (`google.rpc.ErrorInfo`) if another server owns the table."""
PAST = "EVENTS_PAST"
"""The reason if the events after the last one seen are too old to be sent again."""
AFTER = "after_sequence"
"""The key in the metadata of `PAST` for a sequence number that leaves enough time to join."""
DOMAIN = "vorhand"
"""The domain of these reasons."""


class ServiceError(InputError):
    """An error that refuses a request, or ends a call or a stream.

    Args:
      code: the gRPC status.
      message: the reason, in a sentence that quotes the offending part.
      retry_s: seconds after which a retry makes sense, if it does.
      field: the field of the request that is wrong, if any.
      reason: a machine-readable name of the error, in upper case.
      facts: the metadata of the reason.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        *,
        retry_s: float | None = None,
        field: str = "",
        reason: str = "",
        facts: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_s = retry_s
        self.field = field
        self.reason = reason
        self.facts = dict(facts or {})


def invalid(message: str, field: str = "") -> ServiceError:
    """Return the error for a request that is wrong in itself."""
    return ServiceError(grpc.StatusCode.INVALID_ARGUMENT, message, field=field)


def check_named(number: int, known: Sequence[tuple[str, int]], field: str) -> None:
    """Raise ServiceError if a number is not in an enum, whose items are `known`."""
    if all(number != value for _, value in known):
        expected = ", ".join(f"{value} ({name})" for name, value in known)
        raise invalid(f"{field}={number}: expected one of {expected}", field)


def checked_limit(asked: int, usual: int, most: int) -> int:
    """Return the requested length of a list, `usual` for 0; raise ServiceError above `most`."""
    if asked > most:
        raise invalid(f"limit={asked}: expected at most {most}", "limit")
    return asked or usual


def not_now(message: str) -> ServiceError:
    """Return the error for a request that does not fit the present state."""
    return ServiceError(grpc.StatusCode.FAILED_PRECONDITION, message)


def not_found(message: str) -> ServiceError:
    """Return the error for a request that names something unknown."""
    return ServiceError(grpc.StatusCode.NOT_FOUND, message)


def denied(message: str) -> ServiceError:
    """Return the error for a request that is not permitted."""
    return ServiceError(grpc.StatusCode.PERMISSION_DENIED, message)


def exhausted(message: str, retry_s: float) -> ServiceError:
    """Return the error for a limit that is reached."""
    return ServiceError(grpc.StatusCode.RESOURCE_EXHAUSTED, message, retry_s=retry_s)


def broken(table_id: str) -> ServiceError:
    """Return the error for a table that cannot go on; the log has the reason."""
    text = f"table {table_id[:40]!r} cannot go on; the operator of the server can see why"
    return ServiceError(grpc.StatusCode.DATA_LOSS, text)


def idle() -> ServiceError:
    """Return the error with which an idle stream is ended."""
    text = "nothing happened on this stream for long; join again"
    return ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=0.0)


def not_yet(sequence: int, last: int) -> ServiceError:
    """Return the error for a client that claims to have seen a future event."""
    text = f"sequence number {sequence}: expected one up to {last}"
    return ServiceError(grpc.StatusCode.OUT_OF_RANGE, text)


def too_old(after: int, first: int, timely: int) -> ServiceError:
    """Return the error for missed events that are too old to be sent again during play.

    Sequence numbers from ``first`` on are accepted now; those from ``timely`` on will be accepted
    for a while longer.
    """
    text = f"after_sequence={after}: expected at least {first}, what came before is past"
    code = grpc.StatusCode.OUT_OF_RANGE
    return ServiceError(code, text, reason=PAST, facts={AFTER: str(timely)})


def elsewhere(table_id: str, server: str, address: str, retry_s: float) -> ServiceError:
    """Return the error for a table that another server, running or not, owns."""
    return ServiceError(
        grpc.StatusCode.UNAVAILABLE,
        f"table {table_id[:40]!r} is at server {server!r}: {address or 'not running'}",
        retry_s=retry_s,
        reason=ELSEWHERE,
        facts={"server": server, "address": address},
    )


def garbled() -> ServiceError:
    """Return the error for bytes that cannot be decoded."""
    return invalid("the message cannot be read as the one that this call takes")
