"""What a player is told of a mission before they sit down."""

from __future__ import annotations

from attrs import frozen


@frozen
class Briefing:
    """Sentences for people, with the numbers of the rules. goal: how one wins. scores: what brings
    points, how many and when; empty where nothing is counted. ends: when the match is over. notes:
    what is special about the mission."""

    goal: str
    ends: str
    scores: tuple[str, ...] = ()
    notes: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, in the order in which one wants to know it."""
        return tuple([line for line in (self.goal, *self.scores, self.ends, self.notes) if line])
