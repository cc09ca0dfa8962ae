"""The page at an address that other machines can reach: over TLS, and with a token only."""

import asyncio
import http.cookies
import json
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from vorhand.service import tls
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import new_tab, serve, stop
from vorhand.tests.web.playing import start


@dataclass
class Secured:
    """A page served at all addresses of the machine, read back over loopback."""

    port: int
    token: str
    trusting: ssl.SSLContext

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}/"

    @property
    def allowed(self) -> dict[str, str]:
        """Headers with the token."""
        return {"Authorization": f"Bearer {self.token}"}

    def ask(
        self,
        path: str,
        headers: dict[str, str] | None = None,
        body: object = None,
        trusting: ssl.SSLContext | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", sent, headers or {})
        try:
            context = trusting or self.trusting
            with urllib.request.urlopen(request, timeout=HANGING_S, context=context) as response:
                return response.status, dict(response.headers), response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers), error.read()


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
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
        trusting = ssl.create_default_context(cafile=chain)
        yield Secured(int(found[1]), token.read_text("utf-8").strip(), trusting)
    finally:
        stop(process)


def test_nothing_is_told_without_the_token(secured: Secured) -> None:
    assert json.loads(secured.ask("api/setup")[2]) == {"locked": True, "games": []}
    assert secured.ask("api/agents")[0] == 401
    assert secured.ask("api/agents", {"Authorization": "Bearer wrong"})[0] == 401
    assert secured.ask("api/login", body={"token": "wrong"})[0] == 403
    known = secured.ask("api/agents", secured.allowed)
    assert known[0] == 200
    assert json.loads(known[2])["agents"]


def test_the_cookie_goes_nowhere_else(secured: Secured) -> None:
    status, headers, _ = secured.ask("api/login", body={"token": secured.token})
    assert status == 200
    cookie = http.cookies.SimpleCookie(headers["set-cookie"])["vorhand"]
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "strict"
    assert secured.ask("api/agents", {"Cookie": f"vorhand={cookie.value}"})[0] == 200


def test_other_names_and_origins_are_refused(secured: Secured) -> None:
    assert secured.ask("api/agents", {**secured.allowed, "Host": "evil.example"})[0] == 421
    plain = secured.address.replace("https", "http").rstrip("/")
    assert secured.ask("api/agents", {**secured.allowed, "Origin": plain})[0] == 403
    own = secured.address.rstrip("/")
    assert secured.ask("api/agents", {**secured.allowed, "Origin": own})[0] == 200


def test_nothing_is_told_in_plain_text_or_to_who_does_not_trust(secured: Secured) -> None:
    with pytest.raises(OSError, match="(?i)certificate verify failed"):
        secured.ask("api/setup", trusting=ssl.create_default_context())
    with pytest.raises(OSError):  # noqa: PT011 - the connection ends, in one way or another
        urllib.request.urlopen(secured.address.replace("https", "http"), timeout=HANGING_S)


def test_a_seat_over_tls(secured: Secured) -> None:
    made = {"game": "kuhn_poker", "seats": ["private", "random"], "deals": 1}
    place = json.loads(secured.ask("api/tables", secured.allowed, made)[2])
    url = f"{secured.address.replace('https', 'wss')}api/seat"
    hello = {"table": place["table_id"], "seat": place["seat"], "token": place["token"]}

    # A client of one thread: where two read and write one TLS connection at once, Python 3.11 does
    # not keep them apart, and OpenSSL fails. Its loop is not that of the browser, hence its thread.
    async def take_the_seat() -> None:
        headers = secured.allowed
        async with (
            asyncio.timeout(HANGING_S),
            connect(url, ssl=secured.trusting, additional_headers=headers) as socket,
        ):
            await socket.send(json.dumps(hello))
            assert "seated" in json.loads(await socket.recv())["event"]
        with pytest.raises(InvalidStatus):
            async with connect(url, ssl=secured.trusting):
                pass

    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, take_the_seat()).result()


@pytest.mark.extended
def test_a_browser_signs_in_and_plays(secured: Secured, browser: Browser) -> None:
    """Its certificate is nobody's but ours, which the browser is told to take."""
    context, tab = new_tab(browser, ignore_https_errors=True)
    page = tab.page
    page.goto(secured.address)
    page.get_by_label("Token").fill(secured.token)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_selector("[data-game=schnapsen]")
    start(page, secured.address, "schnapsen")
    expect(page.locator(".mine .card")).to_have_count(5)
    context.close()
    assert tab.complaints == []
