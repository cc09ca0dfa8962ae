"""Card play of trick-taking games that use the engine; the pack's bidder makes the calls.

The possible states are the layouts of the cards that a player does not see. A game is measured from
the first card on, because cards put away before it make more layouts possible, not fewer.
"""

from dataclasses import replace

import pyspiel

from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.montecarlo.presets import bidder_of
from vorhand.evaluation.equilibrium.subjects.base import Subject, Subjects
from vorhand.games.packs import part


class TrickSubjects(Subjects):
    """The subjects of a pack whose card play is that of the engine."""

    def subject(self, name: str) -> Subject:
        """Return the subject as `Subjects` does, with layouts as states and calls by the bidder."""
        return replace(super().subject(name), possible_states=_possible_states, begin=_call)


def _possible_states(state: pyspiel.State, player: int) -> int:
    view = _part(state).view(state, player)
    return int(view.layouts().size)


def _call(state: pyspiel.State) -> None:
    """Make all calls, and pass or put away cards, until all seats know the contract."""
    own, game = _part(state), state.get_game()
    seats = range(state.num_players())
    bidders = [bidder_of(own, None, game, seat, 0) for seat in seats]
    while state.current_player() >= 0:
        if all(own.view(state, seat).contract is not None for seat in seats):
            return
        bidder = bidders[state.current_player()]
        assert bidder is not None
        state.apply_action(bidder.step(state))


def _part(state: pyspiel.State) -> GamePart:
    own: GamePart = part(state.get_game().get_type().short_name, "agents")
    return own
