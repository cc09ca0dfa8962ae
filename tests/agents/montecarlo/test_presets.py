"""The presets: their parts, their games, and combinations that are refused."""

import random
from collections import OrderedDict

import pyspiel
import pytest

from vorhand.agents import AgentError, SpecError, agents, check, find, make_bot
from vorhand.agents.montecarlo import search
from vorhand.agents.montecarlo.bots import MonteCarloBot
from vorhand.agents.montecarlo.presets import PRESETS
from vorhand.games.loading import load_game
from vorhand.native.skat import Phase

ALL = set(PRESETS) - {"kbps"}
# Which presets a game has follows from which evaluators there are for it.
PRESETS_OF = {
    "python_skat": ALL | {"kbps"},
    "python_schnapsen": ALL,
    "python_schnapsen(match=true,match_points=3)": ALL,
    "python_kinderschnapsen": ALL - {"iimc"},
    "kuhn_poker": ALL,
    "leduc_poker": ALL,
    "python_xx": ALL,
    "python_xi": ALL,
    "python_bcd_tree(depth=4,worlds=3)": ALL,
    "python_prefix_tree(depth=3,max_branching=4,seed=1)": ALL,
}
CASES = [
    (game, name)
    for game in ("python_skat", "python_schnapsen(match=true,match_points=3)", "leduc_poker")
    for name in sorted(PRESETS_OF[game])
]


def at_a_choice(name: str, seed: int = 0) -> pyspiel.State:
    """Return a state with a choice of moves; in card games, during the card play."""
    game, rng = load_game(name), random.Random(seed)
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            late = name != "python_skat" or state.deal.phase == Phase.PLAY
            if not state.is_chance_node() and len(state.legal_actions()) > 1 and late:
                return state
            state.apply_action(rng.choice(state.legal_actions()))
    raise AssertionError(f"no choice in {name}")


@pytest.mark.parametrize("name", PRESETS_OF)
def test_a_game_has_the_presets_that_it_has_evaluators_for(name: str) -> None:
    short = load_game(name).get_type().short_name
    assert {entry.name for entry in agents(short)} & set(PRESETS) == PRESETS_OF[name]


@pytest.mark.parametrize(("game", "name"), CASES)
def test_every_preset_decides_in_every_game_that_has_it(game: str, name: str) -> None:
    """The decision follows from a view, has a value for each move, and is repeatable."""
    spec = f"{name}(evaluator=open_hand,worlds=3)" if name == "mc" else f"{name}(worlds=3)"
    state = at_a_choice(game)
    bot = make_bot(spec, load_game(game), state.current_player(), 1)
    assert isinstance(bot, MonteCarloBot)
    choice = bot.explain_state(state)
    assert choice.reason == "worlds"
    assert list(choice.moves) == state.legal_actions()
    assert choice.names == tuple(
        bot._part.view(state, state.current_player()).action_name(move) for move in choice.moves
    )
    assert sum(choice.policy.values()) == pytest.approx(1)
    assert choice.policy[choice.move] == max(choice.policy.values()) > 0
    assert len(choice.scores) == len(choice.moves)
    assert 1 <= choice.worlds <= 3
    assert choice.table().row_count == len(choice.moves)
    assert len(choice.to_dict()["moves"]) == len(choice.moves)
    again = make_bot(spec, load_game(game), state.current_player(), 1)
    assert again.explain_state(state) == choice
    assert bot.step(state) in choice.best


MADE_OF = [
    ("pimc(worlds=4)", "mc(evaluator=open_hand,worlds=4)", ("kuhn_poker", "python_schnapsen")),
    ("pimc(worlds=4,doubt=1.0)", "mc(open_hand,worlds=4,doubt=1.0)", ("python_skat",)),
    ("pimc(worlds=4)", "mc(open_hand,worlds=4,doubt=1.0)", ("python_skat",)),
    ("pimc(worlds=4,values=levels,doubt=0.0)", "mc(open_hand(values=levels),worlds=4)",
     ("python_skat",)),
    ("iimc(worlds=4)", "mc(evaluator=played_out,worlds=4)", ("leduc_poker", "python_skat")),
    ("iimc(worlds=3,playout=random)", "mc(played_out(random),worlds=3)",
     ("leduc_poker", "python_skat")),
    ("iimc(random,worlds=3)", "mc(played_out(playout=random),worlds=3)",
     ("leduc_poker", "python_skat")),
    ("iimc(worlds=3,objective=win)", "mc(played_out(objective=win),worlds=3)", ("python_skat",)),
    ("ppp(worlds=4,knowledge=0.25)",
     "mc(error_allowing,decision=presumed_payoff(knowledge=0.25),worlds=4)",
     ("leduc_poker", "python_schnapsen")),
    ("ppp(worlds=4,depth=2)", "mc(error_allowing(depth=2),decision=presumed_payoff,worlds=4)",
     ("python_schnapsen",)),
    ("pvp(worlds=4,match_values=start)",
     "mc(error_allowing(match_values=start),decision=presumed_value,worlds=4)",
     ("python_schnapsen(match=true)",)),
    ("vm(worlds=4)", "mc(vector_minimax,worlds=4)", ("leduc_poker", "python_schnapsen")),
    ("prm(worlds=4)", "mc(payoff_reduction,worlds=4)", ("leduc_poker", "python_schnapsen")),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "parts", "games"), MADE_OF)
def test_presets_are_their_parts(preset: str, parts: str, games: tuple[str, ...]) -> None:
    for name in games:
        state = at_a_choice(name)
        one, other = (
            make_bot(spec, load_game(name), state.current_player(), 7).explain_state(state)
            for spec in (preset, parts)
        )
        assert one == other


COMMON = [
    "worlds", "belief", "decision", "ties", "doubt", "eliminate", "seconds", "remember", "own_seed",
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "name", "parameters", "worlds"),
    [
        ("kuhn_poker", "mc", ["evaluator", *COMMON], None),
        ("kuhn_poker", "pimc", COMMON, None),
        ("kuhn_poker", "iimc", ["playout", *COMMON], None),
        ("kuhn_poker", "vm", [n for n in COMMON if n not in ("seconds", "eliminate")], None),
        ("kuhn_poker", "ppp", ["worlds", "belief", "ties", "seconds", "remember", "own_seed",
                               "knowledge"], None),
        ("python_schnapsen", "pimc", [*COMMON, "threads"], 30),
        ("python_schnapsen", "prm", [*(n for n in COMMON if n not in ("seconds", "eliminate")),
                                     "depth"], 12),
        ("python_schnapsen", "pvp", ["worlds", "belief", "ties", "decisive", "seconds", "remember",
                                     "own_seed", "depth", "growing", "match_values", "threads",
                                     "knowledge"], 30),
        ("python_skat", "mc", ["evaluator", *COMMON, "bidder"], 160),
        ("python_skat", "pimc", [*COMMON, "bidder", "objective", "values", "threads"], 160),
        ("python_skat", "iimc", ["playout", *COMMON, "bidder", "objective", "threads"], 160),
    ],
)  # fmt: skip
def test_parameters(game: str, name: str, parameters: list[str], worlds: int | None) -> None:
    """A preset has the parameters of the frame, evaluator and decision; the playout comes first."""
    found = find(name, game).parameters
    assert list(found) == parameters
    assert found["worlds"].default == worlds
    if "playout" in found:
        assert str(found["playout"]) == (
            "playout: agent = rule" if game == "python_skat" else "playout: agent = pimc"
        )
    if name == "mc":
        assert str(found["evaluator"]) == "evaluator: evaluator"


def test_the_number_of_worlds_where_a_spec_says_nothing() -> None:
    for name, spec, worlds in (
        ("python_schnapsen", "pimc", 30),
        ("python_schnapsen", "vm", 12),
        ("python_skat", "iimc(random)", 160),
        ("leduc_poker", "pimc", 5),  # all of them
    ):
        state = at_a_choice(name)
        bot = make_bot(spec, load_game(name), state.current_player(), 1)
        assert bot.explain_state(state).worlds == worlds


SKAT, SCHNAPSEN, KUHN = "python_skat", "python_schnapsen", "kuhn_poker"
KINDER = "python_kinderschnapsen"


@pytest.mark.parametrize(
    ("game", "spec", "said"),
    [
        (KUHN, "mc", "agent mc: evaluator must be set"),
        (KUHN, "pimc(rule=votes)", "unknown parameter 'rule'; it is called decision now"),
        (SCHNAPSEN, "pimc(rule=mean)", "unknown parameter 'rule'; it is called decision now"),
        (KUHN, "pimc(evaluator=open_hand)", "unknown parameter 'evaluator'; parameters: worlds"),
        (KUHN, "pimc(bidder=rule)", "unknown parameter 'bidder'"),
        (KUHN, "ppp(decision=votes)", "unknown parameter 'decision'"),
        (KUHN, "ppp(doubt=1.0)", "unknown parameter 'doubt'"),
        (KUHN, "pimc(decision=votes,doubt=1.0)", "decision=votes: expected mean with doubt or eli"),
        (SCHNAPSEN, "pimc(decision=votes,eliminate=true)", "decision=votes: expected mean with"),
        (KUHN, "mc(error_allowing,decision=presumed_payoff,eliminate=true)", "expected mean with"),
        (SCHNAPSEN, "vm(seconds=1.0)", "unknown parameter 'seconds'"),
        (KUHN, "prm(eliminate=true)", "unknown parameter 'eliminate'"),
        (SCHNAPSEN, "mc(vector_minimax,seconds=1.0)", "evaluator=vector_minimax: looks at all wor"),
        (KUHN, "mc(payoff_reduction,eliminate=true)", "expected neither seconds nor eliminate"),
        (SKAT, "pimc(seconds=1.0,eliminate=true)", "seconds=1.0: expected neither eliminate nor"),
        (KUHN, "pimc(seconds=1.0,remember=true,own_seed=1)", "neither eliminate nor remember"),
        (KUHN, "pimc(remember=true)", "remember=true: expected own_seed too"),
        (KUHN, "pimc(belief=nobody)", "unknown belief 'nobody'; .* beliefs: every, sampled"),
        (KUHN, "pimc(belief=declared)", "belief 'declared' is for python_skat, not kuhn_poker; "
                                        "beliefs that are: every, sampled"),
        (SKAT, "pimc(belief=sampled)", "belief 'sampled' is for plain OpenSpiel states, not "
                                       "python_skat; beliefs that are: "),
        (SKAT, "pimc(belief=declared(trust=-1))", "belief declared.*trust=-1.0: expected 0 to 100"),
        (SKAT, "pimc(belief=declared(faith=1))", "unknown parameter 'faith'; parameters: trust"),
        (SKAT, "mc(tree)", "evaluator 'tree' is for .*, not python_skat"),
        (KUHN, "perfect", "agent 'perfect' plays .*, not kuhn_poker; agents that do: "),
        (KUHN, "pimc(decision=best)", "unknown decision 'best'; .* decisions: mean, presumed"),
        (KUHN, "pimc(ties=rule)", "tie rule 'rule' is for python_skat, not kuhn_poker"),
        (KUHN, "pimc(belief=3)", "belief=3: expected a belief"),
        (KUHN, "mc(evaluator=1.5)", "evaluator=1.5: expected an evaluator"),
        (KUHN, "pimc(ties=true)", "ties=true: expected a tie rule"),
        (KUHN, "ppp(knowledge=2)", "knowledge=2.0: expected 0 to 1"),
        (KUHN, "mc(played_out(openspiel:mcts))", "playout=openspiel:mcts: sees hidden cards"),
        (SKAT, "mc(played_out(iimc(perfect)))", "playout=.*perfect.*: sees hidden cards"),
        (KUHN, "mc(played_out(random,playout=pimc))", "playout is given twice"),
        (KUHN, "pimc(belief=every(3))", "belief every.3.: expected no parameters"),
        (SKAT, "pimc(worlds=100001)", "worlds=100001: expected 1 to 100000"),
        (SCHNAPSEN, "pimc(worlds=0)", "worlds=0: expected 1 to 1000000"),
        (KINDER, "iimc", "agent 'iimc' plays .*, not python_kinderschnapsen"),
        (SKAT, "pimc(bidder=first)", "bidder=first: expected rule or mc_bidder or kermit or knn"),
        (KUHN, "pimc(belief=sampled)", "belief=sampled: draws as many worlds as it is told; expe"),
        (SKAT, "ppp(depth=0)", "depth=0: expected at least 1, or -1 for all"),
        (SCHNAPSEN, "ppp(depth=99999999999999999999)", "expected -1 to 100"),
        (SCHNAPSEN, "ismcts(simulations=99999999999999999999)", "expected 1 to 10000000"),
        (KUHN, "mcts(simulations=99999999999999999999)", "expected 1 to 10000000"),
        (KUHN, "pimc(decision=3)", "decision=3: expected a decision rule"),
        (SKAT, "pimc(ties=played_out(perfect))", "playout=perfect: sees hidden cards"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused_by_name(game: str, spec: str, said: str) -> None:
    with pytest.raises((AgentError, SpecError), match=said):
        make_bot(spec, load_game(game), 0, 1)


def test_checked_without_being_made() -> None:
    for spec in (
        "mc(evaluator=played_out(pimc(decision=votes)),belief=every,ties=last)",
        "mc(played_out(mc(played_out(random),worlds=2)),worlds=3)",
    ):
        assert str(check(check(spec, "kuhn_poker"), "kuhn_poker")) == str(check(spec, "kuhn_poker"))
    with pytest.raises(AgentError, match="unknown decision 'vote'"):
        check("mc(evaluator=played_out(pimc(decision=vote)))", "kuhn_poker")


def test_an_own_seed_goes_before_the_seed_of_the_match() -> None:
    state = at_a_choice("python_schnapsen")
    game = load_game("python_schnapsen")
    spec = "pimc(worlds=3,own_seed=5{})"
    own = [make_bot(spec.format(""), game, 0, seed).explain_state(state) for seed in range(6)]
    plain = [make_bot("pimc(worlds=3)", game, 0, seed).explain_state(state) for seed in range(6)]
    assert all(choice == own[0] for choice in own)
    assert own[0] == plain[5]
    assert len({choice.scores for choice in plain}) > 1
    kept = [
        make_bot(spec.format(",remember=true"), game, 0, seed).explain_state(state)
        for seed in range(2)
    ]
    assert kept[0] is kept[1]
    assert kept[0] == own[0]


@pytest.mark.extended
def test_an_own_seed_is_that_of_the_playouts_too() -> None:
    state = at_a_choice("leduc_poker", 3)
    game, player = state.get_game(), state.current_player()
    spec = "iimc(playout=pimc(worlds=1),own_seed=5)"
    bots = [make_bot(spec, game, player, seed) for seed in range(8)]
    assert len({bot.explain_state(state).scores for bot in bots}) == 1
    others = [make_bot(spec.replace(",own_seed=5", ""), game, player, seed) for seed in range(8)]
    assert len({bot.explain_state(state).scores for bot in others}) > 1


def test_agents_that_differ_in_any_part_share_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MEMORIES", OrderedDict())
    skat, claims = load_game("python_skat"), load_game("python_skat(claims=true)")
    specs = ["worlds=3", "worlds=4", "belief=uniform", "ties=last", "doubt=2", "eliminate=true"]
    agents = [("pimc", skat, given) for given in specs]
    agents += [("pimc", claims, "worlds=3"), ("iimc", skat, "worlds=3")]
    agents += [("ismcts", skat, "iterations=3"), ("ismcts", skat, "iterations=3,exploration=1")]
    for name, game, given in agents:
        make_bot(f"{name}({given},own_seed=1,remember=true)", game, 0, 1)
        make_bot(f"{name}({given},own_seed=2,remember=true)", game, 2, 5)
    assert len(search._MEMORIES) == len(agents)
