"""Numbers that follow from what a player knows."""

from __future__ import annotations

import hashlib


def digest_of(known: object) -> int:
    """64 bits that follow from what is known, as its `repr` tells it."""
    digest = hashlib.blake2b(repr(known).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
