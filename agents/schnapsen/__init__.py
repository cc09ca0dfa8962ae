"""Adapter of Schnapsen to the frame, with the defaults of its agents."""

from vorhand.agents.discovery import modules_of
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.choice import HEADINGS
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.agents.spec import Spec

HEADINGS |= {
    "visit share": ("visit share", lambda share: f"{share:.2f}"),
    "wins": ("wins with open cards", lambda share: f"{share:.0%}"),
    "chance": ("wins", lambda share: f"{share:.0%}"),
    "exact": ("gain known", lambda share: f"{share:.0%} of worlds"),
}

AGENTS = GamePart(
    games=GAMES,
    modules=modules_of(
        __name__,
        beliefs="policy uniform",
        evaluators="blended error_allowing open_hand payoff_reduction played_out tree "
        "vector_minimax",
        players="ismcts mcts policy_tree rule vorhand",
    ),
    view=view_of,
    belief=lambda worlds: Spec("uniform"),
    fitted=("match_values.json",),
    worlds={"": 30, "vm": 12, "prm": 12},
    best=Spec("vorhand"),
    adviser=Spec.make("vorhand", {"least": 1600}),
)
