"""Going on without a seat, as `Match` does it: proposing, objecting, agreeing.

The other half of `Match`, which inherits it. What may be said, and what follows, is in `drops`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator
from typing import Any

from owm_net.engine.requests import Result
from owm_net.protocol.entries import Entry, Kind, decode_entry, sign, split_record
from owm_net.protocol.errors import BadProof, LocalProtocolError
from owm_net.protocol.lockstep import Lockstep
from owm_net.session.drops import Drops, SeatLeft
from owm_net.session.ground import Ground
from owm_net.session.reception import Early
from owm_net.session.steps import Blame, Own, Step, Work


class Parting:
    """What a match does about seats that stay away.

    excluded: the others have all signed that they go on without us. overtaken: for an observer, a
    seat without which the others went on at a step that is past here; nothing is heard any more.
    """

    own: Own | None
    result: Result | None
    counts: dict[str, int]
    _ground: Ground
    _lockstep: Lockstep
    _steps: Generator[Step, list[Any], Any]
    _waiting_work: Work | None
    _early: Early
    _outgoing: list[bytes]
    _accepted: list[bytes]

    def _begin_parting(self, ground: Ground) -> None:
        self.excluded = False
        self.overtaken: int | None = None
        self._drops = Drops(ground)
        self._limbo: dict[int, bytes] = {}  # entries of seats that we have proposed to drop
        self._kept: dict[tuple[int, int], bytes] = {}  # what a KEEP may have to hold
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

    @property
    def ends_with_drop(self) -> bool:
        """Whether nothing has been accepted since the others agreed to go on without a seat."""
        chain = self._lockstep
        return chain.step - 1 in chain.drops and not chain.here

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
            self._vote(Kind.DROP, self._lockstep.step, bytes([seat]))

    # -- for `Match` ---------------------------------------------------------------------

    @abstractmethod
    def receive(self, record: bytes) -> None:
        """See `Match`."""

    @abstractmethod
    def _go_on(self, record: bytes, run: Callable[[], Step]) -> None:
        """See `Match`."""

    @abstractmethod
    def _is_early(self, entry: Entry, data: bytes, record: bytes) -> bool:
        """See `Match`."""

    def _be_silent(self) -> None:
        """A match is taken up again: an old copy must not object to what it has forgotten."""
        self._is_silent = True

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

        It counts only if somebody who remains has it too, so it is passed on.
        """
        if self.own is None or self._drops.proposal(self.own.seat) != seat:
            return False
        if self._limbo.setdefault(seat, record) is record:
            self._outgoing.append(record)
        return True

    def _hear_vote(self, entry: Entry, data: bytes, record: bytes) -> None:
        """A DROP or KEEP. Raises RemoteProtocolError or Blame."""
        chain = self._lockstep
        if self._is_early(entry, data, record):
            return
        chain.check_beside(entry)
        vote = self._drops.read(entry)
        if self._drops.said(vote) or self._drops.must_wait(vote, record):
            return
        self._drops.check_contrary(vote)
        if vote.kept:
            if (vote.target, vote.step) not in chain.hashes:
                self._take_what_is_kept(vote.target, vote.step, vote.kept, record)
                return
            inner, _ = split_record(vote.kept)
            chain.is_known(decode_entry(inner), inner)  # raises: it is another one than this
        self.counts["signatures"] += 1
        self._take_vote(entry, data, record)

    def _take_what_is_kept(self, target: int, step: int, kept: bytes, record: bytes) -> None:
        """A KEEP holds an entry that is not here: it stands before it in the log, as in others'."""
        if step in self._lockstep.drops:
            return
        self._drops.refute(target, step)
        self.receive(kept)
        if self._waiting_work is not None or (target, step) in self._lockstep.hashes:
            self.receive(record)

    def _take_vote(self, entry: Entry, data: bytes, record: bytes) -> None:
        """A vote is good: note it, and do what follows from it."""
        vote = self._drops.read(entry)
        self._drops.note(vote, data)
        self.counts["entries"] += 1
        self._accepted.append(record)
        again = self._drops.released(vote.step)
        if vote.kind is Kind.KEEP and vote.target in self._limbo:
            again.append(self._limbo.pop(vote.target))
        for held in again:
            self.receive(held)
        target = self._drops.agreed(vote.step)
        if target is not None:
            self._leave_out(target, vote.step, record)
        self._object()

    def _leave_out(self, target: int, step: int, record: bytes) -> None:
        """All others have signed that they go on without a seat."""
        if self._ground.is_own(target):
            self.excluded = True
        elif step == self._lockstep.step:
            try:
                self._drops.take_effect(target)
            except BadProof as e:
                evidence = self._drops.held(step, e.seat) if e.seat is not None else record
                raise Blame(e.seat, e.reason, e.algorithm, evidence) from e
            self._early.forget(target)
            self._go_on(record, lambda: self._steps.throw(SeatLeft(target)))
        elif step not in self._lockstep.drops:
            self.overtaken = target

    def _object(self) -> None:
        """Answer every proposal to leave out a seat whose entry is here."""
        if self.own is None or self._is_silent or self.excluded or self.result is not None:
            return
        while found := self._drops.objections(self.own.seat):
            step, target = found[0]
            self._vote(Kind.KEEP, step, bytes([target]) + self._kept[target, step])

    def _vote(self, kind: Kind, step: int, body: bytes) -> None:
        """Sign a DROP or KEEP, and treat it as any other."""
        assert self.own is not None
        chain = self._lockstep
        head, state = chain.heads[step], chain.states[step]
        entry = Entry(kind, self.own.seat, step, chain.match_id, head, state, body)
        record = sign(entry, self.own.identity)
        self._outgoing.append(record)
        self._take_vote(entry, split_record(record)[0], record)
