"""Our objects as notebooks show them, and the executed tutorial."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import vorhand
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.evaluation import arena

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.ipynb"
EXECUTE = """
import sys, nbclient, nbformat
book = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(book, timeout=600, kernel_name="python3").execute()
nbformat.write(book, sys.argv[2])
"""


class Tags(HTMLParser):
    """Fails where a tag is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.feed(html)
        assert self.opened == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("br", "meta", "link"):
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


def text_of(html: str) -> str:
    Tags(html)
    return re.sub(r"<[^>]+>", "", html)


def letters(markup: str) -> str:
    """Return the text of HTML or SVG without its spaces."""
    return "".join("".join(ElementTree.fromstring(markup).itertext()).split())


@pytest.mark.parametrize("name", ["python_skat", "python_schnapsen"])
def test_views_show_what_is_known_and_nothing_hidden(name: str) -> None:
    game, numbers = vorhand.load_game(name), random.Random(3)
    seen = 0
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                seat = state.current_player()
                html = state.view(seat)._repr_html_()
                other = state.resample_from_infostate(seat, numbers.random)
                assert other.view(seat)._repr_html_() == html
                assert "hand" in text_of(html)
                svg = state.view(seat)._repr_svg_()
                assert other.view(seat)._repr_svg_() == svg
                assert letters(svg) == letters(html)
                seen += 1
            state.apply_action(numbers.choice(state.legal_actions()))
    assert seen > 40


@pytest.mark.parametrize("name", ["python_skat", "python_schnapsen", "python_belote"])
def test_states_show_all_cards(name: str) -> None:
    state, numbers = vorhand.load_game(name).new_initial_state(), random.Random(3)
    while not state.is_terminal():
        text = text_of(state._repr_html_())
        symbols = str(state)
        for suit, symbol in zip("DHSC", "♦♥♠♣", strict=True):
            symbols = re.sub(rf"\b{suit}(?=[2-9TJQKA]\b)", symbol, symbols)
        words = [word for line in symbols.splitlines() for word in line.split(": ", 1)]
        assert all(word in text for word in words)
        picture = ElementTree.fromstring(state._repr_svg_())
        drawn = "".join(picture.itertext()).replace("\N{NO-BREAK SPACE}", " ")
        assert all(word.replace(" ", "") in drawn.replace(" ", "") for word in words)
        cards = re.findall(r"[♦♥♠♣][2-9TJQKA]\b", symbols)
        assert len(picture.findall("{http://www.w3.org/2000/svg}rect")) == len(cards)
        state.apply_action(numbers.choice(state.legal_actions()))


def test_a_choice_shows_its_table() -> None:
    state = vorhand.load_game("python_schnapsen").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    choice = adviser("pimc(worlds=3)", state.get_game(), seat, 0)(state.view(seat))
    text = text_of(choice._repr_html_())
    assert all(name in text for name in choice.names)
    assert "score" in text
    svg = choice._repr_svg_()
    assert all(name.replace(" ", "") in letters(svg) for name in choice.names)
    assert "url(" not in svg.replace("url(#", "")  # nothing is fetched from the network


def test_results_show_tables_and_the_picture() -> None:
    match = arena.Match.create("kuhn_poker", ["random", "first"], 1)
    results = arena.Results(match)
    assert "no deals yet" in text_of(results._repr_html_())
    assert results._repr_svg_() is None
    arena.run(match, 12, results)
    html = results._repr_html_()
    assert "head to head" in html
    text = repr(results)
    assert "head to head" in text
    assert all(line in text_of(html) for line in text.splitlines())
    picture = results.plot()
    assert letters(picture._repr_svg_()) == letters(results._repr_svg_() or "")
    assert html.count("<svg") == html.count("</svg>") == 1
    assert (results._repr_svg_() or "none") in html


@pytest.mark.extended
@pytest.mark.skipif(not TUTORIAL.exists(), reason="the documents are not installed")
def test_the_tutorial(tmp_path: Path) -> None:
    written = tmp_path / "executed.ipynb"
    done = subprocess.run(
        [sys.executable, "-c", EXECUTE, str(TUTORIAL), str(written)],
        cwd=tmp_path,
        env=os.environ | {"JUPYTER_PLATFORM_DIRS": "1", "IPYTHONDIR": str(tmp_path / "ipython")},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    cells = [cell for cell in json.loads(written.read_text())["cells"] if "outputs" in cell]
    shown = [out["data"] for cell in cells for out in cell["outputs"] if "data" in out]
    assert sum("text/html" in data for data in shown) == 5  # view, choice, results, data frames
    assert any("image/svg+xml" in data and "text/html" not in data for data in shown)  # the plot
    kept = [cell for cell in json.loads(TUTORIAL.read_text())["cells"] if "outputs" in cell]
    assert all(not cell["outputs"] for cell in kept)  # the repository keeps no outputs
