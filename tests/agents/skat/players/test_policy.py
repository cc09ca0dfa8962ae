"""Policies: compiled networks against a slow reference, as agents and in playouts."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import make_bot
from vorhand.agents.skat.beliefs.card_location import NetworkFileError
from vorhand.agents.skat.compiled_players import is_compiled
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.skat.policy_networks import PARTS, policy_from, policy_of, shares
from vorhand.agents.spec import Spec
from vorhand.evaluation.training.skat.policy import NAMES, packed
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.errors import InvalidPolicyError
from vorhand.native.skat import Deal, rule_action
from vorhand.native.skat_card_location import Tastes, begun_deal
from vorhand.native.skat_monte_carlo import Player
from vorhand.native.skat_policy import (
    NETS,
    NO_WORTH,
    ROWS,
    WORTH_UNIT,
    Policy,
    lessons,
    rows,
    trial,
)
from vorhand.tests.native import skat_policy_reference as reference

GAME = pyspiel.load_game("python_skat")


def random_arrays(
    seed: int, width: int = 128, hidden: int = 32, ceiling: int = 256
) -> dict[str, np.ndarray]:
    """Return networks of random numbers in which all layers affect the result."""
    rng = np.random.default_rng(seed)
    sizes = (
        (60, (ROWS, width + 32)),
        (900, (hidden, width)),
        (120, (hidden,)),
        (9000, (32, hidden)),
    )
    arrays = {
        f"{name}.{part}": rng.integers(-most, most + 1, shape).astype(np.int16)
        for name in NAMES
        for part, (most, shape) in zip(PARTS, sizes, strict=False)
    }
    return arrays | {f"{name}.ceiling": np.array([ceiling], np.int16) for name in NAMES}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a policy with its manifest."""
    path = tmp_path_factory.mktemp("policy") / "policy.npz"
    content = packed(random_arrays(1))
    path.write_bytes(content)
    manifest = {path.name: {"sha256": sha256(content).hexdigest()}}
    (path.parent / "manifest.json").write_text(json.dumps(manifest))
    return path


def positions(deals: int, seed: int = 5) -> list[tuple[Deal, SkatView]]:
    """Return every turn with a choice in deals of all contracts, played at random or by rule."""
    found, rng = [], np.random.default_rng(seed)
    for number in range(deals):
        deal = begun_deal(78, number, Tastes(boldness=30, null=50, grand=20, hand=30, ouvert=40))
        while not deal.is_over:
            moves = deal.legal_actions()
            if len(moves) > 1:
                found.append((deal.copy(), observe(deal, deal.player)))
            wild = rng.random() < 0.5
            deal.apply(int(rng.choice(moves)) if wild else rule_action(deal))
    return found


@pytest.mark.extended
@pytest.mark.parametrize(("width", "hidden", "ceiling"), [(128, 32, 256), (16, 48, 700)])
def test_is_the_slow_reference_on_thousands_of_positions(
    width: int, hidden: int, ceiling: int
) -> None:
    arrays = random_arrays(1, width, hidden, ceiling)
    policy, player = policy_of(arrays), policy_of(arrays).player()
    kinds, chosen_by_rule = set(), 0
    found = positions(60)[::3]
    assert len(found) > 350
    for deal, view in found:
        play = card_play(view)
        assert sorted(rows(play)) == reference.rows(view, deal)
        expected = reference.preferences(arrays, view, deal)
        given = np.asarray(policy.preferences(play))
        assert {card: given[card] for card in view.legal_actions} == expected
        best = max(view.legal_actions, key=lambda card: expected[card])
        card = player.choose(play, view.worlds().slice(0, 1), 1)
        assert card == best
        kinds.add((view.contract, view.level == 3, view.hand_game, view.is_soloist))
        chosen_by_rule += card == rule_action(deal)
    assert {contract for contract, *_ in kinds} == set(range(6))
    assert any(ouvert for _, ouvert, *_ in kinds)
    assert any(hand for _, _, hand, _ in kinds)
    assert 0.1 < chosen_by_rule / len(found) < 0.9


def test_draws_by_its_shares_and_by_the_seed(file: Path) -> None:
    policy = policy_from(str(file))
    for _, view in positions(3)[::9]:
        play, world = card_play(view), view.worlds().slice(0, 1)
        player = policy.player(0.5)
        drawn = [player.choose(play, world, seed) for seed in range(1000)]
        assert drawn[:50] == [player.choose(play, world, seed) for seed in range(50)]
        counts = np.array([drawn.count(card) for card in view.legal_actions])
        expected = shares(policy, view, 0.5)
        spread = np.sqrt(1000 * expected * (1 - expected)) + 1
        assert (np.abs(counts - 1000 * expected) < 5 * spread).all()


def test_looks_at_nothing_that_the_player_does_not_know(file: Path) -> None:
    player = policy_from(str(file)).player()
    for _, view in positions(3)[::7]:
        worlds = view.worlds()
        cards = {
            player.choose(card_play(view), worlds.slice(k, 1), 1)
            for k in range(0, int(worlds.count), max(1, int(worlds.count) // 5))
        }
        assert len(cards) == 1


def test_plays_and_is_played_out_in_compiled_code(file: Path) -> None:
    spec = f"policy(file={file})"
    state = GAME.new_initial_state()
    for card in range(32):
        state.apply_action(card)
    bots = [make_bot(spec, GAME, seat, 3) for seat in range(3)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert is_compiled(Spec.parse(f"policy(file={file},temperature=1)"))
    _, view = positions(1)[0]
    for outer in (f"iimc(worlds=4,playout={spec})", f"ismcts(iterations=20,playout={spec})"):
        choices = [make_bot(outer, GAME, view.player, 3).explain(view) for _ in range(2)]
        assert choices[0].move in view.legal_actions
        assert choices[0].scores == choices[1].scores
    choice = make_bot(spec, GAME, view.player, 3).explain(view)
    assert choice.reason == "policy"
    assert sum(choice.diagnostics["share"]) == pytest.approx(1)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="expected a file of networks"):
        make_bot(f"policy(file={tmp_path / 'none.npz'})", GAME, 0, 0)
    content = packed({"suit.soloist.rows": np.zeros((2, 2), np.int16)})
    (tmp_path / "short.npz").write_bytes(content)
    manifest = {"short.npz": {"sha256": sha256(content).hexdigest()}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(NetworkFileError, match=r"short.npz: .*suit.soloist.hidden"):
        policy_from(str(tmp_path / "short.npz"))


def test_networks_that_do_not_fit_are_refused() -> None:
    arrays = random_arrays(1)
    nets: list[Any] = [tuple(arrays[f"{name}.{part}"] for part in PARTS) for name in NAMES]
    assert len(nets) == NETS
    with pytest.raises(InvalidPolicyError, match="8 networks: expected 9"):
        Policy(nets[1:])
    large = nets[0][0].copy()
    large[3, 4] = 400
    with pytest.raises(InvalidPolicyError, match="row with 400: expected at most 315"):
        Policy([(large, *nets[0][1:]), *nets[1:]])
    with pytest.raises(InvalidPolicyError, match=r"out: 992 numbers, expected 1024"):
        Policy([(*nets[0][:3], nets[0][3][1:], nets[0][4]), *nets[1:]])
    with pytest.raises(InvalidPolicyError, match=r"rows: 159 columns, expected 160"):
        Policy([(nets[0][0][:, 1:].copy(), *nets[0][1:]), *nets[1:]])
    high = np.array([30_000], np.int16)
    with pytest.raises(InvalidPolicyError, match=r"ceiling 30000: .* within 32 bits"):
        Policy([(*nets[0][:4], high), *nets[1:]])
    odd: list[Any] = [
        tuple(random_arrays(1, 136)[f"{name}.{part}"] for part in PARTS) for name in NAMES
    ]
    with pytest.raises(InvalidPolicyError, match=r"layers of 136 and 32 .*multiples of 16"):
        Policy(odd)


def test_lessons_follow_from_seed_and_number() -> None:
    rule = Player.rule()
    whole = lessons(6, 4, 0, 100, rule, rule)
    pieces = [lessons(3, 4, first, 100, rule, rule) for first in (0, 3)]
    for column, parts in zip(whole, zip(*pieces, strict=True), strict=True):
        np.testing.assert_array_equal(column, np.concatenate(parts))
    net, size, seen, worth, deal = map(np.asarray, whole)
    assert size.sum() == len(seen)
    assert seen.max() < ROWS
    legal = worth != NO_WORTH
    assert (legal.sum(1) > 1).all()
    assert set(deal) == set(range(6))
    assert net.max() < NETS
    by_open_hands = np.asarray(lessons(1, 4, 0, 100, rule, rule, "open hands", 3)[3])
    assert (by_open_hands.max(1) > NO_WORTH).all()


def test_the_worth_by_both_is_the_mean() -> None:
    """The first position of each deal is compared, because later ones depend on random draws."""
    rule = Player.rule()
    worths = []
    for values in ("playouts", "open hands", "both"):
        _, _, _, worth, deal = map(np.asarray, lessons(20, 4, 0, 100, rule, rule, values))
        worths.append(worth[np.unique(deal, return_index=True)[1]].astype(np.float64))
    playouts, hands, both = worths
    legal = both != NO_WORTH
    assert (playouts[legal] != hands[legal]).any()
    np.testing.assert_allclose(both[legal], (playouts[legal] + hands[legal]) / 2, atol=1)


@pytest.mark.nightly
def test_the_shipped_policy_beats_the_rule_player_in_both_roles() -> None:
    policy, rule = policy_from().player(), Player.rule()
    trials = [trial(6000, 777, 0, Tastes(), one, rule) for one in (policy, rule)]
    alone, among_them = (np.asarray(scores, np.float64) for _, scores, _ in trials)
    against = np.asarray(trials[0][2], np.float64)
    for gained in (alone - among_them, among_them - against):
        assert gained.mean() - 1.96 * gained.std() / len(gained) ** 0.5 > 0
    assert make_bot("policy", GAME, 0, 0) is not None


def test_most_lessons_are_of_games_that_one_would_bid() -> None:
    """One deal in ten is drawn without selection; in the others the soloist mostly wins."""
    rule = Player.rule()
    net, _, _, worth, _ = map(np.asarray, lessons(1000, 6, 0, 20, rule, rule))
    best = np.where(worth == NO_WORTH, np.iinfo(np.int16).min, worth).max(1)
    for soloist, least in ((0, 0.78), (3, 0.72), (6, 0.72)):
        won = (best[net == soloist] > 0).mean()
        assert least < won < 0.95


def test_lessons_are_of_all_contracts_and_tell_near_misses_apart() -> None:
    """Half of the deals are suit games, two in five grands; targets of trump games are smoothed."""
    rule = Player.rule()
    net, _, _, worth, deal = map(np.asarray, lessons(300, 6, 0, 20, rule, rule))
    kinds = [len(np.unique(deal[net // 3 == kind])) / 300 for kind in range(3)]
    assert kinds == pytest.approx([0.5, 0.4, 0.1], abs=0.09)
    legal = np.asarray(worth != NO_WORTH)
    whole = (~legal | (worth % WORTH_UNIT == 0)).all(axis=1)
    assert whole[net // 3 == 2].all()
    assert not whole[net // 3 < 2].all()
    differ = np.where(legal, worth, worth.max(1, keepdims=True)).min(1) < worth.max(1)
    exact = np.asarray(lessons(300, 6, 0, 20, rule, rule, blurred=False)[3])
    same = np.where(legal, exact, exact.max(1, keepdims=True)).min(1) == exact.max(1)
    assert (differ & same).sum() > 0.05 * len(net)
    assert np.corrcoef(worth[legal], exact[legal])[0, 1] > 0.9
