"""The contents of a DROP or a KEEP, and whether its author may sign it.

A KEEP holds the entry that was missed. A DROP that is not its author's first at a step holds, for
each earlier one, a KEEP that refuted it: so it proves that its author was free to sign it.
"""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.ids import NO_SEAT, Seat
from owm_net.engine.requests import Over
from owm_net.protocol.entries import (
    BESIDE,
    SIGNATURE_BYTES,
    Entry,
    EntryKind,
    Step,
    check_signature,
    decode_entry,
    split_record,
)
from owm_net.protocol.errors import BadProof, MalformedBytes, RemoteProtocolError
from owm_net.session.basis import Basis

WHERE = "wire.md, DROP and KEEP"
FEWEST = 2
"""So many seats must remain."""

_NAMES = {EntryKind.DROP: "a DROP", EntryKind.KEEP: "a KEEP"}


@frozen
class Vote:
    """A DROP or KEEP that has been read. seat: its author. target: the seat it is about.

    kept: of a KEEP, the record of the target's entry. keeps: of a DROP, those that refuted earlier
    ones of its author, by their targets rising.
    """

    kind: EntryKind
    seat: Seat
    step: Step
    target: Seat
    record: bytes
    kept: bytes = b""
    keeps: tuple[Vote, ...] = ()

    @property
    def data(self) -> bytes:
        """The bytes of the DROP or KEEP entry."""
        return self.record[:-SIGNATURE_BYTES]

    def holds_keep_of(self, target: Seat) -> bool:
        """Return True if a DROP says that an earlier one, of this seat, was refuted."""
        return any(keep.target == target for keep in self.keeps)

    def held_entries(self) -> list[bytes]:
        """The entries of other seats inside, at any depth."""
        return [split_record(vote.kept)[0] for vote in (self, *self.keeps) if vote.kept]


def why_not(basis: Basis, target: Seat) -> str | None:
    """Return why nobody can be dropped at the due step, in words; None if `target` can."""
    if not basis.keys:
        return "not all seats have shown their keys yet"
    if len(basis.present) - 1 < FEWEST:
        return "too few seats would remain"
    if isinstance(basis.state.pending, Over) or basis.stopped is not None:
        return None
    return basis.system.why_no_drop(basis.state, target)


def read(basis: Basis, entry: Entry, record: bytes) -> Vote:
    """Read and check a DROP or KEEP that follows our history.

    Raises MalformedBytes, BadProof, naming its author, who could have seen every fault in it and in
    the records it holds. What others have signed besides, or what follows, is not asked here.
    """
    target = Seat(entry.body[0]) if entry.body else NO_SEAT
    if entry.kind is EntryKind.KEEP:
        _check_place(basis, entry, target)
        _check_kept(basis, entry, target)
        return Vote(
            entry.kind, Seat(entry.seat), Step(entry.step), target, record, kept=entry.body[1:]
        )
    held = _split_drop(entry)
    _check_place(basis, entry, target)
    keeps = tuple(_read_held(basis, entry, one) for one in held)
    targets = [keep.target for keep in keeps]
    if targets != sorted({*targets} - {target, entry.seat}):
        raise MalformedBytes(
            "a DROP that holds KEEPs it does not need, or in another order",
            seat=entry.seat,
            algorithm=WHERE,
        )
    return Vote(entry.kind, Seat(entry.seat), Step(entry.step), target, record, keeps=keeps)


def _check_place(basis: Basis, entry: Entry, target: Seat) -> None:
    chain, problem = basis.chain, None
    if entry.step < 2:
        problem = "nobody can be left out before all have shown their keys"
    elif target == entry.seat:
        problem = "a seat cannot leave itself out"
    elif target not in chain.dues[entry.step]:
        problem = f"seat {target} owes nothing at step {entry.step}"
    elif entry.seat not in basis.present_at(Step(entry.step)):
        problem = "it had been left out itself"
    elif entry.kind is EntryKind.DROP and entry.step == chain.step:
        problem = why_not(basis, target)
    elif len(basis.present_at(Step(entry.step))) - 1 < FEWEST:
        problem = "too few seats would remain"
    if problem is not None:
        raise BadProof(f"{_NAMES[entry.kind]}: {problem}", seat=entry.seat, algorithm=WHERE)


def _check_kept(basis: Basis, entry: Entry, target: Seat) -> None:
    """Raise unless a KEEP holds what its target signed for the step after our history."""
    chain = basis.chain
    try:
        data, signature = split_record(entry.body[1:])
        inner = decode_entry(data)
        basis.check_kind(inner.kind)
        check_signature(data, signature, chain.identities[target])
    except RemoteProtocolError as e:
        reason = f"a KEEP that holds no entry of seat {target}: {e.reason}"
        raise BadProof(reason, seat=entry.seat, algorithm=WHERE) from e
    here = (target, entry.step, chain.match_id, chain.heads[entry.step])
    if (inner.seat, inner.step, inner.match_id, inner.prev) != here or inner.kind in BESIDE:
        reason = f"a KEEP that holds no entry of seat {target} for step {entry.step}"
        raise BadProof(reason, seat=entry.seat, algorithm=WHERE)


def _split_drop(entry: Entry) -> list[bytes]:
    """The records in a DROP's body: u8 target, then each after its length."""
    body, at, held = entry.body, 1, []
    while at < len(body):
        end = at + 4 + int.from_bytes(body[at : at + 4], "big")
        held.append(body[at + 4 : end])
        at = end
    if at != len(body):
        raise MalformedBytes(
            "a DROP names one seat, and holds nothing but KEEPs", seat=entry.seat, algorithm=WHERE
        )
    return held


def _read_held(basis: Basis, drop: Entry, record: bytes) -> Vote:
    """A KEEP inside a DROP: of another seat, beside the same step of the same history."""
    try:
        data, signature = split_record(record)
        keep = decode_entry(data)
        place = (keep.step, keep.match_id, keep.prev, keep.state)
        if keep.kind is not EntryKind.KEEP or place != (
            drop.step,
            drop.match_id,
            drop.prev,
            drop.state,
        ):
            raise BadProof(f"it is no KEEP for step {drop.step}")
        if keep.seat == drop.seat or keep.seat not in basis.present_at(Step(drop.step)):
            raise BadProof("it is of no other seat")
        check_signature(data, signature, basis.chain.identities[keep.seat])
        return read(basis, keep, record)
    except RemoteProtocolError as e:
        reason = f"a DROP that holds something else than KEEPs: {e.reason}"
        raise BadProof(reason, seat=drop.seat, algorithm=WHERE) from e
