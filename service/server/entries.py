"""The entries of the event log: the facts from which a table can be restored."""

import enum
import struct
from typing import NamedTuple

NONCE_BYTES = 32
SEED_BYTES = 16


class Kind(enum.IntEnum):
    """The type of an entry. The numbers are stored in journals and must never change."""

    DEAL_STARTED = 1  # value: number of the deal; data: its seed, Bock deals, see `pack_start`
    CARDS_DEALT = 2  # data: nonce and chance moves, see `pack_cards`
    MOVED = 3  # seat, value: action
    STOOD_IN = 4  # a move by the stand-in; seat, value: action
    DEAL_ENDED = 5  # value: number of the deal; data: the returns, as doubles
    SEAT_CHANGED = 6  # seat, value: a SeatChange
    TABLE_ENDED = 7  # seat or -1, value: a TableEndReason


class Entry(NamedTuple):
    """One fact about a table."""

    kind: Kind  # the type of the fact
    seat: int = -1  # the seat concerned; -1 for none
    value: int = 0  # see `Kind`
    data: bytes = b""  # see `Kind`


def pack_start(seed: bytes, bock_deals: int) -> bytes:
    """Return the data of DEAL_STARTED: 16 bytes of seed, then the Bock deals left, if any."""
    return seed + (struct.pack("<I", bock_deals) if bock_deals else b"")


def unpack_start(data: bytes) -> tuple[bytes, int]:
    """Return the seed and the number of Bock deals left from the data of DEAL_STARTED."""
    seed, rest = data[:SEED_BYTES], data[SEED_BYTES:]
    return seed, struct.unpack("<I", rest)[0] if rest else 0


def pack_cards(nonce: bytes, actions: list[int]) -> bytes:
    """Return the data of CARDS_DEALT: 32 bytes of nonce, then four bytes per action."""
    return nonce + struct.pack(f"<{len(actions)}i", *actions)


def unpack_cards(data: bytes) -> tuple[bytes, list[int]]:
    """Return nonce and actions from the data of CARDS_DEALT."""
    packed = data[NONCE_BYTES:]
    return data[:NONCE_BYTES], list(struct.unpack(f"<{len(packed) // 4}i", packed))


def pack_returns(returns: list[float]) -> bytes:
    """Return the data of DEAL_ENDED."""
    return struct.pack(f"<{len(returns)}d", *returns)


def unpack_returns(data: bytes) -> list[float]:
    """Return the score of each seat from the data of DEAL_ENDED."""
    return list(struct.unpack(f"<{len(data) // 8}d", data))
