"""The terms of hosting: how many, who may come, by which clock, and who may watch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.settings import Edit, relay_field
from owm_net.client.menu.state import Back, Hosting, Menu, MenuAction, MenuScreen
from owm_net.client.scene.pen import Pen
from owm_net.client.settings import RELAY_EXAMPLE, relay_of
from owm_net.client.stage.text_field import TextField
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.session.open_games import MAX_TEXT
from owm_net.session.terms import is_printable

CLOCKS = {
    "off": say("None"),
    "move:60": say("1 min each time"),
    "move:180": say("3 min each time"),
    "bank:30+10": say("30 min + 10 s"),
    "bank:30+10,away:5": say("30 min + 10 s, 5 min away"),
    "bank:60+20": say("60 min + 20 s"),
    "bank:120+30": say("2 hours + 30 s"),
}
"""As a verb is given them, with a word for each."""
WATCHED: dict[int | None, str] = {
    None: say("Nobody"),
    0: say("At once"),
    2: say("2 min behind"),
    5: say("5 min behind"),
    10: say("10 min behind"),
    30: say("30 min behind"),
}
LISTED, RELAY = "how:listed", "how:relay"
AT_THE_RIGHT = ("open", "router", "relay", "listed", "ways")
"""The second column. What is only sometimes there comes last: nothing moves away from the pointer
while one types or turns."""
HIGH = 88.0
"""What can be set, at most."""


def _is_line(text: str) -> bool:
    """Return True if it may be the line of an open game."""
    return len(text) <= MAX_TEXT and is_printable(text)


@frozen
class TurnSetting(MenuAction):
    """The next value (1) of what is set, or the one before (-1)."""

    name: str
    by: int

    def do(self, menu: Menu) -> None:
        """After the last comes the first again."""
        screen = menu.screen
        assert isinstance(screen, HowToHost)
        screen.turn(menu, self.name, self.by)


class HowToHost(MenuScreen):
    """seats: of the match, ours among them; between: the fewest and the most. take: is given both
    when something has changed."""

    def __init__(
        self, system: System, setup: Setup, how: Hosting, take: Callable[[int, Hosting], None]
    ) -> None:
        self.seats = setup.seats
        self.between = system.seats_of(setup.mission)
        self.how = how
        self._take = take
        self.fields: dict[str, TextField] = {}
        self._known: tuple[str, str] | None = None
        self.first = "how:seats" if self.between[0] < self.between[1] else "how:who"

    def enter(self, menu: Menu) -> None:
        """Read the friends when they are needed."""
        self.fields = {LISTED: TextField(_is_line), RELAY: relay_field(menu.settings)}
        self.fields[LISTED].put(self.how.listed or "")
        self._known = menu.house.known_relay()
        menu.want_friends()

    # -- what can be chosen --------------------------------------------------------------

    def who(self, menu: Menu) -> list[tuple[tuple[str, ...], str]]:
        """Return who may come: whoever has the code, all friends, or one of them where two play."""
        friends = tuple([friend.name for friend in menu.friends])
        found: list[tuple[tuple[str, ...], str]] = [((), tr("Anybody"))]
        if len(friends) >= max(2, self.seats - 1):
            found.append((friends, tr("My friends")))
        if self.seats == 2:
            found += [((name,), name) for name in friends]
        return found

    def turn(self, menu: Menu, name: str, by: int) -> None:
        """Another value of one of those with a few."""
        how = self.how
        if name == "seats":
            fewest, most = self.between
            self.seats = fewest + (self.seats - fewest + by) % (most - fewest + 1)
            self.how = evolve(how, friends=())  # others are enough for another number
        elif name == "who":
            self.how = evolve(how, friends=_next([v for v, _ in self.who(menu)], how.friends, by))
        elif name == "clock":
            self.how = evolve(how, clock=_next(list(CLOCKS), how.clock, by))
        elif name == "watch":
            self.how = evolve(how, spectators=_next(list(WATCHED), how.spectators, by))
        elif name == "router":
            menu.settings.router = not menu.settings.router
        elif name == "ways":
            self.how = evolve(how, relay_only=not how.relay_only)
        elif name == "open":
            self.how = evolve(how, listed="" if how.listed is None else None)
            self.fields[LISTED].put("")
        self._take(self.seats, self.how)

    # -- keys ----------------------------------------------------------------------------

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Left and right change what has the focus."""
        focus = menu.ui.focus
        if name in ("left", "right") and focus.startswith("how:") and focus not in self.fields:
            self.turn(menu, focus.removeprefix("how:"), 1 if name == "right" else -1)
            return True
        return False

    def wrote(self, menu: Menu) -> None:
        """Only the relay is remembered; without one nobody comes through it alone."""
        menu.settings.relay = self.fields[RELAY].text
        if self.how.listed is not None:
            self.how = evolve(self.how, listed=self.fields[LISTED].text)
        if not relay_of(menu.settings):
            self.how = evolve(self.how, relay_only=False)
        self._take(self.seats, self.how)

    # -- what is seen --------------------------------------------------------------------

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Two columns."""
        parts.ground(pen)
        about = tr("for this match only; relay and router are remembered")
        if menu.house.page:
            about = tr("for this match only")
        parts.heading(pen, tr("How you meet"), about)
        room = parts.foot(pen, menu, tr("Left and right, or a click, change a value."))
        rows = self._rows(menu)
        right = sum(row[0] in AT_THE_RIGHT for row in rows)
        many = max(right, len(rows) - right)
        columns = [iter(side.rows(many, 8, HIGH)) for side in parts.area(pen).columns(2, 14)]
        for name, title, value, about in rows:
            place, id = next(columns[name in AT_THE_RIGHT]), f"how:{name}"
            if id in (LISTED, RELAY):
                shown = RELAY_EXAMPLE if id == RELAY else tr("such as: evening game")
                words, field, wide = (title, about), self.fields[id], place.w / 2
                parts.text_field(place, id, Edit(id), words, field, shown, wide=wide)
            else:
                steps = (TurnSetting(name, -1), TurnSetting(name, 1))
                parts.stepper(place, id, title, value, steps, about=about)
        parts.confirm(room, tr("DONE"), Back())

    def _rows(self, menu: Menu) -> list[tuple[str, str, str, str]]:
        """Name, title, value and a line about it."""
        how = self.how
        called = dict(self.who(menu)).get(how.friends, tr(" and ").join(how.friends))
        rows = []
        if self.between[0] < self.between[1]:
            rows.append(("seats", tr("Players"), str(self.seats), tr("You are one of them")))
        rows += [
            (
                "who",
                tr("Who may come"),
                called,
                tr("Anyone who has the code; we ask you about anyone new"),
            ),
            ("clock", tr("Clock"), CLOCKS[how.clock], tr("Whoever runs out of time loses")),
            (
                "watch",
                tr("Who may watch"),
                WATCHED[how.spectators],
                tr("They see what both see, and no hand; their code is shown in the match"),
            ),
            (
                "open",
                tr("Open game"),
                tr("No") if how.listed is None else tr("Yes"),
                tr("Listed for everybody who opens this page, or asks its relay")
                if menu.house.page
                else tr("Listed for everybody: on your own network, and at the relay"),
            ),
        ]
        line = (
            [("listed", tr("Your line in the list"), "", tr("Your own words; may stay empty"))]
            if how.listed is not None
            else []
        )
        if menu.house.page:
            return [*rows, *line]
        rows.append(
            (
                "router",
                tr("Your router"),
                tr("Lets friends in") if menu.settings.router else tr("Left alone"),
                tr("Asked to open port 7770 while you host, and to close it afterwards"),
            )
        )
        known = tr("None is known to this release: ask who runs one (docs/relay.md)")
        if self._known is not None:
            at, who = self._known
            known = tr("If empty: {relay}, run by {who}; none: without", relay=at, who=who)
        rows.append(("relay", tr("Relay"), "", known))
        rows += line
        if relay_of(menu.settings):
            rows.append(
                (
                    "ways",
                    tr("Your address"),
                    tr("Hidden") if how.relay_only else tr("Seen by friends"),
                    tr("Hidden: only at the relay, neither at your port nor on your network"),
                )
            )
        return rows


def in_short(how: Hosting, seats: int, in_page: bool = False) -> str:
    """Return every setting that is not the default, in a line."""
    found = [tr("{n} players", n=seats)] if seats > 2 else []
    if how.friends:
        found.append(
            tr("only {friend}", friend=how.friends[0])
            if len(how.friends) == 1
            else tr("only friends")
        )
    if how.clock != "off":
        found.append(tr("clock: {clock}", clock=CLOCKS[how.clock]))
    if how.spectators is not None:
        found.append(tr("others may watch"))
    if how.listed is not None:
        found.append(tr("listed for everybody"))
    if how.relay_only:
        found.append(tr("only at the relay"))
    line = ", ".join(found)
    if in_page and not line:
        return tr("Who may come, clock, spectators")
    return line[:1].upper() + line[1:] if line else tr("Who may come, clock, spectators, relay")


V = TypeVar("V")


def _next(values: Sequence[V], value: V, by: int) -> V:
    at = values.index(value) if value in values else 0
    return values[(at + by) % len(values)]
