"""A relay's queries to the directory, and the replies that are accepted.

A room is claimed and let go by scripts, so each is held by one relay. Whatever comes back is taken
for input: its type, its length, its words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from owm_net.protocol.framing import MAX_LINE, is_place, is_room_name

MOST_GAMES = 1000  # of others
MOST_RELAYS = 64

# Each is called with names of relay/keys.py in KEYS. What stands there and cannot be of a
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


def place_of(said: object) -> str | None:
    """A place, or None where there is nothing. Raises Down."""
    if said is None:
        return None
    text = said.decode("ascii", errors="replace") if isinstance(said, bytes) else ""
    if not is_place(text):
        raise Down("it names a relay that cannot be one")
    return text


def number_of(said: object) -> int:
    """A number that is not vast. Raises Down."""
    if type(said) is not int or abs(said) > 1 << 40:
        raise Down("it says something else than a number")
    return said


def numbers_of(said: object, most: int) -> list[int]:
    """So many numbers at most. Raises Down."""
    if not isinstance(said, list) or len(said) > most:
        raise Down("it says something else than a few numbers")
    return [number_of(one) for one in said]


def claimed_of(said: object, most: int) -> int | str:
    """Parse the reply of CLAIM for so many rooms. Raises Down."""
    if isinstance(said, bytes):
        return place_of(said) or ""
    number = number_of(said)
    if number not in (-1, -2) and not 1 <= number <= most:
        raise Down("it gives a room that nobody asked for")
    return number


def alive_of(said: object) -> tuple[str, tuple[str, ...]] | None:
    """Return the mark our place had before, and all relays; None if the others have another
    password. Raises Down."""
    if said == 0:
        return None
    if not (isinstance(said, list) and len(said) == 2 and isinstance(said[1], list)):
        raise Down("it does not say which relays there are")
    before, places = said
    if not isinstance(before, bytes) or len(before) > 64 or len(places) > 100:
        raise Down("it says too much of which relays there are")
    names = [place_of(place) or "" for place in places]
    return before.decode("ascii", errors="replace"), tuple(names[:MOST_RELAYS])


def games_of(said: object) -> list[tuple[str, bytes]]:
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


def digest_of(games: Iterable[tuple[bytes, bytes]]) -> str:
    """Compute the digest as STILL does. A room listed twice counts with its last line."""
    parts = (
        b"%d:%s%d:%s" % (len(name), name, len(line), line) for name, line in dict(games).items()
    )
    return hashlib.sha1(b"".join(sorted(parts)), usedforsecurity=False).hexdigest()
