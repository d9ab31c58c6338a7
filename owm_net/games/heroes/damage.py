"""The effects of hits: faces turn, counters are lost, tiles reach their breaking points.

HON-CTR-12, HON-FIRE-10, HON-SUPP, HON-VIC-04 to -06, R-65.
"""

from __future__ import annotations

from owm_net.engine.agenda import Event, Mark
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import listed, say, say_n
from owm_net.games.heroes.ground import NO_OVERLAY, Change
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, ElementKey, FormationId, UnitId
from owm_net.games.heroes.state import HeroesState, Stranded
from owm_net.games.heroes.terms import HitSymbol, UnitType
from owm_net.games.heroes.tokens import lose_token
from owm_net.games.heroes.words import THE_NATIONS, formation_name

GONE = "HON-EQ-09"
"""The rule by which a vehicle leaves no wreck."""
LIGHT_WRECK, HEAVY_WRECK = ElementKey("light_wreck"), ElementKey("heavy_wreck")


@record("heroes.reduced")
class Reduced(Event):
    """A counter has taken a hit and turned over."""

    words = say("{unit} takes a hit")
    rule = "HON-CTR-12"
    headline = True

    unit: UnitId

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY


@record("heroes.eliminated")
class Eliminated(Event):
    """A counter is lost."""

    words = say("{unit} is eliminated")
    headline = True

    unit: UnitId
    rule: str

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY


@record("heroes.suppressed")
class Suppressed(Event):
    """A counter gets Suppressed markers."""

    words = say_n("{unit} is suppressed", "{unit} is suppressed: {n} markers")
    rule = "HON-SUPP-01"

    unit: UnitId
    n: int


@record("heroes.rallied")
class Rallied(Event):
    """A Suppressed marker is taken off (HON-SUPP-06)."""

    words = say_n("{unit} loses a marker", "{unit} loses {n} markers")
    rule = "HON-SUPP-06"

    unit: UnitId
    n: int


@record("heroes.broken")
class Broken(Event):
    """A tile, an option or a hero has reached its breaking point."""

    rule = "HON-VIC-04"
    headline = True

    formation: FormationId
    seat: Seat
    points: int

    def sentence(self, g: HeroesState) -> str:
        enemies = [g.side(seat).army.nation for seat in g.rivals(self.seat)]
        return say_n(
            "{formation} has reached its breaking point: {n} point for {enemy}",
            "{formation} has reached its breaking point: {n} points for {enemy}",
            self.points,
            formation=formation_name(g, g.formations[self.formation]),
            enemy=listed([THE_NATIONS[one] for one in dict.fromkeys(enemies)]),
        )


def suppress(g: HeroesState, unit: UnitId, markers: int = 1) -> None:
    """Markers on a unit; nothing limits how many (HON-SUPP-07)."""
    g.change(unit, suppressed=g.units[unit].suppressed + markers)
    g.tell(Suppressed(unit, markers))


def take_off(g: HeroesState, unit: UnitId, markers: int) -> None:
    """Up to so many markers less on a unit that has some."""
    off = min(g.units[unit].suppressed, markers)
    g.change(unit, suppressed=g.units[unit].suppressed - off)
    g.tell(Rallied(unit, off))


def hit(g: HeroesState, unit: UnitId, rule: str) -> None:
    """One hit: infantry turns over, or is eliminated; a light vehicle is destroyed (HON-FIRE-10,
    HON-FIRE-11)."""
    u = g.units[unit]
    if u.up.hit is HitSymbol.LAST:
        eliminate(g, unit, rule)
        return
    g.change(unit, face=1 - u.face)
    g.tell(Reduced(unit))


def eliminate(g: HeroesState, unit: UnitId, rule: str) -> None:
    """Remove a counter for good, its token unseen; its tile may break (HON-VIC-04). A vehicle
    leaves a wreck on its spaces (HON-CTR-05, HON-CTR-06, R-76), but in no building (R-221); its
    passengers get out (`transport.when_out`). Its markers still count for dice it has left to
    roll."""
    u, formation = g.units[unit], g.units[unit].formation
    if u.kind.vehicle and u.there and rule != GONE:
        element = HEAVY_WRECK if u.kind is UnitType.HEAVY else LIGHT_WRECK
        if all(g.ground.building(space) == NO_OVERLAY for space in u.covers):
            g.changes = (*g.changes, Change(element=element, spaces=u.covers))
        if any(o.aboard == unit for o in g.units):
            g.stranded.append(Stranded(vehicle=unit, spaces=u.covers))
    g.change(unit, lost=True, at=OFF_MAP, aboard=NO_UNIT)
    g.tell(Eliminated(unit, rule))
    lose_token(g, unit)
    f = g.formations[formation]
    f = g.change_formation(formation, losses=f.losses + 1)
    if f.squares and f.losses >= f.squares and not f.turned:
        g.change_formation(formation, turned=True)
        for seat in g.players:
            if g.hostile(seat, f.seat):
                g.gained[seat] += f.points
                break
        g.tell(Broken(formation, f.seat, f.points))
