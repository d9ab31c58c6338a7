"""DROP and KEEP: docs/wire.md, "Going on without a seat"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tests.second_verifier import layout
from tests.second_verifier.course import Course
from tests.second_verifier.curve import Refused
from tests.second_verifier.layout import DROP, KEEP, REMARK, STOP, WISH, Record
from tests.second_verifier.steps import Foul, Nobody, Step

FIRST_STEP = 2


class Reader(Protocol):
    """The reader of a log, with which DROP and KEEP are compared."""

    course: Course
    accepted: dict[tuple[int, int], bytes]
    step: Step
    protocol: int

    @property
    def history(self) -> Sequence[Step]:
        """Every step so far."""

    @property
    def present(self) -> Sequence[tuple[int, ...]]:
        """Return the participants of each of them."""

    @property
    def number(self) -> int:
        """Return the number of the due step."""


class Said(NamedTuple):
    """A DROP or KEEP without what is wrong on its face. t: the seat it is about. inside: the record
    in a KEEP. keeps: in a DROP."""

    e: Record
    t: int
    inside: Record | None
    keeps: tuple[Said, ...]

    def refutes(self, other: Said) -> bool:
        """Return True if this DROP holds a KEEP against another one."""
        return any(keep.t == other.t for keep in self.keeps)


class Beside:
    """The entries beside the steps of one log."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._noted: dict[tuple[int, int, int, int], Said] = {}  # step, seat, kind, t

    def entry(self, e: Record) -> bytes | None:
        """Return the same seat's earlier entry about the same seat and step."""
        said = self._noted.get((e.step, e.seat, e.kind, e.body[0] if e.body else -1))
        return said.e.entry if said else None

    def hear(self, e: Record) -> tuple[int, int] | None:
        """One that follows this history: raises what is wrong with it, or notes it. Returns (step,
        t) if all but t have now said that they go on without t."""
        try:
            said = self._read(e)
            self._compare(said)
        except Refused as fault:
            raise Foul(e.seat, str(fault)) from fault
        for keep in (said, *said.keeps):
            there = self._reader.accepted.get((e.step, keep.t))
            if keep.inside and there not in (None, keep.inside.entry):
                raise Foul(keep.t, "two different entries for one step")
        if e.step == self._reader.number and not self._stands_before(said):
            raise Nobody("what it holds does not stand before it")
        self._noted[e.step, e.seat, e.kind, said.t] = said
        return next((key for t in self._due(e) if self.drops(key := (e.step, t))), None)

    def drops(self, key: tuple[int, int]) -> list[bytes]:
        """The DROPs of all others, in their order, if all have signed one."""
        n, t = key
        rest = [seat for seat in self._reader.present[n] if seat != t]
        found = [self._noted.get((n, seat, DROP, t)) for seat in rest]
        return [said.e.entry for said in found if said] if None not in found else []

    def without_keep(self) -> list[tuple[int, int, int]]:
        """Author, step and t of each DROP without a KEEP of t, by steps and t rising."""
        kept = {(n, t) for n, _, kind, t in self._noted if kind == KEEP}
        drops = sorted((n, t, seat) for n, seat, kind, t in self._noted if kind == DROP)
        return [(seat, n, t) for n, t, seat in drops if (n, t) not in kept]

    def _due(self, e: Record) -> tuple[int, ...]:
        return self._reader.history[e.step].due

    def _read(self, e: Record) -> Said:
        """Raises Refused for what its author could have seen."""
        reader, n, t = self._reader, e.step, e.body[0] if e.body else -1
        there = reader.present[n]
        if n < FIRST_STEP or t not in self._due(e) or t == e.seat or e.seat not in there:
            raise Refused("that seat cannot be left out so")
        if len(there) < 3:
            raise Refused("too few seats would remain")
        if e.kind == KEEP:
            return Said(e, t, self._read_inside(e, t), ())
        if n == reader.number and not reader.course.may_go_on_without(t, reader.step.kind):
            raise Refused("the rules cannot go on without that seat")
        keeps = tuple(self._read_keep(e, part) for part in layout.split_fields(e.body[1:]))
        about = [keep.t for keep in keeps]
        if about != sorted(set(about)) or t in about or e.seat in about:
            raise Refused("KEEPs that a DROP does not need, or in another order")
        return Said(e, t, None, keeps)

    def _read_inside(self, e: Record, t: int) -> Record:
        inside = layout.read_record(e.body[1:])
        layout.check_signed(self._reader.course.identities[t], inside)
        what = inside.seat, inside.step, inside.match_id, inside.prev
        if what != (t, e.step, e.match_id, e.prev) or inside.kind in (DROP, KEEP, REMARK, WISH):
            raise Refused("a KEEP that holds no entry of that seat")
        if inside.kind == STOP and self._reader.protocol < 4:
            raise Refused("an entry of no kind")
        return inside

    def _read_keep(self, drop: Record, part: bytes) -> Said:
        e = layout.read_record(part)
        where = e.kind, e.step, e.match_id, e.prev, e.state
        if where != (KEEP, drop.step, drop.match_id, drop.prev, drop.state):
            raise Refused("a DROP that holds something else than KEEPs of its step")
        if e.seat == drop.seat or e.seat not in self._reader.present[e.step]:
            raise Refused("a DROP that holds a KEEP of no other seat")
        layout.check_signed(self._reader.course.identities[e.seat], e)
        return self._read(e)

    def _compare(self, said: Said) -> None:
        """With what its author has said besides."""
        n, seat, kind = said.e.step, said.e.seat, said.e.kind
        if (n, seat, kind, said.t) in self._noted:
            raise Refused("two different entries about one seat and step")
        if (n, seat, DROP if kind == KEEP else KEEP, said.t) in self._noted:
            raise Refused("both DROP and KEEP of one seat")
        if kind == DROP:
            drops = [other for key, other in self._noted.items() if key[:3] == (n, seat, DROP)]
            if not all(said.refutes(other) or other.refutes(said) for other in drops):
                raise Refused("it proposes to leave out two seats at once")

    def _stands_before(self, said: Said) -> bool:
        if said.inside:
            return (said.e.step, said.t) in self._reader.accepted
        return all(self.entry(keep.e) == keep.e.entry for keep in said.keeps)
