"""The rule books in the language that is spoken."""

from __future__ import annotations

import re

from owm_net import games
from owm_net.client import language
from owm_net.client.language import kept_in_each, tr
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.files import rulebook
from owm_net.files.rulebook import PlainQuestion, RuleBook, RuleEntry

NOTES = (say("from Lieutenant on"), say("at Colonel"), say("lapsed"))
"""Where a rule holds, as `scripts/rule_books.py` writes it."""


WINS = say("win wins winning")
"""Words of a question for how a match is won."""
RULE_ID = re.compile(r"\b(?:(?:SKEL|[A-Z]{3,4}(?:-[A-Z]+)+)-\d+|[A-Z]{3}-C(?:D|OP)-[A-Z]+)\b")
"""How a rule is named in what is said, such as OWM-FIRE-05, or that of a card as OWM-CD-SMOKE."""


def named_rule(said: str) -> str:
    """The first rule that is named in what is said; "" for none."""
    found = RULE_ID.search(said)
    return found[0] if found is not None else ""


@kept_in_each
def rule_books() -> dict[str, RuleBook]:
    """System id -> its book, of all systems that have one."""
    found = rulebook.rule_books()
    if language.current() == "en":
        return found
    return {system: _in_words(book) for system, book in found.items()}


def _in_words(book: RuleBook) -> RuleBook:
    """A book in the language that is spoken."""
    entries = tuple([translated(entry) for entry in book.entries])
    aside = tuple([translated(entry) for entry in book.aside])
    titles = {entry.id: tr(entry.id) for entry in (*book.entries, *book.aside) if entry.is_term}
    asks = tuple(
        [
            PlainQuestion(tr(ask.words), tuple([titles.get(id, id) for id in ask.rules]))
            for ask in book.asks
        ]
    )
    return RuleBook(book.title, entries, aside, asks, tr(rulebook.SMALL))


@kept_in_each
def rule_book(system: str) -> RuleBook | None:
    """The book of a system that has one, with how it is played and how its missions are won before
    all else. Its rules are loaded."""
    book = rule_books().get(system)
    if book is None:
        return None
    rules = games.get(system)
    entries = (*how_to_play(rules), *how_to_win(rules), *book.entries)
    return RuleBook(book.title, entries, book.aside, book.asks, tr(rulebook.SMALL))


def how_to_play(system: System) -> list[RuleEntry]:
    """An entry for each page of its guide, in that order."""
    chapter = tr("How to play")
    return [
        RuleEntry(page_id(system, n), chapter, "\n".join(map(tr, page.words)), sort="page")
        for n, page in enumerate(system.guide)
    ]


def page_id(system: System, n: int) -> str:
    """How a page of the guide is called in the book, counted from 0: no other entry is so."""
    return f"{n + 1}. {tr(system.guide[n].title)}"


def asked_for(words: str) -> str:
    """Return what is looked up for what is typed: "How to win", where nothing else is asked, in the
    language that is spoken or in English."""
    asked = words.lower().replace("?", " ").split()
    for told in (str, tr):
        wins = told(WINS).split()
        if {*asked} & {*wins} and not {*asked} - {*wins} - {*told(rulebook.SMALL).split()}:
            return tr("How to win")
    return words


def how_to_win(system: System) -> list[RuleEntry]:
    """An entry for each mission: its briefing."""
    chapter = tr("How to win")
    found = []
    for mission in system.missions:
        told = system.briefing(system.new_game(system.default_setup(mission))).lines
        title = tr(system.about_mission(mission)[0])
        found.append(RuleEntry(title, chapter, "\n".join(map(tr, told)), sort="card"))
    return found


def translated(entry: RuleEntry) -> RuleEntry:
    """An entry in the language that is spoken."""
    id = tr(entry.id) if entry.is_term else entry.id
    note = tr(entry.note)
    return RuleEntry(id, tr(entry.chapter), tr(entry.text), note, entry.see, entry.sort)
