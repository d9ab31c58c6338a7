"""Leaving the map by an exit. HON-EXIT-01."""

from __future__ import annotations

from typing import ClassVar

from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, Space, UnitId
from owm_net.games.heroes.paths import HELD_UP
from owm_net.games.heroes.riding import passengers
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import Outline
from owm_net.games.heroes.tokens import lose_token

VEHICLE, OFFICER, OTHERS = 2, 2, 1
"""G-11 S7: points for a unit that has left."""


@record("heroes.leave")
class Leave(Answer):
    """The unit that moves leaves the map."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Leave the map")
    words = say("leave the map")


@record("heroes.left_map")
class LeftMap(Event):
    """A unit has left by an exit."""

    words = say_n("{unit} has left the map: {n} point", "{unit} has left the map: {n} points")
    rule = "HON-EXIT-01"
    headline = True

    unit: UnitId
    n: int


NOT_STANDING = Refusal("HON-EXIT-01", say("it stands on no exit of its side"))


def why_not_leave(
    g: HeroesState, u: Unit, spaces: tuple[Space, ...], left: int, held: bool
) -> Refusal | None:
    """None if a unit may leave from these spaces with so much movement left. held: by difficult
    ground that it has entered. Who is concealed would have to be opened first (R-87)."""
    if held:
        return HELD_UP
    side, exits = g.battle.exits
    if u.concealed or g.side(u.seat).name != side or not any(s in exits for s in spaces):
        return NOT_STANDING
    if left < 1:
        return Refusal("HON-EXIT-01", say("to leave takes one more movement point"))
    return None


def points_of(u: Unit) -> int:
    """Return what a unit is worth that has left."""
    if u.kind.vehicle:
        return VEHICLE
    return OFFICER if u.piece.outline is Outline.OFFICER else OTHERS


def leave(g: HeroesState, unit: UnitId) -> None:
    """A unit is gone with its passengers, and no loss; tokens are lost unseen."""
    for gone in (unit, *passengers(g, unit)):
        lose_token(g, gone)
        points = points_of(g.units[gone])
        g.exited[g.units[gone].seat] += points
        g.change(gone, at=OFF_MAP, aboard=NO_UNIT, lost=True, suppressed=0)
        g.tell(LeftMap(gone, points))
