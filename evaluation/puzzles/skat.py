"""The puzzles of Skat: players, judges, and the notation of positions."""

import pyspiel

from vorhand.evaluation.puzzles.search import Source
from vorhand.games.skat.view import SkatView
from vorhand.games.skat.view_text import write_view
from vorhand.native.skat import Phase, card_points


def _skat_position(view: SkatView, _state: pyspiel.State, _moves: int) -> str:
    return write_view(view)


SOURCE = Source(
    game="python_skat",
    players="policy",
    judge="mc(belief=by_role(defence=policy(base=winning(pool=4096),pool=2048)),"
    "evaluator=blended(every=10),worlds={worlds})",
    prefilter="mc(evaluator=open_hand,belief=uniform,worlds=16)",
    simple_players=("rule", "policy", "pimc(worlds=10)"),
    playing=lambda view: view.phase == Phase.PLAY,
    points=lambda _view, card: card_points(1 << card),
    position=_skat_position,
)
