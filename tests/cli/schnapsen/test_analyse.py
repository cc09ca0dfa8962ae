"""``vorhand analyse``."""

import json

import pytest
from typer.testing import CliRunner

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.cli import app
from vorhand.cli.terminal.schnapsen import legend
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.positions import read_position
from vorhand.games.schnapsen.view import SchnapsenView

GOOD = "S CTDTHTSJSK CQDJDKDAHK HQDQCKHJCJCAHASASQ ST 0 0 0 0 0 0 1 - -1 0 0"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_a_whole_deal_is_analysed() -> None:
    data = json.loads(run("analyse", GOOD, "--agent", "pimc(worlds=100)", "--json"))
    assert data["worlds"] == len(data["looked_at"]) == 100
    assert data["best"]


def test_tables_and_exact_values() -> None:
    text = run("analyse", GOOD, "--agent", "pvp(worlds=5)")
    assert "worlds looked at" in text
    assert "of each move m, below it p and a" in text
    values = json.loads(run("analyse", GOOD, "--open", "--json"))
    assert max(values.values()) == -1  # player 1 to move; the stored value is 1 for player 0


def test_what_the_opponent_has_shown_leaves_out_worlds() -> None:
    """One card of the opponent was seen, so worlds without it are left out; no talon is left."""
    position = (
        "trump=S hand0=SA,HA,DA hand1=? talon=- "
        "played=ST,SK,SQ,SJ,HT,HK,DT,DK,DQ,DJ,CA,CT,CK,CQ points=40:40"
    )
    data = json.loads(run("analyse", position, "--json"))
    assert data["possible"] == 1
    assert data["reason"] == "worlds"  # by pvp: nobody draws any more
    hidden = "up=SJ hand0=SA,HA,DA,CA,ST closer=0 played=SK,HT points=14:0 talon=?"
    every = json.loads(run("analyse", hidden, "--json", "--agent", "pimc(worlds=3000)"))
    shown = json.loads(
        run("analyse", f"{hidden} shown1=HQ,HK", "--json", "--agent", "pimc(worlds=3000)")
    )
    assert (every["possible"], shown["possible"]) == (792, 120)
    assert all({"HQ", "HK"} <= set(world["hand"]) for world in shown["looked_at"])
    assert shown["looked_at"]
    text = run("analyse", f"{hidden} shown1=HQ,HK", "--worlds", "0", "--agent", "pimc(worlds=200)")
    assert "all 120 worlds" in text
    assert "opponent's hand" not in text


def test_bad_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="fields, expected 16"):
        run("analyse", "S nonsense", "--game", "python_schnapsen")
    match = ("--game", "python_schnapsen(match=true)")
    with pytest.raises(ValueError, match="score '3'"):
        run("analyse", GOOD, "--score", "3", *match)
    for score in ("7:0", "0:-1"):
        with pytest.raises(ValueError, match=f"score '{score}': expected 0 to 6 game points"):
            run("analyse", GOOD, "--score", score, *match)


HALF = "up=SJ hand0=SA,HT,DA,CK,CJ"
FAST = "vorhand(iterations=50)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([f"{HALF} leader=1"], "hand1: expected, since player 1 is to move"),
        (["up=SJ hand0=SA,HT,DA,CK led=CJ"], "hand1: expected, since player 1 is to move"),
        ([HALF, "--open"], "--open expects all cards: hand1, talon not given"),
        ([f"{HALF} hand1=ST,SK,SQ,HA,HK", "--open"], "--open expects all cards: talon not given"),
        ([GOOD, "--open", "--agent", "vorhnd"], "--open: asks no agent; .* without --agent"),
        ([GOOD, "--open", "--worlds", "2", "--seed", "1"], "without --worlds, --seed"),
        ([HALF, "--score", "5:3"], "--score 5:3: expected with a match"),
        ([HALF, "--worlds", "3", "--json"], "--worlds 3: expected none with --json"),
        ([f"{HALF} closed=1"], "closed '1': expected with it closer"),
    ],
)
def test_what_would_have_no_effect_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run("analyse", *arguments)


def test_the_agent_of_hints_is_asked_unless_another_is_named() -> None:
    text = run("analyse", HALF)
    assert "(tree, 8,000 iterations" in text
    assert text == run("analyse", HALF, "--agent", "vorhand(least=1600)")
    assert "--worlds" not in text


def test_worlds_that_an_agent_does_not_keep_are_not_passed_over() -> None:
    assert "--worlds 3: none to show" in run("analyse", HALF, "--agent", FAST, "--worlds", "3")
    assert "2 shown" in run("analyse", HALF, "--agent", "pimc(worlds=5)", "--worlds", "2")


def test_the_score_of_a_match_counts_however_it_is_given() -> None:
    match, agent = "python_schnapsen(match=true{})", ("--agent", "pvp(worlds=5)", "--json")
    level = run("analyse", HALF, "--game", match.format(""), *agent)
    by_option = run("analyse", HALF, "--game", match.format(""), "--score", "5:3", *agent)
    by_rule = run("analyse", HALF, "--game", match.format(",score_0=5,score_1=3"), *agent)

    def values(text: str) -> list[float]:
        return [move["score"] for move in json.loads(text)["moves"]]

    assert values(level) != values(by_option) == values(by_rule)


@pytest.mark.parametrize("game", ["python_schnapsen", "python_schnapsen(match=true)"])
@pytest.mark.parametrize(
    "agent",
    [
        *("pvp(worlds=5)", "ppp(worlds=5)", "pvp(worlds=5,decisive=true)", "vorhand", FAST),
        *("iimc(worlds=5)", "vm(worlds=4)", "mc(worlds=5,evaluator=blended)"),
        "mc(worlds=5,evaluator=tree)",
    ],
)
@pytest.mark.parametrize("closed", ["", " closer=0"])
def test_every_column_of_a_hint_says_what_it_is(game: str, agent: str, closed: str) -> None:
    """Each column of a hint has a heading; the wins with open cards explain themselves."""
    loaded = load_game(game)
    deal = read_position(loaded.rules, HALF + closed)
    view = SchnapsenView.of_deal(loaded.rules, deal, 0, (0, 0), 7)
    choice = adviser(agent, loaded, 0, 0)(view)
    _, *columns = (str(column.header) for column in choice.table().columns)
    explained = [piece.partition(":")[0].strip() for piece in legend(choice).split(";")]
    assert explained == [name for name in columns if name != "wins with open cards"]


def test_shares_of_votes_are_not_called_game_points() -> None:
    loaded = load_game("python_schnapsen")
    deal = read_position(loaded.rules, HALF)
    view = SchnapsenView.of_deal(loaded.rules, deal, 0, (0, 0), 7)
    choice = adviser("pimc(worlds=5,decision=votes)", loaded, 0, 0)(view)
    assert "wins" in choice.diagnostics
    assert legend(choice) == ""
