"""What the menus know: the screens one has gone through, and what is wanted of the program."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import trio
from attrs import define, evolve, field, frozen

from owm_net.client.language import tr
from owm_net.client.model import Ui
from owm_net.client.scene.items import Action
from owm_net.client.scene.pen import Pen
from owm_net.client.settings import Settings
from owm_net.client.text_field import TextField
from owm_net.engine.system import Setup, System

BACK, QUIT = "back", "quit"
"""What may be asked about before something is lost."""
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

    met: Any


@frozen
class Resume:
    """Go on with a match that was taken up again. taken: what `House.take_up` gave."""

    taken: Any


@frozen
class Watch:
    """Show a match again."""

    log: Path


@frozen
class Learn:
    """Boot Camp: the guided first match."""


@frozen
class Quit:
    """The window closes."""


Errand: TypeAlias = Play | Sit | Resume | Watch | Learn | Quit
"""What the menus end with; the program does it, and all but the last come back to them."""


# ---------------------------------------------------------------------- what lies behind them


@frozen
class Kept:
    """A match whose log is on this machine. about: who plays; when: it was played last. goes_on: it
    is not over, and what it takes to go on with it is here. picture: of its table as it stands, if
    there is one, and when that was written."""

    log: Path
    title: str
    about: str
    when: str
    goes_on: bool
    picture: tuple[Path, int] | None = None


@frozen
class Me:
    """Who meets others: what he is called, and at which relay, "" for none."""

    name: str
    relay: str


@frozen
class Friend:
    """Somebody who is known by his key. words: six, of it; about: since when."""

    name: str
    words: str
    about: str


@frozen
class Hosting:
    """How one waits for others. friends: who alone may come, by name; empty for whoever has the
    code. listed: a line for everybody who looks for a game, None for no open game. clock: as a verb
    is given it. spectators: minutes by which they are behind, None for none. relay_only: nobody
    but the relay learns the address of this machine."""

    friends: tuple[str, ...] = ()
    listed: str | None = None
    clock: str = "off"
    spectators: int | None = None
    relay_only: bool = False


@frozen
class Offer:
    """An open game. number: of its list. game, words: which, and its host's own words, which nobody
    has checked. who: the six words of the key. what: what `House.join` takes it by."""

    number: str
    game: str
    words: str
    who: str
    place: str
    what: Any


class Door(Protocol):
    """Who waits for others, or goes to them, hears of it here."""

    def tell(self, line: str) -> None:
        """Who comes, who goes, what goes wrong."""

    async def ask(self, lines: Sequence[str], loud: bool = False) -> bool:
        """Whether to play with whoever the lines are about. Cancelled, the question goes away.
        loud: it is about another key under a name that is known."""


class House(Protocol):
    """What the program does for the menus. What may take a second or more is called in a thread, or
    waits in trio, and what it raises is shown in one line."""

    version: str

    def systems(self) -> Sequence[System]:
        """The rule systems, the most worth playing first."""

    def expects(self) -> bool:
        """Whether there seems to be a match that can be gone on with; takes no time."""

    def matches(self) -> Sequence[Kept]:
        """Those that can be gone on with, then those that are over; the newest first."""

    def verify(self, log: Path) -> list[str]:
        """The verdict on a match, in lines."""

    def draw(self, log: Path) -> tuple[Path, int]:
        """The table of a match as a picture in a file, and when that was written."""

    def remove(self, log: Path) -> None:
        """Remove a match from this machine, with all that was kept of it."""

    def take_up(self, log: Path) -> Any:
        """A match that shall be gone on with, its log read and checked."""

    def let_go(self, taken: Any) -> None:
        """It shall not be gone on with after all."""

    def key(self) -> tuple[str, str]:
        """The six words of the own key, and how it is kept."""

    def friends(self) -> Sequence[Friend]:
        """Those who are known by their key."""

    def rename(self, words: str, name: str) -> Sequence[Friend]:
        """Call the friend with these six words otherwise. Returns all."""

    def forget(self, words: str) -> Sequence[Friend]:
        """Know this one no longer. Returns the others."""

    def prepare(self) -> None:
        """A match against the computer is being chosen: it shall begin soon after START."""

    async def host(self, game: tuple[System, Setup], me: Me, how: Hosting, door: Door) -> Any:
        """Wait until all seats of a match are taken; at a relay too, unless that is ""."""

    async def look(self, relay: str) -> tuple[Sequence[Offer], str]:
        """Open games, on the own network and at a relay, and what went wrong, "" for nothing."""

    async def join(self, code: str, address: str, me: Me, door: Door, offer: Any = None) -> Any:
        """Go to whoever hosts; by what is "" he is not looked for. offer: an open game's, in the
        place of a code."""


@define(eq=False)
class Job:
    """Something that takes its time. do: run in a thread. done: gets what came of it, or None with
    the reason why nothing did, in a line."""

    do: Callable[[], Any]
    done: Callable[[Any, str], None]


@define(eq=False)
class Task:
    """Something that waits for other people, in trio. done: as that of a `Job`; not called once
    scope was cancelled."""

    do: Callable[[], Awaitable[Any]]
    done: Callable[[Any, str], None]
    scope: trio.CancelScope = field(factory=trio.CancelScope)


# ---------------------------------------------------------------------- screens


class Screen(ABC):
    """One screen: what was chosen on it, and how it is drawn. Drawing changes nothing."""

    first: str = ""
    """The id of what has the focus when it is opened by key, "" for the first item."""
    fields: dict[str, TextField] = {}  # noqa: RUF012 - no screen without any adds one
    """What can be typed into while it has the focus, by id."""

    @property
    def loses(self) -> str:
        """What is lost by leaving it: then that is asked about. "" for nothing."""
        return ""

    @property
    def takes_any(self) -> bool:
        """Whether it waits for a key, whatever that does elsewhere."""
        return False

    @abstractmethod
    def draw(self, pen: Pen, menu: Menu) -> None:
        """Lay it out."""

    def field(self, menu: Menu) -> TextField | None:
        """What is typed into now; None if letters are keys. By itself that which has the focus."""
        return self.fields.get(menu.ui.focus)

    def writes(self, menu: Menu) -> bool:
        """Whether letters are written now: then none of them is a key."""
        return self.field(menu) is not None

    def wrote(self, menu: Menu) -> None:  # noqa: B027
        """There is another text in that field."""

    def enter(self, menu: Menu) -> None:  # noqa: B027
        """It is shown, or shown again."""

    def left(self, menu: Menu) -> None:  # noqa: B027
        """One has gone back from it."""

    def key(self, menu: Menu, name: str) -> bool:
        """A key that this screen takes for itself; False if it means what it always does."""
        return False

    def text(self, menu: Menu, text: str) -> None:  # noqa: B027
        """What the keyboard wrote, where it goes into no field."""

    def scroll(self, menu: Menu, steps: float) -> None:  # noqa: B027
        """The wheel; up is positive."""

    def tick(self, menu: Menu) -> None:  # noqa: B027
        """A frame is shown."""

    def show_item(self, menu: Menu, id: str) -> None:  # noqa: B027
        """What has the focus now must be seen."""


class Menu:
    """The stack of screens, the last of which is shown.

    login: the player's name where none is set. kept: the matches on this machine; looking: they are
    not known yet; expects: one that can be gone on with will be among them; unread: why they could
    not be listed. friends: whom one knows; key: the own one's words, and how it is kept. verdicts,
    drawn: by log, what was found out of them. errand: what is wanted of the program, None while
    nothing is. jobs, tasks: what is to be run beside. wake: called when the picture has changed.
    note: a line at the foot, for some seconds. leaving: whether to leave the screen is being asked:
    to go BACK, or to QUIT; "" for not. cues: what is to be heard or called for, by its name. hears:
    there is a window on a screen, which has sounds. copy: puts a text on the clipboard, if there is
    one.
    """

    def __init__(self, house: House, settings: Settings, login: str, first: Screen) -> None:
        self.house = house
        self.settings = settings
        self.login = login
        self.ui = Ui()
        self.screens = [first]
        self.errand: Errand | None = None
        self._then: Errand | None = None  # when the rules are loaded
        self.jobs: list[Job] = []
        self.tasks: list[Task] = []
        self.wake: Callable[[], None] = lambda: None
        self.note = ""
        self.leaving = ""
        self.cues: list[str] = []
        self.hears = False
        self.copy: Callable[[str], bool] = lambda text: False
        self.rev = 0
        self.now = 0.0
        self._note_until: float | None = None
        self.systems: Sequence[System] = ()
        self.friends: Sequence[Friend] = ()
        self.key = "", ""
        self.kept: Sequence[Kept] = ()
        self.looking = True
        self.expects = False
        self.unread = ""
        self.verdicts: dict[Path, list[str]] = {}
        self.drawn: dict[Path, tuple[Path, int]] = {}
        self._asked_for: set[str] = set()
        first.enter(self)

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.settings.name.strip() or self.login

    @property
    def screen(self) -> Screen:
        """The one that is shown."""
        return self.screens[-1]

    def touch(self) -> None:
        """Something that is drawn has changed."""
        self.rev += 1

    def open(self, screen: Screen) -> None:
        """Go on to a screen; what was last said belongs to the one that is left."""
        self.say("")
        self.screens.append(screen)
        self._show()

    def back(self) -> None:
        """One step back; from the first screen it leads nowhere. Where that loses something it is
        asked first, and one more step stays."""
        if self.leaving:
            self.leaving = ""
        elif self.screen.loses:
            self.leaving = BACK
        else:
            self.say("")
            self.go_back()
        self.touch()

    def go_back(self) -> None:
        """One step back, unasked."""
        self.leaving = ""
        if len(self.screens) > 1:
            self.screens.pop().left(self)
            self._show()

    def close(self) -> None:
        """The window shall close; the second time it does, whatever is lost."""
        if self.screen.loses and self.leaving != QUIT:
            self.leaving = QUIT
            self.touch()
        else:
            self.leave(Quit())

    def _show(self) -> None:
        by_key = self.ui.keyboard
        self.ui = Ui(pointer=self.ui.pointer, keyboard=by_key)
        if by_key:
            self.ui.focus = self.ui.hover = self.screen.first
        self._then = None
        self.screen.enter(self)
        self.touch()

    def leave(self, errand: Errand) -> None:
        """Have the program do something."""
        self.errand = errand

    def leave_with_rules(self, errand: Errand, until: str) -> None:
        """The same, when the rules are loaded. until: a line for the time until then."""
        if self.systems:
            self.leave(errand)
            return
        self.want_systems()
        self._then = errand
        self.say(until)

    def returned(self, note: str = "", stays: bool = False) -> None:
        """The errand is done: the title again, and a line on what came of it; what was found out of
        logs is forgotten: they may have grown. stays: the screen from which it was sent instead."""
        self.errand = None
        self.leaving = ""
        if not stays:
            del self.screens[1:]
        self.jobs.clear()
        self._asked_for.clear()
        self.verdicts.clear()
        self.drawn.clear()
        self._show()
        self.say(note)

    def spoken_anew(self) -> None:
        """The language is another one: what stands at the foot goes, and what was put into words is
        found out anew where it is shown."""
        self._asked_for.clear()
        self.verdicts.clear()
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
        self.screen.tick(self)

    # -- what takes time -----------------------------------------------------------------

    def want(
        self,
        what: str,
        do: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Menu], None] = lambda menu: None,
    ) -> None:
        """Have something found out, once until the menus are come back to. what: its name. failed:
        called when nothing came of it, and that was said."""
        if what in self._asked_for:
            return
        self._asked_for.add(what)

        def take(found: Any, why: str) -> None:
            if why:
                self._asked_for.discard(what)
                self.say(why)
                failed(self)
            else:
                done(found)
            self.touch()

        self.jobs.append(Job(do, take))

    def want_systems(self) -> None:
        """Have the rules loaded."""

        def take(found: Sequence[System]) -> None:
            self.systems = found
            if self._then is not None:
                self.leave(self._then)

        if not self.systems:
            self.want("systems", self.house.systems, take)

    def want_friends(self) -> None:
        """Have the book of friends read."""

        self.want("friends", self.house.friends, self._take_friends)

    def _take_friends(self, found: Sequence[Friend]) -> None:
        self.friends = found

    def change_friends(self, do: Callable[[], Sequence[Friend]], said: str) -> None:
        """Have the book changed. said: when that was done."""

        def done(found: Any, why: str) -> None:
            if not why:
                self._take_friends(found)
            self.say(why or said)

        self.jobs.append(Job(do, done))

    def want_key(self) -> None:
        """Have the own key looked at."""

        def take(found: tuple[str, str]) -> None:
            self.key = found

        self.want("key", self.house.key, take)

    def want_matches(self) -> None:
        """Have the logs looked through."""

        def take(found: Sequence[Kept]) -> None:
            self.kept, self.looking, self.unread, self.expects = found, False, "", False

        def failed(menu: Menu) -> None:
            self.looking, self.unread, self.expects = False, self.note, False

        self.expects = self.house.expects()
        if not self.expects:  # what could be gone on with was, to its end
            self.kept = [evolve(kept, goes_on=False) for kept in self.kept]

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
    """Go on to a screen, made anew."""

    make: Callable[[], Screen]

    def do(self, menu: Menu) -> None:
        """The way back leads here."""
        menu.open(self.make())


@frozen
class Back(MenuAction):
    """One step back."""

    def do(self, menu: Menu) -> None:
        """As Esc does."""
        menu.back()


@frozen
class Forsake(MenuAction):
    """Leave a screen though something is lost by it."""

    def do(self, menu: Menu) -> None:
        """Back, or the window closes: what was asked about."""
        if menu.leaving == QUIT:
            menu.leave(Quit())
        else:
            menu.go_back()


@frozen
class LearnNow(MenuAction):
    """Boot Camp."""

    def do(self, menu: Menu) -> None:
        """Loading the rules takes a moment, in which it is said what is waited for."""
        menu.leave_with_rules(Learn(), tr("Opening Boot Camp ..."))


@frozen
class Leave(MenuAction):
    """Have the program do something."""

    errand: Errand

    def do(self, menu: Menu) -> None:
        """The menus end, for now."""
        menu.leave(self.errand)
