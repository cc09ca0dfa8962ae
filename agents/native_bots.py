"""OpenSpiel's searches in C++, which end the process at games written in Python.

Their ``step`` lets go of the interpreter lock and then makes and asks the game's observer in Python
(open_spiel 2.0.2; a segmentation fault in ``PyGame::MakeObserver``). Before that they call nothing
of the state that could tell them from any other caller, so the bot is refused before it plays.
Nor could `pyspiel.ISMCTSBot` play on: its other methods keep the lock, and raise
``ResampleFromInfostate() not implemented``, since what a state in Python knows of that is not
asked.
"""

from __future__ import annotations

import pyspiel

from vorhand.agents.parameters import AgentError

_INSTEAD = (
    (pyspiel.ISMCTSBot, "openspiel:ismcts, the same search in Python, or ismcts"),
    (pyspiel.MCTSBot, "openspiel:mcts, which asks the same search in another way"),
)


def check_search(bot: pyspiel.Bot, game: pyspiel.Game) -> None:
    """Refuses a search of OpenSpiel's that would end the process at this game.

    Raises:
        AgentError: it is one, and the game is written in Python.
    """
    if not hasattr(game, "__dict__"):  # as OpenSpiel itself knows them
        return
    for kind, instead in _INSTEAD:
        if isinstance(bot, kind):
            raise AgentError(
                f"pyspiel.{kind.__name__} at {game.get_type().short_name}: OpenSpiel's search in "
                f"C++ cannot play games written in Python, its step would end the process; "
                f"expected {instead}"
            )
