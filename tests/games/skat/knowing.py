"""Check of everything that a state and its views are written into and read from."""

import pickle
import random

from vorhand.games.skat.coherence import check_view
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.structs import action_from_struct, action_struct
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase
from vorhand.service.games.observations import observe, state_of, wire_of


def check_known(state: SkatState, **rules: bool) -> None:
    """Check that pickles, structs, views, worlds and messages keep the deal and its club rules.

    Args:
        state: a state of any phase.
        rules: the options of the game, as `check_view` expects them.
    """
    deal, game = state.deal, state.get_game()
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert pickle.loads(pickle.dumps(state)).deal == deal
    assert game.new_initial_state(state.to_struct()).deal == deal
    for action in state.legal_actions():
        assert action_from_struct(action_struct(action)) == action
    if deal.phase == Phase.DEAL:
        return
    for seat in range(3):
        view = state.view(seat)
        assert view.describe()
        assert SkatView.from_dict(view.to_dict()) == view
        assert view.offer == ((deal.offerer, deal.offer) if deal.offer >= 0 else None)
        assert (view.multiplier, view.bock, view.is_ramsch) == (
            deal.multiplier,
            deal.bock,
            deal.is_ramsch,
        )
        plays = [(seat, move) for seat, move in view.history if 0 <= move < 32]
        assert plays == [*zip(view.players_of_plays, view.plays, strict=True)]
    if not state.is_terminal():
        check_turn(state, state.view(deal.player), **rules)


def check_turn(state: SkatState, view: SkatView, **rules: bool) -> None:
    """Check what is made from the view of the player to act."""
    deal, game, wire = state.deal, state.get_game(), wire_of("python_skat")
    check_view(view, **rules)
    assert game.state_of(view).view(view.player) == view
    other = state.resample_from_infostate(view.player, random.Random(1).random)
    assert other.view(view.player) == view
    for row in (worlds := view.worlds()).slice(0, min(3, worlds.count)).tolist():
        copy = view.deal(row)
        assert (copy.player, copy.multiplier, copy.bock) == (
            deal.player,
            deal.multiplier,
            deal.bock,
        )
        assert copy.legal_actions() == state.legal_actions()
    seen = observe(wire.observer(game), str(game), state, view.player)
    assert wire.view_of(seen, game) == view
    assert state_of(seen).view(view.player) == view
