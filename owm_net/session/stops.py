"""A match that its players end themselves, or take back: what a WISH and a STOP say, and what
follows.

A WISH belongs beside a step: its author resigns, would abandon, adjourn or take a decision back, or
claims that the time of another is up. It has no effect without a STOP. A STOP replaces the entry
that its author owes, and holds the WISHes that allow it: to resign one, of any step up to this one;
to abandon one of each seat that plays, all of this very step; to take back the same, all for one
decision; to admit that its author's own time is up, one of this step that claims so. So a step is
completed as always, its chain says whether and from where the match goes on, and a seat that signs
a STOP and the entry that was due has signed two entries for one step.

A STOP may stand only where its author decides. In place of a share or of the opening of a choice
the author could first look at the outcome: one of two partners could leave when the card is bad,
and the question would never be asked again.

If a WISH ended the match without a STOP, one that crosses the other's last move would leave two
logs that both verify, with different results.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from attrs import frozen

from owm_net.engine.ids import NO_SEAT, Seat
from owm_net.engine.requests import Result
from owm_net.engine.text import say
from owm_net.protocol.entries import (
    Entry,
    EntryKind,
    Step,
    check_signature,
    decode_entry,
    split_record,
)
from owm_net.protocol.errors import BadProof, MalformedBytes, RemoteProtocolError
from owm_net.protocol.fiat_shamir import field as after_length
from owm_net.protocol.lockstep import DECIDED, FIRST_WISH
from owm_net.session.basis import Basis
from owm_net.session.leaving.votes import why_not

WHERE: Final = "wire.md, WISH and STOP"


class What(Enum):
    """The wishes of a seat. RESIGN: to give up, for good. ABANDON: that the match ends without a
    winner. ADJOURN: that all stop here and go on another time. PLAY_ON: neither of the two that
    another has offered. TIME: it claims that the time of another is up. AWAY: it claims that
    another has been away, at their own decisions, for longer than the terms allow. STOPS_WAITING:
    the same, and that it waits no longer: nothing follows from it in the match. TAKE_BACK: that the
    match goes on from an earlier decision.
    """

    RESIGN = 1
    ABANDON = 2
    ADJOURN = 3
    PLAY_ON = 4
    TIME = 5
    AWAY = 6
    STOPS_WAITING = 7
    TAKE_BACK = 8

    @property
    def word(self) -> str:
        """Its name as people read it."""
        return self.name.lower().replace("_", " ")


OFFERS: Final = (What.ABANDON, What.ADJOURN)
"""What takes the consent of all, at one step."""
AGREED: Final = (What.ABANDON, What.TAKE_BACK)
"""What a STOP holds the WISH of every seat for."""
RATIONED: Final = (*OFFERS, What.PLAY_ON, What.TAKE_BACK)
"""Those of which a seat has only so many: nobody may use up their right to resign or to claim."""

CLAIMS: Final = (What.TIME, What.AWAY, What.STOPS_WAITING)
"""What is said of another, and measured by who says it."""
CLAIM: Final = 9
"""Bytes of a claim besides: seat, milliseconds."""

TAKING_BACK: Final = 5
"""The first protocol, as terms say it, in which decisions can be taken back."""
BACK: Final = 8
"""Bytes of a TAKE_BACK besides: the step of the decision."""

_WHATS = {what.value: what for what in What}
_LACKS: Final = {
    What.RESIGN: "a STOP that holds no single WISH to resign",
    What.ABANDON: "a STOP without the WISH of every seat for this step",
    What.TIME: "a STOP that holds no single claim of its author's time",
    What.TAKE_BACK: "a STOP without the WISH of every seat to take one decision back",
}


@frozen
class Wish:
    """A WISH that has been read. target: of a claim, of whom; milliseconds: what its author has
    measured that they have used, or been away. back: the step of the decision to take back.
    """

    what: What
    seat: Seat
    step: Step
    record: bytes
    target: Seat = NO_SEAT
    milliseconds: int = 0
    back: Step | None = None


@frozen
class Stop:
    """A STOP that has been read. wishes: that it holds. gives_up: the seat that does, None where
    all agree. back: the step of the decision from which the match goes on, None if it does not;
    undone: the seats of the decisions that it undoes.
    """

    what: What
    wishes: tuple[Wish, ...]
    gives_up: Seat | None
    back: Step | None = None
    undone: tuple[Seat, ...] = ()

    @property
    def how(self) -> str:
        """Return what has become of the seat that gives up."""
        return say("ran out of time") if self.what is What.TIME else say("resigned")

    def result(self, basis: Basis) -> Result:
        """How the match ends by it."""
        if self.gives_up is None:
            return Result((), (), "abandoned by agreement")
        others = basis.system.opponents(basis.state, self.gives_up)
        winners = tuple([Seat(seat) for seat in others if seat in basis.present])
        return Result(winners, (), f"seat {self.gives_up} {self.how}")

    def leaver(self, basis: Basis) -> Seat | None:
        """The seat that leaves the match by it; None if the match ends."""
        if self.gives_up is None or why_not(basis, self.gives_up) is not None:
            return None
        return self.gives_up


def read_wish(basis: Basis, entry: Entry, record: bytes) -> Wish:
    """Read a WISH beside a step that has already come here.

    Raises MalformedBytes, BadProof, naming nobody; its signature is not asked.
    """
    chain = basis.chain
    if entry.seat not in basis.present:
        raise BadProof(f"a WISH of no seat that plays: {entry.seat}", algorithm=WHERE)
    if not FIRST_WISH <= entry.step <= chain.step:
        raise BadProof(f"a WISH at step {entry.step}", algorithm=WHERE)
    here = chain.match_id, chain.heads[entry.step], chain.states[entry.step]
    if (entry.match_id, entry.prev, entry.state) != here:
        raise BadProof("a WISH of another match, history or state", algorithm=WHERE)
    what, more = _WHATS.get(entry.body[0] if entry.body else 0), entry.body[1:]
    if what is None or len(more) != _more(what):
        raise MalformedBytes("a WISH for nothing that there is", algorithm=WHERE)
    if what is What.TAKE_BACK:
        return _read_back(basis, entry, record, int.from_bytes(more, "big"))
    if what not in CLAIMS:
        return Wish(what, Seat(entry.seat), Step(entry.step), record)
    target, runs = more[0], chain.kinds[entry.step] in DECIDED
    if basis.clock is None or target == entry.seat or target not in chain.dues[entry.step]:
        raise BadProof("a WISH that claims the time of who has none to lose", algorithm=WHERE)
    if what is not What.TIME and not basis.clock.away:
        raise BadProof("a WISH that claims an absence that the terms do not limit", algorithm=WHERE)
    if not runs:
        raise BadProof("a WISH that claims time where nobody decides", algorithm=WHERE)
    return Wish(
        what,
        Seat(entry.seat),
        Step(entry.step),
        record,
        Seat(target),
        int.from_bytes(more[1:], "big"),
    )


def _more(what: What) -> int:
    """Return how many bytes follow the first."""
    return CLAIM if what in CLAIMS else BACK if what is What.TAKE_BACK else 0


def _read_back(basis: Basis, entry: Entry, record: bytes, back: int) -> Wish:
    """Read a WISH to take a decision back. Whether that may be is asked where a STOP holds it."""
    if basis.protocol < TAKING_BACK or not FIRST_WISH <= back < entry.step:
        raise BadProof("a WISH to take back what cannot be", algorithm=WHERE)
    here = Seat(entry.seat), Step(entry.step)
    return Wish(What.TAKE_BACK, *here, record, back=Step(back))


def wish_body(
    what: What, target: Seat = NO_SEAT, milliseconds: int = 0, back: Step | None = None
) -> bytes:
    """The body of a WISH; target, milliseconds: of a claim; back: of a TAKE_BACK."""
    if back is not None:
        return bytes([what.value]) + back.to_bytes(BACK, "big")
    if what in CLAIMS:
        return bytes([what.value, target]) + milliseconds.to_bytes(8, "big")
    return bytes([what.value])


def stop_body(what: What, wishes: Sequence[Wish]) -> bytes:
    """The body of a STOP that these allow."""
    return bytes([what.value]) + b"".join(after_length(wish.record) for wish in wishes)


def read_stop(basis: Basis, author: int, body: bytes) -> Stop:
    """Read a STOP in place of an entry that is due.

    Raises MalformedBytes, BadProof, naming nobody: its author could have seen every fault in it.
    """
    what = _WHATS.get(body[0] if body else 0)
    if what not in (What.RESIGN, What.TIME, *AGREED):
        raise MalformedBytes("a STOP for nothing that ends a match", algorithm=WHERE)
    held, here = _split(body[1:]), basis.chain.step
    if len(held) != (len(basis.present) if what in AGREED else 1):  # before any signature
        raise BadProof(_LACKS[what], algorithm=WHERE)
    wishes = tuple([_read_held(basis, record) for record in held])
    if any(wish.what is not what for wish in wishes):
        raise BadProof("a STOP that holds a WISH for something else", algorithm=WHERE)
    if what is What.RESIGN:
        return Stop(what, wishes, wishes[0].seat)
    if what is What.TIME:
        good = (wishes[0].target, wishes[0].step) == (author, here)
    else:
        good = [(wish.seat, wish.step) for wish in wishes] == [(s, here) for s in basis.present]
    if not good:
        raise BadProof(_LACKS[what], algorithm=WHERE)
    if what is What.TAKE_BACK:
        return _stop_to_go_back(basis, wishes)
    return Stop(what, wishes, Seat(author) if what is What.TIME else None)


def _stop_to_go_back(basis: Basis, wishes: tuple[Wish, ...]) -> Stop:
    back = wishes[0].back
    if back is None or any(wish.back != back for wish in wishes):
        raise BadProof(_LACKS[What.TAKE_BACK], algorithm=WHERE)
    if basis.run.find(back) is None:
        reason = f"a STOP that takes back step {back}, though something was revealed since"
        raise BadProof(reason, algorithm=WHERE)
    undone = tuple([one.seat for one in basis.run if one.at >= back])
    return Stop(What.TAKE_BACK, wishes, None, back, undone)


def _split(body: bytes) -> list[bytes]:
    at, held = 0, []
    while at < len(body):
        end = at + 4 + int.from_bytes(body[at : at + 4], "big")
        held.append(body[at + 4 : end])
        at = end
    if at != len(body):
        raise MalformedBytes("a STOP holds nothing but WISHes", algorithm=WHERE)
    return held


def _read_held(basis: Basis, record: bytes) -> Wish:
    try:
        data, signature = split_record(record)
        entry = decode_entry(data)
        if entry.kind is not EntryKind.WISH:
            raise BadProof("it is no WISH")
        wish = read_wish(basis, entry, record)
        check_signature(data, signature, basis.chain.identities[entry.seat])
    except RemoteProtocolError as e:
        reason = f"a STOP that holds something else than WISHes: {e.reason}"
        raise BadProof(reason, algorithm=WHERE) from e
    return wish
