"""Double-dummy values at Bridge, by DDS."""

from collections.abc import Sequence

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.openspiel_tricks.bridge import GAMES
from vorhand.agents.openspiel_tricks.double_dummy import solved
from vorhand.agents.openspiel_tricks.outcomes import outcomes
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.extras import require
from vorhand.games.openspiel_tricks.view import TableView


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
        worths, lowest = outcomes(view)
        return Values(worths[results - lowest], {"card points": results})

    return evaluate
