"""Worlds weighted by the opponent's moves, and values from playouts."""

import random

import numpy as np
import pyspiel
import pytest

import vorhand  # noqa: F401  (it registers the games)
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.decisions.presumed import Presumed
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import make_bot
from vorhand.agents.schnapsen.beliefs.policy import by_policy, drawn
from vorhand.agents.schnapsen.beliefs.uniform import uniform
from vorhand.agents.schnapsen.evaluators.blended import _shuffled, blended
from vorhand.agents.schnapsen.evaluators.error_allowing import error_allowing
from vorhand.agents.schnapsen.evaluators.played_out import played_out
from vorhand.agents.schnapsen.match_values import match_values
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native

GAME = pyspiel.load_game("python_schnapsen")
MATCH = "python_schnapsen(match=true,score_0=5,score_1=3)"
HEARTS, SPADES = 8, 16
QUEEN, KING = 1, 2


def after_a_lead() -> SchnapsenView:
    """Return player 1's view after the queen of hearts was led at once; spades are trumps."""
    game = pyspiel.load_game("python_schnapsen")
    led = HEARTS + QUEEN
    hands = ([led, 0, 3, 12, 19], [4, 11, 17, 24, 26])
    left = [c for c in native.Rules().cards if c not in (*hands[0], *hands[1])]
    up = max(card for card in left if card // 8 == 2)
    state = game.new_initial_state()
    for card in (*hands[0], *hands[1], up, *(card for card in left if card != up)):
        state.apply_action(card)
    state.apply_action(led)
    view: SchnapsenView = view_of(state, 1)
    return view


def chance_of(worlds: Worlds[np.ndarray], view: SchnapsenView, card: int) -> float:
    """Return the probability that the opponent holds a card."""
    known = native.Worlds(view.rules, view.deal, view.player)
    holds = [known.world(int(row)).hand(1 - view.player) >> card & 1 for row in worlds.rows]
    return float(worlds.weights @ np.array(holds))


@pytest.mark.parametrize(("card", "why"), [(HEARTS + KING, "announced"), (SPADES, "exchanged")])
def test_what_would_have_been_shown_is_less_likely_held(card: int, why: str) -> None:
    """A queen led from a pair is mostly announced, and a held trump jack mostly exchanged.

    There are exceptions: with open cards neither is worth anything in many worlds.
    """
    view = after_a_lead()
    read, blind = by_policy(GAME)(view, 2000, 1), uniform(view, 2000, 1)
    assert chance_of(read, view, card) < 0.85 * chance_of(blind, view, card), why


def test_a_floor_of_one_reads_nothing() -> None:
    """The only information in the opponent's moves is the number of moves that were possible."""
    view = after_a_lead()
    blind = chance_of(uniform(view, 4000, 1), view, HEARTS + KING)
    numb = chance_of(by_policy(GAME, floor=1.0)(view, 4000, 1), view, HEARTS + KING)
    sharp = chance_of(by_policy(GAME, floor=0.0)(view, 4000, 1), view, HEARTS + KING)
    assert abs(numb - blind) < abs(sharp - blind) / 2


def test_worlds_are_drawn_by_the_chances_of_hands() -> None:
    view = after_a_lead()
    known = native.Worlds(view.rules, view.deal, view.player)
    chances = np.random.default_rng(1).dirichlet(np.full(known.hands, 0.1))
    worlds = drawn(known, chances, 500, 3)
    assert worlds.weights.sum() == pytest.approx(1)
    assert len(set(worlds.rows.tolist())) == len(worlds) <= 500
    shares = np.bincount(
        (worlds.rows // known.orders).astype(np.int64), worlds.weights, known.hands
    )
    assert np.abs(np.cumsum(shares) - np.cumsum(chances)).max() < 0.02
    fewer = drawn(known, chances, 20, 3)
    assert fewer.rows.tolist() == worlds.rows[: len(fewer)].tolist()


def test_where_all_worlds_are_asked_for_all_are_there() -> None:
    game = pyspiel.load_game("python_schnapsen")
    rng = random.Random(5)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.current.deal.talon) > 1:
        legal = [action for action in state.legal_actions() if action != 33]
        state.apply_action(rng.choice(legal))
    view = view_of(state, state.current_player())
    known = native.Worlds(view.rules, view.deal, view.player)
    worlds = by_policy(GAME, floor=0.5)(view, 10**6, 1)
    assert sorted(worlds.rows.tolist()) == list(range(len(known)))
    by_hand = worlds.weights[np.argsort(worlds.rows)].reshape(known.hands, known.orders)
    assert np.allclose(by_hand, by_hand[:, :1])


def test_a_position_without_a_past_is_read_as_it_stands() -> None:
    seen = after_a_lead()
    view = SchnapsenView.of_deal(seen.rules, seen.deal, 1, (0, 0), 7)
    assert np.array_equal(by_policy(GAME)(view, 50, 4).rows, uniform(view, 50, 4).rows)


def test_playouts_count_for_the_match() -> None:
    game = pyspiel.load_game(MATCH)
    view = _first_lead(MATCH)
    worlds = uniform(view, 40, 2)
    values = played_out(game)(view, worlds, view.legal_actions)
    chances = match_values("measured", 7).of_deal(*view.score[:: 1 if view.player == 0 else -1])
    points = values["game points"].astype(int)
    assert np.array_equal(values.worth, chances[points + 3])
    single = pyspiel.load_game("python_schnapsen")
    assert np.array_equal(played_out(single)(view, worlds, view.legal_actions).worth, points)


def test_a_blend_is_the_mean_of_what_it_is_made_of() -> None:
    game = pyspiel.load_game(MATCH)
    view = _first_lead(MATCH)
    worlds, moves = uniform(view, 5, 2), view.legal_actions
    presumed = Presumed(0.0, by_worth=True).columns(error_allowing(game)(view, worlds, moves))["pv"]
    values = blended(game, share=0.25, playouts=200)(view, worlds, moves)
    assert np.allclose(values["presumed"], presumed)
    assert np.allclose(values.worth, 0.75 * presumed + 0.25 * values["played out"])
    # The mean of a hand's playouts is taken over many orders of the talon.
    other = blended(game, share=1.0, playouts=200)(view, Worlds(*_again(worlds)), moves)
    assert other.worth == pytest.approx(values["played out"], abs=0.17)


def test_a_hand_is_played_out_with_its_own_orders_of_the_talon() -> None:
    view = _first_lead(MATCH)
    worlds = uniform(view, 30, 2)
    orders = native.Worlds(view.rules, view.deal, view.player).orders
    shuffled = _shuffled(view, worlds, 50)
    hands = shuffled.rows // np.uint64(orders)
    assert np.array_equal(hands, np.repeat(worlds.rows // np.uint64(orders), 50))
    places = (shuffled.rows % np.uint64(orders)).astype(float) / orders
    assert len(set(places)) > 1400  # of 1500
    assert places.mean() == pytest.approx(0.5, abs=0.05)
    assert np.allclose(shuffled.weights.reshape(30, 50).sum(axis=1), worlds.weights)


def _again(worlds: Worlds[np.ndarray]) -> tuple[np.ndarray, np.ndarray, int | None, int]:
    """Return the same worlds with other random numbers."""
    return worlds.rows, worlds.weights, worlds.possible, worlds.seed + 1


def _first_lead(game: str) -> SchnapsenView:
    state, rng = pyspiel.load_game(game).new_initial_state(), random.Random(7)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    view: SchnapsenView = view_of(state, state.current_player())
    return view


@pytest.mark.parametrize("spec", ["pvp(belief=policy)", "policy_tree", "iimc"])
def test_a_policy_needs_the_whole_pack(spec: str) -> None:
    game = pyspiel.load_game("python_schnapsen(suits=2,hand_size=4)")
    with pytest.raises(AgentError, match="suits=2: expected 4, the pack of the policy"):
        make_bot(spec, game, 0, 1)
    assert make_bot("vorhand", game, 0, 1) is not None
