"""Errors of the protocol, each with the side at fault.

Two kinds, after h11: a `LocalProtocolError` is ours, a `RemoteProtocolError` is the other side's
and carries the bytes that prove it. Nothing in this folder returns a flag that a caller could
ignore.
"""

from __future__ import annotations


class ProtocolError(Exception):
    """Anything the protocol refuses."""


class LocalProtocolError(ProtocolError):
    """We called the protocol wrongly; nobody else is to blame."""


class UnknownCard(ProtocolError):
    """An opened point is not a card of the deck.

    Impossible once every shuffle proof and every share has been accepted, so it tells of a fault in
    somebody's software or of a check that was left out. Stop, and keep both states. Algorithm 12 of
    docs/deck.md.
    """


class RemoteProtocolError(ProtocolError):
    """The other side broke the protocol.

    seat: the offender, or None where only the caller knows. reason: the fault.
    algorithm: the one of docs/deck.md that refused, such as "deck.md Algorithm 9". evidence: the
    bytes that show it, public values only.
    """

    seat: int | None
    reason: str
    algorithm: str
    evidence: tuple[bytes, ...]

    def __init__(
        self,
        reason: str,
        *,
        seat: int | None = None,
        algorithm: str = "",
        evidence: tuple[bytes, ...] = (),
    ) -> None:
        super().__init__(reason)  # the one positional argument: keeps the error picklable
        self.seat = seat
        self.reason = reason
        self.algorithm = algorithm
        self.evidence = evidence

    def __str__(self) -> str:
        who = "the other side" if self.seat is None else f"seat {self.seat}"
        rule = f" ({self.algorithm})" if self.algorithm else ""
        return f"{who}: {self.reason}{rule}"


class MalformedBytes(RemoteProtocolError):
    """Bytes that are not what they should be: a wrong length, no point, no scalar."""


class BadProof(RemoteProtocolError):
    """A well-formed proof, or opening, of something that does not hold."""
