"""Errors that a peer is told, each with its gRPC status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import grpc

ELSEWHERE = "TABLE_ELSEWHERE"
"""The reason (`google.rpc.ErrorInfo`) where another server has the table."""
PAST = "EVENTS_PAST"
"""The reason where what followed the last event that was seen is not told again."""
AFTER = "after_sequence"
"""What belongs to it: a number after which there is time enough to join."""
DOMAIN = "vorhand"
"""The domain of our reasons."""


class ServiceError(ValueError):
    """A request that was not followed.

    Args:
      code: the gRPC status.
      message: the reason, in a sentence that quotes the offending piece.
      retry_s: seconds after which trying again makes sense, if it does.
      field: the field of the request that is wrong, if it is one.
      reason: a name of the error for programs, in upper case, and
      facts: what belongs to it.
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
    """Something in the request is wrong in itself."""
    return ServiceError(grpc.StatusCode.INVALID_ARGUMENT, message, field=field)


def check_named(number: int, known: Sequence[tuple[str, int]], field: str) -> None:
    """Raises ServiceError where a number is none of an enum, of which these are the items."""
    if all(number != value for _, value in known):
        expected = ", ".join(f"{value} ({name})" for name, value in known)
        raise invalid(f"{field}={number}: expected one of {expected}", field)


def not_now(message: str) -> ServiceError:
    """The request does not fit the state that things are in."""
    return ServiceError(grpc.StatusCode.FAILED_PRECONDITION, message)


def not_found(message: str) -> ServiceError:
    """What the request names is not there."""
    return ServiceError(grpc.StatusCode.NOT_FOUND, message)


def denied(message: str) -> ServiceError:
    """The token does not give this right."""
    return ServiceError(grpc.StatusCode.PERMISSION_DENIED, message)


def exhausted(message: str, retry_s: float) -> ServiceError:
    """A limit is reached."""
    return ServiceError(grpc.StatusCode.RESOURCE_EXHAUSTED, message, retry_s=retry_s)


def broken(table_id: str) -> ServiceError:
    """A table that cannot go on; the log says why."""
    text = f"table {table_id[:40]!r} cannot go on; the operator of the server can see why"
    return ServiceError(grpc.StatusCode.DATA_LOSS, text)


def idle() -> ServiceError:
    """A stream has been idle for so long that it is ended."""
    text = "nothing happened on this stream for long; join again"
    return ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=0.0)


def not_yet(sequence: int, last: int) -> ServiceError:
    """The client says that it has seen what has not happened."""
    text = f"sequence number {sequence}: expected one up to {last}"
    return ServiceError(grpc.StatusCode.OUT_OF_RANGE, text)


def past(after: int, first: int, timely: int) -> ServiceError:
    """What followed is not told again while the table is in play.

    Args:
      after: the last number that the client has seen.
      first: the first number that will do now.
      timely: one that still will in a while.
    """
    text = f"after_sequence={after}: expected at least {first}, what came before is past"
    code = grpc.StatusCode.OUT_OF_RANGE
    return ServiceError(code, text, reason=PAST, facts={AFTER: str(timely)})


def elsewhere(table_id: str, server: str, address: str, retry_s: float) -> ServiceError:
    """Another server has the table, or is about to be found gone."""
    return ServiceError(
        grpc.StatusCode.UNAVAILABLE,
        f"table {table_id[:40]!r} is at server {server!r}: {address or 'not running'}",
        retry_s=retry_s,
        reason=ELSEWHERE,
        facts={"server": server, "address": address},
    )


def garbled() -> ServiceError:
    """What is said to bytes that are no message."""
    return invalid("the message cannot be read as the one that this call takes")
