"""Several relays behind one name: the directory in Redis or Valkey that they share.

It says which relay holds a room, which games are open, and counts what an address has at all relays
together. No payload passes through it, and nothing waits for it longer than `PATIENCE`. A relay
whose directory is down goes on with the rooms it has, takes new ones by its own limits, and says
so; what it has is announced again once the directory is there.

What stands there, under `PREFIX`, all of it with a time to live that every relay renews:

    room:<hash of its name>       the place (HOST:PORT) of the relay that holds it
    games:<hash of a place>       of one relay: its open rooms, name and line
    rooms-home:<hash>, -network   who has opened how many rooms: their hashes, by when they are over
    asks:<hash>                   how often an address has asked for a room in this minute
    relay:<hash of its place>, relays    who is there
    check                         shows that all relays have the same password

Names of rooms and addresses are hashed with the password as the key, addresses with another key
each day. A room is claimed and let go by scripts, so each is held by one relay; one that is killed
loses all it has within `LEASE`. Whatever comes back is taken for input: its type, its length, its
words.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
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

from owm_net.protocol.framing import MAX_LINE, is_place, is_room_name
from owm_net.relay.journal import Journal
from owm_net.relay.limits import MINUTE, REMEMBERED, Limits, Refused
from owm_net.relay.store import BEAT, CONNECT, Membership, Run, open_store
from owm_net.strangers.origins import Origin

PREFIX = "owm-relay:1:"
LEASE = 10.0  # seconds after which what a dead relay had is free
ANNOUNCE = 3.0  # seconds between two announcements of all rooms
PATIENCE = 1.0  # seconds for one answer
PAUSES = (0.5, 1.0, 2.0, 5.0)  # seconds until it is tried again
FRESH = 2.0  # seconds for which a list of others' games is used again
BATCH = 200  # rooms, or addresses, of one call
MOST_GAMES = 1000  # of others
MOST_RELAYS = 64
SAID_EVERY = 60.0

# Each is called with PREFIX and the names after it in KEYS. What stands there and cannot be of a
# relay (of another type, without an end, no place) is removed: else one such key would be in the
# way for ever, and each of its readers would take the directory for broken.
_SOUND = """
local function now() local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000) end
local function sound(key, kind)
  local found = redis.call('TYPE', key).ok
  if found == 'none' then return false end
  local left = redis.call('PTTL', key)
  if found == kind and left >= 0 and left <= 120000 then return true end
  redis.call('DEL', key)
  return false
end
local function short(key, most)
  return sound(key, 'string') and redis.call('STRLEN', key) <= most
end
local function holder(key)
  local held = short(key, 300) and redis.call('GET', key)
  return held and held:match('^[%w%.%-%[%]:]+:%d+$') and held or false
end
local function count(key)
  if not sound(key, 'zset') then return 0 end
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now())
  redis.call('ZREMRANGEBYSCORE', key, now() + 120000, '+inf')
  return redis.call('ZCARD', key)
end
local function mark(key, room, till, lease)
  sound(key, 'zset')
  redis.call('ZADD', key, till, room) redis.call('PEXPIRE', key, lease)
end
"""
CLAIM = (
    _SOUND
    + """
-- KEYS: home, network, rooms to choose from. ARGV: place, lease, most of home, of network, strict.
-- The number of the room that is ours now; -1, -2: too many; the place of the last one's holder.
local held = false
for i = 3, #KEYS do
  held = holder(KEYS[i])
  if not held or (held == ARGV[1] and ARGV[5] == '0') then
    for who = 1, 2 do
      if count(KEYS[who]) >= tonumber(ARGV[2 + who]) and not held then return -who end
    end
    redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
    mark(KEYS[1], KEYS[i], now() + ARGV[2], ARGV[2])
    mark(KEYS[2], KEYS[i], now() + ARGV[2], ARGV[2])
    return i - 2
  end
end
return held
"""
)
ANNOUNCED = (
    _SOUND
    + """
-- KEYS: room, home, network, and so on. ARGV: place, lease. The numbers of those others hold.
local others = {}
for i = 1, #KEYS, 3 do
  local held = holder(KEYS[i])
  if held and held ~= ARGV[1] then
    others[#others + 1] = (i + 2) / 3
  else
    redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
    mark(KEYS[i + 1], KEYS[i], now() + ARGV[2], ARGV[2])
    mark(KEYS[i + 2], KEYS[i], now() + ARGV[2], ARGV[2])
  end
end
return others
"""
)
RELEASE = (
    _SOUND
    + """
-- KEYS: room, home, network, and so on. ARGV: place.
for i = 1, #KEYS, 3 do
  if holder(KEYS[i]) == ARGV[1] then redis.call('DEL', KEYS[i]) end
  for who = i + 1, i + 2 do
    if sound(KEYS[who], 'zset') then redis.call('ZREM', KEYS[who], KEYS[i]) end
  end
end
return 0
"""
)
ALIVE = (
    _SOUND
    + """
-- KEYS: relay, relays, check. ARGV: place, lease, instance, check. 0, or who was there, and relays.
if sound(KEYS[3], 'string') and redis.call('GET', KEYS[3]) ~= ARGV[4] then return 0 end
redis.call('SET', KEYS[3], ARGV[4], 'PX', ARGV[2])
local before = short(KEYS[1], 64) and redis.call('GET', KEYS[1]) or ''
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2])
count(KEYS[2])
mark(KEYS[2], ARGV[1], now() + ARGV[2], ARGV[2])
return {before, redis.call('ZRANGE', KEYS[2], 0, 99)}
"""
)
ASKED = (
    _SOUND
    + """
-- KEYS: asks. ARGV: how many more of each. How many of each there are, and for how long, in ms.
local said = {}
for i, key in ipairs(KEYS) do
  local known = short(key, 9) and redis.call('GET', key):match('^%d+$')
  if not known then redis.call('DEL', key) end
  local asked = redis.call('INCRBY', key, ARGV[i])
  if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, 60000) end
  said[2 * i - 1] = asked
  said[2 * i] = redis.call('PTTL', key)
end
return said
"""
)
OPEN = """
-- KEYS: games. ARGV: lease, then name and line, and so on. Whatever stood there is gone.
redis.call('DEL', KEYS[1])
for i = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
"""
STILL = (
    _SOUND
    + """
-- KEYS: games. ARGV: lease, most, digest. 1 if they stand there as written, and stay; or 0.
if not sound(KEYS[1], 'hash') or redis.call('HLEN', KEYS[1]) > tonumber(ARGV[2]) then return 0 end
local all, games = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  games[#games + 1] = #all[i] .. ':' .. all[i] .. #all[i + 1] .. ':' .. all[i + 1]
end
table.sort(games)
if redis.sha1hex(table.concat(games)) ~= ARGV[3] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
"""
)
GAMES = (
    _SOUND
    + """
-- KEYS: games of others. ARGV: most, longest name, longest line. Names and lines.
local most, said = tonumber(ARGV[1]), {}
for _, key in ipairs(KEYS) do
  if sound(key, 'hash') and redis.call('HLEN', key) <= most then
    local all = redis.call('HGETALL', key)
    for i = 1, #all, 2 do
      if #all[i] <= tonumber(ARGV[2]) and #all[i + 1] <= tonumber(ARGV[3]) and #said < 2 * most then
        said[#said + 1] = all[i]
        said[#said + 1] = all[i + 1]
      end
    end
  end
end
return said
"""
)
FAREWELL = (
    _SOUND
    + """
-- KEYS: relay, relays, games. ARGV: place, instance.
if short(KEYS[1], 64) and redis.call('GET', KEYS[1]) == ARGV[2] then
  redis.call('DEL', KEYS[1], KEYS[3])
  if sound(KEYS[2], 'zset') then redis.call('ZREM', KEYS[2], ARGV[1]) end
end
return 0
"""
)
HOLDER = _SOUND + "return holder(KEYS[1])"


class Down(Exception):
    """No answer that could be used. Its text: why, in a few words."""


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
        self._today = today
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
                [*self._who(origin), *map(self._room, names)],
                [self.place, _ms(LEASE), limits.rooms_per_home, limits.rooms_per_network,
                 int(strict)],
                lambda said: _claimed(said, len(names)),
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
            place = await self._call(HOLDER, [self._room(name)], [], _place)
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
        key = self._key("asks", origin.home, daily=True)
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
                    keys = [self._games_of(place) for place in others]
                    with suppress(Down):
                        self._others = await self._call(
                            GAMES, keys, [MOST_GAMES, 64, MAX_LINE], _games
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
            [self._key("relay", self.place), PREFIX + "relays", PREFIX + "check"],
            [self.place, _ms(LEASE), self._instance, self._hash("check", "")],
            _alive,
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
        """Of what is free here, but for what is in use again by now. What somebody is about to have
        is looked at another time."""
        freed, self._freed = self._freed, {}
        for names in _batches(list(freed), BATCH):
            kept = {room.name for room in self.held()}  # for each batch: others wait for the last
            wanted = [name for name in names if name in self._claiming]
            self._freed |= {name: freed[name] for name in wanted}
            batch = [name for name in names if name not in kept and name not in wanted]
            self._freeing |= {name: trio.Event() for name in batch}
            try:
                keys = [key for name in batch for key in self._keys(name, freed[name])]
                if keys:
                    await self._call(RELEASE, keys, [self.place], _nothing)
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
                ASKED, keys, [count for _, count in batch], lambda said: _numbers(said, 2 * BATCH)
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
            keys = [key for room in batch for key in self._keys(room.name, room.origin)]
            args = [self.place, _ms(LEASE)]
            for number in await self._call(
                ANNOUNCED, keys, args, lambda said: _numbers(said, BATCH)
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
        digest = _digest(games)
        key = [self._games_of(self.place)]
        if digest == self._open and await self._call(
            STILL, key, [_ms(LEASE), MOST_GAMES, digest], _number
        ):
            return
        parts = [part for game in games for part in game]
        await self._call(OPEN, key, [_ms(LEASE), *parts], _number)
        self._open = digest if games else ""

    async def farewell(self) -> None:
        """All we have is free at once, not only when its time is over; this relay ends."""
        self._left = True
        with trio.move_on_after(PATIENCE), suppress(Down):
            async with self._beating:  # or what is under way would announce them once more
                await self._let_go()
                for batch in _batches(list(self.held()), BATCH):
                    keys = [key for room in batch for key in self._keys(room.name, room.origin)]
                    await self._call(RELEASE, keys, [self.place], _nothing)
                keys = [self._key("relay", self.place), PREFIX + "relays"]
                await self._call(
                    FAREWELL, [*keys, self._games_of(self.place)], [self.place, self._instance],
                    _nothing,
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

    # -- names ----------------------------------------------------------------------------

    def _hash(self, kind: str, text: str) -> str:
        key = b"owm_net relays " + self._member.password.encode()
        return hmac.digest(key, f"{kind} {text}".encode(), "sha256")[:20].hex()

    def _key(self, kind: str, text: str, *, daily: bool = False) -> str:
        day = f"{int(self._today() // 86400)} " if daily else ""
        return f"{PREFIX}{kind}:{self._hash(kind, day + text)}"

    def _room(self, name: str) -> str:
        return self._key("room", name)

    def _games_of(self, place: str) -> str:
        return self._key("games", place)

    def _who(self, origin: Origin) -> tuple[str, str]:
        return (
            self._key("rooms-home", origin.home, daily=True),
            self._key("rooms-network", origin.network, daily=True),
        )

    def _keys(self, name: str, origin: Origin) -> tuple[str, ...]:
        return self._room(name), *self._who(origin)


# -- what comes back ------------------------------------------------------------------------


def _place(said: object) -> str | None:
    """A place, or None where there is nothing. Raises Down."""
    if said is None:
        return None
    text = said.decode("ascii", errors="replace") if isinstance(said, bytes) else ""
    if not is_place(text):
        raise Down("it names a relay that cannot be one")
    return text


def _number(said: object) -> int:
    if type(said) is not int or abs(said) > 1 << 40:
        raise Down("it says something else than a number")
    return said


def _nothing(said: object) -> None:
    _number(said)


def _numbers(said: object, most: int) -> list[int]:
    if not isinstance(said, list) or len(said) > most:
        raise Down("it says something else than a few numbers")
    return [_number(one) for one in said]


def _claimed(said: object, most: int) -> int | str:
    if isinstance(said, bytes):
        return _place(said) or ""
    number = _number(said)
    if number not in (-1, -2) and not 1 <= number <= most:
        raise Down("it gives a room that nobody asked for")
    return number


def _alive(said: object) -> tuple[str, tuple[str, ...]] | None:
    """Who was here before, and all relays; None if the others have another password."""
    if said == 0:
        return None
    if not (isinstance(said, list) and len(said) == 2 and isinstance(said[1], list)):
        raise Down("it does not say which relays there are")
    before, places = said
    if not isinstance(before, bytes) or len(before) > 64 or len(places) > 100:
        raise Down("it says too much of which relays there are")
    names = [_place(place) or "" for place in places]
    return before.decode("ascii", errors="replace"), tuple(names[:MOST_RELAYS])


def _games(said: object) -> list[tuple[str, bytes]]:
    """Those that can be games; others are left out, for each relay writes its own. Raises Down."""
    if not isinstance(said, list) or len(said) > 2 * MOST_GAMES or len(said) % 2:
        raise Down("it says something else than open games")
    games = []
    for name, line in zip(said[::2], said[1::2], strict=True):
        if not (isinstance(name, bytes) and isinstance(line, bytes)):
            raise Down("it says something else than open games")
        text = name.decode("ascii", errors="replace")
        if is_room_name(text) and 0 < len(line) <= MAX_LINE:
            games.append((text, line))
    return games


def _batches(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _digest(games: Iterable[tuple[bytes, bytes]]) -> str:
    """As STILL computes it. A room that is listed twice stands there with its last line."""
    parts = (
        b"%d:%s%d:%s" % (len(name), name, len(line), line) for name, line in dict(games).items()
    )
    return hashlib.sha1(b"".join(sorted(parts)), usedforsecurity=False).hexdigest()


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
