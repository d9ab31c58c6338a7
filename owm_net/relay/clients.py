"""One connection to the relay, and where it stands.

    NEW --> ASKING --> HOLDING
              |
              +------> QUEUED --its turn--> CALLED --+
              +------> WAITING ----------------------+--> PAIRED
              +--(second of two, host with a ticket)-+

    NEW --sent away--> REJECTED      any other but PAIRED --sent away--> DISMISSED

A pair is cut, never sent away: its bytes must not be mixed with words of ours. A client that is
sent away leaves its room in the same moment, so nobody is paired with it.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum

import trio

from owm_net.protocol.framing import encode_frame
from owm_net.relay.limits import Refused
from owm_net.relay.sockets import GONE
from owm_net.strangers.origins import Origin


class ClientState(Enum):
    """NEW: has not said yet what it wants. ASKING: has, and hears soon what it gets. HOLDING: a
    host, by its control link. QUEUED: a guest who waits to be met. CALLED: its host is told to
    come. WAITING: the first in a room of two. PAIRED: copies bytes. REJECTED, DISMISSED: must go,
    and its own task tells it why; only the latter had a place among the connections."""

    NEW = "new"
    ASKING = "asking"
    HOLDING = "holding"
    QUEUED = "queued"
    CALLED = "called"
    WAITING = "waiting"
    PAIRED = "paired"
    REJECTED = "rejected"
    DISMISSED = "dismissed"


NEXT: dict[ClientState, set[ClientState]] = {
    ClientState.NEW: {ClientState.ASKING, ClientState.REJECTED},
    ClientState.ASKING: {
        ClientState.HOLDING,
        ClientState.QUEUED,
        ClientState.WAITING,
        ClientState.PAIRED,
        ClientState.DISMISSED,
    },
    ClientState.HOLDING: {ClientState.DISMISSED},
    ClientState.QUEUED: {ClientState.CALLED, ClientState.DISMISSED},
    ClientState.CALLED: {ClientState.PAIRED, ClientState.DISMISSED},
    ClientState.WAITING: {ClientState.PAIRED, ClientState.DISMISSED},
    ClientState.PAIRED: set(),
    ClientState.REJECTED: set(),
    ClientState.DISMISSED: set(),
}
IDLE = frozenset({ClientState.HOLDING, ClientState.QUEUED, ClientState.WAITING})
"""Those in which it gives way to others when all connections are in use."""


class GuestStanding(Enum):
    """How far a host knows a guest. It knows nothing of a STRANGER. A second message of one may be
    a guess at the host's code, which makes it a SUSPECT, counted as a failed guess. A client that
    is no guest is KNOWN from the beginning; a guest is KNOWN once its host says so."""

    KNOWN = "known"
    STRANGER = "stranger"
    SUSPECT = "suspect"


class Client:
    """One connection. host: its address, as text, "" if it has none. call: of a CALLED guest, its
    host and the word to say to it. out: why it is sent away, of one that is REJECTED or DISMISSED.
    scope: all that its task does. talking: whoever says something to it holds this, for guests are
    called out to a host by their own tasks."""

    __slots__ = (
        "_watching", "call", "host", "number", "origin", "out", "scope", "standing", "state",
        "stream", "talking",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        stream: trio.abc.HalfCloseableStream,
        origin: Origin,
        host: str = "",
    ) -> None:
        self.number = number
        self.host = host
        self.stream = stream
        self.origin = origin
        self.state = ClientState.NEW
        self.standing = GuestStanding.KNOWN
        self.scope = trio.CancelScope()
        self.call: tuple[Client, bytes] | None = None
        self.out: Refused | None = None
        self._watching: trio.CancelScope | None = None
        self.talking = trio.Lock()

    @property
    def has_place(self) -> bool:
        """Return whether it has a place among the connections, having said what it wants."""
        return self.state not in (ClientState.NEW, ClientState.REJECTED)

    def becomes(self, state: ClientState) -> None:
        """Change the state. Raises ValueError if this one does not lead there."""
        if state not in NEXT[self.state]:
            raise ValueError(f"a client that is {self.state.value} becomes not {state.value}")
        self.state = state

    def turn(self, host: Client, word: bytes) -> None:
        """Wake a guest whose turn it is."""
        self.becomes(ClientState.CALLED)
        self.call = host, word
        self._wake()

    def pair(self) -> None:
        """Wake a client whose partner has come."""
        self.becomes(ClientState.PAIRED)
        self._wake()

    def send_away(self, why: Refused) -> None:
        """Have its own task tell it why; the first reason counts."""
        if self.out is None:
            self.becomes(ClientState.DISMISSED if self.has_place else ClientState.REJECTED)
            self.out = why
            self.scope.cancel()

    def _wake(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    async def watch(self, seconds: float) -> None:
        """Until somebody wakes its task, or time is over. Raises Refused if it speaks,
        ClosedResourceError if it goes."""
        heard: bytes | bytearray | None = None
        with trio.move_on_after(seconds) as self._watching:
            heard = await self.stream.receive_some(1)
        self._watching = None
        if heard and self.state is not ClientState.PAIRED:
            raise too_early()
        if heard is not None:
            raise trio.ClosedResourceError

    async def until_paired(self, seconds: float, late: Refused) -> None:
        """Wait until somebody has come. Raises `late` if nobody has in this time."""
        if self.state is not ClientState.PAIRED:
            await self.watch(seconds)
        if self.state is not ClientState.PAIRED:
            raise late

    async def say(self, word: bytes, seconds: float) -> None:
        """Send one frame, by its own task. Raises BrokenResourceError if it did not go in time."""
        if not await self.takes(word, seconds):
            raise trio.BrokenResourceError("takes no bytes")

    async def takes(self, word: bytes, seconds: float) -> bool:
        """Send one frame. Returns whether it went out in time."""
        with trio.move_on_after(seconds), suppress(*GONE):
            async with self.talking:
                await self.stream.send_all(encode_frame(word))
                return True
        return False


def too_early() -> Refused:
    """Of a client that speaks before it has somebody to speak to."""
    return Refused("quiet", "speak after PAIR, not before")
