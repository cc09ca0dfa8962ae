"""The texts in xskat's windows, recognised by their pixels.

The expected words are drawn once in xskat's font. A text in a window is compared with them, all
without the blank pixels around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from Xlib import X

from vorhand.evaluation.xskat.program import XskatError
from vorhand.evaluation.xskat.window import Window

if TYPE_CHECKING:
    from Xlib.display import Display

_FONT = "9x15"
_CHARACTER, _HEIGHT, _ASCENT = 9, 18, 13  # the ascent of the font is 12; here it is larger
_WHITE, _BLACK = 0xFFFFFF, 0

# The rows of a text, one byte a pixel.
Shape: TypeAlias = tuple[bytes, ...]
Place: TypeAlias = tuple[int, int, int, int]


def draw_texts(display: Display, words: Iterable[str]) -> dict[Shape, str]:
    """Return words, keyed by their shapes in xskat's font; raise XskatError without the font."""
    font = display.open_font(_FONT)
    if font is None:
        raise XskatError(f"font {_FONT}: expected it at the X server")
    texts = {}
    for word in words:
        width = _CHARACTER * len(word)
        paper = display.screen(0).root.create_pixmap(width, _HEIGHT, display.screen(0).root_depth)
        pen = paper.create_gc(foreground=_WHITE, font=font)
        paper.fill_rectangle(pen, 0, 0, width, _HEIGHT)
        pen.change(foreground=_BLACK)
        paper.draw_text(pen, 0, _ASCENT, word.encode("ascii"))
        image = paper.get_image(0, 0, width, _HEIGHT, X.ZPixmap, 0xFFFFFFFF)
        texts[shape(bytes(image.data), width)] = word
        pen.free()
        paper.free()
    font.close()  # type: ignore[attr-defined]  # a Font, which Xlib's types call a Resource
    return texts


def read_text(window: Window, texts: Mapping[Shape, str], place: Place) -> str | None:
    """Return the text in a rectangle of a window; "" if it is blank, None if it is unknown."""
    found = shape(window.picture(*place), place[2])
    return texts.get(found) if found else ""


def shape(picture: bytes, width: int) -> Shape:
    """Return the part of a picture that holds all its black pixels, without the white border.

    It is empty if there are none. White text on black, as in a box that was just pressed, has the
    shape of black text on white.
    """
    pixels = bytes(255 * (value > 127) for value in picture[::4])
    if pixels.count(0) > len(pixels) // 2:
        pixels = bytes(255 - value for value in pixels)
    rows = [pixels[at : at + width] for at in range(0, len(pixels), width)]
    inked = [number for number, row in enumerate(rows) if 0 in row]
    if not inked:
        return ()
    rows = rows[inked[0] : inked[-1] + 1]
    left = min(row.index(0) for row in rows if 0 in row)
    right = max(row.rindex(0) for row in rows if 0 in row)
    return tuple(row[left : right + 1] for row in rows)
