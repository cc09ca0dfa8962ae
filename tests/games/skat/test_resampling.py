"""resample_from_infostate: uniform over exactly the worlds that are consistent."""

import dataclasses
import random
from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from scipy import stats

from vorhand.games.skat.game import SkatState
from vorhand.games.skat.start import Start
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.errors import IllegalActionError, InvalidDealError
from vorhand.native.skat import PICK_UP, Phase
from vorhand.tests.games.skat import reference
from vorhand.tests.games.skat.deals import random_action, random_state, states_along

# One failure in a thousand runs for each test, were the seeds not fixed.
SIGNIFICANCE = 1e-3

ENDING = (
    "play H by 1 cards HJ.S7.S8/DJ.H9.ST/CK.CA.D7/- leader 1 tricks 4 points 52 matadors -3 "
    "void -/-/SA.ST.S7.S8"
)


def _world_of(state: SkatState) -> reference.World:
    deal = state.deal
    masks = (deal.hand(0), deal.hand(1), deal.hand(2), deal.skat)
    sets = [frozenset(card for card in range(32) if mask >> card & 1) for mask in masks]
    return sets[0], sets[1], sets[2], sets[3]


def test_resampling_is_seeded_by_the_callers_numbers() -> None:
    state = random_state(random.Random(2), phase=Phase.PLAY)
    one = [state.resample_from_infostate(0, random.Random(s).random).history() for s in range(5)]
    two = [state.resample_from_infostate(0, random.Random(s).random).history() for s in range(5)]
    assert one == two
    assert len({tuple(history) for history in one}) == 5


def test_resampling_while_cards_are_dealt_is_refused() -> None:
    state = pyspiel.load_game("python_skat").new_initial_state()
    with pytest.raises(IllegalActionError):
        state.resample_from_infostate(0, random.random)


def _late_state(kind: str, role: str, rng: random.Random) -> SkatState:
    """A state of card play whose player to act must reckon with up to 300 worlds."""
    while True:
        state = random_state(rng, phase=Phase.PLAY)
        if kind != _kind(state.view(state.deal.soloist)):
            continue
        while not state.is_terminal():
            player = state.current_player()
            is_soloist = player == state.deal.soloist
            if is_soloist == (role == "soloist") and 6 <= state.view(player).worlds().count <= 300:
                return state
            state.apply_action(random_action(state, rng))


def _kind(view: SkatView) -> str:
    declaration = view.declaration
    assert declaration is not None
    contract = "null" if declaration.contract == 5 else "trump"
    skat = "hand" if declaration.hand else "pickup"
    return f"{contract} {skat}{' ouvert' if declaration.level == 3 else ''}"


@pytest.mark.extended
@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("trump pickup", "soloist"),
        ("trump pickup", "defender"),
        ("trump hand", "soloist"),
        ("trump hand", "defender"),
        ("trump hand ouvert", "defender"),  # the soloist knows no more than in a hand game
        ("null pickup", "soloist"),
        ("null pickup", "defender"),
        ("null hand", "soloist"),
        ("null hand", "defender"),
        ("null pickup ouvert", "defender"),
    ],
)
def test_late_play_is_uniform_over_all_consistent_worlds(kind: str, role: str) -> None:
    """Chi-square against the exhaustive list, written independently in `reference`."""
    rng = random.Random(f"{kind} {role}")
    state = _late_state(kind, role, rng)
    player = state.current_player()
    worlds = list(reference.worlds(state.view(player)))
    assert len(worlds) == state.view(player).worlds().count
    counts = Counter(
        _world_of(state.resample_from_infostate(player, rng.random))
        for _ in range(10 * len(worlds))
    )
    assert set(counts) <= set(worlds), "a world that is not consistent"
    assert _world_of(state) in worlds
    result = stats.chisquare([counts[world] for world in worlds])
    assert result.pvalue > SIGNIFICANCE


@pytest.mark.extended
@pytest.mark.parametrize(
    "phase", [Phase.BIDDING, Phase.PICK_UP_OR_HAND, Phase.DISCARD, Phase.DECLARE]
)
def test_early_phases_are_uniform(phase: Phase) -> None:
    """Too many worlds to list: each unseen card, and a pair of them, must lie where they may
    with the frequencies that counting gives."""
    rng = random.Random(str(phase))
    pvalues: list[float] = []
    state = random_state(rng, phase=phase)
    for player in range(3):
        pvalues += _pvalues_of_places(state, player, rng)
    assert min(pvalues) > SIGNIFICANCE / len(pvalues)


def _pvalues_of_places(state: SkatState, player: int, rng: random.Random) -> list[float]:
    samples = 1500
    view, true = state.view(player), _world_of(state)
    hidden = [card for card in range(32) if not (view.hand | view.skat) >> card & 1]
    sizes = np.array([len(cards & set(hidden)) for cards in true])
    assert sizes.sum() == len(hidden)
    counts = np.zeros((len(hidden), 4))
    together = 0
    for _ in range(samples):
        other = state.resample_from_infostate(player, rng.random)
        assert other.view(player) == view
        world = _world_of(other)
        places = [next(p for p in range(4) if card in world[p]) for card in hidden]
        counts[np.arange(len(hidden)), places] += 1
        together += places[0] == places[1]
    assert not counts[:, sizes == 0].any()
    expected = sizes[sizes > 0] / sizes.sum() * samples
    pvalues = [stats.chisquare(row[sizes > 0], expected).pvalue for row in counts]
    both = (sizes * (sizes - 1)).sum() / (sizes.sum() * (sizes.sum() - 1))
    return [*pvalues, stats.binomtest(together, samples, both).pvalue]


@pytest.mark.extended
def test_first_discard_is_uniform_but_never_the_highest() -> None:
    """The first of the twelve cards discarded is any but the highest (ascending order)."""
    rng = random.Random(11)
    state = random_state(rng, phase=Phase.DISCARD)
    state.apply_action(state.legal_actions()[0])
    player = (state.deal.soloist + 1) % 3
    ranks = np.zeros(12)
    for _ in range(1200):
        world = _world_of(state.resample_from_infostate(player, rng.random))
        (laid_away,) = world[3]
        ranks[sum(card < laid_away for card in world[state.deal.soloist])] += 1
    assert ranks[11] == 0
    assert stats.chisquare(ranks[:11]).pvalue > SIGNIFICANCE


@pytest.mark.extended
def test_the_unseen_skat_is_uniform_among_the_twelve() -> None:
    """The two cards picked up may be any two of the soloist's twelve."""
    rng = random.Random(12)
    while True:
        state = random_state(rng, phase=Phase.PLAY)
        if state.deal.picked_up:
            break
    player = (state.deal.soloist + 1) % 3
    ranks = np.zeros(12)
    samples = 1200
    for _ in range(samples):
        other = state.resample_from_infostate(player, rng.random)
        world = _world_of(other)
        twelve = sorted(world[state.deal.soloist] | world[3])
        assert PICK_UP in other.history()
        for card in range(32):
            if other.deal.dealt_skat >> card & 1:
                ranks[twelve.index(card)] += 1
    # Two cards a sample, so the variance of a cell is n p (1 - p) with p = 1/6.
    expected = samples / 6
    statistic = ((ranks - expected) ** 2).sum() / (expected * (5 / 6)) * (11 / 12)
    assert stats.chi2.sf(statistic, 11) > SIGNIFICANCE


@pytest.mark.extended
def test_positions_are_uniform_over_all_consistent_worlds() -> None:
    """An ending with voids shown before and cards on the table, worlds counted by hand.

    Rearhand (CK CA) sees HJ led by middlehand. Of S7 S8 S9 ST SA forehand has two, middlehand
    one and the skat two, but middlehand is known not to have ST or SA: three times six ways.
    """
    game = pyspiel.load_game(
        "python_skat(start=play H by 0 cards ST.SA/S7/CA.CK/S8.S9 leader 1 trick HJ "
        "tricks 5 points 50 matadors 1 void -/SA.ST/-)"
    )
    state = game.new_initial_state()
    assert state.current_player() == 2
    rng = random.Random(17)
    counts = Counter(_world_of(state.resample_from_infostate(2, rng.random)) for _ in range(1200))
    assert len(counts) == 18
    assert all(not world[1] & {21, 22} for world in counts)
    other = state.resample_from_infostate(2, rng.random)
    for copy in (other.clone(), game.deserialize_state(other.serialize())):
        assert copy.deal == other.deal
    assert stats.chisquare(list(counts.values())).pvalue > SIGNIFICANCE


def test_positions_of_the_first_trick_resample() -> None:
    """While the soloist has all twelve cards, his matadors are those of the world."""
    rng = random.Random(18)
    matadors = set()
    for _ in range(8):
        whole = random_state(rng, phase=Phase.PLAY)
        for _ in range(3):
            game = pyspiel.load_game(f"python_skat(start={Start.at(whole.deal)})")
            state = game.new_initial_state()
            assert state.deal.matadors == whole.deal.matadors
            for player in range(3):
                other = state.resample_from_infostate(player, rng.random)
                assert other.view(player) == state.view(player)
                assert game.deserialize_state(other.serialize()).deal == other.deal
                assert game.new_initial_state(other.to_struct()).deal == other.deal
                matadors.add(other.deal.matadors == whole.deal.matadors)
            whole.apply_action(rng.choice(whole.legal_actions()))
    assert matadors == {True, False}


@pytest.mark.parametrize("start", ["deal", "play G by 0 cards ?", ENDING])
def test_deals_made_from_a_view_alone(start: str) -> None:
    """In a sampled world the player has the view he had; a position forgets what was played."""
    rng = random.Random(15)
    for _ in range(3):
        for state in states_along(random_state(rng, f"python_skat(start={start})")):
            if state.deal.phase == Phase.DEAL or state.is_terminal():
                continue
            for player in range(3):
                view = state.view(player)
                world = view.worlds().sample(1, rng.getrandbits(40))[0]
                deal = view.deal(world)
                assert [deal.hand(0), deal.hand(1), deal.hand(2), deal.skat] == world.tolist()
                if state.current_player() == player:
                    assert deal.legal_actions() == state.legal_actions()
                told = observe(deal, player)
                if start == "deal":
                    assert told == view
                else:
                    for name in ("hidden", "known", "possible", "trick", "leader", "to_act"):
                        assert getattr(told, name) == getattr(view, name)
                    assert told.soloist_points == view.soloist_points
                    assert deal.matadors == state.deal.matadors or not view.is_soloist


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"known": (1, 1, 0, 0)}, "card D7 is in two places"),
        ({"hidden_count": (0, 9, 10, 2)}, "22 hidden cards for 21 places"),
        ({"hidden_count": (1, 9, 10, 2)}, "players see their own cards"),
        ({"possible": (0, 0xFFFFFFFF, 0, 0)}, "possible but not hidden"),
        ({"soloist": 3}, "soloist 3"),
        ({"half_discarded": True}, "half discarded"),
    ],
)
def test_contradictory_knowledge_is_refused(change: dict[str, object], reason: str) -> None:
    view = random_state(random.Random(16), phase=Phase.BIDDING).view(0)
    with pytest.raises(InvalidDealError, match=reason):
        dataclasses.replace(view, **change).worlds()  # type: ignore[arg-type]


def test_openspiels_ismcts_plays() -> None:
    """The Python ISMCTSBot plays a whole deal in all seats."""
    game, rng = pyspiel.load_game("python_skat"), random.Random(14)
    bots = []
    for seat in range(3):
        generator = np.random.RandomState(seat)
        bots.append(
            ismcts.ISMCTSBot(
                game=game,
                uct_c=50.0,
                max_simulations=4,
                evaluator=mcts.RandomRolloutEvaluator(1, generator),
                random_state=generator,
            )
        )
    state = game.new_initial_state()
    while not state.is_terminal():
        legal, chance = state.legal_actions(), state.is_chance_node()
        action = rng.choice(legal) if chance else bots[state.current_player()].step(state)
        assert action in legal
        state.apply_action(action)
    assert any(state.returns()) or state.deal.soloist < 0
