"""Endings of Skat as array games, against play through the compiled deal."""

import itertools
import random
from dataclasses import astuple, replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation.equilibrium import array_game, skat_endings
from vorhand.evaluation.equilibrium.array_game import ArrayGame
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.native import skat
from vorhand.tests.games.skat.plain_search import searched
from vorhand.tests.sizes import sizes

MAX_NODES = 1_000_000
RECORDS = Path(__file__).parents[2] / "data" / "iss-games.sgf"


def endings(tricks: int, count: int) -> list[skat.Deal]:
    found = []
    for seed in itertools.count():
        deal = skat_endings.play_to(seed, tricks)
        if not deal.is_over:
            found.append(deal)
        if len(found) == count:
            return found
    raise AssertionError


def true_game(deal: skat.Deal) -> ArrayGame:
    world = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
    return skat_endings.as_game(deal, world, MAX_NODES)


def margin(deal: skat.Deal) -> float:
    scores = skat.scores(skat.Scoring.SEEGER_FABIAN, deal.result())
    return scores[deal.soloist] - scores[(deal.soloist + 1) % 3]


def by_the_deal(deal: skat.Deal) -> tuple[float, float]:
    """Return the minimax value and the mean over random play, by applying cards to the deal."""
    if deal.is_over:
        return margin(deal), margin(deal)
    results = []
    for action in deal.legal_actions():
        child = deal.copy()
        child.apply(action)
        results.append(by_the_deal(child))
    values, means = zip(*results, strict=True)
    best = max(values) if deal.player == deal.soloist else min(values)
    return best, sum(means) / len(means)


@pytest.mark.extended
@pytest.mark.parametrize("tricks", [1, 2, 3])
def test_one_world_is_the_deal_itself(tricks: int) -> None:
    """With one world PIMC and CFR+ see everything: values are those of random and best play."""
    for deal in endings(tricks, 12):
        best, at_random = by_the_deal(deal)
        game = true_game(deal)
        assert array_game.world_values(game, array_game.uniform(game)).mean() == pytest.approx(
            at_random
        )
        pimc = array_game.pimc(game)
        assert array_game.world_values(game, pimc).mean() == pytest.approx(best)
        for seat in range(3):
            sign = 1 if seat == deal.soloist else -1
            assert array_game.best_response(game, pimc, seat) == pytest.approx(sign * best)


def children(deal: skat.Deal) -> list[skat.Deal]:
    found = [deal.copy() for _ in deal.legal_actions()]
    for child, action in zip(found, deal.legal_actions(), strict=True):
        child.apply(action)
    return found


@pytest.mark.parametrize("count", sizes(15, 40))
def test_whether_the_next_card_decides(count: int) -> None:
    seen = set()
    for deal in endings(3, count):
        decides = len({searched(child, margin) > 0 for child in children(deal)}) == 2
        assert skat_endings._next_card_decides(true_game(deal)) == decides
        seen.add(decides)
    assert seen == {False, True}


def worlds_by_brute_force(deal: skat.Deal) -> set[tuple[int, ...]]:
    cards = [c for c in range(32) if deal.in_play >> c & 1]
    played = deal.played(0) | deal.played(1) | deal.played(2)
    left = [card for card in cards if not played >> card & 1]
    sizes = [deal.hand(0).bit_count()] * 3 + [deal.skat.bit_count()]
    voids = [deal.voids(seat) for seat in range(3)] + [0]
    found = set()
    for places in itertools.product(range(4), repeat=len(left)):
        if all(places.count(place) == sizes[place] for place in range(4)):
            world = [0, 0, 0, 0]
            for card, place in zip(left, places, strict=True):
                world[place] |= 1 << card
            if not any(hand & void for hand, void in zip(world, voids, strict=True)):
                found.add(tuple(world))
    return found


def test_public_worlds_are_all_there() -> None:
    for deal in endings(2, 4):
        worlds = [tuple(map(int, row)) for row in skat_endings.public_worlds(deal)]
        assert len(set(worlds)) == len(worlds)
        assert set(worlds) == worlds_by_brute_force(deal)
        assert (*(deal.hand(seat) for seat in range(3)), deal.skat) in worlds


def test_every_set_belongs_to_one_level_and_seat() -> None:
    for deal in endings(2, 6):
        game = skat_endings.as_game(deal, skat_endings.public_worlds(deal), MAX_NODES)
        level = np.searchsorted(game.levels, np.arange(game.mover.size), side="right")
        for name in range(game.seat.size):
            members = np.flatnonzero(game.sets == name)
            assert len(set(level[members])) == 1
            assert set(game.mover[members]) == {game.seat[name]}
            assert set(game.moves[members]) == {np.diff(game.first_move)[name]}


@pytest.mark.extended
def test_cfr_leaves_little_to_gain_and_pimc_loses() -> None:
    total = 0.0
    for deal in endings(2, 40):
        found = skat_endings.examine(deal, 200, MAX_NODES)
        if not found.undecided:
            assert found.losses == pytest.approx((0, 0, 0))
            continue
        assert not found.sampled
        assert -1e-9 <= found.gap < 0.02
        assert np.mean(found.world_losses) > -0.1
        assert found.winner_undecided >= found.next_card_decides
        total += sum(found.world_losses)
    assert total > 0


def test_own_points_by_seat() -> None:
    """A soloist gets their own score, a defender 40 or nothing, as `scores` defines."""
    rng = random.Random(1)
    met = set()
    for deal in endings(2, 40):
        game = true_game(deal)
        own = [game.points_of(seat) for seat in range(3)]
        for _ in range(5):
            standing, node = deal.copy(), int(game.roots[0])
            while game.moves[node]:
                legal = standing.legal_actions()
                move = rng.randrange(len(legal))
                standing.apply(legal[move])
                node = int(game.first_child[node]) + move
            while not standing.is_over:
                standing.apply(standing.legal_actions()[0])
            expected = skat.scores(skat.Scoring.SEEGER_FABIAN, standing.result())
            assert [points.payoff[node] for points in own] == pytest.approx(list(expected))
            met.add(expected[(deal.soloist + 1) % 3])
    assert met == {0, 40}


@pytest.mark.parametrize("count", sizes(2, 12))
def test_a_loss_is_counted_in_own_points(count: int) -> None:
    """The reference computes the seat's own points under both policies, leaf by leaf."""
    for deal in endings(2, count):
        found = skat_endings.examine(deal, 30, MAX_NODES)
        if not found.undecided:
            continue
        worlds = skat_endings.public_worlds(deal)
        lies = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
        others = worlds[(worlds != lies).any(axis=1)]
        worlds = np.concatenate([lies, np.random.default_rng(0).permutation(others)])
        game = skat_endings.as_game(deal, worlds, MAX_NODES)
        solution, pimc = array_game.solve(game, 30), array_game.pimc(game)
        for k, lost in enumerate(found.losses):
            seat = (deal.soloist + k) % 3
            replaced = game.take_seats([seat], pimc, solution)
            ours, theirs = (
                leaf_points(game, policy, seat, int(game.roots[0]))
                for policy in (solution, replaced)
            )
            assert lost == pytest.approx(ours - theirs, abs=1e-9)


def leaf_points(game: ArrayGame, policy: np.ndarray, seat: int, node: int) -> float:
    """Return the seat's expected points from a node on."""
    if game.moves[node] == 0:
        won = game.payoff[node] > 0
        soloist = game.payoff[node] if won else game.payoff[node] + 40
        return float(soloist) if seat == game.soloist else 0.0 if won else 40.0
    chances = [1.0]
    if game.sets[node] >= 0:
        chances = list(policy[game.first_move[game.sets[node]] :][: game.moves[node]])
    below = [
        leaf_points(game, policy, seat, int(game.first_child[node]) + move)
        for move in range(game.moves[node])
    ]
    return sum(chance * points for chance, points in zip(chances, below, strict=True))


def test_values_are_told_apart_by_worlds() -> None:
    """Values are ordered as the given worlds, of which the first is the true one."""
    for deal in endings(2, 6):
        worlds = skat_endings.public_worlds(deal)[:20]
        game = skat_endings.as_game(deal, worlds, MAX_NODES)
        values = array_game.world_values(game, array_game.uniform(game))
        for world, found in zip(worlds, values, strict=True):
            alone = skat_endings.as_game(deal, world[None], MAX_NODES)
            at_random = array_game.world_values(alone, array_game.uniform(alone))
            assert at_random == pytest.approx([found])


@pytest.mark.parametrize("count", sizes(4, 20))
def test_nothing_is_lost_with_all_cards_open(count: int) -> None:
    for deal in endings(2, count):
        alone = true_game(deal)
        found = skat_endings.examine(deal, 200, alone.mover.size)
        assert found.undecided == (not alone.decided)
        assert found.winner_undecided == (not alone.winner_decided)
        assert found.losses == pytest.approx((0, 0, 0), abs=0.1)


def test_too_many_worlds_are_drawn_from() -> None:
    deal = next(d for d in endings(3, 20) if not true_game(d).decided)
    found = skat_endings.examine(deal, 5, 20_000)
    assert found.sampled
    again = skat_endings.examine(deal, 5, 20_000)
    assert found == again


def test_recorded_deals() -> None:
    """Each deal has the cards that were held after the tricks before."""
    sources = skat_endings.recorded(RECORDS, 1000)
    assert 30 < len(sources) < 43
    reached = 0
    for played in sources:
        assert isinstance(played, PlayedDeal)
        deal = skat_endings.replay_to(played, 3)
        if deal is not None:
            reached += 1
            assert [deal.hand(seat).bit_count() for seat in range(3)] == [3, 3, 3]
            later = {card for _, card in list(played.plays())[21:]}
            held = deal.hand(0) | deal.hand(1) | deal.hand(2)
            assert later <= {card for card in range(32) if held >> card & 1}
    assert reached > 10
    found = skat_endings.examine_many(2, sources[:6], 5)
    assert len(found) == 6


def test_the_same_cards_count_once() -> None:
    """Three identical games of each deal count as one."""
    sources = skat_endings.recorded(RECORDS, 12)
    found = skat_endings.examine_many(3, sources, 0)
    played = [source for source in sources if isinstance(source, PlayedDeal)]
    again = [replace(deal, name=f"game {k}") for k in range(3) for deal in played]
    deals = skat_endings.deals_of(again)
    assert deals.tolist() == [*range(len(sources))] * 3
    once = skat_endings.Figures(found, skat_endings.deals_of(sources))
    thrice = skat_endings.Figures(found * 3, deals)
    assert astuple(thrice.share(thrice.undecided)) == pytest.approx(
        astuple(once.share(once.undecided))
    )
    assert skat_endings.deals_of([4, 2, 4]).tolist() == [0, 1, 0]


@pytest.mark.parametrize("given", [[], ["--deals-from", "rule"]])
def test_logs_of_matches(tmp_path: Path, given: list[str]) -> None:
    """Logs hold whole deals or given contracts; the seatings of a deal count as one deal."""
    log = tmp_path / "match.log"
    arguments = ["match", "--agents", "rule,rule,rule", "--deals", "3", "--seed", "2", *given]
    result = CliRunner().invoke(app, [*arguments, "--workers", "1", "--log", str(log)])
    assert result.exit_code == 0, result.output
    deals = skat_endings.deals_of(skat_endings.recorded(log, 100))
    assert set(np.bincount(deals)) == {3}


def test_a_mean_over_some_endings() -> None:
    lost = [skat_endings.Ending(True, winner, losses=(3.0, 3.0, 3.0)) for winner in (True, False)]
    figures = skat_endings.Figures([*lost, skat_endings.Ending()], np.arange(3))
    assert figures.over("loss", figures.all).value == 2
    assert figures.over("loss", figures.undecided).value == 3
    assert figures.over("loss", figures.all, figures.winner).value == 1


def test_nothing_is_said_of_games_that_were_not_solved() -> None:
    """After one iteration a best response still gains points, and the output says so."""
    arguments = ["lab", "skat-endings", "--deals", "12", "--workers", "1", "--node-budget", "20000"]
    for iterations, text in ((0, "nothing was solved"), (1, "a best response gains")):
        result = CliRunner().invoke(app, [*arguments, "--iterations", str(iterations)])
        assert result.exit_code == 0, result.output
        assert "winner undecided" in result.output
        assert text in result.output
        assert "PIMC's loss" not in result.output
    solved = CliRunner().invoke(app, [*arguments, "--iterations", "20"])
    assert "PIMC's loss per deal" in solved.output


def test_bad_numbers(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="tricks=6: expected 1 to 5"):
        skat_endings.examine_many(6, [1])
    with pytest.raises(ValueError, match="deals=0"):
        skat_endings.seeds(0, 0)
    empty = tmp_path / "empty.sgf"
    empty.touch()
    with pytest.raises(ValueError, match="expected a deal that was won or lost"):
        skat_endings.recorded(empty, 3)
