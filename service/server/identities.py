"""Sign-in at an OpenID Connect identity provider; Authlib implements the protocol.

The flow is the authorization code flow with PKCE. The state of a sign-in is sent to the client in
encrypted form, so that the server stores nothing for abandoned sign-ins.
"""

import asyncio
import contextlib
import json
import threading
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import grpc
import requests
import structlog
from authlib.common.errors import AuthlibBaseError
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from cryptography.fernet import Fernet, InvalidToken
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from vorhand.native.errors import InputError
from vorhand.service.server.errors import ServiceError, exhausted, invalid
from vorhand.service.tls import is_loopback

Result = TypeVar("Result")
_LOG = structlog.get_logger()
_TIMEOUT_S = 10.0
_SIGN_IN_S = 600
_LEEWAY_S = 60  # tolerated clock difference
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
_MOST_AT_ONCE = 4  # maximum number of concurrent requests to the provider
_MOST_WAITING = 8  # maximum number of sign-in steps in the queue
_LONGEST = 2000  # maximum length of a client's parameters, in characters


class ProviderError(InputError):
    """An error in the identity provider's address or answers."""


@dataclass(frozen=True)
class Provider:
    """An identity provider as configured by the operator.

    Attributes:
      issuer: the provider's address, https, or http if it is on this machine.
      client_id: client id registered with the provider.
      client_secret: the client secret; empty for a public client.
      redirects: permitted redirect addresses, besides loopback addresses of people's machines.
      token_s: lifetime of a person's API token in seconds.

    Raises:
      ProviderError: an address is invalid.
    """

    issuer: str
    client_id: str
    client_secret: str = ""
    redirects: tuple[str, ...] = ()
    token_s: float = 30 * 86_400.0

    def __post_init__(self) -> None:
        _check_address(self.issuer, self.issuer)
        for address in self.redirects:
            _check_address(address, address)


@dataclass(frozen=True)
class Identity:
    """The identity of a person at the provider."""

    issuer: str  # the address of the provider
    subject: str  # the provider's permanent identifier of the person
    name: str  # the person's name there; empty if unknown


@dataclass
class SignIns:
    """The sign-in flow; `begin` and `finish` block and are called through `run`."""

    provider: Provider
    _lock: Fernet = field(default_factory=lambda: Fernet(Fernet.generate_key()))
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(_MOST_AT_ONCE))
    _room: threading.Semaphore = field(
        default_factory=lambda: threading.Semaphore(_MOST_AT_ONCE + _MOST_WAITING)
    )
    _about: dict[str, Any] = field(default_factory=dict)
    _keys: KeySet | None = None

    async def run(self, step: Callable[..., Result], *arguments: Any) -> Result:
        """Run a step in one of the threads for sign-ins; raise ServiceError if too many wait."""
        if not self._room.acquire(blocking=False):
            raise exhausted("many sign in at this moment", 10.0)
        taken: Future[Result] = self._threads.submit(step, *arguments)
        taken.add_done_callback(lambda _: self._room.release())
        return await asyncio.wrap_future(taken)

    def begin(self, redirect: str) -> tuple[str, str, bytes]:
        """Return the address to send the browser to, the OAuth state and the data for `finish`.

        Raises:
          ServiceError: the redirect address is not permitted, or the provider is unreachable.
        """
        self._check_redirect(redirect)
        verifier, nonce, state = generate_token(48), generate_token(32), generate_token(32)
        with _translated(), self._session(redirect) as session:
            endpoint = self._metadata()["authorization_endpoint"]
            uri, _ = session.create_authorization_url(
                endpoint, state=state, nonce=nonce, code_verifier=verifier
            )
        kept = json.dumps([redirect, verifier, nonce]).encode()
        return str(uri), state, self._lock.encrypt(kept)

    def finish(self, sign_in: bytes, code: str) -> Identity:
        """Return the identity of the person who has signed in.

        Raises:
          ServiceError: the provider does not confirm it, the sign-in expired, or the provider is
            unreachable.
        """
        if len(sign_in) > _LONGEST or len(code) > _LONGEST or not code:
            raise _refused("no code, or one that is too long")
        try:
            kept = self._lock.decrypt(sign_in, ttl=_SIGN_IN_S)
        except InvalidToken as error:
            raise _refused("it took too long, or was begun elsewhere") from error
        redirect, verifier, nonce = json.loads(kept)
        with _translated(), self._session(redirect) as session:
            about = self._metadata()
            token = session.fetch_token(
                about["token_endpoint"],
                grant_type="authorization_code",
                code=code,
                code_verifier=verifier,
                timeout=_TIMEOUT_S,
            )
            claims = self._claims(token, nonce)
        named = str(claims.get("preferred_username") or claims.get("nickname") or "")
        return Identity(self.provider.issuer, str(claims["sub"]), named)

    def _session(self, redirect: str) -> OAuth2Session:
        secret = self.provider.client_secret
        return OAuth2Session(
            self.provider.client_id,
            secret or None,
            scope="openid profile",
            redirect_uri=redirect,
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
        )

    def _metadata(self) -> Mapping[str, Any]:
        """Return the provider's metadata, requested once and checked."""
        if not self._about:
            issuer = self.provider.issuer
            about = _fetched(get_well_known_url(issuer, external=True))
            if about.get("issuer") != issuer:
                raise ProviderError(f"issuer {about.get('issuer')!r}: expected {issuer!r}")
            for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
                _check_address(str(about.get(name, "")), issuer)
            self._about = about
        return self._about

    def _claims(self, token: Mapping[str, Any], nonce: str) -> Mapping[str, Any]:
        """Return the claims of an ID token, validated by OpenID Connect Core 3.1.3.7."""
        if not isinstance(token.get("id_token"), str):
            raise ProviderError("no ID token")
        text = token["id_token"]
        try:
            decoded = jwt.decode(text, self._key_set(), algorithms=_ALGORITHMS)
        except InvalidKeyIdError:  # providers rotate their keys
            self._keys = None
            decoded = jwt.decode(text, self._key_set(), algorithms=_ALGORITHMS)
        expected: Any = {
            "iss": {"essential": True, "value": self.provider.issuer},
            "aud": {"essential": True, "value": self.provider.client_id},
            "nonce": {"essential": True, "value": nonce},
        }
        known = {
            "nonce": nonce,
            "client_id": self.provider.client_id,
            "access_token": token.get("access_token"),
        }
        claims = CodeIDToken(decoded.claims, decoded.header, expected, known)
        claims.validate(leeway=_LEEWAY_S)
        if not 1 <= len(str(claims["sub"])) <= 255:
            raise ProviderError("no subject")
        return claims

    def _key_set(self) -> KeySet:
        if self._keys is None:
            keys: Any = _fetched(self._metadata()["jwks_uri"])
            self._keys = KeySet.import_key_set(keys)
        return self._keys

    def _check_redirect(self, redirect: str) -> None:
        if redirect in self.provider.redirects:
            return
        if not _leads_home(redirect):
            raise invalid(
                f"redirect_uri {redirect[:80]!r}: expected http://127.0.0.1:PORT/ or an address "
                "that the operator of the server has named",
                "redirect_uri",
            )


def _fetched(address: str) -> dict[str, Any]:
    answer = requests.get(address, timeout=_TIMEOUT_S)
    answer.raise_for_status()
    found = answer.json()
    if not isinstance(found, dict):
        raise ProviderError(f"{address}: expected a JSON object")
    return found


def _check_address(address: str, issuer: str) -> None:
    """Raise ProviderError if an address is invalid.

    It may be https, or http if both it and the issuer are on this machine.
    """
    parts = urllib.parse.urlsplit(address)
    here = all(_is_here(urllib.parse.urlsplit(text)) for text in (address, issuer))
    if not (parts.hostname and (parts.scheme == "https" or (parts.scheme == "http" and here))):
        raise ProviderError(f"address {address!r}: expected one that begins with https://")


def _leads_home(redirect: str) -> bool:
    """Return whether every parser would read an address as http on a person's own machine."""
    try:
        parts = urllib.parse.urlsplit(redirect if len(redirect) <= _LONGEST else "")
    except ValueError:
        return False
    return parts.scheme == "http" and "@" not in parts.netloc and _is_here(parts)


def _is_here(parts: urllib.parse.SplitResult) -> bool:
    return is_loopback(f"{parts.hostname}:0")


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Translate the errors of a provider into errors for the client."""
    try:
        yield
    except requests.RequestException as error:
        _LOG.warning("provider of identities", error=str(error))
        text = "the provider of identities is out of reach"
        raise ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=10.0) from error
    except (AuthlibBaseError, JoseError, KeyError, ValueError) as error:
        _LOG.warning("provider of identities", error=str(error))
        raise _refused("the provider of identities does not vouch for you") from error


def _refused(why: str) -> ServiceError:
    return ServiceError(grpc.StatusCode.UNAUTHENTICATED, f"not signed in: {why}; begin again")
