"""Going on without a seat: proposals, objections and agreement.

A DROP and a KEEP stand *beside* a step. By a DROP a seat says: at this step that other seat owes
its entry, and I go on without it if everyone who remains says so too. It takes effect when all of
them have signed one, and then whatever was signed for the step itself is void. Who has the missing
entry already, and has signed no DROP, answers with a KEEP that holds it: then it counts, for all.

No honest seat signs both for one seat and step, and none signs a second DROP at a step before a
KEEP has refuted its first; the second holds that KEEP. So whatever the order in which entries
arrive, either all remaining seats have signed the DROP, or one of them has the entry and says so;
never both, unless a seat has signed what it must not sign, which is then the proof against it.
"""

from __future__ import annotations

from enum import Enum

from attrs import define, field

from owm_net.engine.ids import Seat
from owm_net.protocol.entries import MAX_BODY, Entry, EntryKind, Step
from owm_net.protocol.errors import BadProof
from owm_net.protocol.fiat_shamir import field as after_length
from owm_net.session.basis import Basis
from owm_net.session.leaving.votes import WHERE, Vote, why_not


class DropState(Enum):
    """The state of one seat that is due at one step: the diagram in `leaving/__init__.py`."""

    OWES = "owes"
    ASKED = "asked"
    REFUTED = "refuted"
    DROPPED = "dropped"


class DropEvent(Enum):
    """The changes of that state. KEPT: somebody has shown its entry. BY_ALL: the DROP of the last
    one."""

    DROP = "a DROP"
    KEPT = "a KEEP"
    BY_ALL = "a DROP of each other seat"


# What is missing cannot be: who has signed a KEEP signs no DROP, or is named for it (`check`).
TRANSITIONS: dict[DropState, dict[DropEvent, DropState]] = {
    DropState.OWES: {DropEvent.DROP: DropState.ASKED, DropEvent.KEPT: DropState.REFUTED},
    DropState.ASKED: {
        DropEvent.DROP: DropState.ASKED,
        DropEvent.KEPT: DropState.REFUTED,
        DropEvent.BY_ALL: DropState.DROPPED,
    },
    DropState.REFUTED: {DropEvent.DROP: DropState.REFUTED, DropEvent.KEPT: DropState.REFUTED},
    DropState.DROPPED: {DropEvent.DROP: DropState.DROPPED, DropEvent.KEPT: DropState.DROPPED},
}


@define
class _Question:
    """The question whether to go on without one seat at one step. Entries by seat."""

    drops: dict[int, Vote] = field(factory=dict)
    keeps: dict[int, Vote] = field(factory=dict)
    state: DropState = DropState.OWES

    def happens(self, what: DropEvent) -> None:
        """Change the state. KeyError: that cannot happen in this one."""
        self.state = TRANSITIONS[self.state][what]

    def said(self, kind: EntryKind) -> dict[int, Vote]:
        return self.drops if kind is EntryKind.DROP else self.keeps


class Drops:
    """All DROP and KEEP entries of a match."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis
        self._questions: dict[tuple[int, int], _Question] = {}  # by (step, target)
        self._open: dict[tuple[int, int], _Question] = {}  # those that are ASKED

    # -- what may be said ----------------------------------------------------------------

    def droppable(self, own: Seat) -> list[Seat]:
        """Seats that `own` may propose to drop now, or has proposed."""
        mine = self.proposal(own)
        owed = [Seat(s) for s in self._basis.chain.owed() if s != own and mine in (None, s)]
        return [
            s
            for s in owed
            if why_not(self._basis, Seat(s)) is None
            and len(self.drop_body(own, Seat(s))) <= MAX_BODY
        ]

    def drop_body(self, own: Seat, target: Seat) -> bytes:
        """Return the body `own` signs to propose dropping a seat at the due step.

        It holds the KEEPs that have refuted its earlier proposals there: the first for each.
        """
        step, body = self._basis.chain.step, bytes([target])
        for other in range(self._basis.seats):
            question = self._questions.get((step, other))
            if question is not None and own in question.drops and question.keeps:
                body += after_length(next(iter(question.keeps.values())).record)
        return body

    # -- what was said -------------------------------------------------------------------

    def knows(self, entry: Entry, data: bytes) -> bool:
        """Return True if exactly this entry is noted."""
        question = self._questions.get((entry.step, entry.body[0] if entry.body else -1))
        vote = None if question is None else question.said(entry.kind).get(entry.seat)
        return vote is not None and vote.data == data

    def check(self, vote: Vote) -> None:
        """Raise BadProof, naming its author, if they have signed something against it."""
        question = self._question(vote.step, vote.target)
        if vote.seat in question.said(vote.kind):
            raise _proof(vote, "two different entries for one seat and step are signed")
        other = EntryKind.KEEP if vote.kind is EntryKind.DROP else EntryKind.DROP
        if vote.seat in question.said(other):
            raise _proof(
                vote, f"it signs that it goes on without seat {vote.target}, and that it does not"
            )
        if vote.kind is EntryKind.KEEP:
            return
        for drop in self._drops_of(vote.seat, vote.step):
            if not (vote.holds_keep_of(drop.target) or drop.holds_keep_of(vote.target)):
                raise _proof(vote, "it proposes to leave out two seats at once")

    def missing(self, vote: Vote) -> list[bytes]:
        """Return the records that a vote beside the due step holds, that are not here, and
        that must be taken up first. Beside a step past a vote stands alone."""
        chain = self._basis.chain
        if vote.step != chain.step:
            return []
        if vote.kept:
            return [] if (vote.target, vote.step) in chain.hashes else [vote.kept]
        return [keep.record for keep in vote.keeps if not self._is_noted(keep)]

    def note(self, vote: Vote) -> None:
        """Take a checked entry up."""
        self._question(vote.step, vote.target).said(vote.kind)[vote.seat] = vote
        self._happens(vote, DropEvent.KEPT if vote.kind is EntryKind.KEEP else DropEvent.DROP)

    def refute(self, vote: Vote) -> None:
        """Count the entry in a KEEP, which is about to be taken up, whatever we have proposed."""
        self._happens(vote, DropEvent.KEPT)

    # -- what follows --------------------------------------------------------------------

    def has_proposed(self, seat: Seat, vote: Vote) -> bool:
        """Return True if a seat has ever proposed to drop the same seat at the same step."""
        return seat in self._question(vote.step, vote.target).drops

    def proposal(self, seat: Seat) -> Seat | None:
        """Return the seat that another proposes to drop at the due step, unless a KEEP has
        refuted it."""
        for vote in self._drops_of(seat, self._basis.chain.step):
            if self._question(vote.step, vote.target).state is not DropState.REFUTED:
                return vote.target
        return None

    def proposed(self) -> dict[Seat, list[Seat]]:
        """Seat that may be dropped at this step -> seats that have said so, in order."""
        found: dict[Seat, list[Seat]] = {}
        for seat in self._basis.present:
            target = self.proposal(seat)
            if target is not None:
                found.setdefault(target, []).append(seat)
        return found

    def agreed(self, step: Step) -> Seat | None:
        """The seat that all others have signed to drop at a step, if there is one."""
        for target in map(Seat, self._basis.chain.dues[step]):
            question = self._questions.get((step, target))
            others = [s for s in self._basis.present_at(step) if s != target]
            if question is not None and all(s in question.drops for s in others):
                return target
        return None

    def unrefuted(self) -> list[tuple[int, int, int]]:
        """(author, step, target) of each DROP that came to nothing though no KEEP is here: the step
        has ended with the target's entry."""
        chain = self._basis.chain
        return [
            (author, step, target)
            for (step, target), question in sorted(self._open.items(), key=lambda item: item[0])
            if step < chain.step and step not in chain.drops
            for author in sorted(question.drops)
        ]

    def take_effect(self, target: Seat) -> None:
        """End the due step without a seat."""
        basis, step = self._basis, self._basis.chain.step
        question = self._questions[step, target]
        question.happens(DropEvent.BY_ALL)
        del self._open[step, target]
        basis.chain.leave_out([question.drops[s].data for s in basis.present if s != target])
        basis.drop(target, step)

    def objections(self, own: Seat, kept: dict[tuple[int, int], bytes]) -> list[tuple[int, int]]:
        """(step, target) of the proposals that `own` must answer with a KEEP: it has the entry.

        kept: (target, step) -> record of each entry that is here.
        """
        chain = self._basis.chain
        return [
            (step, target)
            for (step, target), question in self._open.items()
            if target != own
            and step not in chain.drops
            and own not in question.drops
            and (target, step) in chain.hashes
            and own in self._basis.present_at(Step(step))
            and len(kept[target, step]) < MAX_BODY
        ]

    def _happens(self, vote: Vote, what: DropEvent) -> None:
        where, question = (vote.step, vote.target), self._question(vote.step, vote.target)
        question.happens(what)
        if question.state is DropState.ASKED:
            self._open[where] = question
        else:
            self._open.pop(where, None)

    def _question(self, step: Step, target: Seat) -> _Question:
        return self._questions.setdefault((step, target), _Question())

    def _is_noted(self, keep: Vote) -> bool:
        noted = self._question(keep.step, keep.target).keeps.get(keep.seat)
        return noted is not None and noted.data == keep.data

    def _drops_of(self, seat: Seat, step: Step) -> list[Vote]:
        """Return a seat's proposals at a step, refuted or not, by rising targets."""
        questions = [self._questions.get((step, t)) for t in range(self._basis.seats)]
        return [q.drops[seat] for q in questions if q is not None and seat in q.drops]


def _proof(vote: Vote, reason: str) -> BadProof:
    return BadProof(reason, seat=vote.seat, algorithm=WHERE)
