"""A new match against the computer: which game, which mission, how hard."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve, field, frozen

from owm_net.client import theme
from owm_net.client.language import tr, tr_error
from owm_net.client.menu import parts
from owm_net.client.menu.hosting import HowToHost, in_short
from owm_net.client.menu.meeting import HostAndWait
from owm_net.client.menu.options import Options
from owm_net.client.menu.state import Hosting, Menu, MenuAction, MenuScreen, Play, RunErrand
from owm_net.client.scene.items import Rect, Run
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS
from owm_net.engine.local import player_names
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.text import say

LEAST = 46.0
"""How high a row must be for a line below a name."""
_IDS = re.compile(r"\s*\([A-Z]+(-[A-Z0-9]+)+\)")
ANY = "random"
"""The computer player that every game has and that does anything that is allowed."""


@frozen
class ChosenGame:
    """The game to play: a system by its number, and the rest in its words. switches: options that
    differ from the rules' defaults, by name. seats: of a match against friends, 0 for the fewest.
    """

    system: int = 0
    mission: str = ""
    level: str = ""
    opponent: str = ""
    switches: tuple[tuple[str, str], ...] = field(default=())
    seats: int = 0

    def setup(self, system: System) -> Setup:
        """Return the set-up of the match."""
        seats = self.seats or system.seats[0]
        return system.with_pack(Setup(self.mission, self.level, seats, self.switches))


@frozen
class ChooseGame(MenuAction):
    """Make another choice."""

    choice: ChosenGame

    def do(self, menu: Menu) -> None:
        """On the screen that is shown."""
        screen = menu.screen
        assert isinstance(screen, NewGame)
        screen.choose(self.choice)


@frozen
class Begin(MenuAction):
    """This is played; the next time it is what is chosen first."""

    choice: ChosenGame
    how: MenuAction

    def do(self, menu: Menu) -> None:
        """Options and seats are chosen afresh each time."""
        choice = self.choice
        system = menu.systems[choice.system]
        menu.settings.game = (system.id, choice.mission, choice.level, choice.opponent)
        self.how.do(menu)


@frozen
class OpenOptions(MenuAction):
    """The options of the game that is chosen."""

    def do(self, menu: Menu) -> None:
        """Back returns with its choice."""
        screen = menu.screen
        assert isinstance(screen, NewGame)
        if menu.systems:
            screen.choice = choice = screen.chosen(menu)
            menu.open(Options(menu.systems[choice.system], choice.switches, screen.take))


@frozen
class OpenHow(MenuAction):
    """How one waits for the others."""

    def do(self, menu: Menu) -> None:
        """Back returns with its choice."""
        screen = menu.screen
        assert isinstance(screen, NewGame)
        if menu.systems:
            screen.choice = choice = screen.chosen(menu)
            system = menu.systems[choice.system]
            seats = choice.seats or system.seats[0]
            menu.open(HowToHost(system, seats, screen.how, screen.meet))


def first_choice(systems: Sequence[System], number: int) -> ChosenGame:
    """Return the default: the first mission and level, the weakest player who plays to win."""
    system = systems[number]
    return ChosenGame(number, system.missions[0], system.levels[0], opponents(system)[0])


def last_choice(systems: Sequence[System], played: tuple[str, str, str, str]) -> ChosenGame:
    """Return the last game played, as far as it is there: a mission may be of a pack that is
    not."""
    game, mission, level, opponent = played
    ids = [system.id for system in systems]
    choice = first_choice(systems, ids.index(game) if game in ids else 0)
    system = systems[choice.system]
    if mission in system.missions:
        choice = evolve(choice, mission=mission)
    if level in system.levels:
        choice = evolve(choice, level=level)
    if opponent in opponents(system):
        choice = evolve(choice, opponent=opponent)
    return choice


def opponents(system: System) -> list[str]:
    """The computer players of a game, from the weakest; the one that plays by chance last."""
    named = list(system.strengths)
    return [*(named or [n for n in player_names(system) if n != ANY]), ANY]


class NewGame(MenuScreen):
    """Game and opponent at the left, the mission in the middle, level and options at the right.

    hosts: the match is against a friend, who is told a code."""

    first = "confirm"

    def __init__(self, hosts: bool = False) -> None:
        self.hosts = hosts
        self.choice: ChosenGame | None = None
        self.how = Hosting()

    def enter(self, menu: Menu) -> None:
        """The rules are loaded when they are first needed."""
        menu.want_systems()
        if not self.hosts:
            menu.want("prepared", menu.house.prepare, lambda found: None)

    def choose(self, choice: ChosenGame) -> None:
        """This shall be played."""
        self.choice = choice

    def take(self, switches: tuple[tuple[str, str], ...]) -> None:
        """Options as they were set."""
        if self.choice is not None:
            self.choice = evolve(self.choice, switches=switches)

    def meet(self, seats: int, how: Hosting) -> None:
        """So the others are waited for."""
        if self.choice is not None:
            self.choice = evolve(self.choice, seats=seats)
        self.how = how

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Three columns; START in the corner."""
        parts.ground(pen)
        if self.hosts:
            parts.heading(pen, tr("Host"), tr("a match against a friend, wherever they are"))
        else:
            parts.heading(pen, tr("New game"), tr("against the computer, on this machine"))
        room = parts.foot(pen, menu, self._hint(menu))
        if not menu.systems:
            pen.text(
                "loading",
                tr("Reading the rules ..."),
                pen.w / 2,
                pen.h / 2,
                anchor="m",
                z=PANELS,
                size=18,
            )
            return
        choice = self.chosen(menu)
        system = menu.systems[choice.system]
        area = parts.area(pen)
        side = min(340.0, area.w * 0.29)
        gap = 14.0
        friend = _how_he_comes(pen, menu, side, self.how.relay_only) if self.hosts else []
        below = gap + 44 + LEAST * len(opponents(system))
        row = max(LEAST, min(56.0, (area.h - 42 - below) / len(menu.systems)))
        if friend:  # what he has to know is not cut: rather the games stand closer
            left = area.h - gap - 42 - _high(friend) - HOW
            row = max(CLOSEST, min(row, left / len(menu.systems)))
        games = Rect(area.x, area.y, side, 42 + row * len(menu.systems))
        _games(pen, menu, games, choice)
        below = games.bottom + gap
        rest = Rect(area.x, below, side, area.bottom - below)
        if self.hosts:
            _friend(pen, menu, rest, friend, in_short(self.how, choice.seats))
        else:
            _opponents(pen, menu, rest, choice, system)
        middle = area.w - 2 * side - 2 * gap
        _missions(pen, menu, Rect(area.x + side + gap, area.y, middle, area.h), choice, system)
        _levels(pen, menu, Rect(area.right - side, area.y, side, area.h), choice, system)
        setup, why = choice.setup(system), ""
        try:
            system.check_setup(setup)
        except BadSetup as e:
            why = tr_error(e)
        if self.hosts:
            label = tr("WAIT FOR HIM") if setup.seats == 2 else tr("WAIT FOR THEM")
            waits = Begin(choice, HostAndWait(system, setup, self.how))
            parts.confirm(pen, menu, room, label, waits, why)
        else:
            begins = Begin(choice, RunErrand(Play(system, setup, choice.opponent)))
            parts.confirm(pen, menu, room, tr("START"), begins, why)

    def _hint(self, menu: Menu) -> str:
        """Return where the game is taught, for a player with no match yet."""
        learnt = menu.matches.kept or menu.settings.learnt
        if self.hosts or menu.matches.looking or learnt or not menu.systems:
            return ""
        course = menu.systems[self.chosen(menu).system].course()
        if course is None:
            return ""
        return tr("New here? {course}, on the title, teaches it step by step.", course=course.title)

    def chosen(self, menu: Menu) -> ChosenGame:
        """Return the choice, or the default: the last game played."""
        return self.choice or last_choice(menu.systems, menu.settings.game)


def _games(pen: Pen, menu: Menu, rect: Rect, choice: ChosenGame) -> None:
    room = parts.box(pen, "games", rect, tr("Game"))
    high = room.h / len(menu.systems)
    for n, system in enumerate(menu.systems):
        name = system.title.partition(": ")[0]
        about = tr(system.about) if high >= LEAST else ""
        if pen.width(about, "body", theme.TEXT) > room.w - 44:
            about = ""  # a narrow window has the names alone
        parts.row(
            pen,
            menu,
            f"game:{system.id}",
            Rect(room.x, room.y + high * n, room.w, high - 4),
            name,
            ChooseGame(choice if n == choice.system else first_choice(menu.systems, n)),
            about=about,
            chosen=n == choice.system,
            most=1,
        )


def _opponents(pen: Pen, menu: Menu, rect: Rect, choice: ChosenGame, system: System) -> None:
    names = opponents(system)
    high = min(58.0, (rect.h - 44) / len(names))
    rect = Rect(rect.x, rect.y, rect.w, 40 + high * len(names))
    room = parts.box(pen, "opponents", rect, tr("The computer plays as"))
    for n, name in enumerate(names):
        about = tr("Does anything that is allowed") if name == ANY else _strength(n, len(names) - 1)
        parts.row(
            pen,
            menu,
            f"opponent:{name}",
            Rect(room.x, room.y + high * n, room.w, high - 4),
            parts.said(name, system),
            ChooseGame(evolve(choice, opponent=name)),
            about=about,
            chosen=name == choice.opponent,
            most=1,
        )


def _strength(n: int, many: int) -> str:
    if many == 1:
        return tr("Plays to win")
    if n == 0:
        return tr("For the first evenings")
    return tr("The strongest there is") if n == many - 1 else tr("Stronger")


def _missions(pen: Pen, menu: Menu, rect: Rect, choice: ChosenGame, system: System) -> None:
    missions = system.missions
    room = parts.box(pen, "missions", rect, tr("Mission"))
    title, about = system.about_mission(choice.mission)
    lines = pen.wrap(about, "body", 15, room.w - 16, 5) if about else []
    foot = 16 + parts.LINE * len(lines) if lines else 0.0
    high = min(50.0, (room.h - foot) / len(missions))
    for n, mission in enumerate(missions):
        parts.row(
            pen,
            menu,
            f"mission:{mission}",
            Rect(room.x, room.y + high * n, room.w, high - 5),
            system.about_mission(mission)[0],
            ChooseGame(evolve(choice, mission=mission)),
            chosen=mission == choice.mission,
        )
    if lines:
        y = room.y + high * len(missions) + 16
        pen.add(
            "mission.about",
            "text",
            Rect(room.x, y - 12, room.w, parts.LINE * len(lines) + 8),
            z=PANELS + 2,
            runs=pen.runs(lines, room.x + 8, y, parts.LINE, size=15, colour=theme.SAND),
            label=title,
        )


def _levels(pen: Pen, menu: Menu, rect: Rect, choice: ChosenGame, system: System) -> None:
    levels = system.levels if len(system.levels) > 1 else ()  # nothing to choose: not asked
    high = 90.0 if system.about_levels else 46.0
    top = Rect(rect.x, rect.y, rect.w, 42 + high * len(levels) if levels else -14)
    room = parts.box(pen, "levels", top, tr("Level")) if levels else top
    for n, level in enumerate(levels):
        parts.row(
            pen,
            menu,
            f"level:{level}",
            Rect(room.x, room.y + high * n, room.w, high - 5),
            parts.said(level, system),
            ChooseGame(evolve(choice, level=level)),
            about=_IDS.sub("", tr(system.about_levels.get(level, ""))),
            chosen=level == choice.level,
            most=3,
        )
    if system.switches:
        parts.row(
            pen,
            menu,
            "options",
            Rect(rect.x, top.bottom + 14, rect.w, 58),
            tr("Options"),
            OpenOptions(),
            about=changed(choice.switches),
            most=1,
            leads=True,
        )


def changed(switches: tuple[tuple[str, str], ...]) -> str:
    """How many options are not as the rules have them."""
    if not switches:
        return tr("All as the rules have them")
    return tr("{n} changed", n=len(switches)) if len(switches) > 1 else tr("One changed")


NEAR = say("On your own network your friend needs the code only.")
FAR = say(
    "From elsewhere they also type your address, and your router must let port"
    " 7770 in; or you meet at a relay: How you meet."
)


HOW, CLOSEST = 80.0, 31.0
"""Height of the line that leads to how one meets; from one game to the next at the least."""


def _how_he_comes(pen: Pen, menu: Menu, wide: float, relay_only: bool) -> list[list[str]]:
    """Return what a friend needs, broken into lines."""
    relay = menu.settings.relay.strip()
    if relay and relay_only:
        only = tr(
            "You wait at the relay {relay} alone: your friend types the code and that, on"
            " your own network too.",
            relay=relay,
        )
        return [pen.wrap(only, "body", 15, wide - 36)]
    through = tr(
        "You also wait at the relay {relay}: from anywhere your friend types the code and that.",
        relay=relay,
    )
    return [
        pen.wrap(text, "body", 15, wide - 36) for text in (tr(NEAR), through if relay else tr(FAR))
    ]


def _high(friend: list[list[str]]) -> float:
    return 46 + parts.LINE * sum(map(len, friend)) + BETWEEN * (len(friend) - 1)


BETWEEN = 8.0
"""Of two paragraphs."""


def _friend(pen: Pen, menu: Menu, rect: Rect, friend: list[list[str]], how: str) -> None:
    """How the other side comes, and what can be changed about it."""
    row = Rect(rect.x, rect.bottom - 66, rect.w, 66)
    parts.row(pen, menu, "how", row, tr("How you meet"), OpenHow(), about=how, most=2, leads=True)
    box = Rect(rect.x, rect.y, rect.w, _high(friend))
    room = parts.box(pen, "friend", box, tr("Your friend"))
    runs: list[Run] = []
    y = room.y + 12
    for lines in friend:
        runs += pen.runs(lines, room.x + 8, y, parts.LINE, size=15, colour=theme.SAND)
        y += parts.LINE * len(lines) + BETWEEN
    pen.add("friend.how", "text", room, z=PANELS + 2, runs=runs)
