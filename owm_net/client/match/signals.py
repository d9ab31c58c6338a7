"""Signals to the window after a change at a table."""

from __future__ import annotations

from attrs import define, field

MOST_CUES = 20


@define(eq=False)
class Signals:
    """rev: another number whenever something that is drawn has changed. cues: what is to be heard,
    by name, or called for if the window is in the background."""

    rev: int = 0
    cues: list[str] = field(factory=list)

    def touch(self) -> None:
        """Something that is drawn has changed."""
        self.rev += 1

    def cue(self, name: str) -> None:
        """Something is to be heard; some screen shows it, too."""
        self.cues = [*self.cues[1 - MOST_CUES :], name]

    def heard(self) -> list[str]:
        """Return the cues since the last time."""
        found, self.cues = self.cues, []
        return found
