"""Beliefs of the card-location networks that are shipped."""

import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents.provenance import FOLDER
from vorhand.agents.registry import check, make, make_bot
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
from vorhand.agents.skat.compiled_players import compiled_player, is_compiled
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal, Phase, rule_action
from vorhand.native.skat_card_location import Tastes, begun_deal

GAME = pyspiel.load_game("python_skat")


def positions(deals: int, first: int = 0) -> list[tuple[Deal, SkatView]]:
    """At every play of deals that no network has seen."""
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
    """Deals of the rule player: the mean logarithm of the true world's probability."""
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
    """And with more trust shares are powers of those with less."""
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


def test_players_with_networks_play_in_matches_and_in_playouts() -> None:
    spec = Spec.parse("iimc(worlds=2,playout=pimc(worlds=2,belief=bdci))")
    inner = dict(spec.params)["playout"]
    assert isinstance(inner, Spec)
    assert is_compiled(inner)
    assert not is_compiled(Spec.parse("pimc(worlds=2,belief=declared)"))
    check(spec)
    for text in (str(spec), "pimc(worlds=5,belief=bdci)", "pimc(worlds=5,belief=bdi)"):
        deal, view = positions(1, 3)[12]
        bot = make_bot(text, GAME, deal.player, 5)
        move = bot.decide(view)
        assert move in view.legal_actions
        assert move == make_bot(text, GAME, deal.player, 5).decide(view)


def test_a_player_of_a_playout_sees_only_what_it_may() -> None:
    """Its card is the same in every world that it cannot tell from the true one."""
    player = compiled_player(Spec.parse("pimc(worlds=3,belief=bdci)"))
    for _, view in positions(2, 9)[4::9]:
        rows = view.worlds().distinct(0, 4, 1)
        cards = {player.choose(card_play(view), row[None], 7) for row in np.asarray(rows)}
        assert len(cards) == 1


@pytest.mark.extended
def test_compiled_players_are_cautious_too() -> None:
    """The cards of a player of one world: a mixture of those by networks and by any world."""
    none, half, full = (
        compiled_player(Spec.parse(f"pimc(worlds=1,belief=bdci(trust=3,caution={caution}))"))
        for caution in (0, 0.5, 1)
    )
    uniform = compiled_player(Spec.parse("pimc(worlds=1)"))
    apart = 0.0
    for _, view in positions(3, 30)[16::10]:
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
    name = file_name("bdi")
    path = tmp_path / name
    with pytest.raises(NetworkFileError, match=f"{name}: expected a file of networks and its"):
        read_networks(path)
    content = (FOLDER / name).read_bytes()
    path.write_bytes(content[:-1] + b"x")
    manifest = (FOLDER / "manifest.json").read_text()
    (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(NetworkFileError, match=r"sha256 .*, its manifest expects "):
        read_networks(path)

    def put(data: bytes) -> None:
        path.write_bytes(data)
        told = {name: {"sha256": sha256(data).hexdigest()}}
        (tmp_path / "manifest.json").write_text(json.dumps(told))

    put(b"no arrays")
    with pytest.raises(NetworkFileError, match="expected arrays in numpy's npz"):
        read_networks(path)
    with np.load(FOLDER / name) as file:
        arrays = {part: file[part] for part in file.files}
    networks_of(arrays)
    arrays["grand.trunk.0.bias"] = arrays["grand.trunk.0.bias"] * np.float16("nan")
    np.savez(path, **arrays)
    put(path.read_bytes())
    with pytest.raises(NetworkFileError, match="layer 0: nan at 0, expected finite numbers"):
        read_networks(path)
    del arrays["grand.trunk.0.bias"]
    np.savez(path, **arrays)
    put(path.read_bytes())
    with pytest.raises(NetworkFileError, match=r"grand\.trunk\.0\.bias"):
        read_networks(path)
