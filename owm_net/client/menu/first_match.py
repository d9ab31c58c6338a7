"""The match for a first evening: small, equal sides, an easy opponent. Its button leads to its
briefing, where another begins it."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.menu.briefed import MissionBriefing
from owm_net.client.menu.state import Menu, MenuAction, Play, RunErrand
from owm_net.client.scene.layout import Box
from owm_net.client.widgets import button
from owm_net.engine.system import Setup, System
from owm_net.files.measured import minutes

WIDE = 210.0


@cache
def _first(system: System) -> tuple[Setup, str]:
    """Return what the button begins. It is checked by the rules, which is too slow for a frame."""
    return system.first_match()


@frozen
class OpenFirstMatch(MenuAction):
    """What it is about, and how it is won."""

    system: System

    def do(self, menu: Menu) -> None:
        """Back returns to the page it was opened from."""
        setup, opponent = _first(self.system)
        begins = RunErrand(Play(self.system, setup, opponent))
        menu.open(MissionBriefing(self.system, setup, begins))


def offer(beside: Box, system: System) -> None:
    """Draw its button beside the heading. beside: a place so WIDE."""
    setup, _ = _first(system)
    mission = system.about_mission(setup.mission)[0]
    tip = tr(
        "A small match with equal sides, against an easy computer: {mission}, about {n} minutes",
        mission=mission,
        n=minutes(system.id, setup.mission, setup.switches),
    )
    opens = OpenFirstMatch(system)
    button(beside.centred(WIDE, 36), "first_match", tr("FIRST MATCH"), opens, size=17, tooltip=tip)
