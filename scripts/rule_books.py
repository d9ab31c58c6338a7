"""Makes the rule books that the program ships out of the ledgers docs/rules/<system>.md.

A player wants the rule and the ruling, in our words. The source, its words, the reasons for a
ruling, the tests' duties and secrecy stay behind.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rules_table import cells_of

from owm_net.files.rulebook import TOKEN

ROOT = Path(__file__).resolve().parent.parent
LEDGERS = ROOT / "docs" / "rules"

_LINES = r"\d{3}:\d+(?:-\d+)?(?:, ?(?:\d{3}:)?\d+(?:-\d+)?)*"
_BRACKET = re.compile(rf" ?\({_LINES}\)")
_CITED = re.compile(rf"(?:, )?{_LINES}(?:: ?)?")

HIDDEN = {
    *("id", "source", "reason", "test", "test must show", "what a test must show"),
    *("hid", "hidden", "lvl", "v"),
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
ASKED = {"conflict", "question"}
"""Columns that say what a ruling is about; not shown where they quote more than some words."""
LONG_QUOTE = re.compile(r'"(?:[^" ]+ ){4,}[^"]*"')
PLAIN = {"rule", "short definition", "effect"}
"""Columns whose heading would say nothing."""
LEVELS = {
    "L": "from Lieutenant on",
    "C": "at Colonel",
    "L/C": "from Lieutenant on",
    "lapsed": "lapsed",
}


_DATA = re.compile(r"\*\*(D-\d+[a-z]?) ([^*]+)\*\*(.*)")
"""What data are about: "**D-9 Wound chart** (source): more of it"."""
_HEADING = re.compile(r"^#+ (?:[\d.]+ )?(?:G-\d+ )?")


def without_marks(text: str) -> str:
    """A cell as people read it: no marks of Markdown, no citations of a source."""
    text = re.sub(r"`([^`]*)`", r"\1", text).replace("**", "")
    text = _CITED.sub("", _BRACKET.sub("", text))
    text = re.sub(r"\( *[;,]? *", "(", text).replace("()", "")
    text = re.sub(r"[;,] *\)", ")", text)
    text = re.sub(r" +([.,;:)])", r"\1", re.sub(r"  +", " ", text))
    return text.strip(" ;,:")


def book_of(ledger: str) -> dict[str, Any]:
    """The book that a ledger holds."""
    title, section, header = "", "Rules", list[str]()
    sections: dict[str, list[list[Any]]] = {}
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
            text = "\n".join(
                shown if name in PLAIN else f"{name.capitalize()}: {shown}"
                for name, cell in row.items()
                if name not in HIDDEN and (shown := without_marks(cell))
                if name not in ASKED or not LONG_QUOTE.search(shown)
            )
            note = LEVELS.get(row.get("lvl", ""), "")
            see = TOKEN.findall(" ".join(row.values()))
            heading = without_marks(row.get("name", cells[0]))  # a row of data: its key is for us
            sections.setdefault(section, []).append([heading, text, note, see])
    for section, entries in _data(ledger).items():
        sections.setdefault(section, [])[:0] = entries
    name = re.split(" [-\u2014] ", title)[0]
    return {"title": name, "sections": _linked(sections, decided)}


def _data(ledger: str) -> dict[str, list[list[Any]]]:
    """Return, by section, the text below "**D-9 Wound chart**" that belongs to no entry: words, and
    the rows of a table that begins with no id, a line each."""
    found: dict[str, list[list[Any]]] = {}
    section, header, told, rows = "", list[str](), list[str](), list[str]()
    for line in [*ledger.splitlines(), "#"]:
        data = _DATA.match(line)
        if (data or line.startswith("#")) and told and (told[2] or rows):
            id, name, words = told
            text = "\n".join(part for part in (name, without_marks(words), *rows) if part)
            found.setdefault(section, []).append([id, text, "", TOKEN.findall(words)])
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


def _linked(
    sections: dict[str, list[list[Any]]], decided: dict[str, list[str]]
) -> list[dict[str, Any]]:
    """The sections, with links by full ids, and from each rule to the rulings that decide it."""
    ids = {entry[0] for entries in sections.values() for entry in entries}
    prefix = {id.partition("-")[0] for id in ids if id.count("-") > 1}

    def full(token: str) -> str:
        names = [token, *(f"{p}-{token}" for p in sorted(prefix))]
        return next((name for name in names if name in ids), "")

    rulings: dict[str, list[str]] = {}
    for ruling, rules in decided.items():
        for rule in rules:
            rulings.setdefault(full(rule), []).append(ruling)
    for entries in sections.values():
        for entry in entries:
            seen = [*entry[3], *decided.get(entry[0], ()), *rulings.get(entry[0], ())]
            entry[3] = [id for id in dict.fromkeys(map(full, seen)) if id and id != entry[0]]
    return [{"title": title, "entries": entries} for title, entries in sections.items()]


def books(systems: tuple[str, ...]) -> str:
    """The file that is shipped."""
    made = {name: book_of((LEDGERS / f"{name}.md").read_text("utf-8")) for name in systems}
    return json.dumps(made, indent=0, ensure_ascii=False) + "\n"
