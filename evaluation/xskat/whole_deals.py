"""Whole deals at xskat's table: one of our players bids, declares and plays against two of xskat's.

Ours has the seat of xskat's human player. The bids and declarations of xskat's players are read
from the texts in its window, and their cards by their pixels. The deal read is compared with
xskat's log.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import pyspiel

from vorhand.evaluation.xskat.program import (
    MisreadError,
    XskatError,
    XskatGame,
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
_SIDES = ("Computer left", "Computer right")
# The three lines that name xskat's soloist and the game, left and right of the trick.
_LINES = tuple([(x, y, 190, 16) for y in (134, 150, 166)] for x in (0, 447))
_WORDS = (
    *map(str, _VALUES),
    _YES,
    *_SIDES,
    *(f"plays {game}" for game in _GAMES),
    *filter(None, _PLAYED_HOW),
)

# What the window shows of the auction: the kind of turn or end, and its details.
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
    forehand = -seat % _PLAYERS  # xskat's human player comes first
    deal = random_deal(seed, number, forehand or _PLAYERS)
    with open_screen() as screen:
        texts = draw_texts(screen.display, _WORDS)
        with screen.xskat(deal, 1) as program:
            record = DealRecord(game.dealt_start())
            _Player(program, texts, record, seat, bot).play()
            text = program.until(program.finished_log, "the game in its log")
    return record.completed(next(read_log(text)), f"seed {seed}, deal {number}, seat {seat}")


class DealRecord:
    """A deal as far as our seat sees it; hidden discards of xskat's soloist are assumed.

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
        """The deal, with the discards assumed."""
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


def continuations(deal: Deal, seat: int) -> Iterator[tuple[Sign, list[int]]]:
    """Yield what xskat's players may do until our next turn in the auction, or its end.

    Yields:
        A sign, as `_Player` reads it from the window, and the moves that lead to it.
    """
    said: dict[int, int] = {}
    for player, move in zip(deal.history_players, deal.history, strict=True):
        if FIRST_BID <= move < PICK_UP and player >= 0:
            said[player] = _VALUES[move - FIRST_BID]
    open_paths = [(deal.copy(), said, list[int]())]
    while open_paths:
        now, said, moves = open_paths.pop()
        if now.phase == Phase.BIDDING and now.player != seat:
            for move in moves_in_auction(now):
                then = now.copy()
                then.apply(move)
                value = {now.player: _VALUES[move - FIRST_BID]} if move >= FIRST_BID else {}
                open_paths.append((then, said | value, [*moves, move]))
            continue
        yield _sign(now, seat, said), moves


def _sign(deal: Deal, seat: int, said: Mapping[int, int]) -> Sign:
    if deal.is_over:
        return ("passed",)
    if deal.phase != Phase.BIDDING:
        others = {player: value for player, value in said.items() if player != seat}
        return ("ours",) if deal.soloist == seat else ("theirs", deal.soloist, _sorted(others))
    if HOLD in deal.legal_actions():
        return ("hear", deal.bid, deal.caller)
    further = moves_in_auction(deal)[1:]
    return ("say", _VALUES[further[0] - FIRST_BID] if further else 0, deal.answerer)


def _sorted(said: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(said.items()))


def moves_in_auction(deal: Deal) -> list[int]:
    """Return the moves open to xskat's players: pass, or else hold or name the next value."""
    further = [move for move in deal.legal_actions() if move != PASS]
    return [PASS, *([min(further)] if further else [])]


def _within(box: tuple[int, int]) -> Place:
    """Return the rectangle within the frame of a box."""
    return box[0] + 4, box[1] + 3, 56, 11


class _Player:
    """Our player at xskat's table.

    Args:
        program: xskat.
        texts: the texts of its window by their shapes.
        record: the deal.
        seat: our seat in it.
        bot: the bot that decides.
    """

    def __init__(
        self,
        program: Program,
        texts: Mapping[Shape, str],
        record: DealRecord,
        seat: int,
        bot: pyspiel.Bot,
    ) -> None:
        self._program = program
        self._texts = texts
        self._record = record
        self._seat = seat
        self._bot = bot
        self._table = Table(program)
        self._ours = Seat(self._table, 0)
        self._window = program.windows[0]
        self._boxes = {
            (seat + side) % _PLAYERS: box for side, box in ((1, LEFT_BOX), (2, RIGHT_BOX))
        }
        self._said: dict[int, int] = {}
        self._announced: tuple[int, Declaration] | None = None  # as last read

    def play(self) -> None:
        """Play the deal."""
        self._bid()
        if self._deal.is_over:
            return
        if self._deal.soloist == self._seat:
            self._declare()
        else:
            self._see_declaration()
        self._ours.sort_hand(self._deal.hand(self._seat), self._deal.contract)
        while not self._deal.is_over:
            if self._deal.player == self._seat:
                self._ours.play(self._decide())
            else:
                card = self._table.next_card()
                self._record.add(card)
                self._table.record(card)

    @property
    def _deal(self) -> Deal:
        return self._record.deal

    def _decide(self) -> int:
        """Return the bot's move, which is recorded."""
        move = int(self._bot.step(self._record.state))
        self._record.add(move)
        return move

    def _bid(self) -> None:
        while self._see_bids():
            expected = moves_in_auction(self._deal)
            move = self._decide()
            if move not in expected:
                raise XskatError(f"bid {move}: expected the next value, as xskat's table has it")
            self._ours.pass_by() if move == PASS else self._ours.bid()

    def _see_bids(self) -> bool:
        """Record the bids until our next turn; return False if the auction ends before."""
        if self._deal.phase != Phase.BIDDING:
            return False
        paths = dict(continuations(self._deal, self._seat))
        sign = self._program.until(lambda: self._sign_in(paths), "a bid of xskat")
        self._record.add(*paths[sign])
        return self._deal.phase == Phase.BIDDING

    def _sign_in(self, paths: Mapping[Sign, list[int]]) -> Sign | None:
        sign = self._read_sign()
        return sign if sign in paths else None

    def _read_sign(self) -> Sign | None:
        """Return what the window shows of the auction; None if it is not complete."""
        shown = {seat: self._text(_within(box)) or "" for seat, box in self._boxes.items()}
        self._said |= {seat: int(text) for seat, text in shown.items() if text.isdigit()}
        own = self._text(_within(OWN_BOX)) or ""
        if own == _YES:
            callers = [seat for seat, text in shown.items() if text.isdigit()]
            return ("hear", int(shown[callers[0]]), callers[0]) if len(callers) == 1 else None
        if own.isdigit():
            rivals = [s for s, box in self._boxes.items() if not is_white(self._window, box)]
            return ("say", int(own), *(rivals or [_NO_BOX])) if len(rivals) < 2 else None
        if self._ours.hand_dialog():
            return ("ours",)
        if (announced := self._announcement()) is not None:
            return ("theirs", announced[0], _sorted(self._said))
        return ("passed",) if self._program.finished_log() else None

    def _text(self, place: Place) -> str | None:
        return read_text(self._window, self._texts, place)

    def _announcement(self) -> tuple[int, Declaration] | None:
        """Return xskat's soloist and the declaration, once two pictures in a row show the same."""
        before, self._announced = self._announced, None
        for side, (who, lines) in enumerate(zip(_SIDES, _LINES, strict=True), 1):
            if self._text(lines[0]) != who:
                continue
            game, how = map(self._text, lines[1:])
            if game and how in _PLAYED_HOW:
                level, hand = _PLAYED_HOW[how]
                declaration = Declaration(_GAMES.index(game.removeprefix("plays ")), level, hand)
                self._announced = (self._seat + side) % _PLAYERS, declaration
        return self._announced if self._announced == before else None

    def _declare(self) -> None:
        hand = self._decide() == PLAY_HAND
        self._ours.choose_hand(hand)
        if not hand:
            twelve = self._deal.hand(self._seat)
            self._ours.discard(twelve, card_set([self._decide(), self._decide()]))
        self._decide()
        deal = self._deal
        self._ours.declare(Declaration(deal.contract, deal.level, deal.hand_game))

    def _see_declaration(self) -> None:
        soloist, declaration = self._program.until(self._announcement, "the game of xskat")
        if soloist != self._deal.soloist:
            raise XskatError(f"soloist {soloist} at xskat's table: expected {self._deal.soloist}")
        self._record.add(PLAY_HAND if declaration.hand else PICK_UP)
        if not declaration.hand:
            self._record.hide_discards()
        self._record.add(declaration_action(declaration.contract, declaration.level))
