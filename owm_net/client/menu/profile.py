"""The player's name and key, and their friends."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.settings import Edit, name_field
from owm_net.client.menu.state import Back, ListedFriend, Menu, MenuAction, MenuScreen
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, button
from owm_net.client.text_field import TextField
from owm_net.session.terms import is_printable

NAME, CALLED = "profile:name", "profile:called"
LONGEST = 40
"""Characters of a friend's name that can be typed; the book says what else it wants."""
ROW = 58.0
"""Height of a friend in the list."""


def _is_friend(text: str) -> bool:
    """Return True if it may be typed for a friend's name."""
    return len(text) <= LONGEST and is_printable(text)


@frozen
class LookAtFriend(MenuAction):
    """Look at a friend, by the six words of their key."""

    words: str

    def do(self, menu: Menu) -> None:
        """Forget the text typed for another one."""
        screen = menu.screen
        assert isinstance(screen, Profile)
        screen.look(menu, self.words)


@frozen
class Rename(MenuAction):
    """Call a friend otherwise."""

    words: str
    name: str

    def do(self, menu: Menu) -> None:
        """The book says if it cannot be."""
        menu.change_friends(
            lambda: menu.house.rename(self.words, self.name), tr("He is {name}", name=self.name)
        )


@frozen
class Forget(MenuAction):
    """Forget a friend; asked once more."""

    friend: ListedFriend

    def do(self, menu: Menu) -> None:
        """The first press asks."""
        screen = menu.screen
        assert isinstance(screen, Profile)
        if screen.forgets != self.friend.words:
            screen.forgets = self.friend.words
            return
        screen.look(menu, "")
        words = self.friend.words
        menu.change_friends(
            lambda: menu.house.forget(words), tr("{name} is forgotten", name=self.friend.name)
        )


class Profile(MenuScreen):
    """The player at the left, friends at the right. selected: the friend with details shown, by the
    six words; forgets: the friend to forget, if that is meant."""

    first = NAME

    def __init__(self) -> None:
        self.selected = ""
        self.fields = {CALLED: TextField(_is_friend)}
        self.forgets = ""
        self.top = 0
        self._fit = 1

    def enter(self, menu: Menu) -> None:
        """The key and the book are read."""
        self.fields[NAME] = name_field(menu.settings)
        menu.want_key()
        menu.want_friends()

    def look(self, menu: Menu, words: str) -> None:
        """At another friend."""
        self.selected, self.forgets = words, ""
        friend = self._friend(menu)
        self.fields[CALLED].put(friend.name if friend is not None else "")

    # -- keys ----------------------------------------------------------------------------

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Enter is done with a friend's name."""
        friend = self._friend(menu)
        if name != "enter" or menu.ui.focus != CALLED or friend is None:
            return False
        if self._renames(friend):
            Rename(friend.words, self.fields[CALLED].text).do(menu)
            return True
        return False

    def wrote(self, menu: Menu) -> None:
        """The own name holds at once."""
        menu.settings.name = self.fields[NAME].text

    def scroll(self, menu: Menu, steps: float) -> None:
        """The wheel moves the list."""
        most = max(0, len(menu.friends) - self._fit)
        self.top = max(0, min(most, self.top - round(steps)))

    def _friend(self, menu: Menu) -> ListedFriend | None:
        return next((one for one in menu.friends if one.words == self.selected), None)

    def _renames(self, friend: ListedFriend) -> bool:
        called = self.fields[CALLED].text
        return bool(called.strip()) and called != friend.name

    # -- what is seen --------------------------------------------------------------------

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Two columns."""
        parts.ground(pen)
        parts.heading(pen, tr("Profile"), tr("who you are to others, and your friends"))
        room = parts.foot(pen, menu)
        area = parts.area(pen)
        wide = (area.w - 14) * 0.46
        _oneself(pen, menu, Rect(area.x, area.y, wide, area.h), self.fields[NAME])
        self._friends(pen, menu, Rect(area.x + wide + 14, area.y, area.w - wide - 14, area.h))
        parts.confirm(pen, menu, room, tr("DONE"), Back())

    def _friends(self, pen: Pen, menu: Menu, rect: Rect) -> None:
        many = len(menu.friends)
        room = parts.box(
            pen, "friends", rect, tr("Friends"), tr("{n} known", n=many) if many else ""
        )
        if not many:
            text = tr("Everyone you play with is listed here by their key once the match begins.")
            _lines(
                pen, "friends.none", pen.wrap(text, "body", 15, room.w - 12, 4), room, room.y + 8
            )
            return
        friend = self._friend(menu)
        high = 176.0 if friend is not None else 0.0
        self._fit = max(1, int((room.h - high) // ROW))
        top = max(0, min(self.top, many - self._fit))
        for n, one in enumerate(menu.friends[top : top + self._fit]):
            parts.row(
                pen,
                menu,
                f"friend:{top + n}",
                Rect(room.x, room.y + ROW * n, room.w, ROW - 5),
                one.name,
                LookAtFriend(one.words),
                about=one.words,
                chosen=friend is not None and one.words == friend.words,
                most=1,
            )
        if friend is not None:
            below = Rect(room.x, room.bottom - high + 8, room.w, high - 8)
            self._details(pen, menu, below, friend)

    def _details(self, pen: Pen, menu: Menu, rect: Rect, friend: ListedFriend) -> None:
        parts.text_field(
            pen,
            menu,
            CALLED,
            Rect(rect.x, rect.y, rect.w, 98),
            Edit(CALLED),
            (tr("Name"), friend.about),
            self.fields[CALLED],
            friend.name,
            below=True,
        )
        sure = self.forgets == friend.words
        why = "" if self._renames(friend) else tr("type another name first")
        half = (rect.w - 10) / 2
        name = self.fields[CALLED].text
        places = [Rect(rect.x + (half + 10) * n, rect.y + 108, half, 40) for n in (0, 1)]
        rename = Rename(friend.words, name)
        button(Box(pen, places[0]), "rename", tr("RENAME"), rename, size=17, why=why)
        label = tr("REALLY FORGET HIM?") if sure else tr("FORGET")
        tip = tr("Then they are new to you again, and you are asked when they come")
        button(Box(pen, places[1]), "forget", label, Forget(friend), size=17, tooltip=tip, lit=sure)


def _oneself(pen: Pen, menu: Menu, rect: Rect, field: TextField) -> None:
    key, kept = menu.key
    words = key.split("-")
    rows = [" ".join(words[:3]), " ".join(words[3:])] if key else [tr("Reading ...")]
    texts = [
        tr(
            "Six words of your key. Whoever plays with you for the first time "
            "sees them: read them out by telephone, and they know that it is you."
        ),
        *([tr("It is {kept}", kept=kept)] if kept else []),
    ]
    lines = [line for text in texts for line in [*pen.wrap(text, "body", 15, rect.w - 34), ""]][:-1]
    room = parts.box(
        pen, "oneself", Rect(rect.x, rect.y, rect.w, 248 + parts.LINE * len(lines)), tr("You")
    )
    parts.text_field(
        pen,
        menu,
        NAME,
        Rect(room.x, room.y, room.w, 98),
        Edit(NAME),
        (tr("Name"), tr("What the others see")),
        field,
        menu.name,
        below=True,
    )
    for n, text in enumerate(rows):
        pen.text(
            f"key:{n}",
            text,
            room.x + 8,
            room.y + 130 + 36 * n,
            z=PANELS + 2,
            role="title",
            size=30,
            colour=theme.LIT,
            room=room.w - 16,
        )
    _lines(pen, "key.about", lines, room, room.y + 204)


def _lines(pen: Pen, id: str, lines: list[str], room: Rect, y: float) -> None:
    pen.add(
        id,
        "text",
        Rect(room.x, y - 10, room.w, parts.LINE * len(lines) + 6),
        z=PANELS + 2,
        runs=pen.runs(lines, room.x + 8, y, parts.LINE, size=15, colour=theme.SAND),
    )
