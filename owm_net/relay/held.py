"""Rooms that a host holds: the host on its control link, and the guests it is called out to.

host:   HOST -> HELD, keepalives and KEEP, until it leaves or is cut off
guest:  JOIN -> WAIT in a queue -> the host is told CALL and a ticket
host:   TAKE with that ticket on another connection -> PAIR of both
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from owm_net.protocol.framing import (
    MAX_SAID,
    RELAY_CALL,
    RELAY_HELD,
    RELAY_KEEP,
    RELAY_WAIT,
    FrameError,
    FrameReader,
    is_secret,
)
from owm_net.relay.clients import Client, ClientState, GuestStanding
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Bucket, Limits, Refused
from owm_net.relay.pairs import Pairs
from owm_net.relay.policy import Gate
from owm_net.relay.requests import Host, Join, Take
from owm_net.relay.rooms import SOON, Rooms, RoomState
from owm_net.relay.sharing import SentOn, SharedRooms
from owm_net.relay.sockets import GONE

SPOKEN = 20.0  # frames a second that a host may say on its control link
PRESENT = b"\0"  # a host's keepalive, and the answer to it


class HeldRooms:
    """The requests about them. send_off: has a client go, because of itself or of another."""

    def __init__(
        self,
        rooms: Rooms[Client],
        shared: SharedRooms[Client],
        gate: Gate,
        pairs: Pairs,
        journal: Journal,
        send_off: Callable[[Client, Refused], None],
    ) -> None:
        self._rooms = rooms
        self._shared = shared
        self._gate = gate
        self._pairs = pairs
        self._journal = journal
        self._send_off = send_off

    @property
    def _limits(self) -> Limits:
        return self._rooms.limits

    async def host(self, client: Client, request: Host, now: float) -> None:
        """Hold a room until its host leaves. Raises Refused, SentOn, BrokenResourceError."""
        name = request.room
        if name:
            if name.isdigit() and not self._rooms.is_had_by(request.key, name):
                self._gate.names(client.origin, name, now)
            await self._shared.claim(name, client.origin)
        elif not self._rooms.is_kept_for(request.key):
            name = await self._shared.new_number(client.origin)
        try:
            await trio.lowlevel.checkpoint_if_cancelled()
            name, before = self._rooms.host(
                client, client.origin, name, request.key, request.line, trio.current_time()
            )
        except (Refused, trio.Cancelled):
            self._shared.let_go(name, client.origin)
            raise
        client.becomes(ClientState.HOLDING)
        if before is not None:
            before.send_away(Refused("again", "you hold this room with another connection now"))
        else:
            self._journal.rooms += 1
        self._journal.detail(f"{client.number} holds a room")
        if request.line:
            self._shared.opened()
        try:
            await client.say(RELAY_HELD + b" " + name.encode(), self._limits.handshake_seconds)
            with trio.move_on_after(self._limits.hold_seconds):
                await self._listen_to_host(client)
                return
        except (trio.Cancelled, *GONE):  # cut off; who was sent away is in no room any more
            self._rooms.leave(client, trio.current_time(), cut_off=True)
            raise
        raise Refused("hold", f"nobody holds a room for {self._limits.hold_seconds:g} s", 1)

    async def _listen_to_host(self, client: Client) -> None:
        """Until it ends in good order. Raises BrokenResourceError if it does not."""
        reader = FrameReader(MAX_SAID)
        bucket = Bucket(SPOKEN, 10 * SPOKEN, trio.current_time())
        while True:
            data: bytes | bytearray | None = None
            with trio.move_on_after(self._limits.host_silence):
                data = await client.stream.receive_some(MAX_SAID)
            if data is None:
                raise trio.BrokenResourceError("says nothing")
            if not data:
                return
            try:
                reader.receive_data(data)
                for said in reader.frames():
                    bucket.level -= 1
                    await self._on_host_word(client, said)
            except FrameError as error:
                raise Refused("garbled", f"that was {error.reason}") from None
            if bucket.level < 0:
                await trio.sleep(bucket.debt(trio.current_time()))

    async def _on_host_word(self, client: Client, said: bytes) -> None:
        if said == PRESENT:
            await client.say(PRESENT, self._limits.handshake_seconds)
            return
        verb, _, ticket = said.partition(b" ")
        text = ticket.decode("ascii", errors="replace")
        if verb != RELAY_KEEP or not is_secret(text):
            raise Refused("garbled", "a host says KEEP and a ticket, and nothing else")
        guest = self._rooms.keep(client, text)
        if guest is not None:
            self._gate.known(guest)

    async def join(self, client: Client, request: Join, now: float) -> None:
        """Queue a guest, and call it out to its host in its turn. Raises Refused, SentOn."""
        if self._rooms.state(request.room) in (RoomState.HELD, RoomState.KEPT_FOR_HOST):
            self._gate.may_miss(client.origin, now)
        else:
            missed = self._gate.names(client.origin, request.room, now)
            try:
                await self._shared.look_elsewhere(request.room)
            except SentOn:
                self._gate.forgive(client.origin, missed)
                raise
            await trio.lowlevel.checkpoint_if_cancelled()
            now = trio.current_time()
        gone = self._rooms.join(client, client.origin, request.room, now)
        client.becomes(ClientState.QUEUED)
        client.standing = GuestStanding.STRANGER
        self._journal.joins += 1
        late = Refused("queue", "more come to this room at once than its host can meet", SOON)
        if gone is client:
            raise late
        if gone is not None:
            self._send_off(gone, late)
        self.call_out(now)
        await client.say(RELAY_WAIT, self._limits.handshake_seconds)
        if client.state is ClientState.QUEUED:
            await client.watch(self._limits.queue_seconds)
        if client.call is None:
            raise late
        self._journal.detail(f"{client.number} is called out")
        host, word = client.call
        with trio.CancelScope(shield=True):  # a call is whole, though the guest may be gone
            if not await host.takes(word, self._limits.handshake_seconds):
                host.scope.cancel()
        seconds = self._limits.call_seconds
        late = Refused("call", f"the host of this room has not come within {seconds:g} s", SOON)
        await client.until_paired(seconds, late)

    def call_out(self, now: float) -> None:
        """Call out the guests whose turn it is."""
        for call in self._rooms.due(now):
            if call.gone is not None:
                self._send_off(call.gone, Refused("guests", "others want to be met too", SOON))
            call.guest.turn(call.host, RELAY_CALL + b" " + call.ticket.encode())

    def take(self, client: Client, request: Take, now: float) -> None:
        """Pair a host with the guest of a ticket. Raises Refused."""
        try:
            guest = self._rooms.redeem(request.ticket)
        except Refused:
            self._gate.count_ask(client, now)
            raise
        self._gate.uncount(client)
        self._pairs.bring_together(guest, client, now)
