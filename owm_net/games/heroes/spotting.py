"""Finding concealed counters, after each step of a move. HON-AB-06 to -10, HON-MOVE-05, R-85,
R-86.

Nobody is asked: what everybody sees decides, and a counter that is found is opened.
"""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, frame
from owm_net.games.heroes.concealing import Opening
from owm_net.games.heroes.grid import Footprint, Way, distance
from owm_net.games.heroes.ids import Space, UnitId
from owm_net.games.heroes.shooting import Lines
from owm_net.games.heroes.sight import CLEAR
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import stations
from owm_net.games.heroes.terms import SPOT_REACH, UNHINDERED, UnitType


def spots(g: HeroesState, spotter: UnitId, eyes: Footprint, hidden: UnitId, place: Space) -> bool:
    """Return True if a unit on these spaces would find a counter on another: by a Clear line, from
    2 spaces or nearer where that is in an element or overlay; heavy vehicles find nobody
    (HON-AB-06, HON-AB-07, R-325)."""
    if g.units[spotter].kind is UnitType.HEAVY:
        return False
    bare = g.ground.cells[place].bare
    near = [eye for eye in eyes if bare or distance(eye, place) <= SPOT_REACH]
    if not near:
        return False
    lines = Lines(g.blockers(spotter, hidden, afoot=True), (*eyes, place) if len(eyes) > 1 else ())
    return any(lines.penalty(g, eye, place) == CLEAR for eye in near)


def found(g: HeroesState, mover: UnitId, covers: Footprint, spared: bool) -> list[UnitId]:
    """The counters that are opened once a unit has come onto these spaces, its own first. spared:
    it was turned over or found in this move already (HON-AB-09)."""
    m = g.units[mover]
    caught: list[UnitId] = []
    own = False
    for enemy, e in g.enemies(m.seat):
        if m.concealed and not spared and spots(g, enemy, e.covers, mover, covers[0]):
            mutual = e.concealed and spots(g, mover, covers, enemy, e.at)
            own = own or mutual or not e.concealed
            if mutual:
                caught.append(enemy)
        elif e.concealed and not m.concealed and spots(g, mover, covers, enemy, e.at):
            caught.append(enemy)
    return [mover, *caught] if own else caught


def first_found(g: HeroesState, mover: UnitId, way: Way, spared: bool) -> int:
    """The first step of a leg after which a counter is opened, 0 of a null leg (R-85, R-109);
    `UNHINDERED` if nobody will be found."""
    if any(u.concealed and u.there for u in g.units):
        for step, pose in stations(way):
            if found(g, mover, g.units[mover].spaces(pose), spared):
                return step
    return UNHINDERED


@frame("heroes.spotting")
@define
class Spotting(Frame[None]):
    """A unit has come where it is, or has made a null step: what is found now is opened."""

    mover: UnitId
    spared: bool = False

    def start(self, g: HeroesState) -> Outcome[None]:
        """Together (HON-AB-10)."""
        m = g.units[self.mover]
        return Call(Opening(found(g, self.mover, m.covers, self.spared)), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The move goes on."""
        return Done()
