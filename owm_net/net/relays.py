"""Finding each other through a relay: hold a room, join one, meet in one, see which are open.

A host holds a room by a control link and is told of every guest; it meets each on a connection of
its own, so that nobody keeps others out. Two who know a secret name meet in a room of two. The
relay's words are in docs/wire.md; nothing it says is believed but that bytes come through.

Several relays may stand behind one name. One that does not hold a room says which does, and we go
there: once for each attempt, we tell so, and only to an address to which the name leads that was
typed. So a relay that lies chooses among what whoever gave us the name has chosen, and has no say
about what we connect to at home.
"""

from __future__ import annotations

import ipaddress
import math
import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple, NoReturn

import trio

from owm_net.engine.text import say, say_n
from owm_net.files import page
from owm_net.net.errors import NetError
from owm_net.net.rendezvous import (
    KEEPALIVE,
    SILENCE,
    Address,
    CannotConnect,
    check_room,
    limit,
    parse_address,
    shown,
)
from owm_net.net.streams import FramedStream
from owm_net.net.web_relay import RelayGone, RelayPlace, connect_to, gone, numbered
from owm_net.protocol.framing import (
    MAX_LINE,
    RELAY_AT,
    RELAY_BAD,
    RELAY_CALL,
    RELAY_END,
    RELAY_GAME,
    RELAY_HELD,
    RELAY_KEEP,
    RELAY_KNOCKED,
    RELAY_NO,
    RELAY_PAIR,
    RELAY_VERSION,
    RELAY_WAIT,
    ask_for_games,
    ask_to_host,
    ask_to_join,
    ask_to_knock,
    ask_to_meet,
    ask_to_take,
    is_place,
    is_room_name,
    is_secret,
)

STEP: Final = 10.0
"""Seconds until a relay has answered, connecting included; and as many more if it sends us on."""
TRIES: Final = 30.0
"""Seconds in which a guest tries again."""
PLACES: Final = 64
"""Guests a host attends to at the same time; a relay brings fewer."""
PAUSE: Final = 0.3
"""Seconds at least for a guest: a relay that lies could bring strangers without end."""
PRESENT: Final = 20.0
"""Seconds between a host's words on its control link, and the relay's answers."""
LONGEST_PAUSE: Final = 15.0
"""Seconds between attempts to take a room again."""
PAGES: Final = 20
"""Of a list of open games, at most."""
EACH: Final = 4.0
"""Of these, seconds for one address of a relay to which we are sent."""
SENT_ON: Final = 2.0
"""Seconds until we ask the first relay again, if there was nothing where it sent us."""

_CHECK = say("check the address of the relay, and that it runs")
_OTHER = say("use another relay, or ask its operator")

Tell = Callable[[str], None]
Attend = Callable[[FramedStream], Awaitable[None]]
"""What to do with a guest who came: as for net/door.py."""


class RelayRefused(NetError):
    """The relay answered, and would not bring us together.

    limit: its word for why. again: seconds after which it may be asked again, 0 for never.
    """

    def __init__(self, what: str, why: str, do: str, limit: str = "", again: float = 0) -> None:
        super().__init__(what, why, do)
        self.limit = limit
        self.again = again


class Game(NamedTuple):
    """An open room. line: what its host has written, at most 256 bytes; nobody has checked it."""

    room: str
    line: bytes


async def hold_room(
    relay: RelayPlace,
    room: str,
    attend: Attend,
    *,
    on_held: Callable[[str], None] = lambda room: None,
    tell: Tell = lambda line: None,
    line: bytes = b"",
    token: str = "",
    key: str = "",
) -> NoReturn:
    """Hold a room until cancelled; serve each guest in a separate task.

    room: "" for a number that the relay gives. on_held: told the room, once. tell: told when the
    relay is lost, and found again. line: shows the room among the open ones. key: anyone who has it
    can take the room again, 1 to 64 of A-Z, a-z, 0-9, - and _; a new one if it is "". Raises
    NetError if the room cannot be had in the first place, or never again.
    """
    key = key or secrets.token_urlsafe(16)
    if room:
        check_room(room)
    problem: NetError | None = None
    async with trio.open_nursery() as nursery:
        holder = _Holder(relay, attend, nursery)
        pause, name, lost = PAUSE, "", False
        while problem is None:
            try:
                link, room, place = await _hold(relay, ask_to_host(room, key, token, line), tell)
                try:
                    if not name:
                        on_held(room)
                    elif lost:
                        tell(
                            say(
                                "relay {relay} is there again; still waiting in room {room}",
                                relay=relay,
                                room=room,
                            )
                        )
                    name, pause, lost = room, PAUSE, False
                    await holder.listen(link, place)
                finally:
                    await link.cut()
            except NetError as error:
                if not name or (isinstance(error, RelayRefused) and not error.again):
                    problem = error
                elif not lost:
                    tell(
                        say(
                            "{what}: {why}; trying to hold room {name} again",
                            what=error.what,
                            why=error.why,
                            name=name,
                        )
                    )
                lost = True
            if problem is None:
                await trio.sleep(pause * (1 + random.random()))  # not all hosts at once
                pause = min(2 * pause, LONGEST_PAUSE)
        nursery.cancel_scope.cancel()
    assert problem is not None
    raise problem


async def _hold(
    relay: RelayPlace, ask: bytes, tell: Tell = lambda line: None
) -> tuple[FramedStream, str, RelayPlace]:
    """A control link, the room's name, and where its tickets are taken: where the link leads, for
    of several relays behind one name no other knows them. Raises NetError."""
    link, said, there = await _ask(relay, ask, tell)
    verb, _, name = said.partition(b" ")
    room = name.decode("ascii", errors="replace")
    if verb != RELAY_HELD or not is_room_name(room):
        await link.cut()
        raise _strange(link)
    link.set_patience(silence=3 * PRESENT, keepalive=PRESENT)
    return link, room, there


class _Holder:
    """A host's side of its room, over one control link after the other."""

    def __init__(self, relay: RelayPlace, attend: Attend, nursery: trio.Nursery) -> None:
        self._relay = relay  # for people
        self._attend = attend
        self._nursery = nursery
        self._guests = 0

    async def listen(self, control: FramedStream, place: RelayPlace) -> None:
        """Have everybody attended to who is called out, until the link is lost: NetError. place:
        where their tickets are taken."""
        while True:
            verb, _, ticket = (await _answer(control)).partition(b" ")
            text = ticket.decode("ascii", errors="replace")
            if verb != RELAY_CALL or not is_secret(text):
                raise _strange(control)
            if self._guests < PLACES:
                self._guests += 1
                self._nursery.start_soon(self._guest, control, place, text)

    async def _guest(self, control: FramedStream, place: RelayPlace, ticket: str) -> None:
        async def keep() -> None:
            with suppress(NetError, trio.ClosedResourceError):  # the link to the relay is lost
                await control.send(RELAY_KEEP + b" " + ticket.encode())

        try:
            with suppress(NetError):  # it has gone, or another has come in its place
                link, said, _ = await _ask_there(place, ask_to_take(ticket), STEP)
                await _to_pair(link, said, STEP)
                link.peer = say("a guest of relay {relay}", relay=self._relay)
                link.set_patience(silence=SILENCE, keepalive=KEEPALIVE)
                link.on_known = keep
                try:
                    await self._attend(link)
                except BaseException:
                    await link.cut()
                    raise
                if not link.is_closed:  # else it was sent away, and is not known
                    await keep()
            await trio.sleep(PAUSE)
        finally:
            self._guests -= 1


async def join_room(
    relay: RelayPlace,
    room: str,
    *,
    token: str = "",
    patience: float = TRIES,
    on_wait: Callable[[RelayRefused], None] | None = None,
    tell: Tell = lambda line: None,
    silence: float = SILENCE,
    keepalive: float = KEEPALIVE,
) -> FramedStream:
    """Be brought to the host of a room; tries again for `patience` seconds, told each reason.

    tell: told when another relay has the room. silence, keepalive: as for FramedStream, from then
    on. Raises BadRoom, CannotConnect, RelayRefused.
    """
    check_room(room)
    give_up = trio.current_time() + patience
    while True:
        pause = PAUSE
        try:
            link, said, _ = await _ask(relay, ask_to_join(room, token), tell)
            await _to_pair(link, said, 5 * STEP)
            link.peer = say("the host of room {room}", room=room)
            link.set_patience(silence=silence, keepalive=keepalive)
            return link
        except RelayRefused as error:
            if not error.again or trio.current_time() + error.again > give_up:
                raise
            if on_wait is not None:
                on_wait(error)
            pause = error.again
        except RelayGone:
            if trio.current_time() > give_up:
                raise
        await trio.sleep(pause * (0.75 + random.random() / 2))


async def meet_room(
    relay: RelayPlace,
    room: str,
    *,
    key: str = "",
    token: str = "",
    on_wait: Callable[[], None] | None = None,
    patience: float = math.inf,
    silence: float = SILENCE,
    keepalive: float = KEEPALIVE,
) -> FramedStream:
    """Meet the other who knows this room.

    key: of ours for this room; with it we take our own place again, should the relay believe that
    we are still there. on_wait: called once if we are the first there. patience: seconds to wait
    for the other. silence, keepalive: as for FramedStream, from then on. Raises BadRoom,
    CannotConnect, RelayRefused.
    """
    check_room(room)
    ask = ask_to_meet(room, key or secrets.token_urlsafe(16), token)
    link, said, _ = await _ask(relay, ask)
    await _to_pair(link, said, patience, on_wait, say("nobody came to room {room}", room=room))
    link.peer = say("the other side of room {room}", room=room)
    link.set_patience(silence=silence, keepalive=keepalive)
    return link


async def by_family(relay: RelayPlace) -> dict[int, RelayPlace]:
    """The relay by IPv4 and by IPv6, as far as its name leads there: at the first address."""
    ways: dict[int, RelayPlace] = {}
    for number in await _numbers(relay):
        ways.setdefault(6 if ":" in number else 4, numbered(relay, number))
    return ways


async def ask_for_knock(relay: RelayPlace, port: int, nonce: str, *, token: str = "") -> Address:
    """Have the relay connect to a port of ours and say a nonce there. Returns where it did so: our
    address as it is seen from outside, if that is true. Raises CannotConnect, RelayRefused."""
    link, said, _ = await _ask_there(relay, ask_to_knock(port, nonce, token), STEP)
    await link.cut()
    verb, _, rest = said.partition(b" ")
    place = rest.decode("ascii", errors="replace")
    if verb == RELAY_KNOCKED and is_place(place):
        with suppress(ValueError):
            reached = parse_address(place)
            if reached.port == port and ipaddress.ip_address(reached.host).is_global:
                return reached
    raise _strange(link)


async def open_games(relay: RelayPlace, *, token: str = "") -> list[Game]:
    """The rooms that are open at a relay, the oldest first. Raises CannotConnect, RelayRefused."""
    games: list[Game] = []
    after = 0
    for _ in range(PAGES):
        link, said, _ = await _ask_there(relay, ask_for_games(after, token), STEP)
        try:
            with limit(STEP, say("cannot use {peer}", peer=link.peer), _CHECK):
                more = await _page(link, said, games)
        finally:
            await link.cut()
        if more <= after:
            break
        after = more
    return games


async def _page(link: FramedStream, said: bytes, games: list[Game]) -> int:
    """Add the games of one page. Returns the number to go on after, 0 for the last page."""
    for _ in range(1000):
        verb, _, rest = said.partition(b" ")
        if verb == RELAY_END and (not rest or (rest.isdigit() and len(rest) <= 12)):
            return int(rest or b"0")
        name, _, line = rest.partition(b" ")
        room = name.decode("ascii", errors="replace")
        if verb != RELAY_GAME or not is_room_name(room) or len(line) > MAX_LINE:
            break
        games.append(Game(room, line))
        said = await _answer(link)
    raise _strange(link)


class _Answered(NamedTuple):
    """A relay's first answer. there: where that relay is, in numbers."""

    link: FramedStream
    said: bytes
    there: RelayPlace


async def _ask(relay: RelayPlace, ask: bytes, tell: Tell = lambda line: None) -> _Answered:
    """Connect and say what we want. The answer is of another relay, if this one sends us there.
    Raises NetError."""
    first = link, said, _ = await _ask_there(relay, ask, STEP)
    verb, _, rest = said.partition(b" ")
    if verb != RELAY_AT:
        return first
    await link.cut()
    place = rest.decode("ascii", errors="replace")
    if not is_place(place):
        raise _strange(link)
    why = say("not within {seconds:g} s", seconds=STEP)
    with trio.move_on_after(STEP):
        ways = await _allowed(relay, parse_address(place))
        tell(say("relay {relay} sends us on to relay {place}", relay=relay, place=place))
        for way in ways:
            try:
                answered = await _ask_there(way, ask, EACH)
            except CannotConnect as error:
                why = say("{what}: {why}", what=error.what, why=error.why)
                continue
            if not answered.said.startswith(RELAY_AT + b" "):
                return answered
            await answered.link.cut()
            why = say("which sends us on as well")
    what = say("relay {relay} sent us on to relay {place}", relay=relay, place=place)
    raise RelayRefused(what, why, say("try again"), "sent-on", SENT_ON)


async def _allowed(relay: RelayPlace, place: Address) -> list[RelayPlace]:
    """Where a relay is to which another may send us: at the addresses to which the name of that one
    leads as well; by WebSocket, at the port of that one. Raises RelayRefused."""
    known = await _numbers(relay)
    ways = await _numbers(place)
    there = place if isinstance(relay, Address) else relay
    allowed = [numbered(there, number) for number in ways if number in known]
    if allowed:
        return allowed
    why, do = say("there is no such host"), _OTHER
    if ways:
        why = say("{host} does not lead there", host=relay.host)
        do = say("type a name that leads to all of its relays, or ask its operator for it")
    raise RelayRefused(
        say("cannot go where relay {relay} sends us, to {place}", relay=relay, place=place),
        why,
        do,
        "sent-on",
        SENT_ON,
    )


async def _numbers(relay: RelayPlace) -> list[str]:
    """The numeric addresses of its host, in the order in which they are to be tried."""
    try:
        found = await trio.socket.getaddrinfo(relay.host, relay.port, type=trio.socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(where[0]) for *_, where in found))


async def _ask_there(relay: RelayPlace, ask: bytes, seconds: float) -> _Answered:
    """Raises NetError; CannotConnect if it takes longer."""
    late = trio.current_time() + seconds
    stream, number = await connect_to(relay, seconds)
    link = FramedStream(stream, peer=f"relay {relay}", silence=math.inf, keepalive=math.inf)
    try:
        with trio.fail_at(late):
            await link.send(ask)
            return _Answered(link, await _answer(link), numbered(relay, number))
    except trio.TooSlowError:
        await link.cut()
        why = say("not within {seconds:g} s", seconds=seconds)
        raise CannotConnect(say("cannot use {peer}", peer=link.peer), why, _CHECK) from None
    except BaseException:
        await link.cut()
        raise


async def _to_pair(
    link: FramedStream,
    said: bytes,
    patience: float,
    on_wait: Callable[[], None] | None = None,
    nobody: str = say("nobody came"),
) -> None:
    """Wait until the relay has brought us together; else the link is closed. said: its first
    answer. Raises NetError."""
    try:
        if said == RELAY_WAIT:
            if on_wait is not None:
                on_wait()
            with limit(patience, nobody, say("ask the other side to come")):
                said = await _answer(link)
        if said != RELAY_PAIR:
            raise _strange(link)
    except BaseException:
        await link.cut()
        raise


async def _answer(link: FramedStream) -> bytes:
    """Return the relay's answer, unless it is a refusal. Raises NetError."""
    said = await link.receive()
    if said is None:
        raise gone(link.peer)
    verb, _, rest = said.partition(b" ")
    if verb == RELAY_BAD:
        raise RelayRefused(
            say("cannot use {peer}", peer=link.peer),
            say(
                "it is of version 1, this program wants version {relay_version}",
                relay_version=RELAY_VERSION,
            ),
            say("use another relay, or ask its operator to install the newest owm_net"),
            "version",
        )
    if verb != RELAY_NO:
        return said
    word, _, rest = rest.partition(b" ")
    again, _, why = rest.partition(b" ")
    seconds = int(again) if again.isdigit() and len(again) <= 9 else 0
    if word == b"token" and page.here() is not None:
        raise RelayRefused(
            say("{peer} refused us", peer=link.peer),
            say("it admits only those who know its access token"),
            say("write that under Settings, on the title"),
            "token",
        )
    raise RelayRefused(
        say("{peer} refused us", peer=link.peer),
        say("it says {why}", why=shown(why.decode("ascii", errors="replace"))),
        say("try again in {time}", time=in_words(seconds)) if seconds else _OTHER,
        word.decode("ascii", errors="replace"),
        seconds,
    )


def in_words(seconds: int) -> str:
    """How long that is, as people say it."""
    if seconds >= 86400:
        return say_n("a day", "{n} days", seconds // 86400)
    if seconds >= 3600:
        return say_n("an hour", "{n} hours", seconds // 3600)
    if seconds >= 60:
        return say_n("a minute", "{n} minutes", seconds // 60)
    return say("{seconds} s", seconds=seconds)


def _strange(link: FramedStream) -> RelayRefused:
    return RelayRefused(
        say("cannot use {peer}", peer=link.peer), say("it says what no relay says"), _CHECK
    )
