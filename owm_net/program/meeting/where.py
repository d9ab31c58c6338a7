"""Where the players of a match meet."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Protocol

from attrs import field, frozen

from owm_net.client.language import tr_error
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.addresses import EVERYWHERE
from owm_net.net.invitation import BadInvitation, InvitationLine, read_invitation
from owm_net.net.peers import entropy
from owm_net.net.rendezvous import (
    Address,
    BadAddress,
    parse_address,
)
from owm_net.net.streams import FramedStream
from owm_net.net.web_relay import RelayPlace, parse_relay
from owm_net.program.failing import USAGE, Fail
from owm_net.protocol.codes import Code, new_code
from owm_net.protocol.framing import NO_RELAY, is_secret

Tell = Callable[[str], None]


class Local(Protocol):
    """The other side is a program of this machine, started when it is needed. code: it has it."""

    code: Code

    async def connect(self, tell: Tell, patience: float) -> FramedStream:
        """Start it, again if it has ended; the link to it. Raises NetError."""

    def facts(self) -> dict[str, str | int]:
        """Return its notes for the private file."""


@frozen
class StandAt:
    """Of a host: where spectators come. minutes: by which they are behind. port: where they find
    us, 0 for any that is free. code, key: theirs, and with which we take our room at a relay again.
    lan: whether it is announced on the own network."""

    minutes: int
    port: int = 0
    code: Code = field(factory=lambda: new_code(entropy))
    key: str = field(factory=lambda: os.urandom(12).hex(), repr=False)
    lan: bool = True


@frozen
class Meeting:
    """How to reach the other side: listen on `port`, dial `address`, meet in `room` of `relay`,
    look on the own network, or start a `local` program. A host waits by all ways that are given, a
    guest tries one after the other: address, own network, relay.

    also: further addresses of the same host, from an invitation; all are dialled at once.
    lan: by which addresses of this machine to look and announce, () for all, None for not at all.
    rooms: of the relay, by seat, in which those meet again who have met; nobody else knows their
    names. host: the seat that waits for all the others. key: ours, with which we take our place in
    such a room again. code: of a first meeting; a host may leave it to chance. listed: of a host,
    the line of an open game. identity: for a guest, the key that the list shows. token: what the
    relay asks for. stand: of a host, for spectators; None for none. unwatched: of a guest, who
    plays no match that others may watch. clock: of a host, the match clock, as
    `session.clock_terms` writes it. router: of a host, whether it is asked to let others in at the
    port. any_relay: where none is named, the first known one that answers is used. page: of a host
    in a browser, the address of its page.
    """

    port: int | None = None
    bind: str = EVERYWHERE
    address: Address | None = None
    also: tuple[Address, ...] = ()
    relay: RelayPlace | None = None
    room: str = ""
    local: Local | None = None
    rooms: Mapping[Seat, str] = field(factory=dict)
    host: Seat = field(default=Seat(0))
    key: str = field(factory=lambda: os.urandom(12).hex())
    code: Code | None = None
    lan: tuple[str, ...] | None = None
    listed: Callable[[str], bytes] | None = None
    identity: bytes = b""
    token: str = ""
    stand: StandAt | None = None
    unwatched: bool = False
    clock: str = ""
    router: bool = False
    any_relay: bool = False
    page: str = ""

    @property
    def said(self) -> str:
        """Return the code and the places, for a guest who has pasted an invitation."""
        assert self.code is not None
        addresses = () if self.address is None else (self.address, *self.also)
        return InvitationLine(self.code, addresses, self.relay).said


def meeting(
    address: str = "",
    relay: str = "",
    code: str = "",
    port: int | None = None,
    bind: str = EVERYWHERE,
    *,
    lan: bool = False,
) -> Meeting:
    """From what was typed. code: a text with an invitation in it; what that says of the relay goes
    before `relay`, of which it may need the token. lan: look on the own network, unless an address
    is known. Raises Fail, of wrong usage."""
    try:
        line = read_invitation(code) if code else None
        relay = "" if relay == NO_RELAY else relay
        token, at, place = relay.rpartition("@")
        if at and not is_secret(token):
            raise BadAddress(
                say("that is no access token of a relay"),
                say("it has 1 to 64 of A-Z, a-z, 0-9, - and _"),
                say("write TOKEN@HOST:PORT or TOKEN@wss://HOST"),
            )
        addresses: tuple[Address, ...] = (parse_address(address),) if address else ()
        at_relay = parse_relay(place) if relay else None
        if line is not None:
            addresses = addresses or line.addresses
            if line.relay is not None and line.relay != at_relay:
                at_relay, token = line.relay, ""
            token = line.token or token
        where = Meeting(
            port=port,
            bind=bind or EVERYWHERE,
            address=addresses[0] if addresses else None,
            also=addresses[1:],
            relay=at_relay,
            room=line.code.room if line is not None else "",
            code=line.code if line is not None else None,
            lan=() if lan and not addresses else None,
            token=token,
        )
    except (BadAddress, BadInvitation) as e:
        raise Fail(tr_error(e), USAGE) from e
    if port is not None and not 0 <= port <= 65535:
        raise Fail(say("there is no port {port}: ports go from 0 to 65535", port=port), USAGE)
    return where
