"""The page at an address that other machines can reach: over TLS, and with a token only."""

import asyncio
import http.cookies
import json
import re
import ssl
import stat
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from vorhand.service import tls
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import serve, stop
from vorhand.tests.web.visitor import Visitor, hello


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Yield a visitor with the token of a page that is served at all addresses of the machine."""
    folder = tmp_path_factory.mktemp("secured")
    own = tls.self_signed(["127.0.0.1", "localhost"])
    key, chain, token = folder / "key.pem", folder / "chain.pem", folder / "token"
    key.write_bytes(own.key)
    key.chmod(0o600)
    chain.write_bytes(own.chain)
    options = ["--token-file", str(token), "--tls-key", str(key), "--tls-certificate", str(chain)]
    process, address = serve(folder, "--listen", "0.0.0.0:0", *options)
    try:
        found = re.fullmatch(r"https://0\.0\.0\.0:(\d+)/", address)
        assert found is not None
        assert stat.S_IMODE(token.stat().st_mode) == 0o600
        allowed = {"Authorization": f"Bearer {token.read_text('utf-8').strip()}"}
        trusting = ssl.create_default_context(cafile=chain)
        yield Visitor(f"https://127.0.0.1:{found[1]}/", headers=allowed, trusting=trusting)
    finally:
        stop(process)


def token_of(visitor: Visitor) -> str:
    return visitor.headers["Authorization"].removeprefix("Bearer ")


def test_nothing_is_told_without_the_token(secured: Visitor) -> None:
    stranger = Visitor(secured.address, trusting=secured.trusting)
    assert stranger.ask("api/setup").json() == {"locked": True, "games": [], "public": ""}
    for wrong in ({}, {"Authorization": "Bearer wrong"}, {"Cookie": "vorhand=wrong"}):
        assert stranger.ask("api/agents", **wrong).status == 401
    assert stranger.ask("api/login", {"token": "wrong"}).status == 403
    assert secured.ask("api/agents").json()["agents"]


def test_the_cookie_goes_nowhere_else(secured: Visitor) -> None:
    stranger = Visitor(secured.address, trusting=secured.trusting)
    answer = stranger.ask("api/login", {"token": token_of(secured)})
    assert answer.status == 200
    cookie = http.cookies.SimpleCookie(answer.headers["set-cookie"])["vorhand"]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "strict")
    assert stranger.ask("api/agents", Cookie=f"vorhand={cookie.value}").status == 200


def test_nothing_is_told_in_plain_text_or_to_who_does_not_trust(secured: Visitor) -> None:
    with pytest.raises(OSError, match="(?i)certificate verify failed"):
        Visitor(secured.address, trusting=ssl.create_default_context()).ask("api/setup")
    with pytest.raises(OSError):  # noqa: PT011 - the connection ends, in one way or another
        urllib.request.urlopen(secured.address.replace("https", "http"), timeout=HANGING_S)


def test_a_seat_over_tls(secured: Visitor) -> None:
    place = secured.place("random")
    url = f"{secured.address.replace('https', 'wss')}api/seat"

    # The client uses a single thread: if two threads use one TLS connection, Python 3.11 does not
    # synchronise them, and OpenSSL fails. Its loop is not that of the browser, so it needs its own
    # thread.
    async def take_the_seat() -> None:
        headers = secured.headers
        async with (
            asyncio.timeout(HANGING_S),
            connect(url, ssl=secured.trusting, additional_headers=headers) as socket,
        ):
            await socket.send(hello(place))
            assert "seated" in json.loads(await socket.recv())["event"]
        with pytest.raises(InvalidStatus):
            async with connect(url, ssl=secured.trusting):
                pass

    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, take_the_seat()).result()
