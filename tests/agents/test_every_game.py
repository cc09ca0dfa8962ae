"""Every agent plays every game to its end, by its seed and by its player's knowledge."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401  (they register)

from vorhand.agents import make_bot
from vorhand.agents.generic.views import StateView, resampled
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.registry import make
from vorhand.agents.tricks.beliefs.uniform import uniform
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game
from vorhand.tests.games.trick_games import GAMES, TrickGame, states, view_of


def commit_first(names: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield each name, and True for the game's first variant."""
    seen: set[str] = set()
    for name in names:
        base = name.partition("(")[0]
        yield name, base not in seen
        seen.add(base)


TABLES = dict(commit_first(("tarok(players=4)", "tarok(players=3)", *map(str, GAMES))))
EXTENDED = pytest.mark.extended
each = pytest.mark.parametrize(
    "game", [pytest.param(g, id=str(g), marks=() if TABLES[str(g)] else EXTENDED) for g in GAMES]
)

OPENSPIEL = ("openspiel:mcts(max_simulations=4)", "openspiel:ismcts(max_simulations=4)")
MONTE_CARLO = ("pimc(worlds=3)", "ppp(worlds=3)", "pvp(worlds=3)", "vm(worlds=3)", "prm(worlds=3)")
PLAIN = (
    *(
        "pimc",
        "vm",
        "prm",
        "alpha_mu",
        "epimc",
        "ppp",
        "pvp",
        "iimc",
        "iimc(playout=random)",
        "pimc(worlds=4)",
    ),
    *("ismcts(simulations=10)", "mcts(simulations=10,worlds=4)", "random", *OPENSPIEL),
)
SCHNAPSEN = (
    *("ismcts(simulations=50)", "mcts(simulations=50,worlds=5)", "rule", "random"),
    *("alpha_mu(worlds=3)", "epimc(worlds=3)"),
)
WITH_POLICY = (
    "iimc(worlds=20)",
    "pvp(worlds=5,belief=policy)",
    "mc(belief=policy,evaluator=blended,worlds=5)",
    "policy_tree(iterations=60)",
    "policy_tree(iterations=60,belief=uniform)",
)
TOGETHER = (
    "alpha_mu(worlds=5,bidder=rule)",
    "epimc(worlds=5,bidder=rule)",
    "kbps(worlds=5,bidder=rule)",
)
SKAT = (
    "pimc(worlds=6,bidder=mc_bidder(worlds=8))",
    "pimc(worlds=6,values=levels,bidder=rule)",
    "pimc(objective=win,worlds=4,bidder=rule)",
    "mc(blended,worlds=4,bidder=rule)",
    "iimc(worlds=6,bidder=rule)",
    "iimc(worlds=2,playout=pimc(worlds=2),bidder=rule)",
    "ismcts(iterations=60,bidder=rule)",
    "ismcts(iterations=60,observers=multiple,playout=random,bidder=rule)",
    *TOGETHER,
    "perfect(bidder=rule)",
)
TRICKS = (
    *("pimc(worlds=2)", "iimc(worlds=4)", "ppp(worlds=1)"),
    *("mcts(simulations=3,worlds=2)", "the bidder"),
)
TOGETHER_AT_TRICKS = ("alpha_mu(worlds=2)", "epimc(worlds=2)")
AGENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("kuhn_poker", "python_xi", "python_xx"), (*PLAIN, "rule")),
    "leduc_poker": (*MONTE_CARLO, "iimc(playout=random)", *PLAIN[-5:], "rule"),
    "python_bcd_tree(depth=3,worlds=2)": PLAIN,
    "python_schnapsen": (*SCHNAPSEN, *MONTE_CARLO),
    "python_schnapsen(match=true,score_0=6)": (*SCHNAPSEN, *MONTE_CARLO, *WITH_POLICY),
    "python_kinderschnapsen(match=true,match_points=3)": (
        *(*SCHNAPSEN, *MONTE_CARLO, "ppp(worlds=3,depth=5)", "ppp(worlds=3,growing=true)"),
        "mcts(worlds=3,one_tree=true,simulations=60)",
    ),
    "python_skat": SKAT,
    # OpenSpiel's own step would end the process at games written in Python.
    **dict.fromkeys(("python_kuhn_poker", "python_tic_tac_toe"), OPENSPIEL[:1]),
    "python_prefix_tree(depth=4,max_branching=5,min_branching=2,seed=3)": OPENSPIEL[:1],
    **{
        name: TRICKS if name.startswith("tarok") else (*TRICKS, *TOGETHER_AT_TRICKS)
        for name in TABLES
    },
}


def marks(game: str, spec: str) -> Any:
    """Return the suite of a case; searches over all worlds of Bridge take half a minute."""
    if game.startswith("bridge") and spec in TOGETHER_AT_TRICKS:
        return pytest.mark.nightly
    return () if TABLES.get(game, True) else EXTENDED


CASES = [
    pytest.param(game, spec, marks=marks(game, spec))
    for game, specs in AGENTS.items()
    for spec in specs
]


def played(name: str, spec: str) -> tuple[list[int], list[float]]:
    """Play one deal by an agent in all seats; return its actions and its result."""
    game = load_game(name)
    if spec == "the bidder":
        spec = "rule" if name.startswith("python") else "caller"
    bots = [make_bot(spec, game, seat, 5) for seat in range(game.num_players())]
    state = play_game(first_state(game, 5), bots, random.Random(2))
    assert state.is_terminal()
    return list(state.history()), list(state.returns())


@pytest.mark.parametrize(("name", "spec"), CASES)
def test_agents_play_from_the_first_decision_to_the_end(name: str, spec: str) -> None:
    """The result is within the game's bounds, and in quick games the seed fixes the play."""
    first, game = played(name, spec), load_game(name)
    assert all(game.min_utility() <= points <= game.max_utility() for points in first[1])
    if spec not in (*SKAT, *TRICKS, *TOGETHER_AT_TRICKS):
        assert first == played(name, spec)


@each
def test_ismcts_plays(game: TrickGame) -> None:
    for state in states(game.name, 6, 0.04):
        bot = make_bot("ismcts(simulations=5)", load_game(game.name), state.current_player(), 1)
        assert bot.step(state) in state.legal_actions()


@each
def test_decisions_follow_from_what_the_player_knows(game: TrickGame) -> None:
    """In another state with the same view, the decision is the same."""
    loaded, rng, searched = load_game(game.name), random.Random(2), 0
    for state in itertools.chain(*(states(game.name, seed, 0.1) for seed in range(2))):
        player = state.current_player()
        bot = make_bot("pimc(worlds=3)", loaded, player, 7)
        other = resampled(state, player, rng)
        view = view_of(state, player)
        choice = bot.explain_state(state)
        again = make_bot("pimc(worlds=3)", loaded, player, 7)
        assert choice == again.explain_state(other)
        assert set(choice.moves) == set(state.legal_actions())
        searched += choice.possible == (view.layouts().size if view.play else -1)
    assert searched > 0


@pytest.mark.extended
@each
def test_error_allowing_values_are_exact_ones(game: TrickGame) -> None:
    """The triple has the exact value m, a probability p, and a gain exactly if p is positive."""
    if game.name.startswith("bridge"):
        pytest.importorskip("endplay")
    loaded, compared = load_game(game.name), 0
    exact, allowing = (make("evaluator", e, loaded, 1) for e in ("open_hand", "error_allowing"))
    for state in itertools.chain(*(states(game.name, seed, 0.3) for seed in range(4))):
        view = view_of(state, state.current_player())
        if view.play is None or view.held.bit_count() > 5:
            continue
        worlds = uniform(view, 3, 1)
        values = allowing(view, worlds, view.legal_actions)
        assert values["m"] == pytest.approx(exact(view, worlds, view.legal_actions).worth)
        assert ((values["p"] >= 0) & (values["p"] <= 1)).all()
        assert ((values["a"] > 0) == (values["p"] > 0)).all()
        compared += 1
    assert compared > 5


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "better", "worse", "deals"),
    [
        ("python_belote", "rule", "random", 40),
        ("python_belote", "pimc(worlds=4)", "random", 8),
        ("euchre", "pimc(worlds=4)", "random", 60),
        ("bridge(use_double_dummy_result=false)", "iimc(worlds=8)", "random", 4),
    ],
)
def test_the_better_side_wins(name: str, better: str, worse: str, deals: int) -> None:
    """Seats are exchanged on the same deals; the difference is several standard errors wide."""
    game, gained = load_game(name), []
    for deal, side in itertools.product(range(deals), (0, 1)):
        specs = [better if seat % 2 == side else worse for seat in range(4)]
        bots = [make_bot(spec, game, seat, deal) for seat, spec in enumerate(specs)]
        state = play_game(game.new_initial_state(), bots, random.Random(deal))
        gained.append(state.returns()[side])
    assert np.mean(gained) > 0


def worth(spec: str, game: pyspiel.Game) -> list[float]:
    """Return the agent's value in each seat against a random player, by walking the whole tree."""

    def value(state: pyspiel.State, seat: int, bot: ViewBot) -> float:
        if state.is_terminal():
            return float(state.returns()[seat])
        mover = state.current_player()
        if state.is_chance_node():
            moves: list[tuple[int, float]] = state.chance_outcomes()
        elif mover == seat:
            moves = list(bot.explain(StateView(state, seat)).policy.items())
        else:
            legal = state.legal_actions()
            moves = [(move, 1 / len(legal)) for move in legal]
        return sum(
            (part * value(state.child(move), seat, bot) for move, part in moves if part), 0.0
        )

    seats = range(game.num_players())
    return [value(game.new_initial_state(), seat, make_bot(spec, game, seat, 0)) for seat in seats]


@pytest.mark.parametrize(
    "game", ["kuhn_poker", "leduc_poker", "leduc_poker(suit_isomorphism=true)"]
)
def test_rule_player_beats_a_random_one_at_poker(game: str) -> None:
    assert min(worth("rule", pyspiel.load_game(game))) > 0.1


def test_rule_player_at_the_four_aces() -> None:
    """Averaging over open hands errs as in the paper: MAX folds in XX (1) and calls in XI."""
    assert worth("rule", load_game("python_xx"))[0] == 1
    assert worth("rule", load_game("python_xi"))[0] == pytest.approx(0)


def turns() -> Iterator[tuple[pyspiel.State, tuple[int, ...], list[int]]]:
    """Yield the turns of Kuhn poker with the cards and the actions before them."""
    game = pyspiel.load_game("kuhn_poker")
    for cards in itertools.permutations(range(3), 2):
        for actions in ([], [0], [1], [0, 1]):
            state = game.new_initial_state()
            for action in (*cards, *actions):
                state.apply_action(action)
            yield state, cards, actions


def test_rule_player_at_kuhn_poker() -> None:
    """The rule player bets the king, calls with king and queen, and never bluffs."""
    bets = set()
    for state, cards, actions in turns():
        player = state.current_player()
        if make_bot("rule", state.get_game(), player, 0).step(state) == 1:
            bets.add((cards[player], "facing a bet" if 1 in actions else "first"))
    assert bets == {(2, "first"), (2, "facing a bet"), (1, "facing a bet")}
