"""Adapter of OpenSpiel's Bridge bidding without competition: each call is valued as the last.

Each player samples the other hands by their partner's first call (the belief `bids`), and values
each call as if both passed from there on. So a bid is raised as long as another contract has a
higher value. North's first bid is valued in the same way. But if South passes it, OpenSpiel's score
is 0, so South bids if a bid has a value above 0.
"""

from vorhand.agents.discovery import modules_of
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.openspiel_tricks.uncontested.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.openspiel_tricks.uncontested import UncontestedView

AGENTS = GamePart(
    games=GAMES,
    modules=modules_of(
        __name__,
        beliefs="bids uniform",
        evaluators="open_hand played_out",
        players="caller",
    ),
    view=UncontestedView.of,
    belief=lambda worlds: Spec("bids"),
    worlds={"": 10, "iimc": 30},
    resample=lambda state, player, rng: UncontestedView.of(state, player).resample(rng),
)
