"""WISH and STOP: docs/wire.md, "Ending a match by one's own will, and taking back"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tests.second_verifier import layout
from tests.second_verifier.course import Course
from tests.second_verifier.curve import Refused
from tests.second_verifier.layout import Record
from tests.second_verifier.steps import Step

AHEAD = 64
AT_FIRST = 20
RESIGN, ABANDON, ADJOURN, PLAY_ON, TIME, AWAY, STOPS_WAITING, TAKE_BACK = range(1, 9)
CLAIMS = (TIME, AWAY, STOPS_WAITING)
RATIONED = (ABANDON, ADJOURN, PLAY_ON, TAKE_BACK)


class Reader(Protocol):
    """The reader of the log."""

    course: Course
    states: list[bytes]
    heads: list[bytes]
    history: list[Step]
    clock: str
    protocol: int

    @property
    def number(self) -> int:
        """Return the number of the due step."""


class Early(Refused):
    """A wish beside a step that has not come."""


class Stop(NamedTuple):
    """The contents of a STOP. gives_up: the seat that does; None if all abandon the match, or go on
    from the decision of the step `back`."""

    gives_up: int | None
    how: str = "resigned"
    back: int | None = None


class Wishes:
    """The wishes of one log."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._entries: set[bytes] = set()
        self._places: list[tuple[int, int, bytes]] = []  # seat, step, what and, of a claim, whose

    def has(self, e: Record) -> bool:
        return e.entry in self._entries

    def hear(self, e: Record) -> None:
        """Raises Refused, which names nobody."""
        course, number = self._reader.course, self._reader.number
        if e.seat >= len(course.identities) or not number or e.match_id != course.match_id:
            raise Refused("a wish of another match")
        layout.check_signed(course.identities[e.seat], e)
        if number < e.step <= number + AHEAD:
            raise Early("a wish beside a later step")
        place = e.seat, e.step, e.body[:2]
        what = self.read(e)
        if place in self._places:
            raise Refused("the same wish beside the same step")
        rationed = [seat for seat, _, body in self._places if body[0] in RATIONED]
        if what in RATIONED and rationed.count(e.seat) >= AT_FIRST + e.step:
            raise Refused("more wishes than a seat has")
        self._places.append(place)
        self._entries.add(e.entry)

    def read(self, e: Record) -> int:
        """Read it; its signature is not checked."""
        reader = self._reader
        if e.seat not in reader.course.everybody or not 2 <= e.step <= reader.number:
            raise Refused("a wish of nobody, or of no step")
        here = reader.course.match_id, reader.heads[e.step], reader.states[e.step]
        if (e.match_id, e.prev, e.state) != here:
            raise Refused("a wish of another match, history or state")
        if reader.clock and len(e.body) == 10 and e.body[0] in CLAIMS:
            if e.body[0] != TIME and not layout.has_absence(reader.clock):
                raise Refused("a claim of an absence that is not limited")
            step = reader.history[e.step]
            if e.body[1] == e.seat or e.body[1] not in step.due:
                raise Refused("a claim of the time of nobody who is due")
            if step.kind not in (layout.ANSWER, layout.COMMIT):
                raise Refused("a claim of time where nobody decides")
            return e.body[0]
        if reader.protocol >= 5 and len(e.body) == 9 and e.body[0] == TAKE_BACK:
            if not 2 <= int.from_bytes(e.body[1:], "big") < e.step:
                raise Refused("a wish to take back a step that is not past")
            return TAKE_BACK
        if e.body not in (bytes([what]) for what in (RESIGN, ABANDON, ADJOURN, PLAY_ON)):
            raise Refused("a wish for nothing")
        return e.body[0]

    def read_stop(self, e: Record) -> Stop:
        """Raises Refused, whose author is at fault."""
        reader = self._reader
        if e.body[:1] not in [bytes([what]) for what in (RESIGN, ABANDON, TIME, TAKE_BACK)]:
            raise Refused("a STOP for nothing")
        parts = layout.split_fields(e.body[1:])
        by_all = e.body[0] in (ABANDON, TAKE_BACK)
        if len(parts) != (len(reader.course.everybody) if by_all else 1):
            raise Refused("a STOP with another number of wishes than it needs")
        held = [self._read_held(part, e.body[0]) for part in parts]
        if e.body[0] == RESIGN:
            return Stop(held[0].seat)
        if e.body[0] == TIME and [(w.body[1], w.step) for w in held] == [(e.seat, e.step)]:
            return Stop(e.seat, "ran out of time")
        all_here: Sequence[tuple[int, int]] = [(s, reader.number) for s in reader.course.everybody]
        if not by_all or [(wish.seat, wish.step) for wish in held] != all_here:
            raise Refused("a STOP without the wishes that it needs")
        if e.body[0] == ABANDON:
            return Stop(None)
        back = int.from_bytes(held[0].body[1:], "big")
        if any(wish.body != held[0].body for wish in held) or back not in reader.course.run:
            raise Refused("a STOP that takes back what it cannot")
        return Stop(None, back=back)

    def _read_held(self, part: bytes, what: int) -> Record:
        e = layout.read_record(part)
        if e.kind != layout.WISH or self.read(e) != what:
            raise Refused("a STOP that holds another thing")
        layout.check_signed(self._reader.course.identities[e.seat], e)
        return e
