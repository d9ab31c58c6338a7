"""A new match against the computer: which game, which mission, how hard."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, field, frozen

from owm_net.client import tables, theme
from owm_net.client.language import tr, tr_error
from owm_net.client.menu import first_match, parts
from owm_net.client.menu.briefed import MissionBriefing, fresh, told_of
from owm_net.client.menu.hosting import HowToHost, in_short
from owm_net.client.menu.meeting import HostAndWait
from owm_net.client.menu.options import Options
from owm_net.client.menu.rules import Rules
from owm_net.client.menu.state import Hosting, Menu, MenuAction, MenuScreen, Play, RunErrand
from owm_net.client.rules.besides import own_side
from owm_net.client.rules.rule_books import page_id
from owm_net.client.scene.items import Run
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.settings import relay_of
from owm_net.client.widgets import briefing, button
from owm_net.client.words import without_ids
from owm_net.engine.briefing import Briefing
from owm_net.engine.ids import Seat
from owm_net.engine.local import player_names
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.text import say
from owm_net.files.progress import progress

SMALL_MAP = 130.0
"""How high it is at the least beside sentences that leave no room for it."""
LEAST = 46.0
"""How high a row must be for a line below a name."""
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
        fewest, most = system.seats_of(self.mission)
        seats = min(max(self.seats, fewest), most)
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
            system = menu.systems[choice.system]
            menu.open(Options(system, choice.mission, choice.switches, screen.take))


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
            setup = choice.setup(system)
            menu.open(HowToHost(system, setup, screen.how, screen.meet))


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
    """The computer players of a game, from the weakest. The one that plays by chance is for
    developers: `--player random`."""
    return list(system.strengths) or [n for n in player_names(system) if n != ANY]


class NewGame(MenuScreen):
    """Game and opponent at the left, mission, level and options in the middle, the briefing at the
    right.

    hosts: the match is against a friend, who is told a code."""

    first = "confirm"

    def __init__(self, hosts: bool = False) -> None:
        self.hosts = hosts
        self.choice: ChosenGame | None = None
        self.how = Hosting()

    def is_loading(self, menu: Menu) -> bool:
        """Until the rules are loaded."""
        return not menu.systems

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
            about = tr("a match against a friend, wherever they are")
            beside = parts.heading(pen, tr("Host"), about)
        else:
            about = tr("against the computer, on this machine")
            beside = parts.heading(pen, tr("New game"), about, right=first_match.WIDE)
        room = parts.foot(pen, menu, self._hint(menu))
        if not menu.systems:
            parts.waits(pen, "loading", tr("Reading the rules ..."))
            return
        choice = self.chosen(menu)
        system = menu.systems[choice.system]
        if not self.hosts:
            first_match.offer(beside, system)
        right = parts.area(pen)
        side = min(340.0, right.w * 0.29)
        left, middle = right.cut_left(side, gap=14), right.cut_left(side * 1.07, gap=14)
        many = len(menu.systems)
        friend = _how_he_comes(left.inset(18, 0), menu, self.how.relay_only) if self.hosts else []
        below = 58 + LEAST * len(opponents(system))
        row = max(LEAST, min(56.0, (left.h - 42 - below) / many))
        if friend:  # what they have to know is not cut: rather the games stand closer
            row = max(CLOSEST, min(row, (left.h - 56 - _high(friend) - HOW) / many))
        _games(left.cut_top(42 + row * many, gap=14), menu, choice)
        if self.hosts:
            _friend(
                left, friend, in_short(self.how, choice.setup(system).seats, bool(menu.house.page))
            )
        else:
            _opponents(left, choice, system)
        _levels(middle, choice, system)
        _missions(middle, choice, system)
        _briefing(right, choice, system)
        setup, why = choice.setup(system), ""
        try:
            system.check_setup(setup)
        except BadSetup as e:
            why = tr_error(e)
        if self.hosts:
            label = tr("WAIT FOR THEM")
            parts.confirm(room, label, Begin(choice, HostAndWait(system, setup, self.how)), why)
        else:
            begins = Begin(choice, RunErrand(Play(system, setup, choice.opponent)))
            parts.confirm(room, tr("START"), begins, why)

    def _hint(self, menu: Menu) -> str:
        """Return where the game is taught, for a player with no match yet."""
        learnt = menu.matches.kept or progress(menu.settings.memory)
        if self.hosts or menu.matches.looking or learnt or not menu.systems:
            return ""
        course = menu.systems[self.chosen(menu).system].course()
        if course is None:
            return ""
        return tr("New here? {course}, on the title, teaches it step by step.", course=course.title)

    def chosen(self, menu: Menu) -> ChosenGame:
        """Return the choice, or the default: the last game played."""
        return self.choice or last_choice(menu.systems, menu.settings.game)


def _games(place: Box, menu: Menu, choice: ChosenGame) -> None:
    room = parts.box(place, "games", tr("Game"))
    for n, (row, system) in enumerate(
        zip(room.rows(len(menu.systems), 4), menu.systems, strict=True)
    ):
        about = tr(system.about) if row.h + 4 >= LEAST else ""
        if row.pen.width(about, "body", theme.TEXT) > room.w - 44:
            about = ""  # a narrow window has the names alone
        chosen = n == choice.system
        choose = ChooseGame(choice if chosen else first_choice(menu.systems, n))
        name = system.title.partition(": ")[0]
        parts.row(row, f"game:{system.id}", name, choose, about=about, chosen=chosen, most=1)


def _opponents(place: Box, choice: ChosenGame, system: System) -> None:
    names = opponents(system)
    high = min(58.0, (place.h - 44) / len(names))
    room = parts.box(
        place.cut_top(40 + high * len(names)), "opponents", tr("The computer plays as")
    )
    for n, name in enumerate(names):
        about = _strength(n, len(names))
        row, chosen = room.cut_top(high - 4, gap=4), name == choice.opponent
        choose, said = ChooseGame(evolve(choice, opponent=name)), parts.said(name, system)
        parts.row(row, f"opponent:{name}", said, choose, about=about, chosen=chosen, most=1)


def _strength(n: int, many: int) -> str:
    if many == 1:
        return tr("Plays to win")
    if n == 0:
        return tr("For the first evenings")
    return tr("The strongest there is") if n == many - 1 else tr("Stronger")


def _missions(place: Box, choice: ChosenGame, system: System) -> None:
    """Their names, below each other."""
    missions = system.missions
    high = min(46.0, (place.h - 42) / len(missions))
    room = parts.box(place.cut_top(42 + high * len(missions)), "missions", tr("Mission"))
    for mission in missions:
        title, chosen = system.about_mission(mission)[0], mission == choice.mission
        offered = system.offered(mission)
        kept = tuple([(name, value) for name, value in choice.switches if name in offered])
        choose = ChooseGame(evolve(choice, mission=mission, switches=kept))
        parts.row(room.cut_top(high - 5, gap=5), f"mission:{mission}", title, choose, chosen=chosen)


def _levels(place: Box, choice: ChosenGame, system: System) -> None:
    """Levels side by side, the chosen one in words, and the options below them: all from the
    bottom of the place."""
    levels = system.levels if len(system.levels) > 1 else ()  # nothing to choose: not asked
    if system.offered(choice.mission):
        about, row = changed(choice.switches), place.cut_bottom(52, gap=12)
        parts.row(row, "options", tr("Options"), OpenOptions(), about=about, most=1, leads=True)
    if not levels:
        return
    about = without_ids(system.about_levels.get(choice.level, ""))
    lines = place.inset(16, 0).wrap(about, theme.TEXT, most=3)
    high = 36 + 34 + (12 + 19.0 * len(lines) if lines else 10)
    room = parts.box(place.cut_bottom(high, gap=12), "levels", tr("Level"))
    for level, way in zip(levels, room.cut_top(30, gap=8).columns(len(levels), 6), strict=True):
        chosen = level == choice.level
        choose, said = ChooseGame(evolve(choice, level=level)), parts.said(level, system)
        button(way, f"level:{level}", said, choose, chosen=chosen, lit=chosen)
    room.inset(6, 0).lines("level.about", lines, step=19, size=theme.TEXT, colour=theme.SAND)


@frozen
class OpenBriefing(MenuAction):
    """All that is told of the mission that is chosen."""

    def do(self, menu: Menu) -> None:
        """Back returns with its choice."""
        screen = menu.screen
        assert isinstance(screen, NewGame)
        if menu.systems:
            screen.choice = choice = screen.chosen(menu)
            menu.open(_page(menu.systems[choice.system], choice))


@frozen
class OpenGuide(MenuAction):
    """How the game that is chosen is played, from its first page."""

    def do(self, menu: Menu) -> None:
        """Back returns with its choice."""
        screen = menu.screen
        assert isinstance(screen, NewGame)
        if menu.systems:
            screen.choice = choice = screen.chosen(menu)
            system = menu.systems[choice.system]
            menu.open(Rules(system.id, page_id(system, 0)))


def _page(system: System, choice: ChosenGame) -> MissionBriefing:
    return MissionBriefing(system, choice.setup(system))


def _briefing(place: Box, choice: ChosenGame, system: System) -> None:
    """What the mission is about, how it is won, how long it takes, its map as far as there is room;
    all of it is a press away."""
    title, about = system.about_mission(choice.mission)
    room = parts.box(place, "briefing", title).inset(6, 0)
    lines = room.wrap(about, 15, most=4)
    setup = choice.setup(system)
    side = own_side(system, fresh(system, setup), Seat(0))
    told, besides = told_of(system, setup)
    besides = [text for text in besides if text not in side]
    style: Lettering = {"size": 15, "colour": theme.SAND}
    lines += [line for text in side for line in room.wrap(text, 15)]
    room.lines("mission.about", lines, step=parts.LINE, gap=10, **style)
    row = room.cut_bottom(32, gap=8)
    button(row.cut_right(150), "briefing.all", tr("BRIEFING"), OpenBriefing())
    if system.guide:
        button(row.cut_left(min(180, row.w)), "guide", tr("HOW TO PLAY"), OpenGuide())
    # a map comes before all but how one wins: the rest is on the page of the briefing too
    goal = briefing.needs(room, Briefing(told.goal, ""), [])
    if room.h - goal >= SMALL_MAP:
        high = max(SMALL_MAP, room.h - briefing.needs(room, told, besides))
        words = room.with_rect(room.rect)
        if tables.find(system).overview(room.cut_bottom(high), fresh(system, setup)):
            words.cut_bottom(high)
        room = words
    briefing.write(room, "briefing.line", told, besides)


def changed(switches: tuple[tuple[str, str], ...]) -> str:
    """How many options are not as the rules have them."""
    if not switches:
        return tr("All as the rules have them")
    return tr("{n} changed", n=len(switches)) if len(switches) > 1 else tr("One changed")


NEAR = say("You get an invitation to send. On your own network the code in it is enough.")
LINK = say(
    "You get a link to send. Your friend opens it in a browser, or pastes it at Join in owm_net."
)
FAR = say(
    "From elsewhere your friend comes through your router, which is asked to let them in, or"
    " through a relay: How you meet."
)


HOW, CLOSEST = 80.0, 31.0
"""Height of the line that leads to how one meets; from one game to the next at the least."""


def _how_he_comes(place: Box, menu: Menu, relay_only: bool) -> list[list[str]]:
    """Return what a friend needs, broken into lines."""
    relay = relay_of(menu.settings)
    texts = [tr(NEAR), tr(FAR)]
    if menu.house.page:
        texts = [tr(LINK)]
    elif relay and relay_only:
        texts = [
            tr(
                "You wait at the relay {relay} alone, which is in the invitation; your friend meets"
                " you there, on your own network too.",
                relay=relay,
            )
        ]
    elif relay:
        texts[1] = tr(
            "From anywhere your friend comes through the relay {relay}, which is in the"
            " invitation.",
            relay=relay,
        )
    return [place.wrap(text, 15) for text in texts]


def _high(friend: list[list[str]]) -> float:
    return 46 + parts.LINE * sum(map(len, friend)) + BETWEEN * (len(friend) - 1)


BETWEEN = 8.0
"""Of two paragraphs."""


def _friend(place: Box, friend: list[list[str]], how: str) -> None:
    """How the other side comes, and what can be changed about it."""
    row = place.cut_bottom(66)
    parts.row(row, "how", tr("How you meet"), OpenHow(), about=how, most=2, leads=True)
    room = parts.box(place.cut_top(_high(friend)), "friend", tr("Your friend")).inset(8, 0)
    style: Lettering = {"size": 15, "colour": theme.SAND}
    runs: list[Run] = []
    y = room.y + 12
    for lines in friend:
        runs += room.pen.runs(lines, room.x, y, parts.LINE, **style)
        y += parts.LINE * len(lines) + BETWEEN
    room.add("friend.how", "text", runs=runs)
