"""Replay of a record, move by move in the game, with the server's rules of settlement.

The game knows deals that are played by the rules to their end. Other events at a server's table are
handled here, on top of the state: shown hands, concessions, players who run out of time or leave,
and bids that are not the value of any game. The rules by which the server settles such deals were
inferred from real ones; docs/records.md lists them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NoReturn

from vorhand.games.records import ReplayError
from vorhand.games.skat.game import SkatGame, SkatState
from vorhand.games.skat.records.bidding import BID_ACTIONS, HIGHEST_BID, official_bids
from vorhand.games.skat.records.model import (
    Bid,
    Cards,
    Concession,
    Declaration,
    Discard,
    Hold,
    Leave,
    Move,
    Outcome,
    Pass,
    PickUp,
    Play,
    Record,
    Result,
    ShowHand,
    SkatTaken,
    TimeOut,
    join_cards,
)
from vorhand.games.skat.records.settling import result_of, settle, settle_undiscarded
from vorhand.games.skat.records.writing import move_column
from vorhand.native import skat as rules
from vorhand.native.errors import InputError

PHONE_SERVER = "ISS2"


_GAME = SkatGame()


class Replay:
    """A record during its replay in the game.

    Args:
        record: a record with all cards known.
        game: the game to play it in, if not with the default scoring; it must begin with the cards
            being dealt.

    Attributes:
        record: the replayed record.
        state: the OpenSpiel state as far as it has been played.
        deal: its compiled deal, which shows bids, contract, tricks, points.
        done: the number of ``record.moves`` made so far.
        stopped_by: seat whose concession, time-out or leave ended the deal, or None.

    Raises:
        ReplayError: a move that the rules do not allow, or a card that is not known; with the
            column of the move in the line of the record.
    """

    def __init__(self, record: Record, game: SkatGame | None = None) -> None:
        self.record = record
        self.state: SkatState = (game or _GAME).new_initial_state()
        self.deal: rules.Deal = self.state.deal
        self.done = 0
        self.stopped_by: int | None = None
        self._conceded: set[int] = set()
        self._declared: Declaration | None = None
        self._shown = False
        self._bids = official_bids(record.moves)
        cards = record.deal.cards
        if min(cards) < 0:
            raise ReplayError.at(
                join_cards(cards), "a deal in which every card is known", move_column(record, -1)
            )
        apply = self.state.apply_action
        for card in cards:
            apply(card)

    @property
    def is_over(self) -> bool:
        """True if the deal is played to its end, passed in, or stopped."""
        return self.stopped_by is not None or self.deal.is_over

    def play(self, moves: int | None = None) -> Replay:
        """Make the next ``moves`` moves of the record, or all that are left."""
        end = len(self.record.moves) if moves is None else self.done + moves
        for move in self.record.moves[self.done : end]:
            if self.stopped_by is not None or self.deal.is_over:
                self._refuse("no move after the end of the deal")
            _MAKE[type(move)](self, move)
            self.done += 1
        return self

    def result(self) -> Result:
        """Return the result as the server would record it; UNKNOWN while the deal goes on."""
        if self.stopped_by is not None:
            return self._stopped_result(self.stopped_by)
        if self.deal.is_over and self._bid() > HIGHEST_BID:
            return settle(self.deal, self._bid(), None)
        return result_of(self.deal)

    # Moves

    def _apply(self, seat: int, action: int) -> None:
        deal = self.deal
        if deal.player != seat:
            self._refuse(f"a move of player {deal.player}")
        if not deal.is_legal(action):
            names = [rules.action_name(legal) for legal in deal.legal_actions()]
            more = len(names) - 12
            text = ", ".join(names[:12]) + (f" or {more} more" if more > 0 else "")
            self._refuse(f"one of {text}")
        self.state.apply_action(action)

    def _play_card(self, move: Play) -> None:
        self._needs_declaration()
        if move.card >= 0:
            self._apply(move.seat, move.card)
        elif not isinstance(self._following(), Leave | TimeOut):
            # The server wrote an unknown card when a player left or ran out of time in the middle
            # of a move; it counts as not played.
            self._refuse("a known card")

    def _make_bid(self, move: Bid) -> None:
        last = self._bid()
        if move.value <= last:
            self._refuse(f"a number above {last}")
        value = self._bids[self.done]
        if value is not None:
            self._apply(move.seat, BID_ACTIONS[value])
        elif move.seat != self.deal.player:
            self._refuse(f"a move of player {self.deal.player}")

    def _hold(self, move: Hold) -> None:
        if self._bids.get(self.done - 1, 0) is not None:
            self._apply(move.seat, rules.HOLD)
        elif move.seat != self.deal.answerer:
            self._refuse(f"a move of player {self.deal.answerer}")

    def _pass(self, move: Pass) -> None:
        self._apply(move.seat, rules.PASS)

    def _pick_up(self, move: PickUp) -> None:
        self._apply(move.seat, rules.PICK_UP)

    def _take_skat(self, move: SkatTaken) -> None:
        dealt = set(self.record.deal.skat)
        if any(card >= 0 and card not in dealt for card in move.cards):
            self._refuse(f"the skat as dealt, {join_cards(self.record.deal.skat)}")

    def _declare(self, move: Declaration) -> None:
        picked_up = self.deal.phase == rules.Phase.DISCARD
        if move.hand and picked_up:
            self._refuse("a declaration without hand, since the skat was picked up")
        if not move.hand and not picked_up:
            self._refuse("a hand game, or the skat picked up (s) first")
        if picked_up and not move.discards:
            if move.seat != self.deal.soloist:
                self._refuse(f"a move of player {self.deal.soloist}")
            self._declared = move  # the discards follow as a move of their own
            return
        if not picked_up and move.discards:
            self._refuse("no discards in a hand game")
        self._finish_declaration(move, move.discards)

    def _discard(self, move: Discard) -> None:
        if self._declared is None:
            self._refuse("a card: the discards are known")
        self._finish_declaration(self._declared, move.cards)

    def _finish_declaration(self, declared: Declaration, discards: Cards) -> None:
        if discards:
            held = self.deal.hand(declared.seat)
            if any(card < 0 or not held >> card & 1 for card in discards):
                self._refuse("two of the declarer's twelve cards")
            for card in sorted(discards):
                self._apply(declared.seat, card)
        else:
            self._apply(declared.seat, rules.PLAY_HAND)
        self._apply(declared.seat, rules.declaration_action(declared.contract, declared.level))

    def _show(self, move: ShowHand) -> None:
        self._needs_declaration()
        if move.seat != self.deal.soloist:
            self._refuse(f"a hand shown by the declarer, player {self.deal.soloist}")
        hand = self.deal.hand(move.seat)
        if any(card >= 0 and not hand >> card & 1 for card in move.cards):
            self._refuse("cards that the declarer holds")
        self._shown = True

    def _concede(self, move: Concession) -> None:
        self._needs_declaration()
        soloist = self.deal.soloist
        self._conceded.add(move.seat)
        needed = 1 if self._shown and self.record.server == PHONE_SERVER else 2
        if move.seat == soloist or len(self._conceded) >= needed:
            self.stopped_by = move.seat

    def _stop(self, move: TimeOut | Leave) -> None:
        self.stopped_by = move.seat

    def _needs_declaration(self) -> None:
        if not self.deal.declared:
            self._refuse("the discards first" if self._declared else "a declaration first")

    def _following(self) -> Move | None:
        following = self.record.moves[self.done + 1 : self.done + 2]
        return following[0] if following else None

    def _refuse(self, expected: str) -> NoReturn:
        piece = str(self.record.moves[self.done])
        raise ReplayError.at(piece, expected, move_column(self.record, self.done))

    # The end

    def _bid(self) -> int:
        """Return the last number named, whether it is a bid value or not; 0 if there is none."""
        for move in reversed(self.record.moves[: self.done]):
            if type(move) is Bid:
                return move.value
        return 0

    def _stopped_result(self, culprit: int) -> Result:
        last = self.record.moves[self.done - 1]
        deal = self.deal
        if deal.declared:
            result = settle(deal, self._bid(), culprit)
        elif self._declared is not None:
            result = settle_undiscarded(deal, self._declared, self._bid(), culprit)
        else:
            declarer = deal.soloist if deal.soloist >= 0 else None
            penalties = (culprit == 0, culprit == 1, culprit == 2)
            result = Result(Outcome.PENALTY, declarer, penalties=penalties)
        return dataclasses.replace(
            result,
            left=culprit if isinstance(last, Leave) else None,
            timed_out=culprit if isinstance(last, TimeOut) else None,
            conceded=isinstance(last, Concession),
        )


def replay(record: Record, game: SkatGame | None = None) -> Replay:
    """Replay the whole record, in the game of the default scoring if none is given.

    Raises:
        ReplayError: see :class:`Replay`.
    """
    return Replay(record, game).play()


def state_after(
    record: Record,
    moves: int | None = None,
    *,
    cards: int | None = None,
    game: SkatGame | None = None,
) -> SkatState:
    """Return the OpenSpiel state after some moves of a record, or after all of it.

    Args:
        record: a record with all cards known.
        moves: the number of ``record.moves`` (the deal is not one of them) to make.
        cards: instead of ``moves``: the number of cards to play; 0 is just before the lead.
        game: the game to play it in, as for :class:`Replay`.

    Raises:
        ValueError: there are fewer moves or cards than that, or both are given.
        ReplayError: see :class:`Replay`.
    """
    if cards is not None:
        if moves is not None:
            raise InputError("moves and cards: expected only one of the two")
        moves = _moves_to_card(record, cards)
    if moves is not None and not 0 <= moves <= len(record.moves):
        raise InputError(f"moves={moves}: expected 0 .. {len(record.moves)}, as in {record.name}")
    return Replay(record, game).play(moves).state


def _moves_to_card(record: Record, cards: int) -> int:
    """Return the number of moves to make until this many cards have been played."""
    ends = [i + 1 for i, move in enumerate(record.moves) if isinstance(move, Play)]
    if not 0 <= cards <= len(ends):
        raise InputError(f"cards={cards}: expected 0 .. {len(ends)}, as played in {record.name}")
    if cards:
        return ends[cards - 1]
    return ends[0] - 1 if ends else len(record.moves)


def actions_of(record: Record, game: SkatGame | None = None) -> list[int]:
    """Return the actions of the game that make up a record, from the first card dealt.

    Args:
        record: a record with all cards known.
        game: see :class:`Replay`.

    Raises:
        ReplayError: see :class:`Replay`.
    """
    return [int(action) for action in replay(record, game).state.history()]


_MAKE: dict[type, Callable[[Replay, Any], None]] = {
    Play: Replay._play_card,
    Bid: Replay._make_bid,
    Hold: Replay._hold,
    Pass: Replay._pass,
    PickUp: Replay._pick_up,
    SkatTaken: Replay._take_skat,
    Declaration: Replay._declare,
    Discard: Replay._discard,
    ShowHand: Replay._show,
    Concession: Replay._concede,
    TimeOut: Replay._stop,
    Leave: Replay._stop,
}
