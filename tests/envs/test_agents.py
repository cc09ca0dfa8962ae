"""Agents at seats of batched environments: their actions are those of the same bots."""

from __future__ import annotations

import re

import numpy as np
import pyspiel
import pytest

from vorhand.api import load_game, make_bot
from vorhand.envs import VectorEnv
from vorhand.envs.python_agents import bot_seed
from vorhand.native.errors import InputError
from vorhand.native.skat import Phase
from vorhand.tests.envs.test_vector import random_actions
from vorhand.tests.sizes import sizes

POLICY = "policy(bidder=kermit(against=policy,sure=false))"
"""The agent that `policy` is in the core, where Kermit proves no sure games."""

WORLDS = 40
PIMC = f"pimc(worlds={WORLDS},belief=uniform,doubt=0)"
ENDING = "start=play G by 0 cards CA.CT/SA/HA.HJ/- leader 1 trick D7 past ?"


class Witness:
    """A state and bots that follow one environment and check its actions."""

    def __init__(self, env: VectorEnv, number: int, bots: dict[int, pyspiel.Bot]) -> None:
        self.env, self.number, self.bots = env, number, bots
        self.moves = 0
        self.begin()

    def begin(self) -> None:
        """Start the state of a new game."""
        self.state = self.env.game.new_initial_state()
        for bot in self.bots.values():
            bot.restart()
        self.follow(self.env.history(self.number))

    def follow(self, history: list[int]) -> None:
        """Apply the actions since the last call; an agent's actions must equal its bot's."""
        for action in history[len(self.state.history()) :]:
            self.apply(action)

    def apply(self, action: int) -> None:
        """Apply an action; an agent's action must equal its bot's."""
        player = self.state.current_player()
        if player in self.bots:
            assert self.bots[player].step(self.state) == action
            self.moves += 1
        self.note(player, action)

    def note(self, player: int, action: int) -> None:
        """Apply an expected action."""
        for seat, bot in self.bots.items():
            if seat != player:
                bot.inform_action(self.state, player, action)
        self.state.apply_action(action)

    def step(self, action: int) -> bool:
        """Follow a step in which the caller chose an action; return whether the game ended."""
        arrays, i = self.env.arrays, self.number
        over = bool(arrays.terminated[i])
        if over:
            self.apply(action)
            while not self.state.is_terminal():
                if (player := self.state.current_player()) < 0:
                    pytest.fail("chance acts after the caller's last turn: replay is not possible")
                self.note(player, self.bots[player].step(self.state))
                self.moves += 1
            assert arrays.rewards[i].tolist() == self.state.returns()
            self.begin()
        else:
            self.follow(self.env.history(i))
        assert arrays.players[i] == self.state.current_player()
        assert np.flatnonzero(arrays.legal_actions[i]).tolist() == self.state.legal_actions()
        return over


@pytest.mark.parametrize(
    ("game", "agents", "steps"),
    [
        ("python_skat", {0: "rule", 2: "rule"}, 60),  # in the core
        ("python_skat", {0: "policy", 1: "policy"}, 30),
        ("python_skat", {2: "kermit(sure=false)"}, 40),
        ("python_skat", {1: "random"}, 60),  # in Python, as it bids at random too
        ("python_skat(claims=true)", {1: "rule"}, 40),
        ("python_skat(ramsch=true)", {1: "rule"}, 40),
        (f"python_skat({ENDING})", {1: "rule"}, 10),
        ("python_schnapsen", {1: "rule"}, 40),
        ("python_schnapsen(match=true)", {0: "rule"}, 40),
        ("python_kinderschnapsen", {1: "pimc(worlds=6720,ties=first)"}, 7),  # all worlds
        ("euchre", {1: "random", 2: "first"}, 24),
    ],
)  # fmt: skip
def test_agents_play_as_their_bots(game: str, agents: dict[int, str], steps: int) -> None:
    env = VectorEnv(game, 4, seed=2, agents=agents)
    rng, ended = np.random.default_rng(3), 0
    witnesses = []
    for i in range(4):
        bots = {
            seat: make_bot(
                POLICY if spec == "policy" else spec, env.game, seat, bot_seed(2, i, seat)
            )
            for seat, spec in agents.items()
        }
        witnesses.append(Witness(env, i, bots))
    for _ in range(steps):
        actions = random_actions(env.arrays, rng)
        env.step(actions)
        for witness, action in zip(witnesses, actions, strict=True):
            ended += witness.step(int(action))
    assert ended >= 2
    assert sum(witness.moves for witness in witnesses) > 10


class LateWitness(Witness):
    """A witness that checks actions only where the search covers all worlds, and draws none."""

    choices = 0

    def apply(self, action: int) -> None:
        """Apply an action; it must equal the bot's if there are few worlds."""
        player = self.state.current_player()
        choice = player in self.bots and len(self.state.legal_actions()) > 1
        is_play = choice and self.state.deal.phase == Phase.PLAY
        if is_play and self.state.view(player).worlds().count <= WORLDS:
            super().apply(action)
            self.choices += 1
        else:
            self.note(player, action)


@pytest.mark.parametrize("deals", sizes(4, 60))
@pytest.mark.parametrize("seats", [(1, 2), (0,)])
def test_searches_play_as_their_bots_once_they_cover_all_worlds(
    seats: tuple[int, ...], deals: int
) -> None:
    """With fewer worlds than the search asks for, nothing is drawn."""
    env = VectorEnv("python_skat", 4, seed=6, agents=dict.fromkeys(seats, PIMC), bidder="rule")
    assert env.agents_in_core == seats
    witnesses = [
        LateWitness(env, i, {seat: make_bot(PIMC, env.game, seat, 1) for seat in seats})
        for i in range(4)
    ]
    rng, ended = np.random.default_rng(3), 0
    while ended < deals:
        actions = random_actions(env.arrays, rng)
        env.step(actions)
        ended += sum(w.step(int(a)) for w, a in zip(witnesses, actions, strict=True))
    assert sum(witness.choices for witness in witnesses) >= deals


@pytest.mark.parametrize(
    ("game", "agents", "seats"),
    [
        ("python_skat", {2: "rule", 0: "policy"}, (0, 2)),
        ("python_skat", {0: "pimc(worlds=3)", 1: "pimc(worlds=3,seconds=1)"}, (0,)),
        ("python_skat", {0: "kermit", 1: "random"}, (0,)),
        *((f"python_skat({rule}=true)", {1: "rule"}, ())
          for rule in ("claims", "kontra", "ramsch", "bock", "spitze")),
        ("python_skat(start=play G by 0 cards ?)", {1: "rule", 2: "policy"}, (1,)),
        (f"python_skat({ENDING})", {1: "rule"}, ()),
        ("python_schnapsen(match=true)", {1: "vorhand(iterations=30)"}, (1,)),
        ("python_schnapsen", {1: "pimc(seconds=1)"}, ()),
        ("python_belote", {1: "random"}, ()),
        ("python_belote", {}, ()),
    ],
)  # fmt: skip
def test_seats_of_agents_in_the_core_are_named(
    game: str, agents: dict[int, str], seats: tuple[int, ...]
) -> None:
    assert VectorEnv(game, 1, seed=1, agents=agents).agents_in_core == seats


@pytest.mark.parametrize("agent", ["policy(temperature=1)", "pimc(worlds=3)", "random"])
def test_agents_do_not_change_the_cards_and_do_not_depend_on_threads(agent: str) -> None:
    """The k-th deal of an environment has the same cards with and without agents."""
    alone = VectorEnv("python_skat", 6, seed=8)
    env, other = (
        VectorEnv("python_skat", 6, seed=8, threads=threads, agents={1: agent}, bidder="rule")
        for threads in (1, 3)
    )
    deals: list[set[tuple[int, ...]]] = [set() for _ in range(6)]
    for _ in range(20):
        for i in range(6):
            deals[i].add(tuple(alone.history(i)))
        alone.reset()
    rng, ended = np.random.default_rng(4), 0
    for _ in range(25):
        actions = random_actions(env.arrays, rng)
        ended += int(env.step(actions).terminated.sum())
        other.step(actions)
        for i in range(6):
            assert tuple(env.history(i)[:32]) in deals[i]
            assert env.history(i) == other.history(i)
    assert ended >= 6


@pytest.mark.parametrize("agent", ["rule", "pimc(worlds=3)", "policy_tree(iterations=30)"])
def test_agents_of_schnapsen_do_not_change_the_cards(agent: str) -> None:
    """The first deals are those without agents, and actions do not depend on the threads."""
    alone = VectorEnv("python_schnapsen(match=true)", 6, seed=8)
    env, other = (
        VectorEnv("python_schnapsen(match=true)", 6, seed=8, threads=threads, agents={1: agent})
        for threads in (1, 3)
    )
    for i in range(6):
        assert env.history(i)[:20] == alone.history(i)[:20]
    rng = np.random.default_rng(4)
    for _ in range(15):
        actions = random_actions(env.arrays, rng)
        assert not env.step(actions).players.any()
        other.step(actions)
        for i in range(6):
            assert env.history(i) == other.history(i)


def test_games_of_the_same_cards_differ() -> None:
    """With fixed cards and the caller's actions repeated, agents in the core draw anew."""
    env = VectorEnv(
        "python_skat(start=deal cards HA.HT.HK.HQ.H9.H8.H7.CQ.C9.C8/CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK/"
        "DA.DT.DK.DQ.D9.D8.D7.C7.SQ.S9/S8.S7)",
        1,
        seed=3,
        agents=dict.fromkeys((1, 2), "policy(temperature=5)"),
    )
    games: dict[int, list[list[int]]] = {}
    for _ in range(2):
        env.reset(seed=3)
        for number in range(3):
            over, history = False, []
            while not over:
                history = env.history(0)
                over = bool(env.step([env.arrays.legal_actions[0].argmax()]).terminated[0])
            games.setdefault(number, []).append(history)
    assert all(first == again for first, again in games.values())
    assert len({tuple(first) for first, _ in games.values()}) == 3


@pytest.mark.parametrize("bidder", ["rule", "kermit(sure=false)"])
def test_the_named_bidder_makes_the_contracts(bidder: str) -> None:
    """The caller only plays cards, in the contracts that these bots declare."""
    env = VectorEnv("python_skat", 3, seed=5, bidder=bidder)
    bots = {seat: make_bot(bidder, env.game, seat, 1) for seat in range(3)}
    for _ in range(2):
        for i in range(3):
            history = env.history(i)
            state = env.game.new_initial_state()
            for action in history:
                if (player := state.current_player()) >= 0:
                    assert bots[player].step(state) == action
                state.apply_action(action)
            assert history[-1] >= 99  # the declaration
            assert env.arrays.players[i] == state.current_player() == 0
            assert env.arrays.legal_actions[i, 32:].sum() == 0
        env.reset()
    rng = np.random.default_rng(1)
    for step in range(61):
        env.step(random_actions(env.arrays, rng))
        assert env.arrays.legal_actions[:, 32:].sum() == 0
        assert env.arrays.terminated.all() == (step % 30 == 29) or step < 29


def test_a_function_makes_the_bots() -> None:
    """Each environment and seat has its own bot, which is informed of all other actions."""
    made: list[tuple[int, int]] = []
    told: list[int] = []

    class First(pyspiel.Bot):  # type: ignore[misc]
        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)

        def restart(self) -> None:
            told.append(-1)

        def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
            told.append(action)

        def step(self, state: pyspiel.State) -> int:
            return int(state.legal_actions()[0])

    def maker(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        made.append((seat, seed))
        return First()

    env = VectorEnv("python_belote", 2, seed=7, agents={3: maker})
    rng = np.random.default_rng(1)
    for _ in range(40):
        actions = random_actions(env.arrays, rng)
        arrays = env.step(actions)
        assert (arrays.players != 3).all()
    assert sorted(made) == sorted((3, bot_seed(7, i, 3)) for i in range(2))
    first = env.reset(seed=7).observations.copy()
    np.testing.assert_array_equal(
        first, VectorEnv("python_belote", 2, seed=7, agents={3: maker}).arrays.observations
    )
    assert -1 in told
    assert len(told) > 40


def test_only_a_reset_follows_the_failure_of_an_agent() -> None:
    """A step is refused, since it would apply the caller's actions at a turn of the agent."""
    fails = False

    class Failing(pyspiel.Bot):  # type: ignore[misc]
        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)

        def restart(self) -> None:
            pass

        def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
            pass

        def step(self, state: pyspiel.State) -> int:
            if fails:
                raise RuntimeError("no idea")
            return int(state.legal_actions()[-1])

    env = VectorEnv("python_schnapsen", 2, seed=3, agents={1: lambda *_: Failing()})
    rng = np.random.default_rng(1)

    def play() -> None:
        for _ in range(20):
            assert not env.step(random_actions(env.arrays, rng)).players.any()

    fails = True
    with pytest.raises(RuntimeError, match="no idea"):  # both players act in each trick
        play()
    assert 1 in env.arrays.players
    histories = [env.history(i) for i in range(2)]
    with pytest.raises(InputError, match="step: an agent failed in the last one, expected reset"):
        env.step(random_actions(env.arrays, rng))
    assert [env.history(i) for i in range(2)] == histories
    fails = False
    env.reset()
    play()


@pytest.mark.parametrize(
    ("game", "agents", "named"),
    [
        ("python_skat", {3: "rule"}, "agents: seat 3, expected 0 to 2"),
        ("python_skat", {1: "nobody"}, "nobody"),
        ("python_skat", {1: None}, "agents: None at seat 1, expected a spec or a function"),
        ("python_belote", {1: "knn"}, "knn"),
        ("python_skat", dict.fromkeys(range(3), "rule"), "agents: in all seats, expected one"),
        ("python_skat(start=play G by 0 cards -/SA/HA/- leader 0 trick CA past ?)",
         {1: "rule", 2: "rule"}, "the caller has no turn"),
    ],
)  # fmt: skip
def test_agents_that_cannot_play_are_named(game: str, agents: dict[int, str], named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        VectorEnv(game, 2, agents=agents)


def test_agents_that_are_not_by_seat_are_refused() -> None:
    with pytest.raises(InputError, match=re.escape("agents: ['rule'], expected a dictionary")):
        VectorEnv("python_skat", 2, agents=["rule"])  # type: ignore[arg-type]


def test_bidders_that_cannot_bid_are_named() -> None:
    with pytest.raises(InputError, match="bidder: 'policy', expected rule or kermit"):
        VectorEnv("python_skat", 2, bidder="policy")
    with pytest.raises(InputError, match="bidder: 'rule', expected none in this game"):
        VectorEnv("python_schnapsen", 2, bidder="rule")
    with pytest.raises(InputError, match="bidder: the game starts at card play"):
        VectorEnv(load_game("python_skat(start=play G by 0 cards ?)"), 2, bidder="rule")
    with pytest.raises(InputError, match="bidder: passes in all deals"):
        VectorEnv("python_skat", 1, bidder="kermit(threshold=1)", seed=1)
