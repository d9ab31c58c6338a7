"""Makes the rule books that the program ships out of the ledgers docs/rules/<system>.md.

A player wants the rule and the ruling, in our words. The source, its words, the reasons for a
ruling, the tests' duties and secrecy stay behind. docs/rules/books/<system>.toml says which entries
make which chapter, and which plain words ask for which rules.
"""

from __future__ import annotations

import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from attrs import define, field
from rules_table import cells_of

from owm_net.files.rulebook import TOKEN

ROOT = Path(__file__).resolve().parent.parent
LEDGERS = ROOT / "docs" / "rules"
PLANS = LEDGERS / "books"

_LINES = r"\d{3}:\d+(?:-\d+)?(?:, ?(?:\d{3}:)?\d+(?:-\d+)?)*"
_BRACKET = re.compile(rf" ?\({_LINES}\)")
_CITED = re.compile(rf"(?:, )?{_LINES}(?:: ?)?")
_ID = r"(?:[A-Z]{1,5}\d*-)+[A-Z0-9]+[a-z]?"
_IDS = rf"{_ID}(?:(?:, | and |\.\.| to ){_ID}|\.\.\d+|, -\d+|, \d+)*"
_LINKS = re.compile(rf" ?[(\[](?:rulings? |see |GAP )?{_IDS}[)\]]| ?\[P\]")
_HISTORY = re.compile(
    rf" ?\(?(?:Overturns|replaces) {_IDS}(?: as to [^.;)]*)?\.?\)?"
    r"| ?\((?:switch|PUB-|the sheet)[^)]*\)| PUB-\d[^.]*\.?"
)
"""Marks that the ledger needs and a player does not: ids in brackets are links of the entry."""
_NO_LONGER = re.compile(rf"(?:^|[.?:] )(?:Overturned|Replaced) by {_IDS}\.?(?= It was|$)")
"""A ruling that another has taken the place of."""

HIDDEN = {
    *("id", "source", "reason", "why", "test", "test must show", "what a test must show"),
    *("hid", "hidden", "lvl", "v", "window"),
    *(
        "name",
        "identifier",
        "option key",
        "constraints in the text",
        "rulebook term",
        "term",
        "flips in order",
    ),
}
"""Columns that are not shown, or not as they are."""
ASKED = {"conflict", "question", "problem", "text"}
"""Columns that say what a ruling is about; shown before it, unless they quote the source."""
PLAIN = {
    *("rule", "short definition", "effect", "trait", "meaning", "ruling", "step", "who and when"),
}
"""Columns whose heading would say nothing."""
LEAST_WORDS = 12
"""Of a ruling that says something without its question."""
LEVELS = {
    "L": "from Lieutenant on",
    "C": "at Colonel",
    "L/C": "from Lieutenant on",
    "lapsed": "lapsed",
}


_DATA = re.compile(r"\*\*(D-\d+[a-z]?) ([^*]+)\*\*(.*)")
"""What data are about: "**D-9 Wound chart** (source): more of it"."""
_HEADING = re.compile(r"^#+ (?:[\d.]+ )?(?:G-\d+ )?")


@define
class Entry:
    """An entry of a ledger. sort: as in the book (`files.rulebook.RuleEntry`). see: what may be
    ids in it. decides: of a ruling, the rules that it decides. bare: it is a ruling that no longer
    holds, or says nothing without its question, which quotes the source."""

    id: str
    section: str
    text: str
    note: str
    see: list[str]
    sort: str
    decides: list[str] = field(factory=list)
    bare: bool = False

    def shipped(self) -> list[Any]:
        """Return it as it stands in the file."""
        return [self.id, self.text, self.note, self.see, self.sort]


def without_marks(text: str) -> str:
    """A cell as people read it: no marks of Markdown, no citations of a source, no links."""
    text = re.sub(r"`([^`]*)`", r"\1", text).replace("**", "")
    text = _CITED.sub("", _BRACKET.sub("", text))
    text = re.sub(r"\( *[;,]? *", "(", text).replace("()", "")
    text = re.sub(r"[;,] *\)", ")", text)
    text = re.sub(r" +([.,;:)])", r"\1", re.sub(r"  +", " ", text))
    return without_links(text).strip(" ;,:")


def without_links(text: str) -> str:
    """A text without ids in brackets, and without what a ruling has overturned."""
    text = _LINKS.sub("", _HISTORY.sub("", text))
    return re.sub(r" +([.,;:)])", r"\1", text)


def book_of(ledger: str, plan: dict[str, Any], named: set[str]) -> dict[str, Any]:
    """The book that a ledger holds. named: ids that the game may name to a player."""
    name, entries = _read(ledger)
    _link(entries)
    prefixes = [e.id.partition("-")[0] for e in entries if e.sort == "rule" and "-" in e.id]
    prefix = max(sorted(set(prefixes)), key=prefixes.count)
    free = {entry.id: entry for entry in entries}
    chapters = [
        {**chapter, "entries": _taken(chapter, free, prefix)} for chapter in plan["chapter"]
    ]
    where = {e.id: chapter["entries"] for chapter in chapters for e in chapter["entries"]}
    for ruling in [entry for entry in free.values() if entry.sort == "ruling"]:
        chapter = next((where[id] for id in ruling.decides if id in where), None)
        if chapter is not None and not (ruling.bare or _is_without(plan, ruling.id, prefix)):
            chapter.append(free.pop(ruling.id))
    for chapter, part in zip(chapters, plan["chapter"], strict=True):
        chapter["entries"] += _taken(part, free, prefix, rulings=True)
    shown = {e.id for chapter in chapters for e in chapter["entries"]}
    aside = [e for e in free.values() if e.id in named]
    answers = plan.get("answer", [])
    for entry in [*(e for chapter in chapters for e in chapter["entries"]), *aside]:
        entry.see = [id for id in entry.see if id in shown]
    return {
        "title": name,
        "chapters": [
            {
                "title": chapter["title"],
                "text": chapter["text"],
                "entries": [entry.shipped() for entry in chapter["entries"]],
            }
            for chapter in chapters
        ],
        "aside": [entry.shipped() for entry in aside],
        "answers": [[answer["title"], answer["text"]] for answer in answers],
        "asks": [
            *([ask["words"], _full(ask["rules"], shown, prefix)] for ask in plan["ask"]),
            *(
                [answer["words"], [answer["title"], *_full(answer["rules"], shown, prefix)]]
                for answer in answers
            ),
        ],
    }


def _taken(
    chapter: dict[str, Any], free: dict[str, Entry], prefix: str, rulings: bool = False
) -> list[Entry]:
    """Take the entries of a chapter from those that are free. rulings: rulings, and nothing
    else."""

    def is_of(wanted: str, entry: Entry) -> bool:
        if (entry.sort == "ruling") != rulings or entry.bare:
            return False
        if any(_means(one, entry.id, prefix) for one in chapter.get("without", ())):
            return False
        return _means(wanted, entry.id, prefix) or fnmatch(entry.section, wanted)

    found = []
    for wanted in chapter["from"]:
        found += [free.pop(entry.id) for entry in list(free.values()) if is_of(wanted, entry)]
    return found


def _is_without(plan: dict[str, Any], id: str, prefix: str) -> bool:
    return any(
        _means(one, id, prefix) for chapter in plan["chapter"] for one in chapter.get("without", ())
    )


def _means(wanted: str, id: str, prefix: str) -> bool:
    """Whether an id is meant, which may be written without the game's prefix: "FIRE-*"."""
    return fnmatch(id, wanted) or fnmatch(id, f"{prefix}-{wanted}")


def _full(wanted: list[str], shown: set[str], prefix: str) -> list[str]:
    """Whole ids of what is in the book. Raises ValueError for another."""
    found = []
    for one in wanted:
        id = next((id for id in (one, f"{prefix}-{one}") if id in shown), "")
        if not id:
            raise ValueError(f"{one}: no chapter has it")
        found.append(id)
    return found


def _read(ledger: str) -> tuple[str, list[Entry]]:
    """The name of the game, and all entries in the order of the ledger."""
    title, section, header = "", "Rules", list[str]()
    sections: dict[str, list[Entry]] = {}
    decided: dict[str, list[str]] = {}
    for line in ledger.splitlines():
        if line.startswith("#"):
            name = _HEADING.sub("", line)
            title, section = (title, without_marks(name)) if title else (name, section)
        if not line.startswith("|"):
            header = []
            continue
        cells = cells_of(line)
        if not header:
            header = [cell.lower() for cell in cells]
            continue
        row = dict(zip(header, cells, strict=False))
        if header[0] == "ruling":
            for ruling in cells[0].split(","):
                decided.setdefault(ruling.strip(), []).extend(TOKEN.findall(cells[1]))
        elif header[0] in ("id", "rulebook term", "term") and not set(cells[0]) <= set("-: "):
            sections.setdefault(section, []).append(_entry(section, row))
    for section, entries in _data(ledger).items():
        sections.setdefault(section, [])[:0] = entries
    entries = [entry for found in sections.values() for entry in found]
    for entry in entries:
        if entry.sort == "ruling":
            entry.decides = decided.get(entry.id, [])
    return re.split(" [-\u2014] ", title)[0], entries


def _entry(section: str, row: dict[str, str]) -> Entry:
    """An entry out of a row of the ledger."""
    heading = without_marks(row.get("name", next(iter(row.values()))))  # a key of data is for us
    shown = [
        told if name in PLAIN else f"{name.capitalize()}: {told}"
        for name, cell in row.items()
        if name not in HIDDEN and (told := without_marks(cell))
        if "ruling" not in row or name not in ASKED
    ]
    sort, bare = "rule", False
    if "ruling" in row:
        asked = next((without_marks(row[name]) for name in ASKED if name in row), "")
        quotes = '"' in asked or not asked
        answer = _answered(asked, shown)
        bare = bool(_NO_LONGER.search(answer)) or (
            quotes and len(" ".join(shown).split()) < LEAST_WORDS
        )
        shown, sort = [answer], "ruling"
    elif "id" not in row or (section.startswith("Data tables") and "name" in row):
        sort = "term"
    elif "name" in row:
        sort = "card"
    note = LEVELS.get(row.get("lvl", ""), "")
    see = TOKEN.findall(" ".join(row.values()))
    return Entry(heading, section, "\n".join(shown), note, see, sort, bare=bare)


def _answered(asked: str, ruling: list[str]) -> str:
    """A question with its answer; what quotes the source is left out."""
    answer = " ".join(ruling)
    answer = answer[:1].upper() + answer[1:]
    if '"' in asked or not asked:
        return answer
    return f"{asked if asked[-1] in '?.!' else asked.rstrip(';:,') + ':'} {answer}"


def _data(ledger: str) -> dict[str, list[Entry]]:
    """Return, by section, the text below "**D-9 Wound chart**" that belongs to no entry: words, and
    the rows of a table that begins with no id, a line each."""
    found: dict[str, list[Entry]] = {}
    section, header, told, rows = "", list[str](), list[str](), list[str]()
    for line in [*ledger.splitlines(), "#"]:
        data = _DATA.match(line)
        if (data or line.startswith("#")) and told and (told[2] or rows):
            id, name, words = told
            text = "\n".join(part for part in (name, without_marks(words), *rows) if part)
            entry = Entry(id, section, text, "", TOKEN.findall(words), "rule")
            found.setdefault(section, []).append(entry)
        if data:
            told, rows, header = [data[1], data[2], data[3].rpartition("):")[2].strip()], [], []
            if data[3].startswith(" (") and "):" not in data[3]:
                told[2] = data[3].partition(")")[2].strip(" .,")
        elif line.startswith("#"):
            section, told = without_marks(_HEADING.sub("", line)), []
        elif line.startswith("|"):
            cells = cells_of(line)
            if not header:
                header = [cell.lower() for cell in cells]
            elif header[0] != "id" and not set(cells[0]) <= set("-: "):
                rows.append(_in_a_line(header, cells))
        elif told and line:
            told[2] += f" {line}"
    return found


def _in_a_line(header: list[str], cells: list[str]) -> str:
    """A row: "4: fire; moves: no"."""
    told = []
    for name, cell in list(zip(header, cells, strict=False))[1:]:
        shown = without_marks(cell)
        if name != "id":
            told.append(f"{name}: {shown}")
        elif "title" not in header:
            told.append(shown.replace("_", " "))
    return f"{without_marks(cells[0])}: {'; '.join(told)}"


def _link(entries: list[Entry]) -> None:
    """Link by full ids, and each rule with the rulings that decide it."""
    ids = {entry.id: entry for entry in entries}
    prefix = {id.partition("-")[0] for id in ids if id.count("-") > 1}

    def full(token: str) -> str:
        names = [token, *(f"{p}-{token}" for p in sorted(prefix))]
        return next((name for name in names if name in ids), "")

    for entry in entries:
        entry.see = [full(token) for token in entry.see]
        entry.decides = [full(token) for token in entry.decides]
    for ruling in [entry for entry in entries if entry.sort == "ruling"]:
        citing = [e.id for e in entries if e.sort == "rule" and ruling.id in e.see]
        ruling.decides = [*ruling.decides, *citing, *ruling.see]
        for id in ruling.decides:
            if id and ids[id].sort != "ruling":
                ids[id].see.append(ruling.id)
    for entry in entries:
        linked = dict.fromkeys([*entry.see, *entry.decides])
        entry.see = [id for id in linked if id and id != entry.id]


def named_by(system: str) -> set[str]:
    """What may be ids in the source of a game: it may name them to a player."""
    found = set[str]()
    for part in (f"games/{system}", f"client/tables/{system}"):
        for path in sorted((ROOT / "owm_net" / part).rglob("*.py")):
            found |= set(TOKEN.findall(path.read_text("utf-8")))
    return found


def books(systems: tuple[str, ...]) -> str:
    """The file that is shipped."""
    made = {}
    for name in systems:
        plan = tomllib.loads((PLANS / f"{name}.toml").read_text("utf-8"))
        made[name] = book_of((LEDGERS / f"{name}.md").read_text("utf-8"), plan, named_by(name))
    return json.dumps(made, indent=0, ensure_ascii=False) + "\n"
