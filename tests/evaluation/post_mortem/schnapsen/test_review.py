"""Reviews of Schnapsen: what an agent expects is always that of player 0."""

import random

import pytest

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.evaluation.post_mortem.schnapsen.review import ReviewedMove, review
from vorhand.games.loading import load_game

MATCH, DEAL = "python_schnapsen(match=true)", "python_schnapsen"


def actions_at_random(text: str, most: int = 60) -> list[int]:
    rng, state = random.Random(4), load_game(text).new_initial_state()
    while not state.is_terminal() and len(state.history()) < most:
        state.apply_action(rng.choice(state.legal_actions()))
    return list(state.history())


@pytest.mark.parametrize(
    ("text", "agent", "scale"),
    [
        (MATCH, "vorhand(iterations=20)", "match"),
        (MATCH, "pvp(worlds=3)", "match"),
        (MATCH, "iimc(worlds=3)", "match"),
        (MATCH, "pimc(worlds=3)", "points"),
        (MATCH, "ppp(worlds=3)", "points"),
        (DEAL, "vorhand(iterations=20)", "points"),
        (DEAL, "pvp(worlds=3)", "points"),
        (DEAL, "pimc(worlds=3)", "points"),
    ],
)
def test_expectations_are_those_of_player_0(text: str, agent: str, scale: str) -> None:
    """An expectation of player 1 is shown as its counterpart for player 0."""
    game = load_game(text)
    actions = actions_at_random(text)
    asked: dict[int, list[ReviewedMove]] = {0: [], 1: []}
    for deal in review(game, actions, agent):
        for move in deal.moves:
            if move.advice is None:
                continue
            asked[move.seat].append(move)
            state = game.new_initial_state()
            for action in actions[: move.at]:
                state.apply_action(action)
            told = adviser(agent, game, move.seat, 0)(state.view(move.seat))
            own = dict(zip(told.names, told.scores, strict=True))
            for name, found in ((move.name, move.expected), (told.name, move.promised)):
                if own[name] != own[name]:  # the tree did not try it
                    assert found is None
                    continue
                other = 1 - own[name] if scale == "match" else -own[name]
                assert found is not None
                assert found == pytest.approx(own[name] if move.seat == 0 else other)
                assert 0 <= found <= 1 if scale == "match" else -3 <= found <= 3
            assert move.scale == scale
    assert all(asked.values())


@pytest.mark.parametrize("agent", ["rule", "ismcts(simulations=5)"])
def test_agents_without_expectations_have_a_move_alone(agent: str) -> None:
    moves = [m for d in review(load_game(DEAL), actions_at_random(DEAL), agent) for m in d.moves]
    assert any(move.advice for move in moves)
    assert {(move.scale, move.expected, move.promised) for move in moves} == {("", None, None)}
