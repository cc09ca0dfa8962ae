"""Reviews of played deals against plain search, and properties of their alternative lines."""

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation import arena
from vorhand.evaluation.post_mortem.skat.pipma import goal_of, judge_plays
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal, played_deal
from vorhand.evaluation.post_mortem.skat.review import card_worths, review, tricks_of
from vorhand.games.skat.contracts import NULL
from vorhand.native.skat import Deal, card_points
from vorhand.tests.evaluation.post_mortem.skat.test_pipma import random_deal
from vorhand.tests.games.skat.plain_search import searched, soloist_wins
from vorhand.tests.games.skat.records.sample import GAMES_FILE


def points(deal: Deal) -> int:
    """Return the soloist's points at the end."""
    return deal.soloist_points + card_points(deal.skat)


def test_worths_are_those_of_plain_search() -> None:
    rng = random.Random(4)
    compared = 0
    for _ in range(60):
        played = PlayedDeal("", ("", "", ""), random_deal(rng))
        for deal, _ in played.plays():
            if deal.tricks_played < 8:
                continue
            for card, worth in card_worths(deal, goal_of(deal)).items():
                after = deal.copy()
                after.apply(card)
                assert worth.wins == soloist_wins(after)
                if deal.contract != NULL:
                    assert worth.points == searched(after, points)
                compared += 1
    assert compared > 300


def test_the_second_line_is_won_by_the_side_that_lost_if_that_could_be() -> None:
    rng = random.Random(5)
    possible = 0
    for _ in range(40):
        deal = random_deal(rng)
        found = review(PlayedDeal("", ("", "", ""), deal, deal.result().won))
        second = found.second
        assert second.soloist != deal.result().won
        assert (second.wins == second.soloist) == second.possible
        turned = [
            play.judged
            for play in found.plays
            if play.judged.error and (play.judged.seat == deal.soloist) == second.soloist
        ]
        assert second.possible == bool(turned)
        if turned:
            possible += 1
            assert second.cards[0] != found.plays[second.start].judged.card
        else:
            assert second.start == 0
        for play in found.plays if deal.contract != NULL else []:
            best, worth = play.worths[play.best[0]], play.worths[play.judged.card]
            assert play.judged.error or play.open_loss == abs(best.points - worth.points)
        start = found.plays[second.start]
        assert second.wins == start.worths[start.best[0]].wins
        tricks = list(tricks_of(second.before, second.cards))
        shown = [card for trick in tricks for _, card in trick.plays]
        assert shown == [*second.before.trick, *second.cards]
        assert tricks[-1].soloist_points == second.points
    assert 10 < possible < 40


def test_a_game_that_was_given_up_too_early_could_still_have_been_won() -> None:
    rng = random.Random(7)
    given_up = 0
    for _ in range(10):
        whole = PlayedDeal("", ("", "", ""), random_deal(rng))
        deal = next((deal for k, (deal, _) in enumerate(whole.plays()) if k == 3), None)
        if deal is None:  # a null that was lost at once
            continue
        wins = soloist_would_win(deal)
        found = review(PlayedDeal("", ("", "", ""), deal.copy(), not wins))
        assert found.second.possible
        assert found.second.start == 3
        assert found.second.wins == wins
        given_up += wins
    assert 0 < given_up < 10


def soloist_would_win(deal: Deal) -> bool:
    """Return whether the soloist wins from here by best play."""
    worths = card_worths(deal, goal_of(deal)).values()
    wins = [worth.wins for worth in worths]
    return any(wins) if deal.player == deal.soloist else all(wins)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["review", *arguments])
    assert result.exit_code == 0, result.exception
    return result.output


def test_the_command_shows_the_deal_its_turning_points_and_the_second_line() -> None:
    output = run(str(GAMES_FILE), "--deal", "39", "--agent", "pimc(worlds=5)")
    table = output[: output.index("Could the")]
    assert max(map(len, table.splitlines())) <= 80
    for part in (
        "ISS2 3690: clubs, bid 20",
        "foo, soloist",
        "won; the soloist needs 61 points",
        "63 wins <-  11: C7 CQ..",
        "open hands: the soloist's points by best play",
        "hint: pimc(worlds=5),",
        "Could the defenders have won? Yes, from trick 2 on with another card than CJ; the "
        "soloist gets 52:",
    ):
        assert part in output.replace(" \n", " ")
    assert max(map(len, output.splitlines())) <= 80
    assert output == run(str(GAMES_FILE), "--deal", "39", "--agent", "pimc(worlds=5)")


SOLOIST = 2  # of the deal


def test_the_agents_value_stands_at_every_choice() -> None:
    spec = "pimc(worlds=5)"
    table, _, _ = run(str(GAMES_FILE), "--deal", "39", "--agent", spec).partition("hint: ")
    rows = [row for row in table.splitlines() if re.match(r" +\d* +(fore|middle|rear)hand", row)]
    plays = review(played_deal(GAMES_FILE, 39), spec).plays
    values = 0
    for play, row in zip(plays, rows, strict=True):
        if play.advice is None:
            assert len(play.worths) == 1
            continue
        won = dict(zip(play.advice.moves, play.advice.diagnostics["won"], strict=True))
        for card in {play.advice.move, play.judged.card}:
            assert f"{won[card] if play.judged.seat == SOLOIST else 1 - won[card]:.0%}" in row
            values += 1
        assert ("mistake" in row) == (play.grade == "mistake")
    assert values > len(plays)


def test_judged_plays_that_are_too_few_are_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    played = played_deal(GAMES_FILE, 39)
    few = list(judge_plays(played))[:-1]
    monkeypatch.setattr("vorhand.evaluation.post_mortem.skat.review.judge_plays", lambda _: few)
    with pytest.raises(ValueError, match="zip"):
        review(played)


def test_a_narrow_terminal_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [str(GAMES_FILE), "--deal", "39", "--agent", "rule"]
    wide = run(*arguments)
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(*arguments)
    assert narrow.split() == wide.split()
    assert narrow[: narrow.index("Could the")] == wide[: wide.index("Could the")]


def test_what_the_bid_asks_for_is_told() -> None:
    told = {"9": "all tricks for the bid", "6": "90 points", "8": "61 points"}
    for deal, needed in told.items():
        assert f"the soloist needs {needed}\n" in run(str(GAMES_FILE), "--deal", deal, "--brief")


def test_null_tells_the_trick_in_which_it_is_lost(tmp_path: Path) -> None:
    log = tmp_path / "log"
    start = (
        "play N by 0 cards D7.D8.D9.DT.H7.H8.H9.HT.S7.SK/DJ.DQ.HJ.HQ.S8.S9.ST.C7.C8.C9/"
        "DK.DA.HK.HA.SJ.SQ.SA.CT.CJ.CQ/CK.CA"
    )
    match = arena.Match.create(f"python_skat(start={start})", ["first", "rule", "rule"], 1)
    arena.run(match, 1, arena.Results(match), log=log)
    output = run(str(log), "--deal", "1", "--brief")
    assert "deal 1: null, bid 0" in output
    assert "lost; the soloist needs no trick" in output
    assert "D7    trick 3" in output
    assert "no trick <-  trick 6: SQ SJ" in output
    assert "have won? Yes, from trick 5 on with another card than D9:" in output
    assert "5  rearhand CT  forehand SK  middlehand C7  -> rearhand\n" in output
    assert "soloist has" not in output


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--deal", "1"], "deal 1: no card was played; expected a deal with card play"),
        (["--deal", "44"], "deal 44: expected 1 .. 43, as many as it holds"),
        (["--deal", "2", "--agent", "pimc", "--brief"], "--agent pimc: expected none with --brief"),
        (["--deal", "2", "--agent", "random"], "agent random: gives no reasons"),
        (["--deal", "2", "--agent", "perfect"], "agent perfect: sees all cards"),
        (["--deal", "2", "--agent", "pmic"], "unknown agent 'pmic'"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(arguments: list[str], error: str) -> None:
    result = CliRunner().invoke(app, ["review", str(GAMES_FILE), *arguments])
    assert isinstance(result.exception, ValueError)
    assert error in str(result.exception)
