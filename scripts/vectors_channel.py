"""Test vectors of docs/wire.md, "The channel": whole channels, and what each end must refuse."""

from __future__ import annotations

import hmac
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from vectors_common import HERE, ORDER_8, case, changed, entropy

from owm_net.protocol import channel, group
from owm_net.protocol.channel import HINT_BYTES, Channel, Role
from owm_net.protocol.codes import Code

PROGRAM = "owm-net 0.1.0"
CODE = Code("7", "melon-sandal-orchid")
KEY = bytes(range(32))
POINT_AT = channel.HAIL_BYTES - HINT_BYTES - 32
ENDS = (("Ben", Role.GUEST), ("Ada", Role.HOST))
WATCHING = (("Cyd", Role.WATCHING), ("Ada", Role.SHOWING))
Ends = tuple[tuple[str, Role], ...]
NON_CANONICAL = ((1 << 255) - 19 + 3).to_bytes(32, "little")


def _end(role: Role, secret: Code | bytes, name: str, seed: str) -> tuple[Channel, dict[str, Any]]:
    """A new end, and what an implementer must know to be it."""
    source, same = entropy(seed), entropy(seed)
    y, nonce = group.random_scalar(same), same(channel.NONCE_BYTES)
    signs = entropy(f"identity of {name}")(32)
    made = Channel(role, secret, Ed25519PrivateKey.from_private_bytes(signs), name, PROGRAM, source)
    inputs = {
        "role": role.value,
        "y": y.hex(),
        "nonce": nonce.hex(),
        "program": PROGRAM,
        "identity_secret": signs.hex(),
        "name": name,
    }
    return made, inputs


def _ends(
    secret: Code | bytes, seed: str, who: Ends = ENDS
) -> list[tuple[Channel, dict[str, Any]]]:
    """A and B."""
    returns = isinstance(secret, bytes)
    ends = [
        _end(Role.RETURNING if returns else role, secret, name, f"{seed}: {name}")
        for name, role in who
    ]
    if returns:
        ends.sort(key=lambda end: end[0].hail[POINT_AT : POINT_AT + 32])
    return ends


def _shared(secret: Code | bytes) -> dict[str, str]:
    if isinstance(secret, bytes):
        return {"key": secret.hex()}
    return {"room": secret.room, "words": secret.words}


def _opened(comment: str, secret: Code | bytes, seed: str, who: Ends = ENDS) -> dict[str, Any]:
    (a, of_a), (b, of_b) = _ends(secret, seed, who)
    auth_a = a.receive(b.hail)
    nothing = b.receive(a.hail)
    assert auth_a is not None and nothing is None
    auth_b = b.receive(auth_a)
    assert auth_b is not None
    a.receive(auth_b)
    records = []
    for author, sender, message in (
        ("a", a, b"\x05the first message"),
        ("b", b, b"\0"),
        ("a", a, b"\x06"),
        ("b", b, bytes(100)),
        ("a", a, b"the last"),
    ):
        record = sender.sending.seal(message)
        records.append({"from": author, "message": message.hex(), "record": record.hex()})
    keys = a._keys
    return {
        "comment": comment,
        **_shared(secret),
        "a": of_a,
        "b": of_b,
        "hail_a": a.hail.hex(),
        "hail_b": b.hail.hex(),
        "tag_a": keys.tag_a.hex(),
        "tag_b": keys.tag_b.hex(),
        "records_a": keys.records_a.hex(),
        "records_b": keys.records_b.hex(),
        "private_room": a.private_room,
        "auth_a": auth_a.hex(),
        "auth_b": auth_b.hex(),
        "records": records,
    }


def _hails(opened: dict[str, Any]) -> list[dict[str, Any]]:
    """HAILs that A must refuse in place of B's."""
    hail, own = bytes.fromhex(opened["hail_b"]), bytes.fromhex(opened["hail_a"])
    point = hail[POINT_AT : POINT_AT + 32]
    other = _end(Role(hail[2]), CODE if hail[2] != 2 else KEY, "Eve", "another")[0].hail
    torsion = group.add(point, ORDER_8)

    def with_point(put: bytes) -> bytes:
        body = changed(hail, POINT_AT, put)[:-HINT_BYTES]
        if "key" not in opened:
            return body + bytes(HINT_BYTES)
        return body + hmac.digest(KEY, channel.HINT_TAG + body, "sha512")[:HINT_BYTES]

    assert with_point(point) == hail
    rows = [
        ("as made", hail),
        ("of another end: another point, and a hint to match", other),
        ("our own, said back", own),
        ("our own point under another's nonce", with_point(_point(own))),
        ("the identity", with_point(group.IDENTITY)),
        ("a point of order 8", with_point(ORDER_8)),
        ("a point of mixed order", with_point(torsion)),
        ("a point that is not canonical", with_point(NON_CANONICAL)),
        ("version 3", changed(hail, 1, b"\3")),
        ("version 5", changed(hail, 1, b"\5")),
        ("another role", changed(hail, 2, bytes([(hail[2] + 1) % 3]))),
        ("no such role", changed(hail, 2, b"\3")),
        ("the hint changed", hail[:-1] + bytes([hail[-1] ^ 1])),
        ("a byte short", hail[:-1]),
        ("a byte more", hail + b"\0"),
        ("nothing", b""),
    ]
    accepted = ("as made", "of another end: another point, and a hint to match")
    return [
        case(comment, "accepted" if comment in accepted else "refused", message=message)
        for comment, message in rows
    ]


def _point(hail: bytes) -> bytes:
    return hail[POINT_AT : POINT_AT + 32]


def _auths(opened: dict[str, Any], who: str) -> list[dict[str, Any]]:
    """AUTHs that the other must refuse in place of who's."""
    auth = bytes.fromhex(opened[f"auth_{who}"])
    cipher = ChaCha20Poly1305(bytes.fromhex(opened[f"records_{who}"]))
    theirs = bytes.fromhex(opened["tag_a" if who == "b" else "tag_b"])

    def raw(filled: bytes, number: int = 0) -> bytes:
        nonce = number.to_bytes(12, "big")
        return auth[:33] + cipher.encrypt(nonce, filled, (len(filled) + 16).to_bytes(4, "big"))

    def sealed(plain: bytes, number: int = 0) -> bytes:
        return raw((plain + b"\x80").ljust(channel.PAD_BYTES, b"\0"), number)

    filled = cipher.decrypt(bytes(12), auth[33:], (len(auth) - 33).to_bytes(4, "big"))
    plain = filled.rstrip(b"\0")[:-1]
    assert sealed(plain) == auth
    eve = Ed25519PrivateKey.from_private_bytes(entropy("Eve")(32)).public_key().public_bytes_raw()
    rows = [
        ("as made", auth),
        ("the tag changed: a wrong guess", changed(auth, 1, bytes([auth[1] ^ 1]))),
        ("the tag of the other side, said back", changed(auth, 1, theirs)),
        ("the record changed", auth[:-1] + bytes([auth[-1] ^ 1])),
        ("the first byte of the record changed", changed(auth, 33, bytes([auth[33] ^ 1]))),
        ("sealed as record 1", sealed(plain, 1)),
        ("the name changed, and sealed: the name is not signed", sealed(plain[:96] + b"Eve")),
        ("another identity under the same signature", sealed(eve + plain[32:])),
        ("the signature changed, and sealed", sealed(changed(plain, 40, bytes([plain[40] ^ 1])))),
        ("an identity of order 8, zeros as signature", sealed(ORDER_8 + bytes(64))),
        ("the identity point, zeros as signature", sealed(group.IDENTITY + bytes(64))),
        ("a name of 65 bytes", sealed(plain[:96] + b"x" * 65)),
        ("no whole signature", sealed(plain[:95])),
        ("not filled up", raw(plain)),
        ("filled up with zeros alone", raw(plain.ljust(channel.PAD_BYTES, b"\0"))),
        ("filled up to twice as much", raw((plain + b"\x80").ljust(1024, b"\0"))),
        ("filled up with ones", raw((plain + b"\x80").ljust(channel.PAD_BYTES, b"\1"))),
        ("a tag alone", auth[:33]),
        ("of another kind", b"\4" + auth[1:]),
        ("nothing", b""),
    ]
    accepted = ("as made", "the name changed, and sealed: the name is not signed")
    return [
        case(comment, "accepted" if comment in accepted else "refused", message=message)
        for comment, message in rows
    ]


def _sequences(opened: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what may come to B once the channel is open: records of A, intact or changed."""
    first, second, third = (
        bytes.fromhex(r["record"]) for r in opened["records"] if r["from"] == "a"
    )
    theirs = bytes.fromhex(opened["records"][1]["record"])
    flipped = bytes([second[0] ^ 1]) + second[1:]
    cipher = ChaCha20Poly1305(bytes.fromhex(opened["records_a"]))
    message = [bytes.fromhex(r["message"]) for r in opened["records"] if r["from"] == "a"][1]

    def sealed(filled: bytes) -> bytes:
        return cipher.encrypt(
            (2).to_bytes(12, "big"), filled, (len(filled) + 16).to_bytes(4, "big")
        )

    assert sealed((message + b"\x80").ljust(channel.PAD_BYTES, b"\0")) == second
    longer = sealed((message + b"\x80").ljust(2 * channel.PAD_BYTES, b"\0"))
    rows: list[tuple[str, list[bytes], int]] = [
        ("as made", [first, second, third], 3),
        ("the second left out", [first, third], 1),
        ("the first twice", [first, first, second], 1),
        ("exchanged", [second, first], 0),
        ("the second changed", [first, flipped, third], 1),
        ("the second cut by a byte", [first, second[:-1], third], 1),
        ("the second and a byte more", [first, second + b"\0", third], 1),
        ("B's own, said back", [first, theirs], 1),
        ("in the clear", [first, b"\x06", second], 1),
        ("fewer bytes than a seal", [first, bytes(15)], 1),
        ("the second filled up to twice as much", [first, longer, third], 3),
        ("the second filled up with zeros alone", [first, sealed(message.ljust(512, b"\0"))], 1),
        ("the second not filled up", [first, sealed(message + b"\x80")], 1),
        ("no message, filled up", [first, sealed(b"\x80".ljust(512, b"\0"))], 1),
        ("zeros alone", [first, sealed(bytes(512))], 1),
    ]
    return [
        {"comment": comment, "records": [r.hex() for r in records], "opened": opened_count}
        for comment, records, opened_count in rows
    ]


def channel_vectors() -> dict[str, Any]:
    by_code = _opened("a guest and a host, by a code", CODE, "by code")
    by_key = _opened("two seats of a match, by its resume key", KEY, "by key")
    return {
        "comment": f"docs/wire.md, 'The channel'. {HERE} opened: whole channels; identity_secret "
        "is the 32 bytes of RFC 8032's private key; the records follow the two AUTHs in their "
        "order. For each: hails_to_a: what A hears in place of B's HAIL; auths_to_b and "
        "auths_to_a: in place of the other's AUTH, each on a new channel of the same ends; to_b: "
        "records that come to B, of which the first `opened` open and the next, if there is one, "
        "does not.",
        "opened": [_with_refused(opened) for opened in (by_code, by_key)],
    }


def watching_vectors() -> dict[str, Any]:
    watched = _opened("a spectator and who shows a match", CODE, "watching", WATCHING)
    return {
        "comment": f"docs/wire.md, 'Spectators'. {HERE} As wire_channel.json, for roles 5 and 4.",
        "opened": [_with_refused(watched)],
    }


def _with_refused(opened: dict[str, Any]) -> dict[str, Any]:
    return {
        **opened,
        "hails_to_a": _hails(opened),
        "auths_to_b": _auths(opened, "a"),
        "auths_to_a": _auths(opened, "b"),
        "to_b": _sequences(opened),
    }
