"""In hints, cards that differ only by the names of their suits have the same figures."""

import random

import pytest

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.symmetry import merged, symmetric_cards
from vorhand.games.loading import load_game
from vorhand.tests.sizes import sizes

# Forehand defends against middlehand's clubs, with the same hearts and diamonds.
ALIKE = (
    "python_skat(start=play C by 1 bid 18 cards SA.HA.HT.H9.DA.DT.D9.SK.S8.S9/"
    "CJ.SJ.CA.CT.CK.CQ.C9.ST.SQ.HK/HJ.DJ.C8.C7.H8.H7.HQ.S7.DQ.DK/D8.D7)"
)


@pytest.mark.parametrize(
    ("held", "seen", "trump", "groups"),
    [
        ("HA HT DA DT SA", "", "C", ["DA HA", "DT HT"]),
        ("HA HT DA DT SA", "H7", "C", []),  # hearts are not symmetric: one of them has been seen
        ("HA HT DA DT SA", "", "H", []),  # hearts are trumps
        ("HA HT DA DK CA CQ", "", "", []),  # other ranks
        ("HA DA SA CA", "", "S", ["CA DA HA"]),
    ],
)
def test_which_suits_can_be_swapped(held: str, seen: str, trump: str, groups: list[str]) -> None:
    cards = held.split()
    legal = {card: number for number, card in enumerate(cards)}
    found = symmetric_cards(legal, cards, seen.split(), trump)
    assert sorted(" ".join(sorted(cards[k] for k in group)) for group in found) == groups


def test_groups_that_overlap_are_one() -> None:
    assert sorted(merged([(1, 2), (3, 4), (5,), (2, 3)])) == [(1, 2, 3, 4), (5,)]


def test_symmetric_cards_have_equal_figures_in_skat() -> None:
    game = load_game(ALIKE)
    choice = adviser("pimc(worlds=20)", game, 0, 0)(game.new_initial_state().view(0))
    assert choice.gauge
    figures = dict(zip(choice.names, choice.gauge.values, strict=True))
    assert {rank: figures[f"H{rank}"] - figures[f"D{rank}"] for rank in "AT9"} == {
        "A": 0,
        "T": 0,
        "9": 0,
    }
    assert figures["S8"] == figures["S9"]  # equal cards
    assert len(set(figures.values())) > 1


@pytest.mark.parametrize("seeds", sizes(3, 25))
@pytest.mark.parametrize("agent", ["pimc(worlds=20)", "ppp(worlds=20)"])
def test_the_move_of_a_hint_has_the_largest_figure(agent: str, seeds: int) -> None:
    """The mean of a group decides, not the luckiest of its samples."""
    game = load_game(ALIKE)
    view = game.new_initial_state().view(0)
    for seed in range(seeds):
        choice = adviser(agent, game, 0, seed)(view)
        assert choice.gauge
        assert choice.best == (choice.move,)
        assert choice.gauge.values[choice.moves.index(choice.move)] == max(choice.gauge.values)


def test_symmetric_cards_have_equal_figures_in_schnapsen() -> None:
    """The deal is the first in which the leader holds only an ace, or only a ten, of two suits."""
    game, rng = load_game("python_schnapsen"), random.Random(1)
    pair: list[str] = []
    while len(pair) < 2:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        seat = state.current_player()
        names = [state.action_to_string(seat, a) for a in state.legal_actions()]
        view = state.view(seat)
        own = view.names(view.deal.hand(seat))
        single = {s: cards[0] for s in "DHSC" if len(cards := [c for c in own if c[0] == s]) == 1}
        for rank in "AT":
            same = [card for s, card in single.items() if card[1] == rank]
            if "DHSC"[view.deal.trump] not in {card[0] for card in same} and len(same) > 1:
                pair = same
    assert set(pair) <= set(names)
    choice = adviser("pimc(worlds=10)", game, seat, 0)(view)
    assert choice.gauge
    figures = dict(zip(choice.names, choice.gauge.values, strict=True))
    assert figures[pair[0]] == figures[pair[1]]
