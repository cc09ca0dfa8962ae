"""A person at the table who types given lines."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from vorhand import cli


def play(arguments: str, lines: list[str]) -> str:
    result = CliRunner().invoke(cli.app, ["play", *arguments.split()], input="\n".join(lines))
    assert result.exit_code == 0, result.exception
    return result.output


def kept(folder: Path) -> list[dict[str, Any]]:
    """Return the deals in the file that was made."""
    (file,) = (folder / "vorhand-logs").iterdir()
    return [json.loads(line) for line in file.read_text().splitlines()]
