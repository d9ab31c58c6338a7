"""The way to one other seat of a match: a link that may be lost and reached again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

import trio
from attrs import define, field

from owm_net.net.streams import FramedStream, NetError, PeerGarbage, PeerGone

Reach = Callable[[], Awaitable[FramedStream]]
"""Connects to the same peer again and has it prove who it is; raises NetError when it gives up."""


class Post(Protocol):
    """Where news about lines go: what happened, the seat, and what came."""

    async def send(self, value: tuple[str, int, Any], /) -> None:
        """May wait."""


@define(eq=False)
class Line:
    """One other seat. link: None while it is lost.

    open: whether records may be sent: on a link that was reached again not before the other side
    has said where it is, since it is then given everything from there on. asked: it has said so
    on this link. bye: why it leaves, if it has said so. behind: it may know more of us than we
    do. done: it has all it needs. dropped: the match goes on without this seat; it is still told
    so when it comes. gone: why nobody looks for it any more. lost_at: when the link was lost, on
    trio's clock.
    """

    seat: int
    name: str
    link: FramedStream | None
    reach: Reach | None
    open: bool = True
    asked: bool = False
    behind: bool = False
    done: bool = False
    dropped: bool = False
    bye: str | None = None
    compared: bool = False
    gone: NetError | None = None
    lost_at: float | None = None
    _attending: trio.CancelScope = field(factory=trio.CancelScope)

    @property
    def counts(self) -> bool:
        """Whether anybody waits for this seat."""
        return self.gone is None and not self.dropped

    @property
    def may_return(self) -> bool:
        """Whether a link that is lost is looked for."""
        return self.reach is not None and self.gone is None

    async def attend(self, post: Post) -> None:
        """Put what the link says into the mailbox; connect again when it breaks."""
        with self._attending:
            link = self.link or await self._again(post)
            while link is not None:
                error = await self._listen(link, post)
                if self.reach is None or isinstance(error, PeerGarbage):
                    await post.send(("gone", self.seat, error))
                    return
                await post.send(("lost", self.seat, error))
                await link.aclose()
                link = await self._again(post)

    async def _listen(self, link: FramedStream, post: Post) -> NetError:
        """Until it breaks; returns why."""
        try:
            async for message in link:
                await post.send(("said", self.seat, message))
        except NetError as error:
            return error
        except trio.ClosedResourceError:
            return PeerGone(f"lost {link.peer}", "it was closed here", "connect again")
        return PeerGone(
            f"lost {link.peer}", "it closed the connection", "connect again to go on"
        )

    async def _again(self, post: Post) -> FramedStream | None:
        assert self.reach is not None
        try:
            link = await self.reach()
        except NetError as error:
            await post.send(("gone", self.seat, error))
            return None
        await post.send(("back", self.seat, link))
        return link

    def lost(self) -> None:
        """The link has broken."""
        self.link = None
        self.lost_at = trio.current_time()

    def back(self, link: FramedStream) -> None:
        """There is a new link; nobody has said anything on it."""
        self.link = link
        self.lost_at = None
        self.open = self.asked = False

    async def give_up(self, why: NetError) -> None:
        """Close the link and look for this seat no more."""
        self.gone = why
        self._attending.cancel()
        if self.link is not None:
            with suppress(NetError):
                await self.link.aclose()
            self.lost()

    async def send(self, message: bytes) -> None:
        """What a broken link does not take is sent again when it is back.

        Raises NetError if it will not come back.
        """
        if self.link is None:
            return
        try:
            await self.link.send(message)
        except (NetError, trio.ClosedResourceError):
            if not self.may_return:
                raise
            await self.link.aclose()  # it may still be read from; then nobody would connect again

    async def finish(self) -> None:
        """Part politely: what was sent last shall arrive."""
        if self.link is not None:
            await self.link.finish(2.0)
