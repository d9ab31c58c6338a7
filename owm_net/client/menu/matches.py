"""My matches: those that can be gone on with, and those that are over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen
from PIL import Image

from owm_net.client import keys, theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.handles import TakenUp
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Kept, Menu, MenuAction, MenuScreen, Resume, RunErrand, Watch
from owm_net.client.pictures import Pictures, face, fitted
from owm_net.client.scene.items import Item, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, button
from owm_net.client.words import ALL_GOOD, SO_FAR_GOOD
from owm_net.files.reading import open_plain

ROW = 62.0
"""Height of a match in the list."""


@face("menu.file")
def _from_file(pictures: Pictures, w: int, h: int, *, path: str, when: int) -> Image.Image:
    """A picture of ours from the disk; a plain plate where it cannot be read. when: it was written,
    so that a newer one is another face."""
    try:
        with open_plain(Path(path)) as file, Image.open(file, formats=["PNG"]) as stored:
            return fitted(stored.convert("RGBA"), w, h)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return Image.new("RGBA", (w, h), theme.STRIPE)


@frozen
class SelectMatch(MenuAction):
    """Look at a match."""

    log: Path

    def do(self, menu: Menu) -> None:
        """By key, what is looked at already is gone on with, or verified."""
        screen = menu.screen
        assert isinstance(screen, Matches)
        if menu.ui.keyboard and screen.selected(menu).log == self.log:
            screen.main_action(screen.selected(menu)).do(menu)
        screen.look(self.log)


@frozen
class GoOn(MenuAction):
    """Take a match up again."""

    log: Path

    def do(self, menu: Menu) -> None:
        """Its log is read first."""
        menu.open(TakingUp(self.log))


@frozen
class Verify(MenuAction):
    """Have every rule and every proof of a match checked."""

    log: Path

    def do(self, menu: Menu) -> None:
        """Its result stays until the menus are left."""

        def take(lines: list[str]) -> None:
            menu.matches.verdicts[self.log] = lines

        if self.log in menu.matches.verdicts:
            return
        menu.matches.verdicts[self.log] = [tr("Checking every entry of the log ...")]
        menu.want(f"verdict {self.log}", lambda: menu.house.verify(self.log), take, self._failed)

    def _failed(self, menu: Menu) -> None:
        menu.matches.verdicts.pop(self.log, None)


@frozen
class DrawLastTable(MenuAction):
    """Have the table drawn as it stood in the end."""

    log: Path

    def do(self, menu: Menu) -> None:
        """Into a file beside the log."""

        def take(made: tuple[Path, int]) -> None:
            menu.matches.drawn[self.log] = made
            menu.say("")

        if self.log in menu.matches.drawn:
            return
        menu.say("Drawing the table ...")
        menu.want(f"picture {self.log}", lambda: menu.house.draw(self.log), take)


@frozen
class Remove(MenuAction):
    """Remove a match from this machine; asked once more."""

    kept: Kept

    def do(self, menu: Menu) -> None:
        """The first press asks."""
        screen = menu.screen
        assert isinstance(screen, Matches)
        log = self.kept.log
        if screen.removes != log:
            screen.removes = log
            return

        def take(done: None) -> None:
            place = screen.place(menu)
            menu.matches.kept = [one for one in menu.matches.kept if one.log != log]
            screen.log = (
                menu.matches.kept[min(place, len(menu.matches.kept) - 1)].log
                if menu.matches.kept
                else None
            )
            menu.say(tr("{match} is deleted", match=self.kept.title))

        screen.removes = None
        menu.want(f"remove {log}", lambda: menu.house.remove(log), take)


@frozen
class Enlarge(MenuAction):
    """The picture of a table, as large as the window."""

    path: Path
    when: int

    def do(self, menu: Menu) -> None:
        """Esc leads back."""
        menu.open(Picture(self.path, self.when))


@frozen
class Details(MenuAction):
    """All that was checked, or the one line on it."""

    def do(self, menu: Menu) -> None:
        """Of every match that is looked at."""
        screen = menu.screen
        assert isinstance(screen, Matches)
        screen.details = not screen.details


class Matches(MenuScreen):
    """The list at the left, details of the selected match at the right. details: every check is
    shown of a match without faults. removes: the match to remove, if that is meant."""

    first = "match:0"

    def __init__(self) -> None:
        self.details = False
        self.log: Path | None = None
        self.removes: Path | None = None
        self.top = 0
        self._fit = 1  # rows that had room when it was last drawn

    def enter(self, menu: Menu) -> None:
        """They are looked for when the title is shown; a long list takes a moment."""
        menu.want_matches()

    def place(self, menu: Menu) -> int:
        """Where in the list the match stands that is looked at; the first, as long as none is."""
        return next((n for n, kept in enumerate(menu.matches.kept) if kept.log == self.log), 0)

    def selected(self, menu: Menu) -> Kept:
        """The match that is looked at; there is one."""
        return menu.matches.kept[self.place(menu)]

    def main_action(self, kept: Kept) -> MenuAction:
        """Return the likeliest action for a match."""
        return GoOn(kept.log) if kept.goes_on else Verify(kept.log)

    def look(self, log: Path) -> None:
        """At another match."""
        if log != self.log:
            self.log, self.removes = log, None

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Up and down walk through the whole list, also what is not shown of it."""
        if name == "delete" and menu.matches.kept:
            Remove(self.selected(menu)).do(menu)
            return True
        last = len(menu.matches.kept) - 1
        steps = {"up": -1, "down": 1, "pageup": -self._fit, "pagedown": self._fit}
        steps |= {"home": -last, "end": last}
        if name not in steps or not menu.ui.focus.startswith("match:") or last < 0:
            return False
        place = max(0, min(last, self.place(menu) + steps[name]))
        self.look(menu.matches.kept[place].log)
        self._see(place, last)
        menu.ui.focus = menu.ui.hover = f"match:{place}"
        menu.ui.keyboard = True
        return True

    def show_item(self, menu: Menu, item: Item) -> None:
        """Select the item with the focus."""
        if item.id.startswith("match:"):
            self.look(menu.matches.kept[int(item.id.removeprefix("match:"))].log)

    def scroll(self, menu: Menu, steps: float) -> None:
        """The wheel moves the list under the pointer."""
        most = max(0, len(menu.matches.kept) - self._fit)
        self.top = max(0, min(most, self.top - round(steps)))

    def _see(self, place: int, last: int) -> None:
        self.top = max(place - self._fit + 1, min(self.top, place))
        self.top = max(0, min(self.top, last))

    def draw(self, pen: Pen, menu: Menu) -> None:
        """As many rows as there is room for; a bar says where in the list they stand."""
        parts.ground(pen)
        going = sum(kept.goes_on for kept in menu.matches.kept)
        many, about = len(menu.matches.kept), ""
        if going:
            about = tr("{many} kept on this machine, {going} to go on with", many=many, going=going)
        elif many:
            about = tr("{many} kept on this machine", many=many)
        parts.heading(pen, tr("My matches"), about)
        room = parts.foot(pen, menu)
        area = parts.area(pen)
        if not menu.matches.kept:
            text = menu.matches.unread or tr("No match is kept on this machine.")
            text = tr("Looking ...") if menu.matches.looking else text
            pen.text("none", text, pen.w / 2, pen.h / 2, anchor="m", z=PANELS, size=18, room=area.w)
            return
        selected = self.place(menu)
        self._removal(pen, menu, room, menu.matches.kept[selected])
        wide = area.w * 0.56
        self._fit = max(1, int((area.h + 6) // ROW))
        top = max(0, min(self.top, len(menu.matches.kept) - self._fit))
        bar = 16.0 if len(menu.matches.kept) > self._fit else 0.0
        for n in range(top, min(len(menu.matches.kept), top + self._fit)):
            kept = menu.matches.kept[n]
            parts.row(
                pen,
                menu,
                f"match:{n}",
                Rect(area.x, area.y + ROW * (n - top), wide - bar, ROW - 6),
                kept.title,
                SelectMatch(kept.log),
                about=tr("Unfinished: {about}", about=kept.about) if kept.goes_on else kept.about,
                note=kept.when,
                chosen=n == selected,
                most=1,
            )
        if bar:
            _bar(
                pen,
                Rect(area.x + wide - 8, area.y, 8, area.h),
                top,
                self._fit,
                len(menu.matches.kept),
            )
        rest = Rect(area.x + wide + 14, area.y, area.w - wide - 14, area.h)
        self._details(pen, menu, rest, menu.matches.kept[selected])

    def _removal(self, pen: Pen, menu: Menu, room: Rect, kept: Kept) -> None:
        sure = self.removes == kept.log
        label = tr("REALLY DELETE IT?") if sure else tr("DELETE")
        tip = tr("Its log goes from this machine: nobody can watch or verify it here any more.")
        if kept.goes_on:
            tip = tr("Its log goes from this machine: it cannot be gone on with any more.")
        tip += f" [{keys.name_of('delete')}]"
        button(Box(pen, room), "remove", label, Remove(kept), size=18, tooltip=tip, lit=sure)

    def _details(self, pen: Pen, menu: Menu, rect: Rect, kept: Kept) -> None:
        room = parts.box(pen, "details", rect, kept.title)
        y = room.y + 8
        y = _lines(
            pen,
            "details.about",
            [kept.about, f"{kept.when}: {kept.log.name}"],
            room,
            y,
            theme.SAND,
            most=4,
        )
        foot = room.bottom - 40
        drawn = menu.matches.drawn.get(kept.log, kept.picture)
        verdict = menu.matches.verdicts.get(kept.log)
        high = min(room.w * 9 / 16, (foot - y) * (0.5 if verdict else 0.9))
        shown = Rect(room.x, y + 4, high * 16 / 9, high)
        if drawn is None:
            _undrawn(pen, menu, shown, kept)
        else:
            path, when = drawn
            pen.add(
                "details.picture",
                "image",
                shown,
                z=PANELS + 2,
                art=ArtKey("menu.file", (("path", str(path)), ("when", when))),
                action=Enlarge(path, when),
                tooltip=f"{path}\n" + tr("Click: as large as the window"),
            )
        y += high + 24
        if verdict is not None:
            good = verdict[0] == tr(ALL_GOOD)
            most = int((foot - 8 - y) // parts.LINE)
            if _is_good(verdict) and not self.details:
                verdict = verdict[:1]
            _lines(pen, "verdict", verdict, room, y, theme.GOOD if good else theme.CREAM, most=most)
        draws: MenuAction = DrawLastTable(kept.log) if drawn is None else Enlarge(*drawn)
        self._buttons(pen, menu, Rect(room.x, foot, room.w, 40), kept, draws)

    def _buttons(self, pen: Pen, menu: Menu, row: Rect, kept: Kept, draws: MenuAction) -> None:
        wide = (row.w - 24) / 4
        places = [Rect(row.x + (wide + 8) * n, row.y, wide, row.h) for n in range(4)]
        check: tuple[str, MenuAction, str] = (
            tr("VERIFY"),
            Verify(kept.log),
            tr("Check every rule and every proof"),
        )
        if _is_good(menu.matches.verdicts.get(kept.log, [])):
            check = tr("DETAILS"), Details(), tr("Who signed, and how much was checked")
            if self.details:
                check = tr("ONE LINE"), Details(), ""
        if kept.goes_on:
            parts.confirm(pen, menu, places[3], tr("RESUME"), GoOn(kept.log), size=18)
        for id, place, label, action, tip in (
            ("verify", places[0], *check),
            (
                "draw",
                places[1],
                tr("PICTURE"),
                draws,
                tr("The table as it stood in the end"),
            ),
            (
                "watch",
                places[2],
                tr("WATCH"),
                RunErrand(Watch(kept.log)),
                tr("All of it is shown again"),
            ),
        ):
            button(Box(pen, place), id, label, action, size=17, tooltip=tip)


def _undrawn(pen: Pen, menu: Menu, rect: Rect, kept: Kept) -> None:
    """In the place of the picture, as long as there is none."""
    text = tr("Click: see the table as it stood in the end")
    if kept.goes_on:
        text = tr("Click: see the table as it stands")
    parts.plate(pen, menu, "undrawn", rect, DrawLastTable(kept.log), text)
    lines = pen.wrap(text, "body", 15, rect.w - 24, 3)
    top = rect.y + rect.h / 2 - parts.LINE / 2 * (len(lines) - 1)
    pen.add(
        "undrawn.words",
        "text",
        rect,
        z=PANELS + 3,
        runs=[
            pen.run(line, rect.cx, top + parts.LINE * n, size=15, colour=theme.SAND, anchor="m")
            for n, line in enumerate(lines)
        ],
    )


def _is_good(verdict: list[str]) -> bool:
    """Return True if nothing was found wrong."""
    return verdict[:1] in ([tr(ALL_GOOD)], [tr(SO_FAR_GOOD)])


def _lines(
    pen: Pen, id: str, texts: list[str], room: Rect, y: float, colour: Any, most: int
) -> float:
    """Lines from y on, at most so many; the y below them."""
    lines = [line for text in texts for line in pen.wrap(text, "body", 15, room.w - 12)]
    if len(lines) > most:
        lines = [*lines[: max(0, most - 1)], tr("More: owm-net verify, in a terminal")]
    pen.add(
        id,
        "text",
        Rect(room.x, y - 10, room.w, parts.LINE * len(lines) + 6),
        z=PANELS + 2,
        runs=pen.runs(lines, room.x + 6, y, parts.LINE, size=15, colour=colour),
    )
    return y + parts.LINE * len(lines) + 4


def _bar(pen: Pen, rect: Rect, top: int, fit: int, many: int) -> None:
    pen.add("scroll", "bar", rect, z=PANELS, shape=Shape("box", (20, 18, 14, 200), radius=4))
    part = Rect(rect.x, rect.y + rect.h * top / many, rect.w, rect.h * fit / many)
    pen.add("scroll.part", "bar", part, z=PANELS + 1, shape=Shape("box", theme.GOLD, radius=4))


class TakingUp(MenuScreen):
    """The log of a match is read and checked before it goes on; Esc leaves it alone."""

    def __init__(self, log: Path) -> None:
        self.log = log

    def enter(self, menu: Menu) -> None:
        """In a thread: a long match takes some seconds."""

        def take(taken: TakenUp) -> None:
            if menu.screen is self:
                menu.leave(Resume(taken))
            else:
                menu.house.let_go(taken)

        menu.want(f"take up {self.log}", lambda: menu.house.take_up(self.log), take, self._failed)

    def _failed(self, menu: Menu) -> None:
        if menu.screen is self:
            menu.go_back()

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw the work in progress."""
        parts.ground(pen)
        parts.heading(pen, tr("My matches"), self.log.name)
        parts.foot(pen, menu)
        pen.text(
            "reading",
            tr("Reading the log of the match ..."),
            pen.w / 2,
            pen.h / 2,
            anchor="m",
            z=PANELS,
            size=18,
        )


class Picture(MenuScreen):
    """A picture, as large as there is room for."""

    def __init__(self, path: Path, when: int) -> None:
        self.path = path
        self.when = when

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw it over the whole window; the foot shows where its file is."""
        parts.ground(pen)
        parts.foot(pen, menu, str(self.path))
        whole = parts.page(pen)
        high = min(whole.h - parts.FOOT - 24, (whole.w - 40) * 9 / 16)
        wide = high * 16 / 9
        pen.add(
            "picture",
            "image",
            Rect((pen.w - wide) / 2, whole.y + 14, wide, high),
            z=PANELS,
            art=ArtKey("menu.file", (("path", str(self.path)), ("when", self.when))),
        )
