"""A match: the engine's requests answered by all seats together. No I/O, no waiting.

The same class is a player's side of a match and a verifier's: a verifier has no seat. Here
entries are received, judged and made. What a match consists of stands in `Match._play`, and for
each request of the engine in `course`: generators that yield one `Step` of the protocol after
another and get every seat's contribution back.

    while (todo := match.todo()) is not None:  # ours to do: decide, or compute
        ...
    match.receive(record)                      # theirs; raises Blame if it proves a cheat
    match.outgoing()                           # records to store, then to send
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.engine import agenda, codec, records
from owm_net.engine.agenda import Event
from owm_net.engine.errors import BadEncoding as BadAnswer
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.requests import DECISIONS, Answer, Over, Result
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.protocol import keys
from owm_net.protocol.entries import (
    MAX_RECORD,
    Entry,
    Kind,
    check_signature,
    decode_entry,
    entry_hash,
    sign,
    split_record,
)
from owm_net.protocol.errors import (
    BadEncoding,
    BadProof,
    LocalProtocolError,
    RemoteProtocolError,
    UnknownCard,
)
from owm_net.protocol.fiat_shamir import match_id
from owm_net.session.course import Course
from owm_net.session.ground import Ground
from owm_net.session.private import BadNotes, PrivateNotes
from owm_net.session.steps import FEW, Blame, Check, Decide, Own, Proof, Step, Steps, Work
from owm_net.session.terms import Hello, Terms, decode_hello

__all__ = ["Blame", "Decide", "Match", "Own", "Proof", "Step", "Work"]

MAX_WAITING = 16 * MAX_RECORD
"""Bytes of records that wait while `Work` is out; a whole long match has about 1.5 MB."""

LONG_ANSWER = 512
"""An ANSWER of so many bytes may hold more shares than are checked within a millisecond."""


class Match:
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
        self._early: dict[tuple[int, int], bytes] = {}
        self._waiting_work: Work | None = None
        self._inbox: list[bytes] = []
        self._waiting_bytes = 0
        self._outgoing: list[bytes] = []
        self._accepted: list[bytes] = []
        self._course = Course(ground)
        self._steps = self._play()
        self._step = next(self._steps)
        self._open_step()

    # -- for the driver ------------------------------------------------------------------

    @property
    def step(self) -> int:
        """Number of the step that is due."""
        return self._lockstep.step

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
        """Whether `Work` has been given out, or waits to be."""
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
        while self._waiting_work is None:
            if self.own is None or self.own.seat not in self._lockstep.owed():
                return None
            step = self._step
            if step.make is None:
                request = self.state.pending
                assert isinstance(request, DECISIONS)
                return Decide(request)
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

    def decide(self, answer: Answer) -> None:
        """This seat's own decision. Raises IllegalAnswer, and nothing has happened then."""
        step = self._step
        if self.own is None or step.say is None or self.own.seat not in self._lockstep.owed():
            raise LocalProtocolError("no decision is due from this seat")
        agenda.check_answer(self.state, self.own.seat, answer, self.known)
        heavy = step.heavy or ("playing cards" if len(_hidden(answer)) > FEW else "")
        if heavy:
            say = step.say
            self._waiting_work = Work(heavy, lambda: say(answer), self._contribute)
        else:
            self._contribute(step.say(answer))

    def done(self, result: Any) -> None:
        """The result of the `Work` that `todo` returned. Raises Blame if it proves a cheat."""
        work, self._waiting_work = self._waiting_work, None
        if work is None:
            raise LocalProtocolError("no work was given out")
        work.then(result)
        while self._inbox and self._waiting_work is None:
            record = self._inbox.pop(0)
            self._waiting_bytes -= len(record)
            self.receive(record)

    def notes(self) -> list[bytes]:
        """Private notes made since the last call: store them before everything else."""
        private = self._ground.private
        made, private.fresh = private.fresh, []
        return made

    def replay(self, log: Sequence[bytes]) -> None:
        """Take a match up again from its log, own records included; nothing is sent.

        Raises Blame if the log is not good, BadNotes if the private notes do not fit it.
        """
        for record in log:
            self.receive(record)
            while self._waiting_work is not None:
                self.done(self._waiting_work.run())
        if self._lockstep.step > 1 and self.own is not None:
            secrets = self._ground.private.secrets
            shown = self._ground.keys[self.own.seat]
            if secrets is None or secrets.public() != shown:
                raise BadNotes("the private file does not hold the keys of this match")
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

    def receive(self, record: bytes) -> None:
        """A record of another seat (or, for an observer and on resuming, of any).

        Raises Blame: with a seat if a signed entry proves a fault, without where it could
        have been made by anybody. Records known already are ignored. While `Work` is out,
        records wait.
        """
        if self._waiting_work is not None:
            self._inbox.append(record)
            self._waiting_bytes += len(record)
            if self._waiting_bytes > MAX_WAITING:
                raise Blame(None, "more is sent than can be looked at", "wire.md")
            return
        try:
            data, signature = split_record(record)
            entry = decode_entry(data)
            if self._lockstep.hashes.get((entry.seat, entry.step)) == entry_hash(data):
                return
            self._check_author(entry, data, signature)
            if entry.step == 0:
                self._check_origin(entry)
            self._lockstep.is_known(entry, data)  # raises: it is another one than this
            if self._lockstep.is_early(entry):
                self._keep_early(entry, data, record)
                return
            self._lockstep.check_place(entry, data)
        except RemoteProtocolError as e:
            raise Blame(e.seat, e.reason, e.algorithm, record) from e
        self.counts["signatures"] += 1
        self._consider(entry, data, record)

    # -- receiving and contributing ------------------------------------------------------

    def _check_author(self, entry: Entry, data: bytes, signature: bytes) -> None:
        """Raise, naming nobody, unless the seat that an entry names has signed it.

        Before a seat's HELLO its identity is the one that the HELLO shows.
        """
        if entry.seat >= self.seats:
            raise BadEncoding(f"there is no seat {entry.seat}", algorithm="wire.md, log entries")
        identity = self._lockstep.identities[entry.seat]
        if not identity:
            if entry.kind is not Kind.HELLO or entry.step != 0:
                raise BadProof(
                    f"an entry of seat {entry.seat} before its HELLO", algorithm="wire.md, HELLO"
                )
            identity = entry.body[:32]
        check_signature(data, signature, identity)

    def _check_origin(self, entry: Entry) -> None:
        """Raise, naming nobody, for an entry that may come from another match.

        What is signed before the match has a name can be carried here by anybody: another
        HELLO of the same person, for other terms or for a match that never came about.
        """
        where = "wire.md, HELLO"
        own = self.own
        if own is not None and entry.seat == own.seat and entry.body[:32] != own.public():
            raise BadProof("a HELLO of somebody else for our seat", algorithm=where)
        if (entry.seat, 0) in self._lockstep.hashes:
            raise BadProof("a second HELLO for a seat", algorithm=where)
        others = [k for s, k in enumerate(self._lockstep.identities) if s != entry.seat]
        mine = [own.public()] if own is not None and entry.seat != own.seat else []
        if entry.body[:32] in others + mine:
            raise BadProof("two seats show the same identity", algorithm=where)
        if entry.state != self._lockstep.state and self._lockstep.step == 0:
            terms = decode_hello(entry.body).terms
            if entry.state == codec.digest(terms):
                raise BadProof("a HELLO for a match with other terms", algorithm=where)
        if self._lockstep.step == 0:
            self._lockstep.identities[entry.seat] = entry.body[:32]

    def _keep_early(self, entry: Entry, data: bytes, record: bytes) -> None:
        """An entry of a seat that is ahead waits until its step has come."""
        kept = self._early.setdefault((entry.step, entry.seat), record)
        first, _ = split_record(kept)
        if first != data:
            here = self._lockstep.step > 0 and decode_entry(first).match_id == entry.match_id
            if here:
                self._accepted.append(kept)  # the log must hold both
            raise BadProof(
                f"two different entries for step {entry.step} are signed",
                seat=entry.seat if here else None, algorithm="wire.md, lockstep",
            )

    def _consider(self, entry: Entry, data: bytes, record: bytes) -> None:
        """Check the body of an entry that is due, at once or as Work."""
        step = self._step

        def finish(value: Any) -> None:
            self._take(entry, data, record, value)

        heavy = step.heavy
        if entry.kind is Kind.ANSWER and len(entry.body) > LONG_ANSWER:
            heavy = "opening cards"
        if heavy and self._ground.defer is None:
            self._waiting_work = Work(
                f"checking: {heavy}",
                lambda: self._judge(entry, record, step.check),
                lambda outcome: finish(_unwrap(outcome)),
            )
            return
        finish(_unwrap(self._judge(entry, record, step.check)))

    def _judge(self, entry: Entry, record: bytes, check: Check) -> tuple[Any, Blame | None]:
        """The value of a body, or who is to blame for it: its author, unless a check names
        another seat."""
        try:
            return check(entry.seat, entry.body), None
        except RemoteProtocolError as e:
            seat = entry.seat if e.seat is None else e.seat
            return None, Blame(seat, e.reason, e.algorithm, record)
        except IllegalAnswer as e:
            return None, Blame(entry.seat, e.why, e.rule, record)
        except BadAnswer as e:
            return None, Blame(entry.seat, f"an answer that cannot be read: {e}", "wire.md", record)

    def _take(self, entry: Entry, data: bytes, record: bytes, value: Any) -> None:
        """An entry is good: note it; when all of the step are here, go on."""
        self._lockstep.accept(entry, data)
        self._values[entry.seat] = value
        self.counts["entries"] += 1
        self._accepted.append(record)
        self._last_records[entry.seat] = record
        if not self._lockstep.owed():
            self._go_on(record)

    def _contribute(self, body: bytes) -> None:
        """Sign this seat's own entry, and treat it as any other."""
        assert self.own is not None
        entry = self._lockstep.entry(self.own.seat, body)
        record = sign(entry, self.own.identity)
        data, _ = split_record(record)
        if entry.kind is Kind.HELLO:
            self._lockstep.identities[self.own.seat] = self.own.public()
        value, blame = self._judge(entry, record, self._own_check)
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

    def _own_check(self, seat: int, body: bytes) -> Any:
        """Own bodies are parsed but their proofs are not checked again."""
        ground = self._ground
        kept, ground.defer = ground.defer, []
        try:
            return self._step.check(seat, body)
        finally:
            ground.defer = kept

    def _go_on(self, record: bytes) -> None:
        """All contributions of a step are there: run to the next step."""
        values = [self._values[seat] for seat in self._step.due]
        self._values = {}
        try:
            self._step = self._steps.send(values)
        except StopIteration as stop:
            self.result = stop.value
            return
        except IllegalAnswer as e:
            raise Blame(e.seat, e.why, e.rule, self._last_records[e.seat]) from e
        except RemoteProtocolError as e:
            raise Blame(e.seat, e.reason, e.algorithm, record) from e
        except UnknownCard as e:
            raise Blame(None, str(e), "deck.md Algorithm 12", record) from e
        self._open_step()
        for seat in range(self.seats):  # also of those from whom nothing is due
            early = self._early.pop((self._lockstep.step, seat), None)
            if early is not None:
                self.receive(early)

    def _open_step(self) -> None:
        begun = self.state.pending is not None
        state = codec.digest(self.state) if begun else self._ground.terms_hash
        self._lockstep.open_step(self._step.kind, self._step.due, state)

    # -- the course of a match: beginning and end ------------------------------------------

    def _play(self) -> Steps:
        """The whole match, from HELLO to END; returns its `Result`."""
        ground = self._ground
        state, everybody = ground.state, range(ground.seats)
        hellos = yield Step(Kind.HELLO, everybody, self._check_hello, self._make_hello)
        ground.names[:] = [hello.name for hello in hellos]
        ground.lockstep.match_id = match_id([hello.encode() for hello in hellos])
        shown = yield Step(Kind.KEYS, everybody, self._check_keys, self._make_keys)
        self._check_apart(shown)
        ground.lay_table(shown, keys.joint_key([k.X for k in shown]))
        request = agenda.begin(state)
        ground.events.extend(state.events)
        while not isinstance(request, Over):
            answer = yield from self._course.answer(request)
            request = agenda.advance(state, answer)
            ground.events.extend(state.events)
        yield from self._course.audit()
        yield Step(Kind.END, everybody, self._check_end, self._make_end)
        return request.result

    def _make_hello(self) -> bytes:
        own = self.own
        assert own is not None
        return Hello(own.public(), own.entropy(32), own.name, self._ground.terms_bytes).encode()

    def _check_hello(self, seat: int, body: bytes) -> Hello:
        hello = decode_hello(body)
        if hello.terms != self._ground.terms_bytes:
            raise BadProof("its HELLO agrees to other terms", algorithm="wire.md, HELLO")
        return hello

    def _make_keys(self) -> bytes:
        own, ground = self.own, self._ground
        assert own is not None
        secrets, body = keys.make_keys(ground.ctx(own.seat, "keys"), own.entropy)
        ground.private.keep_secrets(secrets)
        return body

    def _check_keys(self, seat: int, body: bytes) -> keys.SeatKeys:
        return keys.check_keys(self._ground.ctx(seat, "keys"), body)

    def _check_apart(self, shown: list[keys.SeatKeys]) -> None:
        """Raise BadProof, naming the later of two seats with the same key.

        It can only have proved that it knows the secret if it shares it with the other.
        """
        found: set[bytes] = set()
        for seat, k in enumerate(shown):
            if found & {k.X, k.Y, k.E}:
                raise BadProof(
                    "its key is the key of another seat", seat=seat,
                    algorithm="deck.md Algorithm 6",
                )
            found |= {k.X, k.Y, k.E}

    def _make_end(self) -> bytes:
        return codec.encode(self._result())

    def _check_end(self, seat: int, body: bytes) -> None:
        if body != codec.encode(self._result()):
            raise BadProof("it signs another result", algorithm="wire.md, END")

    def _result(self) -> Result:
        assert isinstance(self._ground.state.pending, Over)
        return self._ground.state.pending.result


def _hidden(answer: Answer) -> list[int]:
    return [c for c in records.played_cards(answer) if c < 0]


def _unwrap(outcome: tuple[Any, Blame | None]) -> Any:
    value, blame = outcome
    if blame is not None:
        raise blame
    return value
