"""Remarks between players, as one of them reads and writes them.

The match bounds how long a remark is, and how many a seat has (session/remarks.py). This module,
which has a clock, bounds how many come at once: remarks faster than anybody reads are logged and
not shown, and our own player's are not sent.
"""

from __future__ import annotations

from typing import Final

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.bucket import TokenBucket
from owm_net.net.overdue import name_of
from owm_net.session.match import Match
from owm_net.session.player import Mute, Notice, Player, Remark

SHOWN: Final = 24
"""Remarks of one seat that are shown at once, such as those written while the link was lost."""
SHOWN_EVERY: Final = 2.0
"""Seconds after which one more is."""
SENT: Final = 6
"""Remarks that our player may send at once."""
SENT_EVERY: Final = 2.0
"""Seconds after which they may send one more."""


class MatchTalk:
    """Of one match, as `player` sees it. muted: seats whose remarks are not shown."""

    def __init__(self, match: Match, player: Player) -> None:
        self.muted: set[Seat] = set()
        self._match = match
        self._player = player
        self._ours = match.own.seat if match.own is not None else -1
        self._shown = [TokenBucket(SHOWN, SHOWN_EVERY) for _ in range(match.seats)]
        self._sent = TokenBucket(SENT, SENT_EVERY)
        self._hidden = [0] * match.seats

    def told(self, seat: Seat, text: str) -> None:
        """A seat has written something; it is in the log."""
        if seat != self._ours:
            if seat in self.muted:
                return
            if not self._shown[seat].spend():
                self._hide(seat)
                return
            self._hidden[seat] = 0
        self._player.notice(
            Notice.REMARK, say("{name}: {text}", name=name_of(self._match, seat), text=text)
        )

    def speak(self, word: Remark | Mute) -> None:
        """Our player says something besides answers."""
        match word:
            case Mute(seat, on):
                (self.muted.add if on else self.muted.discard)(seat)
            case Remark(text):
                self._write(text)

    def _write(self, text: str) -> None:
        why = self._match.why_no_remark(text)
        if why is None and not self._sent.spend():
            why = say("it comes too soon after the others: wait a moment")
        if why is None:
            self._match.remark(text)
        else:
            self._player.notice(Notice.ERROR, say("this was not sent: {why}", why=why))

    def _hide(self, seat: Seat) -> None:
        """Told once, until something of that seat is shown again."""
        self._hidden[seat] += 1
        if self._hidden[seat] == 1:
            told = say(
                "{name} writes faster than can be read: see the log",
                name=name_of(self._match, seat),
            )
            self._player.notice(Notice.REMARK, told)
