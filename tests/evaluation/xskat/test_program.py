"""xskat's log against the rules, and the driver with a stand-in for the program."""

import stat
import sys
from pathlib import Path

import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal, read_played_deal
from vorhand.evaluation.xskat import program as xskat
from vorhand.evaluation.xskat.program import XskatError, XskatGame, deal_text, play_deals, read_log
from vorhand.games.skat.cards import cards_text, parse_card
from vorhand.games.skat.contracts import NULL
from vorhand.native.skat import Scoring, scores

LOG = Path(__file__).parents[2] / "data" / "skat" / "xskat.log"
SAMPLE = LOG.read_text()
GAMES = list(read_log(SAMPLE))
# Writes the requested number of deals of the sample, as the program itself would.
STAND_IN = f"""#!{sys.executable}
import sys
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
word, seed, first, dealer = open(options["-game"]).read().split()
assert (word, dealer) == ("random_seed", "2")
games = open({str(LOG)!r}).read().split("=" * 40 + "\\n")[:-1]
first = int(first) % 6
chosen = (games * 2)[first : first + int(options["-auto"])]
open(options["-log"], "w").write("".join(game + "=" * 40 + "\\n" for game in chosen))
"""


@pytest.mark.parametrize("game", [game for game in GAMES if game.start])
def test_each_deal_replays_to_the_result_that_the_log_tells(game: XskatGame) -> None:
    deal = game.played("").deal
    assert deal.is_over
    assert deal.result().won == game.won
    assert game.points in (None, deal.result().points)


def test_the_deals_of_the_sample() -> None:
    told = [
        game.start and (str(game.start.declaration), game.start.soloist, game.start.bid, game.won)
        for game in GAMES
    ]
    assert told == [
        ("D", 0, 18, False),
        ("C", 0, 18, False),
        ("S", 0, 18, True),
        ("NH", 1, 18, True),
        ("NOH", 2, 27, True),
        None,
    ]
    start = GAMES[4].start
    assert start is not None
    assert start.hands is not None
    assert cards_text(start.hands[2]) == "D7 D8 D9 DK DT H7 H9 HQ HK HT"
    assert cards_text(start.skat) == "DA SA"


def test_the_cards_as_dealt() -> None:
    for game in GAMES:
        dealt = game.dealt_start()
        assert [hand.bit_count() for hand in (*game.dealt, dealt.skat)] == [10, 10, 10, 2]
        if game.start is not None and game.start.declaration is not None:
            assert game.start.hands is not None
            alone, hand_game = game.start.soloist, game.start.declaration.hand
            same = [k for k in range(3) if game.start.hands[k] == game.dealt[k]]
            assert same == [k for k in range(3) if hand_game or k != alone]
    assert cards_text(GAMES[0].dealt_start().skat) == "S9 CQ"
    assert cards_text(GAMES[5].dealt_start().skat) == "CA CJ"


def test_players_of_other_names() -> None:
    names = {"Computer1": "first", "Computer2": "Computer left", "Computer3": "Computer right"}
    head = " Computer1   Computer2   Computer3  \n" + 36 * " "
    text = SAMPLE.replace(
        head, "   first      Computer    Computer  \n                left       right    "
    )
    for old, new in names.items():
        text = text.replace(f"{old} played", f"{new} played")
    assert "Computer right played" in text
    assert list(read_log(text)) == GAMES
    with pytest.raises(XskatError, match="expected who played what"):
        list(read_log(text.replace("first played", "second played")))


def test_a_deal_as_xskat_reads_it() -> None:
    hands = ("D8 D9 DQ DK DA H7 H8 CJ C7 SJ", "D7 DT DJ HT HA S7 S8 C8 C9 CA")
    first, second = ([parse_card(card) for card in hand.split()] for hand in hands)
    rows = deal_text([first, second]).splitlines()
    # A 10 K Q J 9 8 7 of diamonds, hearts, spades, clubs
    assert [row.split() for row in rows[:2]] == [list("12112112"), list("22333311")]
    assert sorted("".join(rows).replace(" ", "")) == list("00" + 10 * "1" + 10 * "2" + 10 * "3")


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("=" * 40, "", "expected a deal that ends with ===="),
        ("----", "====", "expected a deal of four parts"),
        ("played", "slept", "expected who played what"),
        ("played Diamond", "played Ramsch", "contract 'Ramsch': expected one of Diamond"),
        ("Skat is", "Skat", "expected a line like Skat is"),
        ("Last bid", "First bid", "expected a line like Last bid"),
    ],
)
def test_a_log_of_another_kind_is_refused(old: str, new: str, error: str) -> None:
    with pytest.raises(XskatError, match=error):
        list(read_log(SAMPLE.replace(old, new)))


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a stand-in for xskat, the only one on the path."""
    path = tmp_path / "bin" / "xskat"
    path.parent.mkdir()
    path.write_text(STAND_IN)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(path.parent))
    monkeypatch.setattr(xskat, "_ELSEWHERE", str(path.parent))
    return path


def test_the_program_is_asked_for_deals_by_seed_and_number(program: Path) -> None:
    assert play_deals(7, 0, 6) == GAMES
    assert play_deals(7, 2, 2) == GAMES[2:4]
    with pytest.raises(XskatError, match=r"seed 2147483647: expected 0 \.\. 2147483646"):
        play_deals(2**31 - 1, 0, 1)
    program.write_text(STAND_IN.replace('int(options["-auto"])', "1"))
    with pytest.raises(XskatError, match="log of 1 deals: expected 3"):
        play_deals(7, 0, 3)
    program.write_text(f"#!{sys.executable}\nraise SystemExit(3)\n")
    with pytest.raises(XskatError, match="exit status 3.*expected a log of 2 deals"):
        play_deals(7, 0, 2)
    program.unlink()
    with pytest.raises(XskatError, match=r"not found on PATH .* `apt-get install xskat`"):
        play_deals(7, 0, 1)


@pytest.mark.usefixtures("program")
def test_the_experiment_plays_the_same_contracts_and_writes_the_deals(tmp_path: Path) -> None:
    found = experiment("beside-xskat")
    settings = settings_for(found, "quick", 7, {"deals": 6, "worlds": 2})
    report = run(found, settings, tmp_path)
    assert "5 deals played by xskat, 1 more passed in" in report.title
    figures = {row.name: row.ours.value for row in report.rows}
    assert figures["xskat: games the soloist wins, %"] == 60
    assert figures["rule - xskat: games the soloist wins, %"] == (
        figures["rule: games the soloist wins, %"] - 60
    )
    assert len(report.findings) == 6
    assert figures["rule - xskat: soloist's card points"] == pytest.approx(
        figures["rule: soloist's card points"] - figures["xskat: soloist's card points"]
    )
    played = {
        path.stem: [read_played_deal(line) for line in path.read_text().splitlines()]
        for path in report.pictures
    }
    assert set(played) == {"xskat", "rule", "pimc"}
    for deals in zip(*played.values(), strict=True):
        assert len({deal.deal.beginning().dealt_hand(0) for deal in deals}) == 1
        assert len({(deal.deal.contract, deal.deal.soloist) for deal in deals}) == 1
    assert [deal.won for deal in played["xskat"]] == [game.won for game in GAMES[:5]]
    # With open hands all players start from the same value, so only errors separate them.
    for name in ("rule", "pimc"):
        ends = [
            [float(one.deal.result().won) * stake(one) for one in played[who]]
            for who in ("xskat", name)
        ]
        gained = (sum(ends[1]) - sum(ends[0])) / 5
        defence, alone = (
            figures[f"{name} - xskat: score given away a deal, {side}"]
            for side in ("defenders", "soloist")
        )
        assert gained == pytest.approx(defence - alone)


def stake(played: PlayedDeal) -> float:
    """Return the score of a game won with 61 points or no trick, and of one lost, by the rules."""
    deal = played.deal
    made, missed = ((0, 0), (1, 1)) if deal.contract == NULL else ((61, 5), (60, 5))
    won, lost = (scores(Scoring.SEEGER_FABIAN, deal.result_with(*end)) for end in (made, missed))
    return won[deal.soloist] - lost[deal.soloist]
