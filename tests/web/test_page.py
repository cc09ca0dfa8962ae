"""The page's content policy, its size, and its accessibility."""

import gzip
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import is_over, play_until, start
from vorhand.tests.web.visitor import Visitor
from vorhand.web.app import STATIC

LARGEST_COMPRESSED = 300_000


def test_other_names_and_other_pages_are_refused(served: Served) -> None:
    """The cases are in `test_guard`."""
    visitor = Visitor(served.address)
    for path, body in (("", None), ("api/setup", None), ("api/tables", {"game": "kuhn_poker"})):
        assert visitor.ask(path, body, Host="evil.example").status == 421
        assert visitor.ask(path, body, Origin="http://evil.example").status == 403
    assert visitor.ask("", Origin=served.address.rstrip("/")).status == 200


def test_what_is_asked_wrongly_is_said(served: Served) -> None:
    for path, body in (
        ("api/tables", b"[]"),
        ("api/boards/python_skat/position", {"game": "python_skat", "actions": [99]}),
        ("api/boards/python_skat/nothing", b"{}"),
        ("api/boards/kuhn_poker/position", b"{}"),
    ):
        answer = Visitor(served.address).ask(path, body)
        assert answer.status == 400
        assert answer.error


@pytest.mark.parametrize("options", [[], ["--token-file", "token"]])
def test_other_machines_need_token_and_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["web", "--no-open", "--listen", "0.0.0.0:0", *options]
    refused = CliRunner().invoke(app, command)
    assert refused.exit_code
    assert "--tls-certificate" in f"{refused.output}{refused.exception}"


def test_the_first_view_is_small_and_all_its_own(served: Served) -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < LARGEST_COMPRESSED
    script = next(path for path in files if path.suffix == ".js")
    sent = Visitor(served.address).ask(f"assets/{script.name}", Accept_Encoding="gzip")
    assert sent.headers["content-encoding"] == "gzip"
    assert len(sent.body) < LARGEST_COMPRESSED
    policy = Visitor(served.address).ask("").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.extended
@needs_axe
@pytest.mark.parametrize("theme", few(1, ["light", "dark"]))
def test_axe_finds_nothing_serious(served: Served, tab: Tab, theme: str) -> None:
    """axe reports nothing serious, and the browser runs only the page's own scripts."""
    page = tab.page
    page.add_init_script(f"localStorage.setItem('vorhand.theme', '\"{theme}\"')")
    for address in ("#/", "#/people", "#/board", "#/review", "#/watch"):
        page.goto(f"{served.address}{address}")
        page.wait_for_selector("h1")
        assert serious(page) == []
    start(page, served.address, "skat")
    page.wait_for_selector(".mine .card")
    assert serious(page) == []
    if theme == "light":
        play_until(page, is_over(page))
        assert serious(page) == []
    assert tab.complaints == []
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.bad = 1';"
        " document.body.append(s); }"
    )
    assert page.evaluate("window.bad") is None
    tab.complaints.clear()  # the policy caused this message
