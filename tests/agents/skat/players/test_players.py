"""Monte Carlo Skat players against slow references, and tests that they see no hidden cards."""

import dataclasses
import random
from collections.abc import Sequence

import numpy as np
import pytest

from vorhand.agents import AgentError, Spec, make_bot
from vorhand.agents.montecarlo.frame import NoWorldError
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.compiled_players import compiled_player, is_compiled_whole
from vorhand.agents.skat.outcomes import card_play
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat import LAY_OPEN, PLAY_ON, Deal, rule_action
from vorhand.native.studies import minimax
from vorhand.tests.agents.skat.played import GAME, states, view_of
from vorhand.tests.agents.test_every_game import SKAT, TOGETHER

HJ, CJ = 15, 31
SPECS = ("pimc(worlds=3,belief=bdci,bidder=rule)", *SKAT[:-1])  # agents that see no hidden cards


def outcome_of(deal: Deal, view: SkatView) -> int:
    """Return the outcome of a finished deal, computed independently."""
    result = deal.result()
    if view.contract == 5:
        return 0 if result.won else deal.soloist_tricks + deal.defender_tricks
    if deal.defender_tricks == 0:
        return native.TOOK_ALL
    return native.TOOK_NONE if deal.soloist_tricks == 0 else result.points


def stands_for(view: SkatView, card: int) -> int:
    """Return the lowest equivalent card of the hand; playouts play it for all equivalents."""
    jacks = [7, 15, 23, 31] if view.contract != 5 else []
    blanks = [card // 8 * 8 + rank for rank in range(3)]
    order = jacks if card in jacks else blanks if card in blanks else [card]
    gone = sum(view.played) & ~sum(1 << played for played in view.trick)
    best = card
    for lower in reversed(order[: order.index(card)]):
        if view.hand >> lower & 1:
            best = lower
        elif not gone >> lower & 1:
            break
    return best


def test_playouts_are_the_rule_players_deals() -> None:
    checked = twins = 0
    for tricks in (0, 3, 6, 8):
        for state in states(5, tricks):
            view = view_of(state)
            rows = np.asarray(view.worlds().distinct(0, 3, 5))
            outcomes = native.played_out(card_play(view), rows, native.Player.rule(), 1)
            for row, found in zip(rows, outcomes, strict=True):
                for move in view.legal_actions:
                    deal = view.deal(row.tolist())
                    deal.apply(stands_for(view, move))
                    while not deal.is_over:
                        deal.apply(rule_action(deal))
                    assert outcome_of(deal, view) == found[move], (str(state), move)
                    checked += 1
                    twins += move != stands_for(view, move)
                assert (np.delete(found, view.legal_actions) == -1).all()
    assert checked > 150
    assert twins > 5


def test_open_hand_outcomes_are_plain_minimax() -> None:
    checked = 0
    for state in states(25, 7):
        view = view_of(state)
        rows = np.asarray(view.worlds().distinct(0, 4, 5))
        found = np.asarray(native.open_hand(card_play(view), rows))
        hands = np.ascontiguousarray(rows[:, :3])
        position = (hands, view.contract, view.soloist, view.leader, list(view.trick))
        played = view.soloist_tricks + view.defender_tricks
        if view.contract == 5:
            lives = minimax(*position, "moves_time_to_live")
            plain = np.where(lives > 0, lives + played, lives)
        else:
            deals = [view.deal(row.tolist()) for row in rows]
            so_far = np.array([points_with_skat(deal) for deal in deals])[:, None]
            values = minimax(*position, "moves")
            plain = np.where(values >= 0, values + so_far, -1)
            if view.defender_tricks == 0:
                plain[minimax(*position, "moves_takes_all") == 1] = native.TOOK_ALL
            if view.soloist_tricks == 0:
                plain[minimax(*position, "moves_takes_none") == 1] = native.TOOK_NONE
        np.testing.assert_array_equal(found, plain)
        checked += 1
    assert checked == 25


def test_levels_are_those_of_the_exact_points() -> None:
    mixed = 0
    for state in states(30, 5):
        view = view_of(state)
        rows = np.asarray(view.worlds().distinct(0, 4, 5))
        play, legal = card_play(view), list(view.legal_actions)
        exact = np.asarray(native.open_hand(play, rows))[:, legal]
        levels = np.asarray(native.open_hand(play, rows, values="levels"))[:, legal]
        if view.contract == 5:
            np.testing.assert_array_equal(levels, exact)
            continue
        all_tricks = exact == native.TOOK_ALL
        if view.level >= 2:
            np.testing.assert_array_equal(levels, np.where(all_tricks, native.TOOK_ALL, 0))
            continue
        points = np.where(all_tricks, 120, np.where(exact == native.TOOK_NONE, 0, exact))
        bounds = np.array([0, 31, 61, 90])
        np.testing.assert_array_equal(levels, bounds[np.digitize(points, bounds) - 1])
        mixed += int((levels.min(axis=1) < levels.max(axis=1)).sum())
    assert mixed > 2


def test_compiled_levels_player_agrees_with_the_bot() -> None:
    """The compiled player asks the solver less often, but chooses the same move."""
    checked = differs = 0
    for state in states(40, 5):
        view = view_of(state)
        count = int(view.worlds().count)
        # All worlds of small beliefs, so that both evaluate the same ones.
        if len(view.legal_actions) == 1 or count > 500:
            continue
        rows = np.asarray(view.worlds().slice(0, 1))
        for objective in ("score", "win"):
            plain = f"values=levels,doubt=0,belief=uniform,objective={objective}"
            bot = make_bot(f"pimc(worlds={count},{plain})", GAME, 0, 1)
            player = native.Player.pimc(count, objective, "levels")
            chosen = player.choose(card_play(view), rows, 5)
            assert chosen == bot.step(state)
            checked += 1
            differs += chosen != rule_action(state.deal)
    assert checked > 6
    assert differs > 0


def test_cards_equal_in_levels_are_left_to_the_rule_player() -> None:
    followed = 0
    for state in states(20, 4):
        view = view_of(state)
        if len(view.legal_actions) == 1:
            continue
        decision = make_bot("pimc(worlds=8,values=levels,doubt=0)", GAME, 0, 1).explain(view)
        scores = dict(zip(decision.moves, decision.scores, strict=True))
        best = max(scores.values()) - 1e-9  # sums of floating-point numbers
        assert scores[decision.move] >= best
        rule = rule_action(state.deal)
        if scores[rule] >= best:
            assert decision.move == rule
            followed += 1
    assert followed > 4


def points_with_skat(deal: Deal) -> int:
    skat = [card for card in range(32) if deal.skat >> card & 1]
    return deal.soloist_points + sum((0, 0, 0, 3, 4, 10, 11, 2)[card % 8] for card in skat)


@pytest.mark.parametrize("spec", SPECS)
def test_hidden_cards_never_change_a_decision(spec: str) -> None:
    rng = random.Random(1)
    for tricks in (2, 5):
        for state in states(2, tricks):
            player = state.current_player()
            first = make_bot(spec, GAME, player, 9).step(state)
            other = state.resample_from_infostate(player, rng.random)
            assert make_bot(spec, GAME, player, 9).step(other) == first


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec not in TOGETHER])
def test_players_in_playouts_do_not_see_the_world_they_play_in(spec: str) -> None:
    """A player chooses the same card in all worlds that it cannot distinguish."""
    player = compiled_player(Spec.parse(spec.replace("bidder=mc_bidder(worlds=8)", "bidder=rule")))
    checked = 0
    for tricks in (1, 4, 7):
        for state in states(3, tricks):
            view = view_of(state)
            rows = np.asarray(view.worlds().distinct(0, 3, 5))
            chosen = {player.choose(card_play(view), rows[k : k + 1], 9) for k in range(len(rows))}
            assert len(chosen) == 1
            checked += len(rows) > 1 and len(view.legal_actions) > 1
    assert checked > 3


def test_threads_and_time_change_no_value() -> None:
    (state,) = states(1, 2)
    view = view_of(state)
    rows = np.asarray(view.worlds().distinct(0, 30, 1))
    play = card_play(view)
    player = native.Player.pimc(2)
    one, two = (native.played_out(play, rows[:5], player, 4, threads) for threads in (1, 2))
    np.testing.assert_array_equal(one, two)
    one, two = (native.open_hand(play, rows, threads) for threads in (1, 2))
    np.testing.assert_array_equal(one, two)
    timed = make_bot("pimc(worlds=100000,seconds=0.05)", GAME, 0, 1).explain(view)
    assert 0 < timed.worlds <= 100_000


def test_contradictions_are_named() -> None:
    (state,) = states(1, 3)
    view = view_of(state)
    other = next(seat for seat in range(3) if view.hidden_count[seat])
    voids, possible = list(view.voids), list(view.possible)
    voids[other], possible[other] = view.hidden, 0
    broken = dataclasses.replace(
        view,
        voids=(voids[0], voids[1], voids[2]),
        possible=(possible[0], possible[1], possible[2], possible[3]),
    )
    with pytest.raises(NoWorldError, match="must hold .* has shown to hold none of"):
        uniform(broken, 5, 1)
    with pytest.raises(NoWorldError):
        make_bot("pimc", GAME, view.player, 1).explain(broken)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("ismcts(playout=perfect)", "sees hidden cards"),
        ("ismcts(playout=pimc(seconds=1.0))", "expected no seconds inside"),
        (
            "ismcts(remember=true,own_seed=1,playout=grpc://127.0.0.1:1)",
            "expected an agent of this program",
        ),
        ("iimc(playout=grpc://127.0.0.1:1)", "expected an agent of this program, as playouts"),
        ("iimc(playout=pimc(seconds=1.0))", "expected no seconds inside"),
        ("iimc(playout=pimc(own_seed=3))", "expected no own_seed inside"),
        ("iimc(playout=pimc(threads=2))", "expected no threads inside"),
        ("iimc(playout=pimc(own_seed=1,remember=true))", "expected no remember inside"),
        ("iimc(playout=iimc(playout=pimc(seconds=1.0)))", "expected no seconds inside"),
        ("pimc(seconds=1e308)", "seconds=1e\\+308: expected 0 to 86400"),
        ("pimc(values=levels,objective=points)", "objective=points: expected values=exact"),
        ("iimc(playout=pimc(values=levels,objective=points))", "expected values=exact"),
        ("vm(objective=points)", "objective=points: expected score or win"),
        ("prm(objective=points)", "objective=points: expected score or win"),
        ("ppp(objective=points)", "objective=points: expected score or win"),
        ("ismcts(remember=true)", "remember=true: expected own_seed too"),
        (
            "iimc(remember=true,own_seed=1,playout=grpc://127.0.0.1:1)",
            "expected an agent of this program, not .*grpc://127.0.0.1:1",
        ),
        (
            "iimc(remember=true,own_seed=1,playout=iimc(playout=grpc://127.0.0.1:1))",
            "expected an agent of this program",
        ),
    ],
)
def test_bad_specs(spec: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        make_bot(spec, GAME, 0, 0)


def test_who_bids_by_itself_at_random_is_not_compiled_from_the_first_bid_on() -> None:
    assert is_compiled_whole(Spec.parse("rule"))
    assert is_compiled_whole(Spec.parse("policy(bidder=rule)"))
    assert not is_compiled_whole(Spec.parse("random"))


def test_reasons_of_trees_and_of_bidders() -> None:
    (state,) = states(1, 2)
    decision = make_bot("ismcts(iterations=50)", GAME, 0, 0).explain(view_of(state))
    visits = decision.diagnostics["visits"]
    assert sum(visits) == 50
    assert visits[decision.moves.index(decision.move)] == max(visits)
    assert f"50 iterations, {decision.possible:,} worlds)" in str(decision.table().title)
    bidding = GAME.new_initial_state()
    for card in range(32):
        bidding.apply_action(card)
    by_rule = make_bot("pimc(bidder=rule)", GAME, 0, 0).explain(view_of(bidding))
    assert by_rule.reason == "rule"
    assert by_rule.table().row_count == 1
    with pytest.raises(ValueError, match="not to act"):
        make_bot("pimc", GAME, 0, 0).explain(bidding.view((bidding.current_player() + 1) % 3))


def test_card_points_are_told_where_the_play_goes_to_its_end() -> None:
    view = next(v for v in map(view_of, states(9, 2)) if v.contract != 5)
    plain, win = (make_bot(f"pimc(worlds=5{o})", GAME, 0, 0) for o in ("", ",objective=win"))
    points = [bot.explain(view).diagnostics["points"] for bot in (plain, win)]
    assert points[0] == points[1] != ()
    assert make_bot("iimc(worlds=5)", GAME, 0, 0).explain(view).diagnostics["points"]
    for spec in ("iimc(worlds=5,objective=win)", "pimc(worlds=5,values=levels)"):
        diagnostics = make_bot(spec, GAME, 0, 0).explain(view).diagnostics
        assert "points" not in diagnostics
        assert diagnostics["won"]


def test_a_card_on_the_table_parts_equals() -> None:
    """A card on the table separates equal cards: it beats one of them and loses to the other.

    With the spade jack in the trick, the club jack wins and the heart jack does not.
    """
    start = (
        "play G by 2 bid 24 cards DJ/D7/CJ.HJ/H7.H8 leader 0 trick SJ.CA "
        "tricks 4 points 46 matadors 1"
    )
    state = load_game(f"python_skat(start={start})").new_initial_state()
    view = view_of(state)
    rows = np.asarray(view.worlds().distinct(0, 1, 0))
    for player in (native.Player.rule(), native.Player.random()):
        found = native.played_out(card_play(view), rows, player, 1)
        assert found[0, CJ] > 60 > found[0, HJ]


def test_a_hand_laid_open_is_known_in_compiled_play() -> None:
    """After a refused claim the defenders see the soloist's cards."""
    start = (
        "play G by 0 bid 24 cards CJ.SJ.CA.CT.CK.C8.HA.H9.DA.D7/HJ.C9.SA.ST.S8.H8.H7.DT.DK.D9/"
        "DJ.CQ.C7.SK.SQ.S9.HT.HK.HQ.D8/S7.DQ"
    )
    state = load_game(f"python_skat(claims=true,start={start})").new_initial_state()
    for action in (LAY_OPEN, PLAY_ON, CJ):
        state.apply_action(action)
    view = view_of(state)
    assert not view.is_soloist
    assert view.open_hand == view.known[view.soloist] != 0
    worlds, drawn = view.worlds(), []

    def outcome(world: Sequence[int], since: object) -> int:
        drawn.append(worlds.contains(world))
        return 60

    rows = np.asarray(worlds.distinct(0, 1, 0))
    native.ismcts(card_play(view), rows, 50, outcome)
    assert len(drawn) == 50
    assert all(drawn)
