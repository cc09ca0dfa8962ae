"""Card play with given contracts in which xskat has one seat and our players have the others.

All three seats are human players of xskat. The bids that lead to the contract are clicked, and the
soloist finds the discards in the skat. In its own seat xskat's hints are followed, which are the
cards that its computer players would play.
"""

from __future__ import annotations

from collections.abc import Mapping

import pyspiel

from vorhand.evaluation.xskat.table import PASS_BY, auction
from vorhand.evaluation.xskat.whole_deals import Advised, moves_in_auction, play_dealt
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.start import Start
from vorhand.native.skat import PICK_UP, PLAY_HAND, Deal, Phase, declaration_action


def play_contract(start: Start, bots: Mapping[int, pyspiel.Bot]) -> Deal:
    """Play the cards of a deal at xskat's table.

    Args:
        start: the start of card play.
        bots: the bots in two seats, which decide by their views alone; xskat plays the third.

    Returns:
        The deal played, from the start of card play.

    Raises:
        MisreadError, XskatError: as `play_dealt`.
    """
    opening = opening_moves(start)
    seats: dict[int, pyspiel.Bot] = {
        seat: _Given(start, opening, bots[seat]) if seat in bots else _Opening(opening)
        for seat in range(3)
    }
    played = play_dealt(Start(start.hands, start.skat), seats)
    deal = start.deal()
    deal.apply_all(bytes(played.history[len(opening) :]))
    return deal


def opening_moves(start: Start) -> list[int]:
    """Return the bids, discards and declaration that lead to a contract.

    Except in a game from the hand, the soloist discards the cards of the skat as it was dealt.
    """
    assert start.declaration is not None
    deal = Start(start.hands, start.skat).deal()
    others = iter(auction(start.soloist, start.bid))
    while deal.phase == Phase.BIDDING:
        stop, *further = moves_in_auction(deal)
        passes = deal.player != start.soloist and next(others)[1] == PASS_BY
        deal.apply(stop if passes else further[0])
    hand = start.declaration.hand
    deal.apply_all(bytes([PLAY_HAND] if hand else [PICK_UP, *card_list(start.skat)]))
    deal.apply(declaration_action(start.declaration.contract, start.declaration.level))
    return list(deal.history)


class _Opening(Advised):
    """The player of xskat's seat, who makes its moves of a given opening (see `opening_moves`)."""

    def __init__(self, opening: list[int]) -> None:
        super().__init__()
        self._opening = opening

    def step(self, state: pyspiel.State) -> int:
        return self._opening[len(state.deal.history)]


class _Given(pyspiel.Bot):  # type: ignore[misc]
    """One of our players, whose bot sees a deal that starts with the card play."""

    def __init__(self, start: Start, opening: list[int], bot: pyspiel.Bot) -> None:
        super().__init__()
        self._state = load_game(f"python_skat(start={start})").new_initial_state()
        self._opening = opening
        self._bot = bot

    def step(self, state: pyspiel.State) -> int:
        moves = [*state.deal.history]
        if len(moves) < len(self._opening):
            return self._opening[len(moves)]
        known = len(self._opening) + len(self._state.deal.history)
        for card in moves[known:]:
            self._state.apply_action(card)
        return int(self._bot.step(self._state))
