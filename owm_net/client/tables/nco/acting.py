"""The part of an answer that a press on the map adds, and the cost of a path before it is given."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from attrs import evolve, fields, frozen

from owm_net.client.answering.drafting import (
    Append,
    DraftAction,
    Drafting,
    Fill,
    Give,
    Pick,
    Set,
    Sketch,
    Verb,
    said,
)
from owm_net.client.language import tr
from owm_net.client.maps.chart import Point
from owm_net.client.maps.meanings import Adding, Setting, Stopping
from owm_net.client.maps.pointing import Meaning, Nothing
from owm_net.client.maps.pressing import field_of_many, field_of_one
from owm_net.client.scene.items import Action
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco.common import (
    ENEMY,
    PATH,
    TARGET,
    WEAPON,
    WHO,
    own_seat,
    spot_at,
    state_of,
)
from owm_net.client.tables.nco.common import acting as acting_soldier
from owm_net.client.tables.nco.sighting import how_of
from owm_net.client.tables.nco.terrain import rough
from owm_net.engine.agenda import Kind, Refusal
from owm_net.engine.drafts import Draft, blanks_of
from owm_net.engine.geometry import length
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.games.nco.ambush import EVERY, SPRING, Spring, waiting
from owm_net.games.nco.ground import ground_of
from owm_net.games.nco.ids import NO_SOLDIER, LayoutKey, SoldierId, Spot, WeaponKey, opponent
from owm_net.games.nco.looking import charger, walk_of
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.command import ORDER, obliged
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.paths import Path, allowance, contact_with, leg_cost, point_on, way_of
from owm_net.games.nco.placing import PLACE
from owm_net.games.nco.scenarios import DESTROY
from owm_net.games.nco.shots import Shot, why_not_target, why_not_weapon
from owm_net.games.nco.specials import SPECIAL, SpecialAssault
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD, Gait, Shooting, Status
from owm_net.games.nco.tokens import at_token, goals
from owm_net.games.nco.words import inches

GAITS: dict[type[Answer], Gait] = {
    Advance: Gait.ADVANCE,
    Run: Gait.RUN,
    Assault: Gait.ASSAULT,
    SpecialAssault: Gait.SPECIAL,
}
ORDERS = (ORDER, SPECIAL)
"""Questions in which one selects a soldier first, and then what they do."""


@frozen
class Step(DraftAction):
    """The next waypoint of a path; of an order without one, that is an Advance. edge: where a path
    onto the table begins, if it does. instead: in the place of the last. who: whose order it
    begins where none has been begun, NO_SOLDIER for nobody's."""

    spot: Spot
    edge: Spot | None = None
    instead: bool = False
    who: SoldierId = NO_SOLDIER

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Refused, all stays as it is."""
        if sketch is None and self.who != NO_SOLDIER:
            sketch = drafting.desk.begin(Advance).with_(WHO, self.who)
        if sketch is None:
            return None
        if field_of_many(sketch, Spot) is None:
            turned = drafting.turn_to(sketch, Advance)
            if not isinstance(turned, Draft):
                return turned
            sketch = turned
        path = sketch.get(PATH)
        if self.edge is not None and not path:
            entered = Append(PATH, self.edge).on(drafting, sketch)
            if not isinstance(entered, Draft):
                return entered
            sketch = entered
        return Append(PATH, self.spot, self.instead and bool(path)).on(drafting, sketch)


@frozen
class BeginAnswer(Verb):
    """A kind of answer, with the selected soldier if it can be about them. who: that soldier, or
    NO_SOLDIER. due: they may be given an order now."""

    who: SoldierId
    due: bool = False

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """A soldier chosen already stays. What bars one who is due is refused, as by a wound."""
        turned = drafting.turn_to(sketch, self.cls)
        if not isinstance(turned, Draft) or self.who == NO_SOLDIER:
            return turned
        if blanks_of(self.cls)[0].field != WHO or turned.holds(WHO):
            return turned
        given = turned.with_(WHO, self.who)
        refusal = drafting.desk.look(given).refusal
        if refusal is not None:
            return refusal if self.due else turned
        return given


@frozen
class Instead(DraftAction):
    """The same kind of answer for another of the player's soldiers, who cannot be its target;
    choices made for the first are dropped."""

    soldier: SoldierId

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Refused, all stays as it is."""
        if sketch is None:
            return None
        begun = drafting.desk.begin(sketch.cls).with_(WHO, self.soldier)
        return drafting.desk.checked(begun)


@frozen
class Aim(DraftAction):
    """A point that is fired at, in the place of an enemy who was chosen before the weapon."""

    spot: Spot

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Refused, all stays as it is."""
        aim = field_of_one(sketch, Spot)
        if sketch is None or aim is None:
            return sketch
        aimed: Draft[Any] = sketch.without(TARGET).with_(aim, self.spot)
        # of no man, else each is tried, and none can be there
        at_nobody = aimed.with_(TARGET, None) if aimed.has(TARGET) else aimed
        return drafting.desk.look(at_nobody).refusal or aimed


@frozen
class ArmWith(DraftAction):
    """The weapon of an attack. aim: the place of a chosen enemy, for an area weapon. Pressed again
    the answer is given, once it is whole."""

    weapon: WeaponKey
    area: bool
    aim: Spot | None

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Refused, all stays as it is."""
        aim = field_of_one(sketch, Spot)
        if sketch is None or aim is None or sketch.get(WEAPON) == self.weapon:
            return Pick(WeaponKey, self.weapon).on(drafting, sketch)
        armed = sketch.with_(WEAPON, self.weapon)
        if not self.area:
            armed = armed.without(aim)
            if armed.get(TARGET) is None:
                armed = armed.without(TARGET)
        elif self.aim is not None:
            armed = armed.without(TARGET).with_(aim, self.aim)
        return drafting.desk.checked(armed)


@frozen
class Target(DraftAction):
    """An enemy as a target, with the weapon if only one fits. arms: the shooter's weapons, and
    which of them are fired at a point: at `spot`, the enemy's place."""

    target: SoldierId
    arms: tuple[tuple[WeaponKey, bool], ...]
    spot: Spot

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Pressed again the answer is given, once it is whole."""
        if sketch is None or sketch.get(TARGET) == self.target:
            return Pick(SoldierId, self.target).on(drafting, sketch)
        aimed: Draft[Any] = sketch.without(fields(Fire).aim).with_(TARGET, self.target)
        if sketch.holds(WEAPON) or not sketch.has(WEAPON):
            weapon = sketch.get(WEAPON) if sketch.has(WEAPON) else None
            if weapon is not None and not dict(self.arms).get(weapon, True):
                refusal = drafting.desk.look(self._with(sketch, weapon, False)).refusal
                return refusal or drafting.desk.checked(aimed)
            return drafting.desk.checked(aimed)
        shots = [self._with(sketch, weapon, area) for weapon, area in self.arms]
        refusals = [drafting.desk.look(shot).refusal for shot in shots]
        able = [shot for shot, why in zip(shots, refusals, strict=True) if why is None]
        if not able and refusals and refusals[0] is not None:
            return refusals[0]
        return able[0] if len(able) == 1 else aimed

    def _with(self, sketch: Draft[Any], weapon: WeaponKey, area: bool) -> Draft[Any]:
        armed, aim = sketch.with_(WEAPON, weapon), fields(Fire).aim
        if area:
            return armed.with_(TARGET, None).with_(aim, self.spot)
        return armed.with_(aim, None).with_(TARGET, self.target)


@frozen
class Charge(DraftAction):
    """An enemy as the target of an Assault, with the last waypoint in contact with them."""

    target: SoldierId
    end: Spot | None

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Go from the last waypoint straight to the enemy."""
        if sketch is None:
            return None
        aimed: Draft[Any] = sketch.with_(ENEMY, self.target)
        if self.end is None:
            return drafting.desk.checked(aimed)
        return drafting.desk.appended(aimed, PATH, self.end)


def spot_in(layout: LayoutKey, point: Point) -> Spot:
    """A point of a layout with the highest surface there."""
    return Spot((*point, ground_of(layout).surface_at(point)))


@frozen
class Walking:
    """Presses add waypoints; held, the last one is pulled about. entry: the edge at which a path
    onto the table begins. who: see `Step`."""

    layout: LayoutKey
    entry: str = ""
    who: SoldierId = NO_SOLDIER

    def _edge(self, point: Point) -> Spot | None:
        if not self.entry:
            return None
        return Spot((point[0], 0 if self.entry == "south" else BOARD, 0))

    def pressed_at(self, point: Point) -> Step:
        """A waypoint more."""
        return Step(spot_in(self.layout, point), self._edge(point), who=self.who)

    def pull(self, point: Point) -> Step:
        """The last one is here."""
        return Step(spot_in(self.layout, point), self._edge(point), instead=True, who=self.who)


def _at_edge(layout: LayoutKey, point: Point) -> Spot:
    """On the line of bases along an edge, as a supply drop lies."""
    return spot_in(layout, (point[0], BASE if point[1] < BOARD // 2 else BOARD - BASE))


@frozen
class Aiming:
    """Presses say what is fired at."""

    layout: LayoutKey

    def pressed_at(self, point: Point) -> Action:
        """There."""
        return Aim(spot_in(self.layout, point))

    def pull(self, point: Point) -> Action:
        """It is moved with the pointer."""
        return self.pressed_at(point)


def meaning(seen: SeenTable) -> Meaning:
    """Return the current meaning of presses on the map."""
    answering = seen.answering
    g, sketch = state_of(seen), answering.sketch
    begun = begins(seen)
    if begun != NO_SOLDIER and Advance in answering.drafting.kind.answers:
        return _walking(g, begun, begun)
    if not answering.is_open or sketch is None:
        return Nothing()
    if answering.kind is SPRING:
        return _stopping(g, fires_at_area(seen))
    one = field_of_one(sketch, Spot)
    if one is not None and answering.kind is not PLACE:
        return Aiming(g.layout)
    if one is not None:
        return Setting(one, partial(_at_edge if g.scenario == DESTROY else spot_in, g.layout))
    many = field_of_many(sketch, Spot)
    if many is not None and many != PATH:
        return Adding(many, partial(spot_in, g.layout))
    walks = [cls for cls in answering.drafting.kind.answers if cls in GAITS]
    soldier = sketch.get(WHO)
    if not walks or soldier is None or (many is None and Advance not in walks):
        return Nothing()
    return _walking(g, soldier, NO_SOLDIER)


def begins(seen: SeenTable) -> SoldierId:
    """Return the selected soldier who may be given an order while none has been begun, else
    NO_SOLDIER."""
    answering = seen.answering
    if not answering.is_open or answering.sketch is not None or answering.kind not in ORDERS:
        return NO_SOLDIER
    g, looked = state_of(seen), acting_soldier(seen)
    return looked if looked in able(g, own_seat(seen), answering.kind) else NO_SOLDIER


def able(g: NcoState, seat: Seat, kind: Kind[Any] | None) -> list[SoldierId]:
    """Return who of a side may be given an order, or take a special action."""
    if kind is ORDER:
        return obliged(g, seat) or g.unordered(seat)
    return [soldier for soldier in g.squad(seat) if kind is not SPECIAL or g.qualifies(soldier)]


def _walking(g: NcoState, soldier: SoldierId, who: SoldierId) -> Walking:
    s = g.soldiers[soldier]
    entry = ""
    if s.status is Status.WAITING:
        entry = "south" if s.seat == g.south else "north"
    return Walking(g.layout, entry, who)


def _stopping(g: NcoState, aims: bool) -> Stopping:
    """Where an Ambush is sprung. aims: at an area, there."""
    spring, stops = fields(Spring), []
    for at, leg, walked in springing(g):
        aim = (Set(spring.aim, spot_in(g.layout, at)),) if aims else ()
        stops.append((at, Fill((Set(spring.leg, leg), Set(spring.walked, walked), *aim))))
    return Stopping(tuple(stops))


def shot_of(seen: SeenTable, weapon: WeaponKey) -> Shot:
    """The attack in the making, with this weapon and no aim yet."""
    sketch = seen.answering.sketch
    covers = sketch is not None and (
        sketch.cls is CoverFire or sketch.get(fields(Spring).covering, False)
    )
    how = Shooting.COVER_FIRE if covers else how_of(seen)
    return Shot(acting_soldier(seen), weapon, None, None, how)


def why_not_armed(seen: SeenTable, weapon: WeaponKey) -> Refusal | None:
    """Return why this shooter cannot fire a weapon in this attack, at whomever; None if they can,
    or while the shooter is open."""
    sketch = seen.answering.sketch
    if sketch is None or (sketch.has(WHO) and not sketch.holds(WHO)):
        return None
    g = state_of(seen)
    return why_not_weapon(g, evolve(shot_of(seen, weapon), response=charger(g) != NO_SOLDIER))


def fires_at_area(seen: SeenTable) -> bool:
    """Return True if the unfinished answer fires at a point and not at a man."""
    sketch = seen.answering.sketch if seen.answering.is_open else None
    weapon = sketch.get(WEAPON) if sketch is not None else None
    if weapon is None or field_of_one(sketch, Spot) is None:
        return False
    return acting_soldier(seen) != NO_SOLDIER and shot_of(seen, weapon).area


def aim_at(seen: SeenTable, target: SoldierId) -> Aim | None:
    """Return the meaning of a press on an enemy while a target point is wanted: the enemy's
    place."""
    g = state_of(seen)
    if not fires_at_area(seen) or seen.answering.kind is SPRING:
        return None
    enemy = g.soldiers[target].seat != g.soldiers[acting_soldier(seen)].seat
    return Aim(g.soldiers[target].spot) if enemy else None


def targeting(seen: SeenTable, target: SoldierId) -> Target:
    """Return the meaning of a press on an enemy while a shot is being prepared."""
    g, soldier = state_of(seen), acting_soldier(seen)
    arms = g.soldiers[soldier].arms if soldier != NO_SOLDIER else ()
    areas = tuple([(weapon, shot_of(seen, weapon).area) for weapon in arms])
    return Target(target, areas, g.soldiers[target].spot)


def arming(seen: SeenTable, weapon: WeaponKey) -> ArmWith | None:
    """Return the meaning of a press on a weapon that may fire at a man or at an area."""
    answering = seen.answering
    if field_of_one(answering.sketch, Spot) is None or acting_soldier(seen) == NO_SOLDIER:
        return None
    assert answering.sketch is not None
    target = answering.sketch.get(TARGET)
    spot = None if target is None else state_of(seen).soldiers[target].spot
    return ArmWith(weapon, shot_of(seen, weapon).area, spot)


def charge(seen: SeenTable, target: SoldierId) -> Charge | None:
    """Return the meaning of a press on an enemy while an Assault is being drawn."""
    g, sketch = state_of(seen), seen.answering.sketch
    if not seen.answering.is_open or sketch is None or sketch.cls not in (Assault, SpecialAssault):
        return None
    soldier = sketch.get(WHO)
    if soldier is None or g.soldiers[target].seat == g.soldiers[soldier].seat:
        return None
    path = sketch.get(PATH)
    start = path[-1] if path else g.soldiers[soldier].spot
    return Charge(target, contact_with(g, g.soldiers[target].spot, start))


def walk_to_pilot(seen: SeenTable, target: SoldierId) -> Step | None:
    """Return the meaning of a press on the pilot, who blocks nobody, while a path may be drawn: it
    goes to where they lie. None for anybody else."""
    g, means = state_of(seen), meaning(seen)
    if target != g.pilot or not isinstance(means, Walking):
        return None
    return means.pressed_at(g.soldiers[target].spot[:2])


# ------------------------------------------------------------------ what a path comes to


@frozen
class Route:
    """A path as it is drawn. way: with its start. costs: of each leg. most: the soldier's whole
    allowance."""

    soldier: SoldierId
    way: Path
    costs: tuple[int, ...]
    most: int
    gait: Gait

    @property
    def spent(self) -> int:
        """Return the cost of all legs."""
        return sum(self.costs)

    def told(self, g: NcoState, further: Spot | None = None) -> str:
        """How long it is and what it costs, with a waypoint more, which difficult ground is
        crossed, and whether what the battle is about is touched at its end."""
        ground = g.ground
        way, spent = self.way, self.spent
        if further is not None:
            cost = ground.leg(way[-1], further, self.gait)
            way, spent = (*way, further), spent + (cost if isinstance(cost, int) else 0)
        long = sum([length(a[:2], b[:2]) for a, b in pairwise(way)])
        if long == spent:
            text = tr("{spent} of {most}", spent=inches(spent), most=inches(self.most))
        else:
            text = tr(
                "{long} long, costs {spent} of {most}",
                long=inches(long),
                spent=inches(spent),
                most=inches(self.most),
            )
        crossed = [what for a, b in pairwise(way) for what in rough(ground, a, b)]
        if crossed:
            what = ", ".join(dict.fromkeys(crossed))
            text += tr(", through difficult ground: {what}", what=what)
        if len(way) > 1 and any(at_token(g, way[-1], goal) for goal in goals(g, self.soldier)):
            text += tr("; there Down takes effect")
        return text


def route_of(seen: SeenTable) -> Route | None:
    """Return the path of the unfinished answer, or of the soldier who walks now; None without
    one."""
    g, sketch = state_of(seen), seen.answering.sketch if seen.answering.is_open else None
    soldier = sketch.get(WHO) if sketch is not None else None
    if sketch is not None and sketch.cls in GAITS and soldier is not None:
        way, gait = way_of(g, soldier, sketch.all(PATH)), GAITS[sketch.cls]
        return _route(g, soldier, way, gait)
    begun = begins(seen)
    if begun != NO_SOLDIER:
        return _route(g, begun, way_of(g, begun, ()), Gait.ADVANCE)
    walk = walk_of(g)
    return None if walk is None else _route(g, walk.mover, walk.way, walk.gait)


def _route(g: NcoState, soldier: SoldierId, way: Path, gait: Gait) -> Route:
    costs = tuple([leg_cost(g, way, n, gait) for n in range(len(way) - 1)])
    return Route(soldier, way, costs, allowance(g, soldier, gait), gait)


def reactions(g: NcoState, route: Route) -> dict[SoldierId, Spot]:
    """Return the soldiers in Ambush that can fire at the path, each with the first point of it
    where they can."""
    found: dict[SoldierId, Spot] = {}
    enemy = opponent(g.soldiers[route.soldier].seat)
    for soldier in waiting(g, enemy):
        for leg, _ in enumerate(pairwise(route.way)):
            for walked in (*range(0, route.costs[leg], EVERY), route.costs[leg]):
                spot = point_on(g, route.way, leg, walked, route.gait)
                if soldier not in found and _can_fire(g, soldier, route.soldier, spot):
                    found[soldier] = spot
    return found


def _can_fire(g: NcoState, soldier: SoldierId, mover: SoldierId, spot: Spot) -> bool:
    for weapon in g.soldiers[soldier].arms:
        shot = Shot(soldier, weapon, mover, None, Shooting.FIRE)
        if why_not_target(g, shot, mover, spot) is None:
            return True
    return False


def springing(g: NcoState) -> list[tuple[Point, int, int]]:
    """Return the points of a walker's path where they can be stopped, half an inch apart."""
    moving = walk_of(g)
    found: list[tuple[Point, int, int]] = []
    if moving is None:
        return found
    for leg in range(moving.leg, len(moving.way) - 1):
        cost = leg_cost(g, moving.way, leg, moving.gait)
        first = moving.walked if leg == moving.leg else 0
        for walked in (*range(first, cost, EVERY), cost):
            spot = point_on(g, moving.way, leg, walked, moving.gait)
            found.append((spot[:2], leg, walked))
    return found


def stopped_at(seen: SeenTable) -> Spot | None:
    """Where the Ambush in the making stops the walker, once that is chosen."""
    g = state_of(seen)
    sketch, walk = seen.answering.sketch if seen.answering.is_open else None, walk_of(g)
    if sketch is None or sketch.cls is not Spring or walk is None:
        return None
    leg, walked = sketch.get(fields(Spring).leg), sketch.get(fields(Spring).walked)
    if leg is None or walked is None:
        return None
    return point_on(g, walk.way, leg, walked, walk.gait)


def would_be(seen: SeenTable, point: Point, charged: Charge | None = None) -> tuple[str, str]:
    """A waypoint under the pointer: its length in words, and why it is refused or "". charged: an
    enemy who is pointed at while an Assault is drawn."""
    route, means = route_of(seen), meaning(seen)
    g = state_of(seen)
    if route is None or not isinstance(means, Walking) or not route.way:
        return "", ""
    spot = (charged.end if charged is not None else None) or spot_at(g, point)
    cost = g.ground.leg(route.way[-1], spot, route.gait)
    step = charged or means.pressed_at(point)
    after = step.on(seen.answering.drafting, seen.answering.sketch)
    why = said(after) if isinstance(after, Refusal) else ""
    if isinstance(cost, Refusal):
        return "", why
    if why and route.spent + cost > route.most:
        return "", why  # which says what it costs
    return route.told(g, spot), why
