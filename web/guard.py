"""The admission of requests, and the security headers of responses.

Any other page open in the same browser can reach a page on this machine. Therefore each request is
checked by its host (a foreign name that resolves to this machine is rejected) and by its origin.
The sizes of bodies, the concurrent requests of one address and its wrong tokens are limited.
"""

import hmac
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vorhand.service.server.rate_limits import Buckets
from vorhand.web.addresses import AddressTurns
from vorhand.web.answers import Failure
from vorhand.web.wire import BodyTooLongError, address_of, response_of

COOKIE = "vorhand"
LOGIN = "/api/login"
OPEN = (LOGIN, "/api/setup")  # requests that need no token; setup reveals little
KEPT_S = 400 * 24 * 3600  # maximum lifetime of a cookie in browsers; renewed at each visit
LOOPBACK = ("localhost", "127.0.0.1", "::1")
LARGEST_LOGIN = 1024  # maximum bytes in the body of a sign-in request
BOARDS, LIST = "/api/boards/", "/list"  # start and end of the path for lists of scores
LARGEST_LIST = 1024 * 1024  # maximum bytes in a list of scores: about 2,000 deals
LARGEST_BODY = 64 * 1024  # maximum bytes in any other body
GONE = "vorhand.gone"  # key in a connection's state: a function that returns whether it has ended

_AT_ONCE = 2  # requests of one address that begin in one round of the event loop
_MOST_ANSWERED = 128  # concurrent requests of one address
_TRIES, _TRIES_PER_S = 20, 1.0  # wrong tokens of one address: burst, and rate

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Refusal(NamedTuple):
    """The reason why a request is refused."""

    status: int  # the HTTP status
    text: str  # the message
    wait_s: int = 0  # seconds after which a retry makes sense; 0: not stated

    def response(self) -> Response:
        """Return the response for a browser."""
        headers = {"retry-after": f"{self.wait_s}"} if self.wait_s else {}
        return response_of(Failure(error=self.text), self.status, headers)


@dataclass
class Guard:
    """The wrapper of the page's application that admits requests.

    Requests must name one of the ``hosts`` (any port); those to the API, except `OPEN`, must carry
    the ``token``, unless it is empty. A proxy may keep or strip the path ``root``, such as
    ``/cards``, under which it serves the page.
    """

    app: ASGIApp
    hosts: frozenset[str]
    token: str = ""
    root: str = ""
    _queue: AddressTurns = field(default_factory=lambda: AddressTurns(_AT_ONCE))
    _answered: Counter[str] = field(default_factory=Counter)  # requests under way, by address
    _tries: Buckets[str] = field(default_factory=Buckets)  # buckets for wrong tokens, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on valid requests; refuse others, and close their websockets."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope = self._rooted(scope)
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.text[:120]})
        elif refusal is not None:
            await refusal.response()(scope, receive, _with_headers(send))
        elif self.root and scope["path"] == self.root:  # relative links need the slash
            await RedirectResponse(f"{self.root}/")(scope, receive, _with_headers(send))
        else:
            await self._pass_on(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(HTTPConnection(scope))
        gone: Callable[[], bool] = scope.get("state", {}).get(GONE, lambda: False)
        if not await self._queue.wait(address, gone):
            return
        if self._answered[address] >= _MOST_ANSWERED:
            text = f"expected at most {_MOST_ANSWERED} requests at a time from your address"
            await Refusal(429, text).response()(scope, receive, _with_headers(send))
            return
        self._answered[address] += 1
        try:
            await self.app(scope, _bounded(receive, _largest(scope)), _with_headers(send))
        finally:
            self._answered[address] -= 1
            if not self._answered[address]:
                del self._answered[address]

    def check_token(self, connection: HTTPConnection, given: str, *, status: int) -> Refusal | None:
        """Check a token that a browser presents; return None if it is right or not needed.

        A wrong token is counted, and refused with ``status``; after too many wrong tokens from one
        address, with 429. A right token is always accepted, so that nobody at an address locks out
        the others. The limit only bounds the work: tokens are too long to be guessed.
        """
        if self._known(given):
            return None
        bucket = self._tries.of(address_of(connection), _TRIES_PER_S, _TRIES)
        if wait_s := math.ceil(bucket.wait()):
            return Refusal(429, f"too many wrong tokens; try again in {wait_s} s", wait_s)
        bucket.take()
        return Refusal(status, "that is not the token of this page")

    def _known(self, given: str) -> bool:
        return not self.token or hmac.compare_digest(given.encode(), self.token.encode())

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name_of(host) not in self.hosts:
            known = ", ".join(sorted(self.hosts))
            text = f"host {host[:80]!r}: expected one of {known} (--host adds names)"
            return Refusal(421, text)
        if not self._comes_from_here(scope, headers, host):
            text = f"origin {headers.get('origin', '')[:80]!r}: expected this page"
            return Refusal(403, text)
        length, largest = headers.get("content-length", "0"), _largest(scope)
        if not length.isdecimal() or int(length) > largest:
            text = f"content-length {length[:20]}: expected at most {largest:,} bytes"
            return Refusal(413, text)
        return self._token_refusal(scope)

    def _token_refusal(self, scope: Scope) -> Refusal | None:
        """Check the token of an API request other than a sign-in, if it presents or needs one."""
        path = _path_of(scope)
        if not path.startswith("/api/") or path == LOGIN:
            return None
        if given := _presented(scope):
            refusal = self.check_token(HTTPConnection(scope), given, status=401)
        else:
            refusal = Refusal(401, "expected the token of this page") if self.token else None
        if refusal is not None and refusal.status == 401 and path in OPEN:
            return None
        return refusal

    def _rooted(self, scope: Scope) -> Scope:
        """Return a scope whose path begins with the root, as ASGI requires."""
        path = scope["path"]
        if path != self.root and not path.startswith(f"{self.root}/"):
            path = f"{self.root}{path}"
        return {**scope, "root_path": self.root, "path": path}

    def admitted(self, scope: Scope) -> bool:
        """Return whether a request carries the token in a cookie or a header, or none is needed."""
        return self._known(_presented(scope))

    def _comes_from_here(self, scope: Scope, headers: Headers, host: str) -> bool:
        """Return whether a request may be from this page.

        Without an origin it may, since browsers add one to all requests that change anything.
        """
        site = headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none") and _path_of(scope).startswith("/api/"):
            return False
        origin = headers.get("origin")
        return origin is None or origin == f"{'https' if is_secure(scope) else 'http'}://{host}"


def is_secure(scope: Scope) -> bool:
    """Return whether the browser uses TLS, to this server or to a trusted proxy."""
    return scope["scheme"] in ("https", "wss")


def set_cookie(
    connection: HTTPConnection, response: Response, name: str, value: str, kept_s: int | None = None
) -> None:
    """Store a cookie that scripts cannot read, for some seconds or until the browser is closed."""
    response.set_cookie(
        name,
        value,
        max_age=kept_s,
        path=f"{connection.scope['root_path']}/",
        httponly=True,
        samesite="strict",
        secure=is_secure(connection.scope),
    )


def _presented(scope: Scope) -> str:
    """Return the token in the header or the cookie of a request; empty if there is none."""
    cookies: Mapping[str, str] = HTTPConnection(scope).cookies
    scheme, _, bearer = Headers(scope=scope).get("authorization", "").partition(" ")
    return bearer.strip() if scheme.lower() == "bearer" else cookies.get(COOKIE, "")


def _path_of(scope: Scope) -> str:
    """Return the path of a request below the root."""
    path: str = scope["path"]
    return path.removeprefix(scope["root_path"])


def _largest(scope: Scope) -> int:
    """Return the maximum number of bytes in the body of a request."""
    path = _path_of(scope)
    if path == LOGIN:
        return LARGEST_LOGIN
    is_list = path.startswith(BOARDS) and path.endswith(LIST)
    return LARGEST_LIST if is_list else LARGEST_BODY


def _bounded(receive: Receive, largest: int) -> Receive:
    """Return a function that receives a body; it raises BodyTooLongError beyond `largest` bytes."""
    left = largest

    async def bounded() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                raise BodyTooLongError(f"a longer body: expected at most {largest:,} bytes")
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
        await send(message)

    return sending


def _name_of(host: str) -> str:
    """Return the name in ``name:port``; empty if there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
