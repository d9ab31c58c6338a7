"""Deviations in HELLO and KEYS."""

from __future__ import annotations

import os

import attrs
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.protocol import group, keys
from owm_net.protocol.entries import Entry, sign
from owm_net.protocol.fiat_shamir import Transcript
from owm_net.session.match import Own
from owm_net.session.terms import decode_hello
from tests.cheats.gallery.hostile import Hostile, body_of, elsewhere, patched, plus
from tests.cheats.gallery.registry import HELLO, KEYS, LIAR, NOT_CANONICAL, TORSION, Lie, plan

# ------------------------------------------------------------------ HELLO


@plan(
    "hello-other-terms",
    "agrees to other terms than its head names",
    HELLO,
    "blamed",
    "its HELLO agrees to other terms",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-1] + b"\1")]


@plan(
    "hello-of-other-terms",
    "shows a HELLO it signed for other terms",
    HELLO,
    "nobody",
    "a HELLO for a match with other terms",
)
def _(me: Hostile, entry: Entry) -> Lie:
    other = decode_hello(entry.body).terms[:-1] + b"\1"
    body = attrs.evolve(decode_hello(entry.body), terms=other).encode()
    return [me.signed(entry, body=body, state=codec.digest(other))]


@plan(
    "hello-twice",
    "shows a second HELLO with another nonce",
    HELLO,
    "nobody",
    "a second HELLO for a seat",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry), me.signed(entry, body=patched(entry.body, 32, bytes(32)))]


@plan(
    "hello-second-identity",
    "shows a second identity for its seat",
    HELLO,
    "nobody",
    "the signature is wrong",
)
def _(me: Hostile, entry: Entry) -> Lie:
    stranger = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
    key = Own(Seat(1), "", stranger, os.urandom).public()
    return [me.signed(entry), sign(attrs.evolve(entry, body=patched(entry.body, 0, key)), stranger)]


@plan(
    "hello-unprintable-name",
    "has a name that rings a bell and clears the screen",
    HELLO,
    "blamed",
    "a name that cannot be printed",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 65, b"\a\x1b[2J"))]


@plan("hello-name-too-long", "has a name of 255 bytes", HELLO, "blamed", "an impossible name")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:64] + b"\xff" + b"A" * 255 + entry.body[65:])]


@plan(
    "hello-name-is-no-text",
    "has a name that is no UTF-8",
    HELLO,
    "blamed",
    "a name that is no text",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 65, b"\xff\xfe"))]


@plan(
    "hello-stolen-identity",
    "shows the identity key of seat 0 as its own",
    HELLO,
    "nobody",
    "the signature is wrong",
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, me.heard(0)[:32]))]


@plan(
    "hello-replayed",
    "shows what seat 0 signed for seat 1 of an earlier match",
    HELLO,
    "nobody",
    "two seats show the same identity",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return elsewhere(me, 1, HELLO, sit=me.seats - 1)


@plan(
    "hello-for-our-seat",
    "shows a HELLO of its own for the seat of seat 0",
    HELLO,
    "nobody",
    "",
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, seat=0)]


# ------------------------------------------------------------------ KEYS


def _with_key(me: Hostile, entry: Entry, X: bytes) -> list[bytes]:  # noqa: N803
    return [me.signed(entry, body=patched(entry.body, 0, X))]


@plan(
    "keys-rogue",
    "shows X = Z - X_0, to hold the joint secret alone",
    KEYS,
    "blamed",
    "no proof of knowledge for key X",
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    others = group.total([me.heard(s)[:32] for s in range(me.seats) if s != LIAR])
    return _with_key(me, entry, group.sub(group.mul_base(me.x.x), others))


@plan(
    "keys-copied",
    "shows the keys of seat 0, proofs and all",
    KEYS,
    "blamed",
    "no proof of knowledge for key X",
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.heard(0))]


@plan(
    "keys-replayed",
    "shows its keys of another match",
    KEYS,
    "blamed",
    "no proof of knowledge for key X",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=body_of(elsewhere(me, LIAR, KEYS)[0]))]


@plan(
    "keys-equal",
    "uses one secret for cards and for dice",
    KEYS,
    "blamed",
    "two keys of the seat are equal",
)
def _(me: Hostile, entry: Entry) -> Lie:
    ctx, body, secret = me._basis.ctx(Seat(LIAR), "keys"), b"", me.x.x
    for name in (b"X", b"Y", b"E"):
        t = Transcript(keys.KEYS_DST, ctx)
        t.append(b"key", name)
        public = group.mul_base(secret)
        body += public + keys.prove_knowledge(t, secret, public, os.urandom)
    return [me.signed(entry, body=body)]


@plan(
    "keys-torsion", "adds a point of order 8 to its key", KEYS, "blamed", "not a point of the group"
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _with_key(me, entry, plus(entry.body[:32], TORSION))


@plan("keys-identity", "shows the identity as its key", KEYS, "blamed", "not a point of the group")
def _(me: Hostile, entry: Entry) -> Lie:
    return _with_key(me, entry, group.IDENTITY)


@plan(
    "keys-not-canonical",
    "shows a key that is not in its canonical form",
    KEYS,
    "blamed",
    "not a point of the group",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _with_key(me, entry, NOT_CANONICAL)


@plan("keys-short", "shows two keys instead of three", KEYS, "blamed", "keys must be 288 bytes")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:192])]
