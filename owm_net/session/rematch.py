"""The agreement of two players on a rematch: the wishes of each, and how both reach the same
answer.

Each side says what it wishes, and may take that back. When both wish the same, who had seat 0 says
that it begins, and counts on it only when the other has answered: what the other took back in the
meantime stood before that answer. So the two never differ in whether there is another match.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Final

from attrs import define

from owm_net.engine.ids import Seat
from owm_net.engine.text import say

_BODY = struct.Struct(">BI")
_NUMBER = struct.Struct(">I")


REMATCH: Final = b"\x13"
BEGIN: Final = b"\x14"
MOST: Final = 2**32 - 1
"""Requests of one side; nobody comes so far."""


class Sides(IntEnum):
    """A wish: no rematch, one with the same sides, or one with the sides exchanged."""

    NONE = 0
    SAME = 1
    CHANGED = 2


_NO: Final = 3


class Misfit(Exception):
    """The other side says what cannot be said now; str() tells what."""


@define
class RematchWishes:
    """The wishes of both, as one side knows them. It does no I/O: it returns the messages to send.

    seat: ours in the finished match. ours, theirs: wishes, each with its number; the last of ours
    was `declined`. begins: from seat 0, the number of the other's wish with which it has said that
    the match begins. agreed: how the next match is played; nothing more is said or heard then.
    """

    seat: Seat
    ours: Sides = Sides.NONE
    number: int = 0
    theirs: Sides = Sides.NONE
    their_number: int = 0
    declined: bool = False
    begins: int | None = None
    agreed: Sides = Sides.NONE

    @property
    def open(self) -> bool:
        """Return True if we may still change our wish."""
        return self.begins is None and not self.agreed

    def wish(self, sides: Sides) -> list[bytes]:
        """Ours; NONE takes the last one back. To wish what they wish says yes to it."""
        if not self.open or sides is self.ours:
            return []
        self.ours, self.declined, self.number = sides, False, self.number + 1
        return [REMATCH + _BODY.pack(sides, self.number), *self._begin()]

    def decline(self) -> list[bytes]:
        """No to what they wish, if it is not what we wish too."""
        if not self.open or not self.theirs or self.theirs is self.ours:
            return []
        self.theirs = Sides.NONE
        return [REMATCH + _BODY.pack(_NO, self.their_number)]

    def receive(self, message: bytes) -> list[bytes]:
        """Handle a message of the other side; return the answers. Raises Misfit."""
        if message[:1] == BEGIN and len(message) == 1 + _NUMBER.size:
            return self._receive_begin(*_NUMBER.unpack(message[1:]))
        if message[:1] != REMATCH or len(message) != 1 + _BODY.size:
            raise Misfit(say("a request for a rematch of another length"))
        what, number = _BODY.unpack(message[1:])
        if what == _NO:
            return self._receive_no(number)
        if what > _NO or number != self.their_number + 1 or number == MOST:
            raise Misfit(say("a request for a rematch that follows no other"))
        self.theirs, self.their_number = Sides(what), number
        self.begins = None  # if we had said that it begins, they had taken back what we counted on
        return self._begin()

    def _receive_no(self, number: int) -> list[bytes]:
        if number > self.number:
            raise Misfit(say("a no to what nobody has asked"))
        if number == self.number and self.ours:  # else it is about one that is taken back already
            self.ours, self.declined, self.begins = Sides.NONE, True, None
        return []

    def _receive_begin(self, number: int) -> list[bytes]:
        if self.seat == 0:
            if number != self.begins:
                raise Misfit(say("a beginning that nobody has agreed to"))
            self.agreed = self.ours
            return []
        if number < self.number:  # we have taken back what it is about, and they will hear that
            return []
        if number > self.number or not self.ours or self.ours is not self.theirs:
            raise Misfit(say("a beginning that nobody has agreed to"))
        self.agreed = self.ours
        return [BEGIN + _NUMBER.pack(number)]

    def _begin(self) -> list[bytes]:
        if self.seat or not self.ours or self.ours is not self.theirs:
            return []
        self.begins = self.their_number
        return [BEGIN + _NUMBER.pack(self.begins)]
