"""The terminal in German: the same moves in other words, and one screen instead of many boxes."""

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pyspiel
import pytest
from rich.console import Console
from typer.testing import CliRunner

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.cli import app
from vorhand.cli.errors import OptionError
from vorhand.cli.person import Person
from vorhand.cli.terminal import base, hint_table, screen_of
from vorhand.cli.terminal.texts import language_of_locale, move_said, use_language
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.positions import read_position
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.games.skat.view import SkatView
from vorhand.native.schnapsen import Rules
from vorhand.native.skat import NO_RE, PASS, PUSH_UNSEEN, RE, rule_action
from vorhand.tests.agents.skat.test_kontra_in_matches import hopeless
from vorhand.tests.cli.playing import play
from vorhand.tests.cli.schnapsen.test_review import printed
from vorhand.tests.cli.test_play import shown
from vorhand.tests.games.skat.test_ramsch import passed
from vorhand.web.games.skat_ramsch import ramsch_result

DATA = Path(__file__).parents[1] / "data"
BIDDING = SkatView.parse("seat=1 hand=HT,SK,C7,C8,CK,CA,CT,DJ,SJ,CJ")
PASSING = SkatView.parse("seat=1 hand=H7,SK,C7,C8,D9,D8,HT,S7,S9,HQ")
PICKING_UP = SkatView.parse("seat=0 hand=HT,SK,C7,C8,CK,CA,CT,DJ,SJ,CJ bids=p,p,18")
PLAYING = SkatView.parse(
    "seat=2 hand=CT,C7,H7,H8,H9,S7,S8,S9,HQ,SQ soloist=0 bid=18 contract=G plays=D7,DA"
)
SCHNAPSEN = SchnapsenView.of_deal(
    Rules(), read_position(Rules(), "up=SJ hand0=SA,HT,DA,CK,CJ"), 0, (0, 0), 7
)
ENGLISH = ("bidding", "you may", "trick ", "your hand", "points", "soloist", "defender", "forehand")


@pytest.fixture
def german() -> Iterator[None]:
    use_language("de")
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_US.UTF-8"}, "de"),
        ({}, "en"),
    ],
)
def test_the_locale_gives_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of_locale(environment) == language


def test_a_language_that_is_not_spoken() -> None:
    with pytest.raises(OptionError, match="--language fr: expected one of en, de"):
        use_language("fr")


@pytest.mark.parametrize(
    ("name", "german_name"),
    [
        ("pick up", "Skat aufnehmen"),
        ("clubs hand schneider announced", "Kreuz Hand, Schneider angesagt"),
        ("null ouvert", "Null ouvert"),
        ("CJ", "Kreuz Bube"),
        ("HT", "Herz 10"),
        ("marriage S (trumps)", "40 ansagen (Pik)"),
        ("18", "18"),
    ],
)
@pytest.mark.usefixtures("german")
def test_moves_have_german_names(name: str, german_name: str) -> None:
    screen_of("python_skat")  # the words of the game are added
    assert move_said(name) == german_name


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("text", ["python_skat(claims=true)", "python_schnapsen"])
def test_german_names_are_taken(text: str) -> None:
    """Every move is accepted by its German name, and no label of the picture is English."""
    game, screen = load_game(text), screen_of(text.partition("(")[0])
    rng, kinds = random.Random(5), set()
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            player, actions = state.current_player(), state.legal_actions()
            if player == pyspiel.PlayerId.CHANCE:
                state.apply_action(rng.choice(actions))
                continue
            seen = screen.look(state, player)
            shown = lines_of(screen.picture(seen))
            assert [word for word in ENGLISH if word in shown] == []
            names = [state.action_to_string(player, action) for action in actions]
            discards = getattr(getattr(seen, "phase", None), "name", "") == "DISCARD"
            for action, name in zip(actions, names, strict=True):
                if not discards:
                    assert screen.parse(seen, move_said(name))[0] == action, name
                    kinds.add(name.split()[0])
            state.apply_action(max(rng.sample(actions, min(3, len(actions)))))
        assert (
            "Ergebnis" in lines_of(screen.outcome(state, 0))
            or "gewinnt" in lines_of(screen.outcome(state, 0))
            or "verliert" in lines_of(screen.outcome(state, 0))
        )
    wanted = {"pick", "hand", "pass"} if "skat" in text else {"marriage", "exchange", "close"}
    assert wanted <= kinds


def lines_of(renderable: object) -> str:
    console = Console(file=io.StringIO(), width=2000)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.usefixtures("german")
def test_a_deal_in_german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    output = play("--language de --seed 3 --agents rule,rule --deals 1", ["Quatsch", "?", "q"])
    assert "Du bist Vorhand" in output
    assert "'Quatsch' geht hier nicht; möglich: " in output
    assert "tipp gibt einen Rat" in output
    assert output.endswith("Auf Wiedersehen\n")


ENGLISH_IN_HINTS = re.compile(
    r"\b(?:score|wins|pass|hold|pick up|playouts|worlds|iterations|soloist|visits|with|mean|of|is|"
    r"bid|by|cards)\b|\d\.\d\d?\b"
)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("view", "agent"),
    [
        (BIDDING, "vorhand(worlds=10)"),
        (PASSING, "vorhand(worlds=10)"),
        (PICKING_UP, "vorhand(worlds=10)"),
        (PLAYING, "vorhand(worlds=10)"),
        (PLAYING, "pimc(worlds=10)"),
        (SCHNAPSEN, "policy_tree(iterations=500)"),
        (SCHNAPSEN, "pvp(worlds=5)"),
        (SCHNAPSEN, "mc(worlds=5,evaluator=blended)"),
        (SCHNAPSEN, "pimc(worlds=5)"),
    ],
)
def test_a_hint_in_german(view: SkatView | SchnapsenView, agent: str) -> None:
    name = "python_skat" if isinstance(view, SkatView) else "python_schnapsen"
    screen = screen_of(name)
    choice = adviser(agent, load_game(name), view.player, 1, reasons=True)(view)
    shown = lines_of(hint_table(choice.table())) + screen.legend(choice)
    assert ENGLISH_IN_HINTS.findall(shown) == []
    assert "Verteilungen" in shown or "Durchläufe" in shown or "Gewinn" in shown


ENGLISH_IN_REVIEWS = re.compile(
    r"\b(?:soloist|lost|won|wins|loses|needs|trick|points|hint|grade|card|move|player|open|the|by|of|"
    r"yes|forehand|middlehand|rearhand)\b|\b[DHSC][TJQ]\b|\d%"
)


@pytest.mark.usefixtures("german")
def test_reviews_and_analyses_in_german(tmp_path: Path) -> None:
    """They have no English word, and cards with letters are written as Germans write them."""
    games, german = str(DATA / "iss-games.sgf"), ["--language", "de"]
    skat = ["review", games, "--deal", "2", "--agent", "rule"]
    advice = ["analyse", "up=SJ hand0=SA,HT,DA,CK,CJ", "--agent", "pimc(worlds=3)", "--worlds", "0"]
    shown = [printed(tmp_path, "python_schnapsen", "rule", *german)]
    for arguments in (skat, advice):
        result = CliRunner().invoke(app, [*arguments, *german])
        assert result.exit_code == 0, result.exception
        shown.append(result.output)
    for output in shown:
        assert ENGLISH_IN_REVIEWS.findall(output) == []
    assert "Kreuz Hand, gereizt 20" in shown[1]
    assert "H10" in shown[1]
    assert "CB" in shown[1]
    english = CliRunner().invoke(app, [*skat, "--language", "en"])
    assert "clubs hand, bid 20" in english.output
    assert "HT" in english.output


class Answering(Console):
    """A console with given answers."""

    def __init__(self, answers: list[str], terminal: bool) -> None:
        super().__init__(file=io.StringIO(), width=80, force_terminal=terminal)
        self.answers = answers

    def input(self, *_: object, **__: object) -> str:
        return self.answers.pop(0)

    @property
    def shown(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_shows_one_screen_and_a_pipe_all_lines(terminal: bool) -> None:
    """On a terminal the second picture replaces the first, and the trick is drawn by seat."""
    state = load_game("python_skat").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    while state.deal.phase.name != "PLAY" or not state.deal.trick:
        state.apply_action(rule_action(state.deal))
    seat = state.current_player()
    console = Answering(["?", *map(base.card_shown, names(state)), *names(state)], terminal)
    person = Person(screen_of("python_skat"), console, lambda seen: "", seat, takes_back=True)
    action = person.step(state)
    assert action in state.legal_actions()
    clear = "\x1b[2J"
    assert console.shown.count(clear) == terminal
    assert ("│" in console.shown.split("trick")[-1].split("your hand")[0]) or not terminal
    assert ("trick      " in console.shown) != terminal
    person.keep_screen()
    console.answers = names(state)
    person.step(state)
    assert console.shown.count(clear) == terminal


def names(state: pyspiel.State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


@pytest.mark.usefixtures("german")
def test_german_sentences_at_schnapsen_agree_with_their_person() -> None:
    """German verbs agree with their person in announcements, exchanges and closings."""
    screen, game = screen_of("python_schnapsen"), load_game("python_schnapsen")
    said_by = re.compile(r"(?:du|Gegner) (?:sags?t|tausch\w+|drehs?t) .*?(?= *[;│])")
    lines: set[str] = set()
    for seed in range(30):
        state, rng = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            moves = state.legal_actions()
            said = [] if state.is_chance_node() else [move for move in moves if move >= 32]
            state.apply_action(rng.choice(said or moves))
            if not state.is_chance_node() and not state.is_terminal():
                console = Console(file=io.StringIO(), width=200)
                for seat in range(2):
                    console.print(screen.picture(screen.look(state, seat)))
                assert isinstance(console.file, io.StringIO)
                lines |= set(said_by.findall(console.file.getvalue()))
    told = "\n".join(lines)
    for who, says, exchanges, closes in (
        ("du", "sagst", "tauschst", "drehst zu"),
        ("Gegner", "sagt", "tauscht", "dreht zu"),
    ):
        for points in (20, 40):
            assert re.search(rf"^{who} {says} {points} an: .", told, re.MULTILINE)
        assert re.search(rf"^{who} {exchanges} .*(Bube|[DHSC]B).* gegen .", told, re.MULTILINE)
        assert re.search(rf"^{who} {closes}$", told, re.MULTILINE)


@pytest.mark.usefixtures("german")
def test_ramsch_is_shown_in_german() -> None:
    screen = screen_of("python_skat")
    state = passed("python_skat(ramsch=true)", random.Random(1))
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    picture = shown(screen.picture(screen.look(state, state.current_player())))
    assert "Ramsch" in picture
    assert re.search(
        r"Vorhand \d \(\d+ Augen\), Mittelhand \d \(\d+\), Hinterhand \d \(\d+\)", picture
    )
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    values = state.deal.result().seat_values
    assert f"Ramsch: Vorhand {values[0]:+d}" in shown(screen.outcome(state, 0))


@pytest.mark.usefixtures("german")
def test_cards_are_pushed_on_in_german() -> None:
    screen = screen_of("python_skat")
    state = passed("python_skat(ramsch=true,schieberamsch=true)", random.Random(3))
    for text in ("weiterschieben", "Skat aufnehmen"):
        (action,) = screen.parse(screen.look(state, state.current_player()), text)
        state.apply_action(action)
    seen = screen.look(state, 1)
    assert "zum Schieben" in screen.prompt(seen)
    assert "Vorhand hat den Skat ungesehen weitergeschoben" in shown(screen.picture(seen))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert "Ungesehen geschoben: Der Verlust zählt 2-fach" in shown(screen.outcome(state, 0))


@pytest.mark.usefixtures("german")
def test_no_loss_is_counted_twice_in_a_march() -> None:
    """Forehand wins all tricks after three unseen pushes; nobody loses points."""
    ours = [7, 15, 23, *range(25, 32)]
    rest = [card for card in range(32) if card not in ours]
    state = load_game("python_skat(ramsch=true,schieberamsch=true)").new_initial_state()
    for action in (*ours, *rest, *[PASS] * 3, *[PUSH_UNSEEN] * 3):
        state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    outcome = shown(screen_of("python_skat").outcome(state, 0))
    assert "Vorhand +120" in outcome
    assert "Durchmarsch" in outcome
    assert "Verlust" not in outcome
    assert ramsch_result(state.deal).unseen == 0


@pytest.mark.usefixtures("german")
def test_kontra_and_re_are_said_in_german() -> None:
    screen = screen_of("python_skat")
    state = hopeless()
    assert "Kontra" in shown(screen.picture(screen.look(state, 1)))
    (action,) = screen.parse(screen.look(state, 1), "Kontra")
    state.apply_action(action)
    seen = screen.look(state, 0)
    assert [screen.parse(seen, text) for text in ("Re", "kein Re", "nein")] == [
        [RE],
        [NO_RE],
        [NO_RE],
    ]
    state.apply_action(RE)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert f"Kontra und Re: {state.deal.result().value:+d}" in shown(screen.outcome(state, 0))
