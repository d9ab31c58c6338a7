"""Going on without a seat: who proposes it, who objects, and when it is agreed.

A DROP and a KEEP stand *beside* a step. By a DROP a seat says: at this step that other seat owes
its entry, and I go on without it if all who remain say so too. It takes effect when all of them
have signed one, and then whatever was signed for the step itself is void. Who has the missing entry
already, and has signed no DROP, answers with a KEEP that holds it: then it counts, for all.

No honest seat signs both for one seat and step, and none has two proposals open at one step. So
whatever the order in which entries arrive, either all remaining seats have signed the DROP, or one
of them has the entry and says so; never both, unless a seat has signed what it must not sign, which
is then the proof against it.
"""

from __future__ import annotations

from attrs import define, field, frozen

from owm_net.engine.requests import Over
from owm_net.protocol.entries import (
    VOTES,
    Entry,
    Kind,
    check_signature,
    decode_entry,
    split_record,
)
from owm_net.protocol.errors import BadEncoding, BadProof, RemoteProtocolError
from owm_net.session.ground import Ground

WHERE = "wire.md, DROP and KEEP"
FEWEST = 2
"""So many seats must remain."""


class SeatLeft(Exception):
    """Thrown into the course of a match: the others have agreed to go on without this seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        super().__init__(f"seat {seat} has left")


@frozen
class Vote:
    """What a DROP or KEEP says. kept: the record inside a KEEP."""

    kind: Kind
    seat: int
    step: int
    target: int
    kept: bytes = b""


@define
class _Question:
    """Whether to go on without one seat at one step. Entries by seat. refuted: by a KEEP."""

    drops: dict[int, bytes] = field(factory=dict)
    keeps: dict[int, bytes] = field(factory=dict)
    refuted: bool = False


class Drops:
    """All DROP and KEEP entries of a match."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._questions: dict[tuple[int, int], _Question] = {}  # by (step, target)
        self._open: dict[tuple[int, int], _Question] = {}  # those that nobody has objected to
        self._held: dict[tuple[int, int], bytes] = {}  # by (step, seat)

    # -- what may be said ----------------------------------------------------------------

    def why_not(self, target: int) -> str | None:
        """Why nobody can be left out at the step that is due, in words; None if `target` can."""
        ground, chain = self._ground, self._ground.lockstep
        if not ground.keys:
            return "not all seats have shown their keys yet"
        if len(ground.present) - 1 < FEWEST:
            return "too few seats would remain"
        if isinstance(ground.state.pending, Over):
            closed = chain.kind is Kind.OPEN
            return "its closed tokens must be opened before the match can end" if closed else None
        return ground.system.why_no_drop(ground.state, target)

    def droppable(self, own: int) -> list[int]:
        """Seats that `own` may propose to leave out now, or has proposed."""
        ground = self._ground
        owed = [s for s in ground.lockstep.owed() if s != own and self.why_not(s) is None]
        mine = self.proposal(own)
        return owed if mine is None else [s for s in owed if s == mine]

    def read(self, entry: Entry) -> Vote:
        """Parse and check a DROP or KEEP that follows our history. Raises BadEncoding, BadProof,
        naming its author."""
        chain, target = self._ground.lockstep, entry.body[0] if entry.body else -1
        problem = None
        if entry.kind is Kind.DROP and len(entry.body) != 1:
            raise BadEncoding("a DROP names one seat", seat=entry.seat, algorithm=WHERE)
        if entry.step < 2:
            problem = "nobody can be left out before all have shown their keys"
        elif target == entry.seat:
            problem = "a seat cannot leave itself out"
        elif target not in chain.dues[entry.step]:
            problem = f"seat {target} owes nothing at step {entry.step}"
        elif entry.seat not in self._ground.present_at(entry.step):
            problem = "it had been left out itself"
        elif entry.kind is Kind.DROP and entry.step == chain.step:
            problem = self.why_not(target)
        elif len(self._ground.present_at(entry.step)) - 1 < FEWEST:
            problem = "too few seats would remain"
        if problem is not None:
            raise BadProof(f"{_NAMES[entry.kind]}: {problem}", seat=entry.seat, algorithm=WHERE)
        kept = entry.body[1:]
        if entry.kind is Kind.KEEP:
            self._check_kept(entry, target, kept)
        return Vote(entry.kind, entry.seat, entry.step, target, kept)

    def _check_kept(self, entry: Entry, target: int, kept: bytes) -> None:
        """Raise, naming the KEEP's author, unless it holds what its target signed for the step
        after our history."""
        chain = self._ground.lockstep
        try:
            data, signature = split_record(kept)
            inner = decode_entry(data)
            check_signature(data, signature, chain.identities[target])
        except RemoteProtocolError as e:
            reason = f"a KEEP that holds no entry of seat {target}: {e.reason}"
            raise BadProof(reason, seat=entry.seat, algorithm=WHERE) from e
        here = (target, entry.step, chain.match_id, chain.heads[entry.step])
        if (inner.seat, inner.step, inner.match_id, inner.prev) != here or inner.kind in VOTES:
            reason = f"a KEEP that holds no entry of seat {target} for step {entry.step}"
            raise BadProof(reason, seat=entry.seat, algorithm=WHERE)

    # -- what was said -------------------------------------------------------------------

    def said(self, vote: Vote) -> bool:
        """Whether such an entry of its seat is noted."""
        return vote.seat in self._entries(vote.kind, vote)

    def check_contrary(self, vote: Vote) -> None:
        """Raise BadProof if the author of an entry has signed the contrary."""
        other = Kind.KEEP if vote.kind is Kind.DROP else Kind.DROP
        if vote.seat in self._entries(other, vote):
            raise BadProof(
                f"it signs that it goes on without seat {vote.target}, and that it does not",
                seat=vote.seat, algorithm=WHERE,
            )

    def must_wait(self, vote: Vote, record: bytes) -> bool:
        """Whether a DROP comes while another one of its author is open, and is kept for later.

        It has seen a KEEP that has not come here yet; or it cheats. Raises BadProof if the step
        has ended by the first one, which proves it.
        """
        if vote.kind is not Kind.DROP:
            return False
        other = self.proposal(vote.seat, vote.step)
        if other in (None, vote.target):
            return False
        if vote.step in self._ground.lockstep.drops:
            raise self._two(vote.seat)
        self._held.setdefault((vote.step, vote.seat), record)
        return True

    def note(self, vote: Vote, data: bytes) -> None:
        """Take a checked entry up."""
        self._entries(vote.kind, vote)[vote.seat] = data
        where, question = (vote.step, vote.target), self._question(vote.step, vote.target)
        if vote.kind is Kind.KEEP:
            self.refute(vote.target, vote.step)
            self._open.pop(where, None)
        elif not question.keeps:
            self._open[where] = question

    def refute(self, target: int, step: int) -> None:
        """The entry of a seat at a step counts: a KEEP holds it."""
        self._question(step, target).refuted = True

    def released(self, step: int) -> list[bytes]:
        """Records held back whose author's first proposal at a step is refuted now."""
        free = [k for k in self._held if k[0] == step and self.proposal(k[1], step) is None]
        return [self._held.pop(k) for k in free]

    # -- what follows --------------------------------------------------------------------

    def proposal(self, seat: int, step: int | None = None) -> int | None:
        """Whom a seat proposes to leave out at a step, this one if none is given; not what a
        KEEP has refuted."""
        at = self._ground.lockstep.step if step is None else step
        for target in range(self._ground.seats):
            question = self._questions.get((at, target))
            if question is not None and seat in question.drops and not question.refuted:
                return target
        return None

    def proposed(self) -> dict[int, list[int]]:
        """Seat that may be left out at this step -> seats that have said so, in order."""
        found: dict[int, list[int]] = {}
        for seat in self._ground.present:
            target = self.proposal(seat)
            if target is not None:
                found.setdefault(target, []).append(seat)
        return found

    def agreed(self, step: int) -> int | None:
        """The seat that all others have signed to leave out at a step, if there is one."""
        for target in self._ground.lockstep.dues[step]:
            question = self._questions.get((step, target))
            others = [s for s in self._ground.present_at(step) if s != target]
            if question is not None and all(s in question.drops for s in others):
                return target
        return None

    def take_effect(self, target: int) -> None:
        """The step that is due ends without a seat. Raises BadProof if one of those who agreed
        has proposed another seat as well."""
        ground, step = self._ground, self._ground.lockstep.step
        for at, seat in self._held:
            if at == step and seat != target:
                raise self._two(seat)
        drops = self._questions[step, target].drops
        ground.lockstep.leave_out([drops[s] for s in ground.present if s != target])
        ground.leave(target, step)

    def held(self, step: int, seat: int) -> bytes:
        """The record held back of a seat; b"" if there is none."""
        return self._held.get((step, seat), b"")

    def objections(self, own: int) -> list[tuple[int, int]]:
        """(step, target) of the proposals that `own` must answer with a KEEP: it has the entry."""
        chain = self._ground.lockstep
        return [
            (step, target)
            for (step, target), question in self._open.items()
            if target != own and step not in chain.drops and own not in question.drops
            and (target, step) in chain.hashes and own in self._ground.present_at(step)
        ]

    def _question(self, step: int, target: int) -> _Question:
        return self._questions.setdefault((step, target), _Question())

    def _entries(self, kind: Kind, vote: Vote) -> dict[int, bytes]:
        question = self._question(vote.step, vote.target)
        return question.drops if kind is Kind.DROP else question.keeps

    def _two(self, seat: int) -> BadProof:
        return BadProof("it proposes to leave out two seats at once", seat=seat, algorithm=WHERE)


_NAMES = {Kind.DROP: "a DROP", Kind.KEEP: "a KEEP"}
