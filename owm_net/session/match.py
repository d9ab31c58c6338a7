"""A match: the engine's requests answered by all seats together. No I/O, no waiting.

The same class is a player's side of a match and a verifier's: a verifier has no seat. Here
entries are received, judged and made. What a match consists of stands in `course`: generators that
yield one `Step` of the protocol after another and get every seat's contribution back. How seats
agree to go on without one of them stands in `drops` and `parting`.

    while (todo := match.todo()) is not None:  # ours to do: decide, or compute
        ...
    match.receive(record)                      # theirs; raises Blame if it proves a cheat
    match.outgoing()                           # records to store, then to send
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from owm_net.engine import agenda, codec, records
from owm_net.engine.agenda import Event
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.requests import DECISIONS, Answer, Result
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.protocol.entries import VOTES, Entry, Kind, decode_entry, sign, split_record
from owm_net.protocol.errors import BadProof, LocalProtocolError, RemoteProtocolError, UnknownCard
from owm_net.protocol.lockstep import Lockstep
from owm_net.session.asked import Asked
from owm_net.session.course import Course
from owm_net.session.ground import Ground
from owm_net.session.judging import judge, judge_own, takes_long, value_of
from owm_net.session.parting import Parting
from owm_net.session.private import PrivateNotes
from owm_net.session.reception import Early, check_author, check_origin
from owm_net.session.steps import FEW, Blame, Decide, Own, Proof, Step, Work
from owm_net.session.terms import Terms

__all__ = ["Blame", "Decide", "Match", "Own", "Proof", "Step", "Work"]


class Match(Parting):
    """One match, from HELLO to END.

    own: None for an observer. defer: where a verifier collects proofs to check later, as
    (index of the record, seat, function, arguments); None checks them at once. private: the
    notes of a match that is taken up again; then `replay` its log first.
    """

    def __init__(
        self,
        system: System,
        terms: Terms,
        own: Own | None,
        defer: list[tuple[int, int, Proof]] | None = None,
        private: PrivateNotes | None = None,
    ) -> None:
        self.system = system
        self.terms = terms
        self.own = own
        self._ground = ground = Ground(system, terms, own, defer, private)
        self.seats = ground.seats
        self.names = ground.names
        self.state = ground.state
        self.known = ground.known
        self.counts = ground.counts
        self.result: Result | None = None
        self._lockstep = ground.lockstep
        self._values: dict[int, Any] = {}
        self._last_records: dict[int, bytes] = {}
        self._early = Early()
        self._waiting_work: Work | None = None
        self._inbox: list[bytes] = []  # set aside here, to be heard as soon as no `Work` is out
        self._refused: list[Blame] = []
        self._outgoing: list[bytes] = []
        self._accepted: list[bytes] = []
        self._course = Course(ground)
        self._steps = self._course.whole()
        self._step = next(self._steps)
        self._begin_parting(ground)
        self._open_step()

    # -- for the driver ------------------------------------------------------------------

    @property
    def step(self) -> int:
        """Number of the step that is due."""
        return self._lockstep.step

    @property
    def chain(self) -> Lockstep:
        """The chain of steps up to the one that is due."""
        return self._lockstep

    @property
    def match_id(self) -> bytes:
        """32 bytes; zeros until all HELLOs are there."""
        return self._lockstep.match_id

    @property
    def identities(self) -> tuple[bytes, ...]:
        """Identity keys by seat, b"" until its HELLO."""
        return tuple(self._lockstep.identities)

    @property
    def finished(self) -> bool:
        """All seats have signed the end."""
        return self.result is not None and not self._lockstep.owed()

    @property
    def deck_lists(self) -> dict[int, tuple[int, ...]]:
        """Deck number -> cards of this seat's private decks."""
        return self._ground.private.deck_lists

    @property
    def is_working(self) -> bool:
        """Whether `Work` has been given out, or waits to be: then nothing is received."""
        return self._waiting_work is not None

    def owed(self) -> list[int]:
        """The seats whose contribution the match is waiting for."""
        return self._lockstep.owed()

    def due(self) -> str:
        """What the match is waiting for, in one word."""
        return self._step.kind.name.lower()

    def view(self) -> View[Any]:
        """What this seat may see; an observer sees what everybody sees."""
        return View(self.state, self.own.seat if self.own else -1, self.known)

    def todo(self) -> Decide | Work | None:
        """What this seat must do before anything else can happen, if anything."""
        self._speak_again()
        while self._look_at_what_waits():
            if self.own is None or self.own.seat not in self._lockstep.owed() or self._holds_back():
                return None
            step = self._step
            if step.make is None:
                request = self.state.pending
                assert isinstance(request, DECISIONS)
                return Decide(request, self.step)
            if step.heavy:
                self._waiting_work = Work(step.heavy, step.make, self._contribute)
            else:
                self._contribute(step.make())
        return self._waiting_work

    def idle(self) -> Work | None:
        """Something useful to compute while nothing is to do, if there is any; may be left out.

        Run it anywhere, then give its result to its `then` (not to `done`), even if the match
        has gone on meanwhile. Ask again when that is done.
        """
        return None if self.own is None or self.result is not None else self._course.idle()

    def wants(self, step: int) -> bool:
        """Whether the decision that `todo` asked for at a step is still this seat's to make."""
        return (
            self.own is not None
            and step == self.step
            and self._step.say is not None
            and self._waiting_work is None
            and self.own.seat in self._lockstep.owed()
            and not self._holds_back()
        )

    def decide(self, answer: Answer, step: int | None = None) -> None:
        """This seat's own decision. step: of the `Decide` that it answers, if it may be stale.

        Raises IllegalAnswer, and nothing has happened then; LocalProtocolError if it is not (or
        no longer) `wants`.
        """
        say = self._step.say
        if say is None or self.own is None or not self.wants(self.step if step is None else step):
            raise LocalProtocolError("no such decision is due from this seat")
        agenda.check_answer(self.state, self.own.seat, answer, self.known)
        heavy = self._step.heavy or ("playing cards" if len(_hidden(answer)) > FEW else "")
        if heavy:
            self._waiting_work = Work(heavy, lambda: say(answer), self._contribute)
        else:
            self._contribute(say(answer))
            self._look_at_what_waits()

    def done(self, result: Any) -> None:
        """The result of the `Work` that `todo` returned. Raises Blame if it proves a cheat."""
        work, self._waiting_work = self._waiting_work, None
        if work is None:
            raise LocalProtocolError("no work was given out")
        work.then(result)
        self._look_at_what_waits()

    def notes(self) -> list[bytes]:
        """Private notes made since the last call: store them before everything else."""
        fresh, made = self._ground.private.fresh, []
        while fresh:  # a worker thread may be adding one
            made.append(fresh.pop(0))
        return made

    def replay(self, log: Sequence[bytes]) -> None:
        """Take a match up again from its log, own records included; nothing is sent.

        Raises Blame if the log is not good, BadNotes if the private notes do not fit it. Until the
        next `todo` this seat signs nothing at all.
        """
        self._read_log(True)
        known = False
        for record in log:
            self.receive(record)
            while self._waiting_work is not None:
                self.done(self._waiting_work.run())
            if not known and self._ground.keys:
                self._ground.check_secrets()
                known = True
        self._read_log(False)
        self.accepted()
        self.happened()

    def outgoing(self) -> list[bytes]:
        """Own records made since the last call: store them first, then send them."""
        made, self._outgoing = self._outgoing, []
        return made

    def accepted(self) -> list[bytes]:
        """All records accepted since the last call, own ones included, in order: the log."""
        got, self._accepted = self._accepted, []
        return got

    def happened(self) -> list[Event]:
        """Events since the last call."""
        events, self._ground.events = self._ground.events, []
        return events

    def write_requests(self) -> list[Asked]:
        """From here on all that the rules ask is written down: the list, which grows."""
        asked = self._ground.asked = self._ground.asked or []
        return asked

    def receive(self, record: bytes) -> None:
        """A record of another seat (or, for an observer and on resuming, of any).

        Raises Blame. With a seat: a signed entry proves a fault. Without one, and the record as
        evidence: it could have been made by anybody; it changed nothing, and the match can go on.
        Without evidence: the match cannot go on. Records known already are ignored, and those of
        a seat that was dropped; nothing is accepted when all have signed the end, but who would
        go on without another then is answered. Raises LocalProtocolError while `is_working`.
        """
        if self._waiting_work is not None:
            raise LocalProtocolError("nothing is received while work is out")
        self._hear(record)
        self._look_at_what_waits()

    def refused(self) -> list[Blame]:
        """Records that came before their step, and were found to be of no use when it had come,
        since the last call. Nobody can be named for them, and the match has gone on."""
        found, self._refused = self._refused, []
        return found

    # -- receiving and contributing ------------------------------------------------------

    def _look_at_what_waits(self) -> bool:
        """Hear what was set aside: come early, or held by a KEEP or DROP. False if `Work` is to
        be done first."""
        while self._inbox and self._waiting_work is None:
            record = self._inbox.pop(0)
            try:
                self._hear(record)
            except Blame as blame:
                if blame.seat is not None or blame.evidence != record:
                    raise
                self._refused.append(blame)
        return self._waiting_work is None

    def _hear(self, record: bytes) -> None:
        if self.finished:
            self._object_at_the_end(record)
        if self.excluded or self.overtaken is not None or self.finished:
            return
        try:
            data, signature = split_record(record)
            entry = decode_entry(data)
            if self._is_known(entry, data):
                return
            check_author(self._ground, entry, data, signature)
            if entry.seat in self._ground.left:
                return
            if entry.step == 0:
                check_origin(self._ground, entry)
            elif entry.kind in VOTES:
                self._hear_vote(entry, data, record)
                return
            self._lockstep.is_known(entry, data)  # raises: it is another one than this
            if self._lockstep.is_void(entry) or self._is_early(entry, data, record):
                return
            self._lockstep.check_place(entry, data)
        except RemoteProtocolError as e:
            raise Blame(e.seat, e.reason, e.algorithm, record) from e
        if not self._is_aside(entry.seat, record):
            self.counts["signatures"] += 1
            self._consider(entry, data, record)

    def _is_known(self, entry: Entry, data: bytes) -> bool:
        if entry.kind in VOTES:
            return self._drops.knows(entry, data)
        return self._lockstep.has(entry, data)

    def _is_early(self, entry: Entry, data: bytes, record: bytes) -> bool:
        """An entry of a seat that is ahead waits until its step has come."""
        if not self._lockstep.is_early(entry):
            return False
        first = self._early.keep(entry, data, record)
        if first and self.step > 0:
            self._accepted.append(first)  # the log must hold both
            raise BadProof(
                f"two different entries for step {entry.step} are signed",
                seat=entry.seat,
                algorithm="wire.md, lockstep",
            )
        return True

    def _consider(self, entry: Entry, data: bytes, record: bytes) -> None:
        """Check the body of an entry that is due, at once or as Work."""
        step = self._step

        def finish(outcome: tuple[Any, Blame | None]) -> None:
            self._take(entry, data, record, value_of(outcome))

        heavy = takes_long(step, entry)
        if heavy and self._ground.defer is None:
            run = partial(judge, step, entry, record)
            self._waiting_work = Work(f"checking: {heavy}", run, finish)
        else:
            finish(judge(step, entry, record))

    def _take(self, entry: Entry, data: bytes, record: bytes, value: Any) -> None:
        """An entry is good: note it; when all of the step are here, go on."""
        self._lockstep.accept(entry, data)
        self._values[entry.seat] = value
        self.counts["entries"] += 1
        self._accepted.append(record)
        self.ends_with_drop = False
        self._last_records[entry.seat] = record
        self._keep(entry, record)
        if not self._lockstep.owed():
            values = [self._values[seat] for seat in self._step.due]
            self._go_on(record, lambda: self._steps.send(values))
        self._object()

    def _contribute(self, body: bytes) -> None:
        """Sign this seat's own entry, and treat it as any other."""
        assert self.own is not None
        entry = self._lockstep.entry(self.own.seat, body)
        record = sign(entry, self.own.identity)
        data, _ = split_record(record)
        if entry.kind is Kind.HELLO:
            self._lockstep.identities[self.own.seat] = self.own.public()
        value, blame = judge_own(self._ground, self._step, entry, record)
        if blame is not None and blame.seat == self.own.seat:
            raise EngineBug(f"our own contribution was refused: {blame}")
        self._outgoing.append(record)
        if blame is None:
            self._take(entry, data, record, value)
            return
        # Our complaint proves another seat's fault. Let it be stored and sent, then stop.
        self._accepted.append(record)
        found = blame

        def stop(_: Any) -> None:
            raise found

        self._waiting_work = Work("complaining", lambda: None, stop)

    def _go_on(self, record: bytes, run: Callable[[], Step]) -> None:
        """A step is over, by this record: run to the next step."""
        self._values = {}
        self._limbo.clear()
        try:
            self._step = run()
        except StopIteration as stop:
            self.result = stop.value
            return
        except IllegalAnswer as e:
            raise Blame(e.seat, e.why, e.rule, self._last_records[e.seat]) from e
        except RemoteProtocolError as e:
            raise Blame(e.seat, e.reason, e.algorithm, b"" if e.seat is None else record) from e
        except UnknownCard as e:
            raise Blame(None, str(e), "deck.md Algorithm 12") from e
        self._open_step()
        self._inbox += self._early.due(self.step, self.match_id)  # also of those who are not due

    def _open_step(self) -> None:
        begun = self.state.pending is not None
        state = codec.digest(self.state) if begun else self._ground.terms_hash
        self._lockstep.open_step(self._step.kind, self._step.due, state)


def _hidden(answer: Answer) -> list[int]:
    return [c for c in records.played_cards(answer) if c < 0]
