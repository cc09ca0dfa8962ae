"""Wisser (IJCAI 2015), figure 4: matches of Schnapsen against PIMC."""

from vorhand.evaluation.papers.wisser_2015.figure3 import match_shares

EXPERIMENT = match_shares(
    source="Wisser, IJCAI 2015, figure 4",
    title="Schnapsen",
    game="python_schnapsen(match=true)",
    players={
        "PVP": ("pvp(worlds={w},growing=true)", 53.2),
        "PVP, depth 1": ("pvp(worlds={w})", None),
        "PPP, depth 1": ("ppp(worlds={w})", None),
    },
    numbers={"matches": (200, 30_000), "worlds": (10, 30)},
    why="Too few matches.",
)
