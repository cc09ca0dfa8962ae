"""Wisser (IJCAI 2015), figure 3: matches of Kinderschnapsen against PIMC."""

from vorhand.evaluation.experiments.schnapsen.match_shares import match_shares

EXPERIMENT = match_shares(
    name="wisser-figure3",
    source="Wisser, IJCAI 2015, figure 3 (rules of Kinderschnapsen partly our choice)",
    title="Kinderschnapsen",
    game="python_kinderschnapsen(match=true)",
    players={
        "PVP k'=0": ("pvp(worlds={w})", 53.6),
        "PVP k'=0.5": ("pvp(worlds={w},knowledge=0.5)", None),
        "PPP": ("ppp(worlds={w})", None),
        "PRM": ("prm(worlds={w})", None),
        "VM": ("vm(worlds={w})", None),
        "MCTS": ("mcts(worlds={w})", 36.9),
        "random": ("random", 12.0),
    },
    sizes={
        "quick": {"matches": 400, "worlds": 8},
        "full": {"matches": 100_000, "worlds": 30},
    },
)
