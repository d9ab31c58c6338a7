"""Going on without a seat, as `Match` does it: proposing, objecting, agreeing.

The other half of `Match`, which inherits it. What a DROP or KEEP may say is in `votes`, what
follows from all of them in `drops`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator
from typing import Any

from owm_net.engine.requests import Result
from owm_net.protocol.entries import (
    SIGNATURE_BYTES,
    Entry,
    Kind,
    decode_entry,
    sign,
    split_record,
)
from owm_net.protocol.errors import BadProof, LocalProtocolError, RemoteProtocolError
from owm_net.protocol.lockstep import Lockstep
from owm_net.session.drops import Drops, SeatLeft
from owm_net.session.ground import Ground
from owm_net.session.reception import Early, check_author
from owm_net.session.steps import Own, Step, Work
from owm_net.session.votes import WHERE, Vote, read


class Parting:
    """What a match does about seats that stay away.

    excluded: the others have all signed that they go on without us. overtaken: for an observer, a
    seat without which the others went on at a step that is past here; nothing is heard any more.
    ends_with_drop: nothing has been accepted since the others agreed to go on without a seat.
    reads_log: what is heard is a log, in which what a DROP or KEEP holds stands before it.
    """

    own: Own | None
    result: Result | None
    counts: dict[str, int]
    _ground: Ground
    _lockstep: Lockstep
    _steps: Generator[Step, list[Any], Any]
    _waiting_work: Work | None
    _early: Early
    _inbox: list[bytes]
    _outgoing: list[bytes]
    _accepted: list[bytes]

    def _begin_parting(self, ground: Ground) -> None:
        self.excluded = False
        self.overtaken: int | None = None
        self.ends_with_drop = False
        self.reads_log = False
        self._drops = Drops(ground)
        self._limbo: dict[int, bytes] = {}  # entries of seats that we have proposed to drop
        self._kept: dict[tuple[int, int], bytes] = {}  # what a KEEP may have to hold
        self._unpacked: set[bytes] = set()  # votes that wait until what they hold is looked at
        self._is_silent = False

    # -- for the driver ------------------------------------------------------------------

    @property
    def dropped(self) -> tuple[int, ...]:
        """Seats without which the others have agreed to go on, in order."""
        return tuple(self._ground.left)

    @property
    def left_at(self) -> dict[int, int]:
        """Seat that was dropped -> the step at which it owed its entry."""
        return dict(self._ground.left)

    def proposed(self) -> dict[int, list[int]]:
        """Seat that may be dropped at the step that is due -> seats that have proposed it."""
        return self._drops.proposed()

    def droppable(self) -> list[int]:
        """Seats that may be dropped now: they owe the step that is due, enough others remain, and
        the rules say how to go on without them."""
        if self.own is None or self.excluded or self.result is not None or self._waiting_work:
            return []
        return self._drops.droppable(self.own.seat)

    def drop(self, seat: int) -> None:
        """Sign that this seat goes on without another if all who remain do; again is nothing.

        Raises LocalProtocolError if it is not `droppable`.
        """
        if seat not in self.droppable():
            raise LocalProtocolError(f"seat {seat} cannot be left out now")
        assert self.own is not None
        if self._drops.proposal(self.own.seat) is None:
            self._vote(Kind.DROP, self._lockstep.step, self._drops.drop_body(self.own.seat, seat))
            self._look_at_what_waits()

    # -- for `Match` ---------------------------------------------------------------------

    @abstractmethod
    def _look_at_what_waits(self) -> bool:
        """See `Match`."""

    @abstractmethod
    def _go_on(self, record: bytes, run: Callable[[], Step]) -> None:
        """See `Match`."""

    @abstractmethod
    def _is_early(self, entry: Entry, data: bytes, record: bytes) -> bool:
        """See `Match`."""

    def _read_log(self, begins: bool) -> None:
        """A match is taken up again: an old copy must not object to what it has forgotten."""
        self.reads_log, self._is_silent = begins, True

    def _speak_again(self) -> None:
        """The others have told what they have of us."""
        if self._is_silent:
            self._is_silent = False
            self._object()

    def _holds_back(self) -> bool:
        """Whether we make no entry for this step now, for it may be void."""
        assert self.own is not None
        return self.excluded or self._drops.proposal(self.own.seat) is not None

    def _keep(self, entry: Entry, record: bytes) -> None:
        """An entry was accepted: a KEEP may have to hold it."""
        if self.own is not None and self._ground.seats > 2:
            self._kept[entry.seat, entry.step] = record

    def _is_aside(self, seat: int, record: bytes) -> bool:
        """Whether an entry is of a seat that we have proposed to go on without.

        It counts only if somebody who remains has it too, so it is passed on. What stands in a log
        has counted.
        """
        if self.own is None or self.reads_log or self._drops.proposal(self.own.seat) != seat:
            return False
        if self._limbo.setdefault(seat, record) is record:
            self._outgoing.append(record)
        return True

    def _hear_vote(self, entry: Entry, data: bytes, record: bytes) -> None:
        """A DROP or KEEP. Raises RemoteProtocolError or Blame."""
        chain = self._lockstep
        chain.check_match(entry)
        if self._is_early(entry, data, record):
            return
        chain.check_beside(entry)
        vote = read(self._ground, entry, record)
        self._drops.check(vote)
        for held in vote.held_entries():
            chain.is_known(decode_entry(held), held)  # raises: it is another one than this
        missing = self._drops.missing(vote)
        if not missing:
            self.counts["signatures"] += 1
            self._take_vote(vote)
            return
        if self.reads_log:
            reason = f"what a {entry.kind.name} holds does not stand before it"
            raise BadProof(reason, algorithm=WHERE)
        if data in self._unpacked:
            raise BadProof(f"what a {entry.kind.name} holds is of no use", algorithm=WHERE)
        # It stands before it in the log, as in others': so nothing else may come between.
        self._unpacked.add(data)
        self._inbox[:0] = [*missing, record]
        if vote.kept:
            self._drops.refute(vote)

    def _take_vote(self, vote: Vote) -> None:
        """A vote is good: note it, and do what follows from it."""
        self._drops.note(vote)
        self._unpacked.discard(vote.data)
        self.counts["entries"] += 1
        self._accepted.append(vote.record)
        self.ends_with_drop = False
        if vote.kind is Kind.KEEP and vote.target in self._limbo:
            self._inbox.insert(0, self._limbo.pop(vote.target))
        target = self._drops.agreed(vote.step)
        if target is not None:
            self._leave_out(target, vote.step, vote.record)
        self._object()

    def _leave_out(self, target: int, step: int, record: bytes) -> None:
        """All others have signed that they go on without a seat."""
        if self._ground.is_own(target):
            self.excluded = True
        elif step == self._lockstep.step:
            self._drops.take_effect(target)
            self._early.forget(target)
            self._go_on(record, lambda: self._steps.throw(SeatLeft(target)))
            self.ends_with_drop = True
        elif step not in self._lockstep.drops:
            self.overtaken = target

    def _object(self) -> None:
        """Answer every proposal to leave out a seat whose entry is here."""
        if self.own is None or self._is_silent or self.excluded or self.result is not None:
            return
        while found := self._drops.objections(self.own.seat, self._kept):
            step, target = found[0]
            self._vote(Kind.KEEP, step, bytes([target]) + self._kept[target, step])

    def _object_at_the_end(self, record: bytes) -> None:
        """All have signed the end here, but somebody may lack what we have, and would go on without
        its author: show it to him. Our log is complete, and stays as it is."""
        chain, own = self._lockstep, self.own
        try:
            data, signature = split_record(record)
            entry = decode_entry(data)
            if own is None or (entry.kind, entry.step) != (Kind.DROP, chain.step):
                return
            check_author(self._ground, entry, data, signature)
            chain.check_beside(entry)
            vote = read(self._ground, entry, record)
        except RemoteProtocolError:
            return  # what is said after the end changes nothing
        kept = self._kept[vote.target, vote.step]
        if vote.target != own.seat and not self._drops.has_proposed(own.seat, vote):
            body = bytes([vote.target]) + kept
            self._outgoing.append(self._signed(own, Kind.KEEP, vote.step, body))

    def _vote(self, kind: Kind, step: int, body: bytes) -> None:
        """Sign a DROP or KEEP, and treat it as any other."""
        assert self.own is not None
        record = self._signed(self.own, kind, step, body)
        vote = read(self._ground, decode_entry(record[:-SIGNATURE_BYTES]), record)
        self._outgoing.append(record)
        self._take_vote(vote)

    def _signed(self, own: Own, kind: Kind, step: int, body: bytes) -> bytes:
        chain = self._lockstep
        head, state = chain.heads[step], chain.states[step]
        return sign(Entry(kind, own.seat, step, chain.match_id, head, state, body), own.identity)
