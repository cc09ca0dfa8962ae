"""The sentence of a hint at Schnapsen is the right one in positions whose answer is known."""

import pytest

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.schnapsen.reasons import TEXTS, reason_for
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.positions import read_position
from vorhand.games.schnapsen.view import SchnapsenView


def seen(position: str) -> SchnapsenView:
    """Return the knowledge of the player to move."""
    game = load_game("python_schnapsen")
    deal = read_position(game.rules, position)
    return SchnapsenView.of_deal(game.rules, deal, deal.to_move, (0, 0), 7)


def said(position: str, best: str, other: str) -> Reason | None:
    """Return the sentence on a choice, with another move as the next best."""
    view = seen(position)
    moves = {view.action_name(move): move for move in view.legal_actions}
    worth = {moves[best]: 2.0, moves[other]: 1.0}
    scores = tuple(worth.get(move, 0.0) for move in view.legal_actions)
    return reason_for(view, Choice.of(view, moves[best], "worlds", scores=scores))


CASES: dict[str, tuple[str, str, str, str, dict[str, object]]] = {
    "66 points by a marriage": (
        "up=SJ hand0=SK,SQ,HA,DA,CJ played=CA,CT,DT,DK points=35:0",
        *("marriage S (trumps)", "HA", "ends"),
        {},
    ),
    "the jack for the trump turned up": (
        "up=SA hand0=SJ,HT,DA,CK,CJ",
        *("exchange", "DA", "exchanges"),
        {"card": "SA"},
    ),
    "twenty before the first trick": (
        "up=SJ hand0=HK,HQ,DA,CT,CJ",
        *("marriage H", "DA", "announces early"),
        {"points": 20},
    ),
    "twenty after a trick": (
        "up=SJ hand0=HK,HQ,DA,CT,CJ played=CA,CQ points=14:0",
        *("marriage H", "DA", "announces"),
        {"points": 20},
    ),
    "queen of a pair": (
        "up=SJ hand0=HK,HQ,DA,CT,CJ leader=1 led=ST",
        *("CJ", "HQ", "keeps the marriage"),
        {"other": "HQ"},
    ),
    "only the ace takes the trick": (
        "up=SJ hand0=HA,HJ,DQ,CT,CJ leader=1 led=HT",
        *("HA", "HJ", "takes"),
        {"other": "HJ", "share": 1.0, "than": 0.0},
    ),
    "neither takes the trick": (
        "up=SJ hand0=HT,HJ,DQ,CT,CJ leader=1 led=HA",
        *("HJ", "CT", "gives"),
        {"points": 2, "more": 10, "share": 1.0},
    ),
    "both take the trick": (
        "up=SJ hand0=HT,HK,DQ,CT,CJ leader=1 led=HQ",
        *("HT", "HK", "earns"),
        {"other": "HK", "points": 6.0},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_sentence_is_right(case: str) -> None:
    position, best, other, kind, facts = CASES[case]
    found = said(position, best, other)
    assert found is not None
    assert (found.kind, found.facts) == (kind, facts)
    assert found.template == TEXTS[kind]


def test_nothing_is_said_against_open_hands() -> None:
    """Giving the ten to the opponent's ace is worse than giving the jack."""
    assert said("up=SJ hand0=HT,HJ,DQ,CT,CJ leader=1 led=HA", "CT", "HJ") is None


def test_every_hint_of_a_deal_names_its_figures() -> None:
    view = seen("up=SJ hand0=SA,HT,DA,CK,CJ")
    game = load_game("python_schnapsen")
    choice = adviser("pimc(worlds=20)", game, view.player, 1, reasons=True)(view)
    assert choice.because is not None
    assert all(word in str(choice.because) for word in choice.because.words().values())


def test_a_pair_of_which_one_must_be_played_next_is_not_kept() -> None:
    """The opponent takes the trick and leads; the hand is only the pair."""
    late = (
        "trump=H talon=- up=- played=DA,DT,DQ,DJ,HA,HT,HQ,HJ,SA,ST,SK,SQ,CA,CT "
        "hand0=CJ,CK,CQ hand1=SJ,HK leader=1 led=DK points=50:51"
    )
    found = said(late, "CJ", "CQ")
    assert found is None or found.kind != "keeps the marriage"
