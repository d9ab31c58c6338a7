"""Before a match both say yes to who has come: what the one who waits, and the one who comes, ask.

The channel has proved a key (protocol/channel.py); whose it is, and whether he is welcome, only the
person knows. What asks them stands in program/meeting/welcome.py. A computer player has nobody
to ask.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.protocol.channel import Peer
from owm_net.protocol.words import fingerprint

ASKED: Final = 180.0
"""Seconds for a guest to say yes; then its seat is free again."""
SOON: Final = 0.5
"""Seconds after which the other side is told that somebody is being asked."""
SAID_NO: Final = say("the other player does not want to play with you now")


class Declined(NetError):
    """Our own player does not want to play with who is there."""


@frozen
class Known:
    """A friend, in words. since: how long he is known."""

    name: str
    words: str
    since: str


@frozen
class Question:
    """Whether to play with somebody. here: who is there, under the name by which he calls himself.
    other: the friend who has this name, and another key. advice: what to do then."""

    here: Known
    other: Known | None = None
    advice: str = ""


class Welcome:
    """Lets everybody in. only: the keys of those who may come at all, () for anybody."""

    only: frozenset[bytes] = frozenset()

    async def ask(self, who: Peer) -> str:
        """Whether we play with somebody: "" for yes, else what is said to him. Cancelled when he
        has left, it takes its question back."""
        return ""

    def knows(self, who: Peer) -> bool:
        """Whether our player need not be asked about him."""
        return True

    def met(self, who: Peer) -> None:
        """A match with him begins."""


def shown(who: Peer) -> str:
    """His key for people, without his name, which is only what he says."""
    return say("the key {fingerprint}", fingerprint=fingerprint(who.identity))
