"""The player's name and key, and their friends."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.passphrase import SetPassphrase
from owm_net.client.menu.settings import Edit, name_field
from owm_net.client.menu.state import Back, ListedFriend, Menu, MenuAction, MenuScreen
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import button
from owm_net.files import page
from owm_net.files.identity import Form
from owm_net.session.terms import is_printable

NAME, CALLED = "profile:name", "profile:called"
LONGEST = 40
"""Characters of a friend's name that can be typed; the book says what else it wants."""
KEYS = 44.0
"""Height of the buttons for the own key, and what is below them."""
ROW = 53.0
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
            lambda: menu.house.rename(self.words, self.name),
            tr("They are called {name}", name=self.name),
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
    six words; forgets: the friend to forget, if that is meant. unlocks: the key shall lose its
    passphrase, for the keyring (True) or a file (False)."""

    first = NAME

    def __init__(self) -> None:
        self.selected = ""
        self.fields = {CALLED: TextField(_is_friend)}
        self.forgets = ""
        self.unlocks: bool | None = None
        self.roll = parts.ScrolledList()

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
        self.roll.scroll(len(menu.friends), steps)

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
        left, right = parts.area(pen).columns((46, 54), 14)
        _oneself(left, menu, self.fields[NAME], self.unlocks)
        self._friends(right, menu)
        parts.confirm(room, tr("DONE"), Back())

    def _friends(self, place: Box, menu: Menu) -> None:
        many = len(menu.friends)
        known = tr("{n} known", n=many) if many else ""
        room = parts.box(place, "friends", tr("Friends"), known)
        if not many:
            text = tr("Everyone you play with is listed here by their key once the match begins.")
            room.inset(6, 0).words("friends.none", text, size=15, colour=theme.SAND)
            return
        friend = self._friend(menu)
        if friend is not None:
            self._details(room.cut_bottom(168, gap=8), friend)
        for n, row in self.roll.places(room, many, ROW):
            one = menu.friends[n]
            is_seen = friend is not None and one.words == friend.words
            look, id = LookAtFriend(one.words), f"friend:{n}"
            parts.row(row, id, one.name, look, about=one.words, chosen=is_seen, most=1)

    def _details(self, place: Box, friend: ListedFriend) -> None:
        words, field = (tr("Name"), friend.about), self.fields[CALLED]
        line = place.cut_top(98, gap=10)
        parts.text_field(line, CALLED, Edit(CALLED), words, field, friend.name, below=True)
        sure = self.forgets == friend.words
        why = "" if self._renames(friend) else tr("type another name first")
        left, right = place.cut_top(40).columns(2, 10)
        rename = Rename(friend.words, field.text)
        button(left, "rename", tr("RENAME"), rename, size=17, why=why)
        label = tr("REALLY FORGET THEM?") if sure else tr("FORGET")
        tip = tr("Then they are new to you again, and you are asked when they join")
        button(right, "forget", label, Forget(friend), size=17, tooltip=tip, lit=sure)


@frozen
class CopyWords(MenuAction):
    """Put the six words of the own key on the clipboard."""

    def do(self, menu: Menu) -> None:
        """It is told whether that could be done."""
        if menu.window.copy(menu.key[0]):
            menu.say(tr("The six words are copied."))
        else:
            menu.say(tr("they cannot be copied here: read them out"))


@frozen
class OpenPassphrase(MenuAction):
    """Have a passphrase typed."""

    def do(self, menu: Menu) -> None:
        """Back leads to the profile."""
        menu.open(SetPassphrase())


@frozen
class KeepKey(MenuAction):
    """Keep the key in the keyring of the system, or in a file; it stays the same."""

    in_keyring: bool

    def do(self, menu: Menu) -> None:
        """The first press asks where a passphrase would be gone."""
        screen = menu.screen
        assert isinstance(screen, Profile)
        if menu.key[1] is Form.PASSPHRASE and screen.unlocks is not self.in_keyring:
            screen.unlocks = self.in_keyring
            menu.say(tr("Then the key has no passphrase any more. Press again to do it."))
            return
        screen.unlocks = None
        menu.keep_key(self.in_keyring)


def _oneself(place: Box, menu: Menu, field: TextField, unlocks: bool | None) -> None:
    key, form = menu.key
    words = key.split("-")
    rows = [" ".join(words[:3]), " ".join(words[3:])] if key else [tr("Reading ...")]
    texts = [
        tr(
            "Six words of your key. Whoever plays with you for the first time "
            "sees them: read them out by telephone, and they know that it is you."
        ),
    ]
    in_page = page.here() is not None
    if in_page:
        texts.append(tr("Your key is in this browser: any other browser has another one"))
    elif form is not None:
        texts.append(tr("It is {kept}", kept=tr(form.value)))
    inner = place.inset(18, 0)
    about = [line for text in texts for line in [*inner.wrap(text, 15), " "]][:-1]
    high = KEYS * (1 if in_page else 2) + 244 + parts.LINE * len(about)
    room = parts.box(place.cut_top(high), "oneself", tr("You"))
    line, called = room.cut_top(98, gap=14), (tr("Name"), tr("What the others see"))
    parts.text_field(line, NAME, Edit(NAME), called, field, menu.name, below=True)
    room = room.inset(8, 0)
    for n, text in enumerate(rows):
        room.cut_top(36).text(f"key:{n}", text, role="title", size=30, colour=theme.LIT)
    room.cut_top(36 * (2 - len(rows)) + 10)
    row = room.cut_top(KEYS - 12, gap=12)
    why = "" if key else tr("the key is still being read")
    copy, keyring, file = row.columns((24, 42, 34), 8)
    button(copy, "key.copy", tr("COPY"), CopyWords(), size=15, why=why)
    if not in_page:
        label = tr("SET A PASSPHRASE") if form is not Form.PASSPHRASE else tr("CHANGE PASSPHRASE")
        lower = room.cut_top(KEYS - 12, gap=12)
        tip = tr("Encrypt the key with a passphrase, which is asked for whenever you play")
        button(lower, "key.passphrase", label, OpenPassphrase(), size=15, why=why, tooltip=tip)
    room.lines("key.about", about, size=15, step=parts.LINE, colour=theme.SAND)
    if in_page:
        return  # it can be kept in no other way
    already = tr("the key is kept so already")
    for place, id, label, tip, in_keyring, kept in (
        (
            keyring,
            "key.keyring",
            tr("KEEP IN KEYRING"),
            tr("Keep the key in the keyring of this system"),
            True,
            Form.KEYRING,
        ),
        (
            file,
            "key.file",
            tr("KEEP IN FILE"),
            tr("Keep the key in a file, as it is"),
            False,
            Form.PLAIN,
        ),
    ):
        sure = unlocks is in_keyring
        button(
            place,
            id,
            tr("REALLY?") if sure else label,
            KeepKey(in_keyring),
            size=15,
            why=why or (already if form is kept else ""),
            tooltip=tip,
            lit=sure,
        )
