"""Where somebody comes from, as far as a limit cares: not the address alone, for many are cheap.

Of IPv6 one customer has the first 64 bits, often the first 48; of IPv4 an address, seldom 256.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Origin:
    """parts: from wide to narrow; of IPv4 /16, /24 and the address, of IPv6 /32, /48 and /64."""

    parts: tuple[str, ...]

    @property
    def home(self) -> str:
        """Return the address range of one household: an IPv4 address, an IPv6 /64."""
        return self.parts[-1]

    @property
    def network(self) -> str:
        """Return the address range of one customer: an IPv4 /24, an IPv6 /48."""
        return self.parts[-2]


NOWHERE = Origin(("nowhere", "nowhere", "nowhere"))


@lru_cache(4096)
def origin_of(host: str) -> Origin:
    """Of a numeric address. IPv4 in IPv6 clothes is IPv4. Anything that is no address is
    NOWHERE."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return NOWHERE
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            packed = address.packed
            return Origin(tuple(packed[:n].hex() for n in (4, 6, 8)))
        address = address.ipv4_mapped
    a, b, c, _ = str(address).split(".")
    return Origin((f"{a}.{b}", f"{a}.{b}.{c}", str(address)))
