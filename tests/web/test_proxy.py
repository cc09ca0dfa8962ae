"""The page under a path behind nginx, which ends TLS: `deploy/nginx.conf`, with other ports."""

import contextlib
import http.client
import http.cookies
import json
import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from websockets.sync.client import connect

from vorhand.service import tls
from vorhand.tests.limits import HANGING_S, wait_until
from vorhand.tests.web.conftest import free_port, new_tab, serve, stop
from vorhand.tests.web.playing import start

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
if NGINX is None and "CI" not in os.environ:
    pytest.skip("nginx is not installed (Debian: apt-get install nginx)", allow_module_level=True)

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
MAIN = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
PROXY = "127.0.0.1"  # from which nginx asks the page


@dataclass
class Proxied:
    """A page behind nginx.

    Attributes:
      port: of nginx.
      behind: port of the page itself.
      token: of the page.
      trusting: believes nginx' certificate.
    """

    port: int
    behind: int
    token: str
    trusting: ssl.SSLContext

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}/cards/"

    def ask(
        self,
        path: str,
        body: object = None,
        source: str = "127.0.0.1",
        *,
        direct: bool = False,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Status, headers and body of an answer, from nginx or from the page itself."""
        connection: http.client.HTTPConnection
        if direct:
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.behind, timeout=HANGING_S, source_address=(source, 0)
            )
        else:
            connection = http.client.HTTPSConnection(
                "127.0.0.1",
                self.port,
                timeout=HANGING_S,
                context=self.trusting,
                source_address=(source, 0),
            )
        with contextlib.closing(connection):
            sent = None if body is None else json.dumps(body)
            connection.request("GET" if sent is None else "POST", path, sent, headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read()

    @property
    def allowed(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@contextlib.contextmanager
def nginx(folder: Path, behind: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """A running nginx with our configuration, its port, and what trusts it."""
    assert NGINX is not None, "nginx is not installed"
    own = tls.self_signed(["127.0.0.1"])
    key, chain, port = folder / "key.pem", folder / "chain.pem", free_port()
    key.write_bytes(own.key)
    chain.write_bytes(own.chain)
    text = SITE.read_text("utf-8")
    for written, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/private/cards.pem", str(key)),
        ("/etc/ssl/certs/cards.pem", str(chain)),
        ("proxy_pass http://127.0.0.1:8000", f"proxy_pass http://127.0.0.1:{behind}"),
    ):
        assert text.count(written) == 1
        text = text.replace(written, here)
    (folder / "site.conf").write_text(text, "utf-8")
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder), "utf-8")
    command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    process = subprocess.Popen([*command, "-e", str(folder / "error.log")])
    try:

        def listens() -> bool:
            assert process.poll() is None, (folder / "error.log").read_text("utf-8")
            return tls.listens(f"127.0.0.1:{port}")

        wait_until(listens)
        yield port, ssl.create_default_context(cafile=chain)
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    folder = tmp_path_factory.mktemp("proxied")
    folder.chmod(0o755)  # nginx' workers are another user where it is started by root
    token = folder / "token"
    options = ["--token-file", str(token), "--root-path", "/cards/", "--trusted-proxy", PROXY]
    process, address = serve(folder, *options)
    try:
        assert address.endswith("/cards/")
        behind = int(address.split("/")[2].rpartition(":")[2])
        with nginx(folder, behind) as (port, trusting):
            yield Proxied(port, behind, token.read_text("utf-8").strip(), trusting)
    finally:
        stop(process)


def test_everything_lies_below_the_path(proxied: Proxied) -> None:
    status, _, page = proxied.ask("/cards/")
    assert status == 200
    links = [part.split('"')[0] for part in page.decode().split('="') if "/" in part.split('"')[0]]
    own = [link for link in links if link.endswith((".js", ".css", ".svg"))]
    assert len(own) == 3
    for link in own:
        assert link.startswith("/cards/")
        assert proxied.ask(link)[0] == 200
    status, headers, _ = proxied.ask("/cards")
    assert status in (301, 307)
    assert headers["location"].endswith("/cards/")
    assert proxied.ask("/cards/some/where")[::2] == (404, page)  # which says so
    assert proxied.ask("/")[0] in (403, 404)  # of nginx
    assert json.loads(proxied.ask("/cards/api/setup")[2])["locked"]
    assert proxied.ask("/cards/api/agents")[0] == 401
    assert proxied.ask("/cards/api/agents", headers=proxied.allowed)[0] == 200


def test_a_proxy_may_take_the_path_away(proxied: Proxied) -> None:
    for path in ("/", "/cards/"):
        status, _, page = proxied.ask(path, direct=True)
        assert status == 200
        assert b'src="/cards/assets/' in page
        assert proxied.ask(f"{path}api/agents", direct=True)[0] == 401
        assert proxied.ask(f"{path}api/agents", direct=True, headers=proxied.allowed)[0] == 200


def test_cookies_stay_below_the_path_and_within_tls(proxied: Proxied) -> None:
    own = {"Origin": proxied.address.removesuffix("/cards/")}
    status, headers, _ = proxied.ask("/cards/api/login", {"token": proxied.token}, headers=own)
    assert status == 200
    cookie = http.cookies.SimpleCookie(headers["set-cookie"])["vorhand"]
    assert (cookie["path"], cookie["secure"], cookie["httponly"]) == ("/cards/", True, True)
    back = {"Cookie": f"vorhand={cookie.value}", **own}
    status, headers, _ = proxied.ask("/cards/api/account", {"name": "Clara"}, headers=back)
    assert status == 200
    (account,) = http.cookies.SimpleCookie(headers["set-cookie"]).values()
    assert (account["path"], account["secure"]) == ("/cards/", True)
    named = back | {"Host": "evil.example"}
    assert proxied.ask("/cards/api/account", {"name": "x"}, headers=named)[0] == 421
    foreign = back | {"Origin": "https://evil.example"}
    assert proxied.ask("/cards/api/account", {"name": "x"}, headers=foreign)[0] == 403


def test_a_seat_through_the_proxy(proxied: Proxied) -> None:
    made = {"game": "kuhn_poker", "seats": ["private", "random"], "deals": 1}
    place = json.loads(proxied.ask("/cards/api/tables", made, headers=proxied.allowed)[2])
    url = f"{proxied.address.replace('https', 'wss')}api/seat"
    with connect(url, ssl=proxied.trusting, additional_headers=proxied.allowed) as websocket:
        websocket.send(
            json.dumps(
                {
                    name: place[f"{name}_id" if name == "table" else name]
                    for name in ("table", "seat", "token")
                }
            )
        )
        assert "seated" in json.loads(websocket.recv(timeout=HANGING_S))["event"]


def tries(proxied: Proxied, source: str, *, direct: bool = False) -> dict[int, str]:
    """The answers to wrong tokens from a browser that claims another address each time.

    They end with the first that is refused for being one too many; of each kind, by its status,
    the seconds until another try.
    """
    found = dict[int, str]()
    for number in range(200):
        headers = {"X-Forwarded-For": f"192.0.2.{number}"}
        path, wrong = "/cards/api/login", {"token": "wrong"}
        status, told, _ = proxied.ask(path, wrong, source, direct=direct, headers=headers)
        found[status] = told["retry-after"] or ""
        if status == 429:
            break
    return found


def test_limits_are_those_of_the_forwarded_address(proxied: Proxied) -> None:
    """Neither nginx nor the page believes an address that a browser claims."""
    assert tries(proxied, "127.0.0.2") == {403: "", 429: "1"}
    assert proxied.ask("/cards/api/login", {"token": "wrong"}, "127.0.0.3")[0] == 403
    assert tries(proxied, "127.0.0.4", direct=True) == {403: "", 429: "1"}
    assert tries(proxied, PROXY, direct=True) == {403: ""}  # it is the proxy's


def test_nobody_but_the_proxy_says_that_there_is_tls(proxied: Proxied) -> None:
    headers = {"X-Forwarded-Proto": "https", "Origin": f"https://127.0.0.1:{proxied.behind}"}
    own = headers | proxied.allowed
    assert proxied.ask("/cards/api/agents", direct=True, source=PROXY, headers=own)[0] == 200
    assert proxied.ask("/cards/api/agents", direct=True, source="127.0.0.5", headers=own)[0] == 403


@pytest.mark.extended
def test_a_browser_plays_below_the_path(proxied: Proxied, browser: Browser) -> None:
    context, tab = new_tab(browser, ignore_https_errors=True)
    page = tab.page
    page.goto(proxied.address.rstrip("/"))
    page.get_by_label("Token").fill(proxied.token)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_selector("[data-game=schnapsen]")
    assert page.url.startswith(proxied.address)
    start(page, proxied.address, "schnapsen")
    expect(page.locator(".mine .card")).to_have_count(5)
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(f"{proxied.address}#/review")
    context.close()
    assert tab.complaints == []
