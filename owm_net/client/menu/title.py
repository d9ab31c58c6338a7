"""The title: everything begins here."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.menu.credits import Credits
from owm_net.client.menu.joining import JoinScreen
from owm_net.client.menu.learn import LearnScreen
from owm_net.client.menu.matches import GoOn, Matches
from owm_net.client.menu.new_game import NewGame
from owm_net.client.menu.parts import ground
from owm_net.client.menu.profile import Profile
from owm_net.client.menu.rules import Rules
from owm_net.client.menu.settings import SettingsScreen
from owm_net.client.menu.state import Menu, MenuAction, MenuScreen, Open, Quit, RunErrand
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.files.progress import progress

LEFT, WIDE, HIGH = 64.0, 400.0, 50.0
"""Of the entries."""

GO_ON = "title:resume"
"""The entry that is not always there."""


@frozen
class OpenHost(MenuAction):
    """A match against a friend."""

    def do(self, menu: Menu) -> None:
        """Chosen as one against the computer is."""
        menu.open(NewGame(hosts=True))


class Title(MenuScreen):
    """The main choices, one entry below the other."""

    def enter(self, menu: Menu) -> None:
        """A match that can be gone on with is offered first."""
        menu.want_matches()

    def is_loading(self, menu: Menu) -> bool:
        """Until CONTINUE is there."""
        return menu.matches.expects

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw the name at the left over the entries; player and version at the foot."""
        ground(pen, "title")
        room = Box(pen, Rect(LEFT, 0, WIDE, pen.h))
        room.cut_top(max(60.0, pen.h * 0.12))
        _name(room)
        entries = self.entries(menu)
        # it comes where nothing else has been
        waits = menu.matches.expects and entries[0][0] != GO_ON
        step = min(HIGH + 6, (pen.h - 120 - room.y) / (len(entries) + waits))
        room.cut_top(step * waits)
        for id, label, about, action in entries:
            _entry(room.cut_top(step - 6, gap=6), menu, id, label, about, action)
        room.cut_top(8)
        row = Box(pen, Rect(LEFT - 10, room.y, pen.w, 34))
        for id, label, other in self.others(menu):
            place = row.cut_left(pen.width(label.upper(), "title", 20) + 20, gap=20)
            ink = theme.LIT if _plate(place, id, label, other) else theme.SAND
            place.inset(10, 0).text(f"{id}.word", label.upper(), role="title", size=20, colour=ink)
        _foot(pen, menu)

    def entries(self, menu: Menu) -> list[tuple[str, str, str, MenuAction]]:
        """Id, name, a line about it, and what it does."""
        going = [kept for kept in menu.matches.kept if kept.goes_on]
        first: list[tuple[str, str, str, MenuAction]] = []
        if len(going) == 1:
            first = [(GO_ON, tr("Continue"), going[0].title, GoOn(going[0].log))]
        elif going:
            first = [
                (
                    GO_ON,
                    tr("Continue"),
                    tr("{many} matches: choose one", many=len(going)),
                    Open(Matches),
                )
            ]
        learn = (
            tr("Continue where you were, or learn another game")
            if progress(menu.settings.memory)
            else tr("Learn a game at its own table, step by step")
        )
        many = (
            tr("{many} kept on this machine", many=len(menu.matches.kept))
            if menu.matches.kept
            else ""
        )
        return [
            *first,
            (
                "title:new",
                tr("New game"),
                tr("Against the computer, on this machine"),
                Open(NewGame),
            ),
            ("title:learn", tr("Boot Camp"), learn, Open(LearnScreen)),
            ("title:host", tr("Host"), tr("Wait for a friend"), OpenHost()),
            (
                "title:join",
                tr("Join"),
                tr("A match that a friend or anyone else hosts"),
                Open(JoinScreen),
            ),
            ("title:matches", tr("My matches"), many, Open(Matches)),
        ]

    def others(self, menu: Menu) -> list[tuple[str, str, MenuAction]]:
        """Id, name, and what it does, of what is needed now and then."""
        others: list[tuple[str, str, MenuAction]] = [
            ("title:profile", tr("Profile"), Open(Profile)),
            ("title:rules", tr("Rules"), Open(Rules)),
            ("title:settings", tr("Settings"), Open(SettingsScreen)),
            ("title:credits", tr("Credits"), Open(Credits)),
            ("title:quit", tr("Quit"), RunErrand(Quit())),
        ]
        return others[:-1] if menu.house.page else others


def _name(room: Box) -> None:
    pen, y = room.pen, room.y
    left = pen.run("OWM", LEFT, y, role="title", size=104, colour=theme.CREAM)
    x = LEFT + left.box.w / pen.k + 14
    right = pen.run("NET", x, y, role="title", size=104, colour=theme.GOLD)
    room.with_rect(Rect(LEFT - 6, y - 54, 420, 108)).add("name", "text", runs=[left, right])
    line = room.with_rect(Rect(LEFT, y + 52, WIDE, 2))
    line.add("name.line", "line", shape=Shape("fill", (*theme.GOLD, 220)))
    about = tr("Squads of the Second World War, head to head")
    below = room.with_rect(Rect(LEFT, y + 64, WIDE + 20, 20))
    below.text("name.about", about, size=16, colour=theme.SAND)
    room.cut_top(148)


def _plate(place: Box, id: str, label: str, action: MenuAction) -> bool:
    """Draw the plate of a word; it is seen where the pointer or the focus is: whether they are."""
    ui = place.pen.ui
    hot = id in (ui.hover, ui.focus)
    shape = Shape("box", (22, 19, 14, 190) if hot else theme.CLEAR, theme.CLEAR, 1, 4)
    place.add(id, "entry", shape=shape, action=action, label=label)
    return hot


def _entry(room: Box, menu: Menu, id: str, label: str, about: str, action: MenuAction) -> None:
    """A word; where the pointer or the focus is it has a plate and a bar, and says more. Who has
    not played yet sees at once where the game is taught."""
    place = room.with_rect(Rect(room.x - 18, room.y, room.w + 18, room.h))
    hot, word = _plate(place, id, label, action), label.upper()
    if hot:
        bar = place.with_rect(Rect(place.x, place.y + 6, 5, place.h - 12)).above(1)
        bar.add(f"{id}.bar", "bar", shape=Shape("fill", (*theme.LIT, 255)))
    ink = theme.LIT if hot else theme.CREAM
    left = room.cut_left(room.pen.width(word, "title", 32), gap=16)
    left.text(f"{id}.word", word, role="title", size=32, colour=ink)
    matches = menu.matches
    begun = matches.looking or matches.kept or progress(menu.settings.memory)
    if id == "title:learn" and not (hot or begun):
        room.text(f"{id}.new", tr("New here? Begin with this"), colour=theme.LIT, room=room.pen.w)
    elif hot:
        room.cut_right(10)
        room.paragraph(f"{id}.about", about, most=2, colour=theme.SAND)


def _foot(pen: Pen, menu: Menu) -> None:
    foot = Box(pen, Rect(LEFT, pen.h - 58, pen.w - 2 * LEFT, 42))
    version = f"{menu.house.version}    " + tr("{key}  full screen", key=keys.shown("f11"))
    right = foot.cut_right(300, gap=20).cut_bottom(28)
    right.text("title.version", version, anchor="r", colour=theme.FAINT)
    words = menu.note or tr("You play as {name}", name=menu.name)
    lines = foot.wrap(words, 15, most=2)
    ink = theme.LIT if menu.note else theme.SAND
    said = foot.cut_bottom(4 + 20.0 * len(lines))
    said.lines("title.note", lines, step=20, size=15, colour=ink)
