"""Going to a friend whose code one types, or to whoever waits for just anybody."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.meeting import GoThere
from owm_net.client.menu.settings import Edit, relay_field
from owm_net.client.menu.state import GameOffer, Menu, MenuAction, MenuScreen, Task
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, button
from owm_net.client.settings import LONGEST_PLACE, RELAY_EXAMPLE, is_place
from owm_net.client.text_field import TextField
from owm_net.engine.text import say
from owm_net.session.terms import is_printable

CODE, ADDRESS, RELAY = "field:code", "field:address", "field:relay"
FIELDS = (
    (
        CODE,
        say("Code"),
        say("Your friend's program shows it when they host"),
        "7-melon-sandal-orchid",
    ),
    (
        ADDRESS,
        say("Address"),
        say("Only if they are not on your own network: ask them for it"),
        "192.168.0.7:7770",
    ),
    (
        RELAY,
        say("Relay"),
        say("If routers stand between you: the relay where they wait"),
        RELAY_EXAMPLE,
    ),
)
"""Id, name, a line about it, and what stands there while nothing was typed."""
ROW = 76.0
"""Height of an open game in the list."""


def _is_code(text: str) -> bool:
    """Return True if it may be typed for a code, which is read with any separators."""
    return len(text) <= LONGEST_PLACE and is_printable(text)


@frozen
class LookForGames(MenuAction):
    """Look for open games, again."""

    def do(self, menu: Menu) -> None:
        """It takes some seconds."""
        screen = menu.screen
        assert isinstance(screen, JoinScreen)
        screen.look(menu)


class JoinScreen(MenuScreen):
    """A code at the left, with the host's address if not on the local network; open games at the
    right. offers: None while searching; trouble: what went wrong then."""

    first = CODE

    def __init__(self) -> None:
        self.fields = {CODE: TextField(_is_code), ADDRESS: TextField(is_place)}
        self.offers: Sequence[GameOffer] | None = None
        self.trouble = ""
        self.top = 0
        self._fit = 1
        self._task: Task[tuple[Sequence[GameOffer], str]] | None = None

    @property
    def code(self) -> str:
        """Return the typed code."""
        return self.fields[CODE].text

    def enter(self, menu: Menu) -> None:
        """Whoever comes back here finds the list as it was, and may correct the code."""
        self.fields[RELAY] = relay_field(menu.settings)
        if self._task is None:
            self.look(menu)
        elif self.code:
            menu.ui.focus = menu.ui.hover = CODE

    def left(self, menu: Menu) -> None:
        """Nobody is looked for any more."""
        if self._task is not None:
            self._task.scope.cancel()

    def look(self, menu: Menu) -> None:
        """See who waits now."""
        self.left(menu)
        self.offers, self.trouble, self.top = None, "", 0
        relay = menu.settings.relay.strip()

        def done(found: tuple[Sequence[GameOffer], str]) -> None:
            self.offers, self.trouble = found
            menu.touch()

        self._task = Task(lambda: menu.house.look(relay), done, lambda why: done(((), why)))
        menu.tasks.append(self._task)

    def wrote(self, menu: Menu) -> None:
        """Only the relay is remembered."""
        menu.settings.relay = self.fields[RELAY].text

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Enter goes on from a field."""
        focus = menu.ui.focus
        if name != "enter" or focus not in self.fields:
            return False
        if focus == RELAY and not self.code.strip():
            self.look(menu)
            return True
        if self.code.strip():
            self._go().do(menu)
            return True
        return False

    def scroll(self, menu: Menu, steps: float) -> None:
        """The wheel moves the list."""
        most = max(0, len(self.offers or ()) - self._fit)
        self.top = max(0, min(most, self.top - round(steps)))

    def _go(self) -> GoThere:
        return GoThere(self.code.strip(), self.fields[ADDRESS].text.strip())

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw three fields, of which most players need one, and the open games."""
        parts.ground(pen)
        parts.heading(pen, tr("Join"), tr("play against somebody who waits"))
        room = parts.foot(pen, menu)
        area = parts.area(pen)
        wide = (area.w - 14) * 0.52
        left = parts.box(
            pen, "friend", Rect(area.x, area.y, wide, 42 + 104 * 3), tr("A friend waits")
        )
        for n, (id, name, about, shown) in enumerate(FIELDS):
            parts.text_field(
                pen,
                menu,
                id,
                Rect(left.x, left.y + 104 * n, left.w, 98),
                Edit(id),
                (name, about),
                self.fields[id],
                shown,
                below=True,
            )
        why = "" if self.code.strip() else tr("type the code that your friend's program shows")
        parts.confirm(pen, menu, room, tr("JOIN"), self._go(), why)
        self._games(pen, menu, Rect(area.x + wide + 14, area.y, area.w - wide - 14, area.h))

    def _games(self, pen: Pen, menu: Menu, rect: Rect) -> None:
        room = parts.box(pen, "games", rect, tr("Open games"), tr("whoever comes may play"))
        foot = room.bottom - 40
        again = Rect(room.right - 150, foot, 150, 38)
        button(Box(pen, again), "look", tr("LOOK AGAIN"), LookForGames(), size=17)
        offers = self.offers or ()
        y = room.y
        note = self._note(menu)
        lines = pen.wrap(note, "body", 15, room.w - 12, 6)
        if not offers:
            _lines(pen, "games.note", lines, room, y + 8)
            return
        below = foot - 14 - (parts.LINE * len(lines) + 8 if self.trouble else 0)
        self._fit = max(1, int((below - y) // ROW))
        top = max(0, min(self.top, len(offers) - self._fit))
        for n, offer in enumerate(offers[top : top + self._fit]):
            parts.row(
                pen,
                menu,
                f"offer:{top + n}",
                Rect(room.x, y + ROW * n, room.w, ROW - 5),
                offer.game,
                GoThere("", offer=offer),
                about=f"{offer.who}, {offer.place}: {offer.words}",
                most=2,
                leads=True,
            )
        if self.trouble:
            _lines(pen, "games.note", lines, room, below + 18)
        if len(offers) > self._fit:
            shown = tr(
                "{first} to {last} of {many}",
                first=top + 1,
                last=min(top + self._fit, len(offers)),
                many=len(offers),
            )
            pen.text("games.shown", shown, room.x + 6, foot + 20, z=PANELS + 2, size=15)

    def _note(self, menu: Menu) -> str:
        if self.offers is None:
            return tr("Looking ...")
        relay = menu.settings.relay.strip().rpartition("@")[2]
        if self.trouble:
            return self.trouble
        if relay:
            return tr(
                "There is no open game on your own network or at the relay {relay}.",
                relay=relay,
            )
        return tr(
            "There is no open game on your own network."
            " With a relay (at the left) it is looked at, too."
        )


def _lines(pen: Pen, id: str, lines: list[str], room: Rect, y: float) -> None:
    pen.add(
        id,
        "text",
        Rect(room.x, y - 10, room.w, parts.LINE * len(lines) + 6),
        z=PANELS + 2,
        runs=pen.runs(lines, room.x + 6, y, parts.LINE, size=15, colour=theme.SAND),
    )
