"""Errors of the command line, and how it reports errors of all kinds."""

import sys
import traceback

from vorhand.native.errors import InputError, VorhandError

_shown = {"traceback": False}


class OptionError(InputError):
    """Options that do not go together, or a value that an option does not take."""


def show_tracebacks(shown: bool) -> None:
    """Choose whether reports contain the whole traceback."""
    _shown["traceback"] = shown


def report(error: BaseException) -> int:
    """Print an error and return the exit code: 2 for bad input, 1 for a defect.

    Bad input, described by an error of Vorhand or of the system, takes one line. Any other
    exception is a defect, of Vorhand or of a plug-in, and is shown with the calls in the plug-in
    author's files.
    """
    from vorhand.agents.plugin_errors import describe, in_own_files

    expected = isinstance(error, VorhandError | OSError) and not (
        isinstance(error, OSError) and in_own_files(error)
    )
    if _shown["traceback"]:
        traceback.print_exception(error)
    elif expected and isinstance(error, OSError) and error.filename and error.strerror:
        _print(f"{type(error).__name__}: {error.filename}: {error.strerror}")
    elif expected:
        _print(f"{type(error).__name__}: {error}")
    else:
        _print(describe(error))
    defect = not expected or getattr(error, "defect", False)  # a defect of an agent
    if defect and not _shown["traceback"]:
        print("`vorhand --traceback` before the command shows all calls.", file=sys.stderr)
    return 1 if defect else 2


def _print(text: str) -> None:
    print(f"vorhand: {text}", file=sys.stderr)
