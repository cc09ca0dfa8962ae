"""The puzzles of Schnapsen: players, judges, and the notation of positions."""

from typing import Any

from vorhand.evaluation.puzzles.search import Source
from vorhand.games.schnapsen.records import records_of, write_record
from vorhand.games.schnapsen.view import SchnapsenView

_SAID = 32  # actions from here on are no cards


def _schnapsen_position(_view: SchnapsenView, state: Any, moves: int) -> str:
    """Return the number of moves before the position, and the record of the deal."""
    return f"{moves} {write_record(state.get_game().rules, records_of(state)[0])}"


def _schnapsen_points(view: SchnapsenView, move: int) -> int:
    return -1 if move >= _SAID else view.rules.card_points(1 << move)


SOURCE = Source(
    game="python_schnapsen",
    players="pimc(worlds=4)",
    judge="mc(belief=policy,evaluator=blended,worlds={worlds})",
    prefilter="mc(belief=policy,evaluator=blended(playouts=2),worlds=16)",
    simple_players=("rule", "policy_tree(iterations=100)", "pimc(worlds=10)"),
    playing=lambda view: bool(view.legal_actions),
    points=_schnapsen_points,
    position=_schnapsen_position,
)
