"""Adapter of hold'em to the frame, with the defaults of its agents."""

from vorhand.agents.discovery import modules_of
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.poker.holdem.betting import check_is_holdem
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.poker.holdem.worlds import GAMES
from vorhand.agents.spec import Spec

AGENTS = GamePart(
    games=GAMES,
    modules=modules_of(
        __name__,
        beliefs="uniform",
        evaluators="error_allowing open_hand",
        players="bucket_cfr",
    ),
    view=HoldemView,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 100},
    check=check_is_holdem,
)
