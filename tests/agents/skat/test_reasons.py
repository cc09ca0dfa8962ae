"""The sentence of a hint is the right one in positions whose answer is known."""

import random
from typing import Any

import pytest

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.choice import Choice, Verdict
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.skat.bidding.contracts import Prospect
from vorhand.agents.skat.bidding.kermit import KermitLook, compiled_kermit
from vorhand.agents.skat.bidding.limits import limit_of
from vorhand.agents.skat.reasons import TEXTS, reason_for
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import cards_text, parse_card
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.start import Start
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Phase, bid_values

REAR = "seat=2 hand={},H7,H8,H9,S7,S8,S9,HQ,SQ soloist=0 bid=18 contract=G plays="
ENDING = "play G by 0 cards {} tricks 3 points 60 matadors 1"


def rear(own: str, trick: str) -> SkatView:
    """Return the view of rearhand, a defender who plays last to the first trick."""
    return SkatView.parse(REAR.format(own) + trick)


def ending(cards: str, seat: int) -> SkatView:
    """Return a position in which the voids leave one layout."""
    return observe(Start.parse(ENDING.format(cards)).deal(), seat)


def chosen(view: SkatView, best: str, other: str, **fields: object) -> Choice:
    """Return a choice of one card, with another as the next best."""
    worth = {parse_card(best): 2.0, parse_card(other): 1.0}
    scores = tuple(worth.get(move, 0.0) for move in view.legal_actions)
    return Choice.of(view, parse_card(best), "worlds", scores=scores, **fields)


CASES: dict[str, tuple[SkatView, str, str, tuple[str, dict[str, object]]]] = {
    "partner has the trick": (
        *(rear("CT,C7", "D7,DA"), "CT", "C7"),
        ("smears", {"points": 10, "share": 1.0}),
    ),
    "the soloist has the trick": (
        *(rear("CT,C7", "CJ,D7"), "C7", "CT"),
        ("saves", {"points": 0, "more": 10, "share": 1.0}),
    ),
    "only the ace takes the trick": (
        *(rear("DA,D7", "DQ,D8"), "DA", "D7"),
        ("trick", {"other": "D7", "share": 1.0, "than": 0.0}),
    ),
    "partner leads to the ace later, and a ten falls": (
        ending("CT.C9/CA.H7/HA.C7/- leader 1 void HA.C7/-/CT.C9", 1),
        *("H7", "CA"),
        (
            "keeps for",
            {"other": "CA", "place": "forehand", "captured": "CT", "points": 21.0, "fewer": 11.0},
        ),
    ),
    "both cards take the trick, one has ten points": (
        ending("HT.H9/S7/S8/- leader 1 trick H7.H8 void -/-/-", 0),
        *("HT", "H9"),
        ("gains", {"other": "H9", "points": 10.0}),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_sentence_is_right(case: str) -> None:
    view, best, other, expected = CASES[case]
    found = reason_for(view, chosen(view, best, other))
    assert found is not None
    assert (found.kind, found.facts) == expected
    assert all(word in str(found) for word in found.words().values())


def test_a_soloist_in_null_ducks() -> None:
    start = "play N by 0 bid 23 cards C7.CA/S7/S8/- leader 1 trick C9.C8 tricks 0 matadors 0"
    view = observe(Start.parse(start + " past ?").deal(), 0)
    found = reason_for(view, chosen(view, "C7", "CA"))
    facts: dict[str, str | int | float] = {"other": "CA", "share": 1.0, "than": 0.0}
    assert found == Reason("ducks", TEXTS["ducks"], facts)


def test_nothing_is_said_against_the_lines() -> None:
    """No sentence denies that the partner's trick gains more from the ten than from the seven."""
    view = rear("CT,C7", "D7,DA")
    assert reason_for(view, chosen(view, "C7", "CT")) is None


@pytest.mark.parametrize(
    ("loss", "error", "kind"),
    [(0.0, 0.0, "same"), (0.0, 0.1, "close"), (0.05, 0.1, "close"), (0.3, 0.1, None)],
)
def test_sentences_on_the_figures(loss: float, error: float, kind: str | None) -> None:
    view = rear("CT,C7", "D7,DA")
    verdicts = tuple(Verdict(loss, error, "") for _ in view.legal_actions)
    found = reason_for(view, chosen(view, "C7", "CT", verdicts=verdicts))
    assert (found and found.kind) == kind


def test_cards_that_need_no_comparison() -> None:
    view = rear("CT,C7", "D7,DA")
    choice = chosen(view, "CT", "C7")
    assert str(reason_for(view, choice, [choice.moves])).startswith("All cards")
    sure = chosen(view, "CT", "C7", diagnostics={"sure": (1.0,) * len(choice.moves)})
    assert str(reason_for(view, sure)).startswith("It wins the game against every layout")
    forced = SkatView.parse(REAR.format("DA,C7") + "DQ,D8")
    assert str(reason_for(forced, chosen(forced, "DA", "DA"))).startswith("It is the only card")


@pytest.mark.nightly
def test_the_limit_is_the_last_value_that_the_bidder_would_bid() -> None:
    """The limit is the highest bid; the reference asks the bidder separately at every bid."""
    game, rng = load_game("python_skat"), random.Random(1)
    kinds = set()
    for _ in range(25):
        cards = cards_text(sum(1 << card for card in rng.sample(range(32), 10)))
        view = SkatView.parse(f"seat=1 hand={cards}")
        found = adviser("vorhand", game, 1, 0, reasons=True)(view).because
        assert found is not None
        kinds.add(found.kind)
        limit, look = 0, KermitLook(compiled_kermit(0.6, "policy", 24), view.hand, 1, (0, 0))
        for value in bid_values():
            after, hand = look.after_pickup(value), look.from_the_hand(value)
            mean = sum(p.chance * p.chosen for p in after)
            if max(mean, *(p.chance for p in hand), 0) < 0.6:
                break
            limit = value
        assert (found.facts["value"] if "pass" not in found.kind else 0) == limit
    assert len(kinds) > 2


@pytest.mark.parametrize(("chance", "kind"), [(0.597, "pass narrowly"), (0.58, "pass")])
def test_a_narrow_pass_does_not_compare_equal_figures(chance: float, kind: str) -> None:
    prospect = Prospect(Declaration(4), 0, None, chance, 0.0)
    found = limit_of([18], lambda value: (prospect, None), 0.6)
    assert found.kind == kind
    assert str(found).count("60%") == 1


def test_discards_are_explained_by_the_next_best_game() -> None:
    """The sentence compares the figures of two games, and the second is another game."""
    game, rng = load_game("python_skat"), random.Random(2)
    kinds = set()
    for _ in range(3):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        while state.view(state.current_player()).phase != Phase.PLAY and not state.is_terminal():
            player = state.current_player()
            view = state.view(player)
            choice = adviser("vorhand", game, player, 0, reasons=True)(view)
            if view.phase != Phase.BIDDING:
                assert choice.because is not None
                facts: Any = choice.because.facts
                kinds.add(choice.because.kind)
                if view.phase in (Phase.DISCARD, Phase.DECLARE):
                    details: Any = choice.details
                    best, *others = details.prospects
                    other = next(o for o in others if o.declaration != best.declaration)
                    assert facts["game"] == best.declaration.in_words()
                    assert facts["hand"] == other.declaration.in_words()
                    assert facts["share"] == pytest.approx(best.chance, abs=1e-6)
                    assert facts["fewer"] == pytest.approx(other.score, abs=1e-6)
                    assert facts["points"] >= facts["fewer"]
            state.apply_action(choice.move)
    assert "game" in kinds
    assert kinds & {"skat or hand", "with the skat"}
