"""The registry: typed parameters, errors that list what exists, seeded bots."""

import importlib.metadata
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots

from vorhand import agents
from vorhand.agents import AgentError, Spec, SpecError, discovery, make_bot, register, registry
from vorhand.agents.entry import has_own_views
from vorhand.agents.generic import AGENTS
from vorhand.agents.generic.evaluators.open_hand import open_hand
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.bots import Explains, ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import DecisionRule, Evaluator
from vorhand.agents.montecarlo.presets import register_preset
from vorhand.agents.registry import KINDS, decision, evaluator

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
    assert toy.summary == "Return a toy."
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
        ("randoom", ["unknown agent 'randoom'; did you mean random? agents: "]),
        ("every", ["unknown agent 'every'; every is a belief, as in pimc(belief=every); agents"]),
        ("open_hand", ["open_hand is an evaluator, as in mc(evaluator=open_hand)"]),
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


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"spec": 5}, "agent 5: expected a spec, such as"),
        ({"game": "leduc"}, "'leduc': expected a game, as vorhand.load_game"),
        *(
            ({"player": seat}, rf"player {seat!r}: expected 0 \.\. 1, a seat of leduc")
            for seat in (-1, 2, "0", None)
        ),
        *(
            ({"seed": seed}, rf"agent random: seed {seed}: expected 0 to 2147483647")
            for seed in (-1, 2**31, 1.5, None)
        ),
    ],
)
def test_arguments_that_make_no_bot_are_named(given: dict[str, Any], said: str) -> None:
    usual: dict[str, Any] = {"spec": "random", "game": LEDUC, "player": 0, "seed": 1}
    with pytest.raises(AgentError, match=said):
        make_bot(**(usual | given))


def test_a_factory_that_makes_no_bot_is_named(toy_agents: list[Any]) -> None:
    @register("idle", games=("leduc_poker",))
    def idle(game: pyspiel.Game, player: int, seed: int) -> None:
        """Make nothing."""

    with pytest.raises(AgentError, match="agent idle: its factory returned None; expected a py"):
        make_bot("idle", LEDUC, 0, 1)
    with pytest.raises(TypeError, match="is not a type that a spec can hold"):

        @register("bad")
        def bad(game: pyspiel.Game, player: int, seed: int, *, x: list[int]) -> pyspiel.Bot:
            raise NotImplementedError

    with pytest.raises(TypeError, match=r"parameter x: .*Literal\[1, 2\] is not .* of strings"):

        @register("numbered")
        def numbered(
            game: pyspiel.Game, player: int, seed: int, *, x: Literal[1, 2] = 1
        ) -> pyspiel.Bot:
            raise NotImplementedError


def test_an_agent_for_other_games_is_refused(toy_agents: list[Any]) -> None:
    with pytest.raises(AgentError, match=r"'toy' plays kuhn_poker, leduc_poker, not tic_tac_toe"):
        agents.check("toy", "tic_tac_toe")
    with pytest.raises(AgentError, match="bluff must be set"):
        agents.check("toy", "kuhn_poker")
    with pytest.raises(SpecError):
        agents.check("toy(", "kuhn_poker")
    assert agents.check(" toy( bluff = 1)", "kuhn_poker") == Spec.make("toy", {"bluff": 1})


@pytest.mark.parametrize(
    "spec",
    ["first", "openspiel:ismcts(max_simulations=10,max_world_samples=3,final_policy=sampled)"],
)
def test_openspiels_runners_play_them(spec: str) -> None:
    """OpenSpiel's runners in C++ and Python play the bot, and equal seeds give equal games."""
    for seed in range(5):
        ends = []
        for _ in range(2):
            bots = [make_bot(each, LEDUC, seat, seed) for seat, each in enumerate((spec, "random"))]
            state = LEDUC.new_initial_state()
            evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(seed))
            ends.append(state.history())
        assert ends[0] == ends[1]
    state = LEDUC.new_initial_state()
    assert sum(pyspiel.evaluate_bots(state, bots, 3)) == 0
    assert state.is_terminal()


def test_a_first_value_needs_no_name(toy_agents: list[Any]) -> None:
    make_bot("toy(3,share=1)", LEDUC, 0, 1)
    make_bot("toy(bluff=4)", KUHN, 0, 1)
    make_bot("toy(4)", KUHN, 0, 1)
    assert [made if isinstance(made, int) else made[:2] for made in toy_agents] == [(3, 1.0), 4, 4]
    assert registry.arguments_of("toy(3)", "leduc_poker") == registry.arguments_of(
        "toy(worlds=3)", "leduc_poker"
    )


class Thinker(pyspiel.Bot):  # type: ignore[misc]
    """Plays the first move and says so, without a base class of ours."""

    def explain(self, view: Any) -> Choice:
        """Return the first move of all that are legal."""
        return Choice.of(view, view.legal_actions[0], "first")

    def explain_state(self, state: pyspiel.State) -> Choice:
        """Return the first move."""
        return self.explain(StateView(state, state.current_player()))

    def decide(self, view: Any) -> int:
        """Return the first move."""
        return self.explain(view).move

    def step(self, state: pyspiel.State) -> int:
        """Return the first move."""
        return self.explain_state(state).move


def test_explaining_takes_the_methods_and_no_base_class(toy_agents: list[Any]) -> None:
    @register("thinker", games=("kuhn_poker",))
    def thinker(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
        """Plays the first move."""
        return Thinker()

    state = KUHN.new_initial_state()
    for card in (2, 0):
        state.apply_action(card)
    assert adviser("thinker", KUHN, 0, 1)(StateView(state, 0)).move == 0
    bot = make_bot("iimc(playout=thinker)", KUHN, 0, 1)
    assert isinstance(bot, Explains)
    assert bot.explain_state(state).moves == (0, 1)


def test_former_names_of_parameters_are_told(toy_agents: list[Any]) -> None:
    def puppet(game: pyspiel.Game, player: int, seed: int, *, worlds: int = 1) -> pyspiel.Bot:
        """Make nothing."""
        raise NotImplementedError

    register("puppet", games=("leduc_poker",))(puppet)
    puppet.__doc__ = "Another puppet."
    register("puppet", games=("leduc_poker",), renamed={"samples": "worlds"})(puppet)
    with pytest.raises(AgentError, match="unknown parameter 'samples'; it is called worlds now"):
        agents.check("puppet(samples=3)", "leduc_poker")
    # A later agent with the same name and games replaces the first.
    assert agents.find("puppet", "leduc_poker").summary == "Another puppet."


def test_what_is_made_for_a_game_goes_before_what_is_for_any(toy_agents: list[Any]) -> None:
    @evaluator("open_hand", games=("kuhn_poker",), sees_hidden_cards=True)
    def kuhn_only(*, luck: float = 1.0) -> Evaluator:
        """For Kuhn poker."""
        return open_hand

    @register("copycat", games=("kuhn_poker",))
    def copycat(
        game: pyspiel.Game, player: int, seed: int, *, model: Spec = Spec("openspiel:mcts")
    ) -> pyspiel.Bot:
        """Imitate another agent."""
        return make_bot(model, game, player, seed)

    assert agents.find("open_hand", "kuhn_poker", "evaluator").summary == "For Kuhn poker."
    general = agents.find("open_hand", "leduc_poker", "evaluator")
    assert general.games == ()
    assert agents.find("open_hand", None, "evaluator") == general
    # A preset sees hidden cards if its evaluator does, and an agent if its default parameters do.
    register_preset("pimc", replace(AGENTS, games=("kuhn_poker",)))
    assert registry.sees_hidden_cards("pimc", "kuhn_poker")
    assert not registry.sees_hidden_cards("pimc", "leduc_poker")
    assert registry.sees_hidden_cards("copycat", "kuhn_poker")
    assert not registry.sees_hidden_cards("copycat(first)", "kuhn_poker")


def test_parts_for_plain_states_do_not_serve_games_with_views(toy_agents: list[Any]) -> None:
    for game in ("python_skat", "python_schnapsen", "python_kinderschnapsen"):
        assert has_own_views(game)
        for entry in agents.registered("belief", game) + agents.registered("evaluator", game):
            assert game in entry.games
        assert {"mean", "votes"} <= {e.name for e in agents.registered("decision", game)}
        assert {"first", "last", "shared"} <= {e.name for e in agents.registered("ties", game)}
        assert {"random", "first", "openspiel:mcts"} <= {e.name for e in agents.agents(game)}
    assert not has_own_views("kuhn_poker")


def test_other_packages_add_theirs_by_an_entry_point(
    toy_agents: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plug-ins are loaded once, when an unknown name is looked up."""
    loads: list[str] = []

    class Plugin:
        def load(self) -> None:
            loads.append("plugin")

            @register("visitor", games=("kuhn_poker",), sees_hidden_cards=True)
            def visitor(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
                """From elsewhere."""
                return make_bot("random", game, player, seed)

            @decision("fancy")
            def fancy() -> DecisionRule:
                """From elsewhere too."""
                return weighted_mean

    def entry_points(*, group: str) -> list[Plugin]:
        assert group == "vorhand.agents"
        return [Plugin()]

    discovery.import_all.cache_clear()
    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    try:
        make_bot("random", KUHN, 0, 1)
        assert loads == []
        assert isinstance(make_bot("visitor", KUHN, 0, 1), pyspiel.Bot)
        assert registry.sees_hidden_cards("visitor", "kuhn_poker")
        make_bot("pimc(decision=fancy)", KUHN, 0, 1)
        with pytest.raises(AgentError, match="'visitor' plays kuhn_poker, not leduc_poker"):
            make_bot("visitor", LEDUC, 0, 1)
        assert "visitor" in {entry.name for entry in agents.agents("kuhn_poker")}
        assert loads == ["plugin"]
    finally:
        discovery.import_all.cache_clear()


def test_bots_decide_from_what_a_player_sees_alone() -> None:
    """Every explaining bot decides from a view alone; bots without `explain` have no choice."""
    state = KUHN.new_initial_state()
    for card in (2, 0):
        state.apply_action(card)
    for name in ("rule", "pimc", "ppp", "vm"):
        bot = make_bot(name, KUHN, 0, 1)
        assert isinstance(bot, ViewBot)
        choice = bot.explain(StateView(state, 0))
        assert choice == bot.explain_state(state)
        assert dict(bot.get_policy(state)) == choice.policy
        policy, action = bot.step_with_policy(state)
        assert dict(policy) == choice.policy
        assert action in choice.best
        assert bot.provides_policy()
        with pytest.raises(ValueError, match="not to act"):
            bot.explain(StateView(state, 1))


def test_a_name_that_another_module_has_for_the_game_is_refused() -> None:
    """Otherwise the meaning of a spec would depend on the order of imports."""

    def factory() -> None:
        """Mine."""

    factory.__module__ = "elsewhere"
    registry.find("declared", "python_skat", "belief")
    register = registry.belief("declared", games=("python_skat",))
    with pytest.raises(AgentError, match=r"python_skat: vorhand\..* another name in elsewhere"):
        register(factory)


def test_without_a_game_a_spec_need_fit_one() -> None:
    """An agent may be served before its game is known."""
    assert str(registry.check("pimc(bidder=rule,worlds=5)")) == "pimc(bidder=rule,worlds=5)"
    with pytest.raises(AgentError, match="unknown parameter 'nonesuch'"):
        registry.check("pimc(nonesuch=3)")


def test_a_plug_in_that_fails_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name, value = "broken", "broken.agents"

        def load(self) -> None:
            raise ModuleNotFoundError("No module named 'nonesuch'")

    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: [Broken()])
    discovery.import_all.cache_clear()
    with pytest.warns(RuntimeWarning, match=r"plug-in broken \(broken.agents\) is left out: Mod"):
        assert registry.agents("kuhn_poker")
    monkeypatch.undo()
    discovery.import_all.cache_clear()


def test_parameters_that_no_spec_could_set_are_refused_when_registered() -> None:
    with pytest.raises(AgentError, match="parameter worlds is not keyword-only.*after a \\*"):

        @agents.register("loose")
        def loose(game: pyspiel.Game, player: int, seed: int, worlds: int = 3) -> None: ...

    assert all(entry.name != "loose" for entry in agents.agents())


def test_a_decorator_that_is_used_otherwise_says_how_it_is() -> None:
    def tidy(game: pyspiel.Game, player: int, seed: int) -> None: ...

    unnamed: Any = tidy
    with pytest.raises(AgentError, match="agent <function.*tidy.*expected a name in brackets"):
        agents.register(unnamed)
    with pytest.raises(AgentError, match=r"games='python_skat': expected.*\('python_skat',\)"):
        agents.register("tidy", games="python_skat")(tidy)
    assert all(entry.name != "tidy" for entry in agents.agents())


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_may_be_left_unset_says_what_is_used_then(kind: Any) -> None:
    for entry in agents.registered(kind):
        for parameter in entry.parameters.values():
            assert parameter.default is not None or parameter.unset, (entry.name, parameter.name)


@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen", "kuhn_poker"])
def test_a_decision_gets_the_values_that_it_needs(game: str) -> None:
    loaded = pyspiel.load_game(game)
    with pytest.raises(AgentError, match="decision=presumed_payoff: needs m, p, a, which eval"):
        make_bot("mc(open_hand,decision=presumed_payoff)", loaded, 0, 1)
    make_bot("mc(error_allowing,decision=presumed_payoff)", loaded, 0, 1)


@pytest.mark.parametrize("name", ["ismcts", "openspiel:ismcts"])
def test_tree_search_says_when_nobody_is_to_act(name: str) -> None:
    bot, state = make_bot(name, KUHN, 0, 1), KUHN.new_initial_state()
    for act in (bot.step, bot.get_policy, bot.step_with_policy):
        with pytest.raises(ValueError, match="chance or all players are to act"):
            act(state)
    for action in (0, 1, 0, 0):
        state.apply_action(action)
    with pytest.raises(ValueError, match="the game is over"):
        bot.step(state)
