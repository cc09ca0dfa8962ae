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


def test_a_first_agent_imports_no_other_agent() -> None:
    """Nor beliefs or evaluators, which the rule player has none of."""
    text = FIRST_BOT.replace('{name.partition(".")[0] for name in sys.modules}', "sys.modules")
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    folders = ("players", "beliefs", "evaluators", "decisions", "ties")
    found = [name for name in ran.stdout.split() if name.startswith("vorhand.agents.")]
    registering = [name for name in found if name.split(".")[-2] in folders]
    assert "vorhand.agents.skat.players.rule" in registering
    assert {name for name in registering if ".players." in name} == {
        "vorhand.agents.skat.players.rule"
    }
