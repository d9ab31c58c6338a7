"""The briefing of a mission on a page of its own, beside a large map."""

from __future__ import annotations

from owm_net.client import tables
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Menu, MenuScreen, RunErrand
from owm_net.client.rules.besides import measured, own_side
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets import briefing, panel
from owm_net.engine.agenda import GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.ids import Seat
from owm_net.engine.system import BadSetup, Setup, System

LEAST_MAP = 90.0
"""How high a map must be to be drawn."""


class MissionBriefing(MenuScreen):
    """All of it. begins: what its button begins, None for a page that is only read."""

    def __init__(self, system: System, setup: Setup, begins: RunErrand | None = None) -> None:
        self.system, self.setup, self.begins = system, setup, begins

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The sentences at the left, the map at the right, where it is known before the match."""
        parts.ground(pen)
        title, about = self.system.about_mission(self.setup.mission)
        parts.heading(pen, title, about)
        on = parts.foot(pen, menu, "")
        area, g = parts.area(pen), fresh(self.system, self.setup)
        text = area.cut_left(max(area.w * 0.42, min(area.w, 420.0)), gap=14)
        table = tables.find(self.system)
        if area.w >= LEAST_MAP and table.overview(area, g):
            room = panel(text, "briefing", dark=True).inset(4)
        else:
            room = panel(parts.area(pen), "briefing", dark=True).inset(4)
        briefing.write(room, "briefing.line", *told_of(self.system, self.setup))
        if self.begins is not None:
            parts.confirm(on, tr("START"), self.begins)


def told_of(system: System, setup: Setup) -> tuple[Briefing, list[str]]:
    """Return the briefing of a match, and what is known besides: whom the player leads, first of
    all."""
    g = fresh(system, setup)
    own = own_side(system, g, Seat(0))
    return system.briefing(g), [*own, *measured(system.id, setup)]


def fresh(system: System, setup: Setup) -> GameState:
    """Return the match as it would begin; with the usual options where these do not go together."""
    try:
        system.check_setup(setup)
    except BadSetup:
        setup = system.default_setup(setup.mission)
    return system.new_game(setup)
