"""Whole deals at xskat's table, in which our players and xskat's bid, declare and play.

Ours have the seats of xskat's human players. The bids and declarations of xskat's players are read
from the texts in the windows, and their cards by their pixels. The deal read is compared with
xskat's log.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

import pyspiel

from vorhand.evaluation.xskat.program import (
    MisreadError,
    XskatError,
    XskatGame,
    deal_text,
    random_deal,
    read_log,
)
from vorhand.evaluation.xskat.seat import LEFT_BOX, OWN_BOX, RIGHT_BOX, Seat, Table, is_white
from vorhand.evaluation.xskat.texts import Place, Shape, draw_texts, read_text
from vorhand.evaluation.xskat.window import Program, open_screen
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import card_list, card_set
from vorhand.games.skat.contracts import NULL, OUVERT, PLAIN, Declaration
from vorhand.games.skat.start import Start
from vorhand.native.skat import (
    FIRST_BID,
    HOLD,
    PASS,
    PICK_UP,
    PLAY_HAND,
    Deal,
    Phase,
    bid_values,
    declaration_action,
)

_PLAYERS = 3
_VALUES = list(bid_values())
_YES, _NO_BOX = "Yes", -1
_GAMES = ("Diamond", "Heart", "Spade", "Club", "Grand", "Null")
_PLAYED_HOW = {
    "": (PLAIN, False),
    "Hand": (PLAIN, True),
    "ouvert": (OUVERT, False),
    "ouvert Hand": (OUVERT, True),
}
_COMPUTERS = ("Computer left", "Computer right", "Computer")
# The three lines that name xskat's soloist and the game, left and right of the trick.
_LINES = tuple([(x, y, 190, 16) for y in (134, 150, 166)] for x in (0, 447))
_WORDS = (
    *map(str, _VALUES),
    _YES,
    *_COMPUTERS,
    *(f"plays {game}" for game in _GAMES),
    *filter(None, _PLAYED_HOW),
)

# The state of the auction as the window shows it: the kind of turn or end, and its details.
Sign: TypeAlias = tuple[object, ...]


def play_whole_deal(seed: int, number: int, game: XskatGame, seat: int, bot: pyspiel.Bot) -> Deal:
    """Play a deal at xskat's table from the first bid, which takes most of a minute of waiting.

    Args:
        seed: seed of xskat's deals.
        number: number of the deal.
        game: the deal as xskat played it alone, for its cards.
        seat: our seat.
        bot: the bot in our seat, which decides by its view alone; xskat's players have the other
            seats.

    Returns:
        The deal played, with the soloist's true discards.

    Raises:
        MisreadError: the log shows a different deal from the one read from the window.
        XskatError: xskat stalls, or its window shows a move that is illegal.
    """
    table = random_deal(seed, number, _dealer(seat))
    name = f"seed {seed}, deal {number}, seat {seat}"
    return _at_table(table, 0, game.dealt_start(), {seat: bot}, seat, name)


def play_dealt(start: Start, bots: Mapping[int, pyspiel.Bot]) -> Deal:
    """Play a deal with given cards at xskat's table, whose play is then seeded by the clock.

    Args:
        start: the start at the bidding.
        bots: the bots in our seats. xskat's own players have the seats that are left. xskat advises
            the bots that are `Advised`.

    Raises:
        MisreadError, XskatError: as `play_whole_deal`.
    """
    assert start.hands is not None
    forehand, *others = map(card_list, start.hands)
    # xskat seats its human players first, and these are our bots. The first of them sits after
    # xskat's own player or, if there is none, is forehand.
    first = next((seat + 1 for seat in range(_PLAYERS) if seat not in bots), 0) % _PLAYERS
    # In a file the hands stand in the order middlehand, rearhand, forehand.
    table = deal_text([*others, forehand])
    return _at_table(table, _dealer(first), start, bots, first, f"{start}, seats {sorted(bots)}")


def _dealer(first: int) -> int:
    """Return the dealer, counted from 1, if xskat's first player is to have this seat."""
    return -first % _PLAYERS or _PLAYERS


def _at_table(
    table: str, dealer: int, start: Start, bots: Mapping[int, pyspiel.Bot], first: int, name: str
) -> Deal:
    with open_screen() as screen:
        texts = draw_texts(screen.display, _WORDS)
        with screen.xskat(table, len(bots), dealer) as program:
            record = DealRecord(start)
            _Ours(program, texts, record, bots, first).play()
            text = program.until(program.finished_log, "the game in its log")
    return record.completed(next(read_log(text)), name)


class Advised(pyspiel.Bot):  # type: ignore[misc]
    """A bot that bids and declares; its cards are those that xskat's hints advise."""


class DealRecord:
    """A deal as far as our seats see it; hidden discards of xskat's soloist are assumed.

    Attributes:
        state: the state, with discards that agree with all cards played so far.

    Args:
        start: the start at the bidding.
    """

    def __init__(self, start: Start) -> None:
        self.state: pyspiel.State = load_game(f"python_skat(start={start})").new_initial_state()
        self._begin = self.state.clone()
        self._moves: list[int] = []
        self._hidden: int | None = None  # the number of moves before the hidden discards

    @property
    def deal(self) -> Deal:
        """The deal; discards that our seats do not see are assumed."""
        deal: Deal = self.state.deal
        return deal

    def add(self, *moves: int) -> None:
        """Record moves; assume other discards if a card of xskat's soloist requires it.

        Raises:
            XskatError: no discards make a move legal.
        """
        for move in moves:
            self._moves.append(move)
            if move in self.state.legal_actions():
                self.state.apply_action(move)
            else:
                self._assume_others(move)

    def hide_discards(self) -> None:
        """Assume discards of xskat's soloist."""
        self._hidden = len(self._moves)
        self.add(*self.state.legal_actions()[:2])

    def _assume_others(self, move: int) -> None:
        at = self._hidden
        for pair in [] if at is None else itertools.combinations(self._twelve(), 2):
            if at is not None and (state := self._with_discards(pair)) is not None:
                self._moves[at : at + 2] = pair
                self.state = state
                return
        legal = ", ".join(map(self.state.action_to_string, self.state.legal_actions()))
        raise XskatError(f"{self.state.action_to_string(move)} at xskat's table: expected {legal}")

    def _twelve(self) -> list[int]:
        """Return the cards from which xskat's soloist discarded."""
        deal = self._begin.deal
        return card_list(deal.hand(self.deal.soloist) | deal.skat)

    def _with_discards(self, pair: Sequence[int]) -> pyspiel.State | None:
        """Return the state with other discards; None if they make a move illegal."""
        assert self._hidden is not None
        state = self._begin.clone()
        for move in [*self._moves[: self._hidden], *pair, *self._moves[self._hidden + 2 :]]:
            if move not in state.legal_actions():
                return None
            state.apply_action(move)
        return state

    def completed(self, logged: XskatGame, name: str) -> Deal:
        """Return the deal with the discards of the log.

        Raises:
            MisreadError: the log shows a different deal from the one read from the window.
        """
        if self._hidden is not None and logged.start is not None:
            state = self._with_discards(card_list(logged.start.skat))
            self.state = state or self.state
        seen = _facts(self.deal)
        played = _played(logged.played(name).deal) if logged.start is not None else None
        if seen != (expected := (logged.dealt, played)):
            raise MisreadError(f"{name}: read {seen} at the table; expected {expected} of the log")
        return self.deal


def _facts(deal: Deal) -> tuple[tuple[int, ...], object]:
    dealt = tuple(deal.dealt_hand(seat) for seat in range(_PLAYERS))
    return dealt, None if deal.soloist < 0 or not deal.is_over else _played(deal)


def _played(deal: Deal) -> tuple[object, ...]:
    result = deal.result()
    contract = deal.soloist, deal.bid, deal.contract, deal.level, deal.hand_game
    points = None if deal.contract == NULL else result.points
    cards = list(deal.history[-3 * deal.tricks_played - len(deal.trick) :])
    return contract, cards, result.won, points


def continuations(deal: Deal, seats: Collection[int]) -> Iterator[tuple[Sign, list[int]]]:
    """Yield all ways in which the auction may go on until our next turn, or until its end.

    Args:
        deal: the deal.
        seats: our seats.

    Yields:
        A sign, as `_Ours` reads it from the windows, and the moves that lead to it.
    """
    said: dict[int, int] = {}
    for player, move in zip(deal.history_players, deal.history, strict=True):
        if FIRST_BID <= move < PICK_UP and player >= 0:
            said[player] = _VALUES[move - FIRST_BID]
    open_paths = [(deal.copy(), said, list[int]())]
    while open_paths:
        now, said, moves = open_paths.pop()
        if now.phase == Phase.BIDDING and now.player not in seats:
            for move in moves_in_auction(now):
                then = now.copy()
                then.apply(move)
                value = {now.player: _VALUES[move - FIRST_BID]} if move >= FIRST_BID else {}
                open_paths.append((then, said | value, [*moves, move]))
            continue
        yield _sign(now, seats, said), moves


def _sign(deal: Deal, seats: Collection[int], said: Mapping[int, int]) -> Sign:
    if deal.is_over:
        return ("passed",)
    if deal.phase != Phase.BIDDING:
        if deal.soloist in seats:
            return ("ours", deal.soloist)
        return ("theirs", deal.soloist, _of_both(said, seats))
    if HOLD in deal.legal_actions():
        return ("hear", deal.player, deal.bid, deal.caller)
    further = moves_in_auction(deal)[1:]
    return ("say", deal.player, _VALUES[further[0] - FIRST_BID] if further else 0, deal.answerer)


def _of_both(said: Mapping[int, int], seats: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Return the last values bid by xskat's two players; empty if xskat has only one player.

    If xskat has a single player, ours have answered all its bids.
    """
    theirs = sorted((seat, value) for seat, value in said.items() if seat not in seats)
    return tuple(theirs) if len(seats) == 1 else ()


def moves_in_auction(deal: Deal) -> list[int]:
    """Return the moves in the bidding at xskat's table: pass, and hold or name the next value."""
    further = [move for move in deal.legal_actions() if move != PASS]
    return [PASS, *([min(further)] if further else [])]


def _within(box: tuple[int, int]) -> Place:
    """Return the rectangle within the frame of a box."""
    return box[0] + 4, box[1] + 3, 56, 11


class _Ours:
    """Our players at xskat's table.

    Args:
        program: xskat.
        texts: the texts of its windows by their shapes.
        record: the deal.
        bots: the bots that decide, by seat.
        first: the seat of xskat's first player.
    """

    def __init__(
        self,
        program: Program,
        texts: Mapping[Shape, str],
        record: DealRecord,
        bots: Mapping[int, pyspiel.Bot],
        first: int,
    ) -> None:
        self._program = program
        self._texts = texts
        self._record = record
        self._bots = bots
        self._first = first
        self._table = Table(program)
        self._seats = {seat: Seat(self._table, (seat - first) % _PLAYERS) for seat in bots}
        self._said: dict[int, int] = {}
        self._announced: tuple[int, Declaration] | None = None  # as last read

    def play(self) -> None:
        """Play the deal."""
        self._bid()
        if self._deal.is_over:
            return
        if self._deal.soloist in self._seats:
            self._declare(self._seats[self._deal.soloist])
        else:
            self._see_declaration()
        for number, seat in self._seats.items():
            seat.sort_hand(self._deal.hand(number), self._deal.contract)
        while not self._deal.is_over:
            player = self._deal.player
            if player in self._seats:
                advised = isinstance(self._bots[player], Advised)
                seat = self._seats[player]
                seat.play(self._add(seat.hinted_card()) if advised else self._decide())
            else:
                self._table.record(self._add(self._table.next_card()))

    @property
    def _deal(self) -> Deal:
        return self._record.deal

    def _decide(self) -> int:
        """Record and return the move of the bot whose turn it is."""
        return self._add(int(self._bots[self._deal.player].step(self._record.state)))

    def _add(self, move: int) -> int:
        self._record.add(move)
        return move

    def _bid(self) -> None:
        while self._see_bids():
            seat, expected = self._seats[self._deal.player], moves_in_auction(self._deal)
            move = self._decide()
            if move not in expected:
                raise XskatError(f"bid {move}: expected the next value, as xskat's table has it")
            seat.pass_by() if move == PASS else seat.bid()

    def _see_bids(self) -> bool:
        """Record the bids until our next turn; return False if the auction ends first."""
        if self._deal.phase != Phase.BIDDING:
            return False
        paths = dict(continuations(self._deal, self._seats))
        sign = self._program.until(lambda: self._sign_in(paths), "a bid of xskat")
        self._record.add(*paths[sign])
        return self._deal.phase == Phase.BIDDING

    def _sign_in(self, paths: Mapping[Sign, list[int]]) -> Sign | None:
        signs = [self._read_turn(number, seat) for number, seat in self._seats.items()]
        return next((sign for sign in [*signs, self._read_end()] if sign in paths), None)

    def _read_turn(self, number: int, seat: Seat) -> Sign | None:
        """Return the sign of our player's turn to bid or declare in a window; None if unclear."""
        boxes = {(number + 1) % _PLAYERS: LEFT_BOX, (number + 2) % _PLAYERS: RIGHT_BOX}
        shown = {other: self._text(seat, _within(box)) or "" for other, box in boxes.items()}
        self._said |= {other: int(text) for other, text in shown.items() if text.isdigit()}
        own = self._text(seat, _within(OWN_BOX)) or ""
        if own == _YES:
            callers = [other for other, text in shown.items() if text.isdigit()]
            return ("hear", number, int(shown[callers[0]]), *callers) if len(callers) == 1 else None
        if own.isdigit():
            rivals = [other for other, box in boxes.items() if not is_white(seat.window, box)]
            return ("say", number, int(own), *(rivals or [_NO_BOX])) if len(rivals) < 2 else None
        return ("ours", number) if seat.hand_dialog() else None

    def _read_end(self) -> Sign | None:
        if (announced := self._announcement()) is not None:
            return ("theirs", announced[0], _of_both(self._said, self._seats))
        return ("passed",) if self._program.finished_log() else None

    def _text(self, seat: Seat, place: Place) -> str | None:
        return read_text(seat.window, self._texts, place)

    def _announcement(self) -> tuple[int, Declaration] | None:
        """Return xskat's soloist and the declaration, once two pictures in a row show the same.

        Before that, return None.
        """
        before, self._announced = self._announced, None
        seat = self._seats[min(self._seats, key=lambda number: (number - self._first) % _PLAYERS)]
        for side, lines in enumerate(_LINES, 1):
            who, game, how = (self._text(seat, line) for line in lines)
            if who in _COMPUTERS and game and how in _PLAYED_HOW:
                level, hand = _PLAYED_HOW[how]
                declaration = Declaration(_GAMES.index(game.removeprefix("plays ")), level, hand)
                self._announced = (self._first + side) % _PLAYERS, declaration
        return self._announced if self._announced == before else None

    def _declare(self, soloist: Seat) -> None:
        hand = self._decide() == PLAY_HAND
        soloist.choose_hand(hand)
        if not hand:
            twelve = self._deal.hand(self._deal.soloist)
            soloist.discard(twelve, card_set([self._decide(), self._decide()]))
        self._decide()
        deal = self._deal
        soloist.declare(Declaration(deal.contract, deal.level, deal.hand_game))

    def _see_declaration(self) -> None:
        soloist, declaration = self._program.until(self._announcement, "the game of xskat")
        if soloist != self._deal.soloist:
            raise XskatError(f"soloist {soloist} at xskat's table: expected {self._deal.soloist}")
        self._record.add(PLAY_HAND if declaration.hand else PICK_UP)
        if not declaration.hand:
            self._record.hide_discards()
        self._record.add(declaration_action(declaration.contract, declaration.level))
