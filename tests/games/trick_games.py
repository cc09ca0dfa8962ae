"""The trick-taking games over the engine, one line each, and helpers of their common tests.

`test_trick_games.py`, here and beside the agents, tests every game of this list. Tests of calls,
scores and other details of one game are beside that game.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.games.card_sets import cards_in, mask_of
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game
from vorhand.games.packs import part

Friends = Callable[[pyspiel.State, int], set[int]]


def partners(state: pyspiel.State, seat: int) -> set[int]:
    """Return a seat and the one opposite at a table of four."""
    del state
    return {seat, (seat + 2) % 4}


def alone(state: pyspiel.State, seat: int) -> set[int]:
    """Return the seat alone: values assume that all others play against it."""
    del state
    return {seat}


def against_the_soloist(state: pyspiel.State, seat: int) -> set[int]:
    """Return the side of a seat at OpenSpiel's Skat: the first to name a game plays it alone."""
    soloist = next(m.player for m in state.full_history() if m.player >= 0 and m.action > 32)
    return {soloist} if seat == soloist else {0, 1, 2} - {soloist}


@dataclass(frozen=True)
class TrickGame:
    """A game, and facts that its states do not give.

    Attributes:
        name: the game string.
        pack: number of cards.
        friends: the seats that play for a seat's return with open cards.
        cards: maximum cards in a hand when worlds are enumerated; 0: there are too many.
        open: whether the player's return follows from the open cards.
    """

    name: str
    pack: int
    friends: Friends
    cards: int = 3
    open: Callable[[pyspiel.State, Any], bool] = lambda state, view: True

    def __str__(self) -> str:
        return self.name


def belote_is_open(state: Any, view: Any) -> bool:
    """Return whether the player knows who holds king and queen of trumps, or that nobody does."""
    return state.belote_seat() in (-1, view.player, view.announced)


GAMES = (
    TrickGame("euchre", 24, partners, cards=1),
    TrickGame("hearts", 52, alone),
    TrickGame("hearts(pass_cards=false)", 52, alone),
    TrickGame("oh_hell(num_tricks_fixed=7)", 52, alone, cards=0),
    TrickGame("oh_hell(num_tricks_fixed=2,num_suits=2,num_cards_per_suit=4)", 8, alone, cards=2),
    TrickGame(
        "oh_hell(num_tricks_fixed=2,num_suits=2,num_cards_per_suit=8,players=7)", 16, alone, cards=0
    ),
    TrickGame("spades", 52, partners),
    TrickGame("skat", 32, against_the_soloist),
    TrickGame("bridge(use_double_dummy_result=false)", 52, partners),
    TrickGame("python_belote", 32, partners, open=belote_is_open),
    TrickGame("python_belote(contree=true)", 32, partners, open=belote_is_open),
)
OURS = [game for game in GAMES if game.name.startswith("python_")]


def view_of(state: pyspiel.State, player: int) -> Any:
    """Return a player's view, as the agents of the game receive it."""
    return part(state.get_game().get_type().short_name, "agents").view(state, player)


def walk(game: str, seed: int) -> Iterator[pyspiel.State]:
    """Yield a random deal before each move: the same state object, which moves on."""
    rng = random.Random(seed)
    state = first_state(load_game(game), seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


def states(game: str, seed: int, share: float) -> list[pyspiel.State]:
    """Return copies of a share of the states of `walk`."""
    rng = random.Random(seed + 1)
    return [state.clone() for state in walk(game, seed) if rng.random() < share]


def late(game: str, seed: int, cards: int) -> pyspiel.State:
    """Return the first state in which the player to act holds at most this many cards."""
    for number in itertools.count():
        for state in walk(game, seed + 1000 * number):
            view = view_of(state, state.current_player())
            if view.play is not None and view.held.bit_count() <= cards:
                return state.clone()
    raise AssertionError


def hands_of(state: pyspiel.State) -> list[int]:
    """Return the hand of each seat."""
    return [view_of(state, seat).held for seat in range(state.num_players())]


def as_it_lies(state: pyspiel.State) -> Worlds[np.ndarray]:
    """Return the true world alone, for the player to act."""
    hands, view = hands_of(state), view_of(state, state.current_player())
    return Worlds(np.array([[hands[s] for s in view.seats]], np.uint64), np.ones(1), 1, 1)


def replayed(state: pyspiel.State, actions: list[int]) -> pyspiel.State | None:
    """Return the state after these actions; None if one of them is not legal."""
    other = state.get_game().new_initial_state()
    for action in actions:
        if other.is_terminal() or action not in other.legal_actions():
            return None
        other.apply_action(action)
    return other


def possible_hands(game: TrickGame, state: pyspiel.State, player: int) -> set[tuple[int, ...]]:
    """Return the hands in all deals in which the player would know the same.

    Brute force: the cards that the player does not hold and nobody has played are dealt in every
    way, and all moves are made again.
    """
    view, found = view_of(state, player), set()
    played = sum(view.played(seat) for seat in range(state.num_players()))
    unseen = cards_in((1 << game.pack) - 1 & ~(played | view.held))
    hands = {seat: hand for seat, hand in enumerate(hands_of(state)) if seat != player}
    dealt = _dealt(state, view)
    for split in splits(unseen, [hand.bit_count() for hand in hands.values()]):
        laid = dict(zip(hands, split, strict=True))
        moved = _moves(hands, laid, unseen)
        actions = [moved.get(a, a) if i in dealt else a for i, a in enumerate(state.history())]
        other = replayed(state, actions)
        if other is not None and view_of(other, player) == view:
            laid[player] = view.held
            found.add(tuple(laid[seat] for seat in view.seats))
    return found


def _dealt(state: pyspiel.State, view: Any) -> set[int]:
    """Return the indices of the moves that deal, pass or discard a card."""
    if hasattr(view, "slots"):
        return set(view.slots)
    return {i for i, move in enumerate(state.full_history()) if move.player < 0}


def dealt_before_the_calls(state: Any) -> list[list[int]]:
    """Return for each seat the indices of the moves that dealt it a card before the calls."""
    moves = state.full_history()
    calls = next((i for i, move in enumerate(moves) if move.player >= 0), len(moves))
    views = [view_of(state, seat) for seat in range(state.num_players())]
    if hasattr(views[0], "slots"):
        places = [views[0].slots.get(i) for i in range(calls)]
    else:
        places = state.deal.places[:calls]
    return [[i for i, place in enumerate(places) if place == seat] for seat in range(len(views))]


def exchanged(actions: list[int], one: int, other: int) -> list[int]:
    """Return the actions with two of them exchanged."""
    found = list(actions)
    found[one], found[other] = actions[other], actions[one]
    return found


def splits(cards: list[int], sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to deal hands of these sizes from the cards, as sets."""
    if not sizes:
        yield ()
        return
    for first in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in splits(rest, sizes[1:]):
            yield (mask_of(first), *others)


def _moves(hands: Mapping[int, int], laid: Mapping[int, int], unseen: list[int]) -> dict[int, int]:
    """Return a map from each moved card to the card in whose place it goes."""
    everything = mask_of(unseen)
    before, after = list(hands.values()), list(laid.values())
    before.append(everything & ~sum(before))
    after.append(everything & ~sum(after))
    pairs = [
        pair
        for old, new in zip(before, after, strict=True)
        for pair in zip(cards_in(old & ~new), cards_in(new & ~old), strict=True)
    ]
    return dict(pairs)
