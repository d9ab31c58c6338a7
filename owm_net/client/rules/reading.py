"""Where somebody is in a rule book."""

from __future__ import annotations

from collections.abc import Sequence

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
    """A reader's place in a book. chosen: the id of the open entry; "" for the first found, or for
    the contents where nothing is searched for. page: of the list; None for the one with that entry.
    search: the text searched for."""

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
        """To the next entry of those that are found (1), or the one before (-1). A leap never skips
        a page of how to play."""
        found, opened = book.search(self.words), self.opened(book)
        if not found:
            return self
        at = found.index(opened) if opened in found else 0
        for _ in range(abs(by) if opened in found else 0):
            at = max(0, min(len(found) - 1, at + (1 if by > 0 else -1)))
            if found[at].sort == "page":
                break
        return Reading(found[at].id, search=self.search)

    def opened(self, book: RuleBook) -> RuleEntry | None:
        """The entry that is open: of those that are found, where something is searched for. None
        for the contents, or where nothing is found."""
        chosen = book.find(self.chosen) if self.chosen else None
        if not self.words.strip():
            return chosen
        found = book.search(self.words)
        return chosen if chosen in found else next(iter(found), None)

    def listed(self, book: RuleBook) -> Sequence[RuleEntry]:
        """The entries beside the open one: those that are found, or its chapter."""
        opened = self.opened(book)
        if self.words.strip():
            return book.search(self.words)
        return () if opened is None else book.chapter(opened.chapter) or (opened,)
