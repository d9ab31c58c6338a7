"""Waiting for others, or joining them: the host's code, large, and the guests."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.match.handles import Gathered, SpectatedMatch
from owm_net.client.menu import parts
from owm_net.client.menu.hosting import CLOCKS, WATCHED
from owm_net.client.menu.state import (
    Doorkeeper,
    Errand,
    Follow,
    GameOffer,
    Hosting,
    Me,
    Menu,
    MenuAction,
    MenuScreen,
    Sit,
    Task,
)
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens.arrival import Arrival
from owm_net.client.stage.stack import Screens
from owm_net.client.widgets import button
from owm_net.client.words import capital
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.net.addresses import is_loopback, reached_at
from owm_net.net.consent import ConsentQuestion
from owm_net.protocol.codes import CODE_WORDS, MAX_WORDS

CODE = rf"(?P<code>[1-9][0-9]{{0,9}}(-[a-z]+){{{CODE_WORDS},{MAX_WORDS}}})"
FIRST = re.compile(rf"the code is {CODE}: good for this match alone; tell it to nobody else")
NEXT = re.compile(rf".* Tell your friend the new code, by a way you trust: {CODE}")
LISTENS = re.compile(r"waiting on (?P<host>\S+):(?P<port>[0-9]+)")
LINE = r"(?P<line>owm-net join .*|https?://\S+)"
MOVED = re.compile(rf"this machine is on another network now; the new invitation: {LINE}")
INVITES = re.compile(rf"the invitation for your friend: {LINE}")
OPEN = re.compile(
    r"the game is listed as number (?P<code>[1-9][0-9]{0,9}); whoever finds it may join"
)
"""How a lobby tells it; of an open game its number. All are longer than what a stranger can call
themselves or their program."""
MOST = 200
"""Lines of who comes and goes that are kept."""
CODE_TITLE = say("The code"), say("for this match only")
CODE_ABOUT = say(
    "Send the invitation to your friend only. They choose Join and paste it. On your own network"
    " the code alone is enough."
)
LINK_ABOUT = say(
    "Send the link to your friend only. They open it in a browser, or choose Join in owm_net and"
    " paste it."
)
OPEN_ABOUT = say("Its number in the lists: anyone who chooses Join sees it and may join.")
MOVED_SAID = say("This machine is on another network now: send your friend the new invitation.")
HOST = say("Host")
"""What the screen of who hosts is called."""


@frozen
class HostAndWait(MenuAction):
    """Host a match, and wait for a friend."""

    system: System
    setup: Setup
    how: Hosting

    def do(self, menu: Menu) -> None:
        """Until the guest has come, or Esc."""
        me = Me(menu.name, menu.settings.relay.strip(), menu.settings.router)

        def host(door: Doorkeeper) -> Awaitable[Gathered]:
            return menu.house.host((self.system, self.setup), me, self.how, door)

        menu.want_key()
        mission, level = self.system.about_mission(self.setup.mission)[0], self.setup.level
        facts = [*facts_of(self.system, self.setup, self.how), of_take_backs(menu), tr(NO_HINTS)]
        about = tr(
            "{mission}, level {level}", mission=mission, level=parts.said(level, self.system)
        )
        waiting = Waiting(HOST, about, host, facts)
        waiting.lines = list(self.system.briefing(self.system.new_game(self.setup)).lines)
        menu.open(waiting)


def facts_of(system: System, setup: Setup, how: Hosting) -> list[str]:
    """Return the terms of the match, a line each."""
    mission = system.about_mission(setup.mission)[0]
    options = ", ".join(
        f"{parts.said(name, system)}: {parts.said(value, system, name)}"
        for name, value in setup.switches
    )
    return [
        tr("{title}, rules version {version}", title=system.title, version=system.version),
        tr(
            "{mission}, level {level}, {seats} players",
            mission=mission,
            level=parts.said(setup.level, system),
            seats=setup.seats,
        ),
        tr("Options: {options}", options=options)
        if options
        else tr("All options as the rules have them"),
        *([tr("Pack: {pack}", pack=setup.pack)] if setup.pack else []),
        tr("Clock: {clock}", clock=CLOCKS.get(how.clock, how.clock)),
        tr("Who may watch: {who}", who=WATCHED.get(how.spectators, say("Others"))),
        tr("Only {friends}", friends=tr(" and ").join(how.friends))
        if how.friends
        else tr("Anyone who has the code may join"),
    ]


NO_HINTS = say("Hints: off in a match between people")


def of_take_backs(menu: Menu) -> str:
    """Return what our program does when the other takes a decision back."""
    if menu.settings.lenient:
        return tr("Take-backs: agreed at once while nothing is revealed and you have not acted")
    return tr("Take-backs: you are asked")


@frozen
class GoThere(MenuAction):
    """Go to a host. offer: an open game, in the place of a code."""

    code: str
    offer: GameOffer | None = None

    def do(self, menu: Menu) -> None:
        """By all ways that are known, one after the other."""
        me = Me(menu.name, menu.settings.relay.strip())

        def join(door: Doorkeeper) -> Awaitable[Gathered]:
            what = None if self.offer is None else self.offer.what
            return menu.house.join(self.code, me, door, what)

        menu.want_key()  # friends compare six words
        about = self.code if self.offer is None else f"{self.offer.number}: {self.offer.game}"
        menu.open(Waiting(tr("Join"), about, join, [of_take_backs(menu), tr(NO_HINTS)]))


@frozen
class WatchThere(MenuAction):
    """Go to a host as a spectator."""

    code: str

    def do(self, menu: Menu) -> None:
        """By all ways that are known, one after the other."""
        if not self.code:
            menu.say(tr("paste the invitation for spectators, or type their code"))
            return
        me = Me(menu.name, menu.settings.relay.strip())

        def watch(door: Doorkeeper) -> Awaitable[SpectatedMatch]:
            return menu.house.watch(self.code, me, door)

        menu.open(Waiting(tr("Watch"), self.code, watch, becomes=Follow))


@frozen
class Copy(MenuAction):
    """Put the invitation on the clipboard, to be pasted where one writes to a friend."""

    line: str

    def do(self, menu: Menu) -> None:
        """It is told whether that could be done."""
        if menu.window.copy(self.line):
            menu.say(tr("copied: paste it where you write to your friend: {line}", line=self.line))
        else:
            menu.say(tr("it cannot be copied here: read the code to your friend, or type it"))


class Waiting(MenuScreen):
    """Until the match can begin. lines: what was told; meet: gives the match; facts: of it;
    becomes: what is wanted of the program then."""

    def __init__(
        self,
        title: str,
        about: str,
        meet: Callable[[Doorkeeper], Awaitable[Any]],
        facts: Sequence[str] = (),
        becomes: Callable[[Any], Errand] = Sit,
    ) -> None:
        self._becomes = becomes
        self.title = title
        self.about = about
        self.facts = facts
        self.lines: list[str] = []
        self._screens: Screens[Menu] | None = None
        self._touch: Callable[[], None] = lambda: None
        self._meet = meet
        self._task: Task[Any] | None = None

    def enter(self, menu: Menu) -> None:
        """Begin, once."""
        if self._task is not None:
            return

        def touch() -> None:
            menu.touch()
            menu.window.wake()

        self._touch, self._screens = touch, menu.screens

        def done(met: Any) -> None:
            menu.leave(self._becomes(met))

        def failed(why: str) -> None:
            menu.screens.close(self)
            menu.say(why, stays=True)  # who waits for a friend looks away

        self._task = Task(lambda: self._meet(self), done, failed)
        menu.tasks.append(self._task)

    def left(self, menu: Menu) -> None:
        """Nobody is waited for any more."""
        if self._task is not None:
            self._task.scope.cancel()

    def tell(self, line: str) -> None:
        """Tell of arrivals, departures and problems."""
        if listens := LISTENS.fullmatch(line):
            host, port = listens["host"].strip("[]"), listens["port"]
            line = say("This program waits for your friend at port {port}", port=port)
            if not any(one == host or not is_loopback(one) for one in reached_at(host)):
                line = say(
                    "This program waits at port {port}; this machine is on no network", port=port
                )
        self.lines = [*self.lines[1 - MOST :], line]
        self._touch()

    async def ask(self, question: ConsentQuestion) -> bool:
        """Ask whether to play with the newcomer."""
        assert self._screens is not None
        return await self._screens.ask(Arrival(question))

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Ctrl and C copies the code, as its button does."""
        if self.is_told and name == "ctrl+c":
            Copy(self.invitation).do(menu)
            return True
        return False

    @property
    def loses(self) -> str:
        """Return the warning for a host who has shared a code."""
        if not self.code or self.title != HOST:
            return ""
        if self.code.isdecimal():
            return tr("Then you stop waiting, and the lists no longer show your game.")
        return tr(
            "Then you stop waiting, and the code {code} no longer works. "
            "Your friend needs the one you get when you host again.",
            code=self.code,
        )

    @property
    def code(self) -> str:
        """The code that is good now, or the number of an open game: the last that was told. Lines
        that quote strangers hold what strangers like: only the whole sentence of the lobby
        counts."""
        forms = (FIRST, NEXT, OPEN)
        told = [m for line in self.lines for form in forms if (m := form.fullmatch(line))]
        return told[-1]["code"] if told else ""

    @property
    def invitation(self) -> str:
        """The line that brings a friend, as it was told last; the code, as long as none was."""
        told = [
            m for line in self.lines for form in (INVITES, MOVED) if (m := form.fullmatch(line))
        ]
        return told[-1]["line"] if told else self.code

    @property
    def shown(self) -> list[str]:
        """Return the lines told, except those shown above."""
        found = [n for n in self.lines if not (FIRST.fullmatch(n) or INVITES.fullmatch(n))]
        return [MOVED_SAID if MOVED.fullmatch(line) else line for line in found]

    @property
    def is_told(self) -> bool:
        """Return True if there is a code to share with a friend."""
        return self.title == HOST and bool(self.code) and not self.code.isdecimal()

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw the host's code; below it the events."""
        parts.ground(pen)
        parts.heading(pen, self.title, self.about)
        parts.foot(pen, menu)
        area = parts.area(pen)
        if self.code and self.title == HOST:
            self._code(area.cut_top(150, gap=14), menu)
        if self.facts:
            facts, told = area.columns((40, 60), 14)
            self._facts(facts, menu)
        else:
            told = area
        room = parts.box(told, "told", tr("What happens")).inset(8, 0)
        texts = self.shown or [tr("Looking ...")]
        lines = room.wrap([capital(text) for text in texts], 15)
        fit = max(1, int((room.h - 4) // 22))
        room.lines("told.lines", lines[-fit:], step=22, size=15)

    def _code(self, place: Box, menu: Menu) -> None:
        """Draw the code, what it is for, and a button that copies it; or the number of an open
        game."""
        is_open = self.code.isdecimal()
        title, note = (tr("An open game"), "") if is_open else CODE_TITLE
        parts.box(place, "code", title, note)
        about = OPEN_ABOUT if is_open else LINK_ABOUT if menu.house.page else CODE_ABOUT
        room = place.inset(20, 0)
        shown: Lettering = {"role": "title", "size": 64, "colour": theme.LIT, "anchor": "m"}
        foot = room.cut_bottom(50)
        if not is_open:
            copy = foot.cut_right(230, gap=20).centred(230, 40)
            button(copy, "copy", tr("COPY INVITATION"), Copy(self.invitation), size=18, key="c")
        foot.paragraph("code.about", tr(about), most=2, size=16, step=20, colour=theme.SAND)
        middle = place.centred(place.w - 40, place.h)
        middle.rect = middle.rect.moved(0, 2)
        middle.text("code.shown", self.code, **shown)

    def _facts(self, place: Box, menu: Menu) -> None:
        """Draw the terms of the match, and the player's own identity."""
        room = parts.box(place, "facts", tr("The match")).inset(8, 0)
        words = menu.key[0]
        texts = [
            *self.facts,
            tr("You are {name}. The six words of your key: {words}", name=menu.name, words=words)
            if words
            else tr("You are {name}", name=menu.name),
        ]
        lines = room.wrap(texts, 15, most=3)
        room.lines("facts.lines", lines[: int((room.h - 4) // 22)], step=22, size=15)
