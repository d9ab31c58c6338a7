"""The title: everything begins here."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.menu.credits import Credits
from owm_net.client.menu.joining import JoinScreen
from owm_net.client.menu.matches import GoOn, Matches
from owm_net.client.menu.new_game import NewGame
from owm_net.client.menu.parts import ground
from owm_net.client.menu.profile import Profile
from owm_net.client.menu.rules import Rules
from owm_net.client.menu.settings import SettingsScreen
from owm_net.client.menu.state import LearnNow, Menu, MenuAction, MenuScreen, Open, Quit, RunErrand
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS

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

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw the name at the left over the entries; player and version at the foot."""
        ground(pen, "title")
        y = max(60.0, pen.h * 0.12)
        _name(pen, y)
        y += 148
        entries = self.entries(menu)
        waits = (
            menu.matches.expects and entries[0][0] != GO_ON
        )  # it comes where nothing else has been
        step = min(HIGH + 6, (pen.h - 120 - y) / (len(entries) + waits))
        y += step * waits
        for id, label, about, action in entries:
            _entry(pen, menu, id, y, label, about, action, step - 6)
            y += step
        x, y = LEFT, y + 8
        for id, label, other in self.others():
            x = _small(pen, menu, id, x, y, label, other)
        _foot(pen, menu)

    def entries(self, menu: Menu) -> list[tuple[str, str, str, MenuAction]]:
        """Id, name, a line about it, and what it does."""
        going = [kept for kept in menu.matches.kept if kept.goes_on]
        first: list[tuple[str, str, str, MenuAction]] = []
        if len(going) == 1:
            first = [(GO_ON, tr("Go on"), going[0].title, GoOn(going[0].log))]
        elif going:
            first = [
                (
                    GO_ON,
                    tr("Go on"),
                    tr("{many} matches: choose one", many=len(going)),
                    Open(Matches),
                )
            ]
        lesson = menu.settings.lesson
        learn = (
            tr("Go on with lesson {number}", number=lesson + 1)
            if lesson
            else tr("The first steps, one by one")
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
            ("title:learn", tr("Boot Camp"), learn, LearnNow()),
            ("title:host", tr("Host"), tr("Wait for a friend"), OpenHost()),
            ("title:join", tr("Join"), tr("A friend waits, or anybody"), Open(JoinScreen)),
            ("title:matches", tr("My matches"), many, Open(Matches)),
        ]

    def others(self) -> list[tuple[str, str, MenuAction]]:
        """Id, name, and what it does, of what is needed now and then."""
        return [
            ("title:profile", tr("Profile"), Open(Profile)),
            ("title:rules", tr("Rules"), Open(Rules)),
            ("title:settings", tr("Settings"), Open(SettingsScreen)),
            ("title:credits", tr("Credits"), Open(Credits)),
            ("title:quit", tr("Quit"), RunErrand(Quit())),
        ]


def _name(pen: Pen, y: float) -> None:
    left = pen.run("OWM", LEFT, y, role="title", size=104, colour=theme.CREAM)
    x = LEFT + left.box.w / pen.k + 14
    pen.add(
        "name",
        "text",
        Rect(LEFT - 6, y - 54, 420, 108),
        z=PANELS,
        runs=[left, pen.run("NET", x, y, role="title", size=104, colour=theme.GOLD)],
    )
    pen.add(
        "name.line",
        "line",
        Rect(LEFT, y + 52, WIDE, 2),
        z=PANELS,
        shape=Shape("fill", (*theme.GOLD, 220)),
    )
    pen.text(
        "name.about",
        tr("Squads of the Second World War, head to head"),
        LEFT,
        y + 74,
        z=PANELS,
        size=16,
        colour=theme.SAND,
        room=WIDE + 20,
    )


def _entry(
    pen: Pen,
    menu: Menu,
    id: str,
    y: float,
    label: str,
    about: str,
    action: MenuAction,
    high: float,
) -> None:
    """A word; where the pointer or the focus is it has a plate and a bar, and says more. Who has
    not played yet sees at once where the game is taught."""
    ui = menu.ui
    hot = id in (ui.hover, ui.focus)
    rect = Rect(LEFT - 18, y, WIDE + 18, high)
    settings = menu.settings
    begun = menu.matches.looking or menu.matches.kept or settings.lesson or settings.learnt
    if id == "title:learn" and not (hot or begun):
        left = LEFT + pen.width(label.upper(), "title", 32) + 16
        new = tr("New here? Begin with this")
        pen.text(f"{id}.new", new, left, rect.cy, z=PANELS, size=theme.TEXT, colour=theme.LIT)
    runs = [
        pen.run(
            label.upper(),
            LEFT,
            rect.cy,
            role="title",
            size=32,
            colour=theme.LIT if hot else theme.CREAM,
        )
    ]
    if hot and about:
        left = LEFT + pen.width(label.upper(), "title", 32) + 16
        lines = pen.wrap(about, "body", theme.TEXT, rect.right - left - 10, 2)
        at = rect.cy - 9.5 * (len(lines) - 1)
        runs += pen.runs(lines, left, at, 19, size=theme.TEXT, colour=theme.SAND)
    pen.add(
        id,
        "entry",
        rect,
        z=PANELS,
        shape=Shape("box", (22, 19, 14, 190) if hot else theme.CLEAR, theme.CLEAR, 1, 4),
        runs=runs,
        action=action,
        label=label,
    )
    if hot:
        pen.add(
            f"{id}.bar",
            "bar",
            Rect(rect.x, rect.y + 6, 5, rect.h - 12),
            z=PANELS + 1,
            shape=Shape("fill", (*theme.LIT, 255)),
        )


def _small(
    pen: Pen, menu: Menu, id: str, x: float, y: float, label: str, action: MenuAction
) -> float:
    """A word in the line below the entries. Returns where the next one begins."""
    hot = id in (menu.ui.hover, menu.ui.focus)
    wide = pen.width(label.upper(), "title", 20)
    rect = Rect(x - 10, y, wide + 20, 34)
    pen.add(
        id,
        "entry",
        rect,
        z=PANELS,
        shape=Shape("box", (22, 19, 14, 190) if hot else theme.CLEAR, theme.CLEAR, 1, 4),
        runs=[
            pen.run(
                label.upper(),
                x,
                rect.cy,
                role="title",
                size=20,
                colour=theme.LIT if hot else theme.SAND,
            )
        ],
        action=action,
        label=label,
    )
    return rect.right + 20


def _foot(pen: Pen, menu: Menu) -> None:
    y = pen.h - 30
    words = menu.note or tr("You play as {name}", name=menu.name)
    lines = pen.wrap(words, "body", 15, pen.w - 2 * LEFT - 320, 2)
    pen.add(
        "title.note",
        "text",
        Rect(LEFT - 8, y - 28, pen.w - 2 * LEFT - 310, 42),
        z=PANELS,
        runs=pen.runs(
            lines,
            LEFT,
            y - 20.0 * (len(lines) - 1),
            20,
            size=15,
            colour=theme.LIT if menu.note else theme.SAND,
        ),
    )
    pen.text(
        "title.version",
        f"{menu.house.version}    " + tr("{key}  full screen", key=keys.shown("f11")),
        pen.w - LEFT,
        y,
        anchor="r",
        z=PANELS,
        size=theme.TEXT,
        colour=theme.FAINT,
        room=300,
    )
