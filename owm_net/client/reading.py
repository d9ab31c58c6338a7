"""Where somebody is in a rule book."""

from __future__ import annotations

from attrs import frozen

from owm_net.files.rulebook import Entry, RuleBook
from owm_net.session.terms import is_printable

MOST_WORDS = 60
"""Characters of what is looked for."""


@frozen
class Reading:
    """Where somebody is in a book. words: what he looks for. chosen: the id of the entry that is
    open, "" for the first that is found. page: of the list; None for the one with that entry."""

    words: str = ""
    chosen: str = ""
    page: int | None = None

    def typed(self, text: str) -> Reading:
        """More of what is looked for."""
        return Reading((self.words + text)[:MOST_WORDS]) if is_printable(text) else self

    def erased(self) -> Reading:
        """A character less."""
        return Reading(self.words[:-1])

    def moved(self, book: RuleBook, by: int) -> Reading:
        """To the next entry of those that are found (1), or the one before (-1)."""
        found = book.search(self.words)
        if not found:
            return self
        at = found.index(self.opened(book) or found[0]) + by
        return Reading(self.words, found[max(0, min(len(found) - 1, at))].id)

    def opened(self, book: RuleBook) -> Entry | None:
        """The entry that is open, if it is among those that are found."""
        found = book.search(self.words)
        chosen = book.find(self.chosen) if self.chosen else None
        return chosen if chosen in found else next(iter(found), None)
