"""Where somebody is in a rule book."""

from __future__ import annotations

from attrs import field, frozen

from owm_net.client.stage.text_field import TextField
from owm_net.files.rulebook import RuleBook, RuleEntry
from owm_net.session.terms import is_printable

MOST_WORDS = 60
"""Characters of what is looked for."""


def _search() -> TextField:
    return TextField(lambda text: len(text) <= MOST_WORDS and is_printable(text))


@frozen
class Reading:
    """A reader's place in a book. chosen: the id of the open entry, "" for the first found. page:
    of the list; None for the one with that entry. search: the text searched for."""

    chosen: str = ""
    page: int | None = None
    search: TextField = field(factory=_search)

    @property
    def words(self) -> str:
        """Return the text searched for."""
        return self.search.text

    def looked_up(self) -> Reading:
        """At the first entry that is found: what is looked for has changed."""
        return Reading(search=self.search)

    def moved(self, book: RuleBook, by: int) -> Reading:
        """To the next entry of those that are found (1), or the one before (-1)."""
        found = book.search(self.words)
        if not found:
            return self
        at = found.index(self.opened(book) or found[0]) + by
        return Reading(found[max(0, min(len(found) - 1, at))].id, search=self.search)

    def opened(self, book: RuleBook) -> RuleEntry | None:
        """The entry that is open, if it is among those that are found."""
        found = book.search(self.words)
        chosen = book.find(self.chosen) if self.chosen else None
        return chosen if chosen in found else next(iter(found), None)
