"""The keys of the relays' directory. Every value has a time to live, which the relays renew.

Under `PREFIX`:

    room:<hash of its name>       the place (HOST:PORT) of the relay that holds it
    games:<hash of a place>       of one relay: its open rooms, name and line
    rooms-home:<hash>, -network   who has opened how many rooms: their hashes, by when they are over
    asks:<hash>                   how often an address has asked for a room in this minute
    relay:<hash of its place>, relays    who is there
    check                         shows that all relays have the same password

Names of rooms and addresses are hashed with the password as the key, addresses with another key
each day.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from owm_net.strangers.origins import Origin

PREFIX = "owm-relay:1:"


class DirectoryKeys:
    """The names in the directory. today: gives the time."""

    relays = PREFIX + "relays"
    check = PREFIX + "check"

    def __init__(self, password: str, today: Callable[[], float]) -> None:
        self._secret = b"owm_net relays " + password.encode()
        self._today = today

    def password_check(self) -> str:
        """The value at `check`."""
        return self._hash("check", "")

    def room(self, name: str) -> str:
        """The key for the holder of a room."""
        return self._key("room", name)

    def games(self, place: str) -> str:
        """The key for the open rooms of a relay."""
        return self._key("games", place)

    def relay(self, place: str) -> str:
        """The key that says that a relay is running."""
        return self._key("relay", place)

    def asks(self, origin: Origin) -> str:
        """The key for how often a home has asked."""
        return self._daily("asks", origin.home)

    def who(self, origin: Origin) -> tuple[str, str]:
        """The keys for the rooms of a home and of its network."""
        return self._daily("rooms-home", origin.home), self._daily("rooms-network", origin.network)

    def held(self, name: str, origin: Origin) -> tuple[str, ...]:
        """All that says that a room is held."""
        return self.room(name), *self.who(origin)

    def _daily(self, kind: str, text: str) -> str:
        return f"{PREFIX}{kind}:{self._hash(kind, f'{int(self._today() // 86400)} {text}')}"

    def _key(self, kind: str, text: str) -> str:
        return f"{PREFIX}{kind}:{self._hash(kind, text)}"

    def _hash(self, kind: str, text: str) -> str:
        return hmac.digest(self._secret, f"{kind} {text}".encode(), "sha256")[:20].hex()
