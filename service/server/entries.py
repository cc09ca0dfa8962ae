"""What is written to the journal: the facts from which a table can be made again."""

from __future__ import annotations

import enum
import struct
from typing import NamedTuple

NONCE_BYTES = 32


class Kind(enum.IntEnum):
    """What an entry tells. The numbers stand in journals: they are never changed."""

    DEAL_STARTED = 1  # value: number of the deal; data: seed of the deal, 16 bytes
    CARDS_DEALT = 2  # data: nonce and what chance did, see `pack_cards`
    MOVED = 3  # seat, value: action
    STOOD_IN = 4  # the same, by the stand-in
    DEAL_ENDED = 5  # value: number of the deal; data: the returns, doubles
    SEAT_CHANGED = 6  # seat, value: a SeatChange
    TABLE_ENDED = 7  # seat or -1, value: a TableEndReason


class Entry(NamedTuple):
    """One fact.

    Attributes:
      kind: what it tells.
      seat: whom it concerns, -1 for nobody.
      value: see `Kind`.
      data: see `Kind`.
    """

    kind: Kind
    seat: int = -1
    value: int = 0
    data: bytes = b""


def pack_cards(nonce: bytes, actions: list[int]) -> bytes:
    """The data of CARDS_DEALT: 32 bytes of nonce, then four bytes an action."""
    return nonce + struct.pack(f"<{len(actions)}i", *actions)


def unpack_cards(data: bytes) -> tuple[bytes, list[int]]:
    """Nonce and actions."""
    packed = data[NONCE_BYTES:]
    return data[:NONCE_BYTES], list(struct.unpack(f"<{len(packed) // 4}i", packed))


def pack_returns(returns: list[float]) -> bytes:
    """The data of DEAL_ENDED."""
    return struct.pack(f"<{len(returns)}d", *returns)


def unpack_returns(data: bytes) -> list[float]:
    """The score of each seat."""
    return list(struct.unpack(f"<{len(data) // 8}d", data))
