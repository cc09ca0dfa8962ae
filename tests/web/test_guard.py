"""The admission of requests: wrong tokens, and the path under which a page is served."""

import asyncio
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from vorhand.service.server import rate_limits
from vorhand.web.guard import LARGEST_BODY, LARGEST_LIST, Guard
from vorhand.web.server import ListenError, PageOptions

BURST = 20  # burst of wrong tokens from an address; then one a second


@dataclass
class Visited:
    """A guard in front of an application that answers all requests."""

    guard: Guard
    clock: SimpleNamespace

    def ask(
        self, path: str = "/api/agents", address: str = "192.0.2.1", **headers: str
    ) -> tuple[int, str]:
        """Return the status of a request, and the seconds until another try."""
        named = {"host": "here"} | headers
        sent = [(name.encode(), value.encode()) for name, value in named.items()]
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "query_string": b"",
            "headers": sent,
            "client": (address, 1),
            "state": {},
        }
        answers: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            answers.append(message)

        asyncio.run(self.guard(scope, receive, send))
        told = dict(answers[0]["headers"])
        return answers[0]["status"], told.get(b"retry-after", b"").decode()

    def sign_in(self, token: str) -> int:
        """Present a token as the application does; return the status of its refusal or 0."""
        request = Request({"type": "http", "headers": [], "client": ("192.0.2.1", 1)})
        refusal = self.guard.check_token(request, token, status=403)
        return 0 if refusal is None else refusal.status


@pytest.fixture
def visited(monkeypatch: pytest.MonkeyPatch) -> Visited:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return Visited(Guard(PlainTextResponse("let in"), frozenset({"here"}), "right"), clock)


@pytest.mark.parametrize(
    "wrong",
    [{"authorization": "Bearer guess"}, {"cookie": "vorhand=guess"}],
    ids=["header", "cookie"],
)
@pytest.mark.parametrize("path", ["/api/agents", "/api/setup"])
def test_wrong_tokens_are_counted_wherever_they_are_presented(
    visited: Visited, path: str, wrong: dict[str, str]
) -> None:
    usual = 200 if path == "/api/setup" else 401  # anybody may ask whether a token is needed
    for _ in range(BURST):
        assert visited.ask(path, **wrong) == (usual, "")
    for _ in range(BURST):
        assert visited.ask(path, **wrong) == (429, "1")
    # Others at the same address are not locked out.
    assert visited.ask(authorization="Bearer right") == (200, "")
    assert visited.sign_in("right") == 0
    assert visited.ask(path, "192.0.2.2", **wrong) == (usual, "")
    assert visited.ask(path) == (usual, "")  # without a token
    assert visited.ask("/", **wrong) == (200, "")
    visited.clock.now += 1.0
    assert visited.ask(path, **wrong) == (usual, "")
    assert visited.ask(path, **wrong) == (429, "1")


def test_sign_ins_share_the_count(visited: Visited) -> None:
    for _ in range(BURST):
        assert visited.sign_in("guess") == 403
    assert visited.ask(authorization="Bearer guess") == (429, "1")


def test_right_tokens_are_not_counted(visited: Visited) -> None:
    for _ in range(5 * BURST):
        assert visited.ask(cookie="vorhand=right") == (200, "")
        assert visited.sign_in("right") == 0


def test_an_old_cookie_does_not_lock_its_browser_out(visited: Visited) -> None:
    """Many requests with the old cookie do not use up the browser's tries."""
    for _ in range(3 * BURST):
        visited.ask(cookie="vorhand=old")
    assert visited.ask("/api/login", cookie="vorhand=old") == (200, "")  # not blocked
    assert visited.sign_in("right") == 0


def test_a_page_without_token_counts_nothing(visited: Visited) -> None:
    visited.guard.token = ""
    for _ in range(2 * BURST):
        assert visited.ask(authorization="Bearer any") == (200, "")
        assert visited.sign_in("any") == 0


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (200, {}),
        (421, {"host": "evil.example"}),
        (200, {"origin": "http://here"}),
        (403, {"origin": "https://here"}),  # over TLS: another page
        (403, {"origin": "http://evil.example"}),
        (403, {"origin": "null"}),
        (200, {"sec-fetch-site": "same-origin"}),
        (403, {"sec-fetch-site": "cross-site"}),
    ],
)
def test_other_names_and_other_pages_are_refused(
    visited: Visited, status: int, headers: dict[str, str]
) -> None:
    assert visited.ask(authorization="Bearer right", **headers)[0] == status


def test_a_list_of_scores_may_be_long(visited: Visited) -> None:
    """The records of an evening have more bytes than other questions may."""
    long = {"authorization": "Bearer right", "content-length": f"{LARGEST_BODY + 1}"}
    assert visited.ask("/api/boards/python_skat/review", **long)[0] == 413
    assert visited.ask("/api/boards/python_skat/list", **long)[0] == 200
    long["content-length"] = f"{LARGEST_LIST + 1}"
    assert visited.ask("/api/boards/python_skat/list", **long)[0] == 413


def test_a_token_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(ListenError, match="a token of 15 characters: expected at least 16"):
        PageOptions("127.0.0.1:0", token="x" * 15).check()
    PageOptions("127.0.0.1:0", token="x" * 16).check()


@pytest.mark.parametrize("public", ["cards.example.org", "ftp://a.org/", "https://a.org/#/join"])
def test_a_public_address_is_one(public: str) -> None:
    with pytest.raises(ListenError, match="--public-url .*: expected an address such as https:"):
        PageOptions("127.0.0.1:0", public=public).check()


@pytest.mark.parametrize("port", ["", ":8443"])
def test_the_page_may_be_requested_by_its_public_name(port: str) -> None:
    options = PageOptions("127.0.0.1:0", public=f"https://Cards.example.org{port}/cards/")
    options.check()
    assert "cards.example.org" in options.names


@pytest.mark.parametrize("root", ["/api", "/assets", "/api/cards", "/assets/a/b"])
def test_the_pages_own_paths_are_no_root(root: str) -> None:
    with pytest.raises(ListenError, match=rf"--root-path '{root}': .*expected another path"):
        PageOptions("127.0.0.1:0", root=root).check()


@pytest.mark.parametrize("root", ["", "/cards", "/apis", "/api-cards", "/cards/api", "/my.assets"])
def test_other_paths_are_roots(root: str) -> None:
    PageOptions("127.0.0.1:0", root=root).check()
