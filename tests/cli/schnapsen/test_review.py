"""``vorhand review`` of Schnapsen as it is printed."""

import json
import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.games.loading import load_game

LONG = "mc(evaluator=blended,belief=policy,worlds=50,match_values=measured)"


def printed(folder: Path, text: str, agent: str, *more: str) -> str:
    rng, state = random.Random(4), load_game(text).new_initial_state()
    while not state.is_terminal() and len(state.history()) < 60:
        state.apply_action(rng.choice(state.legal_actions()))
    file = folder / "log.jsonl"
    entry = {"game": text, "actions": list(state.history()), "seats": [LONG, "rule"]}
    file.write_text(json.dumps(entry) + "\n")
    result = CliRunner().invoke(app, ["review", str(file), "--agent", agent, *more])
    assert result.exit_code == 0, result.exception
    return result.output


@pytest.mark.parametrize(
    ("text", "figure", "what"),
    [
        ("python_schnapsen(match=true)", r"\d+\.\d%", "the chance of player 0 to win the match"),
        ("python_schnapsen", r"[+-]\d\.\d\d", "game points for player 0"),
    ],
)
def test_the_agents_move_stands_with_its_own_score(
    tmp_path: Path, text: str, figure: str, what: str
) -> None:
    output = printed(tmp_path, text, "pvp(worlds=3)")
    data = json.loads(printed(tmp_path, text, "pvp(worlds=3)", "--json"))
    told = [m for deal in data["deals"] for m in deal["moves"] if m["advice"]]
    form = "{:.1%}" if "match" in text else "{:+.2f}"
    brackets = 0
    for move in told:
        own = f"{move['advice']} {form.format(move['promised'])}"
        other = f" ({form.format(move['expected'])})" if move["advice"] != move["name"] else ""
        assert re.search(rf"{re.escape(own + other)}( |\n)", output)
        brackets += bool(other)
    assert 0 < brackets == len(re.findall(rf"{figure} \({figure}\)", output))
    assert f"expected: {what}" in output
    assert "in brackets what of the move played" in " ".join(output.split())


@pytest.mark.parametrize("seat", [0, 1])
def test_the_person_is_told_apart(tmp_path: Path, seat: int) -> None:
    """The heading says that the figures are those of player 0, wherever the person sits."""
    printed(tmp_path, "python_schnapsen", "rule")
    file = tmp_path / "log.jsonl"
    entry = json.loads(file.read_text())
    entry["seats"][seat] = "you"
    file.write_text(json.dumps(entry) + "\n")
    output = CliRunner().invoke(app, ["review", str(file), "--brief"]).output
    labels = ["0", "1"]
    labels[seat] += " (you)"
    data = json.loads(CliRunner().invoke(app, ["review", str(file), "--brief", "--json"]).output)
    movers = [labels[move["seat"]] for move in data["deals"][0]["moves"]]
    assert re.findall(r"^ ?([01](?: \(you\))?) ", output, re.MULTILINE) == movers
    caption = " ".join(output.split())
    assert f"by best play, + for player {labels[0]}, - for player {labels[1]}" in caption
    assert f"player {labels[seat]} gave away" in caption
    assert re.search(rf"won by player ({re.escape(labels[0])}|{re.escape(labels[1])}), ", output)


def test_no_figure_is_lost_to_long_names(tmp_path: Path) -> None:
    output = printed(tmp_path, "python_schnapsen(match=true)", "pvp(worlds=3)")
    assert f"player 0: {LONG}\nplayer 1: rule\n" in output
    assert output.count(LONG) == 1
    assert "…" not in output
    assert "won by player" in output
    assert not re.search(r"\b1 game points", output)
