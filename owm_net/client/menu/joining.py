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
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.settings import LONGEST_PLACE, RELAY_EXAMPLE, is_place
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import button
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
ROW = 71.0
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
        self.roll = parts.ScrolledList()
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
        self.offers, self.trouble, self.roll = None, "", parts.ScrolledList()
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
        self.roll.scroll(len(self.offers or ()), steps)

    def _go(self) -> GoThere:
        return GoThere(self.code.strip(), self.fields[ADDRESS].text.strip())

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw three fields, of which most players need one, and the open games."""
        parts.ground(pen)
        parts.heading(pen, tr("Join"), tr("play against someone who is hosting"))
        room = parts.foot(pen, menu)
        left, right = parts.area(pen).columns((52, 48), 14)
        fields = parts.box(left.cut_top(42 + 104 * 3), "friend", tr("A friend waits"))
        for id, name, about, shown in FIELDS:
            place, field = fields.cut_top(98, gap=6), self.fields[id]
            parts.text_field(place, id, Edit(id), (name, about), field, shown, below=True)
        why = "" if self.code.strip() else tr("type the code that your friend's program shows")
        parts.confirm(room, tr("JOIN"), self._go(), why)
        self._games(right, menu)

    def _games(self, place: Box, menu: Menu) -> None:
        room = parts.box(place, "games", tr("Open games"), tr("anyone may join"))
        foot = room.cut_bottom(40, gap=10)
        button(
            foot.cut_right(150).centred(150, 38), "look", tr("LOOK AGAIN"), LookForGames(), size=17
        )
        offers, note = self.offers or (), self._note(menu)
        lines = room.inset(6, 0).wrap(note, 15, most=6)
        said = room.cut_bottom(parts.LINE * len(lines)) if offers and self.trouble else room
        if not offers or self.trouble:
            said.inset(6, 0).lines("games.note", lines, size=15, colour=theme.SAND)
        for n, row in self.roll.places(room, len(offers), ROW):
            offer = offers[n]
            about = f"{offer.who}, {offer.place}: {offer.words}"
            goes = GoThere("", offer=offer)
            parts.row(row, f"offer:{n}", offer.game, goes, about=about, leads=True)
        if len(offers) > self.roll.fit:
            last = min(self.roll.top + self.roll.fit, len(offers))
            first, many = self.roll.top + 1, len(offers)
            shown = tr("{first} to {last} of {many}", first=first, last=last, many=many)
            foot.inset(6, 0).text("games.shown", shown, size=15)

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
            " Enter a relay on the left to see its games too."
        )
