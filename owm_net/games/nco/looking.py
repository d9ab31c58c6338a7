"""The state of play for a table: who walks, and whom a question is about."""

from __future__ import annotations

from typing import Any

from owm_net.games.nco.attack import Attack
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.interrupts import CounterFire, Firing, Moving
from owm_net.games.nco.shots import Shot
from owm_net.games.nco.state import NcoState


def walk_of(g: NcoState) -> Moving | None:
    """The walk that is going on, the innermost one."""
    for frame in reversed(g.agenda):
        if isinstance(frame, Moving):
            return frame
    return None


def shot_at(g: NcoState) -> Shot | None:
    """The shot that is being fired, the innermost one."""
    for frame in reversed(g.agenda):
        if isinstance(frame, Attack):
            return frame.shot
    return None


def second_fire(g: NcoState) -> Firing | None:
    """The shot after which an Extra Magazine is asked for, None where none is."""
    frame = g.agenda[-1] if g.agenda else None
    return frame if isinstance(frame, Firing) else None


def charger(g: NcoState) -> SoldierId:
    """Return the charger of the counter-fire being asked for; NO_SOLDIER without one."""
    frame = g.agenda[-1] if g.agenda else None
    return frame.charger if isinstance(frame, CounterFire) else NO_SOLDIER


def asked_about(g: NcoState) -> SoldierId:
    """The soldier whom the procedure that goes on is about; NO_SOLDIER where it names none."""
    frame: Any = g.agenda[-1] if g.agenda else None
    if isinstance(frame, Firing):
        return frame.shot.shooter
    for name in ("soldier", "mover", "target"):
        found = getattr(frame, name, None)
        if found.__class__ is int and g.known(SoldierId(found)):
            return SoldierId(found)
    return NO_SOLDIER
