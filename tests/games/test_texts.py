"""Lines of texts against a slow reader of whole texts, and JSON without repeated names."""

import random
import re
import tracemalloc

import pytest

from vorhand.games.loading import GameError, load_game
from vorhand.games.texts import (
    LONGEST_LINE,
    BinaryDataError,
    LineTooLongError,
    RepeatedNameError,
    TextError,
    first_line,
    json_object,
    lines_of,
    numbered_lines,
    single_line,
)

BLANKS = " \t\v\f\ufeff"


def slow_lines(text: str) -> list[tuple[int, str]]:
    """Return lines with their numbers, from the whole text."""
    lines = re.split("\r\n|\r|\n", text)
    stripped = [(number, line.strip(BLANKS)) for number, line in enumerate(lines, start=1)]
    return [(number, line) for number, line in stripped if line and line[0] != "#"]


def test_lines_against_the_slow_reader() -> None:
    """Blocks of any size, bytes and text agree; other Unicode separators end no line."""
    rng = random.Random(4)
    pieces = [
        "a",
        "é b",
        "#",
        "\n",
        "\r",
        "\r\n",
        " ",
        "\t",
        "\ufeff",
        "\u2028",
        "\x1c",
        "\v",
        "\x85",
    ]
    for _ in range(600):
        text = "".join(rng.choices(pieces, k=rng.randint(0, 12)))
        expected = slow_lines(text)
        assert list(numbered_lines([text])) == expected
        data, size = text.encode(), rng.randint(1, 4)
        blocks = [data[k : k + size] for k in range(0, len(data), size)]
        assert list(numbered_lines(blocks)) == expected
        longest = rng.randint(1, 3)
        cut = [(number, line[: longest + 1]) for number, line in expected]
        found = list(numbered_lines(blocks, longest=longest))
        assert [(number, line.rstrip(BLANKS)) for number, line in found] == [
            (number, line.rstrip(BLANKS)) for number, line in cut
        ]


def test_bytes_that_are_no_text_are_kept_or_marked() -> None:
    assert list(numbered_lines([b"J\xf6rg\n"])) == [(1, "J\udcf6rg")]
    assert list(numbered_lines([b"J\xf6rg\n"], errors="replace")) == [(1, "J\ufffdrg")]
    with pytest.raises(BinaryDataError, match="binary data, not lines of text"):
        list(numbered_lines([b"a\0b"]))


def test_an_endless_line_is_never_held() -> None:
    tracemalloc.start()
    blocks = (b"x" * 65536 for _ in range(200))
    (line,) = numbered_lines(blocks)
    blank = list(numbered_lines(b" \t" * 32768 for _ in range(200)))
    empty = list(numbered_lines(b"\n" * 65536 for _ in range(200)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert line == (1, "x" * (LONGEST_LINE + 1))
    assert blank == empty == []
    assert peak < 2_500_000


def test_one_line_of_a_text() -> None:
    assert first_line("# c\n\n  a \nb") == "a"
    assert first_line(" \n") == ""
    assert single_line("\ufeff a\r\n") == "a"
    for text in ("", "# a", "a\nb"):
        with pytest.raises(TextError, match="expected a single line"):
            single_line(text)
    with pytest.raises(LineTooLongError, match=r"line 2: begins 'xxx.*at most 262,144 characters"):
        list(lines_of("a\n" + "x" * (LONGEST_LINE + 1)))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 2}}', RepeatedNameError, "'c' is there twice"),
        ('{"a": 1, "a": 1}', RepeatedNameError, "'a' is there twice; expected each name once"),
        ("[1]", TextError, "expected a JSON object"),
        ("{", TextError, r"'\{'"),
        ('{"a":' * 5000, TextError, "nested too deep"),
        ('{"a": ' + "1" * 5000 + "}", TextError, "4300 digits"),
        ("x" * (LONGEST_LINE + 1), LineTooLongError, "expected at most 262,144 characters"),
    ],
)
def test_json_that_is_refused(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        json_object(text)


def test_json_that_is_read() -> None:
    assert json_object('\ufeff {"a": [{"b": 1}, {"b": 2}]}\r\n') == {"a": [{"b": 1}, {"b": 2}]}


def test_parameters_of_a_game_stand_once() -> None:
    """A repeated parameter is refused, though OpenSpiel takes the last one.

    The same name may occur in a game within a game.
    """
    for text in (
        "kuhn_poker(players=2,players=3)",
        "python_skat(start=deal,scoring=zero_sum,start=deal)",
        "turn_based_simultaneous_game(game=goofspiel(num_cards=3,num_cards=4))",
    ):
        with pytest.raises(GameError, match=r"is there twice; expected each parameter once"):
            load_game(text)
    nested = "repeated_game(stage_game=matrix_rps(),num_repetitions=2)"
    for text in (nested, "python_skat(start=play G by 0 cards ?,scoring=card_points)"):
        assert load_game(text).num_players() >= 2
