"""What a table shows of what is going on: who walks, and whom a question is about."""

from __future__ import annotations

from typing import Any

from owm_net.games.nco.attack import Attack
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.interrupts import Moving
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


def asked_about(g: NcoState) -> SoldierId:
    """The soldier whom the procedure that goes on is about; NO_SOLDIER where it names none."""
    frame: Any = g.agenda[-1] if g.agenda else None
    for name in ("soldier", "mover", "target"):
        found = getattr(frame, name, None)
        if found.__class__ is int and g.known(SoldierId(found)):
            return SoldierId(found)
    return NO_SOLDIER
