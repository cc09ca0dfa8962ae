"""``vorhand lab bidding``."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vorhand.agents.skat.bidding.kermit import compiled_kermit, game_worth
from vorhand.cli import app
from vorhand.evaluation.post_mortem.skat.bidding_calibration import (
    at_table,
    first_lead,
    foreseen_replayed,
)
from vorhand.evaluation.post_mortem.skat.played_deals import (
    PlayedDeal,
    played_deals,
)
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.contracts import NULL, PLAIN, SCHWARZ
from vorhand.native.skat import Deal, Phase, declaration_action, rule_action
from vorhand.native.skat_kermit import games

RECORDS = Path(__file__).parents[2] / "data" / "iss-games.sgf"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["lab", "bidding", *arguments], env={"COLUMNS": "120"})
    if result.exception:
        raise result.exception
    return result.stdout


def test_games_of_a_server() -> None:
    found = json.loads(run(str(RECORDS), "--parts", "1", "--json"))
    assert sum(row["games"] for row in found["rows"]) == found["games"] > 10
    assert all(0 < row["chance"] < 1 for row in found["rows"])
    assert found["log_chance"].keys() == {row["kind"] for row in found["rows"]}
    assert "mean chance" in run(str(RECORDS))


def test_search_players_win_less_often() -> None:
    rule, search = (
        json.loads(run(str(RECORDS), "--parts", "1", "--json", "--against", players))["rows"]
        for players in ("rule", "search")
    )
    for of_rule, of_search in zip(rule, search, strict=True):
        assert of_search["chance"] < of_rule["chance"]
        assert of_search["won"] == of_rule["won"]


@pytest.mark.nightly
def test_games_of_players_that_were_learned_from() -> None:
    """The nets' estimates match the share of games won in new deals."""
    found = json.loads(run("--self-play", "150", "--json"))
    sure = [row for row in found["rows"] if row["success"] == "won" and row["chance"] > 0.9]
    assert all(-0.7 < log["value"] < 0 for log in found["log_chance"].values())
    assert {"suit, won", "grand, schwarz", "null, won"} < found["log_chance"].keys()
    assert sum(row["games"] for row in found["rows"]) > 150 * 20
    assert [row["kind"] for row in sure][:1] == ["suit"]
    assert all(abs(row["off"]["value"]) < 0.05 for row in sure)
    assert "came true" in run("--self-play", "1", "--against", "policy")


@pytest.mark.nightly
def test_games_at_their_own_table() -> None:
    """Games that are bid by the estimated chances are won about as often as estimated."""
    found = json.loads(run("--table", "250", "--parts", "1", "--json", "--against", "policy"))
    assert 200 < found["games"] <= 250
    suit, grand = found["rows"][:2]
    for row in (suit, grand):
        assert row["chance"] == pytest.approx(row["won"]["value"], abs=0.08)


@pytest.mark.extended
def test_games_at_a_table_depend_on_the_players_and_the_seed() -> None:
    found = [
        json.loads(run("--table", "20", "--json", "--cards", cards, "--seed", seed))
        for cards, seed in (("rule", "4"), ("policy", "4"), ("rule", "5"))
    ]
    for one, other in itertools.combinations(found, 2):
        assert one != other


@pytest.mark.nightly
def test_chances_at_a_table_are_those_of_its_deals() -> None:
    """Bidding the cards of recorded hand games again gives the chances of those deals."""
    kermit, worth = compiled_kermit(0.6, "policy"), game_worth("policy")
    _, facts, records = map(np.asarray, games([kermit] * 3, 200, 4))
    from_hand = np.flatnonzero((facts[:, 0] >= 0) & (facts[:, 3] == 1))
    assert len(from_hand) > 10
    for at in from_hand.tolist():
        deal = Deal()
        for cards in records[at].view(DEAL)[0]["cards"].tolist():
            deal.apply_all(bytes(card_list(cards)))
        while deal.phase != Phase.PLAY:
            deal.apply(kermit.action(deal))
        lead = first_lead(deal)
        assert lead is not None
        (game,) = at_table((1, 4, at, "policy", "rule"))
        assert game.kind == lead.kind
        assert game.chance == pytest.approx(float(lead.chances(worth)[0]))
        assert game.won == (facts[at, 9] == 0 if lead.kind > 1 else facts[at, 6] > 60)


@pytest.mark.extended
def test_games_of_others_played_anew() -> None:
    """A replayed game has the same result as one that asks the rule player for every card."""
    won = []
    for deal in (played.deal for played in played_deals(RECORDS)):
        if first_lead(deal) is None:
            continue
        again, moves = deal.beginning(), iter(deal.history)
        while not again.is_over:
            again.apply(rule_action(again) if again.phase == Phase.PLAY else next(moves))
        result = again.result()
        won.append(result.tricks == 0 if deal.contract == NULL else result.points > 60)
    games_of_rule = foreseen_replayed(played_deals(RECORDS), 1, "policy", "rule")
    assert [game.won for game in games_of_rule] == won
    assert set(won) == {False, True}
    played, anew = (
        json.loads(run(str(RECORDS), "--json", "--parts", "1", *cards))
        for cards in ((), ("--cards", "rule"))
    )
    assert [row["games"] for row in played["rows"]] == [row["games"] for row in anew["rows"]]
    assert played != anew


@pytest.mark.nightly
def test_players_of_games_played_anew_draw_by_seed_and_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Replays give the same result however the deals are split among workers."""
    deals = list(played_deals(RECORDS))
    whole = foreseen_replayed(deals, 1, "policy", "random")
    assert foreseen_replayed(deals, 2, "policy", "random") != whole
    monkeypatch.setattr("vorhand.evaluation.post_mortem.skat.bidding_calibration._JOB_DEALS", 7)
    assert foreseen_replayed(deals, 1, "policy", "random", 2) == whole


def test_what_was_announced_is_not_played_for() -> None:
    """Replays do not play for announcements: 61 points win where one lost trick loses schwarz.

    A single trick lost would lose an announced schwarz; the replay counts 61 points as won.
    """
    plain, schwarz = (
        [announced(played, level) for played in from_hand()] for level in (PLAIN, SCHWARZ)
    )
    won, won_so = (foreseen_replayed(deals, 1, "policy", "rule") for deals in (plain, schwarz))
    assert won == won_so
    assert any(game.won for game in won)


def test_bad_input_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deals.log"
    file.write_text("nonsense\n")
    alone = "expected files, or --self-play DEALS, or --table DEALS"
    for arguments, told in (
        ((), alone),
        ((str(RECORDS), "--self-play", "9"), alone),
        (("--table", "9", "--self-play", "9"), alone),
        (("--self-play", "9", "--cards", "rule"), "--cards rule: expected with files or --table"),
        (("--self-play", "9", "--against", "search"), "--against search: expected rule or policy"),
        (("--self-play", "9", "--against", "others"), "--against others: expected rule or policy"),
        ((str(file),), r"deals\.log, line 1: "),
    ):
        with pytest.raises(ValueError, match=told):
            run(*arguments)


def from_hand() -> Iterator[PlayedDeal]:
    """Keep trump games that are played from the hand."""
    for played in played_deals(RECORDS):
        if played.deal.hand_game and played.deal.contract != NULL:
            yield played


def announced(played: PlayedDeal, level: int) -> PlayedDeal:
    """Return the deal with another announcement, before its first card."""
    deal = played.deal.beginning()
    for action in played.deal.history:
        if deal.phase == Phase.DECLARE:
            deal.apply(declaration_action(played.deal.contract, level))
            break
        deal.apply(action)
    assert deal.phase == Phase.PLAY
    return PlayedDeal(played.name, played.players, deal)
