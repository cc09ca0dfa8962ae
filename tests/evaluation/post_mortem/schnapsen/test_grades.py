"""Grades of played moves against hints, and points lost with open hands."""

import itertools
import json
import random

import numpy as np
import pytest

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.evaluation.post_mortem.schnapsen.review import hints, review
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.tests.evaluation.post_mortem.schnapsen.test_review import (
    DEAL,
    MATCH,
    actions_at_random,
)
from vorhand.web.games.schnapsen import WEB

TREE = "vorhand(iterations=60,least=20)"
Equal = tuple[int, int]
"""Two cards with the same consequences."""


@pytest.mark.parametrize("agent", [TREE, "pimc(worlds=5)", "pvp(worlds=5)"])
@pytest.mark.parametrize("text", [DEAL, MATCH])
def test_who_follows_the_hints_makes_no_mistake(text: str, agent: str) -> None:
    game, rng = load_game(text), random.Random(7)
    advisers = [adviser(agent, game, seat, 0) for seat in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 70:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            seat = state.current_player()
            state.apply_action(advisers[seat](state.view(seat)).move)
    moves = [m for deal in review(game, state.history(), agent) for m in deal.moves]
    graded = [move for move in moves if move.verdict is not None]
    assert len(graded) > 5
    assert {(move.verdict.loss, move.grade) for move in graded if move.verdict} == {(0, "")}


@pytest.mark.parametrize("agent", [TREE, "pimc(worlds=5)"])
def test_random_moves_are_graded_by_the_hints_own_figures(agent: str) -> None:
    """Lost game points are graded as a share of the two points between a win and a loss by one."""
    game, actions = load_game(DEAL), actions_at_random(DEAL)
    graded = 0
    for (deal,) in [review(game, actions, agent)]:
        for move in deal.moves:
            if move.advice is None or move.verdict is None:
                continue
            compared = move.advice.comparable
            means = move.advice.scores if compared is None else compared.means
            scores = dict(zip(move.advice.names, means, strict=True))
            lost = scores[move.advice.name] - scores[move.name]
            assert move.verdict.loss == pytest.approx(max(0, lost) / 2)
            for best in move.advice.best:
                verdict = move.advice.verdict_of(best)
                assert verdict is not None
                assert (verdict.loss, verdict.grade) == (0, "")
            graded += move.verdict.loss > 0
    assert graded > 3


def deal_with_equal_cards(game: SchnapsenGame, rng: random.Random) -> tuple[SchnapsenView, Equal]:
    """Deal until the leader has two cards of one rank, each alone in a side suit.

    Nothing else is known of these suits, so exchanging them changes only the names.
    """
    while True:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        player = state.current_player()
        view = state.view(player)
        names = {
            card: view.action_name(card) for card in range(32) if view.deal.hand(player) >> card & 1
        }
        suits = [name[0] for name in names.values()] + [view.action_name(view.deal.up)[0]]
        alone = {card: name[1] for card, name in names.items() if suits.count(name[0]) == 1}
        for first, second in itertools.combinations(alone, 2):
            if alone[first] == alone[second]:
                return view, (first, second)


def test_moves_equal_by_symmetry_are_not_graded() -> None:
    """A move equal to the hint is no mistake, even if the search tried it less often."""
    game, rng = load_game(DEAL), random.Random(1)
    losses = []
    for seed in range(25):
        view, equal = deal_with_equal_cards(game, rng)
        choice = adviser("vorhand(iterations=3000,least=400)", game, view.player, seed)(view)
        if choice.move not in equal:
            continue
        twin = equal[choice.move == equal[0]]
        verdict = choice.verdict_of(twin)
        assert verdict is not None
        assert verdict.grade == ""
        assert choice.comparable is not None
        means = dict(zip(choice.moves, choice.comparable.means, strict=True))
        losses.append((means[choice.move] - means[twin]) / 2)
    assert len(losses) >= 5
    assert abs(np.mean(losses)) < 0.05


def points(state: SchnapsenState) -> int:
    """Return game points for player 0 with open hands, by exhaustive search."""
    if state.is_terminal():
        return int(state.returns()[0])
    found = [points(state.child(action)) for action in state.legal_actions()]
    return max(found) if state.current_player() == 0 else min(found)


def test_the_loss_with_open_hands_is_that_of_plain_search() -> None:
    compared = losses = 0
    for seed in range(30):
        game, rng = load_game(DEAL), random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        actions = list(state.history())
        for move in review(game, actions)[0].moves:
            at = game.new_initial_state()
            for action in actions[: move.at]:
                at.apply_action(action)
            if at.deal.open or at.deal.hand(move.seat).bit_count() > 3:
                continue
            values = {a: points(at.child(a)) for a in at.legal_actions()}
            sign = 1 if move.seat == 0 else -1
            most = max(sign * value for value in values.values())
            assert move.cost == most - sign * values[move.action]
            assert move.turned == (most > 0 > sign * values[move.action])
            compared, losses = compared + 1, losses + (move.cost > 0)
    assert compared > 40
    assert losses > 3


def test_the_same_seed_gives_the_same_hints() -> None:
    game, actions = load_game(DEAL), actions_at_random(DEAL)
    first, again = (list(hints(game, actions, TREE, 5)) for _ in range(2))
    assert [a and a.verdicts for a in first] == [a and a.verdicts for a in again]
    part = list(hints(game, actions, TREE, 5, places=range(2, 5)))
    assert [a and a.verdicts for a in part] == [a and a.verdicts for a in first[2:5]]
    other = list(hints(game, actions, TREE, 6))
    assert [a and a.scores for a in first] != [a and a.scores for a in other]


def test_every_move_is_known_well_enough_to_be_graded() -> None:
    """Grading adds visits to rarely tried moves, but does not change the chosen move."""
    game, actions = load_game(DEAL), actions_at_random(DEAL)
    plain = hints(game, actions, "vorhand(iterations=60)")
    for bare, more in zip(plain, hints(game, actions, TREE), strict=True):
        if bare is None or more is None:
            continue
        assert bare.move == more.move
        assert np.isfinite(more.scores).all()
        assert all(verdict and verdict.error is not None for verdict in more.verdicts)


def test_grades_come_in_parts_as_in_the_whole_review() -> None:
    game = load_game(DEAL)
    state, rng = game.new_initial_state(), random.Random(8)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    line = json.dumps({"game": DEAL, "actions": state.history(), "seats": ["a", "b"]})
    (deal,) = WEB.questions["review"]({"text": line, "brief": True})["deals"]
    last = len(deal["moves"]) - 3
    ask = {"text": line, "first": last, "count": 10}
    parts = WEB.questions["grades"](ask)["grades"]
    whole = WEB.questions["review"]({"text": line})["deals"][0]["moves"]
    assert len(parts) == 3
    for move, part in zip(whole[last:], parts, strict=True):
        assert {key: move[key] for key in part} == part
