"""Hints before Ramsch name both cards to push on, with figures as by playouts one by one."""

import random
from collections import Counter

import pytest

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.skat.push_reasons import TEXTS
from vorhand.agents.skat.ramsch_reasons import SEED, WORLDS
from vorhand.games.skat.cards import card_name, parse_card
from vorhand.games.skat.game import SkatState
from vorhand.native.skat import PICK_UP, Scoring, rule_action, scores
from vorhand.tests.games.skat.test_schieberamsch import GAME, passed
from vorhand.tests.sizes import sizes


def at_the_first_card(rng: random.Random) -> SkatState:
    """Return a state in which a random player has taken up the skat."""
    state = passed(GAME, rng)
    pushes = rng.randrange(3)
    while state.current_player() < pushes:
        state.apply_action(rule_action(state.deal))
    state.apply_action(PICK_UP)
    return state


def values(state: SkatState, second: int) -> list[float]:
    """Return the player's score less the others' mean in each world, by rule players."""
    player = state.current_player()
    view = state.view(player)
    found = []
    for row in view.worlds().sample(WORLDS, SEED):
        deal = view.deal(row.tolist())
        deal.apply(second)
        while not deal.is_over:
            deal.apply(rule_action(deal))
        each = scores(Scoring.GAME_VALUE, deal.result())
        found.append(each[player] - (sum(each) - each[player]) / 2)
    return found


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def hint(state: SkatState) -> Reason:
    player = state.current_player()
    advise = adviser("pimc(worlds=20)", state.get_game(), player, 0, reasons=True)
    choice = advise(state.view(player))
    assert choice.because is not None
    assert str(choice.because).count("{") == 0
    return choice.because


@pytest.mark.parametrize("count", sizes(2, 12))
def test_figures_and_cards_against_playouts_one_by_one(count: int) -> None:
    rng, kinds = random.Random(3), Counter[str]()
    for _ in range(count):
        state = at_the_first_card(rng)
        said = hint(state)
        first, second = (parse_card(str(said.facts[name])) for name in ("first", "second"))
        state.apply_action(first)
        by_card = {card: values(state, card) for card in state.legal_actions()}
        assert mean(by_card[second]) == max(map(mean, by_card.values()))
        assert said.facts["score"] == pytest.approx(mean(by_card[second]), abs=1e-6)
        worse = {card: mean([value < 0 for value in found]) for card, found in by_card.items()}
        if "share" in said.facts:
            assert said.facts["share"] == pytest.approx(worse[second], abs=1e-6)
        if "other" in said.facts:
            other = parse_card(str(said.facts["other"]))
            assert other in by_card
            fewer = worse[other] - worse[second]
            assert (said.kind == "pushes") == (fewer >= 0.02)
            if "than" in said.facts:
                assert said.facts["than"] == pytest.approx(worse[other], abs=1e-6)
            if "points" in said.facts:
                more = mean(by_card[second]) - mean(by_card[other])
                assert said.facts["points"] == pytest.approx(more, abs=1e-6)
        kinds[said.kind] += 1
    assert set(kinds) <= set(TEXTS)
    assert kinds["pushes"] > 0


def test_the_second_card_is_explained_with_the_first() -> None:
    state = at_the_first_card(random.Random(4))
    first = state.legal_actions()[0]
    state.apply_action(first)
    said = hint(state)
    assert said.facts["first"] == card_name(first)
    assert parse_card(str(said.facts["second"])) in state.legal_actions()
