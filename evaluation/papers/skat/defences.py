"""Decisions of defenders at Skat: opening leads, and cards played second to a trick.

An agent bids, discards and declares random deals in all seats. A position is either the opening
lead of a defender or a later turn at which a defender plays second to a trick and has a choice
between cards that are not equal. Another agent plays the cards before such a turn.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.skat.equal_cards import equal_cards
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers.skat.role_games import Replays, first_leads, seeds_of
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView

Turn: TypeAlias = Literal["lead", "second hand"]

TURNS: tuple[Turn, ...] = ("lead", "second hand")
BIDDER = "vorhand"
"""The agent that bids, discards and declares."""
PLAYER = "policy"
"""The agent that plays the cards before a second-hand play."""

_CHOICE = 3  # distinguishes the seed of the choice of a turn


class Defence(NamedTuple):
    """A position in which a defender is to play.

    Attributes:
        turn: the kind of turn.
        actions: all actions of the deal so far, the dealt cards first.
    """

    turn: Turn
    actions: bytes

    def state(self) -> pyspiel.State:
        """Return the position as a state of the game."""
        state = load_game("python_skat").new_initial_state()
        for action in self.actions:
            state.apply_action(action)
        return state

    def view(self) -> SkatView:
        """Return the knowledge of the player to move."""
        state = self.state()
        view: SkatView = view_of(state, state.current_player())
        return view

    @property
    def cards(self) -> bytes:
        """The cards in the order in which they were dealt, which identify the deal."""
        return self.actions[:32]


def defences(seed: int, number: int) -> tuple[Defence, ...]:
    """Return an opening lead and a second-hand play, mostly of the same deal.

    Each number has a sequence of deals. The lead is from the first of these deals in which a
    defender leads; the second-hand play is drawn at random from the first deal that has any.
    """
    found: dict[Turn, bytes] = {}
    for actions in first_leads("all", seed, number, Spec.parse(BIDDER)):
        replays = Replays(actions, seeds_of(seed, number))
        if "lead" not in found and replays.first_lead().deal.soloist != 0:
            found["lead"] = actions
        if "second hand" not in found and (turns := list(_second_hands(replays))):
            rng = np.random.default_rng((seed, number, _CHOICE))
            found["second hand"] = turns[rng.integers(len(turns))]
        if len(found) == len(TURNS):
            break
    return tuple(Defence(turn, found[turn]) for turn in TURNS)


def opening_lead(seed: int, number: int) -> bytes:
    """Return the actions up to the lead of the number's first deal in which a defender leads."""
    for actions in first_leads("all", seed, number, Spec.parse(BIDDER)):
        if Defence("lead", actions).state().deal.soloist != 0:
            return actions
    raise AssertionError("the deals of a number do not end")


def _second_hands(replays: Replays) -> Iterator[bytes]:
    """Yield the actions up to each second-hand play of a defender with a choice."""
    state = replays.first_lead()
    begun = len(state.deal.history)
    for card in bytes(replays.played(PLAYER, PLAYER).deal.history)[begun:]:
        view = view_of(state, state.current_player())
        if len(view.trick) == 1 and not view.is_soloist and len(distinct_cards(view)) > 1:
            yield bytes(state.deal.history)
        state.apply_action(card)


def distinct_cards(view: SkatView) -> list[tuple[int, ...]]:
    """Return the legal cards in groups of equal cards, ascending by their lowest card."""
    groups = equal_cards(view)
    together = {card for group in groups for card in group}
    alone = [(card,) for card in view.legal_actions if card not in together]
    return sorted([*(tuple(sorted(group)) for group in groups), *alone])
