"""The registry: typed parameters, errors that list what exists, seeded bots."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots

from vorhand import agents
from vorhand.agents import AgentError, Range, Spec, SpecError, make_bot, register, registry
from vorhand.games.loading import load_game


@pytest.fixture
def toy_agents(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Registers some agents for one test; they record what they are made with."""
    registry.import_all()  # so that nothing of the real agents is registered for one test only
    entries = {k: list(v) for k, v in registry._REGISTERED.items()}
    monkeypatch.setattr(registry, "_REGISTERED", entries)
    made: list[Any] = []

    @register("toy", games=("leduc_poker",))
    def toy(
        game: pyspiel.Game,
        player: int,
        seed: int,
        *,
        worlds: Annotated[int, Range(1)] = 160,
        share: Annotated[float, Range(0, 1)] = 0.5,
        rule: Literal["mean", "max"] = "mean",
        seconds: Annotated[float, Range(0)] | None = None,
        file: str | None = None,
        fast: bool = False,
        playout: Spec = Spec("random"),
    ) -> pyspiel.Bot:
        """A toy.

        More about it.
        """
        made.append((worlds, share, rule, seconds, file, fast, playout))
        if worlds == 13:
            raise ValueError("13 worlds: expected luck")
        return make_bot(playout, game, player, seed)

    @register("toy", games=("kuhn_poker",))
    def kuhn_toy(game: pyspiel.Game, player: int, seed: int, *, bluff: int) -> pyspiel.Bot:
        """A toy for Kuhn poker."""
        made.append(bluff)
        return make_bot("random", game, player, seed)

    @register("dial://")
    def dial(
        game: pyspiel.Game, player: int, seed: int, *, url: str, timeout: float = 1.0
    ) -> pyspiel.Bot:
        """Dials out."""
        made.append((url, timeout))
        return make_bot("random", game, player, seed)

    yield made
    registry._bind.cache_clear()


LEDUC = pyspiel.load_game("leduc_poker")
KUHN = pyspiel.load_game("kuhn_poker")


def test_parameters_are_typed_by_the_signature(toy_agents: list[Any]) -> None:
    make_bot("toy(worlds=3,share=1,rule=max,seconds=2,file=12,fast=true)", LEDUC, 0, 1)
    make_bot("toy(playout=toy(worlds=2))", LEDUC, 0, 1)
    make_bot("toy(bluff=4)", KUHN, 0, 1)
    make_bot("dial://host:1", KUHN, 0, 1)
    make_bot("dial://host:1(timeout=3)", KUHN, 0, 1)
    assert toy_agents == [
        (3, 1.0, "max", 2.0, "12", True, Spec("random")),
        (160, 0.5, "mean", None, None, False, Spec.parse("toy(worlds=2)")),
        (2, 0.5, "mean", None, None, False, Spec("random")),
        4,
        ("dial://host:1", 1.0),
        ("dial://host:1", 3.0),
    ]


def test_listing(toy_agents: list[Any]) -> None:
    (toy,) = [a for a in agents.agents("leduc_poker") if a.name == "toy"]
    assert toy.summary == "A toy."
    assert [str(p) for p in toy.parameters.values()] == [
        "worlds: int (at least 1) = 160",
        "share: float (0 to 1) = 0.5",
        "rule: mean|max = mean",
        "seconds: float (at least 0) = unset",
        "file: str = unset",
        "fast: bool = false",
        "playout: agent = random",
    ]


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("nobody", ["unknown agent 'nobody'", "random", "openspiel:ismcts"]),
        ("toy(x=1)", ["toy(x=1)", "unknown parameter 'x'", "worlds: int (at least 1) = 160"]),
        ("random(x=1)", ["unknown parameter 'x'; parameters: none"]),
        ("toy(worlds=0)", ["worlds=0: expected at least 1"]),
        ("toy(worlds=1.5)", ["worlds=1.5: expected a whole number"]),
        ("toy(worlds=true)", ["worlds=true: expected a whole number"]),
        ("toy(share=1.5)", ["share=1.5: expected 0 to 1"]),
        ("toy(share=x)", ["share=x: expected a number"]),
        ("toy(share=1e999)", ["share=inf: expected a finite number"]),
        (f"toy(worlds={'9' * 5000})", ["expected a whole number"]),
        ("toy(fast=1)", ["fast=1: expected true or false"]),
        ("toy(rule=min)", ["rule=min: expected one of mean, max"]),
        ("toy(playout=3)", ["playout=3: expected an agent"]),
        ("toy(playout=nobody)", ["unknown agent 'nobody'"]),
        ("toy(playout=toy(worlds=0))", ["agent toy(worlds=0): worlds=0: expected at least 1"]),
        ("toy(worlds=13)", ["agent toy(worlds=13): 13 worlds: expected luck"]),
        ("dial:/x", ["unknown agent 'dial:/x'"]),
    ],
)
def test_errors_list_what_exists(toy_agents: list[Any], spec: str, parts: list[str]) -> None:
    with pytest.raises(AgentError) as caught:
        make_bot(spec, LEDUC, 0, 1)
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize("player", [-1, 2])
def test_a_seat_that_is_not_there_is_refused(player: int) -> None:
    with pytest.raises(AgentError, match=rf"player {player}: expected 0 \.\. 1, a seat of leduc"):
        make_bot("random", LEDUC, player, 1)


def test_an_agent_for_other_games_is_refused(toy_agents: list[Any]) -> None:
    with pytest.raises(AgentError, match=r"'toy' plays kuhn_poker, leduc_poker, not tic_tac_toe"):
        agents.check("toy", "tic_tac_toe")
    with pytest.raises(AgentError, match="bluff must be set"):
        agents.check("toy", "kuhn_poker")
    with pytest.raises(SpecError):
        agents.check("toy(", "kuhn_poker")
    assert agents.check(" toy( bluff = 1)", "kuhn_poker") == Spec.make("toy", {"bluff": 1})


def test_parameter_types_that_no_spec_can_hold_are_refused(
    toy_agents: list[Any],
) -> None:
    with pytest.raises(TypeError, match="is not a type that a spec can hold"):

        @register("bad")
        def bad(game: pyspiel.Game, player: int, seed: int, *, x: list[int]) -> pyspiel.Bot:
            raise NotImplementedError


def play(specs: list[str], game: pyspiel.Game, seed: int) -> tuple[list[float], list[int]]:
    """One deal through OpenSpiel's own runner."""
    bots = [make_bot(spec, game, seat, seed + seat) for seat, spec in enumerate(specs)]
    state = game.new_initial_state()
    returns = evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(seed))
    return returns, state.history()


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "first",
        "openspiel:ismcts(max_simulations=20)",
        "openspiel:ismcts(max_simulations=20,max_world_samples=3,final_policy=sampled)",
        "openspiel:mcts(max_simulations=20)",
    ],
)
def test_evaluate_bots_plays_them_and_the_seed_fixes_the_play(spec: str) -> None:
    first = [play([spec, "random"], LEDUC, seed) for seed in range(15)]
    assert first == [play([spec, "random"], LEDUC, seed) for seed in range(15)]
    assert len({str(game) for game in first}) > 5


def test_openspiels_ismcts_plays_skat() -> None:
    skat = load_game("python_skat")
    specs = ["openspiel:ismcts(max_simulations=3)", "random", "rule"]
    first = [play(specs, skat, seed) for seed in range(3)]
    assert first == [play(specs, skat, seed) for seed in range(3)]


def test_openspiels_compiled_runner_plays_them() -> None:
    bots = [
        make_bot("openspiel:ismcts(max_simulations=10)", LEDUC, 0, 1),
        make_bot("random", LEDUC, 1, 2),
    ]
    state = LEDUC.new_initial_state()
    assert sum(pyspiel.evaluate_bots(state, bots, 3)) == 0
    assert state.is_terminal()
