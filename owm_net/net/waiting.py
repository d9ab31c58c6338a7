"""Before a match: a guest says yes or no to the host, and waits until all are there."""

from __future__ import annotations

from typing import Final

import trio
from attrs import evolve

from owm_net.engine.text import say
from owm_net.net import handshake
from owm_net.net.bucket import TokenBucket
from owm_net.net.consent import Declined, Welcome
from owm_net.net.errors import NetError
from owm_net.net.proof import KEY_BYTES
from owm_net.net.secure import PeerLeft, next_message
from owm_net.net.streams import FramedStream, PeerGone, PeerSilent, first_error
from owm_net.net.ways import Tell

FAREWELL: Final = 1.0
"""Seconds for a last word to arrive."""
LINES_AT_ONCE: Final = 8
"""Times at once that a host says who is there, and that a guest shows it,"""
LINES_EVERY: Final = 3.0
"""and seconds after which once more."""
HEARD: Final = 100
"""A host that says more than so many lines at once,"""
HEARD_EVERY: Final = 1.0
"""and one more after so many seconds, is left."""
BEING_ASKED: Final = say("I am being asked whether to play with you")
"""What a guest is told while the host's player decides."""


async def wait_for_start(link: FramedStream, tell: Tell, welcome: Welcome | None = None) -> None:
    """Guest: say yes to the host, or no, and wait until all are there. Raises NetError, also for a
    host that fills our screen; StartLost if the host is lost after our yes."""
    said_yes, words = False, _HostsWords(link, tell)

    async def word() -> None:
        nonlocal said_yes
        why_not = await welcome.ask(link.who) if welcome is not None and link.who else ""
        if why_not:
            await handshake.refuse(link, why_not)
            raise Declined(
                say("no match with {peer}", peer=link.peer),
                say("you did not say yes"),
                say("join another, or host one"),
            )
        said_yes = True
        await link.send(handshake.YES)
        words.may_be_shown()

    async def wait() -> None:
        key = await _wait_for_start(link, words)
        if not said_yes:
            raise handshake.not_ours(link, say("it begins before we have said yes"))
        assert link.proved is not None
        link.proved = evolve(link.proved, key=key)

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(word)
            await wait()
    except BaseException as error:
        reason = first_error(error)
        if isinstance(reason, Declined):
            await link.finish(FAREWELL)  # or what we said could get lost
        if said_yes and isinstance(reason, PeerGone | PeerLeft | PeerSilent):
            raise StartLost(reason.what, reason.why, reason.do) from None
        raise reason from None


async def _wait_for_start(link: FramedStream, words: _HostsWords) -> bytes:
    """The key of the match."""
    while True:
        said = await next_message(link, say("the start of the match"))
        kind = said[:1]
        if kind == handshake.START and len(said) == 1 + KEY_BYTES:
            return said[1:]
        if kind == handshake.REFUSE:
            raise handshake.refused(link, said)
        if kind != handshake.LOBBY:
            raise handshake.not_ours(link, say("it does not say when the match begins"))
        words.heard(said)


class StartLost(NetError):
    """The host was lost after our yes: only the host knows whether the match begins."""


class _HostsWords:
    """A host's words to a guest who waits: shown as the host's own, because they may say anything,
    and not before our player has said yes. Of lines that come too fast, or say the same again, none
    is shown; of those that were held back, the last."""

    def __init__(self, link: FramedStream, tell: Tell) -> None:
        self._link = link
        self._tell = tell
        self._heard = TokenBucket(HEARD, HEARD_EVERY)
        self._shown = TokenBucket(LINES_AT_ONCE, LINES_EVERY)
        self._last = ""
        self._held_back = True

    def heard(self, said: bytes) -> None:
        """A LOBBY. Raises NetError if it is more than a host has to say."""
        if not self._heard.spend() or len(said) > 1 + handshake.MAX_TEXT:
            raise handshake.not_ours(self._link, say("it says more than is needed while one waits"))
        text = handshake.text_of(said)
        if text != self._last:
            self._last = text
            self._show()

    def may_be_shown(self) -> None:
        """We have said yes."""
        self._held_back = False
        self._show()

    def _show(self) -> None:
        if self._last and not self._held_back and self._shown.spend():
            # a `Text` is told in the reader's language
            last = BEING_ASKED if self._last == BEING_ASKED else self._last
            self._tell(say("the host says: {last}", last=last))
