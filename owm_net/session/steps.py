"""The parts of a match: steps, blame, our identity, received entries."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

from attrs import define, field, frozen
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from owm_net.engine.errors import IllegalAnswer as IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, Result
from owm_net.protocol.entries import Entry, EntryKind
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.protocol.fiat_shamir import hedged_stream
from owm_net.protocol.group import Entropy

FEW = 3
"""So many cards are opened, or checked, within a millisecond."""

Check = Callable[[Seat, bytes], Any]


class Deferred(NamedTuple):
    """A proof that is to be checked later: `check(*arguments)` returns, or raises
    RemoteProtocolError. record: the number of its record in the log, from 0; seat: its author."""

    record: int
    seat: Seat
    check: Callable[..., Any]
    arguments: tuple[Any, ...]


class Blame(Exception):
    """A seat has broken the rules or the protocol, and its signed entry proves it.

    seat: None where nobody can be named (an unsigned or unreadable record). rule: rule id or
    algorithm. evidence: the record; b"" where none is at fault.
    """

    def __init__(self, seat: Seat | None, reason: str, rule: str, evidence: bytes = b"") -> None:
        self.seat = seat
        self.reason = reason
        self.rule = rule
        self.evidence = evidence
        who = "somebody" if seat is None else f"seat {seat}"
        super().__init__(f"{who}: {reason}{f' ({rule})' if rule else ''}")


def blame_of(error: RemoteProtocolError, evidence: bytes) -> Blame:
    seat = None if error.seat is None else Seat(error.seat)
    return Blame(seat, error.reason, error.algorithm, evidence)


class SeatDropped(Exception):
    """Thrown into the course of a match: the others have agreed to go on without this seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        super().__init__(f"the match goes on without seat {seat}")


class MatchStopped(Exception):
    """Thrown into the course of a match: the players have ended it, with this result."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__(f"the players have ended the match: {result.reason}")


class TurnedBack(Exception):
    """Thrown into the course of a match: the players go on from the decision of this step."""

    def __init__(self, step: int) -> None:
        self.step = step
        super().__init__(f"the match goes on from step {step}")


@frozen
class Own:
    """A player's secrets. identity: signs; entropy: random bytes."""

    seat: Seat
    name: str
    identity: Ed25519PrivateKey
    entropy: Entropy = field(repr=False)

    def public(self) -> bytes:
        """The identity key others know, 32 bytes."""
        return self.identity.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def random(self, ctx: bytes, about: bytes) -> Entropy:
        """Random bytes for what is drawn before there are keys of the match to mix in.

        As `Basis.random`, with the identity's secret.
        """
        return hedged_stream(self.identity.private_bytes_raw(), ctx, about, self.entropy)


@frozen
class Heard:
    """A record that has been taken apart. data: the entry's bytes, which the signature covers."""

    record: bytes = field(repr=False)
    data: bytes = field(repr=False)
    signature: bytes = field(repr=False)
    entry: Entry


@define
class ProtocolStep:
    """One step of the protocol. due: the seats that contribute, in order.

    check: takes a seat and its body, returns the contribution's value or raises; it changes
    nothing, for it may run in a thread. make: computes this seat's own body; None where a
    person decides: then `say` makes the body of the decision. heavy: what takes more than a
    millisecond here, in words for people.
    """

    kind: EntryKind
    due: Sequence[int]
    check: Check
    make: Callable[[], bytes] | None = None
    heavy: str = ""
    say: Callable[[Answer], bytes] | None = None


Steps = Generator[ProtocolStep, list[Any], Any]
"""Yields steps, is sent the values of all contributions in the order due, returns an answer."""
