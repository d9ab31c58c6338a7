"""The match for a first evening: small, equal sides, an easy opponent; one press begins it."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Play, RunErrand
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets import button
from owm_net.engine.system import System
from owm_net.files.measured import minutes

WIDE = 210.0


def offer(pen: Pen, system: System) -> None:
    """Draw its button beside the heading."""
    setup, opponent = system.first_match()
    mission = system.about_mission(setup.mission)[0]
    tip = tr(
        "A small match with equal sides, against an easy computer: {mission}, about {n} minutes",
        mission=mission,
        n=minutes(system.id, setup.mission),
    )
    place = parts.page(pen).cut_right(WIDE).cut_top(84).centred(WIDE, 36)
    begins = RunErrand(Play(system, setup, opponent))
    button(place, "first_match", tr("FIRST MATCH"), begins, size=17, tooltip=tip)
