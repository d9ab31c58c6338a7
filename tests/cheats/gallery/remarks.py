"""Deviations in remarks, which are no part of the match: none of them ends it, or is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from owm_net.protocol.entries import NOTHING, Entry, EntryKind, entry_hash
from tests.cheats.gallery.hostile import LIAR, Hostile, another_match
from tests.cheats.gallery.registry import ANSWER, COMMIT, DICE, KEYS, Lie, Plan, plan

GOES_ON = "harmless"


def said(me: Hostile, text: bytes = b"hello", number: int = 0, **changes: Any) -> bytes:
    """A remark, signed."""
    values: dict[str, Any] = {"prev": NOTHING, "seat": LIAR, "step": me.step, **changes}
    body = number.to_bytes(4, "big") + text
    base = Entry(
        EntryKind.REMARK, LIAR, me.step, me.match_id, NOTHING, changes.pop("state", NOTHING), body
    )
    values.pop("state", None)
    return me.signed(base, **values)


def beside(
    name: str, tries: str, kind: EntryKind = COMMIT, after: int = 0, **more: Any
) -> Callable[[Callable[[Hostile], list[bytes]]], Plan]:
    """Register remarks that are sent beside an honest entry, once so many steps are past."""

    def enter(function: Callable[[Hostile], list[bytes]]) -> Plan:
        def at_its_moment(me: Hostile, entry: Entry) -> Lie:
            if me.step < after:
                return None
            me.lied = True
            me._send(function(me))
            return None

        return plan(name, tries, kind, GOES_ON, "", **more)(at_its_moment)

    return enter


@beside("remark-forged", "writes in another's name", seats=3)
def _(me: Hostile) -> list[bytes]:
    return [said(me, seat=0), said(me, seat=2), said(me, seat=9)]


@beside("remark-replayed", "sends a remark twice, and one of another match")
def _(me: Hostile) -> list[bytes]:
    mine = said(me)
    return [mine, mine, said(me, number=1, match_id=another_match(2, "duel").liar.match_id)]


@beside("remark-of-two-versions", "writes one thing to some and another to others", seats=3)
def _(me: Hostile) -> list[bytes]:
    one, other = said(me, b"one"), said(me, b"other")
    me._send([(0, one), (2, other)])
    return [other, one]


@beside("remark-out-of-its-chain", "leaves remarks out, and follows others than its own")
def _(me: Hostile) -> list[bytes]:
    first = said(me)
    return [said(me, number=1), said(me, prev=entry_hash(first)), first, said(me, number=7)]


@beside("remark-too-long", "writes 401 bytes, 201 characters, a megabyte and nothing at all")
def _(me: Hostile) -> list[bytes]:
    texts = [b"\xc3\xa9" * 200 + b"x", b"x" * 201, b"x" * 1_000_000, b"", b"   "]
    return [said(me, text) for text in texts]


@beside("remark-unprintable", "writes what commands a terminal, and what is no text")
def _(me: Hostile) -> list[bytes]:
    texts = [b"\x1b[2J", b"a\nb", "\u202eab".encode(), "\U000e0041".encode(), b"\xff\xfe"]
    return [said(me, text) for text in texts]


@beside("remark-flood", "writes more than a seat has")
def _(me: Hostile) -> list[bytes]:
    records, last = [], NOTHING
    for number in range(400):
        records.append(said(me, number=number, prev=last))
        last = entry_hash(records[-1][:-64])
    return records


@beside("remark-early", "writes before the match has a name", KEYS)
def _(me: Hostile) -> list[bytes]:
    return [said(me, step=0), said(me, step=1), said(me, step=2, match_id=bytes(32))]


@beside("remark-of-a-step-far-ahead", "writes at a step that is far ahead, to have more of them")
def _(me: Hostile) -> list[bytes]:
    return [said(me, step=me.step + 65), said(me, step=2**63)]


@beside("remark-of-another-state", "writes beside a state of the game", DICE)
def _(me: Hostile) -> list[bytes]:
    return [said(me, state=me.chain.state)]


@plan(
    "remark-in-place-of-an-answer",
    "writes something when its decision is due",
    ANSWER,
    "owed",
    "",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [said(me, b"no", prev=entry.prev, state=entry.state), said(me, b"no")]
