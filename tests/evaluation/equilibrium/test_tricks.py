"""Positions of games over the engine, and how many nodes their endings take."""

import pytest

from vorhand.evaluation.equilibrium.tricks import engine_games, position

# A change that should not alter the search keeps these numbers; others state the new ones.
NODES = {
    "python_belote": 269_091,
    "bridge": 42_051,
    "euchre": 12_277,
    "hearts": 1_170_149,
    "oh_hell": 13_498,
    "skat": 123_337,
    "spades": 84_220,
    "tarok": 250_386,
}


@pytest.mark.extended
@pytest.mark.parametrize("name", NODES)
def test_the_search_has_a_signature_in_every_game(name: str) -> None:
    found = [position(name, seed, 6, worlds=2) for seed in range(12)]
    reached = [each for each in found if each is not None]
    assert all(play.cards_left(play.player) <= 6 for play, _ in reached)
    assert sum(play.nodes(hands) for play, hands in reached) == NODES[name]


def test_games_of_other_cores_are_none_of_the_engine() -> None:
    assert engine_games() == list(NODES)
    assert position("python_schnapsen", 0) is None
    assert position("kuhn_poker", 0) is None
