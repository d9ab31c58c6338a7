"""How a game is played, for somebody who has never played one: pages with a picture each."""

from __future__ import annotations

from attrs import frozen


@frozen
class GuideMoment:
    """Where a match is looked at: the first time that the computer player of seat 0 gives such an
    answer. deed: the name of the type of that answer. mission: "" for the first one. seed: of the
    chance of the match."""

    deed: str
    mission: str = ""
    seed: int = 3


@frozen
class GuideMark:
    """A number on a picture, and the sentence that belongs to it. at: how the ids of the items
    begin that it may point at, apart by blanks, the best first. typed: the same where there is no
    picture and nothing to click, "" if it is the same."""

    at: str
    says: str
    typed: str = ""


@frozen
class GuidePage:
    """text: what is said before the marks, in a few sentences. moment: what the picture shows;
    chosen: with that answer chosen, and not yet given. shows: how the ids of the items begin whose
    part of the table is shown, apart by blanks; all of it without."""

    title: str
    text: str
    moment: GuideMoment
    marks: tuple[GuideMark, ...]
    chosen: bool = False
    shows: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Return all that it says where there is no picture."""
        return (self.text, *[mark.typed or mark.says for mark in self.marks])
