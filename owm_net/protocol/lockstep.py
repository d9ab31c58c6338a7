"""The agreed order of entries: steps, who contributes to each, and the chain over all of them.

Every seat runs the same engine, so every seat knows the kind and the authors of the entries due at
step n. The entries of one step may cross on the wire; the chain's head after the step covers all of
them in the order of the seats that were due, so every `prev` binds everything before.

    head 0     = SHA-256("owm/chain/v1")
    head n + 1 = SHA-256(head n || hash of each entry of step n, in the order due)

If the others have agreed at step n to go on without a seat that owes its entry, what was signed
for the step is void, and

    head n + 1 = SHA-256("owm/drop/v1" || head n || hash of each DROP entry, in the order of seats)
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from attrs import define, field

from owm_net.protocol.entries import Entry, EntryKind, Step, entry_hash
from owm_net.protocol.errors import BadProof

CHAIN_TAG: Final = b"owm/chain/v1"
DROP_TAG: Final = b"owm/drop/v1"
FUTURE_STEPS: Final = 64
"""How many steps another seat may be ahead before its entries are refused."""

FIRST_WISH: Final = 2
"""The first step beside which a WISH may stand: before it the match has no keys."""
DECIDED: Final = (EntryKind.ANSWER, EntryKind.COMMIT)
"""What a player decides, before they see what comes of it."""

_WHERE = "wire.md, lockstep"


class Equivocation(BadProof):
    """A seat signed two different entries for the same step. evidence: both entries' bytes."""


@define
class Lockstep:
    """The chain as one seat, or an observer, sees it.

    identities: 32 bytes for each seat, b"" until its HELLO. due: seats that contribute to this
    step, in order. here: entry bytes of this step by seat. heads, states, dues, kinds: the chain's
    head and the state before each step, who was due, and with what. drops: step -> entries by which
    it ended with a seat left out.
    """

    seats: int
    match_id: bytes = bytes(32)
    identities: list[bytes] = field(factory=list)
    step: Step = field(default=Step(-1))
    head: bytes = hashlib.sha256(CHAIN_TAG).digest()
    kind: EntryKind = EntryKind.HELLO
    due: tuple[int, ...] = ()
    state: bytes = bytes(32)
    here: dict[int, bytes] = field(factory=dict)
    hashes: dict[tuple[int, int], bytes] = field(factory=dict)
    heads: list[bytes] = field(factory=list)
    states: list[bytes] = field(factory=list)
    dues: list[tuple[int, ...]] = field(factory=list)
    kinds: list[EntryKind] = field(factory=list)
    drops: dict[int, list[bytes]] = field(factory=dict)

    def open_step(self, kind: EntryKind, due: Sequence[int], state: bytes) -> None:
        """Close the step before, if it is complete, and wait for the next one's entries."""
        if self.step in self.drops:
            parts = [entry_hash(data) for data in self.drops[self.step]]
            self.head = hashlib.sha256(DROP_TAG + self.head + b"".join(parts)).digest()
        elif self.step >= 0:
            parts = [entry_hash(self.here[seat]) for seat in self.due]
            self.head = hashlib.sha256(self.head + b"".join(parts)).digest()
        self.step = Step(self.step + 1)
        self.heads.append(self.head)
        self.states.append(state)
        self.dues.append(tuple(due))
        self.kinds.append(kind)
        self.kind, self.due, self.state = kind, tuple(due), state
        self.here = {}

    def leave_out(self, drops: Sequence[bytes]) -> None:
        """This step ends without a seat. drops: the DROP entries of all others, by seat; the
        next `open_step` goes on from them."""
        self.drops[self.step] = list(drops)

    def owed(self) -> list[int]:
        """Seats whose entry for this step is still missing."""
        return [seat for seat in self.due if seat not in self.here]

    def entry(self, seat: int, body: bytes) -> Entry:
        """Return the entry that `seat` would sign now."""
        return Entry(self.kind, seat, self.step, self.match_id, self.head, self.state, body)

    @property
    def may_stop(self) -> bool:
        """Return True if a STOP may replace an entry of this step: only where seats decide. In
        place of a share or an opening its author would have looked first at what it would bring."""
        return self.kind in DECIDED

    def check_match(self, entry: Entry) -> None:
        """Raise BadProof, naming nobody, for an entry of another match, once this one has a name:
        anybody may have kept it."""
        if entry.step and self.step and entry.match_id != self.match_id:
            raise BadProof("the entry belongs to another match", algorithm=_WHERE)

    def has(self, entry: Entry, data: bytes) -> bool:
        """Return True if exactly this entry was accepted before, whatever its signature."""
        return self.hashes.get((entry.seat, entry.step)) == entry_hash(data)

    def is_known(self, entry: Entry, data: bytes) -> bool:
        """Return True if exactly this entry was accepted before. Raises Equivocation if another
        was.

        Only entries of this match count: those of another prove nothing here.
        """
        self.check_match(entry)
        known = self.hashes.get((entry.seat, entry.step))
        if known is None:
            return False
        if known != entry_hash(data):
            raise Equivocation(
                f"two different entries for step {entry.step} are signed",
                seat=entry.seat,
                algorithm=_WHERE,
                evidence=(data, self.here.get(entry.seat, b"")),
            )
        return True

    def is_early(self, entry: Entry) -> bool:
        """Return True if an entry belongs to a step that has not come yet here. Raises BadProof if
        it is further ahead than a seat can be; that names nobody, for whoever passes entries on may
        have left some out."""
        if entry.step <= self.step:
            return False
        if entry.step > self.step + FUTURE_STEPS:
            raise BadProof(
                f"an entry for step {entry.step} while step {self.step} is due",
                algorithm=_WHERE,
            )
        return True

    def check_place(self, entry: Entry, data: bytes) -> None:
        """Check that an entry signed by its seat is due now and says what it must, apart from its
        body. Raises BadProof, of which a differing state is `StateDiffers`.

        An entry of another match, step or history names no seat. Its author may have signed it in
        good faith after entries that somebody else made in two versions, or that whoever passes it
        on has left out. The history it names determines its content, so a seat that names this
        history and signs anything else is at fault.
        """
        problem = self._elsewhere(entry)
        if problem is not None:
            raise BadProof(problem, algorithm=_WHERE, evidence=(data,))
        if self.step == 0 and not self.identities[entry.seat]:
            self.identities[entry.seat] = entry.body[:32]  # whoever is named below is this one
        problem = self._problem(entry)
        if problem is not None:
            raise BadProof(problem, seat=entry.seat, algorithm=_WHERE, evidence=(data,))
        if entry.state != self.state:
            raise StateDiffers(entry, self.state)

    def check_beside(self, entry: Entry) -> None:
        """Raise BadProof unless an entry beside a step, this one or the one before, follows the
        history here and names its state. As in `check_place`, what follows another names no seat.
        """
        if entry.match_id != self.match_id:
            raise BadProof("the entry belongs to another match", algorithm=_WHERE)
        if entry.prev != self.heads[entry.step]:
            raise BadProof("the entry follows another history than the one here", algorithm=_WHERE)
        if entry.state != self.states[entry.step]:
            raise StateDiffers(entry, self.states[entry.step])

    def is_void(self, entry: Entry) -> bool:
        """Return True if an entry was made in good faith for a step that ended without a seat."""
        return entry.step in self.drops and entry.prev == self.heads[entry.step]

    def accept(self, entry: Entry, data: bytes) -> None:
        """Note an entry whose body has been checked too."""
        self.here[entry.seat] = data
        self.hashes[entry.seat, entry.step] = entry_hash(data)

    def _elsewhere(self, entry: Entry) -> str | None:
        if entry.match_id != self.match_id:
            return "the entry belongs to another match"
        if entry.step < self.step and entry.prev == self.heads[entry.step]:
            return None
        if entry.step != self.step:
            return f"an entry for step {entry.step} while step {self.step} is due"
        if entry.prev != self.head:
            return "the entry follows another history than the one here"
        return None

    def _problem(self, entry: Entry) -> str | None:
        if entry.step < self.step or entry.seat not in self.due:
            return f"nothing is due from it at step {entry.step}"
        if entry.kind is not self.kind and not (entry.kind is EntryKind.STOP and self.may_stop):
            return f"{entry.kind.name} sent where {self.kind.name} is due"
        return None


class StateDiffers(BadProof):
    """A seat signed another game state than the one reached here by the same answers."""

    def __init__(self, entry: Entry, here: bytes) -> None:
        self.theirs = entry.state
        self.ours = here
        super().__init__(
            f"its game state {entry.state.hex()[:8]} differs from {here.hex()[:8]} reached here",
            seat=entry.seat,
            algorithm=_WHERE,
            evidence=(entry.encode(),),
        )
