"""Training deals, generated from seeds, and games that any agents play with them."""

from collections.abc import Sequence

import numpy as np
import pyspiel
from numpy.typing import NDArray

from vorhand.agents.montecarlo.bots import Explains
from vorhand.games.skat.contracts import GRAND
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import observe
from vorhand.native import skat

JACKS, ACES, TENS = 0x80808080, 0x40404040, 0x20202020


def random_deal(rng: np.random.Generator) -> skat.Deal:
    """Return a random deal that begins with the bidding."""
    deal = skat.Deal()
    deal.apply_all(bytes(rng.permutation(32).tolist()))
    return deal


def own_seed(seed: int, number: int) -> int:
    """Return the seed of a deal's players, 0 to 2^31 - 1, from a seed and the deal's number."""
    return (seed * 1_000_003 + number) % 2**31


def play_on(deal: skat.Deal, bots: Sequence[pyspiel.Bot], game: SkatGame) -> None:
    """Play a deal to its end by the bots of the three seats; each decides by its view."""
    while not deal.is_over:
        bot, view = bots[deal.player], observe(deal, deal.player)
        knows = isinstance(bot, Explains)
        deal.apply(bot.decide(view) if knows else bot.step(game.state_of(view)))


def training_deal(
    rng: np.random.Generator, plausible: bool
) -> tuple[NDArray[np.uint32], int, int, int]:
    """Return a deal for the solver: hands [1, 3], contract, soloist, leader.

    Suit games and grand are equally likely. If ``plausible``, the soloist is the player with the
    best twelve cards, plays the best suit, and discards two cards of short suits. Otherwise soloist
    and suit are random.
    """
    pack = rng.permutation(32)
    hands = [int(sum(1 << int(c) for c in pack[10 * s : 10 * s + 10])) for s in range(3)]
    rest = int(sum(1 << int(c) for c in pack[30:]))
    grand = bool(rng.integers(2))
    contract = GRAND if grand else int(rng.integers(4))
    soloist, leader = int(rng.integers(3)), int(rng.integers(3))
    if plausible:
        choices = [(s, GRAND if grand else c) for s in range(3) for c in range(4)]
        soloist, contract = max(choices, key=lambda sc: _strength(hands[sc[0]] | rest, sc[1]))
        hands[soloist] = _discarded(hands[soloist] | rest, contract)
    return np.array([hands], dtype=np.uint32), contract, soloist, leader


def _strength(twelve: int, contract: int) -> int:
    jacks, aces = (twelve & JACKS).bit_count(), (twelve & ACES).bit_count()
    if contract == GRAND:
        return 3 * jacks + 2 * aces + (twelve & TENS).bit_count()
    return 2 * (twelve & skat.trump_mask(contract)).bit_count() + jacks + aces


def _discarded(twelve: int, contract: int) -> int:
    for _ in range(2):
        side = twelve & ~skat.trump_mask(contract)

        def cost(card: int, side: int = side) -> tuple[int, int]:
            bit = 1 << card
            length = (side & 0xFF << card // 8 * 8).bit_count()
            return 10 * length - skat.card_points(bit) + (30 if bit & ACES else 0), card

        cards = [c for c in range(32) if (side or twelve) >> c & 1]
        twelve ^= 1 << min(cards, key=cost)
    return twelve
