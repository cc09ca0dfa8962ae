"""Beliefs of the card-location networks that are shipped."""

import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents.provenance import FOLDER
from vorhand.agents.registry import make
from vorhand.agents.skat.beliefs.card_location import (
    KINDS,
    Located,
    NetworkFileError,
    file_name,
    networks_of,
    read_networks,
    shipped,
)
from vorhand.agents.skat.beliefs.declared import Declared
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal, Phase, rule_action
from vorhand.native.skat_card_location import Tastes, begun_deal

GAME = pyspiel.load_game("python_skat")


def positions(deals: int, first: int = 0) -> list[tuple[Deal, SkatView]]:
    """Return the positions at every play of deals that no network has seen."""
    found = []
    for number in range(first, first + deals):
        deal = begun_deal(77, number, Tastes(null=20))
        while not deal.is_over:
            found.append((deal.copy(), observe(deal, deal.player)))
            deal.apply(rule_action(deal))
    return found


def test_worlds_agree_with_what_the_player_knows_and_with_the_shares() -> None:
    belief = Located(shipped("bdci"))
    for deal, view in positions(4)[::5]:
        worlds = belief(view, 20, 1)
        assert worlds.weights.sum() == pytest.approx(1)
        assert all(view.worlds().contains(row.tolist()) for row in worlds.rows)
        truth = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
        log = belief.log_probability(view, np.concatenate([truth, worlds.rows]))
        assert np.isfinite(log).all()
        again = belief(view, 20, 1)
        np.testing.assert_array_equal(worlds.rows, again.rows)


@pytest.mark.nightly
def test_they_know_more_than_uniform_and_declared() -> None:
    """Compare the mean log probability of the true world in deals of the rule player."""
    beliefs = {
        "uniform": make("belief", "uniform", GAME),
        "declared": make("belief", "declared", GAME),
        "bdi": make("belief", "bdi", GAME),
        "bdci": make("belief", "bdci", GAME),
    }
    sums = dict.fromkeys(beliefs, 0.0)
    for deal, view in positions(12)[3::7]:
        truth = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
        for name, belief in beliefs.items():
            sums[name] += float(belief.log_probability(view, truth)[0])
    assert sums["uniform"] < sums["declared"] < sums["bdci"]
    assert sums["uniform"] < sums["bdi"] < sums["bdci"]


def test_without_trust_all_worlds_are_alike() -> None:
    """The probabilities are powers of each other, with the ratio of the trusts as the exponent."""
    none, half, full = (Located(shipped("bdci", trust)) for trust in (0.0, 0.5, 1.0))
    for deal, view in positions(1)[3::6]:
        truth = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
        worlds = float(view.worlds().count)
        assert none.log_probability(view, truth)[0] == pytest.approx(-np.log(worlds))
        roots = np.sqrt(full.shares(view))
        open_rows = (full.shares(view) < 1).any(1)
        roots /= roots.sum(1, keepdims=True)
        np.testing.assert_allclose(half.shares(view)[open_rows], roots[open_rows], atol=0.02)


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_cards_have_no_say(kind: str) -> None:
    belief = Located(shipped(kind))
    for deal, view in positions(2, 20)[::7]:
        other = view.deal(view.worlds().slice(0, 1)[0].tolist())
        assert (other.hand(view.player), other.player) == (deal.hand(view.player), view.player)
        seen = observe(other, view.player)
        np.testing.assert_array_equal(belief.shares(seen), belief.shares(view))


def test_before_card_play_and_out_of_turn_it_is_declared() -> None:
    belief, declared = Located(shipped("bdci")), Declared()
    deal = positions(1)[0][0]
    actions = deal.history
    bidding = Deal()
    views = []
    for action in actions:
        if bidding.phase not in (Phase.DEAL, Phase.PLAY):
            views.append(observe(bidding, bidding.player))
        bidding.apply(action)
    views.append(observe(deal, (deal.player + 1) % 3))  # not their turn
    assert len(views) > 4
    for view in views:
        np.testing.assert_array_equal(belief(view, 5, 2).rows, declared(view, 5, 2).rows)


@pytest.mark.extended
def test_compiled_players_are_cautious_too() -> None:
    """A compiled player with one world mixes the network's worlds with uniform ones."""
    none, half, full = (
        compiled_player(Spec.parse(f"pimc(worlds=1,belief=bdci(trust=3,caution={caution}))"))
        for caution in (0, 0.5, 1)
    )
    uniform = compiled_player(Spec.parse("pimc(worlds=1)"))
    apart = 0.0
    for _, view in positions(2, 30)[16::20]:
        play, world = card_play(view), np.asarray(view.worlds().slice(0, 1))
        shares = [
            np.bincount([player.choose(play, world, seed) for seed in range(800)], minlength=32)
            / 800
            for player in (none, half, full, uniform)
        ]
        np.testing.assert_allclose(shares[2], shares[3], atol=0.09)
        np.testing.assert_allclose(shares[1], (shares[0] + shares[3]) / 2, atol=0.09)
        apart = max(apart, float(np.abs(shares[0] - shares[3]).max()))
    assert apart > 0.2


def test_files_that_do_not_fit_are_told(tmp_path: Path) -> None:
    """Files that hold no arrays at all are covered by the tests of npz files and of policies."""
    path = tmp_path / file_name("bdi")
    with np.load(FOLDER / path.name) as file:
        arrays = {part: file[part] for part in file.files}
    networks_of(arrays)
    broken = {**arrays, "grand.trunk.0.bias": arrays["grand.trunk.0.bias"] * np.float16("nan")}
    missing = {name: part for name, part in arrays.items() if name != "grand.trunk.0.bias"}
    for parts, said in (
        (broken, "layer 0: nan at 0, expected finite numbers"),
        (missing, r"grand\.trunk\.0\.bias"),
    ):
        np.savez(path, **parts)
        told = {path.name: {"sha256": sha256(path.read_bytes()).hexdigest()}}
        (tmp_path / "manifest.json").write_text(json.dumps(told))
        with pytest.raises(NetworkFileError, match=said):
            read_networks(path)
