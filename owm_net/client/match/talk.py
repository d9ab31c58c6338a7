"""The chat of the players, and everything else this player says besides answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from owm_net.client import keys
from owm_net.client.language import tr
from owm_net.client.stage.text_field import TextField
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.session.match import What
from owm_net.session.player import Mute, Remark, Will, Word
from owm_net.session.remarks import LONGEST, PRESETS
from owm_net.session.terms import is_printable

MOST_REMARKS = 200
"""Lines written by players that can be read again."""
READING, READING_SIGN = 4.0, 0.06
"""Seconds for which something is shown: at least, and for each of its letters."""


def _is_remark(text: str) -> bool:
    return len(text) <= LONGEST and is_printable(text)


class Talk:
    """remarks: what was written, with names, the newest last. line: what is being typed. speak: how
    the player says something, None where nobody hears it. muted: seats whose remarks are hidden.
    offers: what our player offers now. why_no_wish: why they can neither offer something nor
    resign. undoable: requests answered before their last decision, while it can be taken back."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self.line = TextField(_is_remark)
        self.speak: Callable[[Word], None] | None = None
        self.muted: set[int] = set()
        self.offers: Callable[[], Sequence[What]] = tuple
        self.why_no_wish: Callable[[What], str | None] = lambda what: None
        self.undoable: Callable[[], int | None] = lambda: None
        self._until: float | None = 0.0  # the newest is news; None: it has come since the last tick

    def recall(self, text: str) -> None:
        """Keep a remark of long ago. A preset is in English, from whoever pressed it."""
        who, colon, said = text.rpartition(": ")
        if said in PRESETS:
            text = f"{who}{colon}{tr(said)}"
        self.remarks = [*self.remarks[1 - MOST_REMARKS :], text]

    def announce(self, text: str) -> None:
        """Keep a remark that is news."""
        self.recall(text)
        self._until = None

    def has_news(self, now: float) -> bool:
        """Return whether something has just been written."""
        return self._until is None or now < self._until

    @property
    def has_come(self) -> bool:
        """Return True if something was written since the last tick."""
        return self._until is None

    def tick(self, now: float) -> bool:
        """Time passes; return True if the newest remark is no news any more."""
        if self._until is None:
            self._until = now + READING + len(self.remarks[-1]) * READING_SIGN
        elif self._until and now >= self._until:
            self._until = 0.0
            return True
        return False

    def write(self, text: str) -> str:
        """Write to the other players; return why not, "" if it is on its way."""
        if self.speak is None:
            return tr("there is nobody to write to yet")
        self.speak(Remark(text))
        return ""

    def wish(self, will: Will) -> str:
        """Resign, offer to abandon or adjourn, or take that back; return why not, as `write`."""
        if self.speak is None:
            return tr("nobody else plays here: just leave {key}", key=keys.hint("f10"))
        self.speak(will)
        return ""

    def regret(self) -> tuple[int, str]:
        """Return how many requests were answered before the player's last decision, and why that
        cannot be taken back, "" if it can."""
        if self.speak is None:
            return 0, tr("nobody else plays here: just leave {key}", key=keys.hint("f10"))
        why, since = self.why_no_wish(What.TAKE_BACK), self.undoable()
        if why is None and since is None:
            why = say("something was revealed since your last decision")
        return since or 0, "" if why is None else tr(why)

    def mute(self, seat: int, on: bool) -> None:
        """Hide what another seat writes, or show it again."""
        if self.speak is not None:
            (self.muted.add if on else self.muted.discard)(seat)
            self.speak(Mute(Seat(seat), on))
