"""Our players beside xskat's, on deals that xskat also played alone, with the same contracts.

A soloist of ours gets the game from xskat's two players as xskat's own soloist did. It picks up
and discards the same cards and declares the same contract. Defenders of ours bid against xskat's
soloist exactly as high as xskat's own players did. Then the cards are played. The game read from
the windows is compared with xskat's log.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import pyspiel

from vorhand.evaluation.arena import MatchError, play_game
from vorhand.evaluation.xskat.program import XskatError, XskatGame, hand_order, read_log
from vorhand.evaluation.xskat.window import Program, Window, open_screen
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import CARD_NAMES, card_list, card_set
from vorhand.games.skat.contracts import GRAND, PLAIN, Declaration
from vorhand.games.skat.start import Start
from vorhand.native.errors import InputError
from vorhand.native.skat import Deal, bid_values

if TYPE_CHECKING:
    from Xlib.xobject.drawable import Window as Drawable

_PLAYERS = 3
_CARDS_OF_TRICK = 3
# Positions and sizes in a window.
_OWN_BOX, _OWN_PASS, _OWN_DONE = (256, 252), (320, 252), (288, 252)
_LEFT_BOX, _RIGHT_BOX = (64, 108), (512, 108)
_BOX = (64, 16)
_FRAME = 4
_WHITE = 255
_NOWHERE = (600, 250)
# Dialogs are recognised by the number of their parts; then the indices of the parts to press.
_HAND_PARTS, _HAND_YES, _HAND_NO = 4, 1, 2
_GAME_PARTS, _GAME_ANNOUNCE = 13, 10
_GAME_CONTRACT = (1, 2, 3, 4, 6, 5)  # xskat's numbers of the contracts D H S C G N
_GAME_LEVEL = 6  # schneider, schwarz, ouvert are 7, 8, 9
_SAY, _HEAR, _PASS = "say", "hear", "pass"


def play_at_table(seed: int, number: int, start: Start, bots: Mapping[int, pyspiel.Bot]) -> Deal:
    """Play the cards of a deal at xskat's table, which takes half a minute, mostly waiting.

    Args:
        seed: seed of xskat's deals.
        number: number of the deal.
        start: start of card play, as xskat played this deal alone.
        bots: ours by seat, either the soloist or both defenders; xskat's take the other seats.

    Returns:
        The deal played.

    Raises:
        XskatError: xskat plays or logs something other than what its windows showed, or stalls.
        MatchError: a bot of ours fails.
    """
    if set(bots) not in ({start.soloist}, set(range(_PLAYERS)) - {start.soloist}):
        raise InputError(
            f"seats {sorted(bots)}: expected the soloist's, or those of both defenders"
        )
    # xskat's human players come first, so the choice of forehand puts the last of ours, or xskat's
    # soloist, in the right seat.
    forehand = ((0 if len(bots) == 1 else 2) - start.soloist) % _PLAYERS
    deal = f"random_seed {seed} {number} {forehand or _PLAYERS}\n"
    with open_screen() as screen, screen.xskat(deal, len(bots)) as program:
        table = _Table(program)
        ours = {
            seat: _Ours(table, (seat + forehand) % _PLAYERS, start, seat, bot)
            for seat, bot in bots.items()
        }
        _bid(ours, start)
        seats = [ours.get(seat) or _Theirs(table) for seat in range(_PLAYERS)]
        state = load_game(f"python_skat(start={start})").new_initial_state()
        try:
            played: Deal = play_game(state, seats, random.Random(0)).deal
        except MatchError as error:
            if isinstance(error.__cause__, XskatError):
                raise error.__cause__ from None
            raise
        text = program.until(lambda: _whole(program.log()), "the game in its log")
    _compare(start, played, next(read_log(text)), f"seed {seed}, deal {number}")
    return played


def _whole(text: str) -> str:
    return text if "=" * 40 in text else ""


def _compare(start: Start, played: Deal, logged_game: XskatGame, name: str) -> None:
    """Raise XskatError if the log shows a different game from the one read from the windows."""
    result = played.result()
    seen = (str(start), list(played.history), result.won)
    logged = (str(logged_game.start), list(logged_game.plays), logged_game.won)
    if seen != logged or logged_game.points not in (None, result.points):
        raise XskatError(
            f"{name}: read {seen}, {result.points} points from the table; expected {logged}, "
            f"{logged_game.points} points, as in the log"
        )


def _bid(ours: Mapping[int, _Ours], start: Start) -> None:
    """Let the player who won the bidding when xskat played alone win it again."""
    if start.soloist in ours:
        ours[start.soloist].take_game()
        return
    moves = {_SAY: _Ours.say, _HEAR: _Ours.hear, _PASS: _Ours.pass_by}
    for seat, move in auction(start.soloist, start.bid):
        moves[move](ours[seat])


def auction(soloist: int, bid: int) -> list[tuple[int, str]]:
    """Return the others' bids with which xskat's soloist wins the bidding at this value.

    Returns:
        Pairs of a seat and its move: say the next value, hear it or pass.
    """
    raises = list(bid_values()).index(bid)
    if soloist == 0:
        return [(1, _SAY)] * (raises + 1 if raises else 0) + [(1, _PASS), (2, _PASS)]
    if soloist == 1:
        return [(0, _HEAR)] * raises + [(0, _PASS), (2, _PASS)]
    return [(1, _PASS)] + [(0, _HEAR)] * raises + [(0, _PASS)]


class _Table:
    """The public view of the table.

    Attributes:
        program: xskat.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._window = program.windows[0]
        self._trick: list[int] = []

    def next_card(self) -> int:
        """Wait for the next card to be played."""
        return self.program.until(self._next_card, "a card of xskat")[0]

    def _next_card(self) -> list[int]:
        card = self._window.trick_card(len(self._trick))
        return [] if card is None else [card]

    def record(self, card: int) -> None:
        """Record a card played; clear away the trick that it completes."""
        self._trick.append(card)
        if len(self._trick) == _CARDS_OF_TRICK:
            first = self._trick[0]
            self._window.click(*_NOWHERE)
            self.program.until(lambda: self._window.trick_card(0) != first, "the next trick")
            self._trick = []


class _Theirs(pyspiel.Bot):  # type: ignore[misc]
    """One of xskat's players, whose cards are read from the table."""

    def __init__(self, table: _Table) -> None:
        super().__init__()
        self._table = table

    def step(self, state: pyspiel.State) -> int:
        card = self._table.next_card()
        if card not in state.legal_actions():
            legal = ", ".join(CARD_NAMES[c] for c in state.legal_actions())
            raise XskatError(f"xskat's card {CARD_NAMES[card]}: expected one of {legal}")
        self._table.record(card)
        return card


class _Ours(pyspiel.Bot):  # type: ignore[misc]
    """One of our players: carries out a bot's decisions in the player's window.

    Args:
        table: the table.
        player: the player's number at xskat's table.
        start: the start of card play.
        seat: the player's seat in the deal.
        bot: the bot that chooses the cards.
    """

    def __init__(
        self, table: _Table, player: int, start: Start, seat: int, bot: pyspiel.Bot
    ) -> None:
        super().__init__()
        assert start.hands is not None
        assert start.declaration is not None
        self._table = table
        self._until = table.program.until
        self._window = table.program.windows[player]
        # The box of xskat's soloist, against two of ours.
        self._soloist_box = _LEFT_BOX if player == 1 else _RIGHT_BOX
        self._start = start
        self._declaration: Declaration = start.declaration
        self._dealt = start.hands[seat]
        self._hand = _in_order(self._dealt, start.declaration.contract)
        self._bot = bot

    def pass_by(self) -> None:
        """Pass in the bidding."""
        self._window.click(*_centre(_OWN_PASS))
        self._until(lambda: _is_white(self._window, _OWN_BOX), "our box to go after we passed")

    def say(self) -> None:
        """Say the next value; wait until xskat's soloist has heard it and our box changes."""
        self._bid(_OWN_BOX)

    def hear(self) -> None:
        """Hear a value of xskat's soloist; wait until their box shows the next one."""
        self._bid(self._soloist_box)

    def _bid(self, box: tuple[int, int]) -> None:
        before = self._until(lambda: _value(self._window, box), "a bid")
        self._window.click(*_centre(_OWN_BOX))
        self._until(lambda: _value(self._window, box) not in (b"", before), "the next bid")

    def take_game(self) -> None:
        """Bid until the game is ours, discard and declare."""
        window, hand = self._window, self._declaration.hand
        dialog = self._until(self._hand_dialog, "the game for our bids", pause=0.3)
        window.press(dialog[_HAND_YES if hand else _HAND_NO])
        if not hand:
            self._discard()
        game = self._until(lambda: _parts(window, _GAME_PARTS), "a choice of games")
        window.press(game[_GAME_CONTRACT[self._declaration.contract]])
        if self._declaration.level != PLAIN:
            window.press(game[_GAME_LEVEL + self._declaration.level])
        window.press(game[_GAME_ANNOUNCE])

    def _hand_dialog(self) -> list[Drawable]:
        """Return the dialog that offers a hand game; bid once more if it is not open."""
        if not (dialog := _parts(self._window, _HAND_PARTS)):
            self._window.click(*_centre(_OWN_BOX))
        return dialog

    def _discard(self) -> None:
        skat = self._until(self._open_skat, "the skat")
        wanted = card_list(self._start.skat)
        # Each pressed card is exchanged with a card of the skat in turn, the left one first.
        pressed = [card for card in wanted if card not in skat]
        if len(pressed) == 1 and skat[0] in wanted:
            pressed.append(skat[0])
        for place, card in enumerate(pressed):
            held = (self._dealt | self._start.skat) & ~card_set(skat)
            self._press_card(card, _in_order(held, GRAND))
            skat[place] = card
            self._until(partial(self._skat_is, skat), "our discard")
        self._window.click(*_centre(_OWN_DONE))

    def _open_skat(self) -> list[int]:
        cards = [self._window.skat_card(place) for place in range(2)]
        return [] if None in cards else [card for card in cards if card is not None]

    def _skat_is(self, cards: list[int]) -> bool:
        return self._open_skat() == cards

    def _press_card(self, card: int, hand: list[int | None]) -> None:
        """Press a card once the window shows the hand as expected."""
        self._until(lambda: self._window.hand() == hand, "our hand in order")
        self._window.click_hand(hand.index(card))

    def restart(self) -> None:
        self._bot.restart()

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        self._bot.inform_action(state, player, action)

    def step(self, state: pyspiel.State) -> int:
        card: int = self._bot.step(state)
        self._press_card(card, self._hand)
        self._hand[self._hand.index(card)] = None
        if (shown := self._table.next_card()) != card:
            raise XskatError(f"xskat shows {CARD_NAMES[shown]}: expected our {CARD_NAMES[card]}")
        self._table.record(card)
        return card


def _in_order(cards: int, contract: int) -> list[int | None]:
    """Return a hand in the order of xskat's windows."""
    return [*sorted(card_list(cards), key=hand_order(contract))]


def _centre(box: tuple[int, int]) -> tuple[int, int]:
    return box[0] + _BOX[0] // 2, box[1] + _BOX[1] // 2


def _parts(window: Window, count: int) -> list[Drawable]:
    """Return the parts of the open dialog if it has this many, else none."""
    parts = window.dialog()
    return parts if len(parts) == count else []


def _is_white(window: Window, box: tuple[int, int]) -> bool:
    """Return True if the box has disappeared."""
    return set(window.picture(*box, *_BOX)[::4]) == {_WHITE}


def _value(window: Window, box: tuple[int, int]) -> bytes:
    """Return the picture of the text in a box; nothing while it is empty or changes.

    While it changes, the box is inverted.
    """
    x, y = box
    width, height = _BOX
    picture = window.picture(x + _FRAME, y + _FRAME, width - 2 * _FRAME, height - 2 * _FRAME)
    white = picture[::4].count(_WHITE) / (len(picture) // 4)
    return picture if 0.5 < white < 1 else b""
