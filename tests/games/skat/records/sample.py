"""The real games that the tests of records share."""

from pathlib import Path

GAMES_FILE = Path(__file__).parents[3] / "data" / "iss-games.sgf"
GAME_LINES: list[str] = GAMES_FILE.read_text(encoding="utf-8").splitlines()


def game_line(number: int) -> str:
    """Return the line of the game with this ID."""
    (line,) = (line for line in GAME_LINES if f"ID[{number}]" in line)
    return line
