"""All readers of positions and of played deals accept and refuse the same texts."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pyspiel
import pytest
from starlette.requests import Request
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.cli.schnapsen import review as schnapsen_command
from vorhand.cli.skat import review as skat_command
from vorhand.evaluation.post_mortem.schnapsen.review import read_played
from vorhand.evaluation.post_mortem.skat.played_deals import played_deal, read_played_deal
from vorhand.games.compressed import text_lines
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.positions import position_in_words, read_position
from vorhand.games.schnapsen.records import read_records as read_schnapsen
from vorhand.games.schnapsen.records import records_of, write_record
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.games.skat.records import format_record, parse_record, read_records
from vorhand.games.skat.solve import OpenPosition, solve_position
from vorhand.games.skat.start import Start
from vorhand.native.schnapsen import Rules, position_text
from vorhand.native.skat import card_points
from vorhand.tests.games.schnapsen.test_positions import positions
from vorhand.tests.games.skat.records.sample import GAME_LINES
from vorhand.web.boards import Board
from vorhand.web.games import schnapsen, skat
from vorhand.web.messages import FieldError, GameQuery, PastedText, decode
from vorhand.web.wire import read_address

AFTER = (6, 13, 20, 24)
UNTYPED = ("matadors", "soloist_tricks", "soloist_points", "tricks ", "bid")


def takes(read: Callable[..., object], *asked: object) -> str:
    """Return a reader's error message; empty if it accepts the text."""
    try:
        read(*asked)
    except ValueError as error:
        return str(error) or "?"
    return ""


def command(*arguments: str) -> None:
    """Run a command; raise the error with which it ends."""
    result = CliRunner().invoke(app, list(arguments))
    if result.exit_code:
        raise result.exception or AssertionError


def board(text: str) -> None:
    """Send the two requests of the analysis board for a text."""
    found = skat.WEB.questions["read"]({"text": text})
    skat.WEB.questions["position"]({**found, "brief": True})


SKAT_READERS: dict[str, Callable[[str], object]] = {
    "Python": OpenPosition.parse,
    "start": lambda text: Start.parse(text).deal(),
    "game": lambda text: pyspiel.load_game("python_skat", {"start": text}),
    "board": board,
}


def real_positions() -> list[OpenPosition]:
    """Return positions of the real games after some cards, if the game is long enough."""
    found = []
    for line in GAME_LINES:
        record = parse_record(line)
        if record.name and record.declaration and min(record.deal.cards) >= 0:
            found += [OpenPosition.from_record(record, n) for n in AFTER if len(record.plays) >= n]
    return found


def random_text(rng: random.Random) -> str:
    """Return a possible position, as a person writes it, with equal hands and a partial trick."""
    size, contract = rng.randint(1, 10), rng.choice("DHSCGN")
    cards = rng.sample(CARD_NAMES, 3 * size + 2)
    hands = [cards[k * size : (k + 1) * size] for k in range(3)]
    leader = rng.randrange(3)
    trick: list[str] = []
    for k in range(rng.randint(0, 2)):
        hand = hands[(leader + k) % 3]
        follows = [
            card for card in hand if trick and suit(card, contract) == suit(trick[0], contract)
        ]
        trick.append(rng.choice(follows or hand))
        hand.remove(trick[-1])
    if not any(hands):
        return random_text(rng)
    words = [" / ".join(map(" ".join, hands))]
    words += [f"skat {' '.join(cards[-2:])}"] * rng.randint(0, 1)
    fields = [f"contract={contract}", f"soloist={rng.randrange(3)}", f"leader={leader}"]
    fields += [f"trick={rng.choice(',.').join(trick)}"] * bool(trick)
    rng.shuffle(fields)
    return " ".join([*words, *fields])


def suit(card: str, contract: str) -> str:
    """Return the suit that a card belongs to; trumps are a separate suit."""
    if contract == "N":
        return card[0]
    return "trump" if card[1] == "J" or card[0] == contract else card[0]


def changed(text: str, rng: random.Random) -> str:
    """Return the text with one piece dropped, doubled, altered or put elsewhere."""
    pieces = text.split()
    at = rng.randrange(len(pieces))
    match rng.randrange(5):
        case 0:
            del pieces[at]
        case 1:
            pieces.append(pieces[at])
        case 2:
            pieces[at] = rng.choice(CARD_NAMES)
        case 3:
            pieces.append(rng.choice(["leader=1", "soloist=2", "taken=20", "taken=0", "bid=18"]))
        case _:
            pieces.insert(rng.randrange(len(pieces)), pieces.pop(at))
    return " ".join(pieces)


def test_all_readers_take_the_same_positions_of_skat() -> None:
    """Compare real, random and faulty positions; complaints name only what the text contains."""
    rng = random.Random(9)
    real = real_positions()
    assert real
    good = [str(position) for position in real[::3]]
    good += [text.partition(" taken=")[0] for text in good]
    good += [random_text(rng) for _ in range(20)]
    faulty = [changed(rng.choice(good), rng) for _ in range(70)]
    refused = 0
    for text in [*good, *faulty]:
        complaints = {name: takes(read, text) for name, read in SKAT_READERS.items()}
        assert len({bool(complaint) for complaint in complaints.values()}) == 1, (text, complaints)
        if complaint := complaints["Python"]:
            assert text not in good, (text, complaint)
            assert not any(word in complaint for word in UNTYPED if word.strip() not in text), (
                complaint
            )
            refused += 1
    assert 0 < refused < len(faulty)
    for text in [*good[:92:30], *faulty[:5]]:
        asked = takes(command, "solve", text)
        assert bool(asked) == bool(takes(OpenPosition.parse, text)), (text, asked)


def test_the_board_says_what_the_solver_says() -> None:
    """Compare the points to come, and the winner if the past is known."""
    certain = 0
    for position in [p for p in real_positions() if sum(map(int.bit_count, p.hands)) < 13][::6]:
        for text in (str(position), str(position).partition(" taken=")[0]):
            found = skat.position(skat.WEB.questions["read"]({"text": text}))
            read = OpenPosition.parse(text)
            solution, known = solve_position(read), read.taken + card_points(read.skat)
            if read.contract < 5:
                points = {CARD_NAMES[c]: v + known for c, v in solution.moves.items()}
                assert {c: v["points"] for c, v in found["values"].items()} == points
                wins = {c: p > 60 if "taken" in text else None for c, p in points.items()}
                assert {c: v["wins"] for c, v in found["values"].items()} == wins
                certain += "taken" in text
                assert (found["taken"] is None) == ("taken" not in text)
    assert certain > 4


@pytest.mark.parametrize(
    "text",
    [
        "C7 S7 / C8 S8 / C9 S9 skat D7 D8 contract=N soloist=0 leader=1",
        "CA / S7 / DQ skat H9 DJ contract=S soloist=1 leader=2",
        "CA SA / S7 CT / DQ HA contract=S soloist=1 leader=1",
    ],
)
def test_positions_of_which_the_past_is_not_known(text: str) -> None:
    found = skat.WEB.questions["read"]({"text": text})
    state = skat.position(found)
    assert state["values"]
    assert (state["taken"], state["others"], state["tricks"]) == (None, None, None)
    asked = {**found, "seat": state["to_act"], "belief": "uniform", "agent": "pimc(worlds=2)"}
    advice = skat.knowledge(asked)["advice"]
    assert advice is None or "contract=N" in text
    game = pyspiel.load_game(found["game"])
    assert str(pyspiel.load_game(str(game))) == str(game)
    while legal := skat.position(found)["legal"]:
        found["actions"].append(legal[0]["action"])
    assert "result" not in skat.position(found)


def test_all_readers_take_the_same_positions_of_schnapsen() -> None:
    rng, rules = random.Random(5), Rules()
    deals = list(positions(3, 3))
    good = [position_in_words(rules, deal) for deal in deals]
    good += [position_text(rules, deal) for deal in deals if not deal.pending(0) + deal.pending(1)]
    faulty = [changed_schnapsen(rng.choice(good), rng) for _ in range(40)]
    refused = 0
    for text in [*good[::3], *faulty]:
        asked = takes(read_position, rules, text)
        assert asked == takes(schnapsen_board, text)
        assert not (asked and text in good), (text, asked)
        assert "=" not in text or "trick0" not in asked
        refused += bool(asked)
    assert 0 < refused < len(faulty)
    for text in [*good[::40], *faulty[:5]]:
        open_hands = bool(takes(command, "analyse", "--open", text))
        assert open_hands >= bool(takes(read_position, rules, text))


def schnapsen_board(text: str) -> None:
    """Send the two requests of the analysis board for a text."""
    found = schnapsen.WEB.questions["read"]({"text": text})
    position = {name: found[name] for name in ("game", "actions", "start")}
    schnapsen.WEB.questions["position"]({**position, "brief": True})


def changed_schnapsen(text: str, rng: random.Random) -> str:
    """Return the text with one field dropped, doubled or with another's value."""
    pieces = text.split()
    at = rng.randrange(len(pieces))
    if "=" not in text:
        pieces[at] = rng.choice(pieces)
    elif rng.random() < 0.3:
        del pieces[at]
    elif rng.random() < 0.5:
        pieces.append(pieces[at])
    else:
        name = pieces[at].partition("=")[0]
        pieces[at] = f"{name}={rng.choice(pieces).partition('=')[2]}"
    return " ".join(pieces)


def variants(line: str) -> list[str]:
    """Return the line with blanks around it, any end of a line, comments, and a byte order mark."""
    return [
        line,
        f"  {line} \t",
        f"{line}\r\n",
        f"{line}\r",
        f"\ufeff{line}\n",
        f"\ufeff  {line}",
        f"# {line}\r\n\r\n  # x\r{line}\r\r\n",
        f"\n \n{line}",
    ]


def escaped(line: str) -> str:
    """Return the line of a log with all letters of its texts as JSON's own escapes."""
    fields = json.loads(line)

    def text(value: object) -> str:
        if isinstance(value, str):
            return '"' + "".join(f"\\u{ord(c):04x}" for c in value) + '"'
        return json.dumps(value)

    return "{" + ",".join(f"{text(name)}:{text(value)}" for name, value in fields.items()) + "}"


SKAT = GAME_LINES[5]
LOG = json.dumps({"match": {"format": 2}, "game": "python_skat", "deal": 0, "record": SKAT})
PLAYED = read_played_deal(SKAT).deal
ACTIONS = json.dumps(
    {"game": "python_skat", "deal": 3, "seats": ["a", "b", "c"], "actions": list(PLAYED.history)}
)
REFUSED = [
    "rubbish",
    "{}",
    "[1]",
    SKAT.replace(" ;)", " ;) x"),
    SKAT.replace("P0[", "P0[]P0["),
    f"{SKAT[:200]}\n{SKAT[200:]}",
    f"{SKAT[:200]}\u2028{SKAT[200:]}",
    f"\u00a0{SKAT}",
    SKAT.replace("MV[w ", "MV[w\t"),
    LOG[:-1] + f', "record": {json.dumps(SKAT)}}}',
    ACTIONS[:-1] + ', "deal": 4}',
    ACTIONS.replace('["a", "b", "c"]', '["a", "b"]'),
    json.dumps({"record": LOG}),
    json.dumps(json.loads(ACTIONS) | {"game": ["python_skat"]}),
    json.dumps(json.loads(ACTIONS) | {"deal": 3.0}),
    json.dumps(json.loads(ACTIONS) | {"seats": "abc"}),
    json.dumps(json.loads(ACTIONS) | {"actions": list(map(str, PLAYED.history))}),
    json.dumps(json.loads(ACTIONS) | {"actions": [action + 0.0 for action in PLAYED.history]}),
    json.dumps(json.loads(ACTIONS) | {"returns": ["1", 0, 0]}),
    "(;" + "x" * 300_000,
    '{"game": "python_skat", "x": "' + "x" * 300_000 + '"}',
]


@pytest.mark.parametrize("line", [SKAT, LOG, ACTIONS, escaped(LOG), escaped(ACTIONS)])
def test_all_readers_take_the_same_deals_of_skat(line: str, tmp_path: Path) -> None:
    expected = read_played_deal(line)
    assert expected.deal == PLAYED
    file = tmp_path / "deals"
    for text in variants(line):
        assert read_played_deal(text) == expected
        found = skat.WEB.questions["read"]({"text": text})
        assert found["actions"] == list(PLAYED.history)
        assert tuple(found["players"]) == expected.players
        file.write_bytes(text.encode())
        assert skat_command.reads(next(text_lines(file)))
        assert played_deal(file, 1) == expected
    if "MV[" in line:
        file.write_bytes("\n".join(variants(line)).encode())
        count = sum(1 for _ in read_records(file))
        assert count == len(variants(line))
        assert parse_record(f"\ufeff {SKAT}\r\n") == parse_record(SKAT)


def test_all_readers_take_the_escapes_of_sgf(tmp_path: Path) -> None:
    name, written = "an]n\\[a", r"an\]n\\\[a"
    line = re.sub(r"P1\[[^\]]*\]", lambda _: f"P1[{written}]", SKAT)
    file = tmp_path / "deals"
    file.write_text(line)
    assert format_record(parse_record(line)) == line
    assert read_played_deal(line).players[1] == name
    assert played_deal(file, 1).players[1] == name
    assert skat.WEB.questions["read"]({"text": line})["players"][1] == name
    assert takes(lambda: parse_record(line.replace(r"n\]n", "n]n")))


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_all_readers_refuse_the_same_deals_of_skat(number: int, tmp_path: Path) -> None:
    text, file = REFUSED[number], tmp_path / "deals"
    file.write_bytes(text.encode())
    readers: dict[str, Callable[[], object]] = {
        "Python": lambda: read_played_deal(text),
        "file": lambda: played_deal(file, 1),
        "review in the page": lambda: skat.WEB.questions["review"]({"text": text}),
        "board": lambda: skat.WEB.questions["read"]({"text": text}),
    }
    if number < 4:
        readers["command"] = lambda: command("review", str(file))
    complaints = {name: takes(read) for name, read in readers.items()}
    assert all(complaints.values()), complaints
    assert all(len(complaint) < 1000 for complaint in complaints.values())


def match_record() -> tuple[str, str]:
    """Return a deal of Schnapsen as a record and as a line of a log."""
    game, rng = SchnapsenGame(), random.Random(2)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    (record,) = records_of(state)
    fields = {"game": "python_schnapsen", "deal": 0, "seats": ["a", "b"]}
    return write_record(game.rules, record), json.dumps({**fields, "actions": state.history()})


def test_all_readers_take_the_same_deals_of_schnapsen(tmp_path: Path) -> None:
    record, log = match_record()
    file = tmp_path / "deals"
    for line in (record, log, escaped(log)):
        expected = read_played(line)
        for text in variants(line):
            assert read_played(text) == expected
            found = schnapsen.WEB.questions["read"]({"text": text})
            assert found["actions"] == list(expected.actions)
            file.write_bytes(text.encode())
            assert schnapsen_command.reads(next(text_lines(file)))
    (again,) = read_schnapsen(Rules(), [f"\ufeff {record} \r\n", "# x", " "])
    assert write_record(Rules(), again) == record
    fields = json.loads(log)
    numbers = fields["actions"]
    for text in (
        "rubbish",
        "{}",
        log[:-1] + ', "deal": 1}',
        f"{record[:60]}\n{record[60:]}",
        json.dumps(fields | {"game": 3}),
        json.dumps(fields | {"deal": "0"}),
        json.dumps(fields | {"seats": "ab"}),
        json.dumps(fields | {"actions": [action + 0.9 for action in numbers]}),
        json.dumps(fields | {"actions": list(map(str, numbers))}),
    ):
        file.write_bytes(text.encode())
        body = {"text": text}
        assert takes(read_played, text)
        assert takes(command, "review", str(file))
        assert takes(schnapsen.WEB.questions["review"], body)
        assert takes(schnapsen.WEB.questions["read"], body)


@pytest.mark.parametrize(
    ("board", "reader", "line"),
    [
        *((skat.WEB, read_played_deal, line) for line in (SKAT, LOG, ACTIONS)),
        *((schnapsen.WEB, read_played, line) for line in match_record()),
    ],
)
def test_a_deal_is_one_line(board: Board, reader: Callable[[str], object], line: str) -> None:
    moves = {"first": 0, "count": 0}
    readers: dict[str, Callable[[str], object]] = {
        "Python": reader,
        "review": lambda text: board.questions["review"]({"text": text, "brief": True}),
        "grades": lambda text: board.questions["grades"]({"text": text, **moves}),
        "board": lambda text: board.questions["read"]({"text": text}),
    }
    assert not any(takes(read, line) for read in readers.values())
    for text in (f"{line}\nrubbish", f"{line}\r{line}", f"{line}\n# x\n{line}"):
        complaints = {name: takes(read, text) for name, read in readers.items()}
        assert all("expected a single line" in told for told in complaints.values()), complaints


def test_a_file_has_any_number_of_deals(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(f"{SKAT}\n# x\n{LOG}\n{ACTIONS}\n")
    assert [played_deal(file, number).deal for number in (1, 2, 3)] == [PLAYED] * 3


def test_browsers_name_nothing_twice() -> None:
    """Neither a message nor an address may give a name twice; the last would win."""
    for text in (b'{"text": "a", "text": "b"}', b'{"text": "a", "brief": true, "brief": true}'):
        with pytest.raises(FieldError, match="is there twice; expected each name once"):
            decode(text, PastedText)
    scope = {"type": "http", "query_string": b"game=a&game=b", "path_params": {}, "headers": []}
    with pytest.raises(FieldError, match="'game' is there twice; expected each name once"):
        read_address(Request(scope), GameQuery)
    assert read_address(Request({**scope, "query_string": b"game=a"}), GameQuery).game == "a"
