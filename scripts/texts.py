"""`make texts`: the catalogues of the window's texts, made of the source.

Brings owm_net/locale/<language>/LC_MESSAGES/<domain>.po up to the source: a new text is added
without a translation, one that is gone is removed. Compiles each to the .mo that the window reads.
Says what remains to be translated, and returns 1 if anything does.

A text is the first argument of tr, tr_n, say and say_n, written out; so it is found by reading the
source. The texts of a data file are its fields of the type `Said`: found by reading the file as the
game does.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import attrs
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from owm_net import games
from owm_net.engine.text import Text
from owm_net.files.rulebook import rule_books

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "owm_net/locale"
LANGUAGES = ("de",)
ONE, COUNTED = ("tr", "say"), ("tr_n", "say_n")
"""Functions that take a text; those that take it for one and for several."""
CALLED = re.compile(rf"\b({'|'.join((*ONE, *COUNTED))})\(")
GAMES = sorted(games.names())
RULES = "rules"
"""The catalogue of the rule books."""
DOMAINS = ("owm_net", RULES, *GAMES)
HEADER = "# {domain}, {language}. `make texts` keeps this file; translate the empty lines by hand."
DATED = re.compile(r'(?m)^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Report-Msgid).*\n')


def sources(domain: str) -> list[Path]:
    """The files whose texts a catalogue holds: those of its game, or of no game."""
    found = sorted((ROOT / "owm_net").rglob("*.py"))
    all_games = ROOT / "owm_net/games"
    if domain in GAMES:
        return [path for path in found if all_games / domain in path.parents]
    return [path for path in found if all_games not in path.parent.parents]


def texts_of(source: str) -> Iterator[str | tuple[str, str]]:
    """The texts of a file in the order in which they stand there. Raises ValueError where a call
    fills in other places than its text has: whoever comes to that line would see a traceback."""
    if CALLED.search(source) is None:
        return
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        words = [
            a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
        ]
        found = words[:2] if name in COUNTED else words[:1] if name in ONE else []
        given = {keyword.arg for keyword in call.keywords}
        if found and given and None not in given:  # else it is filled in later
            places = {place.partition(":")[0] for text in found for place in names_in(text)}
            if places - {"n"} != given - {"n"}:
                raise ValueError(f"line {call.lineno}: {sorted(places)} is given other names")
        if name in COUNTED and len(words) >= 2:
            yield words[0], words[1]
        elif name in ONE and words and words[0]:
            yield words[0]


def texts(domain: str) -> Catalog:
    """All texts of the source and of the data files that belong into a catalogue."""
    if domain == RULES:
        return rules()
    catalogue = Catalog(domain=domain, fuzzy=False)
    for path in sources(domain):
        name = path.relative_to(ROOT).as_posix()
        for text in texts_of(path.read_text(encoding="utf-8")):
            catalogue.add(text, locations=[(name, 0)])
    if domain in GAMES:
        said = {str(text) for text in said_by(data_of(domain))}
        for path in sorted((ROOT / "owm_net/games" / domain / "data").rglob("*.toml")):
            name = path.relative_to(ROOT).as_posix()
            for text in strings_in(tomllib.loads(path.read_text(encoding="utf-8"))):
                if text in said:
                    catalogue.add(text, locations=[(name, 0)])
    return catalogue


def rules() -> Catalog:
    """The chapters, terms, entries and plain words of all rule books, in the order of play."""
    catalogue = Catalog(domain=RULES, fuzzy=False)
    for system, book in rule_books().items():
        where = [(f"docs/rules/{system}.md", 0)]
        for entry in (*book.entries, *book.aside):
            if entry.is_term:
                catalogue.add(entry.id, locations=where)
            if entry.text:
                catalogue.add(entry.text, locations=where)
        for ask in book.asks:
            catalogue.add(ask.words, locations=where)
    return catalogue


def data_of(domain: str) -> list[object]:
    """Return everything a game has read from its data files: all objects in its modules; and its
    lessons."""
    course = games.get(domain).course()
    package = f"owm_net.games.{domain}."
    ours = [module for name, module in sys.modules.items() if name.startswith(package)]
    return [
        course,
        *[thing for module in ours for thing in _objects_in(list(vars(module).values()))],
    ]


def _objects_in(thing: Any) -> Iterator[object]:
    """Yield those of attrs classes, in lists and tables too: a bare text there is not from a data
    file, but was written into the source."""
    if isinstance(thing, list | tuple):
        for part in thing:
            yield from _objects_in(part)
    elif isinstance(thing, Mapping):
        yield from _objects_in(list(thing.values()))
    elif _fields_of(thing.__class__):
        yield thing


def said_by(thing: Any, seen: set[int] | None = None) -> Iterator[Text]:
    """The texts of what was read from data files, wherever they stand in it. seen: what was looked
    through, by its id."""
    seen = set() if seen is None else seen
    if isinstance(thing, Text):
        yield thing
    elif isinstance(thing, list | tuple):
        for part in thing:
            yield from said_by(part, seen)
    elif isinstance(thing, Mapping):
        yield from said_by(list(thing.values()), seen)
    elif id(thing) not in seen and (names := _fields_of(thing.__class__)):
        seen.add(id(thing))
        for name in names:
            yield from said_by(getattr(thing, name, None), seen)


@cache
def _fields_of(cls: type) -> tuple[str, ...]:
    return tuple([field.name for field in attrs.fields(cls)]) if attrs.has(cls) else ()


def strings_in(content: Any) -> Iterator[str]:
    """All strings of a data file in the order in which they stand there."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for part in content.values() if isinstance(content, dict) else content:
            yield from strings_in(part)


def updated(domain: str, language: str, wanted: Catalog) -> Catalog:
    """A translation, with a place for each text that is wanted and for no other."""
    path = po_of(domain, language)
    if path.exists():
        kept = read(path, language)
    else:
        kept = Catalog(language, domain=domain, fuzzy=False)
        kept.header_comment = HEADER.format(domain=domain, language=language)
    kept.update(wanted, no_fuzzy_matching=True, update_header_comment=False)
    kept.obsolete.clear()
    return kept


def po_of(domain: str, language: str) -> Path:
    """Where a translation stands."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(path: Path, language: str) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=path.stem)


def written(catalogue: Catalog) -> bytes:
    """A catalogue as it is kept: in the order of the files, without dates and line numbers."""
    out = io.BytesIO()
    write_po(out, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    return DATED.sub("", out.getvalue().decode()).encode()


def compiled(catalogue: Catalog) -> bytes:
    """As gettext reads it, the same bytes at any time."""
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def problems(catalogue: Catalog) -> Iterator[str]:
    """Yield the faults of a catalogue: missing, uncertain, other names or other blanks."""
    for message in catalogue:
        if not message.id:
            continue
        one = message.id if isinstance(message.id, str) else message.id[0]
        whose = f"{catalogue.domain}.po: {one!r:.70}"
        if message.fuzzy:
            yield f"{whose}: fuzzy: is the translation still right?"
        if catalogue.domain != RULES:
            yield from (f"{whose}: {fault}" for fault in faults(message))
        elif not message.string:
            yield f"{whose}: not translated"  # no more is asked: there a brace is a brace


def faults(message: Message) -> Iterator[str]:
    """Yield the faults of one translation."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    told = [message.string] if isinstance(message.string, str) else list(message.string or ())
    if not all(told):
        yield "not translated"
        return
    names = {name for text in ids for name in names_in(text)}
    for text in told:
        if names_in(text) - names:
            yield f"says {', '.join(sorted(names_in(text) - names))}, which it is not given"
        unsaid = names - names_in(text) - ({"n"} if len(told) > 1 else set())
        if unsaid:
            yield f"does not say {', '.join(sorted(unsaid))}"
        if [text[:1].isspace(), text[-1:].isspace()] != [
            ids[0][:1].isspace(),
            ids[0][-1:].isspace(),
        ]:
            yield "begins or ends with a blank where the other does not"


def blanks_of(text: str) -> tuple[str, str]:
    """Return the invisible beginning and end of a text."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def names_in(text: str) -> set[str]:
    """The {names} of a text, with what is said about their form."""
    return {
        name + (f":{form}" if form else "")
        for _, name, form, _ in Formatter().parse(text)
        if name is not None
    }


def main() -> int:
    left = []
    for domain in DOMAINS:
        wanted = texts(domain)
        for language in LANGUAGES:
            catalogue = updated(domain, language, wanted)
            path = po_of(domain, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(catalogue))
            kept = read(path, language)
            path.with_suffix(".mo").write_bytes(compiled(kept))
            found = list(problems(kept))
            print(f"{language} {domain}: {len(kept)} texts, {len(found)} to look at")
            left += found
    print("\n".join(left))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
