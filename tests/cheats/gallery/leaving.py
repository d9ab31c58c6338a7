"""Deviations in DROP and KEEP: going on without a seat."""

from __future__ import annotations

import attrs

from owm_net.protocol.entries import Entry, EntryKind
from owm_net.protocol.fiat_shamir import field
from tests.cheats.gallery.hostile import Hostile, elsewhere
from tests.cheats.gallery.registry import ANSWER, COMMIT, DICE, KEYS, LIAR, Lie, plan

DROP, KEEP = EntryKind.DROP, EntryKind.KEEP
HOLDS_NONE = "a KEEP that holds no entry of seat 2"


def beside(me: Hostile, kind: EntryKind, body: bytes, step: int | None = None) -> bytes:
    """A DROP or KEEP beside a step, this one if none is given."""
    chain = me.chain
    at = chain.step if step is None else step
    head, state = chain.heads[at], chain.states[at]
    return me.signed(Entry(kind, LIAR, at, me.match_id, head, state, body))


@plan(
    "drop-of-who-is-there",
    "proposes to go on without a seat that has answered",
    COMMIT,
    "owed",
    "",
    seats=3,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"\0")]


@plan("drop-of-a-step-past", "proposes it for steps that are over", DICE, "owed", "", seats=3)
def _(me: Hostile, entry: Entry) -> Lie:
    steps = [n for n in range(2, entry.step) if 2 in me.chain.dues[n]]
    return [beside(me, DROP, b"\2", n) for n in steps]


@plan(
    "drop-of-one-who-owes-nothing",
    "proposes to go on without seat 0 when it is its own turn",
    ANSWER,
    "blamed",
    "a DROP: seat 0 owes nothing at step",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"\0")]


@plan(
    "drop-of-itself",
    "proposes to go on without itself",
    COMMIT,
    "blamed",
    "a DROP: a seat cannot leave itself out",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, bytes([LIAR]))]


@plan(
    "drop-of-nobody",
    "proposes to go on without a seat that does not exist",
    COMMIT,
    "blamed",
    "a DROP: seat 200 owes nothing",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"\xc8")]


@plan(
    "drop-of-two", "names two seats in one DROP", COMMIT, "blamed", "a DROP names one seat", seats=3
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"\0\2")]


@plan("drop-empty", "names no seat", COMMIT, "blamed", "a DROP names one seat", seats=3)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"")]


@plan(
    "drop-in-a-match-of-two",
    "would go on alone",
    COMMIT,
    "blamed",
    "a DROP: too few seats would remain",
    seats=2,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"\0")]


@plan(
    "drop-against-the-rules",
    "proposes it where the rules cannot go on",
    COMMIT,
    "blamed",
    "reserves are lost",
    seats=3,
    mission="full-deck",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"\0")]


@plan(
    "drop-before-the-keys",
    "proposes it before all have shown their keys",
    KEYS,
    "blamed",
    "before all have shown their keys",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, DROP, b"\2")]


@plan(
    "drop-after-another-history",
    "proposes it after a history that is not ours",
    COMMIT,
    "nobody",
    "the entry follows another history",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, kind=DROP, body=b"\2", prev=bytes(32))]


@plan(
    "drop-of-another-state",
    "proposes it in a state that is not ours",
    COMMIT,
    "blamed",
    "its game state",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, kind=DROP, body=b"\2", state=bytes(32))]


@plan(
    "drop-and-keep",
    "goes on without seat 2 before seat 0, and with it before others",
    COMMIT,
    "blamed",
    "that it goes on without seat 2, and that it does not",
    seats=3,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    kept = b"\2" + me.kept[2, entry.step]
    return [beside(me, DROP, b"\2"), beside(me, KEEP, kept)]


@plan(
    "drop-of-two-seats",
    "proposes to leave out a second seat while its first proposal is open",
    DROP,
    "blamed",
    "it proposes to leave out two seats at once",
    seats=4,
    leaver=(3, 4),
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry), me.signed(entry, body=b"\2")]


@plan(
    "drop-of-two-seats-backwards",
    "the same, the second one before the first to some",
    DROP,
    "blamed",
    "it proposes to leave out two seats at once",
    seats=4,
    leaver=(3, 4),
)
def _(me: Hostile, entry: Entry) -> Lie:
    second = me.signed(entry, body=b"\2")
    return [(0, second), me.signed(entry), (2, second)]


@plan(
    "drop-with-a-keep-of-its-own-making",
    "proposes a second one, with a KEEP that it has signed for seat 0",
    DROP,
    "blamed",
    "a DROP that holds something else than KEEPs",
    seats=4,
    leaver=(3, 4),
)
def _(me: Hostile, entry: Entry) -> Lie:
    kept = me.signed(entry, kind=KEEP, seat=0, body=b"\3" + me.kept[3, 3])
    return [me.signed(entry), me.signed(entry, body=b"\2" + field(kept))]


@plan(
    "drop-with-a-keep-of-another-step",
    "proposes a second one, with its own KEEP of an earlier step",
    DROP,
    "blamed",
    "a DROP that holds something else than KEEPs",
    seats=4,
    leaver=(3, 4),
)
def _(me: Hostile, entry: Entry) -> Lie:
    kept = beside(me, KEEP, b"\3" + me.kept[3, 3], 3)
    return [me.signed(entry), me.signed(entry, body=b"\2" + field(kept))]


@plan(
    "drop-with-noise",
    "proposes one that holds noise",
    DROP,
    "blamed",
    "a DROP names one seat, and holds nothing but KEEPs",
    seats=4,
    leaver=(3, 4),
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body + b"\0\0\1\0" + bytes(99))]


@plan(
    "keep-after-drop",
    "agrees to go on without a seat, and objects afterwards",
    DROP,
    "blamed",
    "a KEEP that holds no entry of seat 2",
    seats=3,
    leaver=(2, 4),
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, kind=KEEP, body=b"\2" + me.kept[2, 2]), me.signed(entry)]


@plan(
    "keep-of-noise",
    "objects with noise in place of the entry",
    COMMIT,
    "blamed",
    HOLDS_NONE,
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, KEEP, b"\2" + b"\1" * 300)]


@plan("keep-of-nothing", "objects with nothing", COMMIT, "blamed", HOLDS_NONE, seats=3)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, KEEP, b"\2")]


@plan(
    "keep-of-its-own-making",
    "objects with an entry that it has signed for seat 2",
    COMMIT,
    "blamed",
    HOLDS_NONE,
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, KEEP, b"\2" + me.signed(attrs.evolve(entry, seat=2)))]


@plan(
    "keep-of-another-step",
    "objects with what seat 2 signed for another step",
    DICE,
    "blamed",
    HOLDS_NONE,
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, KEEP, b"\2" + me.kept[2, 2])]


@plan(
    "keep-of-another-match",
    "objects with what seat 2 signed in another match",
    COMMIT,
    "blamed",
    HOLDS_NONE,
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, KEEP, b"\2" + elsewhere(me, 2, COMMIT)[0])]


@plan(
    "keep-of-a-vote",
    "objects with its own proposal, in its own name",
    COMMIT,
    "blamed",
    "a KEEP: a seat cannot leave itself out",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, KEEP, bytes([LIAR]) + beside(me, DROP, b"\2"))]


@plan("keep-unasked", "objects though nobody has proposed anything", DICE, "owed", "", seats=3)
def _(me: Hostile, entry: Entry) -> Lie:
    return [beside(me, KEEP, b"\2" + me.kept[2, 2], 2)]
