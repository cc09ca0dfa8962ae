"""Ramsch, and the pushes before it, by playouts of the rule player over sampled worlds.

Open hands are not searched: with three sides a position has no single value. The value of an action
is its player's score less the mean of the other two scores, if all three play the rest of each
world like the rule player. All worlds are equally likely, because passing says little about a hand.
"""

from collections.abc import Sequence

from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import Meaning, Values
from vorhand.agents.montecarlo.search import Decide, MonteCarlo
from vorhand.agents.montecarlo.ties.first import first
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Scoring, ramsch_values

_WORLDS = 160
_LEAST_LOSS = 41  # fewest card points with which one player can be the only loser


def valued_in_ramsch(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
    """Value cards in Ramsch, or pushes before it, by playouts of the rule player in all seats.

    The values are in points of score by game value, whatever the scoring of the game.
    """
    deal = view.deal(worlds.rows[0].tolist())
    worth = ramsch_values(deal, worlds.rows, list(moves), Scoring.GAME_VALUE)
    return Values(worth, {}, {"worth": stake_of(view)}, Meaning("playouts"))


def stake_of(view: SkatView) -> float:
    """Return the least gain in score, in points, if another player alone loses the deal instead.

    Each push of an unseen skat doubles it, and so does a Bock round.
    """
    return 1.5 * _LEAST_LOSS * (2 if view.bock else 1) * (1 << view.pushed_unseen)


def in_ramsch(view: SkatView, decide: Decide) -> Decide:
    """Return the decision function for a view: by playouts in Ramsch and its pushes, else `decide`.

    If `decide` is that of a Monte Carlo agent, its number of worlds and time limit apply in Ramsch
    too.
    """
    if not (view.is_ramsch or view.is_pushing):
        return decide
    worlds: int | None = _WORLDS
    seconds = None
    if isinstance(decide, MonteCarlo):
        worlds, seconds = decide.worlds, decide.seconds
    return MonteCarlo(uniform, valued_in_ramsch, weighted_mean, first(), worlds, seconds)
