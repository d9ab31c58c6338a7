"""The one way from the course of every match into the wing where seats are dropped."""

from __future__ import annotations

from typing import Protocol

from owm_net.engine.ids import Seat
from owm_net.session.basis import Basis
from owm_net.session.leaving.votes import read
from owm_net.session.steps import Heard
from owm_net.session.waiting import RecordQueue


class DropDoor(Protocol):
    """A match's interface to seats that may be dropped."""

    def knows(self, vote: Heard) -> bool:
        """Return True if exactly this DROP or KEEP is noted."""

    def on_vote(self, vote: Heard) -> None:
        """A DROP or KEEP, whose author is checked. Raises RemoteProtocolError or Blame."""

    def sets_aside(self, heard: Heard) -> bool:
        """Return True if a due entry is from a seat that we have proposed to drop: it counts only
        once another seat says that it has it."""

    def accepted(self, heard: Heard) -> None:
        """An entry was accepted; the step is not over yet."""

    def object(self) -> None:
        """Answer every proposal to drop a seat whose entry is here, if we may sign."""

    def hear_after_the_end(self, vote: Heard) -> None:
        """A DROP, when all have signed the end here. Raises RemoteProtocolError."""

    def holds_back(self) -> bool:
        """Return True if we sign no entry for the due step, because it may be void."""

    def droppable(self) -> list[Seat]:
        """Return the seats that may be dropped now: they owe the due step, enough others
        remain, the rules say how to go on without them, and we may sign."""

    def propose(self, seat: Seat) -> None:
        """Sign a DROP of a droppable seat; again is nothing."""

    def proposed(self) -> dict[Seat, list[Seat]]:
        """Return seat that may be dropped at the due step -> seats that have proposed
        it."""

    def unrefuted(self) -> list[tuple[int, int, int]]:
        """(author, step, target) of each DROP that came to nothing though no KEEP is here."""


class Shut:
    """Of a match of two: if one leaves, nobody is left to go on with."""

    def __init__(self, basis: Basis, waiting: RecordQueue) -> None:
        self._basis = basis
        self._waiting = waiting

    def knows(self, vote: Heard) -> bool:
        """None is ever noted."""
        return False

    def on_vote(self, vote: Heard) -> None:
        """No honest seat signs one: its author is named."""
        chain = self._basis.chain
        chain.check_match(vote.entry)
        if not self._waiting.keep_if_early(vote):
            chain.check_beside(vote.entry)
            read(self._basis, vote.entry, vote.record)
            raise AssertionError("two play, and a DROP or KEEP was not refused")

    def sets_aside(self, heard: Heard) -> bool:
        """Never: with two seats there is nobody to go on without."""
        return False

    def accepted(self, heard: Heard) -> None:
        """Nothing to do: no vote is open."""

    def object(self) -> None:
        """Nothing to do: there is nothing to object to."""

    def hear_after_the_end(self, vote: Heard) -> None:
        """Changes nothing: no vote can come."""

    def holds_back(self) -> bool:
        """Never: nothing waits for a vote."""
        return False

    def droppable(self) -> list[Seat]:
        """Nobody: two cannot go on without one."""
        return []

    def propose(self, seat: Seat) -> None:
        """Not called: nobody is droppable."""

    def proposed(self) -> dict[Seat, list[Seat]]:
        """Nobody: two cannot go on without one."""
        return {}

    def unrefuted(self) -> list[tuple[int, int, int]]:
        """None is ever noted."""
        return []
