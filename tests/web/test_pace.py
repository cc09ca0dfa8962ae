"""The pace of the moves that are shown, by a clock that only the test moves."""

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import sit_at
from vorhand.tests.web.test_flow import ENDING
from vorhand.tests.web.test_layout import DEFENCE

pytestmark = pytest.mark.extended

_STEP_MS = 50
_PACE_MS = 800
_AT_THE_USUAL_PACE = "localStorage.setItem('vorhand.pace', '1');"


class _Stream:
    """The messages of the server to a seat; they can be held back, and delivered in two parts."""

    def __init__(self, page: Page) -> None:
        self.turns = 0
        self.deal_is_over = False
        self.holding = False
        self._held: list[str] = []
        self._socket: WebSocketRoute | None = None
        page.route_web_socket(re.compile("api/seat"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            self.turns += '"turn"' in str(message)
            self.deal_is_over |= '"deal_ended"' in str(message)
            if self.holding and '"event"' in str(message):
                self._held.append(str(message))
            else:
                socket.send(message)

        self._socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(pass_on)

    def release_own_move(self) -> None:
        """Deliver the next move as if the agents were still thinking about theirs."""
        assert self._socket
        event = json.loads(self._held[0])["event"]
        seen = next(json.loads(text) for text in self._held if '"observation"' in text)
        observation = seen["event"]["observation"]
        moves = observation["skat"]["moves"]
        own = max(
            k for k, move in enumerate(moves) if move["seat"] == event["moved"]["move"]["seat"]
        )
        observation["skat"]["moves"] = moves[: own + 1]
        self._socket.send(json.dumps({"event": event | {"observation": observation}}))

    def release(self) -> None:
        """Deliver everything that was held back."""
        assert self._socket
        self.holding = False
        for text in self._held:
            self._socket.send(text)


def _with_clock(served: Served, page: Page, game: str) -> _Stream:
    """Sit down at a deal where the person leads; the clock stands once the cards are there."""
    page.add_init_script(_AT_THE_USUAL_PACE)
    stream = _Stream(page)
    page.clock.install()
    sit_at(page, served.address, game, "skat", 3)
    expect(page.locator(".mine button.card").first).to_be_enabled()
    page.clock.pause_at(page.evaluate("Date.now()") + 10_000)
    return stream


def _lead(page: Page, stream: _Stream) -> None:
    """Play a card; wait until the server has sent the next turn."""
    turns = stream.turns
    page.locator(".mine button.card").last.click()
    _wait(page, lambda: stream.turns > turns)


def _wait(page: Page, done: Callable[[], bool]) -> None:
    """Wait for a message of the server, by the real clock; the page's stands."""
    end = time.monotonic() + HANGING_S
    while not done():
        assert time.monotonic() < end, page.locator("main").inner_text()
        page.wait_for_timeout(20)


def _times(page: Page, cards: int) -> list[int]:
    """Move the clock until so many cards lie in the trick; return when each of them came."""
    trick = page.locator(".felt .trick .card")
    times: list[int] = []
    for now in range(0, 5_000, _STEP_MS):
        page.clock.run_for(_STEP_MS)
        times += [now + _STEP_MS] * (trick.count() - len(times))
        if len(times) == cards:
            break
    return times


def test_the_cards_of_quick_agents_follow_at_the_pace(served: Served, tab: Tab) -> None:
    """All moves are here before the clock moves; they are shown one after the other."""
    page = tab.page
    stream = _with_clock(served, page, DEFENCE)
    _lead(page, stream)
    own, first, second = _times(page, 3)
    assert first - own == pytest.approx(_PACE_MS, abs=_STEP_MS)
    assert second - first == pytest.approx(_PACE_MS, abs=_STEP_MS)


def test_a_decision_that_takes_longer_than_the_pace_is_shown_at_once(
    served: Served, tab: Tab
) -> None:
    """The pace is not added to the time of the decision."""
    page = tab.page
    stream = _with_clock(served, page, DEFENCE)
    stream.holding = True
    _lead(page, stream)
    stream.release_own_move()
    assert len(_times(page, 2)) == 1  # the person's card, and nothing more in 5 s
    stream.release()
    own, first, second = _times(page, 3)
    assert first - own <= _STEP_MS
    assert second - first == pytest.approx(_PACE_MS, abs=_STEP_MS)


def test_agents_answer_a_claim_at_once(served: Served, tab: Tab) -> None:
    """The soloist has the last trumps and lays open; the answers do not wait for the pace."""
    page = tab.page
    stream = _with_clock(served, page, ENDING)
    page.click("[data-claim='lay open']")
    page.clock.run_for(_STEP_MS)  # the dialog opens
    page.get_by_role("dialog").locator(".primary").click()
    _wait(page, lambda: stream.deal_is_over)
    page.clock.run_for(_STEP_MS)
    expect(page.locator(".over")).to_contain_text("You claimed the rest")
