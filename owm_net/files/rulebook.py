"""The rule books: the ledgers of docs/rules in the words that a player reads.

They are shipped as one file, without sources and without what only tests need. `python
scripts/data.py --write` rebuilds it; a test compares it with the ledgers.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from functools import cache

FILE = os.path.join(os.path.dirname(__file__), "rulebook.json")

TOKEN = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")
"""What may be the id of a rule, in a text."""

DATA = re.compile(r"D-\d+[a-z]?")
"""What a table of data is called where a rule speaks of it."""

NAMED = ("Glossary", "Data tables")
"""What the headings begin with below which names stand, and no rules."""


@dataclass(frozen=True)
class RuleEntry:
    """A rule, a ruling, a term, or a row of data. id: as in docs/rules; of a term, the term; of a
    row of data, its name. note: where it holds, such as "at Colonel". see: ids of the entries that
    it has to do with."""

    id: str
    section: str
    text: str
    note: str
    see: tuple[str, ...]

    @property
    def is_term(self) -> bool:
        """Return True if its id is a human word, which other languages translate."""
        return self.section.startswith(NAMED) and not DATA.fullmatch(self.id)


class RuleBook:
    """The entries of one game, in the order of its ledger."""

    def __init__(self, title: str, entries: tuple[RuleEntry, ...]) -> None:
        self.title = title
        self.entries = entries
        self.sections = tuple(dict.fromkeys(entry.section for entry in entries))
        self._by_id = {entry.id.upper(): entry for entry in entries}
        prefixes = [e.id.partition("-")[0] for e in entries if TOKEN.fullmatch(e.id)]
        self._prefix = max(sorted(set(prefixes)), key=prefixes.count, default="")

    def find(self, id: str) -> RuleEntry | None:
        """The entry with an id, which may be written without the game's prefix: FIRE-05."""
        whole = self._by_id.get(id.upper())  # a term may end with a bracket of its own
        word = id.strip().strip("()[].,:;").upper()
        return whole or self._by_id.get(word) or self._by_id.get(f"{self._prefix}-{word}")

    def search(self, words: str) -> tuple[RuleEntry, ...]:
        """All entries that hold every word, wherever. First the entry with exactly that id, then
        those in whose id or section words begin so, in whose text they do, and last those with the
        words inside other words. All of the book for no words."""
        wanted = words.lower().split()
        if not wanted:
            return self.entries
        exact = self.find(words)
        begun = [re.compile(rf"(?<!\w){re.escape(word)}") for word in wanted]
        ranks: tuple[list[RuleEntry], ...] = ([], [], [], [])
        for entry in self.entries:
            head = f"{entry.id} {entry.section}".lower()
            whole = f"{head} {entry.text.lower()}"
            if entry is exact or not all(word in whole for word in wanted):
                continue
            for begins, place in enumerate((head, whole)):
                if all(word.search(place) for word in begun):
                    ranks[begins].append(entry)
                    break
            else:
                ranks[2 if all(word in head for word in wanted) else 3].append(entry)
        return (*([exact] if exact is not None else []), *(e for rank in ranks for e in rank))


@cache
def rule_books() -> dict[str, RuleBook]:
    """System id -> its book, of all systems that have one."""
    with open(FILE, encoding="utf-8") as file:
        found = json.load(file)
    return {
        system: RuleBook(
            book["title"],
            tuple(
                RuleEntry(id, section["title"], text, note, tuple(see))
                for section in book["sections"]
                for id, text, note, see in section["entries"]
            ),
        )
        for system, book in found.items()
    }
