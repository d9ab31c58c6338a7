"""The player's choices of what the table shows, besides the pointer and the focus."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from attrs import define, field

from owm_net.client.match.talk import READING, READING_SIGN
from owm_net.client.scene.pointer import Pointing
from owm_net.files.squads import Groups


@define
class Refusing:
    """Why the last press did nothing, beside the prompt until the next one or until its time is
    over.

    why: "" for nothing. has_failed: that is no rule of the game, but something that went wrong,
    such as a file that cannot be written. until: None before the first tick that shows it. before:
    what was said when the last press came, for the rule book that opens at the rule it names.
    """

    why: str = ""
    has_failed: bool = False
    until: float | None = None
    before: str = ""

    def tick(self, now: float) -> bool:
        """Return True if it has been shown long enough. Its time counts from the first tick."""
        if self.why and self.until is None:
            self.until = now + READING + len(self.why) * READING_SIGN
        return bool(self.why) and self.until is not None and now >= self.until


@define
class Ui(Pointing):
    """The player's own view settings. Nothing here reaches the game.

    refused: why the last press did nothing. page: of what is on pages at the table. look: what a
    table shows more of, such as a division. selected: a unit whose details are shown; selected_at:
    how many requests had been answered then. correcting: what of an answer in the making the next
    press on the map is meant for, None for all of it. pinned: a unit whose details stay. shelf:
    their own squads by name, as they were read last (`client.squads.shelf`).
    """

    refused: Refusing = field(factory=Refusing)
    page: int = 0
    selected: int = 0
    selected_at: int = -1
    correcting: Hashable = None
    pinned: int = 0
    hand_sorted: bool = False
    look: str = ""
    shelf: Mapping[str, Groups] = field(factory=dict)
