"""Belote's agents: exact open hands, decisions from views, strength."""

from __future__ import annotations

import random

import numpy as np
import pytest

from vorhand.agents import make_bot, registry
from vorhand.agents.belote.rule import worth_as_trumps
from vorhand.agents.generic.evaluators import open_hand
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.tricks.open_hands import uniform
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.games.loading import load_game
from vorhand.tests.games.belote.test_game import CONTREE, PLAIN, hand, played


@pytest.mark.parametrize("game", [PLAIN, CONTREE])
def test_open_hands_are_worth_what_plain_minimax_says(game: str) -> None:
    """Scores in the last tricks, against minimax over OpenSpiel states."""
    evaluate = registry.make("evaluator", "open_hand", load_game(game))
    compared = 0
    for seed in range(150):
        state = played(game, seed, 22 + seed % 9)
        view = state.view(state.current_player())
        if state.belote_seat() not in (-1, view.player, view.announced):
            continue  # what the player cannot know would count
        hands = np.array([[state.hand(seat) for seat in range(4)]], np.uint64)
        values = evaluate(view, Worlds(hands, np.ones(1)), view.legal_actions)
        rows = np.empty(1, object)
        rows[0] = state
        plain = open_hand(
            StateView(state, view.player), Worlds(rows, np.ones(1)), view.legal_actions
        )
        assert (values.worth == plain.worth).all()
        compared += 1
    assert compared > 50


def test_decisions_follow_from_what_the_player_knows() -> None:
    game = load_game(PLAIN)
    rng = random.Random(2)
    for seed in range(12):
        state = played(PLAIN, seed, 12 + seed)
        player = state.current_player()
        bot = make_bot("pimc(worlds=5)", game, player, 7)
        other = state.resample_from_infostate(player, rng.random)
        choice = bot.explain(state.view(player))
        assert choice == make_bot("pimc(worlds=5)", game, player, 7).explain(other.view(player))
        if choice.reason != "forced":
            assert choice.possible == state.view(player).layouts().size
        assert set(choice.moves) == set(state.legal_actions())


def test_the_rule_player_takes_with_jack_and_nine_and_passes_without_trumps() -> None:
    strong, weak = hand("CJ C9 CA HA S7 C8"), hand("H7 H8 S9 SQ D7 DQ")
    assert worth_as_trumps(strong, 3) > 60
    assert worth_as_trumps(weak, 3) < 20


@pytest.mark.parametrize(
    ("better", "worse", "deals"), [("rule", "random", 40), ("pimc(worlds=4)", "random", 8)]
)
def test_the_better_player_wins(better: str, worse: str, deals: int) -> None:
    """On the same deals with seats exchanged; the differences are several standard errors wide."""
    game, gained = load_game(PLAIN), []
    for deal in range(deals):
        for side in (0, 1):
            bots = [
                make_bot(better if seat % 2 == side else worse, game, seat, deal)
                for seat in range(4)
            ]
            state = play_game(game.new_initial_state(), bots, random.Random(deal), str)
            gained.append(state.returns()[side])
    assert np.mean(gained) > 0


@pytest.mark.parametrize("spec", ["iimc(worlds=20)", "ppp(worlds=4)", "pvp(worlds=4)", "ismcts"])
def test_the_agents_of_the_literature_play(spec: str) -> None:
    game = load_game(PLAIN)
    for cards in (0, 13, 21):
        state = played(PLAIN, cards, cards)
        bot = make_bot(spec, game, state.current_player(), 3)
        assert bot.step(state) in state.legal_actions()


def test_error_allowing_values_are_exact_ones() -> None:
    """m is the exact value, p a probability, and a gain goes with it."""
    game = load_game(CONTREE)
    exact = registry.make("evaluator", "open_hand", game)
    allowing = registry.make("evaluator", "error_allowing", game)
    for seed in range(20):
        state = played(CONTREE, seed, 12 + seed % 16)
        view = state.view(state.current_player())
        worlds = uniform(view, 3, seed)
        values = allowing(view, worlds, view.legal_actions)
        assert (values["m"] == exact(view, worlds, view.legal_actions).worth).all()
        assert ((values["p"] >= 0) & (values["p"] <= 1)).all()
        assert ((values["a"] > 0) == (values["p"] > 0)).all()
