"""Batched environments against the states of OpenSpiel, and the guarantees of `VectorEnv`."""

from __future__ import annotations

import itertools
import random
import re
import resource
import sys
import threading
from pathlib import Path
from typing import get_args

import numpy as np
import pyspiel
import pytest

from vorhand.api import load_game
from vorhand.envs import Arrays, VectorEnv
from vorhand.envs.vector import Content, DType, supported_games
from vorhand.native import envs, skat
from vorhand.native.errors import IllegalActionError, InputError
from vorhand.tests.envs.trick_observations import trick_observation
from vorhand.tests.sizes import few, sizes

SMALL_PACK = (
    "python_skat(start=play C by 0 cards ?CJ.SJ.CA.CT.SA.ST.HA.HT.HK points 42 tricks 4 past ?)"
)
GAMES = (
    "python_skat",
    "python_skat(scoring=zero_sum,claims=true)",
    "python_skat(scoring=card_points,start=play G by 0 cards ?)",
    "python_skat(scoring=zero_sum,ramsch=true)",
    "python_skat(ramsch=true,schieberamsch=true)",
    "python_skat(start=play G by 0 cards CA.CT/SA/HA.HJ/- leader 1 trick D7 past ?)",
    SMALL_PACK,
    "python_schnapsen",
    "python_schnapsen(match=true,preset=tournament_hard)",
    "python_schnapsen(capped=true,score_0=6,leader=1)",
    "python_kinderschnapsen",
    "python_kinderschnapsen(match=true,match_points=4)",
    "python_belote(dealer=1)",
    "python_belote(contree=true)",
    "python_belote(contree=true,made=bid,contre=flat,surcontre=3,belote=won)",
    "python_belote(contree=true,made=more,contre=bid,belote=multiplied)",
)
STATM = Path("/proc/self/statm")
VARIANTS = (
    "python_skat(claims=true,kontra=true)",
    "python_skat(scoring=zero_sum,kontra=true,spitze=true,bock=true)",
    "python_skat(scoring=card_points,spitze=true)",
    "python_skat(scoring=game_value,bock=true)",
    "python_skat(claims=true,kontra=true,ramsch=true,schieberamsch=true,spitze=true,bock=true)",
    "python_schnapsen(preset=tournament_hard)",
    "python_schnapsen(preset=pypi,leader=1)",
    "python_schnapsen(suits=2,hand_size=3)",
    "python_schnapsen(hand_size=1)",
    "python_schnapsen(match=true,match_points=3,suits=2,hand_size=4)",
    "python_schnapsen(marriage_compulsory=1,closed_first_wins=0,failed_close_at_end=1)",
    "python_kinderschnapsen(suits=2,last_trick_points=3)",
)  # other rules of these games, which are tested in fewer deals
BRIDGE = "bridge(use_double_dummy_result=false)"
TRICK_GAMES = (
    "spades",
    "spades(win_threshold=60,mercy_threshold=-90,win_or_loss_bonus=7)",
    "spades(use_mercy_rule=false,mercy_threshold=-90)",
    "hearts",
    "hearts(pass_cards=false,must_break_hearts=false)",
    "hearts(no_pts_on_first_trick=false,qs_breaks_hearts=false)",
    "oh_hell",
    "oh_hell(players=7,off_bid_penalty=true,points_per_trick=3)",
    "oh_hell(players=5,num_suits=2,num_cards_per_suit=9,num_tricks_fixed=2)",
    "euchre",
    "euchre(stick_the_dealer=false)",
    "skat",
    BRIDGE,
    "bridge(use_double_dummy_result=false,dealer=3,dealer_vul=true)",
    "bridge(use_double_dummy_result=false,dealer=1,non_dealer_vul=true)",
    "tarok",
    "tarok(players=4)",
)


def random_actions(arrays: Arrays, rng: np.random.Generator) -> np.ndarray:
    """Return a random legal action in each environment."""
    drawn: np.ndarray = (rng.random(arrays.legal_actions.shape) * arrays.legal_actions).argmax(1)
    return drawn


class Twin:
    """The state of OpenSpiel that is played beside one environment."""

    def __init__(self, env: VectorEnv, number: int, content: Content) -> None:
        self.env, self.number = env, number
        self.recall = content == "information_state"
        self.sampler = random.Random(number)
        self.state = self.new_state()
        self.follow()

    def new_state(self) -> pyspiel.State:
        """Return the initial state; at Tarok its game has the seed of the environment's cards."""
        return pyspiel.load_game(str(self.env.state(self.number).get_game())).new_initial_state()

    def follow(self) -> None:
        """Apply the actions of the environment since the last call."""
        for action in self.env.history(self.number)[len(self.state.history()) :]:
            self.state.apply_action(action)

    def check(self) -> None:
        """Compare the row of the environment with the state."""
        state, arrays, i = self.state, self.env.arrays, self.number
        player = state.current_player()
        assert arrays.players[i] == player
        assert state.history() == self.env.history(i)
        assert np.flatnonzero(arrays.legal_actions[i]).tolist() == state.legal_actions()
        if str(self.env.game).startswith("python_"):
            tensor = state.information_state_tensor if self.recall else state.observation_tensor
            expected = np.asarray(tensor(player), np.float32)
        elif self.sampler.random() < 1 / 3:
            expected = trick_observation(state, player, self.recall)
        else:
            return
        np.testing.assert_array_equal(arrays.observations[i], expected)

    def step(self, action: int) -> bool:
        """Apply an action that the environment has taken; return whether the game ended."""
        self.state.apply_action(action)
        arrays, i = self.env.arrays, self.number
        over: bool = self.state.is_terminal()
        assert arrays.terminated[i] == over
        assert arrays.rewards[i].tolist() == (
            np.float32(self.state.returns()).tolist() if over else [0] * arrays.rewards.shape[1]
        )
        if over:
            self.state = self.new_state()
        self.follow()
        return over


@pytest.mark.parametrize("deals", sizes(15, 10_000))
@pytest.mark.parametrize("content", get_args(Content))
@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_environments_play_as_the_states_of_openspiel(
    game: str, content: Content, deals: int
) -> None:
    """Observations, legal actions, players, rewards and cards, over random play.

    At night 10,000 deals are played with each content. Matches, of several deals each, are at most
    600, and deals of `VARIANTS` and of other scores at Contrée at most 1,000, since little differs.
    """
    if "match=true" in game:
        deals = min(deals // 8, 600)
    if "made=" in game or game in VARIANTS:
        deals = min(max(deals // 5, 4), 1_000)
    check_play(game, content, deals)


@pytest.mark.parametrize("deals", sizes(5, 10_000))
@pytest.mark.parametrize("content", get_args(Content))
@pytest.mark.parametrize("game", TRICK_GAMES)
def test_trick_games_play_as_openspiel_does(game: str, content: Content, deals: int) -> None:
    """Every third turn, observations are compared with those read from the moves.

    At night 10,000 deals of each game are played with each content, of variants 1,000.
    """
    main = "(" not in game or game in (BRIDGE, "tarok(players=4)")
    check_play(game, content, deals if main else min(deals // 5, 1_000))


def check_play(game: str, content: Content, deals: int) -> None:
    """Play a number of deals at random beside states of OpenSpiel."""
    rng = np.random.default_rng(deals)
    ended = 0
    while ended < deals:
        env = VectorEnv(game, 4, seed=ended, observations="float32", content=content)
        assert env.num_actions == env.game.num_distinct_actions()
        twins = [Twin(env, i, content) for i in range(env.num_envs)]
        goal = min(deals, ended + max(deals // 10, 20))
        while ended < goal:
            for twin in twins:
                twin.check()
            actions = random_actions(env.arrays, rng)
            if "ramsch" in game:  # mostly all pass
                bidding = env.arrays.legal_actions[:, skat.PASS] & (rng.random(4) < 0.9)
                actions[bidding] = skat.PASS
            if game.startswith(("bridge", "tarok")):  # mostly pass, so that contracts are low
                bidding = env.arrays.observations[:, env.num_players] == 1
                lowest = env.arrays.legal_actions.argmax(1)
                actions = np.where(bidding & (rng.random(4) < 0.7), lowest, actions)
            env.step(actions)
            ended += sum(twin.step(int(a)) for twin, a in zip(twins, actions, strict=True))


@pytest.mark.parametrize(
    "game",
    ["python_skat", "python_schnapsen", "hearts", "oh_hell(players=7)", "tarok(players=4)"],
)
def test_bytes_are_the_floats_but_for_counts(game: str) -> None:
    """If a byte and a float differ, the float is the count divided by a constant."""
    floats = VectorEnv(game, 64, seed=3, observations="float32")
    counts = VectorEnv(game, 64, seed=3, observations="uint8")
    rng, seen = np.random.default_rng(1), []
    for _ in range(60):
        seen.append((floats.arrays.observations.copy(), counts.arrays.observations.copy()))
        actions = random_actions(floats.arrays, rng)
        floats.step(actions)
        counts.step(actions)
    all_floats, all_counts = (
        np.concatenate(part).astype(float) for part in zip(*seen, strict=True)
    )
    assert all_floats.max() <= 1
    places = np.flatnonzero((all_floats != all_counts).any(axis=0))
    assert 4 <= len(places) <= 12
    for place in places:
        share, count = all_floats[:, place], all_counts[:, place]
        assert ((share > 0) == (count > 0)).all()
        wholes = count[count > 0] / share[count > 0]
        np.testing.assert_allclose(wholes, np.round(wholes[0]), rtol=1e-5)


def test_the_same_seed_gives_the_same_cards_for_any_number_of_threads() -> None:
    batches = [VectorEnv("python_skat", 300, seed=9, threads=threads) for threads in (1, 2, 5)]
    other = VectorEnv("python_skat", 300, seed=10)
    assert other.history(0) != batches[0].history(0)
    assert len({tuple(batches[0].history(i)) for i in range(300)}) == 300
    rng = np.random.default_rng(2)
    ended = 0
    for _ in range(100):
        actions = random_actions(batches[0].arrays, rng)
        for env in batches:
            env.step(actions)
            for ours, first in zip(env.arrays, batches[0].arrays, strict=True):
                np.testing.assert_array_equal(ours, first)
        ended += int(batches[0].arrays.terminated.sum())
    assert ended > 300
    assert [env.history(299) for env in batches[1:]] == [batches[0].history(299)] * 2


def test_reset_goes_on_along_the_random_streams_or_starts_them_anew() -> None:
    env = VectorEnv("python_schnapsen", 3, seed=4)
    first = [env.history(i) for i in range(3)]
    env.reset()
    second = [env.history(i) for i in range(3)]
    assert all(a != b for a, b in zip(first, second, strict=True))
    env.step(random_actions(env.arrays, np.random.default_rng(0)))
    assert env.reset(seed=4) is env.arrays
    assert [env.history(i) for i in range(3)] == first
    env.reset()
    assert [env.history(i) for i in range(3)] == second
    unseeded = [tuple(VectorEnv("python_skat", 1).history(0)) for _ in range(2)]
    assert unseeded[0] != unseeded[1]


def test_the_next_game_begins_in_the_step_that_ends_one() -> None:
    env = VectorEnv("python_skat", 2, seed=1)
    arrays = env.arrays
    for _ in range(3):  # all pass in the first environment, somebody bids in the second
        assert not arrays.terminated.any()
        before = env.history(0)
        arrays = env.step([32, int(np.flatnonzero(arrays.legal_actions[1])[-1])])
        assert arrays.terminated[0] or env.history(0) == [*before, 32]
    assert arrays.terminated.tolist() == [True, False]
    assert arrays.rewards.tolist() == [[0, 0, 0], [0, 0, 0]]
    assert len(env.history(0)) == 32  # only the cards of the next deal
    assert arrays.players[0] == 1
    assert arrays.legal_actions[0].sum() == 64  # pass, or any of 63 values
    arrays = env.step([32, int(np.flatnonzero(arrays.legal_actions[1])[-1])])
    assert not arrays.terminated[0]


def test_arrays_stay_where_they_are() -> None:
    env = VectorEnv("python_skat", 8, seed=1)
    addresses = [array.ctypes.data for array in env.arrays]
    for _ in range(50):
        assert env.step(random_actions(env.arrays, np.random.default_rng(1))) is env.arrays
    assert [array.ctypes.data for array in env.arrays] == addresses
    assert all(address % 64 == 0 for address in addresses)  # JAX requires it


@pytest.mark.skipif(not STATM.exists(), reason="the system does not say how much memory is used")
@pytest.mark.parametrize("field", Arrays._fields)
def test_an_array_keeps_its_memory_and_frees_it(field: str) -> None:
    """Each array keeps the memory of the whole batch, which ends with the last one."""

    def array_alone() -> tuple[np.ndarray, int]:
        env = VectorEnv("python_skat", 2**13, seed=1, observations="float32")
        return getattr(env.step(np.full(2**13, 32)), field), env.arrays.observations.nbytes

    first, size = array_alone()
    expected, before = first.copy(), resident_bytes()
    for _ in range(6):
        array_alone()
    assert resident_bytes() - before < 3 * size
    np.testing.assert_array_equal(first, expected)


def resident_bytes() -> int:
    """Return the memory of this process that is in use."""
    return int(STATM.read_text().split()[1]) * resource.getpagesize()


@pytest.mark.parametrize("library", few(1, ["numpy", "torch", "jax.numpy"]))
@pytest.mark.parametrize("observations", get_args(DType))
def test_arrays_are_shared_through_dlpack(library: str, observations: DType) -> None:
    """The tensors have the arrays' addresses, types and shapes, and change with each step."""
    share = pytest.importorskip(library).from_dlpack
    env = VectorEnv("python_schnapsen", 8, seed=1, observations=observations)
    shared = [share(array) for array in env.arrays]
    for _ in range(30):
        env.step(random_actions(env.arrays, np.random.default_rng(1)))
    for tensor, ours in zip(shared, env.arrays, strict=True):
        view = np.asarray(tensor)
        assert (view.ctypes.data, view.dtype, view.shape) == (
            ours.ctypes.data,
            ours.dtype,
            ours.shape,
        )
        np.testing.assert_array_equal(view, ours)


@pytest.mark.parametrize("wrong", [33, 122, 123, -1, 2**40])
def test_an_illegal_action_is_named_and_changes_nothing(wrong: int) -> None:
    env = VectorEnv("python_skat", 200, seed=1, threads=2)  # more than one share of the work
    before = [array.copy() for array in env.arrays]
    histories = [env.history(i) for i in range(200)]
    actions = np.full(200, 32)
    actions[[100, 170]] = wrong, 999
    with pytest.raises(IllegalActionError) as caught:
        env.step(actions)
    expected = f"environment 100: action {wrong} of player 1: expected one of 32, 34 to 96"
    assert str(caught.value) == expected
    assert [env.history(i) for i in range(200)] == histories
    for array, old in zip(env.arrays, before, strict=True):
        np.testing.assert_array_equal(array, old)


def text_of(legal: np.ndarray) -> str:
    """Return text such as ``6``, ``3 to 9`` or ``one of 32, 34 to 96``."""
    numbers = enumerate(np.flatnonzero(legal).tolist())
    runs = [list(run) for _, run in itertools.groupby(numbers, lambda pair: pair[1] - pair[0])]
    texts = [f"{run[0][1]} to {run[-1][1]}" if len(run) > 1 else f"{run[0][1]}" for run in runs]
    return ("one of " if len(texts) > 1 else "") + ", ".join(texts)


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS, *TRICK_GAMES])
def test_illegal_actions_are_refused_in_all_games(game: str) -> None:
    """The legal actions that the error names are those of the array."""
    env = VectorEnv(game, 5, seed=5)
    rng = np.random.default_rng(5)
    for _ in range(40):
        actions, i = random_actions(env.arrays, rng), int(rng.integers(5))
        legal, player = env.arrays.legal_actions[i], env.arrays.players[i]
        before, history = [array.copy() for array in env.arrays], env.history(i)
        for wrong in (rng.choice(np.flatnonzero(~legal)), -1, env.num_actions, 2**40):
            with pytest.raises(IllegalActionError) as caught:
                env.step(np.where(np.arange(5) == i, wrong, actions))
            action = f"environment {i}: action {wrong} of player {player}"
            assert str(caught.value) == f"{action}: expected {text_of(legal)}"
        assert env.history(i) == history
        for array, old in zip(env.arrays, before, strict=True):
            np.testing.assert_array_equal(array, old)
        env.step(actions)


@pytest.mark.parametrize(
    ("actions", "named"),
    [
        ([32], "int64 [1], expected integers [2]"),
        ([32.0, 32.0], "float64 [2], expected integers [2]"),
        ([[32, 32]], "int64 [1, 2], expected integers [2]"),
    ],
)
def test_actions_are_one_integer_for_each_environment(actions: list[int], named: str) -> None:
    env = VectorEnv("python_skat", 2, seed=1)
    with pytest.raises(InputError, match=re.escape(named)):
        env.step(actions)
    assert len(env.history(0)) == 32
    env.step(np.array([32, 32], np.int8)[::-1])  # any type and layout of integers
    assert len(env.history(0)) == 33


def test_bad_arguments_are_quoted() -> None:
    with pytest.raises(InputError, match="'kuhn_poker': no environments, expected one of .*_skat"):
        VectorEnv("kuhn_poker", 2)
    with pytest.raises(InputError, match="jd_bonus=true: expected none of"):
        VectorEnv("hearts(jd_bonus=true)", 2)
    with pytest.raises(InputError, match="^bridge.*expected use_double_dummy_result=false"):
        VectorEnv("bridge", 2)
    with pytest.raises(InputError, match="rng_seed=5.*expected no rng_seed"):
        VectorEnv("tarok(rng_seed=5)", 2)
    with pytest.raises(InputError, match="there is no game 'chess_poker'"):
        VectorEnv("chess_poker", 2)
    for wrong in (0, -1, 2**21):
        with pytest.raises(InputError, match=f"num_envs {wrong}: expected 1 to 1048576"):
            VectorEnv("python_skat", wrong)
    with pytest.raises(InputError, match="threads 0: expected 1 to 256"):
        VectorEnv("python_skat", 2, threads=0)
    with pytest.raises(InputError, match="observations 'int8': expected uint8 or float32"):
        VectorEnv("python_skat", 2, observations="int8")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="content 'all': expected observation or information"):
        VectorEnv("python_skat", 2, content="all")  # type: ignore[arg-type]
    for name in ("seed", "threads", "num_envs"):
        with pytest.raises(InputError, match=f"{name} 1.5: expected an integer"):
            VectorEnv("python_skat", **{"num_envs": 2, name: 1.5})  # type: ignore[arg-type]
    env = VectorEnv("python_skat", 2, seed=2**64 - 1)
    with pytest.raises(InputError, match=r"env 0\.5: expected an integer"):
        env.history(0.5)  # type: ignore[arg-type]
    for seed in (-1, 2**64):
        with pytest.raises(InputError, match=rf"seed {seed}: expected 0 to 2\^64 - 1"):
            VectorEnv("python_skat", 2, seed=seed)
        with pytest.raises(InputError, match=f"seed {seed}: expected 0 to"):
            env.reset(seed=seed)
    for number in (-1, 2):
        for read in (env.history, env.state):
            with pytest.raises(InputError, match=f"env {number}: expected 0 to 1"):
                read(number)


def test_all_games_with_environments_are_tested() -> None:
    tested = {load_game(game).get_type().short_name for game in (*GAMES, *TRICK_GAMES)}
    assert tested == set(supported_games())


def test_threads_of_python_take_turns() -> None:
    """Steps and histories stay complete while another thread steps the same environments."""
    env, alone = (VectorEnv("python_skat", 256, seed=1) for _ in range(2))
    passes = np.full(256, 32)  # always legal: the third one ends the deal
    lengths: list[set[int]] = [set(), set()]

    def play(number: int) -> None:
        for _ in range(50):
            env.step(passes)
            lengths[number].update(len(env.history(i)) for i in range(256))

    threads = [threading.Thread(target=play, args=[number]) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lengths[0] | lengths[1] <= {32, 33, 34}  # never a part of a deal
    for _ in range(2 * 50):
        alone.step(passes)
    assert [env.history(i) for i in range(256)] == [alone.history(i) for i in range(256)]
    for ours, expected in zip(env.arrays, alone.arrays, strict=True):
        np.testing.assert_array_equal(ours, expected)


def test_other_threads_of_python_run_during_a_step() -> None:
    """The interpreter changes threads only if one releases its lock, as a step does."""
    env = VectorEnv("python_skat", 1024, seed=1)
    passes = np.full(1024, 32)
    begun, other_ran = threading.Event(), threading.Event()
    found = []

    def play() -> None:
        begun.set()
        for _ in range(5_000):  # a step may end before the other thread has woken up
            env.step(passes)
            if other_ran.is_set():
                break
        found.append(other_ran.is_set())

    interval = sys.getswitchinterval()
    sys.setswitchinterval(3600)
    try:
        thread = threading.Thread(target=play)
        thread.start()
        begun.wait()
        other_ran.set()
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert found == [True]


def test_environments_of_the_core_are_never_without_a_game() -> None:
    """Each action, from the first on, is checked against a game in progress."""
    core = envs.skat(
        skat.Deal(),
        skat.Scoring.SEEGER_FABIAN,
        agents=(None, None, None),
        bidder=None,
        seed=1,
        environments=2,
        threads=1,
        bytes=True,
        recall=False,
    )
    assert core.players.tolist() == [1, 1]
    assert core.history(1) == VectorEnv("python_skat", 2, seed=1).history(1)
    with pytest.raises(
        IllegalActionError, match="environment 0: action 5 of player 1: expected one of 32"
    ):
        core.step(np.array([5, 5]))
    core.step(np.array([32, 32]))
    assert len(core.history(1)) == 33
