"""The ``vorhand`` command line: one module per command, and a folder for the commands of a game.

The commands are in `vorhand.cli.program`, which is imported when one of them is run: their modules
take several times as long to import as the package.
"""

import sys
from typing import TYPE_CHECKING, Any

from vorhand.cli.errors import report
from vorhand.games.extras import missing_extra

if TYPE_CHECKING:
    from vorhand.cli.program import app

__all__ = ["app", "main", "show_version"]


def __getattr__(name: str) -> Any:
    """Return the program with all its commands, `app`, imported on first use."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from vorhand.cli import program

    return program.app


def show_version() -> None:
    """Print the installed version."""
    from vorhand import __version__

    print(f"vorhand {__version__}")


def main() -> None:
    """Run the ``vorhand`` program; report errors."""
    if sys.argv[1:] == ["--version"]:
        show_version()
        return
    try:
        from vorhand.cli.program import app

        app()
    except ModuleNotFoundError as error:
        sys.exit(report(missing_extra(error) or error))
    except Exception as error:
        sys.exit(report(error))
