"""How things stand outside the rules: connection, shuffling, the verdict on the log."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.session.player import Clocks, Notice

MOST_WAITED = 8
"""Lines of what is told before a match that can be read."""
AWAY, SLOW = (Notice.AWAY, Notice.GONE), (Notice.SILENT, Notice.DROPPING)
"""Notices of another seat: what it takes a new connection to end, and what a new step ends."""
LOST = 5
"""Seconds for which a link must be lost before it is told for how long."""


class Notices:
    """kind, line: what was told last. lobby: what was told before the match, the newest last.
    trouble: kind and text of what is wrong with another seat, until it is right again;
    trouble_since: when it was first shown, None before. trying: by which way that seat is looked
    for. verdict: the last word on the match. progress: cards drawn, and of how many. clocks:
    what the match clock says."""

    def __init__(self) -> None:
        self.kind, self.line = Notice.OK, ""
        self.lobby: tuple[str, ...] = ()
        self.trouble: tuple[Notice, str] | None = None
        self.trouble_since: float | None = None
        self.trying, self.verdict = "", ""
        self.progress: tuple[int, int] | None = None
        self.clocks: Clocks | None = None

    def tell(self, kind: Notice, text: str, has_begun: bool) -> bool:
        """Take a notice; return True if there is trouble that is new. has_begun: the match."""
        if kind is Notice.TRYING:
            self._try(text)
            return False
        if kind is Notice.VERDICT:
            self.verdict = text
        self.kind, self.line = kind, (text.splitlines() or [""])[0]
        if not has_begun and kind is Notice.WAITING:
            self.lobby = (*self.lobby[1 - MOST_WAITED :], self.line)
        if kind in (*AWAY, *SLOW):
            is_new = self.trouble is None or self.trouble[0] != kind
            self.trouble_since = None if is_new else self.trouble_since
            self.trouble = (kind, self.line)
            return is_new
        if kind in (Notice.BACK, Notice.DROPPED, Notice.OK, Notice.VERDICT):
            self.trouble, self.trying = None, ""
        return False

    def _try(self, way: str) -> None:
        """Another seat is looked for, by this way now; it may be told a little before its loss."""
        self.trying = way
        if self.trouble is None and self.kind is Notice.WAITING:
            self.line = tr("looking for the other side: {way}", way=way)

    def step_taken(self) -> None:
        """Forget what a new step of the match has ended."""
        if self.trouble is not None and self.trouble[0] in SLOW:
            self.trouble = None
        if self.kind in (Notice.WAITING, Notice.WORKING, Notice.BACK):
            self.kind, self.line = Notice.OK, ""  # it has come, or is done, and known by now

    def tick(self, now: float) -> None:
        """Start the time of a trouble at the first frame that shows it."""
        if self.trouble is not None and self.trouble_since is None:
            self.trouble_since = now

    def lost_for(self, now: float) -> str:
        """For how long another seat's link has been lost, such as "0:14"; "" for not long."""
        if self.trouble is None or self.trouble[0] is not Notice.AWAY or self.trouble_since is None:
            return ""
        seconds = int(now - self.trouble_since)
        return f"{seconds // 60}:{seconds % 60:02}" if seconds >= LOST else ""
