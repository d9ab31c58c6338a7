"""A match taken up again: before this seat signs anything, the others tell what they have of it.

A copy of the files may be an old one. What it has forgotten to have signed the others know, and
give back; it must not sign anything else instead.
"""

from __future__ import annotations

from collections.abc import Mapping

import trio

from owm_net.net.line import Line
from owm_net.net.overdue import name_of
from owm_net.session.match import Match
from owm_net.session.player import Notice, Player


class Listening:
    """Who may still know more of us than we do.

    lines: by seat. resumed: whether the match has begun before; else nobody does. patience: seconds
    after which one who says nothing is not waited for, if another has told us. silent_after:
    seconds after which the player is told of one who is connected and does not say what it has.
    """

    def __init__(
        self,
        match: Match,
        lines: Mapping[int, Line],
        player: Player,
        resumed: bool,
        patience: float,
        silent_after: float,
    ) -> None:
        self._match = match
        self._lines = lines
        self._player = player
        self._behind = set(lines) if resumed else set[int]()
        self._began = trio.current_time()
        self._patience = patience
        self._silent_after = silent_after
        self._told: list[int] = []

    def has_told(self, seat: int) -> None:
        """A seat has given us all that it has."""
        self._behind.discard(seat)

    def must_listen(self) -> bool:
        """Whether somebody may still tell us what we had signed before we were started again.

        One who stays away, or says nothing, is not waited for when another has told us: entries
        are passed on.
        """
        if not self._behind:
            return False
        lines = [line for line in self._lines.values() if line.counts]
        behind = [line for line in lines if line.seat in self._behind]
        if len(behind) == len(lines):
            return bool(behind)
        now = trio.current_time()
        latest = now - self._began >= 3 * self._patience  # also of one who comes and goes
        return not latest and any(now - line.since < self._patience for line in behind)

    def tell_of_the_silent(self, now: float) -> None:
        """Those who are connected and for whom we still wait."""
        if not self.must_listen():
            return
        for seat in sorted(self._behind):
            line = self._lines[seat]
            late = not line.is_away and now - line.since >= self._silent_after
            if late and seat not in self._told:
                self._told.append(seat)
                told = (
                    f"{name_of(self._match, seat)}'s program does not say what it has of this"
                    " match, without which we cannot go on: wait, or stop and go on another time"
                )
                self._player.notice(Notice.SILENT, told)
