"""Dropping moves, settling ties and caching decisions: their effects, with equal results."""

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.montecarlo import search
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.montecarlo.search import can_catch_up, left_open
from vorhand.agents.skat.beliefs.declared import Declared
from vorhand.agents.skat.outcomes import card_play
from vorhand.games.loading import load_game
from vorhand.native import skat_monte_carlo as native
from vorhand.tests.agents.skat.played import GAME, states, view_of


def visits_of(choice: Choice) -> tuple[float, ...]:
    """Return the number of worlds in which each move was evaluated; empty if it is all."""
    return choice.diagnostics.get("visits", ())


@pytest.mark.extended
def test_dropping_moves_agrees_nearly_always_and_costs_less() -> None:
    spec = "iimc(worlds=160,bidder=rule)"
    every = make_bot(spec, GAME, 0, 1)
    some = make_bot(spec.replace("bidder", "eliminate=true,bidder"), GAME, 0, 1)
    agreed = lost = decisions = evaluated = evaluations = 0
    for state in states(15, 1) + states(20, 4):
        view = view_of(state)
        if len(view.legal_actions) == 1:
            continue
        full, fast = every.explain(view), some.explain(view)
        decisions += 1
        agreed += full.move == fast.move
        lost += full.scores[full.moves.index(full.move)] - full.scores[full.moves.index(fast.move)]
        evaluations += full.worlds * len(full.moves)
        evaluated += int(sum(visits_of(fast))) or fast.worlds * len(fast.moves)
        assert fast == some.explain(view)
        # Remaining moves were evaluated in all worlds, and in the same ones.
        for k, visits in enumerate(visits_of(fast)):
            assert visits <= full.worlds
            if visits == full.worlds:
                assert fast.scores[k] == pytest.approx(full.scores[k])
    assert decisions > 20
    assert agreed >= 0.9 * decisions
    assert lost / decisions < 0.5
    assert evaluated < 0.8 * evaluations


def test_only_what_is_asked_for_is_evaluated() -> None:
    for state in states(12, 5):
        view = view_of(state)
        play, rows = card_play(view), np.asarray(view.worlds().distinct(0, 3, 5))
        half = sum(1 << card for card in view.legal_actions[::2])
        full = np.asarray(native.open_hand(play, rows))
        part = np.asarray(native.open_hand(play, rows, moves=half))
        columns = [card for card in range(32) if half >> card & 1]
        np.testing.assert_array_equal(part[:, columns], full[:, columns])
        assert (np.delete(part, columns, axis=1) == -1).all()
        player = native.Player.random()
        full = np.asarray(native.played_out(play, rows, player, 3))
        part = np.asarray(native.played_out(play, rows[1:], player, 3, first=1, moves=half))
        np.testing.assert_array_equal(part[:, columns], full[1:, columns])


def test_a_playout_to_win_stops_when_that_is_settled_and_not_before() -> None:
    shorter = 0
    for state in states(15, 4):
        view = view_of(state)
        play, rows = card_play(view), np.asarray(view.worlds().distinct(0, 6, 5))
        player = native.Player.rule()
        full = np.asarray(native.played_out(play, rows, player, 1))
        cut = np.asarray(native.played_out(play, rows, player, 1, objective="win"))
        won, also = (np.asarray(native.worths(play, rows, o, "win")) for o in (full, cut))
        np.testing.assert_array_equal(won, also)
        shorter += int((full != cut).sum())
    assert shorter > 30


def test_who_can_catch_up() -> None:
    rng = np.random.default_rng(1)
    n = 100
    worlds = Worlds(np.zeros((n, 4), np.uint32), np.full(n, 1 / n))
    best = rng.normal(size=n)
    values = np.stack([best, best - 1, best - 0.01, best + rng.normal(0, 1, n) - 0.1], axis=1)
    values[:3, 1] += 0.5
    assert can_catch_up(values, worlds).tolist() == [True, False, True, True]
    # A few worlds prove nothing, because one more could change the result.
    few = Worlds(np.zeros((3, 4), np.uint32), np.full(3, 1 / 3))
    assert can_catch_up(values[:3], few).all()


def test_playouts_decide_where_open_hands_leave_it_open() -> None:
    decided = 0
    for state in states(20, 4):
        view = view_of(state)
        plain, full = (
            make_bot(f"pimc(worlds=12,belief=declared,doubt={doubt})", GAME, 0, 1).explain(view)
            for doubt in (0.0, 1.0)
        )
        assert "playouts" not in plain.diagnostics
        assert full.scores == plain.scores
        if "playouts" not in full.diagnostics:
            assert full.move == plain.move
            continue
        seed = view.digest(1)
        play, found = card_play(view), Declared()(view, 12, seed)
        sign, moves = 1 if view.is_soloist else -1, list(view.legal_actions)
        player = native.Player.rule()
        by_rule = np.asarray(native.played_out(play, found.rows, player, seed))
        worth = sign * np.asarray(native.worths(play, found.rows, by_rule))[:, moves]
        played = worth.T @ found.weights
        np.testing.assert_allclose(full.diagnostics["playouts"], played)
        assert played[moves.index(full.move)] >= played[moves.index(plain.move)]
        decided += full.move != plain.move
    assert decided > 1


def test_what_is_left_open() -> None:
    n = 101
    worlds = Worlds(np.zeros((n, 4), np.uint32), np.full(n, 1 / n))
    noise = np.where(np.arange(n) % 2, 1.0, -1.0)
    best = np.zeros(n)
    # The standard error of the difference is 0.1 where it is noise.
    values = np.stack([best, best - 0.05 + noise, best - 0.15 + noise, best - 1e-15, best], axis=1)
    values[:, 4] = np.nan
    values -= values[:, :4].mean()
    assert left_open(values, worlds, 1).tolist() == [True, True, False, True, False]
    assert left_open(values, worlds, 0).tolist() == [True, False, False, True, False]
    one = Worlds(np.zeros((1, 4), np.uint32), np.ones(1))
    assert left_open(values[:1], one, 1).tolist() == [True, False, False, True, False]


def test_positions_that_differ_by_what_is_told_alone_are_not_mixed_up() -> None:
    """Views with the same cards but other points or bids have different digests and entries."""
    cards = "CJ.D7/DA.S7/S8.H7/-"
    start = f"python_skat(start=play G by 0 {{}}cards {cards} tricks {{}} points {{}} matadors 1)"
    digests, rewards = set(), []
    search._MEMORIES.clear()
    for bid, tricks, points in (("", 5, 60), ("", 5, 40), ("", 4, 40), ("bid 30 ", 5, 60)):
        game = load_game(start.format(bid, tricks, points))
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        view = view_of(state)
        digests.add(view.digest(1))
        spec = "ismcts(iterations=60,objective=win,own_seed=1,remember={},bidder=rule)"
        kept, plain = (
            make_bot(spec.format(remember), GAME, view.player, 3).explain(view)
            for remember in ("true", "false")
        )
        assert kept == plain
        rewards.append(kept.scores[0])
    assert len(digests) == 4
    assert rewards[:2] == [1.0, 0.0]
