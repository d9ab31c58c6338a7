"""The help over a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box, flowed, whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens import replaying
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.sitting.actions import AtTable, OpenRule
from owm_net.client.sitting.table import Table
from owm_net.client.stage.stack import Door
from owm_net.client.widgets import page_buttons, panel
from owm_net.engine.text import say

KEYS: list[tuple[str | tuple[str, ...], str]] = [
    (say("Point"), say("at a card or a soldier to enlarge it, at anything else to see what it is")),
    (say("Click"), say("choose what is lit; a second click or Enter confirms")),
    (say("Enter"), say("confirm")),
    (("space",), say("skip what is being shown; pass, at the second press where a card fits")),
    (
        say("Esc"),
        say(
            "one step back: undoes a choice, closes what is over the table (so does a right click)"
        ),
    ),
    (
        say("Tab, arrows"),
        say("go through the buttons and choices; the arrows also reach what can be read"),
    ),
    (
        say("Wheel"),
        say("zooms the map; turns the log and numbers. Right button or Space held: drags the map"),
    ),
    ((".", ",", "0"), say("zoom in, zoom out, the whole map; Ctrl and arrows: move along it")),
    (("+", "-"), say("everything larger or smaller")),
]
"""Keys of every table: words, or by what each does by default (`client.keys`). Those that open
screens come after them, then a game's own."""


LINE, GAP = 16.5, 5.0
"""From one line to the next, and between two entries."""
KEYS_WIDE = 96.0
"""Room for the keys, before what they do."""
SIZES = (theme.SMALL, 13.0)
"""Of letters in the left column: the first with which all of it has room."""


class Help(OverTable):
    """Keys at the left, the game's own notes at the right; what has no room is on further pages."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Beside each other."""
        sitting = at.sitting
        frame = whole(pen, Z).centred(1080, pen.h - 80)
        room = panel(frame, "help", title=tr("Help"), dark=True)
        doors = [(door.keys, door.what) for door in sitting.useful_doors()]
        told = [*KEYS, *doors, *at.table.keys] if sitting.replay is None else replaying.help_keys()
        left = room.cut_left(376, gap=14)
        for size in SIZES:
            entries = [
                *((_shown(pen, one), pen.wrap(what, "body", size, 268, 3)) for one, what in told),
                *(("", pen.wrap(text, "body", size, left.w, 5)) for text in LEGEND),
            ]
            keyed = flowed([GAP + LINE * len(lines) for _, lines in entries], left.h)
            if len(keyed) == 1:
                break
        notes = _notes(room, at.table)
        columns = flowed([note.high for note in notes], room.h)
        if max(len(keyed), -(-len(columns) // COLUMNS)) > 1:
            foot = room.cut_bottom(28, gap=8)
            columns = flowed([note.high for note in notes], room.h)
            pages = max(len(keyed), -(-len(columns) // COLUMNS))
            page = min(self.page, pages - 1)
            page_buttons(foot, page, pages, lit=True)
        else:
            page = 0
        for n in keyed[min(page, len(keyed) - 1)]:
            _entry(left, n, *entries[n], size)
        first = COLUMNS * min(page, (len(columns) - 1) // COLUMNS)
        for place, column in zip(room.columns(COLUMNS), columns[first:], strict=False):
            for n in column:
                _note(place, notes[n])
        close_button(frame)


HELP = Door(
    word="help",
    keys=("f1", "h", "?"),
    label=say("HELP"),
    tip=say("Keys and how things work"),
    what=say("this help"),
    screen=Help,
)


def _shown(pen: Pen, commands: str | tuple[str, ...]) -> str:
    """Their keys beside each other, as many as there is room for; the first is the best known."""
    if isinstance(commands, str):
        return tr(commands)
    names = [keys.shown(command) for command in commands]
    while len(names) > 1 and pen.width("  ".join(names), "bold", 14) > KEYS_WIDE:
        names.pop()
    return "  ".join(names)


def _entry(left: Box, n: int, key: str, lines: Sequence[str], size: float) -> None:
    """Keys, and what they do; without any what holds for all, from edge to edge."""
    place = left.cut_top(LINE * len(lines), gap=GAP)
    if key:
        name = place.cut_left(102, gap=6).cut_top(LINE)
        style: Lettering = {"role": "bold", "size": 14, "colour": theme.LIT, "room": KEYS_WIDE}
        name.text(f"help.key:{n}", key, **style)
    ink = theme.CREAM if key else theme.SAND
    place.lines(f"help:{n}", lines, step=LINE, size=size, colour=ink)


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
    say("Nothing is final until you confirm. Then you cannot take it back."),
]


@frozen
class Note:
    """A paragraph with its heading. rules: which lines name a rule, from the first to before the
    last, and the first that they name."""

    head: str
    lines: list[str]
    rules: list[tuple[int, int, str]]

    @property
    def high(self) -> float:
        """Of the whole, with what is left out below."""
        return 38 + 18.0 * len(self.lines)


def _notes(room: Box, table: Table) -> list[Note]:
    """The game's notes about itself."""
    found = []
    for head, texts in table.help():
        lines: list[str] = []
        rules = []
        for text in texts:
            wrapped = room.pen.wrap(text, "body", theme.SMALL, room.w / COLUMNS - 30, 20)
            named = NAMED.search(text)
            if named is not None:
                rules.append((len(lines), len(lines) + len(wrapped), named[0]))
            lines += wrapped
        found.append(Note(head, lines, rules))
    return found


def _note(column: Box, note: Note) -> None:
    """Draw a note; a line that names a rule opens it."""
    place = column.cut_top(note.high).inset(8, 0)
    head: Lettering = {"role": "title", "size": 16, "colour": theme.GOLD}
    place.cut_top(24, gap=4).text(f"help.head:{note.head}", tr(note.head).upper(), **head)
    for first, last, rule in note.rules:
        line = Rect(place.x - 8, place.y + 18 * first, place.w, 18.0 * (last - first))
        tip = tr("Rule {rule}", rule=rule)
        linked = place.with_rect(line).above(1)
        linked.add(f"help.rule:{rule}", "line", action=OpenRule(rule), tooltip=tip)
    place.lines(f"help.note:{note.head}", note.lines, step=18, size=theme.SMALL)
