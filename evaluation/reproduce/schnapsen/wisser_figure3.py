"""Wisser (IJCAI 2015), figure 3: matches of Kinderschnapsen against PIMC."""

from vorhand.evaluation.experiments.schnapsen.match_shares import match_shares

# The paper's settings: errors count at 5 MIN nodes; 1,000 iterations per decision, UCT constant
# sqrt 2. It gives the best of three kinds of MCTS. Its P(match state) is learned in the tournament.
_TREE = "simulations=1000,exploration=1.4142135623730951"

EXPERIMENT = match_shares(
    name="wisser-figure3",
    source="Wisser, IJCAI 2015, figure 3 (rules of Kinderschnapsen partly our choice)",
    title="Kinderschnapsen",
    game="python_kinderschnapsen(match=true)",
    players={
        "PVP k'=0": ("pvp(worlds={w},depth=5)", 53.6),
        "PVP k'=0, P learned": ("pvp(worlds={w},depth=5,match_values={values})", 53.6),
        "PVP k'=0, depth 1": ("pvp(worlds={w})", None),
        "PVP k'=0.5": ("pvp(worlds={w},knowledge=0.5)", None),
        "PPP": ("ppp(worlds={w})", None),
        "PRM": ("prm(worlds={w})", None),
        "VM": ("vm(worlds={w})", None),
        "MCTS, a tree a world": (f"mcts(worlds={{w}},{_TREE})", None),
        "MCTS, one tree": (f"mcts(worlds={{w}},one_tree=true,{_TREE})", None),
        "MCTS, a world an iteration": (f"ismcts({_TREE})", 36.9),
        "random": ("random", 12.0),
    },
    sizes={
        "quick": {"matches": 400, "worlds": 8},
        "full": {"matches": 100_000, "worlds": 30},
    },
)
