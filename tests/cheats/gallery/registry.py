"""The list of deviations, and how each is entered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import attrs
from attrs import frozen

from owm_net.protocol.entries import Entry, EntryKind
from tests.cheats.gallery.hostile import LIAR, SYSTEM, Hostile, Lie, Plan

__all__ = [
    "ANSWER", "COMMIT", "DICE", "GALLERY", "HELLO", "KEYS", "LIAR", "NOT_CANONICAL", "OPEN",
    "SHARES", "SHUFFLE", "SYSTEM", "TORSION", "Deviation", "Lie", "add", "plan", "staged", "wire",
]  # fmt: skip

TORSION = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
NOT_CANONICAL = bytes.fromhex("ee" + "ff" * 30 + "7f")


@frozen
class Deviation:
    """One way to cheat.

    expect: "blamed" (the cheat's seat is named by all, and by `verify`), "nobody" (all stop, or
    give it up, and nobody is named), "owed" (what is missing is named, with the seat), or
    "harmless" (the match ends as if nothing had been). words: in the reason.
    """

    name: str
    tries: str
    where: str
    expect: str
    words: str
    run: Callable[..., Any] = attrs.field(repr=False)
    wire: bool = False
    seats: int = 2
    mission: str = "duel"
    seed: int = 1
    patient: bool = False
    bold: bool | None = None
    clock: str = ""
    """Of the terms."""
    leaver: tuple[int, int] | None = None
    """(seat, step): an honest seat that is silent from there on, and that the others leave out."""

    @property
    def verdict(self) -> str:
        """Return the verdict in the words of the list."""
        who = {
            "blamed": "seat at fault named",
            "nobody": "nobody named",
            "owed": "owed by its seat",
            "harmless": "match goes on",
        }[self.expect]
        return f"{who}: {self.words}" if self.words else who


GALLERY: dict[str, Deviation] = {}


def plan(
    name: str, tries: str, kind: EntryKind, expect: str, words: str, **more: Any
) -> Callable[[Plan], Plan]:
    """Register a deviation of the match that bites when an entry of `kind` is due."""

    def enter(function: Plan) -> Plan:
        def at_its_moment(me: Hostile, entry: Entry) -> Lie:
            return function(me, entry) if entry.kind is kind else None

        return add(name, tries, kind.name, expect, words, at_its_moment, function, **more)

    return enter


def staged(
    name: str, tries: str, where: str, expect: str, words: str, **more: Any
) -> Callable[[Plan], Plan]:
    """Register a deviation of the match that takes several entries."""
    return lambda function: add(name, tries, where, expect, words, function, function, **more)


def wire(
    name: str, tries: str, where: str, expect: str, words: str, **more: Any
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """Register a deviation of the connection: a task with the link and its honest match."""
    more = {"seats": 2, **more}
    return lambda function: add(
        name, tries, where, expect, words, function, function, wire=True, **more
    )


def add(
    name: str, tries: str, where: str, expect: str, words: str, run: Any, function: Any, **more: Any
) -> Any:
    assert name not in GALLERY, name
    if name.startswith(("hello", "keys", "entry", "sealed", "silent")) or more.get("patient"):
        more.setdefault("seats", 3)
    GALLERY[name] = Deviation(name, tries, where, expect, words, run, **more)
    return function


HELLO, KEYS, SHARES, DICE = EntryKind.HELLO, EntryKind.KEYS, EntryKind.SHARES, EntryKind.DICE
SHUFFLE, ANSWER, COMMIT, OPEN = (
    EntryKind.SHUFFLE,
    EntryKind.ANSWER,
    EntryKind.COMMIT,
    EntryKind.OPEN,
)
