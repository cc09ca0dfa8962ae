"""The time to print the version and to create the first agent, compared with importing NumPy."""

import subprocess
import sys
from collections.abc import Callable

from vorhand.evaluation.bench.harness import Case, Comparison
from vorhand.games.packs import default_game

VERSION = "import sys; from vorhand.cli import main; sys.argv[1:] = ['--version']; main()"
FIRST_BOT = f"import vorhand; vorhand.make_bot('rule', vorhand.load_game({default_game()!r}), 0, 1)"
_NUMPY = "import numpy"
_VERSION = "vorhand --version"
_BOT = "import vorhand, first agent"

FINDINGS = (
    Comparison(_VERSION, _NUMPY, cost_at_most=1.5),
    Comparison(_BOT, _NUMPY, cost_at_most=3),
)


def cases() -> list[Case]:
    """Return the programs as cases; each starts its own interpreter."""
    return [
        Case(_NUMPY, _starting(_NUMPY), "starts"),
        Case(_VERSION, _starting(VERSION), "starts"),
        Case(_BOT, _starting(FIRST_BOT), "starts"),
    ]


def _starting(program: str) -> Callable[[], float]:
    def run() -> float:
        subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
        return 1.0

    return run
