"""The options of Skat's rules: what each adds to the game, and that it is off by default."""

import pyspiel
import pytest

from vorhand.native.errors import InputError
from vorhand.native.skat import MAX_MOVES


@pytest.mark.parametrize(
    ("options", "written", "actions", "moves", "tensor"),
    [
        ("", "scoring=seeger_fabian,", 123, 0, 0),
        ("bock=true", "bock=True,scoring=seeger_fabian,", 123, 0, 0),
        ("claims=true", "claims=True,scoring=seeger_fabian,", 127, 10, 362),
        ("kontra=true", "kontra=True,scoring=seeger_fabian,", 130, 2, 5),
        ("ramsch=true", "ramsch=True,scoring=seeger_fabian,", 123, 0, 6),
        ("spitze=true", "scoring=seeger_fabian,spitze=True,", 150, 0, 1),
        (
            "ramsch=true,schieberamsch=true",
            "ramsch=True,schieberamsch=True,scoring=seeger_fabian,",
            *(151, 0, 12),
        ),
    ],
)
def test_options_alone_add_to_the_game(
    options: str, written: str, actions: int, moves: int, tensor: int
) -> None:
    game = pyspiel.load_game(f"python_skat({options})")
    assert str(game) == f"python_skat({written}start=deal)"
    assert game.num_distinct_actions() == actions
    assert game.max_game_length() == MAX_MOVES + moves
    assert game.information_state_tensor_size() == 1691 + tensor


@pytest.mark.parametrize("rule", ["kontra", "ramsch", "spitze"])
def test_a_position_has_no_rules_of_the_bidding(rule: str) -> None:
    with pytest.raises(InputError, match="expected a start with the bidding"):
        pyspiel.load_game(f"python_skat({rule}=true,start=play G by 0 cards ?)")
