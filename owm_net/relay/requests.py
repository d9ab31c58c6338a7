"""The requests of clients, parsed from the bytes of their first frame."""

from __future__ import annotations

from dataclasses import dataclass

from owm_net.protocol.framing import (
    ABSENT,
    KNOCK_PORTS,
    MAX_LINE,
    RELAY_ASK,
    RELAY_VERSION,
    is_room_name,
    is_secret,
)

_GREETING = b"OWMRELAY"


class BadRequest(ValueError):
    """A first frame that asks for nothing. Its text may be sent back: it repeats nothing
    received."""


class UnknownVersion(BadRequest):
    """It asks in the words of another version."""


@dataclass(frozen=True, slots=True)
class Host:
    """Hold a room. room: "" for any. line: b"" if it is not open."""

    room: str
    key: str
    token: str
    line: bytes


@dataclass(frozen=True, slots=True)
class Join:
    """Join the holder of a room."""

    room: str
    token: str


@dataclass(frozen=True, slots=True)
class Take:
    """Go to the guest of a ticket."""

    ticket: str


@dataclass(frozen=True, slots=True)
class Meet:
    """Go to the other who knows this room."""

    room: str
    key: str
    token: str


@dataclass(frozen=True, slots=True)
class List:
    """Read the lines of open rooms, from the one after this number."""

    after: int
    token: str


@dataclass(frozen=True, slots=True)
class Knock:
    """Knock at a port of the address that asks. nonce: to be said there."""

    port: int
    nonce: str
    token: str


Request = Host | Join | Take | Meet | List | Knock


def parse_request(payload: bytes) -> Request:
    """Parse the first frame of a client. Raises BadRequest, with a reason."""
    if not payload.startswith(RELAY_ASK):
        version = payload.removeprefix(_GREETING).partition(b" ")[0]
        if (
            payload.startswith(_GREETING)
            and version.isdigit()
            and int(version[:4]) != RELAY_VERSION
        ):
            raise UnknownVersion(
                f"this relay speaks version {RELAY_VERSION} of the relay's words, you speak version"
                f" {int(version[:4])}; install the newest owm_net, or use another relay"
            )
        raise BadRequest(f"this is an owm_net relay, version {RELAY_VERSION}; that was no greeting")
    verb, _, rest = payload[len(RELAY_ASK) :].partition(b" ")
    if verb == b"HOST":
        room, key, token, line = _fields(rest, 4)
        if len(line) > MAX_LINE:
            raise BadRequest(f"the line of a room has at most {MAX_LINE} bytes")
        return Host(_room(room, absent=True), _secret(key), _token(token), line)
    if verb == b"JOIN":
        room, token = _fields(rest, 2)
        return Join(_room(room), _token(token))
    if verb == b"TAKE":
        (ticket,) = _fields(rest, 1)
        return Take(_secret(ticket))
    if verb == b"MEET":
        room, key, token = _fields(rest, 3)
        return Meet(_room(room), _secret(key), _token(token))
    if verb == b"LIST":
        after, token = _fields(rest, 2)
        if not (after.isdigit() and len(after) <= 12):
            raise BadRequest("LIST goes on after a number of at most 12 digits")
        return List(int(after), _token(token))
    if verb == b"KNOCK":
        port, nonce, token = _fields(rest, 3)
        if not (port.isdigit() and len(port) <= 5 and int(port) in KNOCK_PORTS):
            raise BadRequest("KNOCK wants a port from 1024 to 65535")
        return Knock(int(port), _secret(nonce), _token(token))
    raise BadRequest("a client asks to HOST, JOIN, TAKE, MEET, LIST or KNOCK")


def _fields(rest: bytes, count: int) -> list[bytes]:
    """Parted by one blank each; the last one may hold blanks."""
    fields = rest.split(b" ", count - 1)
    if len(fields) != count:
        raise BadRequest("a field is missing")
    return fields


def _text(field: bytes) -> str:
    return field.decode("ascii", errors="replace")


def _room(field: bytes, absent: bool = False) -> str:
    name = _text(field)
    if absent and name == ABSENT:
        return ""
    if not is_room_name(name):
        raise BadRequest("a room's name is 1 to 64 of a-z, 0-9 and the hyphen")
    return name


def _secret(field: bytes) -> str:
    text = _text(field)
    if not is_secret(text):
        raise BadRequest("a key, ticket or token is 1 to 64 of A-Z, a-z, 0-9, - and _")
    return text


def _token(field: bytes) -> str:
    return "" if field == ABSENT.encode() else _secret(field)
