"""The effects of a match, given out one by one in the only legal order.

    StoreNotes -> StoreRecords -> Send ... -> Tell -> TellRemark | TellWish ... -> Refuse ...
        -> Work
    when no work is out:   CancelDecision -> Decide
    when the match stops:  StoreNotes -> StoreRecords -> Denounce

Whoever drives a match does each and comes back for the next; coming back says that the last one is
done. So a record leaves only when it is on the disk, and with it the private notes without which we
could not go on from it. A driver whose disk fails does not come back, and nothing has left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from owm_net.engine.agenda import Event
from owm_net.engine.ids import NO_SEAT, Seat
from owm_net.engine.requests import Decision
from owm_net.protocol.entries import EntryKind, Step
from owm_net.protocol.errors import LocalProtocolError
from owm_net.session.basis import Basis
from owm_net.session.steps import Blame
from owm_net.session.stops import What

_ASIDE = (EntryKind.REMARK.value, EntryKind.WISH.value)
"""What changes nothing in the match that a player would see."""

T = TypeVar("T")


@frozen
class StoreNotes:
    """Keep private notes, sealed; they survive a power cut when that is done."""

    notes: tuple[bytes, ...] = field(repr=False)


@frozen
class StoreRecords:
    """Append accepted records to the log, in this order.

    sync: they and all before them survive a power cut when that is done, for something of ours is
    about to leave. There may be none, if only what was stored before has to be made safe.
    """

    records: tuple[bytes, ...] = field(repr=False)
    sync: bool


@frozen
class Send:
    """Give a record to the other seats, but to its author, and to those it came from.

    author: None for what all are given, such as our own.
    """

    record: bytes = field(repr=False)
    author: int | None = None


@frozen
class Tell:
    """The match has gone on: tell the player. events: what the rules have said since."""

    events: tuple[Event, ...]


@frozen
class TellRemark:
    """A seat, it may be ours, has written something to all: tell the player. It is not part of the
    match."""

    seat: Seat
    text: str


@frozen
class TellWish:
    """A seat, maybe ours, has signed a wish that counts at the due step: tell the player.
    The match goes on regardless. target: the seat whose time is claimed to be up."""

    seat: Seat
    what: What
    step: Step
    target: Seat = NO_SEAT


@frozen
class Refuse:
    """A record that had come before its step was of no use when that had come: `blame.evidence`.

    Nobody can be named for it, and the match has gone on; but whoever handed it over can be left.
    """

    blame: Blame


@frozen
class CancelDecision:
    """Nobody waits any more for the answer to the `Decide` of this step."""

    step: Step


@frozen
class Decide:
    """Have the player answer the engine's request; give the answer to `Match.decide`.

    step: of the protocol; when `Match.step` is another one, nobody waits for the answer any more.
    """

    request: Decision[Any]
    step: Step = field(default=Step(-1))


Finish = Callable[[], None]
"""What a match does with the result of its work."""


@frozen
class Work:
    """Call `run` outside the event loop, give what it returns to `Match.done`. what: in words for
    people. Until it is done nothing is received.
    """

    what: str
    run: Callable[[], Finish] = field(repr=False)

    @classmethod
    def of(cls, what: str, compute: Callable[[], T], then: Callable[[T], None]) -> Work:
        """Compute something outside the event loop; `then` takes it inside."""
        return cls(what, lambda: partial(then, compute()))


@frozen
class Denounce:
    """The match stops: give the others the proof, which is in the log, and say why."""

    blame: Blame
    proof: tuple[bytes, ...] = field(repr=False)


Effect = (
    StoreNotes
    | StoreRecords
    | Send
    | Tell
    | TellRemark
    | TellWish
    | Refuse
    | CancelDecision
    | Decide
    | Work
    | Denounce
)


class Effects:
    """The pending effects of one match, from all its parts.

    The parts put in what they have in any order; `next` brings it into the right one.
    """

    def __init__(self, basis: Basis) -> None:
        self._basis = basis
        self._accepted: list[Send] = []  # when they are stored
        self._for_all: list[bytes] = []
        self._sends: deque[Send] = deque()
        self._last_stored = b""
        self._is_unsafe = False  # something is stored that a power cut could take away
        self._has_gone_on = False
        self._said: deque[TellRemark | TellWish] = deque()
        self._refused: deque[Blame] = deque()
        self._work: Work | None = None  # not asked for yet
        self._work_out: Work | None = None
        self._stops = False
        self._last: Denounce | None = None

    # -- what the parts put in -------------------------------------------------------------

    def accept(self, record: bytes, author: int) -> None:
        """A record belongs into the log, and to the other seats."""
        self._accepted.append(Send(record, author))

    def send_to_all(self, record: bytes) -> None:
        """A record goes to every other seat; not into the log, unless it is accepted too."""
        self._for_all.append(record)

    def tell(self, said: TellRemark | TellWish) -> None:
        """A remark or a wish is good."""
        self._said.append(said)

    def refuse(self, blame: Blame) -> None:
        """A record that had waited was of no use."""
        self._refused.append(blame)

    @property
    def is_working(self) -> bool:
        """Return True while the result of some work is outstanding."""
        return self._work is not None or self._work_out is not None

    def begin(self, work: Work) -> None:
        """Something takes long: nothing is received before it is done."""
        assert not self.is_working
        self._work = work

    def take_work(self) -> Work:
        """The work that is to be done next. Raises LocalProtocolError if there is none."""
        if self._work is None:
            raise LocalProtocolError("there is no work to be done")
        self._work_out, self._work = self._work, None
        return self._work_out

    def finish(self) -> None:
        """The result of the work that was given out is here. Raises LocalProtocolError."""
        if self._work_out is None:
            raise LocalProtocolError("no work was given out")
        self._work_out = None

    def stop(self, blame: Blame | None) -> None:
        """Nothing more is sent. The evidence of a blame goes into the log, then to the others."""
        self._stops = True
        self._work = self._work_out = None
        if blame is None:
            return
        proof = [send.record for send in (*self._sends, *self._accepted)]
        if blame.seat is not None and blame.evidence and blame.evidence not in proof[-1:]:
            proof.append(blame.evidence)
            if blame.evidence != self._last_stored:
                self.accept(blame.evidence, blame.seat)
        self._last = Denounce(blame, tuple(proof))

    def forget(self) -> None:
        """Drop what the log already has, and events already told."""
        self._accepted.clear()
        self._said.clear()
        self._basis.events.clear()
        self._has_gone_on = False
        self._is_unsafe = True  # we may have been stopped before it was synced

    # -- what comes out --------------------------------------------------------------------

    def next(self) -> Effect | None:
        """Return the next effect that is due; None if there is none."""
        if notes := self._fresh_notes():
            return StoreNotes(notes)
        if self._accepted or (self._for_all and self._is_unsafe):
            return self._store()
        if self._stops:
            last, self._last = self._last, None
            return last
        if self._for_all:
            self._sends.extend(Send(record) for record in self._for_all)
            self._for_all.clear()
        if self._sends:
            return self._sends.popleft()
        if self._has_gone_on or self._basis.events:
            return self._tell()
        if self._said:
            return self._said.popleft()
        if self._refused:
            return Refuse(self._refused.popleft())
        return self.take_work() if self._work is not None else None

    def _fresh_notes(self) -> tuple[bytes, ...]:
        fresh, notes = self._basis.private.fresh, []
        while fresh:  # a worker thread may be adding one
            notes.append(fresh.pop(0))
        return tuple(notes)

    def _store(self) -> StoreRecords:
        """All that was accepted, at once; from now on it may be sent, in the same order: what an
        entry of ours follows from goes before it, and is on the disk."""
        accepted, self._accepted = self._accepted, []
        for_all, self._for_all = self._for_all, []
        records = tuple([send.record for send in accepted])
        sync = bool(for_all) or self._stops
        self._is_unsafe = not sync
        if records:
            self._has_gone_on |= any(record[1] not in _ASIDE for record in records)
            self._last_stored = records[-1]
        if self._basis.own is not None and not self._stops:
            for send in accepted:
                self._sends.append(evolve(send, author=None) if send.record in for_all else send)
            self._sends.extend(Send(record) for record in for_all if record not in records)
        return StoreRecords(records, sync)

    def _tell(self) -> Tell:
        events = tuple(self._basis.events)
        self._basis.events.clear()
        self._has_gone_on = False
        return Tell(events)
