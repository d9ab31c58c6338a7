"""The keys: shown all at once, and changed by pressing another one."""

from __future__ import annotations

from itertools import chain

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Back, Menu, MenuAction, MenuScreen
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.widgets import button

LISTED = (keys.MATCH, keys.EVERYWHERE, keys.MAP, keys.REPLAY, keys.WAY)
"""Headings of the commands that have a line each; the others have a box each."""
BOXED = (keys.BUTTONS, keys.HAND)
COLUMNS = 3
ROWS, HEAD = (42.0, 39.0, 36.0, 33.0, 30.0, 27.5), 23.0
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
        menu.say(tr("All keys are back to their defaults."))


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
            menu.say(tr("nothing was changed"))
        elif name in keys.FIXED:
            menu.say(
                tr(
                    "{key} is fixed, so that nobody is locked out: choose another",
                    key=keys.name_of(name),
                )
            )
        elif name not in keys.FREE:
            menu.say(tr("that key cannot be used here: choose another"))
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
                "{now}. {what} now has {key}",
                now=now,
                what=_named(before),
                key=other,
            )
        else:
            now = tr("{now}. {what} now has no key", now=now, what=_named(before))
        menu.say(now)

    def draw(self, pen: Pen, menu: Menu) -> None:
        """A line for each command, a box for each button and card."""
        parts.ground(pen)
        parts.heading(pen, tr("Keys"), tr("Click one, then press its new key."))
        hints = tr("Esc, Enter, Tab and the arrows always work; you can give each a second key.")
        if self.waits:
            hints = tr("Press the key for: {what}. Esc: cancel", what=_named(self.waits))
        room = parts.foot(pen, menu, hints)
        area = parts.area(pen)
        self._boxes(area, menu)
        for row in ROWS:
            places = _places(area, row)
            if max(place.bottom for _, place in places) <= area.bottom:
                break
        for what, place in places:
            if isinstance(what, str):
                _heading(place, what)
            else:
                self._line(place, menu, what)
        changed = "" if menu.settings.keys else tr("no key was changed")
        usual = parts.page(pen).cut_right(210).cut_top(84).centred(210, 36)
        button(usual, "usual", tr("USUAL KEYS"), Usual(), size=16, why=changed)
        parts.confirm(room, tr("DONE"), Back())

    def _line(self, place: Box, menu: Menu, command: keys.Command) -> None:
        id, pen, what = f"key:{command.key}", place.pen, tr(command.what)
        parts.plate(
            place, id, AwaitKey(command.key), what, chosen=command.key in menu.settings.keys
        )
        shown, colour = self._shown(menu, command.key)
        inner = place.inset(10, 0).above(3)
        wide = min(place.w / 2, pen.width(shown, "bold", theme.TEXT) + 4)
        if self.waits == command.key and pen.width(what, "body", theme.SMALL) > inner.w - wide - 10:
            shown, wide = "?", 20.0  # the foot says which one waits
        side = inner.cut_right(wide, gap=10)
        side.text(f"{id}.key", shown, anchor="r", role="bold", colour=colour)
        inner.paragraph(f"{id}.words", what, most=2, step=14, size=theme.SMALL)

    def _shown(self, menu: Menu, command: str) -> tuple[str, theme.Colour]:
        if self.waits == command:
            return tr("press a key"), theme.LIT
        text = keys.shown(command)
        if command in keys.FIXED and keys.key_of(command):
            text = f"{text}, {keys.name_of(keys.key_of(command))}"
        return text, theme.LIT if command in menu.settings.keys else theme.CREAM

    def _boxes(self, area: Box, menu: Menu) -> None:
        """At the foot of the room."""
        for head in reversed(BOXED):
            commands = keys.COMMANDS[head]
            rows = -(-len(commands) // BOXES)
            block = area.cut_bottom(HEAD + (BOX_HIGH + GAP) * rows)
            _heading(block.cut_top(HEAD - 2, gap=2), head, tr(commands[0].what))
            lines = [block.cut_top(BOX_HIGH, gap=GAP).columns(BOXES, GAP) for _ in range(rows)]
            for place, command in zip(chain.from_iterable(lines), commands, strict=False):
                self._box(place, menu, command.key)

    def _box(self, place: Box, menu: Menu, command: str) -> None:
        changed, id = command in menu.settings.keys, f"key:{command}"
        parts.plate(place, id, AwaitKey(command), command.upper(), chosen=changed)
        shown, colour = self._shown(menu, command)
        if self.waits == command:
            shown = "?"
        elif changed:
            shown = f"{command.upper()}: {shown}"
        style: Lettering = {"role": "bold", "size": theme.SMALL, "anchor": "m", "colour": colour}
        place.inset(3, 0).above(3).paragraph(f"{id}.words", shown, most=2, step=13, **style)


def _places(area: Box, row: float) -> list[tuple[str | keys.Command, Box]]:
    """Where headings and lines stand, in columns. row: height of a line."""
    columns = iter(area.columns(COLUMNS, 16))
    column, left = next(columns), COLUMNS - 1
    found: list[tuple[str | keys.Command, Box]] = []
    for head in LISTED:
        commands = keys.COMMANDS[head]
        if column.y > area.y and HEAD + row * len(commands) > column.h and left:
            column, left = next(columns), left - 1
        found.append((head, column.cut_top(HEAD - 2, gap=2)))
        found += [(command, column.cut_top(row - 4, gap=4)) for command in commands]
    return found


def _heading(place: Box, head: str, about: str = "") -> None:
    text = tr(head).upper()
    left = place.inset(2, 0).above(1)
    right = left.with_rect(left.rect)
    left.text(f"head:{head}", text, role="title", size=16, colour=theme.GOLD)
    right.cut_left(left.pen.width(text, "title", 16), gap=12)
    right.text(f"head:{head}.about", about, size=theme.SMALL, colour=theme.SAND)


def _named(command: str) -> str:
    """A command in words: a button by its letter, and what has a line by that."""
    if command in keys.LETTERS:
        return tr("button {letter}", letter=command.upper())
    if command in keys.DIGITS:
        return tr("card {number}", number=command)
    done = keys.DONE_BY.get(command)
    return tr(done.what) if done is not None else keys.name_of(command)
