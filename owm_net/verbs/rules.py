"""`owm-net rules`: the rule books in the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from owm_net.client.language import tr
from owm_net.client.rules.rule_books import asked_for, rule_book, rule_books
from owm_net.client.terminal.parts import Line, Look
from owm_net.client.terminal.rules import rule_lines
from owm_net.engine.text import say
from owm_net.files.rulebook import RuleBook, RuleEntry
from owm_net.program.failing import BAD, FINE, Fail
from owm_net.program.options.declared import arguments
from owm_net.program.setups import find_system
from owm_net.program.terminal.printing import tell

MOST_ANSWERS = 8
"""Entries that are printed for a question."""
HELP = say("read the rules of a game, in our words, or look something up")
EXAMPLES = say("""examples:
  owm-net rules                     which rule books there are, and their chapters
  owm-net rules owm                 the whole book of Of War and Men
  owm-net rules owm FIRE-05         one rule, with what it has to do with
  owm-net rules owm how to win      what brings points in each mission, and when it ends
  owm-net rules nco what kills      what answers a question in plain words
  owm-net rules owm smoke wind      all rules that hold these words
  owm-net rules jam                 in all books
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net rules`."""

    words: list[str] = arguments(
        str, say("whose book; what to look up"), metavar=say("SYSTEM, ID or words")
    )


def run(options: Options) -> int:
    """Print what is found; 1 if nothing is."""
    books, words = rule_books(), list(options.words)
    if not words:
        for system, book in books.items():
            told = {"title": book.title, "count": len(book.entries)}
            more = tr("  {title}: {count} entries", **told)
            tell([Line((system, Look.HEADING), more)])
            tell([Line(chapter, indent=4, hang=6) for chapter in book.chapters])
        return FINE
    if words[0] in books:
        find_system(words[0])  # its rules can be loaded: they say how the missions are won
        books, words = {words[0]: rule_book(words[0]) or books[words[0]]}, words[1:]
    asked = asked_for(" ".join(words))
    found = [(book, entry) for book in books.values() for entry in _found(book, asked)]
    if not found:
        raise Fail(
            say("no rule holds {names!r}; the books: owm-net rules", names=" ".join(words)), BAD
        )
    rest = len(found) - MOST_ANSWERS
    if len(books) > 1 or not next(iter(books.values())).is_question(asked):
        rest = 0  # somebody who types words wants all that hold them
    chapter = ""
    for book, entry in found[:MOST_ANSWERS] if rest > 0 else found:
        if entry.chapter != chapter:
            chapter = entry.chapter
            tell([Line((f"{book.title}: {chapter}", Look.HEADING)), ""])
        tell([*rule_lines(book, entry), ""])
    if rest > 0:
        tell([tr("{n} more: write more words.", n=rest)])
    return FINE


def _found(book: RuleBook, words: str) -> tuple[RuleEntry, ...]:
    """Return the rule with this id, or every rule that holds the words."""
    entry = book.find(words) if words else None
    return (entry,) if entry is not None else book.search(words)
