"""Exact open hands at OpenSpiel's trick-taking games; playouts while the hands are large."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import pyspiel

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.openspiel_tricks.outcomes import OWN, outcomes, playouts
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import AgentError, Range, Unset, evaluator
from vorhand.agents.tricks.evaluators.open_hand import open_hand
from vorhand.agents.tricks.evaluators.values import once_few
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.view import TableView, rules_of

Others: TypeAlias = Literal["against", "selfish"]


# The largest hands, by number of seats, for which exact open-hand values take milliseconds in all
# of these games.
_EXACT = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5}
_SELFISH = {3: 4, 4: 4, 5: 4, 6: 4, 7: 3}  # the same limits for max^n, which cannot prune


@evaluator("open_hand", games=OWN)
def _open_hand(
    game: pyspiel.Game,
    *,
    exact: Annotated[int | None, Range(0, 20), Unset("6, or 5 for six seats and more")] = None,
    others: Others = "against",
    threads: Threads = 1,
) -> Evaluator:
    """Value moves exactly with all cards open; with more than `exact` cards in hand, by playouts.

    ``others`` applies to games without partners. With ``against`` all other players play against
    the searching player (paranoid search); with ``selfish`` each maximises their own score. Selfish
    play is searched by max^n with at most four cards in hand, or three with seven seats.
    """
    most = _EXACT if exact is None else dict.fromkeys(_EXACT, exact)
    if others == "against":
        return once_few(most, open_hand(outcomes, threads), playouts(threads))
    if not rules_of(str(game)).alone:
        raise AgentError(f"others=selfish: {game} has partners; expected against")
    few = {seats: min(most[seats], cards) for seats, cards in _SELFISH.items()}
    return once_few(few, _for_themselves(threads), playouts(threads))


def _for_themselves(threads: int) -> Evaluator:
    """Make an evaluator by max^n (Luckhardt and Irani, AAAI 1986): each seat plays for itself."""

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        assert view.play is not None
        legal, (_, worths) = list(view.legal_actions), view.goals()
        found = view.play.for_themselves(worlds.rows, worths, threads)
        own = found[:, [legal.index(move) for move in moves], view.seats.index(view.player)]
        return Values(own)

    return evaluate
