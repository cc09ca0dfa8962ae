"""Our players beside xskat's, on deals that xskat also played alone, with the same contracts.

A soloist of ours outbids xskat's two players, discards the same cards as xskat's own soloist (none
from the hand) and declares the same contract. Defenders of ours bid so that xskat's soloist gets
the game at the same value as before. Then the cards are played. The game read from the windows is
compared with xskat's log.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pyspiel

from vorhand.evaluation.arena import MatchError, play_game
from vorhand.evaluation.xskat.program import XskatError, XskatGame, random_deal, read_log
from vorhand.evaluation.xskat.seat import (
    LEFT_BOX,
    OWN_BOX,
    RIGHT_BOX,
    Seat,
    Table,
    is_white,
    value_picture,
)
from vorhand.evaluation.xskat.window import open_screen
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.games.skat.start import Start
from vorhand.native.errors import InputError
from vorhand.native.skat import Deal, bid_values

_PLAYERS = 3
_SAY, _HEAR, PASS_BY = "say", "hear", "pass"


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
        InputError: the bots are in other seats.
        XskatError: xskat plays or logs something other than what its windows showed, or stalls.
        MatchError: a bot of ours fails.
    """
    if set(bots) not in ({start.soloist}, set(range(_PLAYERS)) - {start.soloist}):
        raise InputError(
            f"seats {sorted(bots)}: expected the soloist's, or those of both defenders"
        )
    # xskat's human players come first, so the choice of forehand puts the soloist, ours or xskat's,
    # in the right seat.
    forehand = ((0 if len(bots) == 1 else 2) - start.soloist) % _PLAYERS
    deal = random_deal(seed, number, forehand or _PLAYERS)
    with open_screen() as screen, screen.xskat(deal, len(bots)) as program:
        table = Table(program)
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
        text = program.until(program.finished_log, "the game in its log")
    _compare(start, played, next(read_log(text)), f"seed {seed}, deal {number}")
    return played


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
    moves = {_SAY: _Ours.say, _HEAR: _Ours.hear, PASS_BY: _Ours.pass_by}
    for seat, move in auction(start.soloist, start.bid):
        moves[move](ours[seat])


def auction(soloist: int, bid: int) -> list[tuple[int, str]]:
    """Return our defenders' bids with which xskat's soloist wins the bidding at this value.

    Returns:
        Pairs of a seat and its move: name the next value (say), hold the soloist's (hear) or pass.
    """
    raises = list(bid_values()).index(bid)
    if soloist == 0:
        return [(1, _SAY)] * (raises + 1 if raises else 0) + [(1, PASS_BY), (2, PASS_BY)]
    if soloist == 1:
        return [(0, _HEAR)] * raises + [(0, PASS_BY), (2, PASS_BY)]
    return [(1, PASS_BY)] + [(0, _HEAR)] * raises + [(0, PASS_BY)]


class _Theirs(pyspiel.Bot):  # type: ignore[misc]
    """One of xskat's players, whose cards are read from the table."""

    def __init__(self, table: Table) -> None:
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
        self, table: Table, player: int, start: Start, seat: int, bot: pyspiel.Bot
    ) -> None:
        super().__init__()
        assert start.hands is not None
        assert start.declaration is not None
        self._until = table.program.until
        self._seat = Seat(table, player)
        # The box of xskat's soloist, who plays against two of our players.
        self._soloist_box = LEFT_BOX if player == 1 else RIGHT_BOX
        self._start = start
        self._declaration = start.declaration
        self._dealt = start.hands[seat]
        self._seat.sort_hand(self._dealt, start.declaration.contract)
        self._bot = bot

    def pass_by(self) -> None:
        """Pass in the bidding."""
        self._seat.pass_by()
        self._until(lambda: is_white(self._seat.window, OWN_BOX), "our box to go after we passed")

    def say(self) -> None:
        """Name the next value; wait until xskat's soloist has held it and our box changes."""
        self._bid(OWN_BOX)

    def hear(self) -> None:
        """Hold a value of xskat's soloist; wait until their box shows the next value."""
        self._bid(self._soloist_box)

    def _bid(self, box: tuple[int, int]) -> None:
        window = self._seat.window
        before = self._until(lambda: value_picture(window, box), "a bid")
        self._seat.bid()
        self._until(lambda: value_picture(window, box) not in (b"", before), "the next bid")

    def take_game(self) -> None:
        """Bid until the game is ours, discard and declare."""
        self._until(self._bid_unless_won, "the game for our bids", pause=0.3)
        self._seat.choose_hand(self._declaration.hand)
        if not self._declaration.hand:
            self._seat.discard(self._dealt | self._start.skat, self._start.skat)
        self._seat.declare(self._declaration)

    def _bid_unless_won(self) -> bool:
        if self._seat.hand_dialog():
            return True
        self._seat.bid()
        return False

    def restart(self) -> None:
        self._bot.restart()

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        self._bot.inform_action(state, player, action)

    def step(self, state: pyspiel.State) -> int:
        card: int = self._bot.step(state)
        self._seat.play(card)
        return card
