"""The dealing of cards, and commitments to them before play.

Without a seed the operating system's generator deals. With a seed, deal number k is the deal that
the arena plays as number k of a match with this seed.
"""

import hashlib
import random
import secrets
import struct
from typing import Protocol

import numpy as np
import pyspiel

from vorhand.games.chance import draw
from vorhand.service.server.entries import NONCE_BYTES, SEED_BYTES, pack_cards
from vorhand.v1 import tables_pb2 as pb

_AT_ONCE = 64  # numbers per request to the operating system


class Uniform(Protocol):
    """A source of uniform random numbers in [0, 1)."""

    def random(self) -> float:
        """Return the next number."""


class _System:
    """Numbers of the operating system's generator, like `random.SystemRandom`, but cheaper."""

    def __init__(self) -> None:
        self._numbers: list[int] = []

    def random(self) -> float:
        if not self._numbers:
            self._numbers = list(struct.unpack(f"{_AT_ONCE}Q", secrets.token_bytes(8 * _AT_ONCE)))
        return (self._numbers.pop() >> 11) * 2.0**-53


_SYSTEM = _System()


def deal_seed(seed: int | None, deal: int) -> bytes:
    """Return the seed of a deal: for its agents, and for its cards if the table has a seed."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    words = np.random.SeedSequence((seed, deal)).generate_state(SEED_BYTES // 8, np.uint64)
    return bytes(words.astype("<u8").tobytes())


def chance_of(seed: int | None, deal_seed: bytes, drawn: int) -> Uniform:
    """Return the generator of a deal's cards, after `drawn` numbers were drawn from it."""
    if seed is None:
        return _SYSTEM
    rng = random.Random(int.from_bytes(deal_seed[:8], "little"))
    for _ in range(drawn):
        rng.random()
    return rng


def deal_cards(state: pyspiel.State, chance: Uniform) -> list[int]:
    """Apply chance moves in place until a player is to act or the game is over; return them."""
    actions = []
    while state.is_chance_node():
        action = draw(state.chance_outcomes(), chance.random())
        state.apply_action(action)
        actions.append(action)
    return actions


def new_nonce() -> bytes:
    """Return random bytes that hide the cards of a commitment."""
    return secrets.token_bytes(NONCE_BYTES)


def commitment(nonce: bytes, actions: list[int]) -> bytes:
    """Return the hash that commits to the chance moves; see Opening in tables.proto."""
    return hashlib.sha256(pack_cards(nonce, actions)).digest()


def opening(nonce: bytes, actions: list[int]) -> pb.Opening:
    """Return the opening of a commitment."""
    return pb.Opening(commitment=commitment(nonce, actions), nonce=nonce, actions=actions)


def decision_seed(deal_seed: bytes, seat: int, made: int) -> int:
    """Return the seed, of 31 bits, of an agent's decision after `made` actions of a deal.

    The server's own agents keep no state between decisions, so that a decision does not depend on
    the process or on interruptions.
    """
    text = b"%b %d %d" % (deal_seed, seat, made)
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "little") >> 1
