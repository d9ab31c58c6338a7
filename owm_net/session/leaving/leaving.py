"""Handling of a seat that owes its entry in a match of three or four: propose, object, agree."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.protocol.entries import SIGNATURE_BYTES, Entry, EntryKind, Step, decode_entry, sign
from owm_net.protocol.errors import BadProof
from owm_net.session.basis import Basis
from owm_net.session.effects import Effects
from owm_net.session.leaving.drops import Drops
from owm_net.session.leaving.votes import WHERE, Vote, read
from owm_net.session.progress import Happens, Phase, Progress
from owm_net.session.steps import Heard, Own
from owm_net.session.voice import Speech
from owm_net.session.waiting import RecordQueue


class Leaving:
    """The wing of one match; see `Door` for what it is asked."""

    def __init__(
        self,
        basis: Basis,
        effects: Effects,
        waiting: RecordQueue,
        progress: Progress,
        speech: Speech,
    ) -> None:
        self._basis = basis
        self._chain = basis.chain
        self._effects = effects
        self._waiting = waiting
        self._progress = progress
        self._drops = Drops(basis)
        self._speech = speech
        self._aside: dict[tuple[int, int], bytes] = {}  # (seat that we have proposed to drop, step)
        self._kept: dict[tuple[int, int], bytes] = {}  # what a KEEP may have to hold
        self._unpacked: set[bytes] = set()  # votes that wait until what they hold is looked at

    # -- DROP and KEEP ---------------------------------------------------------------------

    def knows(self, vote: Heard) -> bool:
        """Return True if exactly this DROP or KEEP is noted."""
        return self._drops.knows(vote.entry, vote.data)

    def on_vote(self, heard: Heard) -> None:
        """A DROP or KEEP. Raises RemoteProtocolError or Blame."""
        chain, entry = self._chain, heard.entry
        chain.check_match(entry)
        if self._waiting.keep_if_early(heard):
            return
        chain.check_beside(entry)
        vote = read(self._basis, entry, heard.record)
        self._drops.check(vote)
        for held in vote.held_entries():
            chain.is_known(decode_entry(held), held)  # raises: it is another one than this
        missing = self._drops.missing(vote)
        if not missing:
            self._basis.counts.signatures += 1
            self._take(vote)
            return
        if self._speech.is_reading:
            reason = f"what a {entry.kind.name} holds does not stand before it"
            raise BadProof(reason, algorithm=WHERE)
        if heard.data in self._unpacked:
            raise BadProof(f"what a {entry.kind.name} holds is of no use", algorithm=WHERE)
        # It stands before it in the log, as in others': so nothing else may come between.
        self._unpacked.add(heard.data)
        self._waiting.hear_first([*missing, heard.record])
        if vote.kept:
            self._drops.refute(vote)

    def _take(self, vote: Vote) -> None:
        """A vote is good: note it, and do what follows from it."""
        self._drops.note(vote)
        self._unpacked.discard(vote.data)
        self._basis.counts.entries += 1
        self._effects.accept(vote.record, vote.seat)
        aside = vote.target, self._chain.step
        if vote.kind is EntryKind.KEEP and aside in self._aside:
            self._waiting.hear_first([self._aside.pop(aside)])
        target = self._drops.agreed(vote.step)
        if target is not None:
            self._go_on_without(target, vote.step, vote.record)
        self.object()

    def _go_on_without(self, target: Seat, step: Step, record: bytes) -> None:
        """All others have signed that they go on without a seat."""
        if not self._basis.is_own(target):
            if step == self._chain.step:
                self._drops.take_effect(target)
                self._waiting.forget(target)
                self._progress.go_on_without(target, record)
                self._progress.gone_on_without = target, self._basis.counts.said_of_the_game
                return
            if step in self._chain.drops:
                return
        self._progress.happens(Happens.GONE_ON_WITHOUT)
        self._progress.gone_on_without = target, self._basis.counts.said_of_the_game

    def unrefuted(self) -> list[tuple[int, int, int]]:
        """DROPs that came to nothing though no KEEP is here; see `Door`."""
        return self._drops.unrefuted()

    # -- entries of the step ---------------------------------------------------------------

    def sets_aside(self, heard: Heard) -> bool:
        """Return True if an entry is from a seat that we have proposed to drop.

        It counts only if somebody who remains has it too, so it is passed on. An entry in a log has
        counted.
        """
        own, seat = self._basis.own, heard.entry.seat
        if own is None or self._speech.is_reading or self._drops.proposal(own.seat) != seat:
            return False
        if self._aside.setdefault((seat, self._chain.step), heard.record) is heard.record:
            self._effects.send_to_all(heard.record)
        return True

    def accepted(self, heard: Heard) -> None:
        """A KEEP may have to hold it."""
        if self._basis.own is not None:
            self._kept[heard.entry.seat, heard.entry.step] = heard.record

    def object(self) -> None:
        """Answer every proposal to drop a seat whose entry is here.

        Also when the entry has ended the match, or has let us go: whoever has proposed it waits for
        our word. Our own log takes nothing of ours any more then.
        """
        own, phase = self._basis.own, self._progress.phase
        if own is None or not self._speech.may_sign or phase in (Phase.DROPPED, Phase.STOPPED):
            return
        while found := self._drops.objections(own.seat, self._kept):
            step, target = found[0]
            body = bytes([target]) + self._kept[target, step]
            self._sign_and_take(own, EntryKind.KEEP, Step(step), body)

    def hear_after_the_end(self, heard: Heard) -> None:
        """Handle a record after all have signed the end here: somebody may lack what we have, and
        would go on without its author; show it to them. Our log is complete, and stays as it is."""
        own = self._basis.own
        if own is None or own.seat in self._basis.dropped:
            return
        self._chain.check_beside(heard.entry)
        vote = read(self._basis, heard.entry, heard.record)
        kept = self._kept[vote.target, vote.step]
        if vote.target != own.seat and not self._drops.has_proposed(own.seat, vote):
            body = bytes([vote.target]) + kept
            self._effects.send_to_all(self._signed(own, EntryKind.KEEP, vote.step, body))

    # -- what we say -----------------------------------------------------------------------

    def holds_back(self) -> bool:
        """Return True if we make no entry for this step now, because it may be void."""
        own = self._basis.own
        return own is not None and self._drops.proposal(own.seat) is not None

    def droppable(self) -> list[Seat]:
        """The seats that may be dropped now; see `Door`."""
        own = self._basis.own
        if own is None or self._progress.phase is not Phase.PLAYING or self._effects.is_working:
            return []
        if not self._speech.may_sign:  # we may have objected, and have forgotten it
            return []
        if own.seat in self._basis.dropped:
            return []
        return self._drops.droppable(own.seat)

    def propose(self, seat: Seat) -> None:
        """Sign that this seat goes on without another if everyone who remains does."""
        own = self._basis.own
        assert own is not None
        if self._drops.proposal(own.seat) is None:
            body = self._drops.drop_body(own.seat, seat)
            self._sign_and_take(own, EntryKind.DROP, self._chain.step, body)

    def proposed(self) -> dict[Seat, list[Seat]]:
        """Return seat that may be dropped at the due step -> seats that have proposed
        it."""
        return self._drops.proposed()

    def _sign_and_take(self, own: Own, kind: EntryKind, step: Step, body: bytes) -> None:
        """Sign a DROP or KEEP, and treat it as any other."""
        record = self._signed(own, kind, step, body)
        vote = read(self._basis, decode_entry(record[:-SIGNATURE_BYTES]), record)
        self._effects.send_to_all(record)
        if own.seat in self._basis.dropped or self._progress.phase is Phase.OVER:
            self._drops.note(vote)
        else:
            self._take(vote)

    def _signed(self, own: Own, kind: EntryKind, step: Step, body: bytes) -> bytes:
        chain = self._chain
        head, state = chain.heads[step], chain.states[step]
        return sign(Entry(kind, own.seat, step, chain.match_id, head, state, body), own.identity)
