"""How people come to a host who has a code for them: at its port, in a room of a relay, by looking
on the own network. The lobby of a match and the stand for spectators are both reached so.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

import trio
from attrs import evolve, frozen

from owm_net.engine.text import say
from owm_net.net.addresses import EVERYWHERE, interfaces, is_loopback, reached_at
from owm_net.net.door import keep_open
from owm_net.net.errors import NetError
from owm_net.net.invitation import TOKEN, InvitationLine, addresses_for
from owm_net.net.outside import HeardKnocks, Outside
from owm_net.net.relays import hold_room
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream, first_error
from owm_net.net.web_relay import RelayPlace
from owm_net.protocol.codes import Code, Invitation, is_code_room

LOOK_AGAIN: Final = 3.0
"""Seconds until we look again whether this machine's addresses are still the same."""
NUMBER: Final = 5.0
"""Seconds that a port waits for a relay, which gives the number of our code; then we choose it."""

Tell = Callable[[str], None]


@frozen
class Ways:
    """Where a host waits. port, bind: of this machine, unless port is None. relay: in a room of it;
    room: that of our code, "" for one that the relay gives; token: what it asks for. lan: which
    addresses of this machine announce it on their networks, () for all, None for none of them.
    listed: for an open game, its line from the words of the code; see session/open_games.py.
    router: ask it to let friends in at the port. page: where a relay serves owm_net to browsers; an
    invitation is a link to it then."""

    port: int | None = None
    bind: str = EVERYWHERE
    relay: RelayPlace | None = None
    room: str = ""
    token: str = ""
    lan: tuple[str, ...] | None = None
    listed: Callable[[str], bytes] | None = None
    router: bool = False
    page: str = ""

    def line(self, invitation: Invitation) -> bytes:
        """How an open game is listed; empty for one that is not."""
        return self.listed(invitation.code.words) if self.listed is not None else b""


class Inviting(Protocol):
    """One who has others come. invitation: the code that is open now. public: where they reach our
    port from the internet, if that is known. begins: whether the match does, so that our port is
    still needed when we wait no longer."""

    invitation: Invitation
    public: Address | None
    begins: bool

    @property
    def people(self) -> str:
        """Return who comes, for our player, such as "your friend"."""

    @property
    def verb(self) -> str:
        """Return which of our verbs they type."""

    async def attend(self, link: FramedStream) -> None:
        """One has come; as for net/door.py."""

    def invite(self, ways: Ways, address: Address | None) -> None:
        """Say what they have to type. address: where we listen, if we do."""

    def say_invitation(self) -> None:
        """Say the line by which they come, for it has changed."""

    def tell(self, line: str) -> None:
        """Something that our player should read."""


async def hold(
    host: Inviting, ways: Ways, room: str, settled: trio.Event, *, key: str = ""
) -> None:
    """Have people come to a room of the relay, until cancelled.

    room: "" for one that the relay gives; the code has its number from then on. settled: is set
    when that is known. key: as for `hold_room`. Raises NetError.
    """
    assert ways.relay is not None
    relay = ways.relay

    def held(given: str) -> None:
        first.deadline = math.inf
        if not (room or first.cancel_called or is_code_room(given)):
            why = say("it gives room {given}, which is no number", given=given)
            raise NetError(say("cannot use relay {relay}", relay=relay), why, say("use another"))
        code = host.invitation.code
        if given != code.room:
            host.invitation = evolve(host.invitation, code=Code(given, code.words))
        host.tell(
            say(
                "waiting for {people} in room {given} of relay {relay}",
                people=host.people,
                given=given,
                relay=relay,
            )
        )
        if ways.port is None:
            host.invite(ways, None)
        settled.set()

    asks = partial(hold_room, on_held=held, tell=host.tell, line=ways.line(host.invitation),
                   token=ways.token, key=key)  # fmt: skip
    with trio.CancelScope() as first:
        if ways.port is not None:
            first.deadline = trio.current_time() + NUMBER
        await asks(relay, room, host.attend)
    host.tell(say("relay {relay} takes its time; still asking it", relay=relay))
    settled.set()
    await asks(relay, host.invitation.code.room, host.attend)


async def listen(host: Inviting, ways: Ways) -> None:
    """Have people come to our port, and find it on the own networks, until cancelled. Networks may
    come and go meanwhile. Raises CannotListen."""
    assert ways.port is not None
    knocks = HeardKnocks()

    async def attend(link: FramedStream) -> None:
        link.is_knock = knocks.is_knock
        await host.attend(link)

    try:
        async with trio.open_nursery() as nursery:

            def listening(address: Address) -> None:
                known = ways
                if ways.lan == () and is_loopback(address.host):  # nobody else could come
                    known = evolve(ways, lan=None)
                host.invite(known, address)
                nursery.start_soon(_keep_announced, host, known, address, knocks)

            await keep_open(ways.bind, ways.port, attend, listening)
    except BaseExceptionGroup as group:
        raise first_error(group) from None


async def _keep_announced(
    host: Inviting, ways: Ways, address: Address, knocks: HeardKnocks
) -> None:
    """Announce on the current local networks, and at their router, again whenever they change; and
    say if guests now need another address."""

    def found(public: Address | None) -> None:
        if host.public != public:
            host.public = public
            host.say_invitation()

    asks_outside = ways.router or ways.relay is not None
    outside = Outside(address.port, ways.router, ways.relay, ways.token, knocks, host.tell, found)
    invited = reached_at(address.host)
    _warn_if_alone(host, address)
    while True:
        known, typed = interfaces(address.host, ways.lan or ()), reached_at(address.host)
        if typed != invited:
            invited, host.public = typed, None
            _warn_if_alone(host, address)
            if any(not is_loopback(one) for one in typed):
                host.tell(
                    say(
                        "this machine is on another network now; the new invitation: {line}",
                        line=invitation_line(host, ways, address),
                    )
                )
        async with trio.open_nursery() as nursery:
            if ways.lan is not None:
                nursery.start_soon(_announce, host, ways, address)
            if asks_outside and not all(map(is_loopback, typed)):
                nursery.start_soon(outside.keep, lambda: host.begins)
            while True:
                await trio.sleep(LOOK_AGAIN)
                if interfaces(address.host, ways.lan or ()) != known:
                    break
            nursery.cancel_scope.cancel()


def _warn_if_alone(host: Inviting, address: Address) -> None:
    """Warn if this machine is on no network. A player who bound the port to loopback knows."""
    if address.host in (EVERYWHERE, "0.0.0.0") and all(map(is_loopback, reached_at(address.host))):
        host.tell(
            say(
                "this machine is on no network: only programs on it can reach port {port}",
                port=address.port,
            )
        )


async def _announce(host: Inviting, ways: Ways, address: Address) -> None:
    """Until cancelled; without it we are only harder to find."""
    from owm_net.net.lan import NoLan, announce

    code, line = host.invitation.code, ways.line(host.invitation)
    try:
        async with announce(
            code.room, address.port, bound=address.host, line=line, only=ways.lan or ()
        ):
            await trio.sleep_forever()
    except NoLan as error:
        why = say("{what}: {why}", what=error.what, why=error.why)
        host.tell(
            say("{why}; {people} types the address or uses a relay", why=why, people=host.people)
        )


def invitation_line(host: Inviting, ways: Ways, address: Address | None) -> str:
    """Return the line by which people come. address: where we listen, if we do."""
    if ways.page:
        return f"{ways.page}#{host.invitation.code}"
    near = [] if address is None else [Address(x, address.port) for x in reached_at(address.host)]
    token = TOKEN if ways.token else ""  # not the token itself: this line is passed on
    line = InvitationLine(host.invitation.code, addresses_for(near, host.public), ways.relay, token)
    return line.command(host.verb)
