"""Deviations in shares and rolls."""

from __future__ import annotations

import os

from owm_net.engine.ids import Seat
from owm_net.protocol import dice, group, keys
from owm_net.protocol.entries import Entry
from tests.cheats.gallery.hostile import (
    Hostile,
    body_of,
    elsewhere,
    flipped,
    patched,
    plus,
    plus_order,
)
from tests.cheats.gallery.registry import (
    DICE,
    LIAR,
    NOT_CANONICAL,
    SHARES,
    TORSION,
    Lie,
    plan,
    staged,
)

# ------------------------------------------------------------------ SHARES


WRONG_SHARE = "a share is not what this seat's key gives"


@plan("share-of-another-card", "gives its share in another card", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    slots = me.slots()
    other = [s - len(slots) for s in slots]
    return [me.signed(entry, body=me.shares(other))]


@plan(
    "share-with-another-key",
    "gives a share made with another secret",
    SHARES,
    "blamed",
    WRONG_SHARE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    other = keys.SeatSecrets(*group.random_scalars(3, os.urandom))
    return [me.signed(entry, body=me.shares(me.slots(), secrets=other))]


@plan("share-with-no-proof", "gives its shares and no proof", SHARES, "blamed", "shares must be")
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-64])]


@plan(
    "share-with-empty-proof",
    "gives its shares and a proof of zeros",
    SHARES,
    "blamed",
    "not a non-zero scalar",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-64] + bytes(64))]


@plan("share-proof-flipped", "flips a bit of the proof", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=flipped(entry.body, -32))]


@plan(
    "share-proof-plus-q",
    "writes the response q higher than it is",
    SHARES,
    "blamed",
    "not a non-zero scalar",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=plus_order(entry.body, len(entry.body) - 32))]


@plan("share-batch-one-wrong", "gives one wrong share among three", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if len(me.slots()) < 2:
        return None
    return [me.signed(entry, body=patched(entry.body, 32, plus(entry.body[32:64])))]


@plan(
    "share-batch-compensated",
    "gives two wrong shares that cancel out",
    SHARES,
    "blamed",
    WRONG_SHARE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    if len(me.slots()) < 2:
        return None
    first, second = plus(entry.body[:32]), group.sub(entry.body[32:64], group.BASE)
    return [me.signed(entry, body=patched(entry.body, 0, first + second))]


@plan("share-batch-swapped", "gives two shares in the wrong order", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if len(me.slots()) < 2:
        return None
    return [me.signed(entry, body=patched(entry.body, 0, entry.body[32:64] + entry.body[:32]))]


@plan(
    "share-torsion",
    "adds a point of order 8 to its share",
    SHARES,
    "blamed",
    "not a point of the group",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32], TORSION)))]


@plan(
    "share-identity",
    "gives the identity as its share",
    SHARES,
    "blamed",
    "not a point of the group",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, group.IDENTITY))]


@plan(
    "share-not-canonical",
    "writes its share in another form",
    SHARES,
    "blamed",
    "not a point of the group",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, NOT_CANONICAL))]


@staged("share-replayed", "gives shares that it gave before", "SHARES", "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is not SHARES:
        return None
    before = me.memory.setdefault(str(len(entry.body)), entry.body)
    return None if before is entry.body else [me.signed(entry, body=before)]


@plan("share-of-another-match", "gives a share of another match", SHARES, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    bodies = [body_of(r) for r in elsewhere(me, LIAR, SHARES)]
    return [me.signed(entry, body=next(b for b in bodies if len(b) == len(entry.body)))]


@plan(
    "share-for-another-event", "proves its share for a later event", SHARES, "blamed", WRONG_SHARE
)
def _(me: Hostile, entry: Entry) -> Lie:
    about = bytearray(me._basis.about(me.slots()))
    about[7] += 1
    return [me.signed(entry, body=me.shares(me.slots(), me.context("share", about=bytes(about))))]


@plan(
    "share-of-another-seat",
    "gives the share of seat 0 as its own",
    SHARES,
    "blamed",
    WRONG_SHARE,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    if 0 not in me.chain.here or len(me.heard(0)) != len(entry.body):
        return None
    return [me.signed(entry, body=me.heard(0))]


@plan(
    "share-in-more-cards",
    "sends shares in more cards than are asked, hoping for more",
    SHARES,
    "blamed",
    "shares must be",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.shares([*me.slots(), min(me.slots()) - 1]))]


# ------------------------------------------------------------------ DICE


@plan("dice-share-changed", "changes its part of a roll", DICE, "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32])))]


@plan(
    "dice-with-another-key",
    "rolls with another secret until it likes the result",
    DICE,
    "blamed",
    WRONG_SHARE,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    other = keys.SeatSecrets(*group.random_scalars(3, os.urandom))
    point = dice.dice_point(me.match_id, 1, b"who begins")
    body = dice.make_dice_shares(
        me._basis.ctx(Seat(LIAR), "dice"), other, group.mul_base(other.y), [point], os.urandom
    )
    return [me.signed(entry, body=body)]


@staged("dice-replayed", "rolls again what it rolled before", "DICE", "blamed", WRONG_SHARE)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is not DICE:
        return None
    before = me.memory.setdefault("dice", entry.body)
    return None if before is entry.body else [me.signed(entry, body=before)]


@plan(
    "dice-copied",
    "sends seat 0's part of the roll as its own",
    DICE,
    "blamed",
    WRONG_SHARE,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=me.heard(0))]


@plan(
    "dice-torsion",
    "adds a point of order 8 to its part of a roll",
    DICE,
    "blamed",
    "not a point of the group",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32], TORSION)))]
