"""Which requests are let in: hosts, origins, the token, and what browsers are told to refuse.

Any other page open in the same browser can reach a page on this machine. So each request is
checked by the host it names (a foreign name rebound to this machine is not ours) and by the page
it comes from.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "vorhand"
LOGIN = "/api/login"
OPEN = (LOGIN, "/api/setup")  # answered without the token; setup then says little
LOOPBACK = ("localhost", "127.0.0.1", "::1")

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


@dataclass
class Guard:
    """Wraps the page's application.

    Args:
      app: the application.
      hosts: host names under which the page may be requested, without port.
      token: what a browser must present; empty: nothing.
      secure: whether the page is served over TLS.
      largest: the most bytes in the body of a request.
    """

    app: ASGIApp
    hosts: frozenset[str]
    token: str = ""
    secure: bool = False
    largest: int = 4 * 1024 * 1024

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is in order; refuses the rest, and closes its websockets."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, self._bounded(receive), _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1][:120]})
        else:
            response = JSONResponse({"error": refusal[1]}, status_code=refusal[0])
            await response(scope, receive, _with_headers(send))

    def known(self, given: str) -> bool:
        """Whether this is the token, if there is one."""
        return not self.token or hmac.compare_digest(given.encode(), self.token.encode())

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name_of(host) not in self.hosts:
            known = ", ".join(sorted(self.hosts))
            return 421, f"host {host[:80]!r}: expected one of {known} (--host adds names)"
        if not self._comes_from_here(scope, headers, host):
            return 403, f"origin {headers.get('origin', '')[:80]!r}: expected this page"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.largest:
            return 413, f"content-length {length[:20]}: expected at most {self.largest} bytes"
        path = scope["path"]
        if path.startswith("/api/") and path not in OPEN and not self.admitted(scope):
            return 401, "expected the token of this page"
        return None

    def admitted(self, scope: Scope) -> bool:
        """Whether a request carries the token, in a cookie or a header."""
        cookies: Mapping[str, str] = HTTPConnection(scope).cookies
        scheme, _, bearer = Headers(scope=scope).get("authorization", "").partition(" ")
        given = bearer.strip() if scheme.lower() == "bearer" else cookies.get(COOKIE, "")
        return self.known(given)

    def _comes_from_here(self, scope: Scope, headers: Headers, host: str) -> bool:
        """Whether it is from our page; programs send no origin, browsers do for any change."""
        site = headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none") and scope["path"].startswith("/api/"):
            return False
        origin = headers.get("origin")
        return origin is None or origin == f"{'https' if self.secure else 'http'}://{host}"

    def _bounded(self, receive: Receive) -> Receive:
        """Cuts off a body that is longer than allowed."""
        left = self.largest

        async def bounded() -> Message:
            nonlocal left
            message = await receive()
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                if left < 0:
                    return {"type": "http.disconnect"}
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
    """The name in ``name:port``; empty if there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
