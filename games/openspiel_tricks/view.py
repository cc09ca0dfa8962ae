"""The knowledge of one player about OpenSpiel's trick-taking games, and worlds from it."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass

import pyspiel

from vorhand.games.card_sets import cards_in, mask_of
from vorhand.games.digests import digest_of
from vorhand.games.openspiel_tricks.games import DEALT_UNSEEN, RULES
from vorhand.games.openspiel_tricks.rules import PUBLIC, PUT_AWAY, Contract, Moves, Rules
from vorhand.games.trick_view import Placing, TrickView
from vorhand.native.tricks import Play

HIDDEN = -1
"""Placeholder for an action that the player did not see."""

_MOST_POINTS = 27  # greater than the points of any deal in the games with tables of worths


@functools.cache
def rules_of(game: str) -> Rules:
    """Return the rules of a game by its string, such as ``oh_hell(players=4)``."""
    loaded = pyspiel.load_game(game)
    return {**RULES, **DEALT_UNSEEN}[loaded.get_type().short_name](loaded)


def choices(state: pyspiel.State, player: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the player's legal actions, ascending, and their names; empty if not to act."""
    acts = int(state.current_player()) == player
    actions = tuple(state.legal_actions()) if acts else ()
    return actions, tuple(state.action_to_string(player, action) for action in actions)


@dataclass(frozen=True)
class TableView(TrickView):
    """A deal as one player knows it.

    Attributes:
        table: the game with its parameters, as a string.
        player: player whose knowledge this is.
        moves: seat (below 0: chance) and action of all moves, `HIDDEN` if it was not seen.
        legal_actions: legal actions of the player, ascending; empty if they are not to act.
        names: names of these actions.
    """

    table: str
    player: int
    moves: tuple[tuple[int, int], ...]
    legal_actions: tuple[int, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, state: pyspiel.State, player: int) -> TableView:
        """Return the player's knowledge of a state."""
        table = str(state.get_game())
        moves = [(int(move.player), int(move.action)) for move in state.full_history()]
        rules = rules_of(table)
        slots, begun = rules.slots(moves), rules.contract(moves)
        complete = begun is not None or state.is_terminal()
        shown = () if begun is None else rules.shown(begun[0], moves[begun[1] :])
        done = complete or all(i < len(moves) for i in slots)

        def seen(i: int) -> bool:
            place, mover = slots.get(i, PUBLIC), moves[i][0]
            # A player gets the passed cards once all players have passed.
            if place == PUBLIC or mover == player or place in shown:
                return True
            return place == player and (mover < 0 or done)

        shown_moves = ((who, a if seen(i) else HIDDEN) for i, (who, a) in enumerate(moves))
        return cls(table, player, tuple(shown_moves), *choices(state, player))

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rules_of(self.table)

    @property
    def game(self) -> str:
        """Short name of the game."""
        return self.table.partition("(")[0]

    @property
    def history(self) -> list[tuple[int, int]]:
        """Seat and action of the players' moves."""
        return [(who, action) for who, action in self.moves if who >= 0]

    def action_name(self, action: int) -> str:
        """Return a legal action in words."""
        return self.names[self.legal_actions.index(action)]

    def digest(self, seed: int = 0) -> int:
        """Compute 64 bits that depend only on a seed and on all that the player knows.

        The order of cards that were dealt or discarded together carries no information.
        """
        return digest_of((seed, self.table, self.player, self._in_order))

    @functools.cached_property
    def _in_order(self) -> tuple[tuple[int, int], ...]:
        """The moves, with cards dealt or put away together in ascending order."""
        together: dict[tuple[int, int, int], list[int]] = {}
        calls = 0
        for i, (mover, _) in enumerate(self.moves):
            place = self.slots.get(i, PUBLIC)
            if i not in self.slots:
                calls += 1
            elif place != PUBLIC:
                together.setdefault((calls, mover, place), []).append(i)
        moves = list(self.moves)
        for places in together.values():
            ordered = sorted(self.moves[i] for i in places)
            for i, move in zip(places, ordered, strict=True):
                moves[i] = move
        return tuple(moves)

    @functools.cached_property
    def slots(self) -> dict[int, int]:
        """The place of each card dealt or put away, keyed by the index of its move."""
        return self.rules.slots(self.moves)

    @functools.cached_property
    def _begun(self) -> tuple[Contract, int] | None:
        return self.rules.contract(self.moves)

    @property
    def contract(self) -> Contract | None:
        """The contract; None before it is determined."""
        return None if self._begun is None else self._begun[0]

    @functools.cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that play, in the engine's order."""
        everyone = tuple(range(self.rules.seats))
        return everyone if self.contract is None else self.contract.active(self.rules.seats)

    @functools.cached_property
    def first_hand(self) -> int:
        """The player's cards at the start of the play, or before it the current cards, as a set."""
        return self._hand_of(self.player)

    def _hand_of(self, seat: int) -> int:
        cards = 0
        for i, (mover, action) in enumerate(self.moves):
            if i not in self.slots or action == HIDDEN:
                continue
            if self.slots[i] == seat:
                cards |= 1 << action
            if mover == seat:
                cards &= ~(1 << action)
        taken = self.rules.taken(self.moves)
        away = [i for i, place in self.slots.items() if place == PUT_AWAY and self.moves_at(i)]
        put_away = [self.moves[i][1] for i in away]
        if taken and taken[0] == seat and taken[1] not in put_away:
            cards |= 1 << taken[1]
        return cards

    @functools.cached_property
    def play(self) -> Play | None:
        """The card play without the hands that the player does not see.

        It is None before it begins, and if the player sits out.
        """
        if self._begun is None or self.player not in self.seats:
            return None
        contract, start = self._begun
        terms, _, _ = self.rules.terms(contract, self.player)
        shown = self.rules.shown(contract, self.moves[start:])
        hands = [self._hand_of(s) if s == self.player or s in shown else 0 for s in self.seats]
        played = [action for _, action in self.moves[start:]]
        return Play(terms, hands, contract.cards, self.seats.index(contract.leader), played)

    def worth(self) -> tuple[list[float], int]:
        """Return the worth of each result of the play to the player, and the lowest result."""
        assert self.contract is not None
        return self.rules.terms(self.contract, self.player)[1:]

    def goals(self) -> tuple[list[int], list[list[float]]]:
        """Return, by seat of the engine, the set of seats whose points count, and `Rules.goal`."""
        assert self.contract is not None
        sides, worths = [], []
        for seat in self.seats:
            sides.append(self.rules.terms(self.contract, seat)[0].side)
            # The engine needs the points of the whole pack, which has more cards than the hands.
            tables = self.rules.goal(self.contract, seat)
            worths.append([w for t in tables for w in t + t[-1:] * (_MOST_POINTS - len(t))])
        return sides, worths

    def played(self, seat: int) -> int:
        """Return the cards that a seat has played, as a set."""
        return mask_of(action for who, action in self._plays if who == seat)

    @functools.cached_property
    def held(self) -> int:
        """The player's current cards, as a set."""
        return self.first_hand & ~self.played(self.player)

    @functools.cached_property
    def _plays(self) -> Moves:
        if self._begun is None:
            return ()
        contract, start = self._begun
        return self.rules.plays(contract, self.moves[start:])

    def _facts(self) -> tuple[list[int], list[int], dict[int, int], int]:
        """Return the other seats, their numbers of cards, their known cards, and all cards seen."""
        others = [seat for seat in range(self.rules.seats) if seat != self.player]
        dealt = [p for i, p in self.slots.items() if self.moves_at(i) and self.moves[i][0] < 0]
        room = {seat: dealt.count(seat) for seat in others}
        known = dict.fromkeys(others, 0)
        gone = self.held
        for i, place in self.slots.items():
            if not self.moves_at(i):
                continue
            mover, action = self.moves[i]
            if action != HIDDEN and place != self.player:
                if place in known and self._begun is not None:
                    known[place] |= 1 << action
                gone |= 1 << action
            # A seat that took a public card has discarded another one for it.
            if place == PUT_AWAY and mover in room and self.rules.taken(self.moves) is None:
                room[mover] -= 1
        for seat in range(self.rules.seats):
            mine = self.played(seat)
            gone |= mine
            if seat != self.player:
                known[seat] &= ~mine
                room[seat] -= mine.bit_count()
        return others, [room[seat] for seat in others], known, gone

    def moves_at(self, i: int) -> bool:
        """Return whether the move with this index was made."""
        return i < len(self.moves)

    @functools.cached_property
    def placing(self) -> Placing:
        """The places where unknown cards may lie: the seats, cards put away, cards left over."""
        others, room, known, gone = self._facts()
        taken = self.rules.taken(self.moves)
        away = [i for i, place in self.slots.items() if place == PUT_AWAY and self.moves_at(i)]
        unseen_away = sum(self.moves[i][1] == HIDDEN for i in away)
        if taken is not None and taken[0] in known and away:  # the taken card stays in their hand
            known[taken[0]] |= 1 << taken[1] & ~self.played(taken[0])
        hidden = self.rules.pack & ~(gone | functools.reduce(int.__or__, known.values(), 0))
        possible = []
        for seat in others:
            shown = 0
            if self.play is not None and seat in self.seats:
                shown = self.play.excluded(self.seats.index(seat))
            possible.append(hidden & ~shown)
        rooms = [r - known[seat].bit_count() for seat, r in zip(others, room, strict=True)]
        rest = hidden.bit_count() - sum(rooms) - unseen_away
        places = [*others, PUT_AWAY, PUBLIC]
        return Placing(
            hidden, tuple(places), (*possible, hidden, hidden), (*rooms, unseen_away, rest), known
        )

    def resample(self, rng: random.Random) -> pyspiel.State:
        """Draw a state that the player cannot tell from this one."""
        drawn = self.layouts().worlds(0, 1, rng.getrandbits(62))
        placed = {place: int(rows[0]) for place, rows in self.in_places(drawn).items()}
        given = self._given(placed, rng)
        dealt = {}
        for seat in set(placed) - {PUBLIC}:
            cards = placed[seat] | self.played(seat)
            for mover, (receiver, passed) in given.items():
                if mover == seat:
                    cards |= mask_of(passed)
                if receiver == seat and self._begun is not None:
                    cards &= ~mask_of(passed)
            taken = self.rules.taken(self.moves)
            if taken is not None and taken[0] == seat and self.moves_at(max(self.slots)):
                cards &= ~(1 << taken[1])
            dealt[seat] = cards_in(cards)
            rng.shuffle(dealt[seat])
        left = {mover: list(passed) for mover, (_, passed) in given.items()}
        state = pyspiel.load_game(self.table).new_initial_state()
        for i, (mover, action) in enumerate(self.moves):
            hidden = action == HIDDEN
            unseen = (dealt[self.slots[i]] if mover < 0 else left[mover]) if hidden else []
            state.apply_action(unseen.pop() if hidden else action)
        return state

    def _given(
        self, placed: dict[int, int], rng: random.Random
    ) -> dict[int, tuple[int, Sequence[int]]]:
        """Return for each seat that gave cards away: the place that got them, and the cards."""
        given: dict[int, tuple[int, Sequence[int]]] = {}
        slots = [(i, p) for i, p in self.slots.items() if self.moves_at(i)]
        for mover in range(self.rules.seats):
            own = [(i, place) for i, place in slots if self.moves[i][0] == mover]
            if not own:
                continue
            place, actions = own[0][1], [self.moves[i][1] for i, _ in own]
            if HIDDEN in actions:
                if place == PUT_AWAY:
                    actions = cards_in(placed[PUT_AWAY])
                else:
                    source = mover if self._begun is None else place
                    cards = placed[source] | self.played(source)
                    actions = rng.sample(cards_in(cards), len(own))
            given[mover] = place, actions
        return given
