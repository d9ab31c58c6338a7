"""Finding each other through a relay: hold a room, join one, meet in one, see which are open.

A host holds a room by a control link and is told of every guest; it meets each on a connection of
its own, so that nobody keeps others out. Two who know a secret name meet in a room of two. The
relay's words are in docs/wire.md; nothing it says is believed but that bytes come through.
"""

from __future__ import annotations

import math
import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple, NoReturn

import trio

from owm_net.net.errors import NetError
from owm_net.net.rendezvous import (
    KEEPALIVE,
    SILENCE,
    Address,
    CannotConnect,
    check_room,
    connect_within,
    limit,
    notice_the_dead,
    shown,
)
from owm_net.net.streams import FramedStream
from owm_net.protocol.framing import (
    MAX_LINE,
    RELAY_BAD,
    RELAY_CALL,
    RELAY_END,
    RELAY_GAME,
    RELAY_HELD,
    RELAY_KEEP,
    RELAY_NO,
    RELAY_PAIR,
    RELAY_VERSION,
    RELAY_WAIT,
    ask_for_games,
    ask_to_host,
    ask_to_join,
    ask_to_meet,
    ask_to_take,
    is_room_name,
    is_secret,
)

STEP: Final = 10.0
"""Seconds for one step: to connect, to be answered."""
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

_CHECK = "check the address of the relay, and that it runs"
_OTHER = "use another relay, or ask its operator"

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


class RelayGone(CannotConnect):
    """The relay ended the connection before it had brought us together."""


class Game(NamedTuple):
    """An open room. line: what its host has written, at most 256 bytes; nobody has checked it."""

    room: str
    line: bytes


async def hold_room(
    relay: Address,
    room: str,
    attend: Attend,
    *,
    on_held: Callable[[str], None] = lambda room: None,
    tell: Callable[[str], None] = lambda line: None,
    line: bytes = b"",
    token: str = "",
    key: str = "",
) -> NoReturn:
    """Hold a room until cancelled; each guest is attended to in a task of its own.

    room: "" for a number that the relay gives. on_held: told the room, once. tell: told when the
    relay is lost, and found again. line: shows the room among the open ones. key: who has it can
    take the room again, 1 to 64 of A-Z, a-z, 0-9, - and _; a new one if it is "".
    Raises NetError if the room cannot be had in the first place, or never again.
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
                link, room = await _hold(relay, ask_to_host(room, key, token, line))
                try:
                    if not name:
                        on_held(room)
                    elif lost:
                        tell(f"relay {relay} is there again; still waiting in room {room}")
                    name, pause, lost = room, PAUSE, False
                    await holder.listen(link)
                finally:
                    await link.cut()
            except NetError as error:
                if not name or (isinstance(error, RelayRefused) and not error.again):
                    problem = error
                elif not lost:
                    tell(f"{error.what}: {error.why}; trying to hold room {name} again")
                lost = True
            if problem is None:
                await trio.sleep(pause * (1 + random.random()))  # not all hosts at once
                pause = min(2 * pause, LONGEST_PAUSE)
        nursery.cancel_scope.cancel()
    assert problem is not None
    raise problem


async def _hold(relay: Address, ask: bytes) -> tuple[FramedStream, str]:
    """A control link, and the room's name. Raises NetError."""
    link = await _ask(relay, ask)
    try:
        with limit(STEP, f"cannot use {link.peer}", _CHECK):
            said = await _answer(link)
        verb, _, name = said.partition(b" ")
        room = name.decode("ascii", errors="replace")
        if verb != RELAY_HELD or not is_room_name(room):
            raise _strange(link)
    except BaseException:
        await link.cut()
        raise
    link.set_patience(silence=3 * PRESENT, keepalive=PRESENT)
    return link, room


class _Holder:
    """A host's side of its room, over one control link after the other."""

    def __init__(self, relay: Address, attend: Attend, nursery: trio.Nursery) -> None:
        self._relay = relay
        self._attend = attend
        self._nursery = nursery
        self._guests = 0

    async def listen(self, control: FramedStream) -> None:
        """Have everybody attended to who is called out, until the link is lost: NetError."""
        while True:
            verb, _, ticket = (await _answer(control)).partition(b" ")
            text = ticket.decode("ascii", errors="replace")
            if verb != RELAY_CALL or not is_secret(text):
                raise _strange(control)
            if self._guests < PLACES:
                self._guests += 1
                self._nursery.start_soon(self._guest, control, text)

    async def _guest(self, control: FramedStream, ticket: str) -> None:
        try:
            with suppress(NetError):  # it has gone, or another has come in its place
                link = await _ask(self._relay, ask_to_take(ticket))
                await _to_pair(link, STEP)
                link.peer = f"a guest of relay {self._relay}"
                link.set_patience(silence=SILENCE, keepalive=KEEPALIVE)
                try:
                    await self._attend(link)
                except BaseException:
                    await link.cut()
                    raise
                with suppress(trio.ClosedResourceError):
                    await control.send(RELAY_KEEP + b" " + ticket.encode())
            await trio.sleep(PAUSE)
        finally:
            self._guests -= 1


async def join_room(
    relay: Address,
    room: str,
    *,
    token: str = "",
    patience: float = TRIES,
    on_wait: Callable[[RelayRefused], None] | None = None,
    silence: float = SILENCE,
    keepalive: float = KEEPALIVE,
) -> FramedStream:
    """Be brought to the host of a room; tries again for `patience` seconds, told each reason.

    silence, keepalive: as for FramedStream, from then on. Raises BadRoom, CannotConnect,
    RelayRefused.
    """
    check_room(room)
    give_up = trio.current_time() + patience
    while True:
        pause = PAUSE
        try:
            link = await _ask(relay, ask_to_join(room, token))
            await _to_pair(link, 5 * STEP)
            link.peer = f"the host of room {room}"
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
    relay: Address,
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
    link = await _ask(relay, ask_to_meet(room, key or secrets.token_urlsafe(16), token))
    await _to_pair(link, patience, on_wait, f"nobody came to room {room}")
    link.peer = f"the other side of room {room}"
    link.set_patience(silence=silence, keepalive=keepalive)
    return link


async def open_games(relay: Address, *, token: str = "") -> list[Game]:
    """The rooms that are open at a relay, the oldest first. Raises CannotConnect, RelayRefused."""
    games: list[Game] = []
    after = 0
    for _ in range(PAGES):
        link = await _ask(relay, ask_for_games(after, token))
        try:
            with limit(STEP, f"cannot use {link.peer}", _CHECK):
                more = await _page(link, games)
        finally:
            await link.cut()
        if more <= after:
            break
        after = more
    return games


async def _page(link: FramedStream, games: list[Game]) -> int:
    """Add the games of one page. Returns the number to go on after, 0 for the last page."""
    for _ in range(1000):
        verb, _, rest = (await _answer(link)).partition(b" ")
        if verb == RELAY_END and (not rest or (rest.isdigit() and len(rest) <= 12)):
            return int(rest or b"0")
        name, _, line = rest.partition(b" ")
        room = name.decode("ascii", errors="replace")
        if verb != RELAY_GAME or not is_room_name(room) or len(line) > MAX_LINE:
            break
        games.append(Game(room, line))
    raise _strange(link)


async def _ask(relay: Address, ask: bytes) -> FramedStream:
    """Connect and say what we want. Raises CannotConnect."""
    stream = await connect_within(relay, STEP)
    notice_the_dead(stream)
    link = FramedStream(stream, peer=f"relay {relay}", silence=math.inf, keepalive=math.inf)
    try:
        with limit(STEP, f"cannot use {link.peer}", _CHECK):
            await link.send(ask)
    except BaseException:
        await link.cut()
        raise
    return link


async def _to_pair(
    link: FramedStream,
    patience: float,
    on_wait: Callable[[], None] | None = None,
    nobody: str = "nobody came",
) -> None:
    """Wait until the relay has brought us together; else the link is closed. Raises NetError."""
    try:
        with limit(STEP, f"cannot use {link.peer}", _CHECK):
            said = await _answer(link)
        if said == RELAY_WAIT:
            if on_wait is not None:
                on_wait()
            with limit(patience, nobody, "ask the other side to come"):
                said = await _answer(link)
        if said != RELAY_PAIR:
            raise _strange(link)
    except BaseException:
        await link.cut()
        raise


async def _answer(link: FramedStream) -> bytes:
    """What the relay says, if it is no refusal. Raises NetError."""
    said = await link.receive()
    if said is None:
        raise RelayGone(f"cannot use {link.peer}", "it ended the connection", "try again")
    verb, _, rest = said.partition(b" ")
    if verb == RELAY_BAD:
        raise RelayRefused(
            f"cannot use {link.peer}",
            f"it is of version 1, this program wants version {RELAY_VERSION}",
            "use another relay, or ask its operator to install the newest owm_net",
            "version",
        )
    if verb != RELAY_NO:
        return said
    word, _, rest = rest.partition(b" ")
    again, _, why = rest.partition(b" ")
    seconds = int(again) if again.isdigit() and len(again) <= 9 else 0
    raise RelayRefused(
        f"{link.peer} refused us",
        f"it says {shown(why.decode('ascii', errors='replace'))}",
        f"try again in {in_words(seconds)}" if seconds else _OTHER,
        word.decode("ascii", errors="replace"),
        seconds,
    )


def in_words(seconds: int) -> str:
    """How long that is, as people say it."""
    for size, one, many in ((86400, "a day", "days"), (3600, "an hour", "hours"),
                            (60, "a minute", "minutes")):  # fmt: skip
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {many}"
        if seconds >= size:
            return one
    return f"{seconds} s"


def _strange(link: FramedStream) -> RelayRefused:
    return RelayRefused(f"cannot use {link.peer}", "it says what no relay says", _CHECK)
