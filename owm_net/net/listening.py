"""A match taken up again: before this seat signs anything, the others tell what they have of it.

A copy of the files may be an old one. The others know and give back anything it has signed and
forgotten; it must not sign anything else instead.
"""

from __future__ import annotations

from collections.abc import Mapping

import trio

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.line import PeerLine
from owm_net.net.overdue import name_of
from owm_net.session.match import Match
from owm_net.session.player import Notice, Player


class Listening:
    """The seats that may still know more of us than we do; the match may speak once there are none.
    match: after `replay`; a new one speaks already. lines: by seat. patience: seconds after which a
    silent seat is not waited for, if another has told us. silent_after: seconds after which the
    player is told of a seat that is connected and does not say what it has.

    match: after `replay`; a new one speaks already. lines: by seat. patience: seconds after which
    one who says nothing is not waited for, if another has told us. silent_after: seconds after
    which the player is told of one who is connected and does not say what it has.
    """

    def __init__(
        self,
        match: Match,
        lines: Mapping[Seat, PeerLine],
        player: Player,
        patience: float,
        silent_after: float,
    ) -> None:
        self._match = match
        self._lines = lines
        self._player = player
        self._behind = set(lines)
        self._began = trio.current_time()
        self._patience = patience
        self._silent_after = silent_after
        self._told: list[int] = []

    def has_told(self, seat: Seat) -> None:
        """Note that a seat has given us everything it has."""
        self._behind.discard(seat)

    def look(self, now: float) -> None:
        """Have we listened long enough? Else tell of those who keep us waiting."""
        if self._match.may_sign:
            return
        if self._must_listen(now):
            self._tell_of_the_silent(now)
        else:
            self._match.speak()

    def _must_listen(self, now: float) -> bool:
        """Return True if somebody may still tell us what we had signed before our restart.

        One who stays away, or says nothing, is not waited for when another has told us: entries
        are passed on.
        """
        lines = [line for line in self._lines.values() if line.is_needed]
        behind = [line for line in lines if line.seat in self._behind]
        if len(behind) == len(lines):
            return bool(behind)
        latest = now - self._began >= 3 * self._patience  # also of one who comes and goes
        return not latest and any(now - line.since < self._patience for line in behind)

    def _tell_of_the_silent(self, now: float) -> None:
        """Tell of the seats that are connected and for which we still wait."""
        for seat in sorted(self._behind):
            line = self._lines[seat]
            late = not line.is_away and now - line.since >= self._silent_after
            if late and seat not in self._told:
                self._told.append(seat)
                told = say(
                    "{name}'s program has not said how much of this match it has, and the match "
                    "cannot continue without that: wait, or stop and continue another time",
                    name=name_of(self._match, Seat(seat)),
                )
                self._player.notice(Notice.SILENT, told)
