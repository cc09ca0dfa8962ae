"""Adapter of Belote to the frame."""

from vorhand.agents.belote.outcomes import GAMES, outcomes
from vorhand.agents.discovery import modules_of
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.beliefs import uniform
from vorhand.agents.tricks.evaluators import alpha_mu, epimc, error_allowing, open_hand, played_out
from vorhand.games.belote.rules import HAND

AGENTS = GamePart(
    games=GAMES,
    modules=modules_of(__name__, players="rule"),
    view=view_of,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 10, "iimc": 200, "ppp": 6, "pvp": 6},
    by_worlds=lambda view: view.phase == "play",
    bidder=Spec("rule"),
    bidders=("rule",),
)


uniform.register(GAMES)
played_out.register(GAMES, outcomes)
open_hand.register(GAMES, outcomes, HAND)
error_allowing.register(GAMES, outcomes, HAND)
alpha_mu.register(GAMES, outcomes, HAND)
epimc.register(GAMES, outcomes, HAND)
