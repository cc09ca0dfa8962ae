"""A local identity provider for tests, which can be made to lie."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import secrets
import threading
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

CLIENT, SECRET = "vorhand", "between us"


@dataclass
class Provider:
    """A provider that signs in `person` without a question.

    Attributes:
        person: claims about them, `sub` first of all.
        lies: claims that override those of ID tokens; None: left out.
        key: the signing key; `keys` are the published ones.
        algorithm: algorithm of the signature.
        issuer: its address.
    """

    person: dict[str, Any] = field(default_factory=lambda: {"sub": "1"})
    lies: dict[str, Any] = field(default_factory=dict)
    key: Any = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "first"}))
    keys: list[Any] = field(default_factory=list)
    algorithm: str = "RS256"
    issuer: str = ""
    asked: list[str] = field(default_factory=list)
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def answer(self, path: str, form: dict[str, str], login: str) -> tuple[int, dict[str, Any]]:
        self.asked.append(path)
        if path == "/.well-known/openid-configuration":
            paths = {
                "authorization_endpoint": "authorize",
                "token_endpoint": "token",
                "jwks_uri": "keys",
            }
            about = {name: f"{self.issuer}/{path}" for name, path in paths.items()}
            return 200, {"issuer": self.issuer, **about}
        if path == "/keys":
            keys = self.keys or [self.key]
            return 200, {"keys": [key.as_dict(private=False) for key in keys]}
        if path == "/token":
            return self._token(form, login)
        return 404, {}

    def authorize(self, uri: str) -> dict[str, str]:
        """Sign a person in at the address; return the parameters that the browser sends on."""
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(uri).query))
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT
        assert "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def _token(self, form: dict[str, str], login: str) -> tuple[int, dict[str, Any]]:
        asked = self._codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        known = base64.b64encode(f"{CLIENT}:{urllib.parse.quote(SECRET)}".encode()).decode()
        plain = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if (
            asked is None
            or form["grant_type"] != "authorization_code"
            or challenge != asked["code_challenge"]
            or form["redirect_uri"] != asked["redirect_uri"]
            or login not in (f"Basic {known}", f"Basic {plain}")
        ):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300}
        claims |= {"nonce": asked["nonce"], **self.person, **self.lies}
        claims = {name: value for name, value in claims.items() if value is not None}
        token = jwt.encode(
            {"alg": self.algorithm, "kid": self.key.kid}, claims, self.key, [self.algorithm]
        )
        return 200, {"id_token": token, "access_token": "x", "token_type": "Bearer"}


def secret_key(provider: Provider) -> OctKey:
    """Return a symmetric key made from the public key, for a well-known attack."""
    text = json.dumps(provider.key.as_dict(private=False)).encode()
    return OctKey.import_key(text, {"kid": provider.key.kid})


@contextlib.contextmanager
def providing() -> Iterator[Provider]:
    """Yield a provider that is listening."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802
            self._answer({})

        def do_POST(self) -> None:  # noqa: N802
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(dict(urllib.parse.parse_qsl(body)))

        def _answer(self, form: dict[str, str]) -> None:
            status, answer = provider.answer(self.path, form, self.headers.get("Authorization", ""))
            text = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
