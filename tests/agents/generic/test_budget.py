"""The size of a game is estimated before it is searched, and large games are refused."""

import random

import pytest

from vorhand.agents.generic import budget
from vorhand.agents.generic.budget import TooLargeError, check_size
from vorhand.games.loading import load_game


def test_small_games_are_counted() -> None:
    # Kuhn poker: 1 deal of one card, 3 of the second, 6 deals with 9 histories each.
    assert check_size(load_game("kuhn_poker")) == 1 + 3 + 6 * 9


def test_a_game_a_little_too_large_is_counted_up_to_the_bound() -> None:
    with pytest.raises(TooLargeError, match="leduc_poker: more than 5,000 states; expected"):
        check_size(load_game("leduc_poker"), 5000)


@pytest.mark.parametrize("name", ["python_schnapsen", "python_skat", "gin_rummy"])
def test_a_game_far_too_large_is_refused_after_a_few_games(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the size; only the sampled games create states."""
    games = []

    def probed(game: object, rng: object) -> float:
        games.append(game)
        return 1e12

    with pytest.raises(TooLargeError, match=rf"{name}: about \de\+\d+ states, by games at random"):
        check_size(load_game(name))
    monkeypatch.setattr(budget, "_probed_states", probed)
    with pytest.raises(TooLargeError, match=r"about 1e\+12 states"):
        check_size(load_game("kuhn_poker"))
    assert len(games) == 15


def test_guesses_are_unbiased() -> None:
    """The mean of the estimates over many random games is the number of states (Knuth 1975)."""
    leduc = load_game("leduc_poker")
    guesses = [budget._probed_states(leduc, random.Random(k)) for k in range(1500)]
    mean = sum(guesses) / len(guesses)
    spread = (sum((g - mean) ** 2 for g in guesses) / len(guesses)) ** 0.5
    assert abs(mean - check_size(leduc)) < 4 * spread / len(guesses) ** 0.5
