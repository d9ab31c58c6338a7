"""The seats that keep the match waiting at the due step, for how long, and whether there is hope.

A person may think for a good while. A program may not: an entry that needs no person is due at
once, and a lost link should be back soon. Only time in which a seat was waited for counts, and none
is forgotten before the step is over: a seat that comes and goes owes as much as one that stays
away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import define

from owm_net.engine.ids import Seat
from owm_net.engine.text import say, seat_called
from owm_net.net.errors import NetError
from owm_net.net.line import PeerLine
from owm_net.protocol.entries import EntryKind
from owm_net.protocol.lockstep import DECIDED
from owm_net.session.match import Match
from owm_net.session.player import Notice, Player

LONGEST_LOOK: Final = 10.0
"""Seconds between two looks that count at most: else it was our own machine that slept."""


@define
class Debt:
    """Seconds that a seat has been away while it owed, and that it was there, as far as we know;
    waited: those in which we did not owe our own decision as well."""

    away: float = 0.0
    there: float = 0.0
    waited: float = 0.0

    @property
    def whole(self) -> float:
        """Seconds that it has kept us waiting in all, with its link and without."""
        return self.away + self.there


class Owing:
    """The debts of the other seats. lines: by seat, of those we have a link to."""

    def __init__(self, match: Match, lines: Mapping[Seat, PeerLine]) -> None:
        self._match = match
        self._lines = lines
        self._ours = match.own.seat if match.own is not None else -1
        self._step = -1
        self._looked = 0.0
        self._debts: dict[Seat, Debt] = {}

    def look(self, now: float) -> bool:
        """Count the time since the last look. Return True if the due step has changed."""
        is_new = self._match.step != self._step
        if is_new:
            self._step, self._looked = self._match.step, now
            self._debts.clear()
        passed, self._looked = min(now - self._looked, LONGEST_LOOK), now
        for seat in self.seats():
            self._count(seat, self._debts.setdefault(seat, Debt()), passed)
        return is_new

    def seats(self) -> list[Seat]:
        """Other seats that owe."""
        return [seat for seat in self._match.owed() if seat != self._ours]

    def debt(self, seat: Seat) -> Debt:
        """Of one seat, at this step."""
        return self._debts.get(seat, Debt())

    def is_decided(self) -> bool:
        """Return True if a person decides what is due."""
        return self._match.due() in DECIDED

    def is_ours_too(self) -> bool:
        """Return True if we owe an entry ourselves."""
        return self._ours in self._match.owed()

    def _count(self, seat: Seat, debt: Debt, passed: float) -> None:
        line = self._lines.get(seat)
        if line is None and any(x.is_away for x in self._lines.values() if x.is_needed):
            return  # we could not hear of it even if it had sent what it owes
        if line is not None and line.is_away:
            debt.away += passed
        else:
            debt.there += passed
        if not (self.is_decided() and self.is_ours_too()):
            debt.waited += passed


class Overdue:
    """Tells the player of programs that are silent: connected, and they keep back what they owe.

    lines: by seat, of those we have a link to. silent_after: seconds after which an entry that no
    person decides is overdue.
    """

    def __init__(
        self, match: Match, lines: Mapping[Seat, PeerLine], player: Player, silent_after: float
    ) -> None:
        self.owing = Owing(match, lines)
        self._match = match
        self._lines = lines
        self._player = player
        self._silent_after = silent_after
        self._told: list[int] = []

    def look(self, now: float) -> bool:
        """Count, and tell. Return True if the due step has changed."""
        is_new = self.owing.look(now)
        if is_new:
            self._told.clear()
        for seat in self.owing.seats():
            if seat not in self._told and self.is_silent(Seat(seat), self._silent_after):
                self._told.append(seat)
                self._player.notice(Notice.SILENT, self._silent_line(Seat(seat)))
        return is_new

    def is_silent(self, seat: Seat, limit: float) -> bool:
        """Return True if a program that is connected, as far as we know, keeps back what it
        owes."""
        is_away = seat in self._lines and self._lines[seat].is_away
        if self.owing.is_decided() or is_away:
            return False
        return self.owing.debt(seat).whole >= limit

    def hopeless(self) -> NetError | None:
        """The reason if all whom the match waits for are gone."""
        owed = self._match.owed()
        if not owed or self.owing.is_ours_too():
            return None
        gone = [self._lines[s].gone for s in owed if s in self._lines]
        reasons = [why for why in gone if why is not None]
        return reasons[0] if len(reasons) == len(owed) else None

    def _silent_line(self, seat: Seat) -> str:
        if (
            self._match.seats > 2 and self._match.due() is EntryKind.HELLO
        ):  # an honest host may wait
            return say(
                "the match has not begun for {in_words}: nothing has come from {name}; the host may"
                " still wait for another player; wait too, or stop",
                name=name_of(self._match, seat),
                in_words=in_words(self._silent_after),
            )
        return say(
            "{name}'s program has owed its {word} for {in_words}, which no person has to decide: "
            "it is away, broken or stalling; wait, or stop and continue another time",
            name=name_of(self._match, seat),
            word=self._match.due().word,
            in_words=in_words(self._silent_after),
        )


def name_of(match: Match, seat: Seat) -> str:
    """A player's name; else the seat, counted from 1."""
    return match.names[seat] or seat_called(seat)


def in_words(seconds: float) -> str:
    """A length of time, as people read it."""
    if seconds < 90:
        return say("{seconds:.0f} seconds", seconds=seconds)
    return say("{minutes:.0f} minutes", minutes=seconds / 60)
