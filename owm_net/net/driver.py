"""Runs a match over links to the other seats: waits for whatever comes next, and does it.

One task owns the match; readers, workers and the player only put news into its mailbox.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import trio

from owm_net.net.handshake import BYE, RECORD
from owm_net.net.streams import FramedStream, NetError, PeerGarbage, PeerGone
from owm_net.session.match import Blame, Decide, Match, Work
from owm_net.session.player import Player


class Log(Protocol):
    """Where records are kept; may be slow, so it is called in a worker thread."""

    def append(self, records: list[bytes], sync: bool) -> None:
        """Store records in order; with sync they survive a power cut when this returns."""


class Stopped(Exception):  # noqa: N818
    """The other side ended the match by saying so; str() is its reason."""


async def run_match(
    match: Match,
    links: Mapping[int, FramedStream],
    player: Player,
    log: Log,
    illegal: Callable[[Exception], None] | None = None,
) -> None:
    """Play until all seats have signed the end.

    links: by seat. illegal: told when the player's own answer was refused by the rules (a
    person's screen explains it; a computer's would be a bug and is raised).
    Raises Blame, after its evidence is in the log and the others were told; NetError; Stopped.
    """
    driver = _Driver(match, links, player, log, illegal)
    try:
        async with trio.open_nursery() as nursery:
            driver.nursery = nursery
            for seat, link in links.items():
                nursery.start_soon(driver.listen, seat, link)
            await driver.run()
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one error inside nested groups; trio wraps each nursery's."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class _Driver:
    def __init__(
        self,
        match: Match,
        links: Mapping[int, FramedStream],
        player: Player,
        log: Log,
        illegal: Callable[[Exception], None] | None,
    ) -> None:
        self.match = match
        self.links = links
        self.player = player
        self.log = log
        self.illegal = illegal
        self.nursery: trio.Nursery
        self._post, self._mail = trio.open_memory_channel[tuple[str, int, Any]](64)
        self._busy = False

    async def listen(self, seat: int, link: FramedStream) -> None:
        """Put what a link says into the mailbox, until it ends."""
        try:
            async for message in link:
                await self._post.send(("said", seat, message))
            error: Exception = PeerGone(
                f"lost {link.peer}", "it closed the connection", "connect again to go on"
            )
        except NetError as e:
            error = e
        except trio.ClosedResourceError:
            return
        await self._post.send(("lost", seat, error))

    async def run(self) -> None:
        """The match's own task."""
        try:
            await self._settle()
            while not self.match.finished:
                what, seat, news = await self._mail.receive()
                if what == "said":
                    self._hear(seat, news)
                elif what == "lost":
                    raise news
                elif what == "worked":
                    self._busy = False
                    self.match.done(news)
                else:
                    self._busy = False
                    self._answer(news)
                await self._settle()
        except Blame as blame:
            await self._denounce(blame)
            raise

    def _hear(self, seat: int, message: bytes) -> None:
        if message[:1] == RECORD:
            self.match.receive(message[1:])
        elif message[:1] == BYE:
            text = message[1:400].decode("utf-8", "replace")
            raise Stopped("".join(c if c.isprintable() else "?" for c in text))
        else:
            raise PeerGarbage(
                f"{self.links[seat].peer} does not speak our language",
                f"a message of unknown kind {message[0]}",
                "check that both run the same version of owm_net",
            )

    def _answer(self, answer: Any) -> None:
        try:
            self.match.decide(answer)
        except Exception as e:
            if self.illegal is None:
                raise
            self.illegal(e)

    async def _settle(self) -> None:
        """Store, send, tell, and start whatever is ours to do."""
        while True:
            todo = None if self._busy else self.match.todo()
            accepted, outgoing = self.match.accepted(), self.match.outgoing()
            if accepted:
                await trio.to_thread.run_sync(self.log.append, accepted, bool(outgoing))
            for record in outgoing:
                for link in self.links.values():
                    await link.send(RECORD + record)
            events = self.match.happened()
            if events or accepted:
                self.player.told(self.match.view(), events)
            if todo is None:
                return
            self._busy = True
            if isinstance(todo, Work):
                self.player.notice("working", todo.what)
                self.nursery.start_soon(self._work, todo)
            else:
                self.nursery.start_soon(self._decide, todo)

    async def _work(self, work: Work) -> None:
        await self._post.send(("worked", -1, await trio.to_thread.run_sync(work.run)))

    async def _decide(self, todo: Decide) -> None:
        await self._post.send(("decided", -1, await self.player.decide(self.match.view())))

    async def _denounce(self, blame: Blame) -> None:
        """Keep the evidence, tell the others why the match stops."""
        with trio.CancelScope(shield=True), trio.move_on_after(3):
            accepted = self.match.accepted()
            if blame.seat is not None and blame.evidence not in (accepted[-1:] or [b""]):
                accepted.append(blame.evidence)
            await trio.to_thread.run_sync(self.log.append, accepted, True)
            for link in self.links.values():
                try:
                    await link.send(BYE + str(blame).encode()[:400])
                except NetError:
                    continue
