"""Several relays behind one name: the directory in Redis or Valkey that they share.

It says which relay holds a room, which games are open, and counts what an address has at all relays
together. No payload passes through it, and nothing waits for it longer than `PATIENCE`. A relay
whose directory is down goes on with the rooms it has, takes new ones by its own limits, and says
so; what it has is announced again once the directory is there. Its keys are in relay/keys.py;
relay/scripts.py has the queries and their replies.
"""

from __future__ import annotations

import errno
import os
import secrets
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import trio

from owm_net.protocol.framing import MAX_LINE
from owm_net.relay.journal import Journal
from owm_net.relay.keys import DirectoryKeys
from owm_net.relay.limits import MINUTE, REMEMBERED, Limits, Refused
from owm_net.relay.scripts import (
    ALIVE,
    ANNOUNCED,
    ASKED,
    CLAIM,
    FAREWELL,
    GAMES,
    HOLDER,
    MOST_GAMES,
    OPEN,
    RELEASE,
    STILL,
    Down,
    alive_of,
    claimed_of,
    digest_of,
    games_of,
    number_of,
    numbers_of,
    place_of,
)
from owm_net.relay.store import BEAT, CONNECT, Membership, Run, open_store
from owm_net.strangers.origins import Origin

LEASE = 10.0  # seconds after which what a dead relay had is free
ANNOUNCE = 3.0  # seconds between two announcements of all rooms
PATIENCE = 1.0  # seconds for one answer
PAUSES = (0.5, 1.0, 2.0, 5.0)  # seconds until it is tried again
FRESH = 2.0  # seconds for which a list of others' games is used again
BATCH = 200  # rooms, or addresses, of one call
SAID_EVERY = 60.0


@dataclass(frozen=True)
class Held:
    """A room of ours. line: b"" if it is not open."""

    name: str
    origin: Origin
    line: bytes


Connect = Callable[[Membership], Any]
"""Gives an asynchronous context with a Run."""


class Directory:
    """The directory as one relay sees it. All that waits, waits for seconds at most.

    held: gives all rooms of this relay. taken: told of a room of ours that another relay holds too.
    connect: for tests.
    """

    def __init__(
        self,
        member: Membership,
        journal: Journal,
        connect: Connect | None = None,
        today: Callable[[], float] = time.time,
    ) -> None:
        self.place = member.place
        self.keys = DirectoryKeys(member.password, today)
        self.up = False
        self.relays: tuple[str, ...] = ()  # places of all that are there, ours among them
        self.twice = 0  # rooms of ours that another relay holds too
        self.asks_per_minute = Limits.asks_per_minute  # as the limits of our relay have it now
        self.held: Callable[[], Iterable[Held]] = tuple
        self.taken: Callable[[str], None] = lambda name: None
        self.ready = trio.Event()  # once it has been tried
        self._member = member
        self._journal = journal
        self._connect = connect or open_store
        self._instance = secrets.token_hex(8)
        self._run: Run | None = None
        self._session: trio.CancelScope | None = None
        self._why = ""
        self._left = False
        self._said: dict[str, float] = {}
        self._stir = trio.Event()
        self._freed: dict[str, Origin] = {}
        self._freeing: dict[str, trio.Event] = {}
        self._claiming: Counter[str] = Counter()
        self._asks: Counter[str] = Counter()
        self._barred: dict[str, float] = {}
        self._open = ""  # digest of our open games that stand there
        self._others: list[tuple[str, bytes]] = []
        self._others_at = -FRESH
        self._reading = trio.Lock()
        self._beating = trio.Lock()

    # -- what a relay asks ----------------------------------------------------------------

    async def claim(self, name: str, origin: Origin, limits: Limits) -> str | None:
        """Have a room. Returns None if it is ours, or the directory is down; the place of the relay
        that holds it otherwise. Raises Refused for too many rooms of an address."""
        return (await self._claim([name], origin, limits, strict=False))[1]

    async def claim_any(self, names: Sequence[str], origin: Origin, limits: Limits) -> str | None:
        """Have the first of these that nobody holds; None if there is none. While the directory is
        down it is the last. Raises Refused."""
        return (await self._claim(names, origin, limits, strict=True))[0]

    async def _claim(
        self, names: Sequence[str], origin: Origin, limits: Limits, *, strict: bool
    ) -> tuple[str | None, str | None]:
        if not self.up:
            return names[-1], None
        for name in names:
            while (event := self._freeing.get(name)) is not None:
                await event.wait()
        self._claiming.update(names)
        try:
            said = await self._call(
                CLAIM,
                [*self.keys.who(origin), *map(self.keys.room, names)],
                [self.place, _ms(LEASE), limits.rooms_per_home, limits.rooms_per_network,
                 int(strict)],
                lambda said: claimed_of(said, len(names)),
            )  # fmt: skip
        except Down:
            return names[-1], None
        finally:
            self._claiming.subtract(names)
            self._claiming += Counter()
        if isinstance(said, str):
            return None, said
        if said < 0:
            most = limits.rooms_per_home if said == -1 else limits.rooms_per_network
            limit, whose = ("home", "address") if said == -1 else ("network", "network")
            raise Refused(
                f"rooms-{limit}", f"your {whose} has {most} rooms at these relays already", 30
            )
        return names[said - 1], None

    async def holder(self, name: str) -> str | None:
        """The place of another relay that holds a room; None if nobody does, or it is down."""
        if not self.up:
            return None
        try:
            place = await self._call(HOLDER, [self.keys.room(name)], [], place_of)
        except Down:
            return None
        return place if place != self.place else None

    def free(self, name: str, origin: Origin) -> None:
        """We hold this room no longer; told to the others soon."""
        if self.up:
            self._freed[name] = origin
            self._stir.set()

    def opened(self) -> None:
        """We have another open game; told to the others soon."""
        self._stir.set()

    def asked(self, origin: Origin, now: float) -> None:
        """Count one more of an address. Raises Refused if it asks too often at all relays together;
        what it asks within one `BEAT` may be too much."""
        if not self.up:
            return
        key = self.keys.asks(origin)
        until = self._barred.get(key, now)
        if until > now:
            raise Refused(
                "asks-home",
                f"your address asks for more than {self.asks_per_minute} rooms a minute at these"
                " relays",
                until - now,
            )
        if len(self._asks) < REMEMBERED:
            self._asks[key] += 1

    async def games(self) -> list[tuple[str, bytes]]:
        """Names and lines of the open rooms of the other relays, as far as is known."""
        async with self._reading:
            others = [place for place in self.relays if place != self.place]
            if self.up and trio.current_time() >= self._others_at + FRESH:
                self._others_at = trio.current_time()
                self._others = []
                if others:
                    keys = [self.keys.games(place) for place in others]
                    with suppress(Down):
                        self._others = await self._call(
                            GAMES, keys, [MOST_GAMES, 64, MAX_LINE], games_of
                        )
            return self._others if self.up else []

    def status(self) -> dict[str, Any]:
        """For the operator: numbers and words, no addresses."""
        return {
            "state": "up" if self.up else "down",
            "why": "" if self.up else self._why,
            "relays": len(self.relays) if self.up else 1,
            "rooms_held_twice": self.twice,
        }

    # -- while the relay runs -------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled, or farewell."""
        tries = 0
        while True:
            began = trio.current_time()
            try:
                with trio.CancelScope() as self._session:
                    async with self._connect(self._member) as self._run:
                        await self._beat(announce=True)
                        self._rises()
                        await self._beats()
            except Exception as error:
                # Whatever a library makes of bytes from elsewhere: it costs this session alone.
                self._why = _in_words(error, self._member.password)
            if self._left:
                return
            self._falls()
            if trio.current_time() - began > 30:
                tries = 0
            await trio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    async def minutely(self) -> None:
        """Say once a minute that it is still down; until cancelled."""
        while True:
            await trio.sleep(1)
            if self.ready.is_set() and not self.up and not self._left:
                self._tell("down", self._down_line())

    def _rises(self) -> None:
        self.up = True
        if self._why:
            self._tell("up", f"the directory is there again: {len(self.relays)} relays share it")
        self._why = ""
        self._said.pop("down", None)
        self.ready.set()

    def _falls(self) -> None:
        self.up, self._run = False, None
        self._asks.clear()
        self._barred.clear()
        self._freed.clear()
        self._open = ""
        self._why = self._why or "it ended the connection"
        self._tell("down", self._down_line())
        self.ready.set()

    def _down_line(self) -> str:
        return (
            f"the directory is down: {self._why}; going on with the rooms that are here, and with"
            " limits for this relay alone"
        )

    def _tell(self, kind: str, line: str) -> None:
        """Once a minute of each kind at most."""
        now = trio.current_time()
        if now >= self._said.get(kind, -SAID_EVERY) + SAID_EVERY:
            self._said[kind] = now
            self._journal.tell(line)

    async def _beats(self) -> None:
        announced = trio.current_time()
        while True:
            with trio.move_on_after(BEAT):
                await self._stir.wait()
            stirred, self._stir = self._stir.is_set(), trio.Event()
            now = trio.current_time()
            announce = stirred or now >= announced + ANNOUNCE
            async with self._beating:
                if not self._left:
                    await self._beat(announce=announce)
            if announce:
                announced = now
            await trio.sleep(BEAT / 10)  # whoever stirs often is not told at once each time

    async def _beat(self, *, announce: bool) -> None:
        said = await self._call(
            ALIVE,
            [self.keys.relay(self.place), self.keys.relays, self.keys.check],
            [self.place, _ms(LEASE), self._instance, self.keys.password_check()],
            alive_of,
        )
        if said is None:
            raise Down("its other relays have another password: all must have the same")
        before, self.relays = said
        if before not in ("", self._instance) and self.up:
            self._tell("place", f"another relay says that it is {self.place} too: one must change")
        await self._let_go()
        await self._count()
        if announce:
            await self._announce()

    async def _let_go(self) -> None:
        """Let go of rooms that are free here, except those in use again by now. Rooms that somebody
        is about to get are looked at another time."""
        freed, self._freed = self._freed, {}
        for names in _batches(list(freed), BATCH):
            kept = {room.name for room in self.held()}  # for each batch: others wait for the last
            wanted = [name for name in names if name in self._claiming]
            self._freed |= {name: freed[name] for name in wanted}
            batch = [name for name in names if name not in kept and name not in wanted]
            self._freeing |= {name: trio.Event() for name in batch}
            try:
                keys = [key for name in batch for key in self.keys.held(name, freed[name])]
                if keys:
                    await self._call(RELEASE, keys, [self.place], number_of)
            finally:
                for name in batch:
                    self._freeing.pop(name).set()

    async def _count(self) -> None:
        now = trio.current_time()
        for key in [key for key, until in self._barred.items() if until <= now]:
            del self._barred[key]
        asks, self._asks = list(self._asks.items()), Counter()
        for batch in _batches(asks, BATCH):
            keys = [key for key, _ in batch]
            said = await self._call(
                ASKED, keys, [count for _, count in batch], lambda said: numbers_of(said, 2 * BATCH)
            )
            if len(said) != 2 * len(batch):
                raise Down("it counts what nobody asked for")
            for key, count, left in zip(keys, said[::2], said[1::2], strict=True):
                if count >= self.asks_per_minute:
                    self._barred[key] = now + min(MINUTE, max(0, left) / 1000)

    async def _announce(self) -> None:
        rooms = list(self.held())
        twice = 0
        for batch in _batches(rooms, BATCH):
            keys = [key for room in batch for key in self.keys.held(room.name, room.origin)]
            args = [self.place, _ms(LEASE)]
            for number in await self._call(
                ANNOUNCED, keys, args, lambda said: numbers_of(said, BATCH)
            ):
                if 1 <= number <= len(batch):
                    twice += 1
                    self.taken(batch[number - 1].name)
        if twice > self.twice:
            self._tell(
                "twice",
                f"{twice} rooms here are held by another relay too, since the directory was down;"
                " guests get to the one at the relay they come to",
            )
        self.twice = twice
        games = [(room.name.encode(), room.line) for room in rooms if room.line][:MOST_GAMES]
        if not games and not self._open:
            return
        digest = digest_of(games)
        key = [self.keys.games(self.place)]
        if digest == self._open and await self._call(
            STILL, key, [_ms(LEASE), MOST_GAMES, digest], number_of
        ):
            return
        parts = [part for game in games for part in game]
        await self._call(OPEN, key, [_ms(LEASE), *parts], number_of)
        self._open = digest if games else ""

    async def farewell(self) -> None:
        """All we have is free at once, not only when its time is over; this relay ends."""
        self._left = True
        with trio.move_on_after(PATIENCE), suppress(Down):
            async with self._beating:  # or what is under way would announce them once more
                await self._let_go()
                for batch in _batches(list(self.held()), BATCH):
                    keys = [key for room in batch for key in self.keys.held(room.name, room.origin)]
                    await self._call(RELEASE, keys, [self.place], number_of)
                keys = [self.keys.relay(self.place), self.keys.relays]
                await self._call(
                    FAREWELL, [*keys, self.keys.games(self.place)], [self.place, self._instance],
                    number_of,
                )  # fmt: skip
        self.up, self._run = False, None
        if self._session is not None:
            self._session.cancel()

    async def _call(
        self, script: str, keys: Sequence[str], args: Sequence[Any], parse: Callable[[object], Any]
    ) -> Any:
        """The answer, parsed. Raises Down: then the session is over, and another is tried."""
        run = self._run
        if run is None:
            raise Down("it is not there")
        patience = PATIENCE if self.up else CONNECT
        try:
            with trio.fail_after(patience):
                answer = await run(script, keys, args)
            return parse(answer)
        except trio.TooSlowError:
            why = f"no answer within {patience:g} s"
        except (Exception, BaseExceptionGroup) as error:
            if isinstance(error, BaseExceptionGroup) and not isinstance(error, ExceptionGroup):
                raise  # somebody cancels us
            why = _in_words(error, self._member.password)
        if self._run is run:  # otherwise its session is over, and another may be under way
            self.up, self._run, self._why = False, None, why
            if self._session is not None:
                self._session.cancel()
        raise Down(why)


def _batches(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _ms(seconds: float) -> int:
    return round(1000 * seconds)


def _in_words(error: BaseException, password: str) -> str:
    """Why in few words, fit for a line: parts of it come from elsewhere. A server that does not
    know our greeting repeats it, and the password is in it."""
    if isinstance(error, Down):
        return str(error)
    while True:  # to what was first: libraries wrap it
        if isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        elif error.__cause__ is not None:
            error = error.__cause__
        else:
            break
    text = str(error)
    if password:
        text = text.replace(password, "(the password)")
    text = " ".join(text.split()) or type(error).__name__
    if isinstance(error, ssl.SSLCertVerificationError):
        text = f"its certificate is not trusted: {error.verify_message}"
    elif isinstance(error, ssl.SSLError):  # whose errno is none of the system's
        text = f"it does not speak TLS: {error.reason}"
    elif isinstance(error, OSError) and error.errno is not None and error.errno in errno.errorcode:
        text = os.strerror(error.errno)
    return ascii(text[:120])[1:-1].rstrip(".")
