"""My matches: those that can be gone on with, and those that are over."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from attrs import frozen
from PIL import Image

from owm_net.client import keys, theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.match.handles import TakenUp
from owm_net.client.menu import parts
from owm_net.client.menu.state import Kept, Menu, MenuAction, MenuScreen, Resume, RunErrand, Watch
from owm_net.client.scene.items import Action, Item, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pictures import Pictures, face, fitted
from owm_net.client.sitting.actions import SaveFile
from owm_net.client.widgets import button
from owm_net.client.words import ALL_GOOD, SO_FAR_GOOD
from owm_net.files import page
from owm_net.files.reading import open_plain

ROW = 57.0
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

        def progress(done: int, total: int) -> None:
            text = tr("Checking the log: {done} of {total} entries", done=done, total=total)
            take([text])
            menu.touch()

        if self.log in menu.matches.verdicts:
            return
        menu.matches.verdicts[self.log] = [tr("Checking every entry of the log ...")]
        menu.want(
            f"verdict {self.log}",
            partial(menu.house.verify, self.log, progress),
            take,
            self._failed,
        )

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
class ChooseLog(MenuAction):
    """Have the player choose a log to watch, in a page; elsewhere it is dropped on the window."""

    def do(self, menu: Menu) -> None:
        """The browser asks."""
        here = page.here()
        if here is not None:
            here.choose()


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
        self.roll = parts.ScrolledList()

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
        steps = {"up": -1, "down": 1, "pageup": -self.roll.fit, "pagedown": self.roll.fit}
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
        self.roll.scroll(len(menu.matches.kept), steps)

    def _see(self, place: int, last: int) -> None:
        roll = self.roll
        roll.top = max(0, min(last, max(place - roll.fit + 1, min(roll.top, place))))

    def draw(self, pen: Pen, menu: Menu) -> None:
        """As many rows as there is room for; a bar says where in the list they stand."""
        parts.ground(pen)
        going = sum(kept.goes_on for kept in menu.matches.kept)
        many, about = len(menu.matches.kept), ""
        if going:
            about = tr("{many} kept on this machine, {going} to continue", many=many, going=going)
        elif many:
            about = tr("{many} kept on this machine", many=many)
        parts.heading(pen, tr("My matches"), about)
        room = parts.foot(pen, menu)
        if page.here() is not None:
            tip = tr("Watch any match again. You can drop its log here, too")
            opens, room = room.columns(2, 10) if menu.matches.kept else (room, room)
            button(opens, "open", tr("OPEN A LOG"), ChooseLog(), size=18, tooltip=tip)
        if not menu.matches.kept:
            text = menu.matches.unread or tr("No match is kept on this machine.")
            parts.waits(pen, "none", tr("Looking ...") if menu.matches.looking else text)
            return
        selected = self.place(menu)
        self._removal(room, menu.matches.kept[selected])
        left, right = parts.area(pen).columns((57, 43), 14)
        many = len(menu.matches.kept)
        if self.roll.is_longer(left, many, ROW):
            _bar(left.cut_right(8, gap=8), self.roll, many)
        for n, place in self.roll.places(left, many, ROW):
            kept = menu.matches.kept[n]
            parts.row(
                place,
                f"match:{n}",
                kept.title,
                SelectMatch(kept.log),
                about=tr("Unfinished: {about}", about=kept.about) if kept.goes_on else kept.about,
                note=kept.when,
                chosen=n == selected,
                most=1,
            )
        self._details(right, menu, menu.matches.kept[selected])

    def _removal(self, place: Box, kept: Kept) -> None:
        sure = self.removes == kept.log
        label = tr("REALLY DELETE IT?") if sure else tr("DELETE")
        tip = tr(
            "Its log is deleted from this machine: nobody can watch or verify it here any more."
        )
        if kept.goes_on:
            tip = tr("Its log is deleted from this machine: nobody can continue it here any more.")
        tip = f"{tip} {keys.hint('delete')}".rstrip()
        button(place, "remove", label, Remove(kept), size=18, tooltip=tip, lit=sure)

    def _details(self, place: Box, menu: Menu, kept: Kept) -> None:
        room = parts.box(place, "details", kept.title)
        buttons = room.cut_bottom(40, gap=8)
        about = [kept.about, f"{kept.when}: {kept.log.name}"]
        _lines(room, "details.about", about, theme.SAND, most=4)
        drawn = menu.matches.drawn.get(kept.log, kept.picture)
        verdict = menu.matches.verdicts.get(kept.log)
        high = min(room.w * 9 / 16, room.h * (0.5 if verdict else 0.9))
        shown = room.cut_top(high, gap=14).cut_left(high * 16 / 9)
        if drawn is None:
            _undrawn(shown, kept)
        else:
            path, when = drawn
            shown.above(2).add(
                "details.picture",
                "image",
                art=ArtKey("menu.file", (("path", str(path)), ("when", when))),
                action=Enlarge(path, when),
                tooltip="\n".join([*_place(path), tr("Click: fill the window")]),
            )
        if verdict is not None:
            good = verdict[0] == tr(ALL_GOOD)
            if _is_good(verdict) and not self.details:
                verdict = verdict[:1]
            ink, most = theme.GOOD if good else theme.CREAM, int(room.h // parts.LINE)
            _lines(room, "verdict", verdict, ink, most=most)
        draws: MenuAction = DrawLastTable(kept.log) if drawn is None else Enlarge(*drawn)
        self._buttons(buttons, menu, kept, draws)

    def _buttons(self, row: Box, menu: Menu, kept: Kept, draws: MenuAction) -> None:
        check: tuple[str, Action, str] = (
            tr("VERIFY"),
            Verify(kept.log),
            tr("Check every rule and every proof"),
        )
        if _is_good(menu.matches.verdicts.get(kept.log, [])):
            check = tr("DETAILS"), Details(), tr("Who signed, and how much was checked")
            if self.details:
                check = tr("ONE LINE"), Details(), ""
        picture: tuple[str, Action, str] = tr("PICTURE"), draws, tr("The table at the end")
        watch = tr("WATCH"), RunErrand(Watch(kept.log)), tr("Watch the whole match again")
        log = tr("LOG"), SaveFile(kept.log), tr("Save the log as a file")
        shown = [("verify", check), ("draw", picture), ("watch", watch)]
        shown += [("log", log)] if page.here() is not None else []
        *places, last = row.columns(len(shown) + 1, 8)
        if kept.goes_on:
            parts.confirm(last, tr("RESUME"), GoOn(kept.log), size=18)
        for place, (id, (label, action, tip)) in zip(places, shown, strict=True):
            button(place, id, label, action, size=17, tooltip=tip)


def _undrawn(place: Box, kept: Kept) -> None:
    """In the place of the picture, as long as there is none."""
    text = tr("Click: see the table at the end")
    if kept.goes_on:
        text = tr("Click: see the table as it stands")
    parts.plate(place, "undrawn", DrawLastTable(kept.log), text)
    words = place.inset(12, 0).above(3)
    words.paragraph("undrawn.words", text, most=3, size=15, colour=theme.SAND, anchor="m")


def _place(path: Path) -> list[str]:
    """Where a file is, if the player can look there."""
    return [str(path)] if page.here() is None else []


def _is_good(verdict: list[str]) -> bool:
    """Return True if nothing was found wrong."""
    return verdict[:1] in ([tr(ALL_GOOD)], [tr(SO_FAR_GOOD)])


def _lines(room: Box, id: str, texts: list[str], ink: theme.Colour, most: int) -> None:
    """Take the upper part that texts need, at most so many lines."""
    lines = room.inset(6, 0).wrap(texts, 15)
    if len(lines) > most:
        more = tr("More: owm-net verify, in a terminal")
        if page.here() is not None:
            more = tr("There is no room for the rest")
        lines = [*lines[: max(0, most - 1)], more]
    place = room.cut_top(parts.LINE * len(lines), gap=6).inset(6, 0)
    place.lines(id, lines, size=15, step=parts.LINE, colour=ink)


def _bar(place: Box, roll: parts.ScrolledList, many: int) -> None:
    place.add("scroll", "bar", shape=Shape("box", (20, 18, 14, 200), radius=4))
    top, high = place.h * roll.top / many, place.h * roll.fit / many
    part = place.with_rect(Rect(place.x, place.y + top, place.w, high)).above(1)
    part.add("scroll.part", "bar", shape=Shape("box", theme.GOLD, radius=4))


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
        parts.waits(pen, "reading", tr("Reading the log of the match ..."))


class Picture(MenuScreen):
    """A picture, as large as there is room for."""

    def __init__(self, path: Path, when: int) -> None:
        self.path = path
        self.when = when

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw it over the whole window; the foot shows where its file is, or hands it out."""
        parts.ground(pen)
        room = parts.foot(pen, menu, "".join(_place(self.path)))
        if page.here() is not None:
            button(room, "save", tr("SAVE PICTURE"), SaveFile(self.path), size=18)
        whole = parts.page(pen)
        whole.cut_bottom(parts.FOOT)
        high = min(whole.h - 24, (whole.w + 2 * parts.MARGIN - 40) * 9 / 16)
        art = ArtKey("menu.file", (("path", str(self.path)), ("when", self.when)))
        whole.centred(high * 16 / 9, high).add("picture", "image", art=art)
