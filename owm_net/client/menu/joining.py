"""Going to a friend whose code one types, or to whoever waits for just anybody."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.meeting import GoThere, WatchThere
from owm_net.client.menu.settings import Edit, relay_field
from owm_net.client.menu.state import GameOffer, Menu, MenuAction, MenuScreen, Task
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.settings import RELAY_EXAMPLE, relay_of
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import button
from owm_net.client.words import capital
from owm_net.engine.text import say
from owm_net.net.invitation import BadInvitation, read_invitation
from owm_net.protocol.codes import MAX_TYPED
from owm_net.session.terms import is_printable

CODE, RELAY = "field:code", "field:relay"
FIELDS = (
    (
        CODE,
        say("Invitation"),
        say("Paste what your friend sent, or type the code alone"),
        "7-melon-sandal-orchid",
    ),
    (
        RELAY,
        say("Relay"),
        say("Only if the invitation names none; it is remembered"),
        RELAY_EXAMPLE,
    ),
)
"""Id, name, a line about it, and what stands there while nothing was typed."""
ROW = 71.0
"""Height of an open game in the list."""


def _is_pasted(text: str) -> bool:
    """Return True if an invitation may be in it."""
    return len(text) <= MAX_TYPED and is_printable(text)


@frozen
class LookForGames(MenuAction):
    """Look for open games, again."""

    def do(self, menu: Menu) -> None:
        """It takes some seconds."""
        screen = menu.screen
        assert isinstance(screen, JoinScreen)
        screen.look(menu)


class JoinScreen(MenuScreen):
    """An invitation at the left, and what it says; open games at the right.
    offers: None while searching; trouble: what went wrong then."""

    first = CODE

    def __init__(self) -> None:
        self.fields = {CODE: TextField(_is_pasted)}
        self._read = "", ""
        self.offers: Sequence[GameOffer] | None = None
        self.trouble = ""
        self.roll = parts.ScrolledList()
        self._task: Task[tuple[Sequence[GameOffer], str]] | None = None

    @property
    def code(self) -> str:
        """Return what was typed for an invitation, and pasted."""
        return self.fields[CODE].text

    def read(self, page: str) -> str:
        """Return what the invitation says, "" while it is none. A page goes to no address of it but
        its own relay."""
        if self._read[0] != self.code:
            said = ""
            with suppress(BadInvitation):
                line = read_invitation(self.code)
                said = line.said
                if page and (line.relay is None or line.relay.host == urlsplit(page).hostname):
                    said = tr("the code {code}, at the relay of this page", code=line.code)
            self._read = self.code, said
        return self._read[1]

    def enter(self, menu: Menu) -> None:
        """An invitation can be pasted at once. Whoever comes back here finds the list as it was,
        and may correct the code. On a phone a field that can be written to brings a keyboard up."""
        self.fields[RELAY] = relay_field(menu.settings)
        if self._task is None:
            self.look(menu)
        if self.code or not menu.house.page:
            menu.ui.focus = menu.ui.hover = CODE

    def left(self, menu: Menu) -> None:
        """Nobody is looked for any more."""
        if self._task is not None:
            self._task.scope.cancel()

    def look(self, menu: Menu) -> None:
        """See who waits now."""
        self.left(menu)
        self.offers, self.trouble, self.roll = None, "", parts.ScrolledList()
        relay = relay_of(menu.settings)

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
        return GoThere(self.code.strip())

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw two fields, of which most players need one, and the open games."""
        parts.ground(pen)
        parts.heading(pen, tr("Join"), tr("play against someone who is hosting"))
        room = parts.foot(pen, menu)
        left, right = parts.area(pen).columns((52, 48), 14)
        fields = parts.box(left.cut_top(42 + 104 * 3), "friend", tr("A friend waits"))
        for id, name, about, shown in FIELDS[:1] if menu.house.page else FIELDS:
            place, field = fields.cut_top(98, gap=6), self.fields[id]
            parts.text_field(place, id, Edit(id), (name, about), field, shown, below=True)
            if id == CODE:
                read = fields.cut_top(98, gap=6).inset(14, 0)
                said = self.read(menu.house.page)
                hint = tr("What it says stands here before anything is dialled.")
                read.paragraph("read", capital(said) or hint, most=4, size=15, step=parts.LINE,
                               colour=theme.LIT if said else theme.FAINT)  # fmt: skip
        left.cut_top(14)
        if left.h >= 60:
            watch = left.cut_top(66)
            about = tr("With a code for spectators: minutes later, and without the hands")
            goes = WatchThere(self.code.strip())
            parts.row(watch, "watch", tr("Watch instead"), goes, about=about, leads=True)
        why = (
            ""
            if self.code.strip()
            else tr("paste the invitation from your friend, or type the code")
        )
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
        relay = relay_of(menu.settings).rpartition("@")[2]
        if self.trouble:
            return self.trouble
        if menu.house.page:
            return tr("There is no open game at the relay of this page.")
        if relay:
            return tr(
                "There is no open game on your own network or at the relay {relay}.",
                relay=relay,
            )
        return tr(
            "There is no open game on your own network."
            " Enter a relay on the left to see its games too."
        )
