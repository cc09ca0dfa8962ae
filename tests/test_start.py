"""The cost of importing: optional libraries are imported by the modules that need them."""

from __future__ import annotations

import subprocess
import sys

FIRST_BOT = """
import sys
import vorhand

vorhand.make_bot("rule", vorhand.load_game("python_skat"), 0, 1)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_a_first_agent_imports_no_library_that_it_does_not_use() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_BOT], capture_output=True, text=True, check=True
    )
    assert {"scipy", "rich", "typer", "matplotlib", "numba", "grpc"} & set(
        ran.stdout.split()
    ) == set()
