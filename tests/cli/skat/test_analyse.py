"""``vorhand analyse`` with a position of Skat."""

import json
import re

import pytest
from typer.testing import CliRunner

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.schnapsen.reasons import TEXTS as SCHNAPSEN_TEXTS
from vorhand.agents.skat.bidding.comparisons import TEXTS as GAME_TEXTS
from vorhand.agents.skat.bidding.limits import TEXTS as BID_TEXTS
from vorhand.agents.skat.offer_reasons import TEXTS as OFFER_TEXTS
from vorhand.agents.skat.push_reasons import TEXTS as PUSH_TEXTS
from vorhand.agents.skat.ramsch_reasons import TEXTS as RAMSCH_TEXTS
from vorhand.agents.skat.reasons import TEXTS
from vorhand.cli import app
from vorhand.cli.terminal.hints import reason_text
from vorhand.cli.terminal.texts import GERMAN_REASONS, use_language
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView

BIDDING = "hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=18"
DEFENCE = "seat=1 hand=HJ,C9,SA,ST,S8,H8,H7,DT,DK,D9 soloist=0 bid=18 contract=C plays=CJ"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["analyse", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_the_document_is_the_choice_of_the_agent_in_that_view() -> None:
    data = json.loads(run(DEFENCE, "--agent", "pimc(worlds=20)", "--seed", "3", "--json"))
    choice = adviser("pimc(worlds=20)", load_game("python_skat"), 1, 3, reasons=True)(
        SkatView.parse(DEFENCE)
    )
    assert data == json.loads(json.dumps(choice.to_dict()))
    assert {move["move"] for move in data["moves"]} == {"C9", "HJ"}


def test_tables_of_bids_and_cards() -> None:
    assert "grand hand" in run(BIDDING)
    assert "soloist's points" in run(DEFENCE, "--agent", "pimc(worlds=5)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "position 'nonsense': expected one such as .*hand0=.* or 'hand="),
        ([BIDDING, "--open"], "--open: expected a position of Schnapsen"),
        ([BIDDING.replace(" bids=18", "")], r"seat=0: .* expected the view of seat=1 \(middlehand"),
        ([BIDDING, "--game", "leduc_poker"], "game 'leduc_poker': expected one of"),
        ([BIDDING.replace("D7", "DA")], "DA stands twice"),
    ],
)
def test_questions_without_an_answer(arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run(*arguments)


def test_the_sentence_of_a_hint_in_both_languages() -> None:
    """Each kind has a German text with the same facts."""
    english = TEXTS | SCHNAPSEN_TEXTS | BID_TEXTS | GAME_TEXTS | PUSH_TEXTS
    english |= OFFER_TEXTS | RAMSCH_TEXTS
    facts = {kind: set(re.findall(r"{(\w+)}", text)) for kind, text in english.items()}
    german = {kind: set(re.findall(r"{(\w+)}", text)) for kind, text in GERMAN_REASONS.items()}
    assert german == facts
    reason = Reason("trick", TEXTS["trick"], {"other": "CT", "share": 0.84, "than": 0.4})
    assert reason_text(reason) == (
        "It brings your side the trick in 84% of the sampled layouts, CT in 40%."
    )
    use_language("de")
    try:
        assert reason_text(reason) == (
            "Bringt deiner Seite den Stich in 84 % der ausgelosten Verteilungen, Kreuz 10 in 40 %."
        )
    finally:
        use_language("en")


def test_a_bid_says_the_limit() -> None:
    assert "Bid up to 96: with the skat 89%" in run("hand=HT,SK,C7,C8,CK,CA,CT,DJ,SJ,CJ bids=18")
