"""Descriptions of exceptions; for a defect they include the calls in the user's own files."""

import sys
import traceback
from pathlib import Path

from vorhand.native.errors import VorhandError

_VORHAND = Path(__file__).parents[1]
_INSTALLED = {"site-packages", "dist-packages"}


class PlugInError(VorhandError):
    """A plug-in that fails; the message says why, and for a defect where."""

    defect = True  # a defect, not invalid input: the command ends with exit code 1


def describe(error: BaseException) -> str:
    """Return type and message of an exception; for a defect also its location.

    An error of Vorhand quotes the input that is wrong. For any other exception the calls in the
    user's own files are added, with their source lines; if there are none, the calls in other
    packages, or else the last call.
    """
    lines = [f"{type(error).__name__}: {error}"]
    if not isinstance(error, VorhandError):
        lines += getattr(error, "__notes__", None) or _calls(error)
    return "\n".join(lines)


def note_calls(error: BaseException) -> None:
    """Add the location of an exception to its notes, for a process that gets no traceback."""
    for line in _calls(error):
        error.add_note(line)


def in_own_files(error: BaseException) -> bool:
    """Return whether an exception passed through the user's own code."""
    return any(_is_own(call) for call in traceback.extract_tb(error.__traceback__))


def _calls(error: BaseException) -> list[str]:
    calls = traceback.extract_tb(error.__traceback__)
    own = [call for call in calls if _is_own(call)]
    others = [call for call in calls if not Path(call.filename).is_relative_to(_VORHAND)]
    return [line.rstrip() for line in traceback.format_list(own or others or calls[-1:])]


def _is_own(call: traceback.FrameSummary) -> bool:
    """Return whether a call is in a file outside of Vorhand, Python and installed packages."""
    path = Path(call.filename)
    return (
        path.is_file()
        and not path.is_relative_to(_VORHAND)
        and not path.is_relative_to(sys.base_prefix)
        and not _INSTALLED.intersection(path.parts)
    )
