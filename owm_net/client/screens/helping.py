"""The help over a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.actions import AtTable, OpenRule
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import page_buttons, panel
from owm_net.client.screens import replaying
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.stack import Door
from owm_net.client.table import Table
from owm_net.engine.text import say

KEYS: list[tuple[str | tuple[str, ...], str]] = [
    (say("Point"), say("at a card or a soldier: enlarged; at anything else: what it is")),
    (say("Click"), say("choose what is lit; a second click or Enter confirms")),
    (say("Enter"), say("confirm")),
    (("space",), say("skip what is being shown; pass, at the second press where a card fits")),
    (
        say("Esc"),
        say("one step back: takes back a choice, closes what lies over the table (as right click)"),
    ),
    (
        say("Tab, arrows"),
        say("walk through what can be pressed; the arrows also to what can be read"),
    ),
    (
        say("Wheel"),
        say("the map nearer; log and numbers. Right button or Space held: draws the map"),
    ),
    ((".", ",", "0"), say("the map nearer, farther, all of it; Ctrl and arrows: along it")),
    (("+", "-"), say("everything larger or smaller")),
]
"""Keys of every table: words, or by what each does by default (`client.keys`). Those that open
screens come after them, then a game's own."""


LINE, GAP = 16.5, 5.0
"""From one line to the next, and between two entries."""


KEYS_WIDE = 96.0
"""Room for the keys, before what they do."""


def _height(pen: Pen, told: Sequence[str]) -> float:
    """Of the left column, with what keys do."""
    lines = sum([len(pen.wrap(text, "body", theme.SMALL, 262, 3)) for text in told])
    lines += sum([len(pen.wrap(text, "body", theme.SMALL, 350, 4)) for text in LEGEND])
    return lines * LINE + GAP * (len(told) + len(LEGEND))


class Help(OverTable):
    """Keys at the left, the game's own notes at the right."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Beside each other."""
        model, table, z = at.model, at.table, Z
        rect = Rect(pen.w / 2 - 540, 40, 1080, pen.h - 80)
        panel(Box(pen, rect, z), "help", title=tr("Help"), dark=True)
        y = rect.y + 50
        doors = [(door.keys, door.what) for door in model.doors]
        told = [*KEYS, *doors, *table.keys] if model.replay is None else replaying.HELP
        size = theme.SMALL if y + _height(pen, [what for _, what in told]) <= rect.bottom else 13.0
        for one, what in told:
            key = one if isinstance(one, str) else _shown(pen, one)
            lines = pen.wrap(what, "body", size, 262, 3)
            pen.add(
                f"help:{key}",
                "text",
                Rect(rect.x + 14, y - 11, 376, GAP + LINE * len(lines)),
                z=z + 2,
                runs=[
                    pen.run(
                        key, rect.x + 22, y, role="bold", size=14, colour=theme.LIT, room=KEYS_WIDE
                    ),
                    *pen.runs(lines, rect.x + 124, y, LINE, size=size),
                ],
            )
            y += GAP + LINE * len(lines)
        for i, text in enumerate(LEGEND):
            lines = pen.wrap(text, "body", size, 350, 4)
            y += GAP
            pen.add(
                f"help.legend:{i}",
                "text",
                Rect(rect.x + 14, y - 9, 366, LINE * len(lines)),
                z=z + 2,
                runs=pen.runs(lines, rect.x + 22, y, LINE, size=size, colour=theme.SAND),
            )
            y += LINE * len(lines)
        area = Rect(rect.x + 400, rect.y + 32, rect.w - 416, rect.h - 44)
        _notes(pen, area, table, model, self.page, z)
        close_button(pen, at, rect)


HELP = Door(
    word="help",
    keys=("f1", "h", "?"),
    label=say("HELP"),
    tip=say("Keys and how things work"),
    what=say("this help"),
    screen=Help,
)


def _shown(pen: Pen, commands: tuple[str, ...]) -> str:
    """Their keys beside each other, as many as there is room for; the first is the best known."""
    names = [keys.shown(command) for command in commands]
    while len(names) > 1 and pen.width("  ".join(names), "bold", 14) > KEYS_WIDE:
        names.pop()
    return "  ".join(names)


COLUMNS = 2
"""Of notes, side by side."""

NAMED = re.compile(r"\b[A-Z]+-\d\d\b")
"""How a note names a rule of its game: without the letters of the game, for it is short."""

LEGEND = [
    say(
        "Lit choices have a gold frame with heavy corners. What cannot be "
        "done now says why, with the rule's number, when you point at it "
        "or click it."
    ),
    say("Nothing is final until you confirm; then it is, for good."),
]


@frozen
class Note:
    """A paragraph with its heading. column: counted through all pages; y: below the top. rules:
    which lines name a rule, from the first to before the last, and the first that they name."""

    head: str
    lines: list[str]
    column: int
    y: float
    rules: list[tuple[int, int, str]]


def _laid(pen: Pen, area: Rect, table: Table) -> list[Note]:
    """The game's notes in columns as high as `area`."""
    found = []
    column, y = 0, 18.0
    for head, texts in table.help():
        lines: list[str] = []
        rules = []
        for text in texts:
            wrapped = pen.wrap(text, "body", theme.SMALL, area.w / COLUMNS - 30, 20)
            named = NAMED.search(text)
            if named is not None:
                rules.append((len(lines), len(lines) + len(wrapped), named[0]))
            lines += wrapped
        need = 30 + 18.0 * len(lines)
        if y + need > area.h and y > 18.0:
            column, y = column + 1, 18.0
        found.append(Note(head, lines, column, y, rules))
        y += need + 8
    return found


def _notes(pen: Pen, area: Rect, table: Table, model: Model, page: int, z: int) -> None:
    """Draw the game's notes about itself, in two columns; further pages if there is more."""
    notes = _laid(pen, area, table)
    pages = 1 + max((note.column for note in notes), default=0) // COLUMNS
    if pages > 1:
        area = Rect(area.x, area.y, area.w, area.h - 36)
        notes = _laid(pen, area, table)
        pages = 1 + max(note.column for note in notes) // COLUMNS
        foot = Rect(area.x, area.bottom + 4, area.w, 28)
        page_buttons(Box(pen, foot, z + 5), min(page, pages - 1), pages, lit=True)
    page = min(page, pages - 1)
    half = area.w / COLUMNS
    for note in notes:
        if note.column // COLUMNS != page:
            continue
        x, y = area.x + half * (note.column % COLUMNS), area.y + note.y
        pen.add(
            f"help.note:{note.head}",
            "text",
            Rect(x, y - 12, half - 14, 30 + 18.0 * len(note.lines)),
            z=z + 2,
            runs=[
                pen.run(
                    tr(note.head).upper(),
                    x + 8,
                    y,
                    role="title",
                    size=16,
                    colour=theme.GOLD,
                    room=half - 30,
                ),
                *pen.runs(note.lines, x + 8, y + 22, 18, size=theme.SMALL),
            ],
        )
        for first, last, rule in note.rules:
            id = f"help.rule:{rule}"
            pen.add(
                id,
                "line",
                Rect(x, y + 22 + 18 * first - 10, half - 14, 18.0 * (last - first)),
                z=z + 3,
                action=OpenRule(rule),
                tooltip=tr("Rule {rule}", rule=rule),
            )
