"""OpenSpiel's Bridge in the frame: double-dummy values by DDS, bids by their expected scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.openspiel_tricks import bridge_bids, part  # noqa: F401  (it registers)
from vorhand.agents.openspiel_tricks.double_dummy import solved
from vorhand.agents.registry import announce_own_views, evaluator
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.open_hands import TrickWorlds
from vorhand.agents.tricks.parts import Threads
from vorhand.games.extras import require
from vorhand.games.openspiel_tricks.view import TableView

GAMES = ("bridge",)


@evaluator("open_hand", games=GAMES)
def _open_hand(*, threads: Threads = 1) -> Evaluator:
    """Value moves by double-dummy scores of DDS (the extra ``dds``)."""
    require("endplay")

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        assert view.play is not None
        assert view.contract is not None
        play, contract = view.play, view.contract
        trick = play.trick
        leader = trick[0][0] if trick else play.player
        cards = [card for _, card in trick]
        tricks = solved(worlds.rows, contract.trump, leader, cards, threads)[:, list(moves)]
        left = 13 - len(play.history) // 4
        ours = (play.player - contract.calls[0]) % 2 == 0
        results = play.points + (tricks if ours else left - tricks)
        worths, lowest = part.outcomes(view)
        return Values(worths[results - lowest], {"card points": results})

    return evaluate


PART = replace(part.PART, belief=lambda worlds: Spec("bids"), worlds={"": 10, "iimc": 100})

announce_own_views(GAMES)
register_presets(PART, GAMES)
