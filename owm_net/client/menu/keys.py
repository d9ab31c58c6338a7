"""The keys: shown all at once, and changed by pressing another one."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Back, Menu, MenuAction, MenuScreen
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, button

LISTED = (keys.MATCH, keys.EVERYWHERE, keys.MAP, keys.REPLAY, keys.WAY)
"""Headings of the commands that have a line each; the others have a box each."""
BOXED = (keys.BUTTONS, keys.HAND)
COLUMNS = 3
ROWS, HEAD = (42.0, 39.0, 36.0, 33.0), 23.0
"""Heights of a line: the first with which all of them have room; and of a heading."""
BOXES, BOX_HIGH, GAP = 13, 30.0, 6.0
"""Boxes in a row; their height, and what is between them."""


@frozen
class AwaitKey(MenuAction):
    """The next key that is pressed does this."""

    command: str

    def do(self, menu: Menu) -> None:
        """Until then nothing else is done by any key; Esc leaves all as it is."""
        screen = menu.screen
        if isinstance(screen, KeysScreen):
            screen.waits = "" if screen.waits == self.command else self.command
            menu.say("")


@frozen
class Usual(MenuAction):
    """All keys as they are by default."""

    def do(self, menu: Menu) -> None:
        """At once."""
        menu.settings.keys = {}
        keys.use({})
        menu.say(tr("every key does again what it does by default"))


class KeysScreen(MenuScreen):
    """waits: the command that gets the next key that is pressed, "" for none."""

    first = "key:space"

    def __init__(self) -> None:
        self.waits = ""

    @property
    def takes_any(self) -> bool:
        """While a command waits for its key."""
        return bool(self.waits)

    def left(self, menu: Menu) -> None:
        """Nothing waits any more."""
        self.waits = ""

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """The key for what waits."""
        if not self.waits:
            return False
        command, self.waits = self.waits, ""
        if name == "escape":
            menu.say(tr("it stays as it was"))
        elif name in keys.FIXED:
            menu.say(
                tr(
                    "{key} is fixed, so that nobody is locked out: choose another",
                    key=keys.name_of(name),
                )
            )
        elif name not in keys.FREE:
            menu.say(tr("that key cannot be given away: take another"))
        else:
            self._give(menu, command, name)
        return True

    def _give(self, menu: Menu, command: str, key: str) -> None:
        changed, before = keys.given(menu.settings.keys, command, key)
        menu.settings.keys = changed
        keys.use(changed)
        now = tr("{key}: {what}", key=keys.name_of(key), what=_named(command))
        if before not in keys.DONE_BY:
            pass  # nobody misses it
        elif keys.key_of(before):
            other = keys.name_of(keys.key_of(before))
            now = tr(
                "{now}. It had: {what}, which has {key} now",
                now=now,
                what=_named(before),
                key=other,
            )
        else:
            now = tr("{now}. It had: {what}, which has none now", now=now, what=_named(before))
        menu.say(now)

    def draw(self, pen: Pen, menu: Menu) -> None:
        """A line for each command, a box for each button and card."""
        parts.ground(pen)
        parts.heading(pen, tr("Keys"), tr("press one, then the key that shall do it"))
        hints = tr("Esc, Enter, Tab and the arrows always work; you can give each a second key.")
        if self.waits:
            hints = tr("Press the key for: {what}. Esc: as it was", what=_named(self.waits))
        room = parts.foot(pen, menu, hints)
        area = parts.area(pen)
        boxes = self._boxes(pen, menu, area)
        for row in ROWS:
            places = _places(area, boxes, row)
            if max(rect.bottom for _, rect in places) <= boxes:
                break
        for what, rect in places:
            if isinstance(what, str):
                _heading(pen, what, rect.x, rect.y, rect.w)
            else:
                self._line(pen, menu, what, rect)
        changed = "" if menu.settings.keys else tr("no key was changed")
        usual = Rect(area.right - 210, parts.page(pen).y + 24, 210, 36)
        button(Box(pen, usual), "usual", tr("USUAL KEYS"), Usual(), size=16, why=changed)
        parts.confirm(pen, menu, room, tr("DONE"), Back())

    def _line(self, pen: Pen, menu: Menu, command: keys.Command, rect: Rect) -> None:
        changed = command.key in menu.settings.keys
        id = f"key:{command.key}"
        parts.plate(pen, menu, id, rect, AwaitKey(command.key), tr(command.what), changed)
        shown, colour = self._shown(menu, command.key)
        side = min(rect.w / 2, pen.width(shown, "bold", theme.TEXT) + 4)
        lines = pen.wrap(command.what, "body", theme.SMALL, rect.w - side - 30, 2)
        if self.waits == command.key and len(lines) > 1:  # the foot says which one waits
            shown, side = "?", 20.0
            lines = pen.wrap(command.what, "body", theme.SMALL, rect.w - side - 30, 2)
        pen.add(
            f"{id}.words",
            "text",
            rect,
            z=PANELS + 3,
            runs=[
                *pen.runs(lines, rect.x + 10, rect.cy - 7 * (len(lines) - 1), 14, size=theme.SMALL),
                pen.run(
                    shown,
                    rect.right - 10,
                    rect.cy,
                    role="bold",
                    anchor="r",
                    colour=colour,
                    room=side,
                ),
            ],
        )

    def _shown(self, menu: Menu, command: str) -> tuple[str, theme.Colour]:
        if self.waits == command:
            return tr("press a key"), theme.LIT
        text = keys.shown(command)
        if command in keys.FIXED and keys.key_of(command):
            text = f"{text}, {keys.name_of(keys.key_of(command))}"
        return text, theme.LIT if command in menu.settings.keys else theme.CREAM

    def _boxes(self, pen: Pen, menu: Menu, area: Rect) -> float:
        """At the foot of the room; the y where they begin."""
        wide = (area.w - GAP * (BOXES - 1)) / BOXES
        rows = {head: -(-len(keys.COMMANDS[head]) // BOXES) for head in BOXED}
        top = y = area.bottom - sum(HEAD + (BOX_HIGH + GAP) * n for n in rows.values())
        for head in BOXED:
            what = tr(keys.COMMANDS[head][0].what)
            _heading(pen, head, area.x, y, area.w, what)
            y += HEAD
            for n, command in enumerate(keys.COMMANDS[head]):
                x, below = (wide + GAP) * (n % BOXES), (BOX_HIGH + GAP) * (n // BOXES)
                self._box(pen, menu, command.key, Rect(area.x + x, y + below, wide, BOX_HIGH))
            y += (BOX_HIGH + GAP) * rows[head]
        return top

    def _box(self, pen: Pen, menu: Menu, command: str, rect: Rect) -> None:
        changed = command in menu.settings.keys
        id = f"key:{command}"
        parts.plate(pen, menu, id, rect, AwaitKey(command), command.upper(), changed)
        shown, colour = self._shown(menu, command)
        if self.waits == command:
            shown = "?"
        elif changed:
            shown = f"{command.upper()}: {shown}"
        lines = pen.wrap(shown, "bold", theme.SMALL, rect.w - 6, 2)
        runs = pen.runs(
            lines,
            rect.cx,
            rect.cy - 6.5 * (len(lines) - 1),
            13,
            role="bold",
            size=theme.SMALL,
            anchor="m",
            colour=colour,
        )
        pen.add(f"{id}.words", "text", rect, z=PANELS + 3, runs=runs)


def _places(area: Rect, boxes: float, row: float) -> list[tuple[str | keys.Command, Rect]]:
    """Where headings and lines stand, in columns down to the boxes. row: height of a line."""
    wide = (area.w - 16 * (COLUMNS - 1)) / COLUMNS
    found: list[tuple[str | keys.Command, Rect]] = []
    column, y = 0, area.y
    for head in LISTED:
        commands = keys.COMMANDS[head]
        whole = y + HEAD + row * len(commands) <= boxes
        if y > area.y and not whole and column < COLUMNS - 1:
            column, y = column + 1, area.y
        found.append((head, Rect(area.x + (wide + 16) * column, y, wide, HEAD - 2)))
        y += HEAD
        for command in commands:
            found.append((command, Rect(area.x + (wide + 16) * column, y, wide, row - 4)))
            y += row
    return found


def _heading(pen: Pen, head: str, x: float, y: float, wide: float, about: str = "") -> None:
    text = tr(head).upper()
    runs = [pen.run(text, x + 2, y + 10, role="title", size=16, colour=theme.GOLD, room=wide)]
    if about:
        left = x + 14 + pen.width(text, "title", 16)
        runs.append(pen.run(about, left, y + 10, size=theme.SMALL, colour=theme.SAND, room=wide))
    pen.add(f"head:{head}", "text", Rect(x, y, wide, HEAD - 2), z=PANELS + 1, runs=runs)


def _named(command: str) -> str:
    """A command in words: a button by its letter, and what has a line by that."""
    if command in keys.LETTERS:
        return tr("button {letter}", letter=command.upper())
    if command in keys.DIGITS:
        return tr("card {number}", number=command)
    done = keys.DONE_BY.get(command)
    return tr(done.what) if done is not None else keys.name_of(command)
