"""Adapter of OpenSpiel's own trick-taking games to the frame."""

from vorhand.agents.discovery import modules_of
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.openspiel_tricks.outcomes import GAMES, OWN, WITHOUT_DDS, outcomes, wanted
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.beliefs import uniform
from vorhand.agents.tricks.evaluators import alpha_mu, epimc, error_allowing, played_out
from vorhand.games.chance import unseeded
from vorhand.games.openspiel_tricks.view import TableView, rules_of

AGENTS = GamePart(
    games=OWN,
    modules=modules_of(
        __name__,
        beliefs="calls",
        evaluators="open_hand tree",
        players="caller ismcts mcts",
    ),
    view=TableView.of,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 20, "iimc": 200, "ppp": 10, "pvp": 10},
    by_worlds=lambda view: view.phase == "play",
    bidder=Spec("caller"),
    bidders=("caller",),
    resample=lambda state, player, rng: TableView.of(state, player).resample(rng),
    check=lambda game: rules_of(unseeded(str(game))),
)


uniform.register(GAMES)
played_out.register(GAMES, outcomes, wanted)
error_allowing.register(GAMES, outcomes, 5, wanted)
alpha_mu.register(WITHOUT_DDS, outcomes, 5, wanted)
epimc.register(WITHOUT_DDS, outcomes, 5, wanted)
