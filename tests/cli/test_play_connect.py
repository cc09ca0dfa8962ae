import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.service.client.client import Client
from vorhand.tests.service.helpers import process


def test_a_person_plays_at_a_table_of_a_server(tmp_path: Path) -> None:
    """At Schnapsen, with the lowest card each time, wherever it is legal."""
    with process(tmp_path) as running:
        typed = "\n".join(["?", "DJ", *_every_card()] * 12 + ["q", ""])
        options = ["--connect", running.address, "--token-file", str(tmp_path / "token")]
        options += ["--game", "python_schnapsen", "--agents", "rule", "--seed", "3"]
        result = CliRunner().invoke(app, ["play", *options], input=typed, catch_exceptions=False)
        assert "you are player 0" in result.output
        assert "the table is over" in result.output
        assert result.output.rstrip().endswith("goodbye")
        assert "yours: " in result.output


def test_a_person_takes_an_open_seat_and_leaves(tmp_path: Path) -> None:
    with process(tmp_path) as running:

        async def table() -> str:
            async with Client(running.address, running.token) as client:
                made, _ = await client.create_table("python_skat", ["rule", "open", "rule"])
                return made.table_id

        table_id = asyncio.run(table())
        options = ["--connect", running.address, "--table", table_id]
        result = CliRunner().invoke(app, ["play", *options], input="q\n", catch_exceptions=False)
        assert "you are middlehand" in result.output
        assert result.output.rstrip().endswith("goodbye")


def test_connect_is_needed_for_a_table() -> None:
    with pytest.raises(ValueError, match="expected --connect"):
        CliRunner().invoke(app, ["play", "--table", "x"], catch_exceptions=False)


def _every_card() -> list[str]:
    return [suit + rank for suit in "DHSC" for rank in "JQKTA"]
