"""A private X screen with xskat's windows on it: reading them and clicking on them.

Each human player of xskat has a window whose layout does not change. At its small size and in
black and white every card has one picture. A card on the table is recognised by its exact
pixels once they have been seen in a known hand (`learn_cards`).
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from vorhand.evaluation.xskat.program import (
    GAME_END,
    XskatError,
    deal_text,
    find_xskat,
    hand_order,
)
from vorhand.evaluation.xskat.scratch import scratch_folder
from vorhand.games.skat.cards import NUM_CARDS
from vorhand.games.skat.contracts import GRAND

try:
    from Xlib import X
    from Xlib.display import Display
    from Xlib.error import BadDrawable, BadWindow, ConnectionClosedError, DisplayError, XError
    from Xlib.protocol import event
except ImportError as missing:
    raise XskatError("no package Xlib: expected it, by `pip install 'vorhand[xskat]'`") from missing

if TYPE_CHECKING:
    from Xlib.xobject.drawable import Window as Drawable

Seen = TypeVar("Seen")
Pictures: TypeAlias = Mapping[bytes, int]

_SERVER = "Xvfb"
_GONE = (BadWindow, BadDrawable)  # errors of a window that was closed after the server reported it
_SECONDS = 60  # time limit for actions that take the programs a second or two
_POLL = 0.1
_WIDTH, _HEIGHT = 640, 400
_CARD_WIDTH, _CARD_HEIGHT = 64, 94
_HAND_Y, _TABLE_Y = 304, 145
_TRICK_X, _SKAT_X = 224, 256
_HINT_ABOVE = 6  # pixels above a hand in which the mark of a hint is drawn
_WHITE = 255
_NAMES = ("first", "second", "third")
# X resources of the program; they apply to all its windows.
_RESOURCES = {
    "color": "False",
    "3d": "False",
    "large": "False",
    "language": "english",
    "keyboard": "0",  # no marks on the cards
    "menubutton": "3",  # our clicks use button 1
    "shortcut": "0",
    "trickl2r": "True",
    "hint": "True",  # a mark over the card that the program would play in a human player's seat
}


class Window:
    """The window of one of xskat's human players.

    Args:
        drawable: the window's handle on the X server.
        pictures: cards by their pixels.
    """

    def __init__(self, drawable: Drawable, pictures: Pictures) -> None:
        self._drawable = drawable
        self._pictures = pictures

    def picture(self, x: int, y: int, width: int, height: int) -> bytes:
        """Return the pixels of a rectangle in the window, four bytes each."""
        image = self._drawable.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF)
        return bytes(image.data)

    def hand_pictures(self) -> list[bytes]:
        """Return the pictures at the ten places of the hand, from the left."""
        return [
            self.picture(place * _CARD_WIDTH, _HAND_Y, _CARD_WIDTH, _CARD_HEIGHT)
            for place in range(10)
        ]

    def hand(self) -> list[int | None]:
        """Return the cards of the hand; None for a place without a fully drawn card."""
        return [self._pictures.get(picture) for picture in self.hand_pictures()]

    def trick_card(self, number: int) -> int | None:
        """Return the card played first (0), second (1) or third (2) to the trick; None: no card."""
        return self._table_card(_TRICK_X, number)

    def skat_card(self, number: int) -> int | None:
        """Return the card at place 0 or 1 of the open skat; None: no card."""
        return self._table_card(_SKAT_X, number)

    def _table_card(self, x: int, number: int) -> int | None:
        place = (x + number * _CARD_WIDTH, _TABLE_Y, _CARD_WIDTH, _CARD_HEIGHT)
        return self._pictures.get(self.picture(*place))

    def hint(self) -> int | None:
        """Return the place in the hand over which the mark of a hint is drawn; None without one."""
        for place in range(10):
            x, y = place * _CARD_WIDTH + _CARD_WIDTH // 2, _HAND_Y - _HINT_ABOVE
            if set(self.picture(x, y, 1, _HINT_ABOVE)[1::4]) != {_WHITE}:
                return place
        return None

    def click(self, x: int, y: int) -> None:
        """Press the mouse button at a position."""
        _press(self._drawable, x, y)

    def click_hand(self, place: int) -> None:
        """Press the card at a place of the hand, 0 to 9."""
        self.click(place * _CARD_WIDTH + _CARD_WIDTH // 2, _HAND_Y + _CARD_HEIGHT // 2)

    def dialog(self) -> list[Drawable]:
        """Return the parts of the open dialog, in order of creation; nothing if none is open."""
        try:
            boxes = self._drawable.query_tree().children
            return list(boxes[-1].query_tree().children) if boxes else []
        except _GONE:
            return []

    def press(self, part: Drawable) -> None:
        """Press a button of a dialog."""
        _press(part, 5, 5)


def _press(drawable: Drawable, x: int, y: int) -> None:
    press = event.ButtonPress(
        time=X.CurrentTime,
        root=drawable.query_tree().root,
        window=drawable,
        child=X.NONE,
        root_x=x,
        root_y=y,
        event_x=x,
        event_y=y,
        state=0,
        detail=X.Button1,
        same_screen=1,
    )
    drawable.send_event(press, event_mask=X.ButtonPressMask, propagate=False)
    drawable.display.flush()


class Program:
    """A running xskat with a window for each human player; human players come before computers.

    Attributes:
        windows: the windows by player.

    Args:
        process: the running program.
        folder: the folder of its output files.
    """

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self.windows: list[Window] = []
        self._process = process
        self._folder = folder

    def until(self, look: Callable[[], Seen | None], what: str, pause: float = _POLL) -> Seen:
        """Poll until the program has done the expected thing.

        Args:
            look: function that returns its observation, or a false value.
            what: the expected event, for the error message.
            pause: seconds between polls.

        Raises:
            XskatError: the program or the X server has ended, or the time limit is reached.
        """

        def look_while_it_runs() -> Seen | None:
            if (seen := look()) or (status := self._process.poll()) is None:
                return seen
            errors = (self._folder / "errors").read_text(encoding="latin-1").strip()
            raise XskatError(f"xskat ended with status {status} {errors!r}: expected {what}")

        return _until(look_while_it_runs, what, pause)

    def finished_log(self) -> str:
        """Return the log once the deal is in it; until then ""."""
        path = self._folder / "log"
        text = path.read_text(encoding="latin-1") if path.exists() else ""
        return text if GAME_END in text else ""


def _until(look: Callable[[], Seen | None], what: str, pause: float = _POLL) -> Seen:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        try:
            if seen := look():
                return seen
        except (XError, ConnectionClosedError) as error:
            raise XskatError(f"xskat's windows, {error}: expected {what}") from error
        time.sleep(pause)
    raise XskatError(f"xskat at its table: expected {what} within {_SECONDS} s")


class Screen:
    """A private X server that draws into memory and is reachable from this machine only.

    Attributes:
        pictures: cards by their pixels, once learned.
        display: our connection to the display.

    Args:
        folder: xskat's home folder.
        number: the number of the display.
        display: our connection to it.
    """

    def __init__(self, folder: Path, number: str, display: Display) -> None:
        self.pictures: Pictures = {}
        self._folder = folder
        self._number = number
        self.display = display
        looks = "".join(f"xskat.{name}: {value}\n" for name, value in _RESOURCES.items())
        (folder / ".Xdefaults").write_text(looks, encoding="ascii")

    @contextlib.contextmanager
    def xskat(self, deal: str, players: int, dealer: int = 0) -> Iterator[Program]:
        """Run xskat with one to three human players, at the bidding of a deal.

        Args:
            deal: the deal in the format of xskat's files.
            players: number of human players.
            dealer: the dealer, if the deal does not name one; players count from 1.

        Raises:
            XskatError: xskat is missing, or shows no windows.
        """
        _until(lambda: not any(map(self._drawable, range(len(_NAMES)))), "no other windows")
        for left in ("log", "list"):
            (self._folder / left).unlink(missing_ok=True)
        (self._folder / "deals").write_text(deal, encoding="ascii")
        command = [find_xskat(), "-display", f":{self._number}.0"]
        command += ["-game", "deals", "-log", "log", "-list", "list", "-unfmt", "-fastdeal"]
        command += ["-tdelay", "11"]  # a trick stays until the first player clicks
        command += ["-start", str(dealer)] if dealer else []
        others = enumerate(_NAMES[1:players], 1)
        command += [f"{name}@:{self._number}.{player}" for player, name in others]
        path = os.environ.get("PATH", os.defpath)
        environment = {"HOME": str(self._folder), "LOGNAME": _NAMES[0], "PATH": path}
        with (
            (self._folder / "errors").open("wb") as errors,
            _running(command, stdout=errors, stderr=errors, env=environment, cwd=self._folder) as p,
        ):
            program = Program(p, self._folder)
            for player in range(players):
                drawable = program.until(partial(self._drawable, player), "a window")
                program.windows.append(Window(drawable, self.pictures))
            yield program

    def break_in(self) -> None:
        """Start xskat once to save its options; without saved options xskat opens with a dialog."""
        options = self._folder / ".xskat.opt"
        with self.xskat("", 1) as program:
            program.until(lambda: options.exists() and options.stat().st_size, str(options))

    def _drawable(self, number: int) -> Drawable | None:
        """Return the window on this screen of the server; None before it is shown."""
        child: Drawable
        with contextlib.suppress(*_GONE):
            for child in self.display.screen(number).root.query_tree().children:
                size = child.get_geometry()
                shown = child.get_attributes().map_state == X.IsViewable
                if shown and (size.width, size.height) == (_WIDTH, _HEIGHT):
                    return child
        return None


@contextlib.contextmanager
def open_screen() -> Iterator[Screen]:
    """Run an X server, with the cards learned, until the end of the block.

    Raises:
        XskatError: the server or xskat is missing, or fails.
    """
    server = shutil.which(_SERVER)
    if server is None:
        raise XskatError(
            f"program {_SERVER}: not found on PATH; expected it installed, on Debian and its kin "
            "by `apt-get install xvfb`"
        )
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(scratch_folder())
        read, write = os.pipe()
        stack.callback(os.close, read)
        command = [server, "-displayfd", str(write), "-nolisten", "tcp"]
        for player in range(len(_NAMES)):
            command += ["-screen", str(player), f"{_WIDTH}x{_HEIGHT}x24"]
        errors = stack.enter_context((folder / "server").open("wb"))
        try:
            running = _running(command, pass_fds=[write], stdout=errors, stderr=errors)
            stack.enter_context(running)
        finally:
            os.close(write)
        number = _display_number(read, folder / "server")
        try:
            display = Display(f":{number}")
        except DisplayError as error:
            raise XskatError(f"{server}: {error}") from error
        stack.callback(display.close)
        screen = Screen(folder, number, display)
        screen.pictures = learn_cards(screen)
        yield screen


def _display_number(pipe: int, errors: Path) -> str:
    """Return the display's number, which the server writes when it is ready."""
    ready, _, _ = select.select([pipe], [], [], _SECONDS)
    number = os.read(pipe, 16).decode("ascii").strip() if ready else ""
    if not number:
        output = errors.read_text(encoding="latin-1").strip()
        raise XskatError(f"{_SERVER} {output!r}: expected the number of its display")
    return number


@contextlib.contextmanager
def _running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the end of the block; with `setpriv` it also ends if we are killed."""
    guard = shutil.which("setpriv")  # part of util-linux
    guarded = [guard, "--pdeathsig", "TERM", *command] if guard else command
    process = subprocess.Popen(guarded, stdin=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def learn_cards(screen: Screen) -> dict[bytes, int]:
    """Return the cards, keyed by their pixels, which are read from known hands.

    Raises:
        XskatError: they do not look like 32 cards.
    """
    screen.break_in()
    cards: dict[bytes, int] = {}
    for shift in (0, 20):
        hands = [[(shift + 10 * k + i) % NUM_CARDS for i in range(10)] for k in range(len(_NAMES))]
        with screen.xskat(deal_text(hands), len(hands)) as program:
            for window, hand in zip(program.windows, hands, strict=True):
                pictures = program.until(partial(_ten_cards, window), "ten cards")
                cards |= zip(pictures, sorted(hand, key=hand_order(GRAND)), strict=True)
    if sorted(cards.values()) != list(range(NUM_CARDS)):
        raise XskatError(f"{len(cards)} pictures of cards: expected one each of {NUM_CARDS}")
    return cards


def _ten_cards(window: Window) -> list[bytes]:
    """Return the ten pictures of a hand; an empty list while two of them are the same.

    Empty places look the same, and so do the backs of cards.
    """
    pictures = window.hand_pictures()
    return pictures if len(set(pictures)) == len(pictures) else []
