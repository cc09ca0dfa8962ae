"""Open positions as text and from records, and the solver's answers on them."""

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.games.skat.cards import CARD_NAMES, NotationError, cards_text, parse_card
from vorhand.games.skat.open_text import PositionTextError
from vorhand.games.skat.records import read_record
from vorhand.games.skat.solve import OpenPosition, after_cards, solve_position
from vorhand.games.skat.start import Start
from vorhand.native.errors import InvalidDealError
from vorhand.tests.games.skat.records.sample import GAMES_FILE

ENDING = "CJ SA H7 D9 / C7 ST D7 HA / HJ S7 DT H8 [skat DA CT] contract=G soloist=0 leader=0"


def test_text_round_trip() -> None:
    position = OpenPosition.parse(ENDING)
    assert OpenPosition.parse(str(position)) == position
    later = after_cards(position, [parse_card("SA")])
    assert OpenPosition.parse(str(later)) == later


def test_a_whole_deal_has_no_unknown_past() -> None:
    """The two cards that are left are the skat, and matadors follow from the soloist's twelve."""
    hands = [CARD_NAMES[k::3] for k in range(3)]
    hands = [names[:10] for names in hands]
    text = " / ".join(" ".join(names) for names in hands)
    left = {*CARD_NAMES} - {name for names in hands for name in names}
    start = Start.parse(f"{text} contract=G soloist=2")
    assert start.past_known
    assert set(cards_text(start.skat).split()) == left
    # The same with forehand's card on the table, for each soloist.
    later = " / ".join([" ".join(hands[0][1:]), *(" ".join(names) for names in hands[1:])])
    for soloist in range(3):
        begun = Start.parse(f"{later} contract=G soloist={soloist} trick={hands[0][0]}")
        whole = Start.parse(f"{text} contract=G soloist={soloist}")
        assert begun.past_known
        assert begun.deal().matadors == whole.deal().matadors


def test_points_taken_before_are_written_and_read() -> None:
    record = read_record(GAMES_FILE, 5)
    for after in (6, 12, 20):
        position = OpenPosition.from_record(record, after)
        again = OpenPosition.parse(str(position))
        assert again == position
        assert again.taken_known == (position.taken > 0)
    assert "tricks before this position are not known" in solved("/ / CA contract=G trick=C7,H9")
    assert "are not known" not in solved("/ / CA contract=G trick=C7,H9 taken=50")
    assert "are not known" not in solved("/ / CA contract=N trick=C7,H9")


def test_points_since_an_unknown_past_are_not_all() -> None:
    """The soloist's two jacks count 4 points; the 50 earlier points may be given or not."""
    for given, taken, known in (("", 4, False), (" taken=50", 54, True)):
        deal = Start.parse(f"CJ SA / C7 ST / HJ S7 contract=G soloist=0 leader=0{given}").deal()
        for name in ("CJ", "C7", "HJ"):
            deal.apply(parse_card(name))
        position = OpenPosition.from_deal(deal)
        assert (position.taken, position.taken_known) == (taken, known)
        assert ("taken=" in str(position)) == known
        assert OpenPosition.parse(str(position)).taken_known == known


def solved(text: str) -> str:
    """Return the output of the command in one line."""
    return " ".join(CliRunner().invoke(app, ["solve", text]).output.split())


def test_solution() -> None:
    solution = solve_position(OpenPosition.parse(ENDING))
    assert solution.value == 25
    assert {solution.moves[card] for card in solution.best} == {25}
    assert len(solution.line) == 12
    assert not solution.takes_all


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("CJ / C7 contract=G", PositionTextError, "2 hands: expected 3"),
        ("/ / contract=G", PositionTextError, "three empty hands: expected cards"),
        ("CJ / C7 / XX contract=G", NotationError, "XX"),
        ("CJ / C7 / H7 contract=X", PositionTextError, "contract=X"),
        ("CJ / C7 / H7 contract=G soloist=3", PositionTextError, "soloist=3"),
        ("CJ / C7 / H7 contract=G lead=0", PositionTextError, "lead=0"),
        ("CJ / C7 / CJ contract=G", InvalidDealError, "CJ is in rearhand's hand and somewhere"),
        ("CJ / C7 / H7 [skat C7 D7] contract=G", InvalidDealError, "C7 is in the skat and some"),
        ("CJ / C7 / H7 [skat D7 D8 D9] contract=G", InvalidDealError, "skat D7 D8 D9: exp"),
        ("CJ / C7 / H7 [skat D7] contract=G", InvalidDealError, "skat D7: expected 2 cards"),
        (
            "/ / H7 [skat D7 D9] contract=G trick=D7,S8 leader=0",
            InvalidDealError,
            "D7 is in the trick and somewhere else",
        ),
        ("CJ / H8 / H9 C9 contract=G trick=H7,S9", InvalidDealError, "middlehand holds H8 but"),
        ("CJ / C7 / H7 contract=G contract=N", PositionTextError, "contract is there twice"),
        ("CJ / C7 / H7 skat D7 D8 [skat D7 D8]", PositionTextError, "skat is there twice"),
        ("CJ / C7 / H7 contract=G soloist=0 SOLOIST=1", PositionTextError, "soloist is there tw"),
        ("CJ / C7 / H7 contract=G leader=0 leader=0", PositionTextError, "leader is there twice"),
        ("/ C7 / H7 contract=G trick=CJ trick=CJ", PositionTextError, "trick is there twice"),
        ("CJ / C7 / H7 contract=G taken=119", PositionTextError, r"taken=119: expected 1 \.\. 118"),
        ("CJ / C7 / H7 contract=G taken=-1", PositionTextError, "taken=-1: expected 1"),
        ("deal", PositionTextError, "'deal': expected three hands and a contract"),
    ],
)
def test_bad_text(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        OpenPosition.parse(text)


def test_command() -> None:
    result = CliRunner().invoke(app, ["solve", ENDING])
    assert result.exit_code == 0
    assert "25 points, 46 in all" in result.output
    record = ["solve", "--record", str(GAMES_FILE), "--deal", "5", "--after", "12"]
    result = CliRunner().invoke(app, record)
    assert "The soloist takes every trick." in result.output
    result = CliRunner().invoke(app, ["solve", ENDING, "--after", "1"])
    assert "with --record only" in str(result.exception)


def test_best_play_breaks_between_tricks() -> None:
    record = ["solve", "--record", str(GAMES_FILE), "--deal", "5"]
    lines = CliRunner().invoke(app, record).output.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Best play:"))
    play = [line.removeprefix("Best play:").strip() for line in lines[start:-1]]
    assert len(play) > 1
    assert max(map(len, lines[start:-1])) <= 80
    assert all(line.endswith(" |") for line in play[:-1])
    assert [len(trick.split()) for trick in " ".join(play).split(" | ")] == [3] * 10
