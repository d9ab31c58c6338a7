"""A match: the engine's requests answered by all seats together. No I/O, no waiting.

The same class is a player's side of a match and a verifier's: a verifier has no seat. It takes
inputs and gives effects; whoever drives it does each effect and comes back for the next:

    for effect in match.effects():
        match effect:
            case StoreNotes(notes): private.append(notes)
            case StoreRecords(records, sync): log.append(records, sync)
            case Send(record, author): ...
            case Tell(events): player.told(match.view(), events)
            case Refuse(blame): ...                            # leave who handed it over
            case CancelDecision(step): ...                     # nobody waits for the answer
            case Work(): match.done(effect.run())              # as a rule in a thread
            case Decide(request, step): match.decide(answer, step)
    match.receive(record)                                      # raises Blame: match.stop(blame)

The order is made here and not by the driver; see `effects`. `course` has the content of a match:
generators that yield one `ProtocolStep` after another and get every seat's contribution back. The
way of a record that comes in is `incoming`; how seats agree to go on without one of them is
`leaving`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from owm_net.engine import agenda, records
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision, Result
from owm_net.engine.system import System
from owm_net.engine.taking_back import Undoable
from owm_net.engine.view import View
from owm_net.protocol.entries import Entry, EntryKind, Step, sign
from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.lockstep import DECIDED, Lockstep
from owm_net.session import working
from owm_net.session.asked import Asked
from owm_net.session.basis import Basis
from owm_net.session.course import Course
from owm_net.session.effects import (
    CancelDecision,
    Decide,
    Denounce,
    Effect,
    Effects,
    Finish,
    Refuse,
    Send,
    StoreNotes,
    StoreRecords,
    Tell,
    TellRemark,
    TellWish,
    Work,
)
from owm_net.session.incoming import Incoming, framing, judge_own
from owm_net.session.leaving.door import DropDoor, Shut
from owm_net.session.leaving.leaving import Leaving
from owm_net.session.private import PrivateNotes
from owm_net.session.progress import Happens, Phase, Progress
from owm_net.session.remarks import Remarks
from owm_net.session.steps import FEW, Blame, Deferred, Own, ProtocolStep
from owm_net.session.stops import Stop, What, Wish
from owm_net.session.terms import Terms
from owm_net.session.voice import Change, Speech
from owm_net.session.waiting import RecordQueue
from owm_net.session.wishes import Wishes

__all__ = [
    "Blame",
    "CancelDecision",
    "Decide",
    "Denounce",
    "Effect",
    "Match",
    "Own",
    "Phase",
    "ProtocolStep",
    "Refuse",
    "Send",
    "StoreNotes",
    "StoreRecords",
    "Tell",
    "TellRemark",
    "TellWish",
    "What",
    "Work",
]


class Match:
    """One match, from HELLO to END.

    own: None for an observer. defer: where a verifier collects proofs to check later; None checks
    them at once. private: the notes of a match that is taken up again; then `replay` its log first.
    """

    def __init__(
        self,
        system: System,
        terms: Terms,
        own: Own | None,
        defer: list[Deferred] | None = None,
        private: PrivateNotes | None = None,
    ) -> None:
        self.system = system
        self.terms = terms
        self.own = own
        self._basis = basis = Basis(system, terms, own, defer, private)
        self.seats = basis.seats
        self.names = basis.names
        self.state = basis.state
        self.known = basis.known
        self.counts = basis.counts
        self.chain: Lockstep = basis.chain
        self._course = Course(basis)
        self._effects = Effects(basis)
        self._waiting = RecordQueue(basis, self._effects)
        self._progress = Progress(basis, self._course.whole(), self._waiting)
        self._speech = Speech()
        self._leaving: DropDoor = (
            Leaving(basis, self._effects, self._waiting, self._progress, self._speech)
            if basis.seats > 2
            else Shut(basis, self._waiting)
        )
        self._remarks = Remarks(basis, self._effects, self._speech)
        self._wishes = Wishes(basis, self._effects, self._waiting, self._progress, self._speech)
        self._incoming = Incoming(
            basis,
            self._effects,
            self._waiting,
            self._progress,
            self._leaving,
            self._remarks,
            self._wishes,
        )
        self._asked: Step | None = None  # step whose `Decide` is out

    # -- what there is to see --------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Return the phase: playing, over, or going on without us."""
        return self._progress.phase

    @property
    def step(self) -> Step:
        """Return the number of the due step."""
        return self.chain.step

    @property
    def match_id(self) -> bytes:
        """32 bytes; zeros until all HELLOs are there."""
        return self.chain.match_id

    @property
    def identities(self) -> tuple[bytes, ...]:
        """Identity keys by seat, b"" until its HELLO."""
        return tuple(self.chain.identities)

    @property
    def result(self) -> Result | None:
        """How it has ended; None until all have signed that."""
        return self._progress.result

    @property
    def finished(self) -> bool:
        """All seats have signed the end."""
        return self.result is not None

    @property
    def deck_lists(self) -> dict[int, tuple[int, ...]]:
        """Deck number -> cards of this seat's private decks."""
        return self._basis.private.deck_lists

    @property
    def remarks(self) -> tuple[tuple[int, str], ...]:
        """Return the remarks so far: seat and text, in the order in which they arrived here."""
        return tuple(self._remarks.all)

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """Return the wishes of the seats at the due step, and who has resigned."""
        return tuple(self._wishes.standing())

    @property
    def offers(self) -> tuple[What, ...]:
        """Return what our player offers, or has agreed to, until they take it back."""
        return tuple(self._wishes.offers)

    def gave_up(self, seat: Seat) -> str:
        """How a seat that plays no more has left of itself: "resigned" or "ran out of time"; "" if
        it was dropped for its silence, or plays."""
        return self._progress.gave_up.get(seat, "")

    @property
    def claims(self) -> tuple[Wish, ...]:
        """All claims that somebody's time was up, or that they were away, by the steps beside which
        they were made."""
        return tuple(self._wishes.claims())

    @property
    def adjourned(self) -> bool:
        """Return True if all have agreed to stop here and to go on another time."""
        return self.phase is Phase.PLAYING and self._wishes.adjourned

    @property
    def stopped(self) -> Result | None:
        """How the players have ended the match themselves; their END entries may not be here."""
        return self._basis.stopped

    @property
    def is_working(self) -> bool:
        """Return True if `Work` has been given out, or is about to be: nothing may be received
        until it is done."""
        return self._effects.is_working

    @property
    def may_sign(self) -> bool:
        """Return True if we may sign entries; not before `speak` in a resumed match."""
        return self._speech.may_sign

    def check_kind(self, kind: EntryKind) -> None:
        """Raise BadEncoding for a kind of entry that is younger than this match."""
        self._basis.check_kind(kind)

    def owed(self) -> list[Seat]:
        """The seats whose contribution the match is waiting for."""
        return [Seat(seat) for seat in self.chain.owed()]

    def due(self) -> EntryKind:
        """Return the kind of entry the match is waiting for."""
        return self._progress.step.kind

    def view(self) -> View[Any]:
        """Return what this seat may see; for an observer, what everybody sees."""
        return View(self.state, self.own.seat if self.own else -1, self.known)

    def wants(self, step: Step) -> bool:
        """Return True if the decision asked for at a step is still this seat's to make."""
        return (
            step == self.step
            and self._progress.step.say is not None
            and not self.is_working
            and self._owes()
        )

    # -- effects ---------------------------------------------------------------------------

    def next_effect(self) -> Effect | None:
        """Return the next effect; None if there is nothing to do until the next input. The last one
        is done.

        Before the first effect all is made that no person decides, so that one write to the disk
        covers whatever a record has set off. Raises Blame.
        """
        self._make_what_is_ours()
        effect = self._effects.next()
        if effect is not None or self.is_working or self.phase is Phase.STOPPED:
            return effect
        if self._asked is not None and not self.wants(self._asked):
            step, self._asked = self._asked, None
            return CancelDecision(step)
        if self._asked is None and self.wants(self.step):
            request = self.state.pending
            assert isinstance(request, Decision)
            self._asked = self.step
            return Decide(request, self.step)
        return None

    def effects(self) -> Iterator[Effect]:
        """All of them, while each is done before the next is asked for."""
        while (effect := self.next_effect()) is not None:
            yield effect

    # -- inputs ----------------------------------------------------------------------------

    def write_requests(self) -> list[Asked]:
        """Record every request of the rules from here on; the returned list grows.

        Raises LocalProtocolError if it is too late to have all of it.
        """
        if self._basis.asked is None:
            if self.counts.entries:
                raise LocalProtocolError("requests are written down from the first record on")
            self._basis.asked = []
        return self._basis.asked

    def receive(self, record: bytes) -> None:
        """A record of another seat (or, for an observer and on resuming, of any).

        Raises Blame. With a seat: a signed entry proves a fault. Without one, and the record as
        evidence: it could have been made by anybody; it changed nothing, and the match can go on.
        Without evidence: the match cannot go on. Records already known are ignored, and those of a
        seat that was dropped; after all have signed the end nothing is accepted, but a seat that
        would go on without another then gets an answer. Raises LocalProtocolError while
        `is_working`.
        """
        if self.is_working:
            raise LocalProtocolError("nothing is received while work is out")
        self._incoming.on_record(record)
        self._incoming.hear_waiting()

    def decide(self, answer: Answer, step: Step | None = None) -> None:
        """This seat's own decision. step: of the `Decide` that it answers, if it may be stale.

        Raises IllegalAnswer, and nothing has happened then: the next effect is the same `Decide`;
        LocalProtocolError if it is not (or no longer) `wants`.
        """
        say = self._progress.step.say
        if say is None or self.own is None or not self.wants(self.step if step is None else step):
            raise LocalProtocolError("no such decision is due from this seat")
        self._asked = None
        agenda.check_answer(self.state, self.own.seat, answer, self.known)
        heavy = self._progress.step.heavy
        if not heavy and len(_hidden(answer)) > FEW:
            heavy = working.PLAYING
        if heavy:
            self._effects.begin(Work.of(heavy, lambda: say(answer), self._contribute))
        else:
            self._contribute(say(answer))
            self._incoming.hear_waiting()

    def why_no_remark(self, text: str) -> str | None:
        """Why this cannot be written to the others now, in words; None if it can."""
        if self.own is None or self.phase is not Phase.PLAYING:
            return "the match is over"
        return self._remarks.why_not(text)

    def remark(self, text: str) -> None:
        """Write something to all: signed and kept in the log, and no part of the match. At any time
        from step 2 on, also while work is out.

        Raises LocalProtocolError, with `why_no_remark`.
        """
        why = self.why_no_remark(text)
        if why is not None:
            raise LocalProtocolError(why)
        self._remarks.say(text)

    def why_no_wish(self, what: What) -> str | None:
        """Why our seat cannot wish this now, in words; None if it can."""
        if self.own is None or self.phase is not Phase.PLAYING:
            return "the match is over"
        return self._wishes.why_not(what)

    def wish(self, what: What) -> None:
        """Say that our player resigns, offers to abandon or to adjourn, or declines an offer.

        Who resigns has said so once and for all; an offer stands until it is taken back.

        Raises LocalProtocolError, with `why_no_wish`.
        """
        why = self.why_no_wish(what)
        if why is not None:
            raise LocalProtocolError(why)
        self._wishes.say(what)

    def agree(self, what: What) -> None:
        """Our player agrees to what another offers: it is signed beside each step at which that is
        offered, and beside no other, until it is taken back.

        Raises LocalProtocolError, with `why_no_wish`.
        """
        why = self.why_no_wish(what)
        if why is not None:
            raise LocalProtocolError(why)
        self._wishes.agree(what)

    def why_no_claim(self, what: What, target: Seat) -> str | None:
        """Why our seat cannot claim now that another's time is up, or that they were away for too
        long; None if it can."""
        clock = self._basis.clock
        if clock is None or target not in self.owed() or self.due() not in DECIDED:
            return "nobody's clock runs"
        if what is not What.TIME and not clock.away:
            return "the terms limit no absence"
        return self.why_no_wish(what)

    def claim(self, what: What, target: Seat, milliseconds: int) -> None:
        """Claim one of `stops.CLAIMS` of another: so many milliseconds, by our measure; once a
        step.

        Raises LocalProtocolError, with `why_no_claim`.
        """
        why = self.why_no_claim(what, target)
        if why is not None:
            raise LocalProtocolError(why)
        self._wishes.claim(what, target, milliseconds)

    def may_be_taken_back(self) -> tuple[Undoable, ...]:
        """Return the decisions since something was revealed last, oldest first, by their steps."""
        return tuple(self._basis.run)

    def take_decision_back(self, back: int) -> None:
        """Ask the others to go on from an earlier decision, or agree with one who has asked; it
        happens when all have signed that beside the due step.

        back: the step of one that `may_be_taken_back`. Raises LocalProtocolError if it is none, or
        with `why_no_wish`.
        """
        why = self.why_no_wish(What.TAKE_BACK)
        if why is not None:
            raise LocalProtocolError(why)
        if self._basis.run.find(back) is None:
            raise LocalProtocolError("something was revealed since")
        self._wishes.take_decision_back(Step(back))

    def undoable(self) -> int | None:
        """Return how many requests were answered before the last decision of our seat, None where
        it cannot be taken back."""
        ours = [one for one in self._basis.run if self._basis.is_own(one.seat)]
        return ours[-1].answered if ours else None

    def has_acted_since(self, back: int) -> bool:
        """Return True if our seat has done more than pass from an earlier decision on."""
        return any(
            self.own is not None
            and one.seat == self.own.seat
            and one.at >= back
            and not isinstance(one.answer, Pass)
            for one in self._basis.run
        )

    @property
    def turned_back(self) -> tuple[Stop, ...]:
        """Return the STOPs by which the match went on from an earlier decision."""
        return tuple([stop for stop in self._progress.stops if stop.back is not None])

    def last_signed(self, seat: Seat) -> int:
        """The last step for which a seat has signed its entry; -1 for none."""
        return max([step for author, step in self.chain.hashes if author == seat], default=-1)

    def admit_time(self) -> None:
        """Our own time is up by our own measure too: if another claims so at this step, sign it."""
        self._wishes.admit()

    def take_back(self, what: What) -> None:
        """Our player offers this no more, nor agrees to it."""
        self._wishes.take_back(what)

    def done(self, finish: Finish) -> None:
        """Take the result of the last `Work`. Raises Blame if it proves a cheat."""
        self._effects.finish()
        finish()
        self._incoming.hear_waiting()

    def stop(self, blame: Blame | None = None) -> None:
        """The match stops here: what was accepted is stored, and the evidence of a blame; then
        `Denounce` is the last effect."""
        self._progress.happens(Happens.STOP)
        self._effects.stop(blame)

    def replay(self, log: Sequence[bytes]) -> None:
        """Take a match up again from its log, own records included; nothing is sent, and nothing
        signed before `speak`.

        Raises Blame if the log is not good, BadNotes if the private notes do not fit it.
        """
        self.read_log()
        known = False
        for record in log:
            self.receive(record)
            while self._effects.is_working:
                self.done(self._effects.take_work().run())
            if not known and self._basis.keys:
                self._basis.check_secrets()
                known = True
            self._effects.forget()
        self._speech.changes(Change.HAS_READ)
        self._wishes.is_taken_up()

    def read_log(self) -> None:
        """Treat everything received from here on as part of a log. For verifiers; see `replay`."""
        self._speech.changes(Change.READS_LOG)

    def listen(self) -> None:
        """Sign nothing from here on, until `speak`."""
        self._speech.changes(Change.LISTENS)

    def speak(self) -> None:
        """After `replay` or `listen`: the others have told what they have of us, so we may sign."""
        self._speech.changes(Change.SPEAKS)
        self._wishes.goes_on()

    # -- seats that are dropped: three and four only ---------------------------------------

    @property
    def dropped(self) -> tuple[Seat, ...]:
        """Seats without which the others have agreed to go on, in order."""
        return tuple(self._basis.dropped)

    @property
    def dropped_at(self) -> dict[Seat, int]:
        """Seat that was dropped -> the step at which it owed its entry."""
        return dict(self._basis.dropped)

    def signed_that_silent(self, seat: Seat) -> list[Seat]:
        """Return the seats that have all signed that a dropped seat owed its entry; none for one
        that gave up, or plays."""
        if seat not in self._basis.dropped or self.gave_up(seat):
            return []
        there = self._basis.present_at(self._basis.dropped[seat])
        return [other for other in there if other != seat]

    def droppable(self) -> list[Seat]:
        """Return the seats that may be dropped now: they owe the due step, enough others
        remain, the rules say how to go on without them, and we may sign."""
        return self._leaving.droppable()

    def proposed(self) -> dict[Seat, list[Seat]]:
        """Return seat that may be dropped at the due step -> seats that have proposed
        it."""
        return self._leaving.proposed()

    def drop(self, seat: Seat) -> None:
        """Sign that this seat goes on without another if everyone who remains does; a second call
        does nothing.

        Raises LocalProtocolError if it is not `droppable`, as none is before we may sign.
        """
        if seat not in self.droppable():
            raise LocalProtocolError(f"seat {seat} cannot be dropped now")
        self._leaving.propose(seat)
        self._incoming.hear_waiting()

    def ends_without(self) -> Seat | None:
        """The seat without which the others have gone on where this history ends, if it is so."""
        found = self._progress.gone_on_without
        if found is None or found[1] != self.counts.said_of_the_game:
            return None
        return found[0]

    def unrefuted(self) -> list[tuple[int, int, int]]:
        """(author, step, seat) of each proposal to go on without a seat that had answered, to which
        nobody has objected here. It is no fault: the objection may have been kept back."""
        return self._leaving.unrefuted()

    # -- our own entries -------------------------------------------------------------------

    def _owes(self) -> bool:
        """Return True if an entry of ours is due, and nothing keeps us from signing it."""
        return (
            self.own is not None
            and self.phase is Phase.PLAYING
            and self._speech.may_sign
            and self.own.seat in self.chain.owed()
            and not self._leaving.holds_back()
            and not self._wishes.adjourned
        )

    def _make_what_is_ours(self) -> None:
        """Sign all entries that no person decides, up to one that takes long: that is Work."""
        if self.is_working or self.phase is Phase.STOPPED or not self._speech.may_sign:
            return
        self._leaving.object()
        while self._incoming.hear_waiting():
            if self.phase is Phase.PLAYING and not self._leaving.holds_back():
                self._wishes.make()
            if not self._owes():
                return
            step, stop = self._progress.step, self._wishes.stop()
            if stop is not None:
                self._contribute_stop(stop)
            elif step.make is None:
                return
            elif step.heavy:
                self._effects.begin(Work.of(step.heavy, step.make, self._contribute))
            else:
                self._contribute(step.make())

    def _contribute(self, body: bytes) -> None:
        """Sign this seat's own entry, and treat it as any other."""
        assert self.own is not None
        self._sign_and_accept(self.own, self.chain.entry(self.own.seat, body))

    def _contribute_stop(self, body: bytes) -> None:
        """Sign a STOP in its place."""
        assert self.own is not None
        entry = self.chain.entry(self.own.seat, body)
        self._sign_and_accept(self.own, evolve(entry, kind=EntryKind.STOP))

    def _sign_and_accept(self, own: Own, entry: Entry) -> None:
        heard = framing(sign(entry, own.identity))
        if entry.kind is EntryKind.HELLO:
            self.chain.identities[own.seat] = own.public()
        value, blame = judge_own(self._basis, self._progress.step, heard)
        if blame is not None and blame.seat == own.seat:
            raise EngineBug(f"our own contribution was refused: {blame}")
        self._effects.send_to_all(heard.record)
        if blame is None:
            self._incoming.accept(heard, value)
            return
        # Our complaint proves another seat's fault. Let it be stored and sent, then stop.
        self._effects.accept(heard.record, own.seat)
        found = blame

        def stop(_: Any) -> None:
            raise found

        self._effects.begin(Work.of(working.COMPLAINING, lambda: None, stop))


def _hidden(answer: Answer) -> list[int]:
    return [c for c in records.played_cards(answer) if c < 0]
