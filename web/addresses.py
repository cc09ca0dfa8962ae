"""Network addresses of browsers and trusted proxies, and a fair order among addresses."""

import asyncio
import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from vorhand.native.errors import InputError

Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]

_SITE_BITS = 64  # bits of an IPv6 prefix; a machine chooses the other bits itself


class ProxyError(InputError):
    """A trusted proxy that is neither an address nor a network."""


@lru_cache(maxsize=4096)
def limited_as(host: str) -> str:
    """Return the address or network whose connections are limited together.

    One machine has all addresses of an IPv6 /64 network, so such a network counts as one. A text
    that is not an address is returned unchanged.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _SITE_BITS), strict=False))


def networks_of(texts: Iterable[str]) -> Networks:
    """Return the networks of trusted proxies; raise ProxyError for an invalid text."""
    networks = []
    for text in texts:
        try:
            networks.append(ipaddress.ip_network(text))
        except ValueError as error:
            raise ProxyError(
                f"trusted proxy {text!r}: expected an address or a network, such as 10.0.0.7 or "
                f"10.0.0.0/24 ({error})"
            ) from error
    return tuple(networks)


def contains(networks: Networks, host: str) -> bool:
    """Return whether an address lies in one of the networks."""
    if not networks:
        return False
    try:
        address = ipaddress.ip_address(limited_as(host) if "." in host else host)
    except ValueError:
        return False
    return any(address in network for network in networks)


@dataclass
class _Queue:
    """The waiters of one address."""

    places: asyncio.Semaphore
    waiting: int = 0


@dataclass
class AddressTurns:
    """A limit on the work that one address begins in each round of the event loop."""

    at_once: int  # the number of turns of one address in one round
    _queues: dict[str, _Queue] = field(default_factory=dict)

    async def wait(self, address: str, gone: Callable[[], bool]) -> bool:
        """Wait for a turn in the order of the calls; return False if the waiter has left."""
        queue = self._queues.setdefault(address, _Queue(asyncio.Semaphore(self.at_once)))
        queue.waiting += 1
        try:
            async with queue.places:
                if gone():
                    return False
                await asyncio.sleep(0)
            return not gone()
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._queues[address]
