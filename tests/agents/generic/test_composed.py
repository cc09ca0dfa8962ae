"""The generic Monte Carlo players, compared with brute force, compiled kernels and papers."""

import random

import numpy as np
import pyspiel
import pytest

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.agents import AgentError, make_bot
from vorhand.agents.generic import budget
from vorhand.agents.generic.beliefs.every import every_world
from vorhand.agents.generic.evaluators.error_allowing import Triple, eam, error_allowing, min_node
from vorhand.agents.generic.evaluators.open_hand import open_hand
from vorhand.agents.generic.evaluators.payoff_reduction import payoff_reduction_minimax
from vorhand.agents.generic.evaluators.vector_minimax import vector_minimax
from vorhand.agents.generic.views import ResamplingError, StateView
from vorhand.agents.laboratory.evaluators.open_hand import tree_kernel
from vorhand.agents.montecarlo.decisions.presumed import Presumed
from vorhand.agents.montecarlo.frame import Scores, Values
from vorhand.evaluation.equilibrium.trees import policies


def decision_states(game: pyspiel.Game) -> list[pyspiel.State]:
    found: list[pyspiel.State] = []

    def walk(state: pyspiel.State) -> None:
        if state.is_player_node():
            found.append(state)
        if not state.is_terminal():
            for action in state.legal_actions():
                walk(state.child(action))

    walk(game.new_initial_state())
    return found


@pytest.mark.parametrize("name", ["kuhn_poker", "python_xx", "python_bcd_tree(depth=2,worlds=3)"])
def test_all_worlds_are_the_information_set(name: str) -> None:
    game = pyspiel.load_game(name)
    states = decision_states(game)
    for state in states:
        view = StateView(state, state.current_player())
        same = {
            other.history_str()
            for other in states
            if other.current_player() == view.player
            and other.information_state_string(view.player) == view.information
        }
        worlds, weights = view.all_worlds()
        assert {world.history_str() for world in worlds} == same
        assert len(worlds) == len(same) == len(weights)


@pytest.mark.extended
@pytest.mark.parametrize("ties", ["shared", "first"])
def test_composed_players_equal_the_tree_kernels(ties: str) -> None:
    """PIMC and R1 decide alike as bots on OpenSpiel states and as array kernels."""
    game = pyspiel.load_game("python_bcd_tree(seed=1,depth=4,worlds=3,disambiguation=0.3)")
    tree = game.tree
    policy, work = np.empty(tree.sets.shape), np.empty((31, 9))
    tie = policies.SHARED_TIES if ties == "shared" else policies.FIXED_TIES
    policies.pimc(tree.payoffs, tree.sets, tie, np.empty((31, 9), np.int8), policy)
    for agent in (f"pimc(ties={ties})", f"iimc(playout=pimc(ties={ties}),ties={ties})"):
        bots = [make_bot(agent, game, seat, 1) for seat in range(2)]
        for state in decision_states(game):
            chances = dict(bots[state.current_player()].get_policy(state))
            assert chances[0] == policy[state.node, state.pair]
        policies.improve(tree.payoffs, tree.sets, tie, policy, work, policy)


def test_tree_kernel_equals_open_hand_search() -> None:
    game = pyspiel.load_game("python_bcd_tree(depth=3,worlds=3,disambiguation=0.5)")
    for state in decision_states(game)[::15]:
        view = StateView(state, state.current_player())
        worlds = every_world(view, 1, 0)
        by_kernel, by_search = (f(view, worlds, [0, 1]).worth for f in (tree_kernel, open_hand))
        assert by_kernel.shape == (len(worlds), 2)
        assert (by_kernel == by_search).all()


def vectors(game: pyspiel.Game, name: str, history: list[int]) -> np.ndarray:
    """Return for each move its payoffs in the worlds."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    view = StateView(state, state.current_player())
    search = vector_minimax if name == "vm" else payoff_reduction_minimax
    return search(view, every_world(view, 1, 0), view.legal_actions).worth.T


def test_vector_searches_on_wissers_games() -> None:
    """The vectors of Wisser's figures; MAX holds DA, the worlds are match, diff, diff."""
    xx, xi = pyspiel.load_game("python_xx"), pyspiel.load_game("python_xi")
    for name in ("vm", "prm"):
        fold, call = vectors(xx, name, [0, 1])
        assert fold.tolist() == [1, 1, 1]
        assert call.tolist() in ([2, -1, -1], [-2, 1, 1])
        fold, call = vectors(xi, name, [0, 1])
        assert fold.tolist() == [-1, -1, -1]
        assert call.tolist() == [-2, -1, -1]


def test_error_allowing_values_of_xi() -> None:
    """Wisser 2015, section on XI: x_B for folding is (-1, 0, 0) in each world; x_C for calling
    is (-1, 1/2, 2) in two worlds and (-2, 1/2, 4) in the third: MIN errs every second time."""
    state = pyspiel.load_game("python_xi").new_initial_state()
    state.apply_action(0)
    for ace, expected in ((1, (-2.0, 0.5, 4.0)), (2, (-1.0, 0.5, 2.0)), (3, (-1.0, 0.5, 2.0))):
        world = state.child(ace)
        assert eam(world.child(1), 0) == Triple(*expected)
        assert eam(world.child(0), 0) == Triple(-1.0, 0.0, 0.0)


def triples(rows: list[list[tuple[float, float, float]]]) -> Values:
    """Return values from the triples of the moves in each world."""
    m, p, a = np.moveaxis(np.array(rows, np.float64), -1, 0)
    return Values(m, {"m": m, "p": p, "a": a})


def test_presumed_payoff_calls_in_xi_unless_min_knows_the_cards() -> None:
    """Wisser 2015, table 1: PPP gets 0 in XI, where the mean of the minimax values folds."""
    fold, differ, match = (-1, 0, 0), (-1, 0.5, 2), (-2, 0.5, 4)
    values = triples([[fold, match], [fold, differ], [fold, differ]])
    weights = np.full(3, 1 / 3)
    scores = Presumed(0.0)(values, weights)
    assert isinstance(scores, Scores)
    assert list(scores.parts) == ["pp", "ap", "tp"]
    assert scores.parts["pp"] == pytest.approx([-1, 0])
    assert np.argmax(scores.total) == 1
    assert np.argmax(Presumed(1.0)(values, weights).total) == 0
    # In the game, by the evaluator, and by the agents.
    state = pyspiel.load_game("python_xi").new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    view = StateView(state, 0)
    worlds = every_world(view, 1, 0)
    found = error_allowing(view, worlds, [0, 1])
    for name in ("m", "p", "a"):
        np.testing.assert_array_equal(found[name], values[name])
    np.testing.assert_array_equal(found.worth, values["m"])
    for spec, action in (("ppp(knowledge=0)", 1), ("ppp(knowledge=1)", 0), ("pimc", 0)):
        assert make_bot(spec, view.rules, 0, 1).explain(view).move == action


def test_min_node_operator() -> None:
    assert min_node([Triple(1, 0, 0), Triple(1, 0, 0)]) == Triple(1, 0, 0)
    assert min_node([Triple(-1, 0, 0), Triple(-2, 0, 0)]) == Triple(-2, 0.5, 1)
    found = min_node([Triple(-1, 0, 0), Triple(3, 0, 0), Triple(-2, 0.5, 2), Triple(-2, 0, 0)])
    assert found == Triple(-2, (1 + 1 + 0.5) / 4, 1)


def test_games_that_cannot_resample_are_named() -> None:
    game = pyspiel.load_game("phantom_ttt")
    with pytest.raises((AgentError, ResamplingError), match="phantom_ttt cannot resample"):
        make_bot("pimc(worlds=3)", game, 0, 1)


def test_playouts_need_an_agent_with_a_view() -> None:
    kuhn = pyspiel.load_game("kuhn_poker")
    with pytest.raises(AgentError, match="playout=mcts: expected random, or an agent that decides"):
        make_bot("iimc(playout=mcts)", kuhn, 0, 1)
    with pytest.raises(AgentError, match="playout=openspiel:mcts: sees hidden cards; expected"):
        make_bot("iimc(playout=openspiel:mcts)", kuhn, 0, 1)


@pytest.mark.parametrize(
    "agent", ["iimc(worlds=2,playout=random)", "vm(worlds=2)", "ppp(worlds=2)"]
)
def test_searches_too_large_are_refused(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_STATES", 2000)
    game = pyspiel.load_game("python_bcd_tree(depth=11,worlds=4)")
    with pytest.raises(AgentError, match="python_bcd_tree is too large to be searched"):
        make_bot(agent, game, 0, 1)


def test_games_too_large_to_be_walked_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_STATES", 2000)
    game = pyspiel.load_game("liars_dice(numdice=5)")
    rng = random.Random(3)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(rng.choice(state.legal_actions()))
    with pytest.raises(budget.TooLargeError, match="liars_dice is too large"):
        make_bot("pimc", game, state.current_player(), 1).step(state)
