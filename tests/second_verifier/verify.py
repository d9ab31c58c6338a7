"""The verdict of the second verifier on a log: docs/wire.md, "The chain of steps", "The log"."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any, NamedTuple

from tests.second_verifier import layout
from tests.second_verifier.beside import Beside
from tests.second_verifier.course import Course, MatchStopped, SeatLeft, TurnedBack
from tests.second_verifier.curve import Refused, decode
from tests.second_verifier.layout import Record, Terms
from tests.second_verifier.listed import Listed
from tests.second_verifier.remarks import Remarks
from tests.second_verifier.steps import Foul, Nobody, NoRules, Rules, Step
from tests.second_verifier.wishes import Early, Stop, Wishes

AHEAD = 64


class Verdict(NamedTuple):
    """kind: "OK", "INVALID", "UNFINISHED", "CANNOT_JUDGE" or "PROOFS_HOLD". record: number of the
    first bad one. seat: who is to blame. owed: seats that are due and missing. unrefuted: author,
    step and t of each DROP of a seat whose entry counted, without a KEEP. Of an OK one besides:
    digest of the last state, result (winners, scores, reason), names of the requests that came
    up."""

    kind: str
    record: int | None = None
    seat: int | None = None
    why: str = ""
    owed: tuple[int, ...] = ()
    unrefuted: tuple[tuple[int, int, int], ...] = ()
    digest: bytes = b""
    result: tuple[Any, ...] = ()
    asked: frozenset[str] = frozenset()


class Stray(Nobody):
    """An entry that a log must not hold, but a peer may send: known already, or too early."""


class Reader:
    """Reads the entries of a log in their order."""

    def __init__(self, terms: bytes, seats: int, rules: Rules) -> None:
        self.course = Course(terms, rules, seats)
        self.heads = [layout.HEAD_0]
        self.accepted: dict[tuple[int, int], bytes] = {}  # (step, seat) -> entry
        self.early: dict[tuple[int, int], bytes] = {}
        self.history: list[Step] = []  # with `states`, of every step so far
        self.states: list[bytes] = []
        self.present: list[tuple[int, ...]] = []
        self.beside = Beside(self)
        self.remarks = Remarks(self)
        self.wishes = Wishes(self)
        self.protocol = layout.read_terms(terms).protocol
        self.clock = layout.read_terms(terms).clock
        self.void: set[int] = set()
        self.gone: set[int] = set()
        self.left_last: int | None = None
        self.resigned_last = False
        self.overtaken = False
        self.finished = False
        self._steps = self.course.play()
        self._open(next(self._steps))

    def _open(self, step: Step) -> None:
        self.step = step
        self.state = self.course.state()
        self.history.append(step)
        self.states.append(self.state)
        self.present.append(self.course.everybody)
        self.here: dict[int, Any] = {}
        self.entries: dict[int, bytes] = {}

    @property
    def number(self) -> int:
        """Return the number of the due step."""
        return len(self.heads) - 1

    def owed_at_end(self) -> tuple[int, ...]:
        """Of a log that ends here."""
        if self.resigned_last:
            return ()
        return self.owed() if self.left_last is None else (self.left_last,)

    def unrefuted(self) -> tuple[tuple[int, int, int], ...]:
        """Author, step and t of the DROPs that came to nothing, and of which nothing says why."""
        ended = set(range(self.number)) - self.void
        return tuple(drop for drop in self.beside.without_keep() if drop[1] in ended)

    def owed(self) -> tuple[int, ...]:
        return tuple(sorted(seat for seat in self.step.due if seat not in self.here))

    # The order of these checks is that of docs/wire.md.
    def receive(self, data: bytes) -> None:  # noqa: C901, PLR0912
        """One record; raises what is wrong with it."""
        if self.finished:
            raise Nobody("there are entries after the end")
        if self.overtaken:
            raise Stray("an entry after the others went on without a seat")
        try:
            record = layout.read_record(data)
            if record.kind in (layout.WISH, layout.STOP) and self.protocol < 4:
                raise Refused("an entry of no kind")
            if record.kind == layout.REMARK:
                self._hear_remark(record)
                return
            if record.kind == layout.WISH:
                self._hear_wish(record)
                return
            place = record.step, record.seat
            if record.entry in (self.accepted.get(place), self.beside.entry(record)):
                raise Stray("an entry stands twice")
            self._check_author(record)
            if record.seat in self.gone:
                raise Stray("an entry of a seat that was left out")
            if record.step == 0:
                self._check_origin(record)
        except Stray:
            raise
        except Refused as e:
            raise Nobody(str(e)) from e
        if record.kind in (layout.DROP, layout.KEEP) and record.step > 0:
            self._stand_beside(record)
            return
        self._check_place(record)
        try:
            stops = record.kind == layout.STOP and self._may_stop()
            if record.kind != self.step.kind and not stops:
                raise Refused("another kind than this step's")
            if record.state != self.state:
                raise Refused("another state than this step's")
            judge = self.wishes.read_stop if stops else self.step.judge
            self.here[record.seat] = judge(record)
        except (Foul, Nobody):
            raise
        except Refused as e:
            raise Foul(record.seat, str(e)) from e
        self.entries[record.seat] = record.entry
        self.accepted[self.number, record.seat] = record.entry
        self.left_last, self.resigned_last = None, False
        if not self.owed():
            self._go_on()

    def _hear_remark(self, e: Record) -> None:
        if self.protocol < 3:
            raise Refused("an entry of no kind")
        if self.remarks.has(e):
            raise Stray("a remark stands twice")
        if e.seat in self.gone:
            raise Stray("a remark of a seat that was left out")
        self.remarks.hear(e)

    def _hear_wish(self, e: Record) -> None:
        if self.wishes.has(e):
            raise Stray("a wish stands twice")
        if e.seat in self.gone:
            raise Stray("a wish of a seat that was left out")
        try:
            self.wishes.hear(e)
        except Early as fault:
            raise Stray(str(fault)) from fault

    def _may_stop(self) -> bool:
        return self.step.kind in (layout.ANSWER, layout.COMMIT)

    def _stand_beside(self, e: Record) -> None:
        """A DROP or a KEEP."""
        self._check_time(e)
        if e.prev != self.heads[e.step]:
            raise Nobody("an entry of another history")
        if e.state != self.states[e.step]:
            raise Foul(e.seat, "another state than this step's")
        agreed = self.beside.hear(e)
        self.left_last = None
        if agreed is None or agreed[0] in self.void:
            return
        n, self.left_last = agreed
        if n < self.number:
            self.overtaken = True
            return
        self.heads.append(layout.head_after_drop(self.heads[-1], self.beside.drops(agreed)))
        self.void.add(n)
        self.gone.add(self.left_last)
        self._open(self._steps.throw(SeatLeft(self.left_last)))

    def _check_author(self, e: Record) -> None:
        """Check that the entry is signed by the seat it names."""
        identities = self.course.identities
        if e.seat >= len(identities):
            raise Refused("an entry of no seat")
        identity = identities[e.seat]
        if not identity:
            if (e.kind, e.step) != (layout.HELLO, 0):
                raise Refused("an entry of a seat that has not said HELLO")
            identity = e.body[:32]
            decode(identity)
        layout.check_signed(identity, e)

    def _check_origin(self, e: Record) -> None:
        """Check that an entry signed before the match has a name was not carried here."""
        if (0, e.seat) in self.accepted:
            raise Refused("a second HELLO")
        if e.body[:32] in self.course.identities:
            raise Refused("an identity that another seat shows too")
        ours = self.course.terms_hash
        if e.state != ours and e.state == layout.hash_terms(layout.read_hello(e.body).terms):
            raise Refused("a HELLO for a match with other terms")

    def _check_place(self, e: Record) -> None:
        """Check that the entry belongs to this match, this history and this step."""
        if e.step == self.number == 0:
            if e.match_id != self.course.match_id:
                raise Nobody("an entry of another match")
        else:
            self._check_time(e)
        if e.step in self.void and e.prev == self.heads[e.step]:
            raise Stray("an entry for a step that ended without a seat")
        if e.prev != self.heads[e.step]:
            raise Nobody("an entry of another history")
        if e.step < self.number or e.seat not in self.step.due:
            raise Foul(e.seat, "an entry that is not due")
        if e.step == 0:
            self.course.identities[e.seat] = e.body[:32]

    def _check_time(self, e: Record) -> None:
        """Check that the entry is of this match, the only one of its seat, and not of a later
        step."""
        begun, beside = self.number > 0, e.kind in (layout.DROP, layout.KEEP)
        if begun and e.match_id != self.course.match_id:
            raise Nobody("an entry of another match")
        if not beside and (e.step, e.seat) in self.accepted:
            raise Foul(e.seat, "two different entries for one step")
        if e.step > self.number + AHEAD:
            raise Nobody("an entry of a step far ahead")
        if e.step > self.number:
            counts = begun and not beside
            if counts and self.early.setdefault((e.step, e.seat), e.entry) != e.entry:
                raise Foul(e.seat, "two different entries for one step")
            raise Stray("an entry that comes too early")

    def others_agree(self, records: list[bytes]) -> bool:
        """Return True if all seats sign, or sign on from, one state that is not reached here."""
        number, head = self.number, self.heads[-1]
        states, seats, entries = set[bytes](), set[int](), list[tuple[int, bytes]]()
        for data in records if not self.here else []:
            try:
                e = layout.read_record(data)
                layout.check_signed(self.course.identities[e.seat], e)
            except (Refused, IndexError):
                return False
            if e.kind == layout.REMARK and self.protocol >= 3:
                continue
            if e.kind == layout.WISH and self.protocol >= 4:
                continue
            if entries and e.step == number + 1:
                orders = permutations([entry for _, entry in entries])
                if e.prev not in {layout.next_head(head, list(order)) for order in orders}:
                    return False
                number, head, entries = e.step, e.prev, []
            here = (self.course.match_id, number, head)
            if (e.match_id, e.step, e.prev) != here or e.seat in dict(entries):
                return False
            if number == self.number:
                states.add(e.state)
            if len(states) != 1 or self.state in states:
                return False
            entries.append((e.seat, e.entry))
            seats.add(e.seat)
            if len(seats) == len(self.course.everybody):
                return True
        return False

    def _go_on(self) -> None:
        due = self.step.due
        self.heads.append(layout.next_head(self.heads[-1], [self.entries[seat] for seat in due]))
        values = [self.here[seat] for seat in due]
        stop = next((value for value in values if isinstance(value, Stop)), None)
        try:
            self._open(self._steps.send(values) if stop is None else self._stop(stop))
        except StopIteration:
            self.finished = True

    def _stop(self, stop: Stop) -> Step:
        course, seat = self.course, stop.gives_up
        if stop.back is not None:
            return self._steps.throw(TurnedBack(stop.back))
        result = {"winners": [], "scores": [], "reason": "abandoned by agreement"}
        if seat is not None:
            given_up = course.rules.given_up(seat, course.everybody, stop.how)
            if given_up is None:
                self.gone.add(seat)
                self.resigned_last = True
                return self._steps.throw(SeatLeft(seat))
            result = given_up
        return self._steps.throw(MatchStopped(result))


def verify(log: bytes, system: Any = None) -> Verdict:
    """The verdict, by the rules of owm_net. Raises Refused for a file of which nothing can be
    said. system: instead of the one that the log names."""
    from tests.second_verifier.rules import Engine  # not needed by those who have a requests file

    return judge(log, lambda terms: Engine(terms, system))


def verify_without_rules(log: bytes, requests: str) -> Verdict:
    """The verdict of a program that has a requests file in place of the rules. Raises Refused."""
    verdict = judge(log, lambda terms: Listed(requests))
    return verdict._replace(kind="PROOFS_HOLD") if verdict.kind == "OK" else verdict


def _begin(records: list[bytes], rules: Callable[[Terms], Rules]) -> Reader:
    """By the first record. Raises Refused."""
    if not records or not records[0]:
        raise Refused("the log holds no entry")
    first = layout.read_record(records[0])
    if first.kind != layout.HELLO:
        raise Refused("the log does not begin with a HELLO")
    terms = layout.read_hello(first.body).terms
    agreed = layout.read_terms(terms)
    return Reader(terms, agreed.seats, rules(agreed))


def judge(log: bytes, rules: Callable[[Terms], Rules]) -> Verdict:
    """Raises Refused."""
    records, torn = layout.read_log(log)
    reader = _begin(records, rules)
    stray: tuple[int, str] | None = None
    for number, record in enumerate(records):
        try:
            reader.receive(record)
            fault: Refused | None = None
        except NoRules as e:
            return Verdict("CANNOT_JUDGE", number, None, str(e))
        except Refused as e:
            fault = e
        if isinstance(fault, Foul):
            if reader.others_agree(records[number:]):
                return Verdict("CANNOT_JUDGE", number)
            return Verdict("INVALID", number, fault.seat, str(fault))
        if stray is not None:
            break
        if isinstance(fault, Stray) and number == len(records) - 2:
            stray = number, str(fault)  # unless the last one blames somebody
        elif fault is not None:
            return Verdict("INVALID", number, None, str(fault))
    if stray is not None:
        return Verdict("INVALID", stray[0], None, stray[1])
    if torn or not reader.finished:
        owed = () if reader.finished else reader.owed_at_end()
        return Verdict("UNFINISHED", owed=owed, unrefuted=reader.unrefuted())
    course = reader.course
    return Verdict(
        "OK",
        unrefuted=reader.unrefuted(),
        digest=reader.state,
        result=tuple(course.result()),
        asked=frozenset(course.asked),
    )
