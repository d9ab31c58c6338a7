"""Shots for the tests: Evans of the rulebook's example against soldiers at range 3."""

from __future__ import annotations

from typing import Any

from owm_net.engine.agenda import Event
from owm_net.games.owm.actions import Attack
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.ids import SoldierId
from tests.games.owm.table import (
    ATTACK_RED,
    ATTACK_RED_2,
    EVANS,
    MANEUVER,
    RALLY_GREEN,
    SECOND,
    Table,
    team,
)

CALM = SoldierId(208)  # a Private: G+B at range 3, Discipline green
LEADER = SoldierId(203)
TARGET = SoldierId(307)  # Resolve 4, Vitality 9


def shooting(*axis: Any, allied: tuple[Any, ...] = (EVANS, LEADER), **more: Any) -> Table:
    """Evans and a Leader in C1 against soldiers in C4, range 3, open ground unless told."""
    mine = more.pop("mine", {})
    theirs = more.pop("theirs", {})
    return Table(
        team(0, "C1", *allied, **mine),
        team(1, "C4", *(axis or (TARGET,)), **theirs),
        hands=more.pop("hands", [[ATTACK_RED, ATTACK_RED_2, MANEUVER], [RALLY_GREEN]]),
        **more,
    ).begin()


def shoot(t: Table, *flips: int | str, soldier: SoldierId = EVANS) -> list[Event]:
    """One Attack order of one shot: these flips follow its target's."""
    t.stack("R1", "R1", *flips)
    return t.do(Attack(ATTACK_RED, SECOND), Shoot(soldier))
