"""A person at the table: output, refusals, and no hidden information."""

import io
import random
import re
import time
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from rich.console import Console, RenderableType
from rich.table import Table
from typer.testing import CliRunner

from vorhand import cli
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.cli.person import Person, Scripted
from vorhand.cli.terminal import RefusedError, base, hint_table, screen_of
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.native.skat import action_name
from vorhand.tests.cli.playing import kept, play


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which deals are kept."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shown(picture: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=1000)
    console.print(picture)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_any_game_by_number_or_name() -> None:
    output = play(
        "--game kuhn_poker --agents random --seed 1 --deals 2", ["3", "Rise", "1", "?", "bet", "2"]
    )
    assert "1: Pass  2: Bet" in output
    assert "'3' is not a legal move; expected 1 to 2, or Pass, Bet" in output
    assert "'Rise' is not a legal move" in output
    assert "q to leave" in output
    assert "after 2 deals" in output


@pytest.mark.parametrize(
    "others", ["spades --agents random,random,random", "oh_hell --agents random,random"]
)
def test_names_that_are_numbers_stand_alone(others: str) -> None:
    output = play(f"--game {others} --seed 1 --deals 1", ["99", "3", "1", "q"])
    assert "1  2  3  4" in output
    assert "your move (its name)> '99' is not a legal move; expected " in output
    assert re.search(r"^(Bids: +)?3 ", output, re.MULTILINE)  # the typed bid is the bid
    assert re.search(r"\n1: .. +2: ..", output)  # cards have numbers again
    assert re.search(r"your move \(1 to \d+, or its name\)> ", output)


@pytest.mark.parametrize("typed", ["[/x]", "[/red]", "[bold]two"])
def test_brackets_are_shown_as_they_were_typed(typed: str) -> None:
    """Brackets are marks of style in the console's texts, but not in what a person types."""
    output = play("--game kuhn_poker --agents random --seed 1", [typed, "q"])
    assert f"'{typed}' is not a legal move" in output
    assert output.endswith("goodbye\n")


@pytest.mark.parametrize("lines", [["q"], ["quit"], []])
def test_leaving(lines: list[str]) -> None:
    output = play("--game kuhn_poker --agents random --seed 1", lines)
    assert output.endswith("goodbye\n")


def test_a_whole_deal_of_skat() -> None:
    # All cards are tried in turn until one is legal, so there are many refusals.
    lines = [*["pass"] * 3, *CARD_NAMES * 10]
    output = play("--agents random,random --seat 1 --seed 5 --deals 1", lines)
    for part in ("you are middlehand", "contract ", "last trick", "does not follow: expected"):
        assert part in output
    assert "you do not hold" in output
    assert "result: " in output
    assert "you have +40 after 1 deal" in output


def test_a_sure_game_is_laid_open() -> None:
    hands = (
        "CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT/CK.CQ.C9.SK.SQ.S9.HK.HQ.H9.DA/"
        "DT.DK.DQ.D9.D8.D7.C8.C7.S8.S7/H8.H7"
    )
    game = f"python_skat(claims=true,start=play GH by 0 cards {hands})"
    arguments = ["play", "--agents", "rule,rule", "--deals", "1", "--game", game, "--seed", "1"]
    lines = ["lay down", "lay"]
    result = CliRunner().invoke(cli.app, arguments, input="\n".join(lines))
    assert result.exit_code == 0, result.exception
    assert "or say     give up or lay open" in result.output
    assert "'lay down': expected one card" in result.output
    assert "won with 120 points in 10 tricks" in result.output
    # As a defender: the soloist is a rule player, lays open and waits for an answer.
    lines = ["play on", *CARD_NAMES * 10]
    result = CliRunner().invoke(cli.app, [*arguments, "--seat", "2"], input="\n".join(lines))
    assert "said       forehand: lay open" in result.output
    assert "you may    agree, play on" in result.output
    assert "open hand" in result.output


def test_a_hint_gives_the_moves_with_numbers() -> None:
    lines = ["pass", "HINT", "q"]
    output = play("--agents rule,rule --seed 5 --adviser pimc(worlds=10)", lines)
    assert "null ouvert by middlehand" in output
    assert "soloist wins" in output
    assert "holds until trick" in output
    assert "soloist's points" not in output
    game = "--game python_schnapsen --agents rule --seed 1"
    output = play(f"{game} --adviser pimc(worlds=7)", ["hint", "q"])
    assert re.search(r"\(worlds, 7 of [0-9,]+ worlds\)", output)
    assert re.search(r"score  wins with open cards *\n", output)
    assert re.search(r"[0-9]\.[0-9]{2} ± [0-9]\.[0-9]{2}", output)
    assert "game points if all cards lay open" in output
    for others, move in (("rule,rule", "pass"), ("rule --game python_schnapsen", "exchange")):
        output = play(f"--agents {others} --seed 1 --adviser rule", ["hint", "q"])
        assert output.count("> ") == 2
        assert f"> {move} (rule, without figures)\nyour move> " in output
    kuhn = play("--game kuhn_poker --agents random --seed 1", ["hint", "q"])
    assert "this game has no hints" in kuhn
    hint, before_it = play(game, ["hint", "q"]), play(game, ["q"])
    assert "(tree, 8,000 iterations" in hint
    assert "what the search expects" in hint
    assert "what the search expects" not in before_it


def test_hints_come_in_every_phase_of_skat_and_begin_with_what_to_type() -> None:
    screen = screen_of("python_skat")
    phases = set()
    for state, seat, legal in decisions("python_skat", 2, 3):
        spec = "pimc(worlds=4,bidder=mc_bidder(worlds=8))"
        seen = screen.look(state, seat)
        advice = adviser(spec, state.get_game(), seat, 0)(seen)
        assert advice.move in legal
        first, *rows = shown(advice.table()).strip().splitlines()
        typed, bracket, _ = first.partition(" (")
        assert bracket
        if seen.hand.bit_count() != 11:  # halfway through the discards, where nothing is typed
            assert advice.move in screen.parse(seen, typed)
        phases.add((seen.phase.name, any("of skats" in row for row in rows)))
    # Rows about possible skats are shown only while the skat is unknown.
    assert {phase for phase, skats in phases if skats} == {"BIDDING", "PICK_UP_OR_HAND"}
    assert {phase for phase, skats in phases if not skats} >= {"DISCARD", "DECLARE", "PLAY"}


@pytest.mark.parametrize(
    ("game", "opponents"),
    [
        ("python_schnapsen", "vorhand"),
        ("tic_tac_toe", "random"),
    ],
)
def test_without_agents_there_are_some(game: str, opponents: str) -> None:
    lines = ["1", "pass", *CARD_NAMES * 20] if game != "tic_tac_toe" else ["1"] * 9
    arguments = f"--game {game} --seed 5 --deals 1 --records deals.jsonl"
    output = play(arguments, lines)
    assert "after 1 deal" in output
    assert output == play(f"{arguments} --agents {opponents}", lines)


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_shows_that_an_opponent_thinks(terminal: bool) -> None:
    console = Console(file=io.StringIO(), force_terminal=terminal, width=80)
    state = load_game("kuhn_poker").new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    assert Scripted(SlowBot(), (0, 1), console).step(state) == 1
    assert isinstance(console.file, io.StringIO)
    assert ("thinking" in console.file.getvalue()) == terminal
    assert terminal or not console.file.getvalue()


class SlowBot(pyspiel.Bot):  # type: ignore[misc]
    """Thinks for a moment, and bets."""

    def step(self, state: pyspiel.State) -> int:
        time.sleep(0.01)
        return int(state.legal_actions()[-1])


def decisions(game: str, deals: int, seed: int) -> list[tuple[pyspiel.State, int, list[int]]]:
    """Return states before decisions of random deals, with the seat and the rest of the deal."""
    rng = random.Random(seed)
    found = []
    for _ in range(deals):
        state = load_game(game).new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                found.append((state.clone(), state.current_player(), actions))
            state.apply_action(rng.choice(actions))
    return found


@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen"])
def test_the_screen_shows_nothing_that_the_player_does_not_know(game: str) -> None:
    rng, screen, texts = random.Random(2), screen_of(game), []
    for state, _, _ in decisions(game, 5, 8):
        for seat in range(state.num_players()):
            picture = shown(screen.picture(screen.look(state, seat)))
            texts.append(picture)
            other = state.resample_from_infostate(seat, rng.random)
            assert picture == shown(screen.picture(screen.look(other, seat)))
    marriages = ("opponent marriage", "you marriage", "won by you", "closed by", "holds")
    for part in marriages if game == "python_schnapsen" else ("your hand", "last trick", "you may"):
        assert any(part in text for text in texts), part


def test_cards_are_laid_away_in_any_order() -> None:
    screen = screen_of("python_skat")
    found = 0
    for state, seat, _ in decisions("python_skat", 60, 5):
        seen = screen.look(state, seat)
        if seen.phase.name != "DISCARD" or seen.hand.bit_count() != 12:
            continue
        cards = [card for card in range(32) if seen.hand >> card & 1]
        for first, second in ((cards[3], cards[7]), (cards[7], cards[3])):
            actions = screen.parse(seen, f"{action_name(first)}, {action_name(second).lower()}")
            after = state.clone()
            for action in actions:
                assert action in after.legal_actions()
                after.apply_action(action)
            assert not (after.deal.hand(seat) >> first | after.deal.hand(seat) >> second) & 1
        missing = next(card for card in range(32) if card not in cards)
        for text in ("", "D7", "D7 D7", f"{action_name(cards[0])} {action_name(missing)}"):
            with pytest.raises(RefusedError):
                screen.parse(seen, text)
        found += 1
    assert found > 10


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("--game kuhn_poker --agents random --seat 2", "seat 2: expected 0 to 1"),
        ("--game kuhn_poker --agents random,random", "expected 1, one for each other seat"),
        ("--game kuhn_poker --agents random --adviser pimc", "adviser pimc: expected none"),
        ("--agents rule,rule --adviser random", "agent random: gives no reasons"),
        ("--game kuhn_poker --agents nobody", "unknown agent 'nobody'"),
        ("--adviser perfect(bidder=rule)", "agent perfect(bidder=rule): sees all cards"),
        ("--game tarok(players=3,rng_seed=5)", "sets its seed, which is each deal's own; see"),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(arguments: str, error: str) -> None:
    result = CliRunner().invoke(cli.app, ["play", *arguments.split()])
    assert isinstance(result.exception, ValueError)
    assert error in str(result.exception)


def test_what_is_taken_back_is_played_anew(folder: Path) -> None:
    screen_of_state = "--game python_schnapsen --agents random --seed 3 --deals 1"
    straight = play(screen_of_state, [*CARD_NAMES * 12])
    (plain,) = kept(folder)
    (folder / "vorhand-logs").rename(folder / "first")
    first = next(move for move in plain["actions"][20:] if move < 32)
    played = CARD_NAMES[first]
    other = next(
        name
        for name in CARD_NAMES
        if name != played and f"{name}," in straight.split("you may")[1].split("\n")[0]
    )
    output = play(screen_of_state, ["undo", other, "undo", *CARD_NAMES * 12])
    assert "nothing of yours to take back" in output
    assert "1 taken back" in output
    (again,) = kept(folder)
    assert again["actions"][:21] == plain["actions"][:21]  # the same cards, and the same first move


def test_grave_moves_are_asked_about_where_nothing_is_taken_back() -> None:
    class Answers(Console):
        def __init__(self, answers: list[str]) -> None:
            super().__init__(file=io.StringIO())
            self.answers, self.asked = answers, list[str]()

        def input(self, prompt: Any = "", **_: Any) -> str:
            self.asked.append(str(prompt))
            return self.answers.pop(0)

    state = load_game("python_schnapsen").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    screen = screen_of("python_schnapsen")
    seat = state.current_player()
    console = Answers(["close", "n", "undo", "c", "ja"])
    person = Person(screen, console, lambda seen: "", seat, takes_back=False)
    assert state.action_to_string(seat, person.step(state)) == "close"
    assert sum("cannot be taken back" in prompt for prompt in console.asked) == 2
    console = Answers(["close"])
    person = Person(screen, console, lambda seen: "", seat, takes_back=True)
    assert state.action_to_string(seat, person.step(state)) == "close"


@pytest.mark.parametrize(
    ("first", "skat", "result"),
    [("D7", "DA", "won in 0 tricks, value 23"), ("DA", "D7", "lost in 1 trick, value -46")],
)
def test_the_end_of_a_null_tells_neither_points_nor_matadors(
    first: str, skat: str, result: str
) -> None:
    start = (
        f"play N by 0 bid 18 cards {first}.D8.H7.H8.S7.S8.C7.C8.S9.C9/"
        f"D9.DT.H9.HT.ST.CT.DJ.HJ.SJ.CJ/DQ.DK.HQ.HK.HA.SQ.SK.SA.CQ.CA/CK.{skat}"
    )
    state = load_game(f"python_skat(start={start})").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    end = shown(screen_of("python_skat").outcome(state, 0))
    assert f"result: {result}\n" in end


@pytest.mark.parametrize(
    ("contract", "bid", "told"),
    [
        ("H", 20, ""),
        ("H", 23, ": worth 20, so 90 points are needed"),
        ("H", 33, ": worth 20, so all tricks are needed"),
        ("H", 44, ": worth 20, so it is lost whatever is played"),
        ("C", 23, ""),
        ("N", 23, ""),
        ("HH", 33, ""),  # matadors may lie in the skat
    ],
)
def test_a_game_worth_less_than_the_bid_is_told_to_the_soloist_alone(
    contract: str, bid: int, told: str
) -> None:
    start = (
        f"play {contract} by 0 bid {bid} cards CJ.HJ.DJ.HA.SA.ST.DA.DT.D9.D8/"
        "SJ.HT.HK.HQ.H9.SK.SQ.S9.CA.CT/H8.H7.S8.S7.CK.C8.C7.DK.DQ.D7/CQ.C9"
    )
    state = load_game(f"python_skat(start={start})").new_initial_state()
    screen = screen_of("python_skat")
    while not state.is_terminal() and len(state.history()) < 9:
        for seat in range(3):
            picture = shown(screen.picture(screen.look(state, seat)))
            assert f", bid {bid}{told if seat == 0 else ''} " in picture
        state.apply_action(state.legal_actions()[0])


def test_what_is_grave_at_skat() -> None:
    screen, said = screen_of("python_skat"), set()
    for state, seat, legal in decisions("python_skat", 40, 7):
        seen = screen.look(state, seat)
        for action in legal:
            if grave := screen.grave(seen, [action]):
                said.add(grave.split()[1] + (" ouvert" if "ouvert" in grave else ""))
    assert {"lay", "say ouvert"} <= said


def test_a_number_that_is_asked_for_holds_it() -> None:
    screen, held = screen_of("python_skat"), 0
    for state, seat, legal in decisions("python_skat", 10, 1):
        names = [action_name(action) for action in legal]
        if "hold" in names:
            seen = screen.look(state, seat)
            assert screen.parse(seen, str(seen.bid)) == [legal[names.index("hold")]]
            with pytest.raises(RefusedError):
                screen.parse(seen, str(seen.bid + 1))
            held += 1
    assert held


def test_suits_are_symbols_in_colour_where_there_are_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Symbols are also accepted as input; a pipe and a console without colours show letters."""
    screen = screen_of("python_skat")
    state, seat, legal = next(
        (s, k, a) for s, k, a in decisions("python_skat", 2, 3) if len(a) > 3 and max(a) < 32
    )
    seen = screen.look(state, seat)
    name = action_name(legal[0])
    for environment, symbols in (
        ({"FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": "1"}, False),
        ({}, False),
    ):
        for variable in ("FORCE_COLOR", "NO_COLOR"):
            monkeypatch.delenv(variable, raising=False)
        for variable, value in environment.items():
            monkeypatch.setenv(variable, value)
        base._has_symbols.cache_clear()
        picture = shown(screen.picture(seen))
        symbol = base.SYMBOLS[name[0]] + name[1:].replace("T", "10")
        assert (symbol in picture, name in picture.split("you may")[0]) == (symbols, not symbols)
        table = Table("move", "score", title="HT (worlds)", box=None)
        table.add_row("HT *", "1.00 ± 0.10")
        table.caption = "CJ is with rearhand, 80%: bid 18"
        hint = shown(hint_table(table))
        for ours, plain, times in (("♥10", "HT", 2), ("♣J", "CJ", 1)):  # the title's too
            assert (hint.count(ours), hint.count(plain)) == (times * symbols, times * (not symbols))
        if not symbols:
            assert shown(hint_table(table)) == shown(table)
    base._has_symbols.cache_clear()
    assert screen.parse(seen, base.SYMBOLS[name[0]] + name[1:].lower()) == [legal[0]]
