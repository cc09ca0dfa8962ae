"""The page under a path behind nginx, which ends TLS: `deploy/nginx.conf`, with other ports."""

import contextlib
import http.cookies
import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from vorhand.service import tls
from vorhand.tests.limits import wait_until
from vorhand.tests.web.conftest import Opener, free_port, serve, stop
from vorhand.tests.web.playing import start
from vorhand.tests.web.visitor import Visitor, until

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
PROXY = "127.0.0.1"  # address from which nginx connects to the page


@dataclass
class Proxied:
    """A page behind nginx.

    Attributes:
      address: address for browsers, at nginx.
      behind: address of the page itself.
      token: token of the page.
      trusting: TLS context that trusts nginx' certificate.
    """

    address: str
    behind: str
    token: str
    trusting: ssl.SSLContext

    def through(self, path: str = "/cards/", *, allowed: bool = True) -> Visitor:
        """Return a visitor who asks nginx below a path, with the token or without it."""
        address = self.address.replace("/cards/", path)
        headers = {"Authorization": f"Bearer {self.token}"} if allowed else {}
        return Visitor(address, headers=headers, trusting=self.trusting)

    def direct(self, source: str = PROXY, *, allowed: bool = True) -> Visitor:
        """Return a visitor who asks the page itself, as nginx does or from another address."""
        headers = {"Authorization": f"Bearer {self.token}"} if allowed else {}
        return Visitor(self.behind, source, headers)


@contextlib.contextmanager
def nginx(folder: Path, behind: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """Yield a running nginx with our configuration: its port, and a TLS context that trusts it."""
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
        behind = address.removesuffix("cards/")
        with nginx(folder, int(behind.strip("/").rpartition(":")[2])) as (port, trusting):
            own = f"https://127.0.0.1:{port}/cards/"
            yield Proxied(own, behind, token.read_text("utf-8").strip(), trusting)
    finally:
        stop(process)


def test_everything_lies_below_the_path(proxied: Proxied) -> None:
    visitor, root = proxied.through(allowed=False), proxied.through("/")
    page = visitor.ask("")
    assert page.status == 200
    links = [part.split('"')[0] for part in page.body.decode().split('="')]
    own = [link for link in links if link.endswith((".js", ".css", ".svg"))]
    assert len(own) == 3
    for link in own:
        assert link.startswith("/cards/")
        assert root.ask(link.removeprefix("/")).status == 200
    moved = root.ask("cards")
    assert moved.status in (301, 307)
    assert moved.headers["location"].endswith("/cards/")
    unknown = visitor.ask("some/where")
    assert (unknown.status, unknown.body) == (404, page.body)  # the page reports the unknown path
    assert root.ask("").status in (403, 404)  # an answer of nginx
    assert visitor.ask("api/setup").json()["locked"]
    assert visitor.ask("api/agents").status == 401
    assert proxied.through().ask("api/agents").status == 200


def test_a_proxy_may_take_the_path_away(proxied: Proxied) -> None:
    for path in ("", "cards/"):
        page = proxied.direct().ask(path)
        assert page.status == 200
        assert b'src="/cards/assets/' in page.body
        assert proxied.direct(allowed=False).ask(f"{path}api/agents").status == 401
        assert proxied.direct().ask(f"{path}api/agents").status == 200


def test_cookies_stay_below_the_path_and_within_tls(proxied: Proxied) -> None:
    visitor, origin = proxied.through(allowed=False), proxied.address.removesuffix("/cards/")
    answer = visitor.ask("api/login", {"token": proxied.token}, Origin=origin)
    assert answer.status == 200
    cookie = http.cookies.SimpleCookie(answer.headers["set-cookie"])["vorhand"]
    assert (cookie["path"], cookie["secure"], cookie["httponly"]) == ("/cards/", True, True)
    back = {"Cookie": f"vorhand={cookie.value}", "Origin": origin}
    answer = visitor.ask("api/account", {"name": "Clara"}, **back)
    assert answer.status == 200
    (account,) = http.cookies.SimpleCookie(answer.headers["set-cookie"]).values()
    assert (account["path"], account["secure"]) == ("/cards/", True)
    for status, wrong in (
        (421, {"Host": "evil.example"}),
        (403, {"Origin": "https://evil.example"}),
    ):
        assert visitor.ask("api/account", {"name": "x"}, **back | wrong).status == status


def test_a_seat_through_the_proxy(proxied: Proxied) -> None:
    visitor = proxied.through()
    with visitor.sitting(visitor.place("random")) as websocket:
        assert until(websocket, "seated")


def tries(visitor: Visitor) -> dict[int, str]:
    """Present wrong tokens, each with another claimed address, until the rate limit applies.

    Return the retry time of the last answer with each status.
    """
    found = dict[int, str]()
    for number in range(200):
        claimed = {"X-Forwarded-For": f"192.0.2.{number}"}
        answer = visitor.ask("cards/api/login", {"token": "wrong"}, **claimed)
        found[answer.status] = answer.headers["retry-after"] or ""
        if answer.status == 429:
            break
    return found


def test_limits_are_those_of_the_forwarded_address(proxied: Proxied) -> None:
    """Neither nginx nor the page believes an address that a browser claims."""
    browser = proxied.through("/", allowed=False)
    assert tries(replace(browser, source="127.0.0.2")) == {403: "", 429: "1"}
    other = replace(browser, source="127.0.0.3")
    assert other.ask("cards/api/login", {"token": "wrong"}).status == 403
    assert tries(proxied.direct("127.0.0.4", allowed=False)) == {403: "", 429: "1"}
    assert tries(proxied.direct(allowed=False)) == {403: ""}  # the address is the proxy's


def test_nobody_but_the_proxy_says_that_there_is_tls(proxied: Proxied) -> None:
    origin = proxied.behind.replace("http", "https").rstrip("/")
    claimed = {"X-Forwarded-Proto": "https", "Origin": origin}
    for source, status in ((PROXY, 200), ("127.0.0.5", 403)):
        assert proxied.direct(source).ask("cards/api/agents", **claimed).status == status


@pytest.mark.extended
def test_a_browser_plays_below_the_path(proxied: Proxied, open_tab: Opener) -> None:
    tab = open_tab(ignore_https_errors=True)
    page = tab.page
    page.goto(proxied.address.rstrip("/"))
    page.get_by_label("Token").fill(proxied.token)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_selector("[data-game=schnapsen]")
    assert page.url.startswith(proxied.address)
    start(page, proxied.address, "schnapsen")
    expect(page.locator(".mine .card")).to_have_count(5)
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(f"{proxied.address}#/review")
