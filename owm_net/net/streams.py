"""Whole messages over any trio stream, and what can go wrong with the one at the other end.

Messages are the frames of protocol/framing.py; once the channel is open (net/secure.py) each frame
is a record of it, keepalives too. A message that is the single byte 0 is a keepalive: it says that
the sender's loop still turns, and no caller ever sees it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Self

import trio
from attrs import field, frozen

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.bucket import TokenBucket
from owm_net.net.errors import NetError
from owm_net.protocol.channel import MAX_MESSAGE, BadRecord, Channel, Peer, Sealer
from owm_net.protocol.framing import MAX_FRAME, FrameError, FrameReader, encode_frame
from owm_net.strangers.origins import Origin

KEEPALIVE = b"\0"
CHUNK = 64 * 1024  # bytes asked of the stream, or given to it, at a time
PROBE = 0.05  # seconds to find out whether the stream takes bytes at once
AT_ONCE = 32  # keepalives that are opened before others of the loop have their turn


@frozen
class Proved:
    """The authenticated peer at the other end of a link; see net/proof.py.

    room: a name for a relay's room that only the two know. key: what all seats of the match need to
    return, 32 bytes; b"" before it starts. anew: nobody has said anything of the match on this
    link, though there was one before: the peer came by the code again.
    """

    seat: Seat
    identity: bytes
    room: str
    key: bytes = field(default=b"", repr=False)
    anew: bool = False


class PeerGone(NetError):
    """The connection broke, or ended in the middle of a message."""


class PeerSilent(NetError):
    """The other side sends nothing, not even keepalives, or takes nothing."""


class PeerGarbage(NetError):
    """The bytes are no message of ours."""


def first_error(error: BaseException) -> BaseException:
    """The first error inside nested groups, for trio wraps each nursery's; or the error itself.

    Of an error and the cancellation of others that followed from it, the error.
    """
    while isinstance(error, BaseExceptionGroup):
        reasons = error.split(trio.Cancelled)[1] or error
        error = reasons.exceptions[0]
    return error


class FramedStream:
    """Messages over a byte stream.

    stream: any trio Stream; belongs to this object from now on. peer: who is at the other end, in
    words for people. silence: seconds without a byte from there until PeerSilent. keepalive:
    seconds without a byte to there until a keepalive is sent; well below the other's silence.
    Either may be math.inf. Both count only while somebody waits in receive(): one task should
    always be there, because a side that never listens counts as dead, and rightly.

    Any number of tasks may send, one may receive. Memory: one message, and CHUNK bytes. who: the
    other end's identity, once the channel is open; room: as in `Proved`. proved: which seat it has;
    see net/proof.py. may_say: a bucket charged once for each message, keepalives too, and each time
    that bytes come, at most CHUNK; a peer that says more is garbage. None is no limit. origin:
    where the other end is, None where only a relay knows. on_known: tells that relay that the other
    end has shown the code, so that it has not guessed. is_knock: whether a
    first message is a relay's, which we have asked to try our port.
    """

    def __init__(
        self,
        stream: trio.abc.Stream,
        *,
        peer: str = say("the other side"),
        silence: float = 30.0,
        keepalive: float = 10.0,
    ) -> None:
        self.peer = peer
        self.who: Peer | None = None
        self.room = ""
        self.proved: Proved | None = None
        self.may_say: TokenBucket | None = None
        self.origin: Origin | None = None
        self.on_known: Callable[[], Awaitable[None]] | None = None
        self.is_knock: Callable[[bytes], bool] = lambda said: False
        self._sending: Sealer | None = None
        self._receiving: Sealer | None = None
        self._stream = stream
        self._reader = FrameReader(MAX_FRAME)
        self._unread: deque[bytes] = deque()
        self._ended = False  # the other side has said that nothing more follows
        self._finished = False  # we have
        self._closed = False
        self._torn = False  # we are inside a message, or were cancelled there
        self._turn_to_send = trio.Lock()
        self.set_patience(silence=silence, keepalive=keepalive)

    def set_patience(self, *, silence: float, keepalive: float) -> None:
        """Change both times, in seconds, and restart them. Not during receive()."""
        if not (silence > 0 and keepalive > 0):
            raise ValueError("silence and keepalive are seconds above 0")
        self.silence = silence
        self.keepalive = keepalive
        self._heard = self._spoke = trio.current_time()

    def encrypt(self, channel: Channel) -> None:
        """Send and expect every further frame as a record of an open channel. Not during send() or
        receive()."""
        self.who, self.room = channel.peer, channel.private_room
        self._sending, self._receiving = channel.sending, channel.receiving

    async def send(self, payload: bytes) -> None:
        """Send one message, 1 to MAX_MESSAGE bytes but not the keepalive's, or wait until it fits.

        Raises PeerGone; PeerSilent if the stream takes nothing for `silence` seconds; ValueError
        for a payload that no message may hold. If cancelled it may leave half a message behind:
        then this stream sends no more and every later send raises PeerGone.
        """
        if payload == KEEPALIVE:
            raise ValueError("the single byte 0 is the keepalive, no message")
        if not 0 < len(payload) <= MAX_MESSAGE:
            raise ValueError(f"a message of {len(payload)} bytes; 1 to {MAX_MESSAGE} can be sent")
        async with self._turn_to_send:
            await self._write(payload)

    async def receive(self) -> bytes | None:
        """The next message, or None if the other side ended between two messages, now or before.

        None says that nothing more comes, not that the match was over: that is for the caller to
        judge. Loses nothing if cancelled. Raises PeerGone, PeerSilent, PeerGarbage.
        """
        await trio.lowlevel.checkpoint_if_cancelled()
        grace_until = trio.current_time() + min(1.0, self.silence)
        if self._unread:
            await trio.lowlevel.cancel_shielded_checkpoint()
            return self._unread.popleft()
        waited, keepalives = False, 0
        while True:
            payload = self._next_payload()
            if payload == KEEPALIVE:
                keepalives += 1
                if keepalives % AT_ONCE == 0:  # there may be thousands in what has come
                    await trio.lowlevel.checkpoint()
            elif payload is not None or self._ended:
                if not waited:
                    await trio.lowlevel.cancel_shielded_checkpoint()
                return payload
            else:
                await self._read_more(max(self._heard + self.silence, grace_until))
                waited = True

    def put_back(self, messages: Iterable[bytes]) -> None:
        """Messages that were received, and that nobody has looked at: they come first once more."""
        self._unread.extendleft(reversed(list(messages)))

    @property
    def is_closed(self) -> bool:
        """Return True if we have closed it."""
        return self._closed

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        payload = await self.receive()
        if payload is None:
            raise StopAsyncIteration
        return payload

    async def finish(self, patience: float = 5.0) -> None:
        """Say that nothing more follows, wait for the other side to end too, and close.

        Messages that still come are dropped; after `patience` seconds the waiting ends. The polite
        way to stop: closing at once can destroy what was sent last. Nobody else may be in
        receive(). Raises nothing of the network.
        """
        with trio.move_on_after(patience), suppress(NetError, trio.ClosedResourceError):
            async with self._turn_to_send:
                if isinstance(self._stream, trio.abc.HalfCloseableStream) and not self._torn:
                    with suppress(trio.BrokenResourceError):
                        await self._stream.send_eof()
                self._finished = True
            while await self.receive() is not None:
                pass
        await self.aclose()

    async def still_here(self) -> None:
        """Send a keepalive if one is due: for a task busy with a message, and not in receive().

        Raises PeerGone, PeerSilent.
        """
        if trio.current_time() >= self._spoke + self.keepalive:
            await self._keep_alive()

    async def aclose(self) -> None:
        """Close now. Tasks that wait in send() or receive() get trio.ClosedResourceError."""
        self._closed = True
        await self._stream.aclose()

    async def cut(self) -> None:
        """Close at once, cancelled or not: what was sent last may be lost."""
        self._closed = True
        with trio.CancelScope(shield=True):  # or the first of several would be the last
            await trio.aclose_forcefully(self._stream)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _next_payload(self) -> bytes | None:
        """The next message, a keepalive too; None until more bytes come."""
        try:
            payload = self._next_message()
        except BadRecord as error:
            raise self._gone(
                say("{error} came: something on the way changed what was sent", error=error)
            ) from None
        except FrameError as error:
            if self._receiving is not None:  # then nobody has proved to have said it
                raise self._gone(
                    say("{reason} came, which nobody has sealed", reason=error.reason)
                ) from None
            raise PeerGarbage(
                say("{peer} does not speak our language", peer=self.peer),
                error.reason,
                say("check that the address is right and that both run owm_net"),
            ) from None
        if payload is not None:
            self._count()
        return payload

    def _count(self) -> None:
        """Charge the bucket, where there is a limit."""
        if self.may_say is not None and not self.may_say.spend():
            raise PeerGarbage(
                say("lost {peer}", peer=self.peer),
                say("it says more than there is to say"),
                say("connect again"),
            )

    def _next_message(self) -> bytes | None:
        frame = self._reader.next_frame()
        return frame if frame is None or self._receiving is None else self._receiving.open(frame)

    async def _read_more(self, silent_at: float) -> None:
        """Wait for bytes or the end, telling the other side meanwhile that we are here."""
        while True:
            data: bytes | bytearray | None = None
            try:
                with trio.move_on_at(min(silent_at, self._spoke + self.keepalive)):
                    data = await self._stream.receive_some(CHUNK)
            except trio.BrokenResourceError as error:
                raise self._gone(say("the connection broke")) from error
            if data:
                self._heard = trio.current_time()
                self._count()
                self._reader.receive_data(data)
                return
            if data is not None:
                if not self._reader.at_rest:
                    raise self._gone(say("the connection ended in the middle of a message"))
                self._ended = True
                return
            if trio.current_time() >= silent_at:
                raise self._silent(say("sent nothing"))
            await self._keep_alive()

    async def _keep_alive(self) -> None:
        """Send a keepalive, unless that could block: then bytes are on their way anyhow, and
        waiting here, where nobody reads, could leave both sides waiting for each other."""
        self._spoke = trio.current_time()
        try:
            self._turn_to_send.acquire_nowait()
        except trio.WouldBlock:
            return
        try:
            if self._torn or self._finished:
                return
            takes_bytes = False
            with trio.move_on_after(PROBE):
                await self._stream.wait_send_all_might_not_block()
                takes_bytes = True
            if takes_bytes:
                await self._write(KEEPALIVE)
        except trio.BrokenResourceError as error:
            raise self._gone(say("the connection broke")) from error
        finally:
            self._turn_to_send.release()

    async def _write(self, payload: bytes) -> None:
        if self._torn:
            raise self._gone(say("an earlier message was cut off"))
        self._torn = True  # from here on: a record that is numbered must also go out
        frame = encode_frame(payload if self._sending is None else self._sending.seal(payload))
        for start in range(0, len(frame), CHUNK):
            try:
                with trio.move_on_after(self.silence) as limit:
                    await self._stream.send_all(frame[start : start + CHUNK])
            except trio.BrokenResourceError as error:
                raise self._gone(say("the connection broke")) from error
            if limit.cancelled_caught:
                raise self._silent(say("took nothing"))
        self._torn = False
        self._spoke = trio.current_time()

    def _gone(self, why: str) -> PeerGone:
        return PeerGone(say("lost {peer}", peer=self.peer), why, say("connect again to go on"))

    def _silent(self, did: str) -> PeerSilent:
        return PeerSilent(
            say("lost {peer}", peer=self.peer),
            say("it {did} for {silence:g} s", did=did, silence=self.silence),
            say("check the network on both sides, then connect again to go on"),
        )
