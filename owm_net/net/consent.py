"""The questions before a match: whether the host's and the guest's players say yes to each other.

The channel has proved a key (protocol/channel.py). Only the person knows whose it is, and whether
that player is welcome; program/meeting/welcome.py asks them. A computer player has nobody to ask.
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
    """A friend, in words. since: how long we have known them."""

    name: str
    words: str
    since: str


@frozen
class ConsentQuestion:
    """The question whether to play with somebody. here: the stranger, under the name they use.
    other: the friend who has this name, and another key. advice: what to do then."""

    here: Known
    other: Known | None = None
    advice: str = ""


class Welcome:
    """Lets everybody in. only: the keys of those who may come at all, () for anybody."""

    only: frozenset[bytes] = frozenset()

    async def ask(self, who: Peer) -> str:
        """Ask whether we play with somebody; return "" for yes, else the answer to send them. If
        they leave, the question is withdrawn (cancelled)."""
        return ""

    def knows(self, who: Peer) -> bool:
        """Return True if our player need not be asked about them."""
        return True

    def met(self, who: Peer) -> None:
        """Note that a match with them begins."""


def shown(who: Peer) -> str:
    """Return their key for people, without the name, which is only a claim."""
    return say("the key {fingerprint}", fingerprint=fingerprint(who.identity))
