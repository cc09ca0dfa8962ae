"""What one player may know of a deal.

:func:`observe` is the only place where a player's knowledge is read off the compiled
deal; the strings, tensors and structs of the OpenSpiel game are all made from the
:class:`View` it returns. Whoever is handed a View cannot see more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from vorhand.games.skat.cards import (
    NUM_CARDS,
    card_list,
    card_set,
    cards_text,
    parse_card,
    parse_cards,
)
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.start import Start
from vorhand.native.skat import (
    FIRST_DECLARATION,
    PICK_UP,
    Deal,
    IllegalActionError,
    Phase,
    Worlds,
    action_name,
    knowledge,
    matadors,
)

NOBODY = -1
"""Seat where there is none."""

HIDDEN = 255
"""Stands in the history for a discard, which only the soloist has seen."""

_Places = tuple[int, int, int, int]
_NOTHING: _Places = (0, 0, 0, 0)

_CHANCE = 3  # how Deal.history_players writes chance
_SETS = ("hand", "dealt_hand", "skat", "picked_up_skat", "open_hand", "in_play", "hidden")
_SETS_BY_SEAT = ("played", "voids", "known", "possible")


@dataclass(frozen=True, slots=True)
class View:
    """A deal as `player` sees it. Sets of cards are 32-bit masks, seats 0..2.

    Attributes:
        player: the seat that looks.
        phase: what is to be done next.
        to_act: seat to act; -1 chance, -4 when the deal is over.
        legal_actions: of `player`; empty when he is not to act.
        hand: cards held now (twelve between picking up and laying away).
        dealt_hand: the hand as dealt, or as the position gave it.
        skat: what lies in the skat, if the player knows: the soloist's discards.
        picked_up_skat: the two cards as dealt, for the soloist who picked them up.
        open_hand: the soloist's cards where they lie open, now.
        in_play: all cards of the deal: 32, or those of a position.
        moves: actions since the deal, one byte each, for everyone to see: discards are
            ``HIDDEN``. A position begins with the cards on its table.
        movers: seat of each move.
        bid: highest value named, 0 if none.
        caller: who names values, and
        answerer: who holds or passes (-1: forehand speaks alone).
        soloist: seat, -1 while there is none.
        picked_up: the soloist took the skat.
        contract: 0..3 suits, 4 grand, 5 null; -1 before the declaration.
        level: 0 plain, 1 schneider, 2 schwarz announced, 3 ouvert; -1 before.
        hand_game: the soloist plays from the hand.
        leader: seat that leads the trick on the table.
        trick: its cards in the order played.
        played: by seat, cards played.
        voids: by seat, cards it has shown in play not to hold.
        soloist_tricks: tricks, and
        defender_tricks: those of both defenders.
        soloist_points: card points in tricks, the skat's not counted.
        defender_points: card points in tricks.
        given_matadors: as told with a position in which they cannot be counted, else 0.
        hidden: all cards the player cannot place.
        known: by place (three hands and the skat), cards he knows to lie there.
        hidden_count: by place, how many hidden cards lie there.
        possible: by place, which of the hidden cards that may be.
        half_discarded: the soloist, another player, has laid away the first of two cards.
    """

    player: int
    phase: Phase
    to_act: int
    legal_actions: tuple[int, ...]
    hand: int
    dealt_hand: int
    skat: int
    picked_up_skat: int
    open_hand: int
    in_play: int
    moves: bytes
    movers: bytes
    bid: int
    caller: int
    answerer: int
    soloist: int
    picked_up: bool
    contract: int
    level: int
    hand_game: bool
    leader: int
    trick: tuple[int, ...]
    played: tuple[int, int, int]
    voids: tuple[int, int, int]
    soloist_tricks: int
    defender_tricks: int
    soloist_points: int
    defender_points: int
    given_matadors: int
    hidden: int
    known: _Places
    hidden_count: _Places
    possible: _Places
    half_discarded: bool

    @property
    def game(self) -> str:
        """Short name of the game."""
        return "python_skat"

    def action_name(self, action: int) -> str:
        """An action in words."""
        return str(action_name(action))

    def digest(self, seed: int = 0) -> int:
        """64 bits that follow from a seed and from all that the player knows."""
        cards = (
            self.player,
            self.hand,
            self.dealt_hand,
            self.known,
            self.hidden,
            self.possible,
        )
        game = (self.contract, self.level, self.soloist)
        text = repr((seed, cards, self.moves, self.movers, *game))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")

    @property
    def declaration(self) -> Declaration | None:
        """The soloist's declaration, once it is made."""
        if self.contract < 0:
            return None
        return Declaration(self.contract, self.level, self.hand_game)

    @property
    def is_soloist(self) -> bool:
        """Whether this player plays alone."""
        return self.player == self.soloist

    @property
    def history(self) -> list[tuple[int, int]]:
        """Seat and action of each move, in order; discards are ``HIDDEN``."""
        return list(zip(self.movers, self.moves, strict=True))

    @property
    def plays(self) -> bytes:
        """The cards played, in order."""
        return self.moves[self._first_play() :]

    @property
    def players_of_plays(self) -> bytes:
        """The seat that played each of them."""
        return self.movers[self._first_play() :]

    @property
    def last_trick(self) -> list[tuple[int, int]]:
        """Seat and card of each play to the trick before the one on the table."""
        end = len(self.moves) - len(self.trick)
        start = max(self._first_play(), end - 3)
        return list(zip(self.movers[start:end], self.moves[start:end], strict=True))

    def worlds(self) -> Worlds:
        """The compiled sampler of all worlds that agree with what the player knows.

        IllegalActionError while cards are being dealt.
        """
        if self.phase == Phase.DEAL:
            raise IllegalActionError("worlds: the cards are not dealt yet")
        return Worlds.known(
            player=self.player,
            soloist=self.soloist,
            hidden=self.hidden,
            known=self.known,
            hidden_count=self.hidden_count,
            possible=self.possible,
            half_discarded=self.half_discarded,
        )

    def deal(self, world: Sequence[int]) -> Deal:
        """The deal as it stands, had the cards come to lie as in `world`.

        It is made from the view alone, so kernels that want a whole deal can be handed it.
        Which two of the soloist's twelve cards a defender did not see him pick up plays no
        part in what follows: the lowest are taken.

        Args:
            world: four sets, as in a row of :meth:`worlds`.

        Raises:
            InvalidDealError: the cards cannot lie so.
            IllegalActionError: the history could not have been played with them.
        """
        hands = (int(world[0]), int(world[1]), int(world[2]))
        skat = int(world[3])
        if self.contract >= 0 and max(self.moves, default=0) < FIRST_DECLARATION:
            return self._position(hands, skat).deal(any_past=True)
        dealt = [hand | cards for hand, cards in zip(hands, self.played, strict=True)]
        moves, dealt_skat = self.moves, skat
        if self.picked_up:
            twelve = dealt[self.soloist] | skat
            dealt_skat = self.picked_up_skat or twelve & ~_without_lowest(_without_lowest(twelve))
            dealt[self.soloist] = twelve & ~dealt_skat
            taken = moves.index(PICK_UP) + 1
            discards = bytes(card_list(skat))
            moves = moves[:taken] + discards + moves[taken + len(discards) :]
        deal = Deal.given((dealt[0], dealt[1], dealt[2]), dealt_skat)
        deal.apply_all(moves)
        return deal

    def _position(self, hands: tuple[int, int, int], skat: int) -> Start:
        """What is left to play, where the deal began with card play."""
        declaration = self.declaration
        assert declaration is not None
        held = hands[self.soloist] | skat
        played = card_set(card for seat, card in self.history if seat == self.soloist)
        # The new start counts them while all twelve cards are there.
        told = self.given_matadors or (matadors(self.contract, held | played) if played else 0)
        return Start(
            hands=hands,
            skat=skat,
            declaration=declaration,
            soloist=self.soloist,
            bid=self.bid,
            leader=self.leader,
            trick=self.trick,
            tricks=self.soloist_tricks,
            points=self.soloist_points,
            matadors=told,
            voids=self.voids,
        )

    def to_dict(self) -> dict[str, Any]:
        """The view in plain terms, for JSON: cards by name, phase and moves in words."""
        values: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in _SETS:
            values[name] = _names(values[name])
        for name in _SETS_BY_SEAT:
            values[name] = [_names(cards) for cards in values[name]]
        values["phase"] = self.phase.name.lower()
        values["moves"] = list(self.moves)
        values["movers"] = list(self.movers)
        values["trick"] = [action_name(card) for card in self.trick]
        values["legal_actions"] = list(self.legal_actions)
        values["hidden_count"] = list(self.hidden_count)
        declaration = self.declaration
        values["declaration"] = str(declaration) if declaration else ""
        values["in_words"] = [
            "discard" if move == HIDDEN else action_name(move) for move in self.moves
        ]
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> View:
        """The view that :meth:`to_dict` wrote; ValueError names a field that is missing."""
        missing = [field.name for field in fields(cls) if field.name not in values]
        if missing:
            raise ValueError(f"view: {', '.join(missing)} missing")
        values = {field.name: values[field.name] for field in fields(cls)}
        for name in _SETS:
            values[name] = parse_cards(" ".join(values[name]))
        for name in _SETS_BY_SEAT:
            values[name] = tuple(parse_cards(" ".join(cards)) for cards in values[name])
        values["hidden_count"] = tuple(values["hidden_count"])
        values["phase"] = Phase[values["phase"].upper()]
        values["moves"] = bytes(values["moves"])
        values["movers"] = bytes(values["movers"])
        values["trick"] = tuple(map(parse_card, values["trick"]))
        values["legal_actions"] = tuple(values["legal_actions"])
        return cls(**values)

    def _first_play(self) -> int:
        """Index of the first card played in `moves`; all before are greater numbers."""
        for index in range(len(self.moves) - 1, -1, -1):
            if self.moves[index] >= NUM_CARDS:
                return index + 1
        return 0


def observe(deal: Deal, player: int) -> View:
    """What `player` (0..2) may know of the deal."""
    moves, movers = _public_moves(deal)
    to_act = deal.player
    soloist = deal.soloist
    level = deal.level
    is_soloist = soloist == player
    picked_up = deal.picked_up
    phase = deal.phase
    hidden, known, hidden_count, possible, half_discarded = (
        knowledge(deal, player) if phase != Phase.DEAL else (0, _NOTHING, _NOTHING, _NOTHING, False)
    )
    return View(
        player=player,
        phase=phase,
        to_act=to_act,
        legal_actions=tuple(deal.legal_actions()) if to_act == player else (),
        hand=deal.hand(player),
        dealt_hand=deal.dealt_hand(player),
        skat=deal.discards if is_soloist else 0,
        picked_up_skat=deal.dealt_skat if is_soloist and picked_up else 0,
        open_hand=deal.hand(soloist) if level == _OUVERT else 0,
        in_play=deal.in_play,
        moves=moves,
        movers=movers,
        bid=deal.bid,
        caller=deal.caller,
        answerer=deal.answerer,
        soloist=soloist,
        picked_up=picked_up,
        contract=deal.contract,
        level=level,
        hand_game=deal.hand_game,
        leader=deal.leader,
        trick=tuple(deal.trick),
        played=(deal.played(0), deal.played(1), deal.played(2)),
        voids=(deal.voids(0), deal.voids(1), deal.voids(2)),
        soloist_tricks=deal.soloist_tricks,
        defender_tricks=deal.defender_tricks,
        soloist_points=deal.soloist_points,
        defender_points=deal.defender_points,
        given_matadors=deal.given_matadors,
        hidden=hidden,
        known=_places(known),
        hidden_count=_places(hidden_count),
        possible=_places(possible),
        half_discarded=half_discarded,
    )


_OUVERT = 3


def _without_lowest(cards: int) -> int:
    return cards & (cards - 1)


def _places(by_place: Sequence[int]) -> _Places:
    first, second, third, skat = by_place
    return first, second, third, skat


def _public_moves(deal: Deal) -> tuple[bytes, bytes]:
    """The moves and their seats without the deal, and with the discards hidden."""
    moves, movers = deal.history, deal.history_players
    dealt = movers.rfind(_CHANCE) + 1
    moves, movers = moves[dealt:], movers[dealt:]
    taken = moves.find(PICK_UP)
    if taken >= 0:
        hidden = len(moves[taken + 1 : taken + 3])
        moves = moves[: taken + 1] + bytes((HIDDEN,)) * hidden + moves[taken + 3 :]
    for seat, card in reversed(deal.opening_trick):
        moves, movers = bytes((card,)) + moves, bytes((seat,)) + movers
    return moves, movers


def _names(cards: int) -> list[str]:
    return cards_text(cards).split()
