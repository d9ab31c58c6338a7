"""The way of an incoming record, from the bytes to the next step of the match; read it downwards.

    framing -> author -> (dropped seats) -> origin -> place -> body -> accept

Each is one method or function, in this order. What is refused up to the place of an entry names
nobody, unless its author has signed what no honest seat signs: anybody may have kept or changed it.
What is refused in a body names the author, or whom the check names. A DROP or KEEP goes through the
door to `leaving` once its author is known; a remark, which is not part of the match, goes at once
to `remarks`, and a wish to `wishes`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding as BadAnswer
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.protocol import group
from owm_net.protocol.entries import (
    VOTES,
    Entry,
    EntryKind,
    check_signature,
    decode_entry,
    split_record,
)
from owm_net.protocol.errors import BadProof, MalformedBytes, RemoteProtocolError
from owm_net.session import working
from owm_net.session.basis import Basis
from owm_net.session.effects import Effects, Work
from owm_net.session.leaving.door import DropDoor
from owm_net.session.progress import Phase, Progress
from owm_net.session.remarks import Remarks
from owm_net.session.steps import Blame, Heard, ProtocolStep, blame_of
from owm_net.session.stops import read_stop
from owm_net.session.terms import decode_hello
from owm_net.session.waiting import RecordQueue
from owm_net.session.wishes import Wishes

LONG_ANSWER = 512
"""An ANSWER of so many bytes may hold more shares than are checked within a millisecond."""

Judged = tuple[Any, Blame | None]
"""The value of a body, or who is to blame."""


class Incoming:
    """Takes records in. Our own entries enter at `accept`."""

    def __init__(
        self,
        basis: Basis,
        effects: Effects,
        waiting: RecordQueue,
        progress: Progress,
        leaving: DropDoor,
        remarks: Remarks,
        wishes: Wishes,
    ) -> None:
        self._basis = basis
        self._chain = basis.chain
        self._effects = effects
        self._waiting = waiting
        self._progress = progress
        self._leaving = leaving
        self._remarks = remarks
        self._wishes = wishes

    def on_record(self, record: bytes) -> None:
        """All of it, for one record. Raises Blame; see `Match.receive`."""
        if self._progress.phase is Phase.OVER:
            self._hear_after_the_end(record)
        if self._progress.phase is not Phase.PLAYING:
            return
        try:
            heard = framing(record)
            self._basis.check_kind(heard.entry.kind)
            if heard.entry.kind is EntryKind.REMARK:
                self._remarks.on_remark(heard)
                return
            if heard.entry.kind is EntryKind.WISH:
                self._wishes.on_wish(heard)
                return
            if self._is_known(heard):
                return
            check_author(self._basis, heard)
            if heard.entry.seat in self._basis.dropped:
                return
            if heard.entry.step == 0:
                check_origin(self._basis, heard.entry)
            elif heard.entry.kind in VOTES:
                self._leaving.on_vote(heard)
                return
            if not self._is_in_place(heard):
                return
        except RemoteProtocolError as e:
            raise blame_of(e, record) from e
        if not self._leaving.sets_aside(heard):
            self._basis.counts.signatures += 1
            self._check_body(heard)

    def hear_waiting(self) -> bool:
        """Hear what was set aside: come early, or held by a KEEP or DROP. False if `Work` is to be
        done first."""
        while not self._effects.is_working:
            record = self._waiting.next()
            if record is None:
                return True
            try:
                self.on_record(record)
            except Blame as blame:
                if blame.seat is not None or blame.evidence != record:
                    raise
                self._effects.refuse(blame)
        return False

    def _is_known(self, heard: Heard) -> bool:
        """Return True if we have exactly this entry, whatever its signature."""
        if heard.entry.kind in VOTES:
            return self._leaving.knows(heard)
        return self._chain.has(heard.entry, heard.data)

    def _hear_after_the_end(self, record: bytes) -> None:
        """Handle a record after the end; it changes nothing here."""
        try:
            heard = framing(record)
            if (heard.entry.kind, heard.entry.step) == (EntryKind.DROP, self._chain.step):
                check_author(self._basis, heard)
                self._leaving.hear_after_the_end(heard)
        except RemoteProtocolError:
            return

    # -- place -----------------------------------------------------------------------------

    def _is_in_place(self, heard: Heard) -> bool:
        """Return True if an entry is due now. If not it is kept for its step, or was made in good
        faith for a step that ended without a seat. Raises BadProof for all others."""
        entry, data = heard.entry, heard.data
        self._chain.is_known(entry, data)  # raises: it is another one than this
        if self._chain.is_void(entry) or self._waiting.keep_if_early(heard):
            return False
        self._chain.check_place(entry, data)
        return True

    # -- body ------------------------------------------------------------------------------

    def _check_body(self, heard: Heard) -> None:
        """At once, or as Work."""
        step = step_of(self._basis, self._progress.step, heard.entry)

        def finish(judged: Judged) -> None:
            self.accept(heard, value_of(judged))

        heavy = takes_long(step, heard.entry)
        if heavy and self._basis.defer is None:
            self._effects.begin(
                Work.of(working.checking(heavy), partial(judge, step, heard), finish)
            )
        else:
            finish(judge(step, heard))

    # -- accept ----------------------------------------------------------------------------

    def accept(self, heard: Heard, value: Any) -> None:
        """An entry is good: note it; when all of the step are here, go on."""
        self._progress.accept(heard, value)
        self._effects.accept(heard.record, heard.entry.seat)
        self._leaving.accepted(heard)
        self._progress.go_on_if_complete(heard.record)
        self._leaving.object()


def framing(record: bytes) -> Heard:
    """Take a record apart. Raises MalformedBytes."""
    data, signature = split_record(record)
    return Heard(record, data, signature, decode_entry(data))


def check_author(basis: Basis, heard: Heard) -> None:
    """Raise, naming nobody, unless the seat that an entry names has signed it.

    Before a seat's HELLO its identity is the one that the HELLO shows.
    """
    entry = heard.entry
    if entry.seat >= basis.seats:
        raise MalformedBytes(f"there is no seat {entry.seat}", algorithm="wire.md, log entries")
    identity = basis.chain.identities[entry.seat]
    if not identity:
        if entry.kind is not EntryKind.HELLO or entry.step != 0:
            raise BadProof(
                f"an entry of seat {entry.seat} before its HELLO", algorithm="wire.md, HELLO"
            )
        identity = group.decode_point(entry.body[:32])  # of small order: anybody signs for it
    check_signature(heard.data, heard.signature, identity)


def check_origin(basis: Basis, entry: Entry) -> None:
    """Raise, naming nobody, for an entry that may come from another match.

    What is signed before the match has a name can be carried here by anybody: another
    HELLO of the same person, for other terms or for a match that never came about.
    """
    where, chain, own = "wire.md, HELLO", basis.chain, basis.own
    if own is not None and entry.seat == own.seat and entry.body[:32] != own.public():
        raise BadProof("a HELLO of somebody else for our seat", algorithm=where)
    if (entry.seat, 0) in chain.hashes:
        raise BadProof("a second HELLO for a seat", algorithm=where)
    others = [k for s, k in enumerate(chain.identities) if s != entry.seat]
    mine = [own.public()] if own is not None and entry.seat != own.seat else []
    if entry.body[:32] in others + mine:
        raise BadProof("two seats show the same identity", algorithm=where)
    if entry.state != chain.state and chain.step == 0:
        terms = decode_hello(entry.body).terms
        if entry.state == codec.digest(terms):
            raise BadProof("a HELLO for a match with other terms", algorithm=where)


def step_of(basis: Basis, step: ProtocolStep, entry: Entry) -> ProtocolStep:
    """Return the step that judges an entry: a STOP may replace the entry that is due."""
    if entry.kind is EntryKind.STOP:
        return ProtocolStep(EntryKind.STOP, step.due, partial(read_stop, basis))
    return step


def judge(step: ProtocolStep, heard: Heard) -> Judged:
    """Check a body. Its author is to blame, unless the check names another seat; may run in a
    thread."""
    entry, record = heard.entry, heard.record
    try:
        return step.check(Seat(entry.seat), entry.body), None
    except RemoteProtocolError as e:
        seat = entry.seat if e.seat is None else e.seat
        return None, Blame(Seat(seat), e.reason, e.algorithm, record)
    except IllegalAnswer as e:
        return None, Blame(Seat(entry.seat), e.why, e.rule, record)
    except BadAnswer as e:
        return None, Blame(
            Seat(entry.seat), f"an answer that cannot be read: {e}", "wire.md", record
        )


def judge_own(basis: Basis, step: ProtocolStep, heard: Heard) -> Judged:
    """The same for our own body: it is parsed, but its proofs are not checked again."""
    kept, basis.defer = basis.defer, []
    try:
        return judge(step_of(basis, step, heard.entry), heard)
    finally:
        basis.defer = kept


def value_of(judged: Judged) -> Any:
    """The value. Raises the blame."""
    value, blame = judged
    if blame is not None:
        raise blame
    return value


def takes_long(step: ProtocolStep, entry: Entry) -> str:
    """In words for people, why this is not checked in the event loop; "" if it may be."""
    if entry.kind is EntryKind.ANSWER and len(entry.body) > LONG_ANSWER:
        return "opening cards"
    return step.heavy
