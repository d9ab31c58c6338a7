"""Frames on a byte stream, and the requests to a relay: the only code that the relay shares with
us.

A frame is its payload's length in four bytes, the highest first, and the payload: 1 to `MAX_FRAME`
bytes. Nothing here waits, and nothing here knows what a payload means.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

HEADER = 4
MAX_FRAME = 1 << 20

# What a client and a relay say to each other, one frame each; docs/wire.md has them in a table.
# A client asks once, with RELAY_ASK + verb + fields, and is quiet until PAIR.
RELAY_VERSION = 2
RELAY_ASK = b"OWMRELAY2 "
RELAY_HELD = b"HELD"
RELAY_CALL = b"CALL"
RELAY_KEEP = b"KEEP"
RELAY_WAIT = b"WAIT"
RELAY_PAIR = b"PAIR"
RELAY_GAME = b"GAME"
RELAY_END = b"END"
RELAY_AT = b"AT"
RELAY_KNOCK = b"KNOCK"  # said at the port of a host who has asked for it
RELAY_KNOCKED = b"KNOCKED"
RELAY_NO = b"NO"
RELAY_BAD = b"BAD"  # what a relay of version 1 says to us, and we to a client of version 1
ABSENT = "*"  # in place of a field that is left out
MAX_ASK = 512  # bytes of the frame that asks
MAX_LINE = 256  # bytes of the line of an open room
MAX_SAID = 1024  # bytes of any other frame that a relay or a client may say before PAIR
KNOCK_PORTS = range(1024, 65536)
"""Ports at which a relay knocks: no program of the system listens there."""
NO_RELAY = "none"
"""Typed for a relay by whoever wants none of those that are known."""
NUMBERS = range(100_000, 1_000_000)
"""Of rooms, drawn by chance: six digits are as easily read aloud as a bank's code, and who may try
one a minute tries for most of a year until half of them are through."""
_ROOM = re.compile(r"[a-z0-9-]{1,64}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PLACE = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):([1-9][0-9]{0,4})")


class FrameError(ValueError):
    """Bytes, or a payload, that no frame may hold. reason: one line for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def is_room_name(name: str) -> bool:
    """Return True if a relay accepts this name: 1 to 64 of a-z, 0-9 and the hyphen."""
    return _ROOM.fullmatch(name) is not None


def is_secret(text: str) -> bool:
    """Return True if this can be a key, ticket or access token: 1 to 64 of A-Z, a-z, 0-9, - and
    _."""
    return _SECRET.fullmatch(text) is not None


def is_place(text: str) -> bool:
    """Return True if this is the address of a relay: HOST:PORT, with [ ] around an IPv6 number."""
    found = _PLACE.fullmatch(text)
    if found is None or int(found[2]) > 65535:
        return False
    if found[1].startswith("["):
        try:
            ipaddress.IPv6Address(found[1][1:-1])
        except ValueError:
            return False
    return True


def ask_to_host(room: str, key: str, token: str = "", line: bytes = b"") -> bytes:
    """Encode a request to hold a room. room: "" for any. key: whoever has it may take the room
    again. line: 0 to MAX_LINE bytes, for everyone to read; None: the room is not open."""
    if len(line) > MAX_LINE:
        raise ValueError(f"the line of a room has at most {MAX_LINE} bytes")
    return _ask("HOST", room, key, token) + b" " + line


def ask_to_join(room: str, token: str = "") -> bytes:
    """Encode a request to join the holder of this room."""
    return _ask("JOIN", room, token)


def ask_to_take(ticket: str) -> bytes:
    """Be brought to the guest of a CALL."""
    return _ask("TAKE", ticket)


def ask_to_meet(room: str, key: str, token: str = "") -> bytes:
    """Encode a request to meet the other peer who knows this room. key: a peer that returns with it
    takes its own place."""
    return _ask("MEET", room, key, token)


def ask_for_games(after: int = 0, token: str = "") -> bytes:
    """The open rooms. after: the number that the END of the page before has."""
    return _ask("LIST", str(after), token)


def ask_to_knock(port: int, nonce: str, token: str = "") -> bytes:
    """Encode a request to connect to our own address at this port and to say the nonce there."""
    return _ask("KNOCK", str(port), nonce, token)


def _ask(*fields: str) -> bytes:
    return RELAY_ASK + " ".join(field or ABSENT for field in fields).encode("ascii")


def encode_frame(payload: bytes) -> bytes:
    """The payload, 1 to MAX_FRAME bytes, as one frame. Raises FrameError for any other length."""
    _check_length(len(payload), MAX_FRAME)
    return len(payload).to_bytes(HEADER, "big") + payload


class FrameReader:
    """Bytes in, payloads out. Feed it what arrived, in pieces of any size, then take the frames.

    max_frame: the longest payload accepted, in bytes. Holds at most one frame and the last piece.
    """

    def __init__(self, max_frame: int = MAX_FRAME) -> None:
        self._max_frame = max_frame
        self._buffer = bytearray()
        self._length: int | None = None  # of the frame at the head, once its header is here
        self._failure: str | None = None

    @property
    def at_rest(self) -> bool:
        """True between frames, when all have been taken: a stream may end here. A bad frame
        has no end, so the answer is False for ever after a FrameError."""
        return not self._buffer and self._failure is None

    @property
    def buffered(self) -> int:
        """How many bytes are held, headers among them."""
        return len(self._buffer)

    def receive_data(self, data: bytes | bytearray | memoryview) -> None:
        """Add bytes as they arrived.

        Raises FrameError if the header already here is bad: its body is never kept. Raises
        BufferError, our own mistake, if a whole frame of the longest kind waits to be taken.
        """
        self._read_header()
        if len(self._buffer) >= HEADER + self._max_frame:
            raise BufferError("take the frames before feeding more")
        self._buffer += data

    def next_frame(self) -> bytes | None:
        """The next payload, or None until more bytes come.

        Raises FrameError as soon as four bytes announce a bad length, and ever after.
        """
        length = self._read_header()
        if length is None or len(self._buffer) < HEADER + length:
            return None
        with memoryview(self._buffer) as view:
            payload = bytes(view[HEADER : HEADER + length])
        del self._buffer[: HEADER + length]  # cheap: a bytearray moves its start, not its bytes
        self._length = None
        return payload

    def frames(self) -> Iterator[bytes]:
        """Every payload that is complete. Raises FrameError as next_frame does."""
        while (payload := self.next_frame()) is not None:
            yield payload

    def _read_header(self) -> int | None:
        if self._failure is not None:
            raise FrameError(self._failure)
        if self._length is None and len(self._buffer) >= HEADER:
            length = int.from_bytes(self._buffer[:HEADER], "big")
            try:
                _check_length(length, self._max_frame)
            except FrameError as error:
                self._failure = error.reason
                self._buffer.clear()
                raise
            self._length = length
        return self._length


def _check_length(length: int, longest: int) -> None:
    if length == 0:
        raise FrameError("a frame of 0 bytes; the shortest holds 1")
    if length > longest:
        raise FrameError(f"a frame of {length} bytes; the longest holds {longest}")
