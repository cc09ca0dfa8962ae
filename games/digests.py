"""Numbers that depend only on a player's knowledge."""

import hashlib


def digest_of(known: object) -> int:
    """Compute 64 bits from the `repr` of an object."""
    digest = hashlib.blake2b(repr(known).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
