"""Compiled agents of Schnapsen: the same chances as their bots, for the same knowledge and seed."""

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from vorhand.agents import check
from vorhand.agents.schnapsen.compiled_players import compiled_player
from vorhand.agents.schnapsen.players.rule import choose
from vorhand.api import load_game, make_bot
from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState
from vorhand.native.errors import InputError
from vorhand.native.schnapsen import PlayedDeal, Player, Rules
from vorhand.tests.agents.schnapsen import slow_rule
from vorhand.tests.sizes import large

SEED = 7


def decisions(game: SchnapsenGame, deals: int, seed: int) -> Iterator[SchnapsenState]:
    """Play random deals and yield the states in which a player has a choice."""
    rng = random.Random(seed)
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node() and len(legal) > 1:
                yield state
            state.apply_action(rng.choice(legal))


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        ("python_schnapsen", 300),
        ("python_schnapsen(preset=pypi)", 50),
        ("python_schnapsen(marriage_compulsory=1,claim_on_marriage=0,target=60)", 50),
        ("python_kinderschnapsen", 100),
        pytest.param("python_schnapsen", 2_000, marks=pytest.mark.extended),
        pytest.param("python_schnapsen", 10_000, marks=pytest.mark.nightly),
    ],
)
def test_the_compiled_rule_player_plays_as_the_slow_one(game: str, deals: int) -> None:
    moves = set()
    for state in decisions(load_game(game), deals, 3):
        view = state.view(state.current_player())
        expected = slow_rule.choose(view)
        assert choose(view) == expected
        moves.add(expected)
    assert {33} <= moves  # it closes, too


LOCKSTEP = [
    ("python_schnapsen", "pimc(worlds=4)", 2000),
    ("python_kinderschnapsen", "pimc(worlds=20,ties=first)", 500),
    ("python_schnapsen(capped=true,score_0=5,score_1=6)", "pimc(worlds=3,ties=last)", 500),
    ("python_schnapsen(match=true)", "pimc(worlds=3)", 30),
    ("python_schnapsen(preset=tournament_hard)", "pvp(worlds=5)", 50),
    ("python_schnapsen(match=true)", "pvp(belief=policy(pasts=3),worlds=5)", 20),
    ("python_kinderschnapsen", "vorhand", 200),
    ("python_schnapsen", "policy_tree(iterations=40)", 200),
    ("python_schnapsen", "policy_tree(belief=uniform,exploration=0.5,iterations=40)", 50),
    ("python_schnapsen(match=true,score_1=4)", "vorhand(iterations=40)", 20),
    ("python_schnapsen", "policy_tree", 5),
]


def check_lockstep(name: str, spec: str, deals: int, most: int | None = None) -> None:
    """Compare the chances of all actions in the decisions of some games, or in the first `most`."""
    game = load_game(name)
    player = compiled_player(game, check(spec, game.get_type().short_name))
    assert player is not None
    bots = [make_bot(spec, game, seat, SEED) for seat in range(2)]
    compared = 0
    for state in islice(decisions(game, deals, 5), most):
        seat = state.current_player()
        expected = np.zeros(game.num_distinct_actions())
        for action, chance in bots[seat].get_policy(state):
            expected[action] = chance
        found = np.asarray(
            player.chances(state.current, state.score, state.view(seat).digest(SEED))
        )
        np.testing.assert_allclose(found, expected, atol=1e-12)
        compared += 1
    assert compared == most or compared > 4 * deals


@pytest.mark.parametrize(("game", "spec"), [case[:2] for case in LOCKSTEP[:-1]])
def test_some_chances_are_those_of_the_bot(game: str, spec: str) -> None:
    check_lockstep(game, spec, 2, 10)


@pytest.mark.parametrize("share", large(30, 1))
@pytest.mark.parametrize(("game", "spec", "deals"), LOCKSTEP)
def test_chances_are_those_of_the_bot(game: str, spec: str, deals: int, share: int) -> None:
    check_lockstep(game, spec, -(-deals // share))


@pytest.mark.parametrize(
    "spec",
    ["pimc(seconds=0.1)", "pimc(doubt=1)", "pimc(belief=policy)", "ppp", "random", "iimc",
     "policy_tree(seconds=0.1)", "pvp(depth=0)", "mc(evaluator=open_hand)", "vorhand(seconds=1)"],
)  # fmt: skip
def test_other_agents_are_not_compiled(spec: str) -> None:
    game = load_game("python_schnapsen")
    assert compiled_player(game, check(spec, "python_schnapsen")) is None


def test_the_opponents_cards_do_not_matter() -> None:
    game = load_game("python_schnapsen")
    player = compiled_player(game, check("policy_tree(iterations=60)", "python_schnapsen"))
    assert player is not None
    rng, compared = random.Random(2), 0
    for state in decisions(game, 2, 1):
        other = state.resample_from_infostate(state.current_player(), rng.random)
        first, second = (player.chances(s.current, (0, 0), 9) for s in (state, other))
        assert np.array_equal(first, second)
        compared += state.current.cards != other.current.cards
    assert compared > 5


def test_unfit_arguments_are_named() -> None:
    rules, worth = Rules(), np.zeros((7, 7, 7))
    with pytest.raises(InputError, match="ties 'none': expected shared, first or last"):
        Player.pimc(rules, 3, "none", worth)
    with pytest.raises(InputError, match="worlds 0: expected 1 or more"):
        Player.pimc(rules, 0, "first", worth)
    with pytest.raises(InputError, match="iterations 0: expected 1 or more"):
        Player.policy_tree(rules, 0, 1.0, 5, 5, None, worth)
    with pytest.raises(InputError, match="worth: expected finite numbers that never fall"):
        Player.pvp(rules, 3, None, -np.arange(343.0).reshape(7, 7, 7))
    with pytest.raises(InputError, match="deal: nobody is to move"):
        Player.rule(rules).chances(PlayedDeal(rules), (0, 0), 1)
    state = next(decisions(load_game("python_schnapsen"), 1, 1))
    with pytest.raises(InputError, match="score: expected 0 to 6"):
        Player.pimc(rules, 3, "first", worth).chances(state.current, (7, 0), 1)
