"""Remarks: docs/wire.md, "Remarks"."""

from __future__ import annotations

from typing import Protocol

from tests.second_verifier import layout
from tests.second_verifier.course import Course
from tests.second_verifier.curve import Refused
from tests.second_verifier.layout import Record

AHEAD = 64
AT_FIRST = 100
LONGEST = 200
MOST_BYTES = 400


class Reader(Protocol):
    """The reader of the log."""

    course: Course

    @property
    def number(self) -> int:
        """Return the number of the due step."""


class Remarks:
    """Each seat's chain of remarks in one log."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._chains: dict[int, list[bytes]] = {}

    def has(self, e: Record) -> bool:
        return e.entry in self._chains.get(e.seat, [])

    def hear(self, e: Record) -> None:
        """Raises Refused, which names nobody."""
        course, chain = self._reader.course, self._chains.setdefault(e.seat, [])
        if e.seat >= len(course.identities) or not self._reader.number:
            raise Refused("a remark of no seat")
        if e.match_id != course.match_id or not 2 <= e.step <= self._reader.number + AHEAD:
            raise Refused("a remark of another match, or of a step far ahead")
        last = layout.sha256(chain[-1]) if chain else bytes(32)
        follows = e.body[:4] == len(chain).to_bytes(4, "big") and e.prev == last
        if not follows or e.state != bytes(32) or len(chain) >= AT_FIRST + e.step:
            raise Refused("a remark that does not follow the last, or one too many")
        try:
            text = e.body[4:].decode()
        except UnicodeDecodeError as fault:
            raise Refused("a remark that is no text") from fault
        if not text.strip(" ") or len(text) > LONGEST or len(text.encode()) > MOST_BYTES:
            raise Refused("a remark that says nothing, or too much")
        if any(first <= ord(c) <= last for c in text for first, last in layout.UNPRINTABLE):
            raise Refused("a remark that cannot be printed")
        layout.check_signed(course.identities[e.seat], e)
        chain.append(e.entry)
