"""Bytes of docs/wire.md: the log, its entries, canonical values, the chain."""

from __future__ import annotations

import hashlib
import re
from typing import Any, NamedTuple

from tests.second_verifier.cipher import check_signature
from tests.second_verifier.curve import H512, Refused, field

FIRST_LINE = b"owm-net log 1\n"
MOST = 2**20
DEEPEST = 24
HELLO, KEYS, ANSWER, COMMIT, OPEN, SHARES, DICE, SHUFFLE, SEALED, END, CONFIRM = range(1, 12)
DROP, KEEP, HAND, BLIND = range(12, 16)
REMARK, WISH, STOP = range(16, 19)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


class Record(NamedTuple):
    """An entry, laid out, and its signature."""

    kind: int
    seat: int
    step: int
    match_id: bytes
    prev: bytes
    state: bytes
    body: bytes
    entry: bytes
    signature: bytes


def read_log(data: bytes) -> tuple[list[bytes], bool]:
    """The records, and whether the file is torn. A record of an impossible length ends the list
    as an empty one."""
    if not data.startswith(FIRST_LINE):
        raise Refused("the file does not begin as a log")
    records, at = list[bytes](), len(FIRST_LINE)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if at + 4 > len(data) or not any(data[at:]):
            return records, True
        rest = data[at + 4 : at + 4 + length]
        whole = len(rest) == length
        says = 111 + int.from_bytes(rest[107:111], "big") + 64
        if not 175 <= length <= MOST or (not whole and len(rest) >= 111 and says != length):
            return [*records, b""], False
        if not whole:
            return records, True
        records.append(rest)
        at += 4 + length
    return records, False


def read_record(record: bytes) -> Record:
    entry, signature = record[:-64], record[-64:]
    body = entry[111:]
    if len(entry) < 111 or entry[0] != 1 or int.from_bytes(entry[107:111], "big") != len(body):
        raise Refused("no record")
    if not HELLO <= entry[1] <= STOP:
        raise Refused("an entry of no kind")
    return Record(
        entry[1],
        entry[2],
        int.from_bytes(entry[3:11], "big"),
        entry[11:43],
        entry[43:75],
        entry[75:107],
        body,
        entry,
        signature,
    )


def split_fields(data: bytes) -> list[bytes]:
    """Each after its length, as u32."""
    parts, at = list[bytes](), 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        parts.append(data[at + 4 : end])
        at = end
    if at != len(data):
        raise Refused("fields that end too early")
    return parts


def check_signed(identity: bytes, record: Record) -> None:
    check_signature(identity, b"owm/log/v1" + record.entry, record.signature)


HEAD_0 = sha256(b"owm/chain/v1")


def next_head(head: bytes, entries: list[bytes]) -> bytes:
    return sha256(head + b"".join(map(sha256, entries)))


def head_after_drop(head: bytes, drops: list[bytes]) -> bytes:
    return sha256(b"owm/drop/v1" + head + b"".join(map(sha256, drops)))


def name_match(hellos: list[bytes]) -> bytes:
    return H512(b"owm/match/v1" + b"".join(map(field, hellos)))[:32]


# Values


class Named(NamedTuple):
    """A record of a class: tag 27."""

    name: str
    fields: list[Any]


def _head(major: int, n: int) -> bytes:
    if n < 24:
        return bytes([major << 5 | n])
    power = next(i for i in range(4) if n < 256**2**i)
    return bytes([major << 5 | 24 + power]) + int(n).to_bytes(2**power, "big")


def to_cbor(value: Any) -> bytes:
    if value is None or isinstance(value, bool):
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    if isinstance(value, Named):
        return _head(6, 27) + to_cbor([value.name, *value.fields])
    if isinstance(value, dict):
        pairs = (to_cbor(key) + to_cbor(item) for key, item in value.items())
        return _head(5, len(value)) + b"".join(pairs)
    return _head(4, len(value)) + b"".join(map(to_cbor, value))


def from_cbor(data: bytes) -> Any:
    """Refuses what is not canonical by writing the value again."""
    try:
        value, end = _read(data, 0, 0)
        canonical = end == len(data) and to_cbor(value) == data
    except (IndexError, UnicodeDecodeError) as e:
        raise Refused("no value") from e
    if not canonical:
        raise Refused("a value that is not canonical")
    return value


def _read(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    major, n = data[at] >> 5, data[at] & 31
    at += 1
    if depth > DEEPEST:
        raise Refused("a value nested too deeply")
    if major == 7:
        return {20: False, 21: True, 22: None}.get(n, 0), at
    if 24 <= n < 28:
        size = 2 ** (n - 24)
        n, at = int.from_bytes(data[at : at + size], "big"), at + size
    if major < 2:
        return (n, -1 - n)[major], at
    if major in (2, 3):
        raw = data[at : at + n]
        return (raw if major == 2 else raw.decode()), at + n
    if major == 6:
        inner, at = _read(data, at, depth + 1)
        if n != 27 or not isinstance(inner, list) or not inner or not isinstance(inner[0], str):
            raise Refused("no record of a class")
        return Named(inner[0], inner[1:]), at
    if n > len(data):
        raise Refused("no value")
    items = []
    for _ in range(n if major == 4 else 2 * n):
        item, at = _read(data, at, depth + 1)
        items.append(item)
    if major == 4:
        return items, at
    if any(type(key) not in (int, str) for key in items[::2]) or len(set(items[::2])) != n:
        raise Refused("a key that is no number and no text, or stands twice")
    return dict(zip(items[::2], items[1::2], strict=True)), at


class Terms(NamedTuple):
    """The agreed terms."""

    system: str
    version: str
    data: bytes
    mission: str
    level: str
    seats: int
    switches: list[list[str]]
    protocol: int = 2
    clock: str = ""
    pack: str = ""
    pack_digest: bytes = b""


def hash_terms(terms: bytes) -> bytes:
    """Return the entries' name for their match's terms."""
    return sha256(to_cbor(terms))


def read_terms(data: bytes) -> Terms:
    terms = from_cbor(data)
    match terms:
        case Named(
            "terms",
            [
                2 | 3 | 4 | 5 as protocol,
                "ed25519-sha512/v1",
                str(system),
                str(version),
                bytes(digest),
                Named("setup", [str(mission), str(level), int(seats), list(switches), *pack]),
                int(_),
                *more,
            ],
        ) if 2 <= seats <= 4 and len(digest) == 32 and _is_about_spectators_or_clock(more):
            terms = Terms(system, version, digest, mission, level, seats, switches, protocol)
            terms = terms._replace(clock=more[0].get("clock", "") if more else "")
            match pack:
                case []:
                    return terms
                case [{"pack": str(name), "pack_digest": bytes(which), **rest}] if not rest:
                    return terms._replace(pack=name, pack_digest=which)
    raise Refused("no terms")


def _is_about_spectators_or_clock(more: list[Any]) -> bool:
    match more:
        case []:
            return True
        case [{"spectators": int(minutes), **rest}] if 0 <= minutes <= 30:
            return not rest or (list(rest) == ["clock"] and _is_clock(rest["clock"]))
        case [{"clock": str(clock), **rest}] if not rest:
            return _is_clock(clock)
    return False


def _is_clock(text: object) -> bool:
    """move:S or bank:S+M, of seconds without needless zeros; S is 5 at least. Behind it may stand
    ,away:A with A from 30."""
    form = r"(move:[1-9]\d{0,4}|bank:[1-9]\d{0,4}\+(0|[1-9]\d{0,4}))(,away:[1-9]\d{0,4})?"
    ascii_text = isinstance(text, str) and text.isascii() and re.fullmatch(form, text)
    if not ascii_text:
        return False
    first, *more = [int(n) for n in re.findall(r"\d+", str(text))]
    limited = not has_absence(str(text)) or more[-1] >= 30
    return 5 <= first <= 86_400 and all(n <= 86_400 for n in more) and limited


def has_absence(clock: str) -> bool:
    """Return True if a clock limits how long a seat may be away."""
    return ",away:" in clock


UNPRINTABLE = (
    (0x00, 0x1F),
    (0x7F, 0xA0),
    (0xAD, 0xAD),
    (0x61C, 0x61C),
    (0x1680, 0x1680),
    (0x180E, 0x180E),
    (0x2000, 0x200F),
    (0x2028, 0x202F),
    (0x205F, 0x206F),
    (0x3000, 0x3000),
    (0xD800, 0xF8FF),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xFFFE, 0xFFFF),
    (0xE0000, 0xE00FF),
    (0xF0000, 0x10FFFF),
)


class Hello(NamedTuple):
    """The body of a HELLO."""

    identity: bytes
    terms: bytes


def read_hello(body: bytes) -> Hello:
    if len(body) < 65 or len(body) < 65 + body[64] or body[64] > 64:
        raise Refused("a HELLO that ends too early")
    end = 65 + body[64]
    try:
        name = body[65:end].decode()
    except UnicodeDecodeError as e:
        raise Refused("a name that is no text") from e
    if any(first <= ord(c) <= last for c in name for first, last in UNPRINTABLE):
        raise Refused("a name that cannot be printed")
    if len(body) - end > 4096:
        raise Refused("terms that are too long")
    return Hello(body[:32], body[end:])
