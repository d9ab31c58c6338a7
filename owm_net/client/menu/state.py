"""The state of the menus: the screens passed through, and the request to the program."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import trio
from attrs import define, evolve, field, frozen

from owm_net.client.language import tr
from owm_net.client.match.handles import Gathered, ListedGame, SpectatedMatch, TakenUp
from owm_net.client.match.signals import Signals
from owm_net.client.scene.items import Action, Item
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pointer import Pointing
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import CloseScreen, ScreenAction
from owm_net.client.stage.stack import Screen, Screens
from owm_net.client.widgets import Choice, question
from owm_net.engine.system import Setup, System
from owm_net.files.identity import Form
from owm_net.net.consent import ConsentQuestion

T = TypeVar("T")
NOTE_SECONDS = 12.0
"""For which a line at the foot is shown."""


# ---------------------------------------------------------------------- what may come of it


@frozen
class Play:
    """Play a match against the computer player of this name."""

    system: System
    setup: Setup
    opponent: str


@frozen
class Sit:
    """Play a match with those who have met. met: what `House.host` or `House.join` gave."""

    met: Gathered


@frozen
class Resume:
    """Go on with a match that was taken up again. taken: what `House.take_up` gave."""

    taken: TakenUp


@frozen
class Watch:
    """Show a match again."""

    log: Path


@frozen
class Follow:
    """Watch a match of others as it is played. shown: what `House.watch` gave."""

    shown: SpectatedMatch


@frozen
class Learn:
    """A lesson of Boot Camp. lesson, step: where it begins, counted from 0."""

    system: System
    lesson: int = 0
    step: int = 0


@frozen
class Quit:
    """The window closes."""


Errand: TypeAlias = Play | Sit | Resume | Watch | Follow | Learn | Quit
"""What the menus end with; the program does it, and all but the last come back to them."""


# ---------------------------------------------------------------------- what lies behind them


@frozen
class Kept:
    """A match whose log is on this machine. about: the players; when: it was played last. goes_on:
    it is not over, and everything needed to resume it is here. picture: of its table, if there is
    one, and when that was written."""

    log: Path
    title: str
    about: str
    when: str
    goes_on: bool
    picture: tuple[Path, int] | None = None


@frozen
class Me:
    """The player for meetings: their name, and their relay, "" for none. router: of a host, whether
    it may be asked to let friends in."""

    name: str
    relay: str
    router: bool = True


@frozen
class ListedFriend:
    """A friend, known by their key. words: six, of it; about: since when."""

    name: str
    words: str
    about: str


@frozen
class Hosting:
    """The terms of hosting. friends: the only people who may come, by name; empty for anyone with
    the code. listed: a line for everybody who looks for a game, None for no open game. clock: as a
    verb is given it. spectators: minutes by which they are behind, None for none. relay_only:
    nobody but the relay learns the address of this machine."""

    friends: tuple[str, ...] = ()
    listed: str | None = None
    clock: str = "off"
    spectators: int | None = None
    relay_only: bool = False


@frozen
class GameOffer:
    """An open game. number: of its list. game, words: which, and its host's own words, which nobody
    has checked. who: the six words of the key. what: what `House.join` takes it by."""

    number: str
    game: str
    words: str
    who: str
    place: str
    what: ListedGame


class Doorkeeper(Protocol):
    """The news for a player who hosts or joins."""

    def tell(self, line: str) -> None:
        """Tell of arrivals, departures and problems."""

    async def ask(self, question: ConsentQuestion) -> bool:
        """Ask whether to play with the newcomer. Cancelled, the question goes away."""


class House(Protocol):
    """The program's services for the menus. A call that may take a second or more runs in a thread,
    or waits in trio, and its errors are shown in one line."""

    version: str
    page: str
    """The address of the page that this is, where people meet at its server; "" for a program."""

    def systems(self) -> Sequence[System]:
        """The rule systems, the most worth playing first."""

    def expects(self) -> bool:
        """Return True if there seems to be a match to resume; takes no time."""

    def matches(self) -> Sequence[Kept]:
        """Those that can be gone on with, then those that are over; the newest first."""

    def verify(
        self, log: Path, progress: Callable[[int, int], None]
    ) -> list[str] | Awaitable[list[str]]:
        """The verdict on a match, in lines. progress: in a page, told how many entries are read,
        and of how many."""

    def draw(self, log: Path) -> tuple[Path, int] | Awaitable[tuple[Path, int]]:
        """The table of a match as a picture in a file, and when that was written."""

    def remove(self, log: Path) -> None:
        """Remove a match from this machine, with everything kept of it."""

    def take_up(self, log: Path) -> TakenUp:
        """A match that shall be gone on with, its log read and checked."""

    def let_go(self, taken: TakenUp) -> None:
        """It shall not be gone on with after all."""

    def key(self) -> tuple[str, Form | None]:
        """The six words of the own key, and how it is kept."""

    def keep_key(self, in_keyring: bool) -> tuple[str, Form | None]:
        """Keep the key in the keyring of the system, or in a file as it is. Returns as `key`."""

    def keep_under(self, passphrase: str) -> tuple[str, Form | None]:
        """Encrypt the key with a passphrase. Returns as `key`."""

    def unlock(self, passphrase: str) -> None:
        """Open the key for this program. Raises an exception with the reason."""

    def friends(self) -> Sequence[ListedFriend]:
        """Those who are known by their key."""

    def rename(self, words: str, name: str) -> Sequence[ListedFriend]:
        """Call the friend with these six words otherwise. Returns all."""

    def forget(self, words: str) -> Sequence[ListedFriend]:
        """Know this one no longer. Returns the others."""

    def prepare(self) -> None:
        """A match against the computer is being chosen: it shall begin soon after START."""

    async def host(
        self, game: tuple[System, Setup], me: Me, how: Hosting, door: Doorkeeper
    ) -> Gathered:
        """Wait until all seats of a match are taken; at a relay too, unless that is ""."""

    def known_relay(self) -> tuple[str, str] | None:
        """Return the relay that is used where none is set, and who runs it; None for none."""

    async def look(self, relay: str) -> tuple[Sequence[GameOffer], str]:
        """Open games, on the own network and at a relay, and what went wrong, "" for nothing."""

    async def join(
        self, code: str, me: Me, door: Doorkeeper, offer: ListedGame | None = None
    ) -> Gathered:
        """Join a host. code: or a text with an invitation. offer: an open game's, in its place."""

    async def watch(self, code: str, me: Me, door: Doorkeeper) -> SpectatedMatch:
        """Go to a host as a spectator. code: or a text with an invitation for spectators."""


@define(eq=False)
class Job(Generic[T]):
    """A slow job. do: run in a thread; what it returns may have to be awaited. done: gets the
    result. failed: gets the reason why there is none, in a line."""

    do: Callable[[], T | Awaitable[T]]
    done: Callable[[T], None]
    failed: Callable[[str], None]


@define(eq=False)
class Task(Generic[T]):
    """Something that waits for other people, in trio. done, failed: as those of a `Job`; neither is
    called once scope was cancelled."""

    do: Callable[[], Awaitable[T]]
    done: Callable[[T], None]
    failed: Callable[[str], None]
    scope: trio.CancelScope = field(factory=trio.CancelScope)


# ---------------------------------------------------------------------- screens


class MenuScreen(Screen["Menu"]):
    """One screen of the menus: what was chosen on it, and how it is drawn. It fills the window."""

    shade = 0
    covers = True
    leap = 8.0

    @property
    def loses(self) -> str:
        """The loss if the player leaves; "" for none. With one they are asked first."""
        return ""

    def back(self, menu: Menu) -> None:
        """One step back; from the first screen it leads nowhere. Where that loses something it is
        asked first."""
        if self.loses:
            menu.screens.push(AskToLeave(self))
        else:
            menu.say("")
            menu.go_back()


class AskToLeave(Screen["Menu"]):
    """The question whether to leave a screen though something is lost by it; it goes with that
    screen. about: the screen. quits: the window closes."""

    def __init__(self, about: MenuScreen, quits: bool = False) -> None:
        self.about, self.what, self.quits = about, about.loses, quits

    def tick(self, menu: Menu) -> None:
        """There may be nothing left to lose."""
        if self.about not in menu.screens:
            menu.screens.close(self)

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """The arrows begin at what Enter would press."""
        menu.ui.focus = menu.ui.focus or ("confirm" if name in ("left", "right") else "")
        return False

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Enter and Esc stay."""
        title = tr("Close the window?") if self.quits else tr("Go back?")
        go = tr("CLOSE") if self.quits else tr("GO BACK")
        stay = Choice("confirm", tr("STAY"), CloseScreen(), tooltip="[Esc]")
        go_on = Choice("leave.go", go, Forsake(), lit=False)
        question(pen, "leave", title, self.what, [stay, go_on])


@define(eq=False)
class KeptMatches:
    """The matches on this machine, as far as the menus know them.

    kept: the newest first. looking: they are not known yet; expects: one that can be resumed seems
    to be there, so its entry has a place; unread: why they could not be listed. verdicts, drawn: by
    log, what was found out of them.
    """

    kept: Sequence[Kept] = ()
    looking: bool = True
    expects: bool = False
    unread: str = ""
    verdicts: dict[Path, list[str]] = field(factory=dict)
    drawn: dict[Path, tuple[Path, int]] = field(factory=dict)

    def looked(self, unread: str = "") -> None:
        """They have been looked through. unread: why that failed."""
        self.looking, self.unread = False, unread


@define(eq=False)
class MenuWindow:
    """The window as the menus use it. wake: called when the picture has changed. hears: it is
    on a screen, which has sounds. copy: puts a text on the clipboard, if there is one."""

    wake: Callable[[], None] = lambda: None
    hears: bool = False
    copy: Callable[[str], bool] = lambda text: False


class Menu:
    """The shared state of the menus' screens, and the program's services for them.

    login: the player's name where none is set. matches: those on this machine. friends: the
    player's friends; key: the player's own words, and how the key is kept. errand: the request to
    the program, None without one. jobs, tasks: to be run beside. window: what that does. note: a
    line at the foot, for some seconds. signals: what the window must do after a change.
    """

    def __init__(self, house: House, settings: Settings, login: str, first: MenuScreen) -> None:
        self.house = house
        self.settings = settings
        self.login = login
        self.ui = Pointing()
        self.errand: Errand | None = None
        self.jobs: list[Job[Any]] = []
        self.tasks: list[Task[Any]] = []
        self.window = MenuWindow()
        self.signals = Signals()
        self.note = ""
        self.now = 0.0
        self._note_until: float | None = None
        self.systems: Sequence[System] = ()
        self.friends: Sequence[ListedFriend] = ()
        self.key: tuple[str, Form | None] = "", None
        self.matches = KeptMatches()
        self._asked_for: set[str] = set()
        self.screens: Screens[Menu] = Screens(self, first)
        first.enter(self)

    @property
    def name(self) -> str:
        """Return the player's name."""
        return self.settings.name.strip() or self.login

    @property
    def screen(self) -> Screen[Menu]:
        """The one on top."""
        return self.screens.top

    @property
    def loses(self) -> str:
        """Return what leaving the open screens would lose; "" for nothing."""
        return "" if self._losing is None else self._losing.loses

    @property
    def _losing(self) -> MenuScreen | None:
        """The topmost screen by whose leaving something would be lost; None without one."""
        pages = [screen for screen in self.screens if isinstance(screen, MenuScreen)]
        return next((page for page in reversed(pages) if page.loses), None)

    @property
    def rev(self) -> int:
        """Another number whenever something that is drawn has changed."""
        return self.signals.rev

    def touch(self) -> None:
        """Something that is drawn has changed."""
        self.signals.touch()

    def open(self, screen: MenuScreen) -> None:
        """Go on to a screen; what was last said belongs to the one that is left."""
        self.say("")
        self.screens.push(screen)

    def go_back(self, screen: Screen[Menu] | None = None) -> None:
        """One step back, unasked. screen: which is left, if not the one on top."""
        self.screens.close(screen or self.screens.top)

    def close(self) -> None:
        """The window shall close; the second time it does, whatever is lost."""
        asked, losing = self.screens.find(AskToLeave), self._losing
        if losing is not None and (asked is None or not asked.quits):
            if asked is not None:
                self.screens.close(asked)
            self.screens.push(AskToLeave(losing, quits=True))
        else:
            self.leave(Quit())

    def leave(self, errand: Errand) -> None:
        """Have the program do something."""
        self.errand = errand

    def returned(self, note: str = "", stays: bool = False) -> None:
        """End the errand: the title again, with a line on its result; facts about logs are
        forgotten, because they may have grown. stays: the screen that sent it instead."""
        self.errand = None
        self.jobs.clear()
        self._asked_for.clear()
        self.matches.verdicts.clear()
        self.matches.drawn.clear()
        top = self.screens.top
        if not stays:
            self.screens.clear()
        if self.screens.top is top:
            top.enter(self)
        self.say(note)

    def spoken_anew(self) -> None:
        """Switch the language: the note at the foot goes, and texts that were already put into
        words are made again where they are shown."""
        self._asked_for.clear()
        self.matches.verdicts.clear()
        self.say("")

    def say(self, note: str, stays: bool = False) -> None:
        """A line at the foot, for some seconds. stays: until the next one, or another screen."""
        self.note = note[:1].upper() + note[1:]
        self._note_until = math.inf if stays else None
        self.touch()

    def tick(self, now: float) -> None:
        """Time passes."""
        self.now = now
        if self.note and self._note_until is None:
            self._note_until = now + NOTE_SECONDS
        elif self.note and self._note_until is not None and now >= self._note_until:
            self.say("")

    # -- of what is shown ----------------------------------------------------------------

    def cue(self, name: str) -> None:
        """Something is to be heard."""
        self.signals.cue(name)

    def heard(self) -> list[str]:
        """Return the cues since the last time."""
        return self.signals.heard()

    def refuse(self, why: str) -> None:
        """Show at the foot why something did nothing."""
        self.say(why)

    def forget_refusal(self) -> None:
        """It stays for its seconds."""

    def guard(self) -> AbstractContextManager[None]:
        """There is no game."""
        return nullcontext()

    def notices(self, pen: Pen) -> None:
        """There are none."""

    def act(self, item: Item, action: Action | None) -> None:
        """Do what pressing an item means."""
        self.ui.focus = item.id if self.ui.keyboard else ""
        if item.why:
            self.say(item.why)
        elif isinstance(action, MenuAction | ScreenAction):
            action.do(self)

    def drop(self, path: Path) -> None:
        """A file was dropped on the window: a log is looked at, unless something would be lost."""
        if self.loses:
            self.say(tr("go back to the title first, then drop the log again"))
        else:
            self.leave(Watch(path))
        self.touch()

    # -- what takes time -----------------------------------------------------------------

    def want(
        self,
        what: str,
        do: Callable[[], T | Awaitable[T]],
        done: Callable[[T], None],
        failed: Callable[[Menu], None] = lambda menu: None,
    ) -> None:
        """Have something found out, once until the menus are come back to. what: its name. failed:
        called when nothing came of it, and that was said."""
        if what in self._asked_for:
            return
        self._asked_for.add(what)

        def take(found: T) -> None:
            done(found)
            self.touch()

        def fail(why: str) -> None:
            self._asked_for.discard(what)
            self.say(why)
            failed(self)
            self.touch()

        self.jobs.append(Job(do, take, fail))

    def want_systems(self) -> None:
        """Have the rules loaded."""

        def take(found: Sequence[System]) -> None:
            self.systems = found

        if not self.systems:
            self.want("systems", self.house.systems, take)

    def want_friends(self) -> None:
        """Have the book of friends read."""

        self.want("friends", self.house.friends, self._take_friends)

    def _take_friends(self, found: Sequence[ListedFriend]) -> None:
        self.friends = found

    def change_friends(self, do: Callable[[], Sequence[ListedFriend]], said: str) -> None:
        """Have the book changed. said: when that was done."""

        def done(found: Sequence[ListedFriend]) -> None:
            self._take_friends(found)
            self.say(said)

        self.jobs.append(Job(do, done, self.say))

    def want_key(self) -> None:
        """Have the own key looked at."""

        def take(found: tuple[str, Form | None]) -> None:
            self.key = found

        self.want("key", self.house.key, take)

    def keep_key(self, in_keyring: bool) -> None:
        """Have the own key kept otherwise."""

        def take(found: tuple[str, Form | None]) -> None:
            self.key = found
            self.say(tr("Your key is the same, and kept otherwise from now on."))

        self.jobs.append(Job(lambda: self.house.keep_key(in_keyring), take, self.say))

    def keep_under(self, passphrase: str) -> None:
        """Have the own key encrypted."""

        def take(found: tuple[str, Form | None]) -> None:
            self.key = found
            self.say(tr("Your key is the same, and kept otherwise from now on."))

        self.say(tr("The key is being encrypted ..."))
        self.jobs.append(Job(lambda: self.house.keep_under(passphrase), take, self.say))

    def unlock(self, screen: MenuScreen, passphrase: str) -> None:
        """Have the own key opened; then that screen is over."""

        def take(_: None) -> None:
            self.say("")
            self.go_back(screen)

        self.say(tr("The key is being opened ..."))
        self.jobs.append(Job(lambda: self.house.unlock(passphrase), take, self.say))

    def want_matches(self) -> None:
        """Have the logs looked through."""

        matches = self.matches

        def take(found: Sequence[Kept]) -> None:
            matches.kept = found
            matches.looked()

        def failed(menu: Menu) -> None:
            matches.looked(self.note)

        matches.expects = self.house.expects()
        if not matches.expects:  # what could be gone on with was, to its end
            matches.kept = [evolve(kept, goes_on=False) for kept in matches.kept]

        self.want("matches", self.house.matches, take, failed)


# ---------------------------------------------------------------------- what a press means


class MenuAction(Action, ABC):
    """Base of these."""

    __slots__ = ()

    @abstractmethod
    def do(self, menu: Menu) -> None:
        """Change what is shown or chosen."""


@frozen
class Open(MenuAction):
    """Open a fresh screen."""

    make: Callable[[], MenuScreen]

    def do(self, menu: Menu) -> None:
        """The way back leads here."""
        menu.open(self.make())


@frozen
class Back(MenuAction):
    """One step back."""

    def do(self, menu: Menu) -> None:
        """As Esc does."""
        menu.screens.top.back(menu)


@frozen
class Forsake(MenuAction):
    """Leave the screen that was asked about, though something is lost by it."""

    def do(self, menu: Menu) -> None:
        """Leave that screen only, wherever it is by now."""
        asked = menu.screens.top
        if not isinstance(asked, AskToLeave):
            return
        menu.screens.close(asked)
        if asked.quits:
            menu.leave(Quit())
        else:
            menu.go_back(asked.about)


@frozen
class RunErrand(MenuAction):
    """Have the program do something."""

    errand: Errand

    def do(self, menu: Menu) -> None:
        """The menus end, for now."""
        menu.leave(self.errand)
