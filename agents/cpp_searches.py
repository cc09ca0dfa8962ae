"""OpenSpiel's searches in C++, which crash the process when they play games written in Python.

Their ``step`` releases the interpreter lock and then creates and queries the game's observer in
Python (open_spiel 2.0.2; a segmentation fault in ``PyGame::MakeObserver``). A game in Python cannot
refuse the search in time, so the bot is refused before it plays. `pyspiel.ISMCTSBot`
would fail even without this crash: its other methods keep the lock, but raise
``ResampleFromInfostate() not implemented``, because they do not call the Python state's own method.
"""

import pyspiel

from vorhand.agents.parameters import AgentError

_INSTEAD = (
    (pyspiel.ISMCTSBot, "openspiel:ismcts, the same search in Python, or ismcts"),
    (pyspiel.MCTSBot, "openspiel:mcts, which asks the same search in another way"),
)


def check_search(bot: pyspiel.Bot, game: pyspiel.Game) -> None:
    """Raise AgentError for a search of OpenSpiel in C++ if the game is written in Python."""
    if not hasattr(game, "__dict__"):  # OpenSpiel recognises games in Python the same way
        return
    for kind, instead in _INSTEAD:
        if isinstance(bot, kind):
            raise AgentError(
                f"pyspiel.{kind.__name__} at {game.get_type().short_name}: OpenSpiel's search in "
                f"C++ cannot play games written in Python, its step would end the process; "
                f"expected {instead}"
            )
