"""The page's content policy, its cost, and its accessibility."""

import gzip
import json
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious, serve, stop
from vorhand.tests.web.playing import is_over, play_until, start
from vorhand.web.app import STATIC

LARGEST_COMPRESSED = 300_000
BODY = json.dumps({"game": "python_skat", "seats": ["rule"] * 3, "deals": 1}).encode()


def answer(address: str, path: str = "", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body; a request with a body where the path makes a table."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    body = BODY if path == "api/tables" else None
    request = urllib.request.Request(f"{address}{path}", body, names)
    try:
        with urllib.request.urlopen(request, timeout=HANGING_S) as response:
            return response.status, dict(response.headers), response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


@pytest.mark.parametrize("path", ["", "api/setup", "api/tables"])
def test_other_names_and_other_pages_are_refused(served: Served, path: str) -> None:
    assert answer(served.address, path)[0] == 200
    assert answer(served.address, path, Host="evil.example")[0] == 421
    assert answer(served.address, path, Origin="http://evil.example")[0] == 403
    assert answer(served.address, path, Origin="null")[0] == 403
    assert answer(served.address, path, Origin=served.address.rstrip("/"))[0] == 200


def test_requests_from_other_sites_are_refused(served: Served) -> None:
    assert answer(served.address, "api/setup", Sec_Fetch_Site="cross-site")[0] == 403
    assert answer(served.address, "api/setup", Sec_Fetch_Site="same-origin")[0] == 200


def test_the_browser_runs_nothing_but_the_pages_own_files(served: Served, tab: Tab) -> None:
    policy = answer(served.address)[1]["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    tab.page.goto(served.address)
    tab.page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.bad = 1';"
        " document.body.append(s); }"
    )
    assert tab.page.evaluate("window.bad") is None
    tab.complaints.clear()  # that was the policy's


def test_what_is_asked_wrongly_is_said(served: Served) -> None:
    for path, body in (
        ("api/tables", b"[]"),
        ("api/tables", b"{"),
        ("api/boards/python_skat/position", b'{"game": "python_skat", "actions": [99]}'),
        ("api/boards/python_skat/nothing", b"{}"),
        ("api/boards/kuhn_poker/position", b"{}"),
    ):
        request = urllib.request.Request(f"{served.address}{path}", body)
        with pytest.raises(urllib.error.HTTPError) as raised:
            urllib.request.urlopen(request, timeout=HANGING_S)
        with raised.value as error:
            assert error.code == 400
            assert json.loads(error.read())["error"]


def test_a_token_is_asked_for_where_there_is_one(tmp_path: Path) -> None:
    process, address = serve(tmp_path, "--token-file", str(tmp_path / "token"))
    try:
        token = (tmp_path / "token").read_text("utf-8").strip()
        assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
        assert json.loads(answer(address, "api/setup")[2]) == {"locked": True, "games": []}
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Cookie": "vorhand=wrong"}):
            assert answer(address, "api/agents", **headers)[0] == 401
        assert answer(address, "api/agents", Authorization=f"Bearer {token}")[0] == 200
        assert answer(address, "api/agents", Cookie=f"vorhand={token}")[0] == 200
    finally:
        stop(process)


@pytest.mark.parametrize("options", [[], ["--token-file", "token"]])
def test_other_machines_need_token_and_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["web", "--no-open", "--listen", "0.0.0.0:0", *options]
    refused = CliRunner().invoke(app, command)
    assert refused.exit_code
    assert "--tls-certificate" in f"{refused.output}{refused.exception}"


def test_the_first_view_is_small(served: Served) -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < LARGEST_COMPRESSED
    script = next(path for path in files if path.suffix == ".js")
    sent = answer(served.address, f"assets/{script.name}", Accept_Encoding="gzip")
    assert sent[1]["content-encoding"] == "gzip"
    assert len(sent[2]) < LARGEST_COMPRESSED


@pytest.mark.extended
@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(served: Served, tab: Tab, theme: str) -> None:
    page = tab.page
    tab.page.add_init_script(f"localStorage.setItem('vorhand.theme', '\"{theme}\"')")
    for address in ("#/", "#/people", "#/board", "#/review", "#/watch"):
        page.goto(f"{served.address}{address}")
        page.wait_for_selector("h1")
        assert serious(page) == []
    start(page, served.address, "skat")
    page.wait_for_selector(".mine .card")
    assert serious(page) == []
    play_until(page, is_over(page))
    assert serious(page) == []


@pytest.mark.extended
def test_a_table_is_played_with_the_keyboard(served: Served, tab: Tab) -> None:
    page = tab.page
    start(page, served.address, "schnapsen")
    page.wait_for_selector(".mine button.card:not([disabled])")
    page.locator(".mine button.card").first.focus()
    page.keyboard.press("ArrowRight")
    card = page.evaluate("document.activeElement.dataset.card")
    began = time.monotonic()
    page.keyboard.press("Enter")
    page.wait_for_selector(f".trick [data-card={card}], .last [data-card={card}]", state="attached")
    print(f"{1000 * (time.monotonic() - began):.0f} ms from the key to the card on the table")
