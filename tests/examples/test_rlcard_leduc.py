"""The wrapper of RLCard's rule models, with a model of the test in place of RLCard's."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyspiel
import pytest

from vorhand.agents import AgentError, check, make_bot
from vorhand.agents.registry import temporary

FOLD, CALL, RAISE = 0, 1, 2


@pytest.fixture
def example() -> Iterator[dict[str, Any]]:
    with temporary():  # the file registers an agent
        yield runpy.run_path(str(Path(__file__).parents[2] / "examples" / "rlcard_leduc.py"))


def state_after(*actions: int) -> pyspiel.State:
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def test_a_model_receives_cards_and_actions_by_rlcards_names(example: dict[str, Any]) -> None:
    described = example["rlcard_state"]
    first = described(state_after(3, 4))  # queen of hearts, king of spades
    assert first["raw_obs"] == {"hand": "HQ", "public_card": None}
    assert first["raw_legal_actions"] == ["check", "raise"]
    raised = described(state_after(3, 4, RAISE))
    assert raised["raw_obs"] == {"hand": "SK", "public_card": None}
    assert raised["raw_legal_actions"] == ["fold", "call", "raise"]
    second = described(state_after(3, 4, RAISE, CALL, 0))
    assert second["raw_obs"] == {"hand": "HQ", "public_card": "SJ"}


def test_an_illegal_action_becomes_a_call(example: dict[str, Any]) -> None:
    open_bet, facing = state_after(3, 4), state_after(3, 4, RAISE)
    capped = state_after(3, 4, RAISE, RAISE)
    expected = {"raise": (RAISE, RAISE, CALL), "fold": (CALL, FOLD, FOLD)}
    expected |= {"call": (CALL,) * 3, "check": (CALL,) * 3}
    for word, actions in expected.items():
        model = SimpleNamespace(step=lambda state, word=word: word)
        bot = example["ModelBot"](model)
        assert tuple(map(bot.step, (open_bet, facing, capped))) == actions


@pytest.mark.parametrize("parameter", ["players=3", "suit_isomorphism=true", "action_mapping=true"])
def test_games_with_other_cards_or_actions_are_refused(
    example: dict[str, Any], parameter: str
) -> None:
    game = pyspiel.load_game(f"leduc_poker({parameter})")
    name = parameter.partition("=")[0]
    with pytest.raises(AgentError, match=rf"leduc_poker\({name}=.*\): expected players=2, without"):
        make_bot("rlcard", game, 0, 1)


def test_its_version_is_checked(example: dict[str, Any]) -> None:
    assert str(check("rlcard(version=2)", "leduc_poker")) == "rlcard(version=2)"
    with pytest.raises(AgentError, match="version"):
        check("rlcard(version=3)", "leduc_poker")
