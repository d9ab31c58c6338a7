"""The rule books: the ledgers of docs/rules in the words and the order in which players read them.

They are shipped as one file, without sources and without what only tests need. `python
scripts/data.py --write` rebuilds it; a test compares it with the ledgers.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from owm_net.engine.text import say

FILE = os.path.join(os.path.dirname(__file__), "rulebook.json")

TOKEN = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")
"""What may be the id of a rule, in a text."""

SMALL = say(
    "a an and any are at be by can did do does for from get gets have how i if in is it long me my "
    "happen happens of off on one or that the there they this to was what when where which who why "
    "will with you your"
)
"""Words of a question that ask for nothing."""
IN_SHORT = say("In short")
"""The chapter of answers that are no rules themselves."""
STEM = 4
"""From how many letters on a word also means longer ones that begin with it."""


@dataclass(frozen=True)
class RuleEntry:
    """A paragraph of a book. id: as in docs/rules; of what has a name, that name. chapter: the
    title of its chapter. note: where it holds, such as "at Colonel". see: ids of the entries that
    it has to do with. sort: "rule", "ruling" (a question with its answer), "term" (of a glossary),
    "card" (what has a name that no language translates), "head" (what a chapter is about), "page"
    (of how the game is played; it has a picture)."""

    id: str
    chapter: str
    text: str
    note: str = ""
    see: tuple[str, ...] = ()
    sort: str = "rule"

    @property
    def is_named(self) -> bool:
        """Return True if its id is a name for people, and stands before its text."""
        return self.sort in ("term", "card", "head", "page")

    @property
    def is_term(self) -> bool:
        """Return True if its id is in human words, which other languages translate."""
        return self.sort in ("term", "head")


@dataclass(frozen=True)
class PlainQuestion:
    """What a player may ask for. words: plain ones, apart by blanks. rules: ids of the entries that
    answer, the best first."""

    words: str
    rules: tuple[str, ...]

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return tuple(self.words.lower().split())

    def fits(self, asked: str) -> bool:
        """Return True if a word is one of these, in whatever form."""
        return any(_same(asked, word) for word in self._words)


def _same(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= STEM and long.startswith(short))


class RuleBook:
    """The chapters of one game. entries: in the order of play, the head of each chapter first.
    aside: what stands in no chapter, but may be named in the game: only its id finds it. small:
    words that a search leaves out of a question."""

    def __init__(
        self,
        title: str,
        entries: tuple[RuleEntry, ...],
        aside: tuple[RuleEntry, ...] = (),
        asks: tuple[PlainQuestion, ...] = (),
        small: str = SMALL,
    ) -> None:
        self.title = title
        self.entries = entries
        self.aside = aside
        self.asks = asks
        self.small = frozenset(small.split())
        self.chapters = tuple(dict.fromkeys(entry.chapter for entry in entries))
        self._by_id = {entry.id.upper(): entry for entry in (*aside, *entries)}
        prefixes = [e.id.partition("-")[0] for e in entries if TOKEN.fullmatch(e.id)]
        self._prefix = max(sorted(set(prefixes)), key=prefixes.count, default="")

    def find(self, id: str) -> RuleEntry | None:
        """The entry with an id, which may be written without the game's prefix: FIRE-05."""
        whole = self._by_id.get(id.upper())  # a term may end with a bracket of its own
        word = id.strip().strip("()[].,:;").upper()
        return whole or self._by_id.get(word) or self._by_id.get(f"{self._prefix}-{word}")

    def is_question(self, words: str) -> bool:
        """Return True for plain words with such among them as ask for nothing."""
        wanted = words.lower().replace("?", " ").split()
        return any(word in self.small for word in wanted) and self.find(words) is None

    def chapter(self, title: str) -> tuple[RuleEntry, ...]:
        """The entries of a chapter."""
        return tuple([entry for entry in self.entries if entry.chapter == title])

    def search(self, words: str) -> tuple[RuleEntry, ...]:
        """What answers these words, the best first; all of the book for none.

        First the entry with exactly that id, and chapters that are called so; then what answers
        these words, then entries that hold them all. Of a question, or where nothing holds them
        all, also what answers a part of it."""
        wanted = words.lower().replace("?", " ").split()
        if not wanted:
            return self.entries
        exact = self.find(words)
        phrase = " ".join(wanted)
        titled = [e for e in self.entries if " " in phrase and phrase in e.chapter.lower()]
        plain = [word for word in wanted if word not in self.small] or wanted
        answered = self._answers(plain, 1 if len(plain) < len(wanted) else len(plain))
        held = list(self._holding(plain))
        found = [*([exact] if exact is not None else []), *titled, *answered, *held]
        return tuple(dict.fromkeys(found or self._answers(plain, 1)))

    def _answers(self, asked: list[str], least: int) -> list[RuleEntry]:
        """Return what answers these words best, and at least so many of them. A word that few
        questions have counts more: "at night" more than "shoot"."""
        fits = [[ask.fits(word) for word in asked] for ask in self.asks]
        shared = [max(1, sum(column)) for column in zip(*fits, strict=True)]
        weights = [
            sum([1 / n for n, fit in zip(shared, row, strict=True) if fit]) * (sum(row) >= least)
            for row in fits
        ]
        most = max(weights, default=0)
        best = [ask for ask, weight in zip(self.asks, weights, strict=True) if weight == most > 0]
        found = [self.find(id) for ask in best for id in ask.rules]
        return [entry for entry in found if entry is not None]

    def _holding(self, wanted: list[str]) -> Iterator[RuleEntry]:
        """Yield the entries that hold every word: in whose name or chapter words begin so, in whose
        text they do, and last those with the words inside other words."""
        begun = [re.compile(rf"(?<!\w){re.escape(word)}") for word in wanted]
        ranks: tuple[list[RuleEntry], ...] = ([], [], [], [])
        for entry in self.entries:
            head = f"{entry.id} {entry.chapter}".lower()
            whole = f"{head} {entry.text.lower()}"
            if not all(word in whole for word in wanted):
                continue
            for begins, place in enumerate((head, whole)):
                if all(word.search(place) for word in begun):
                    ranks[begins].append(entry)
                    break
            else:
                ranks[2 if all(word in head for word in wanted) else 3].append(entry)
        for rank in ranks:
            yield from rank


@cache
def rule_books() -> dict[str, RuleBook]:
    """System id -> its book, of all systems that have one."""
    with open(FILE, encoding="utf-8") as file:
        found = json.load(file)
    books = {}
    for system, book in found.items():
        entries = []
        for part in book["chapters"]:
            title = part["title"]
            entries.append(RuleEntry(title, title, part["text"], sort="head"))
            entries += [_entry(title, *listed) for listed in part["entries"]]
        aside = [_entry("", *listed) for listed in book["aside"]]
        aside += [RuleEntry(title, IN_SHORT, text, sort="head") for title, text in book["answers"]]
        asks = [PlainQuestion(words, tuple(rules)) for words, rules in book["asks"]]
        books[system] = RuleBook(book["title"], tuple(entries), tuple(aside), tuple(asks))
    return books


def _entry(chapter: str, id: str, text: str, note: str, see: list[str], sort: str) -> RuleEntry:
    return RuleEntry(id, chapter, text, note, tuple(see), sort)
