"""The map: ground, objectives, soldiers, the path that is drawn, who sees whom, the ruler."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from math import hypot

from owm_net.client import theme
from owm_net.client.answering.drafting import Light, Pick, said
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.free_map.apart import apart
from owm_net.client.free_map.bases import RIM
from owm_net.client.free_map.chart import SPILL, FreeChart
from owm_net.client.free_map.ground import ground
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import marks, pieces, pressing
from owm_net.client.maps.chart import Place, Point
from owm_net.client.maps.compass import compass
from owm_net.client.maps.meanings import Stopping
from owm_net.client.maps.pointing import RULER, Nothing
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.actions import Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco import acting, faces, reaching, sighting, terrain
from owm_net.client.tables.nco.common import (
    ENEMY,
    PATH,
    TARGET,
    WHO,
    chart_of,
    land_of,
    own_seat,
    spot_at,
    stands_of,
    state_of,
)
from owm_net.client.tables.nco.common import (
    acting as acting_soldier,
)
from owm_net.client.tables.nco.people import told
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS, outlined, plate
from owm_net.games.nco.ambush import SPRING, waiting
from owm_net.games.nco.ids import NO_SEAT, NO_SOLDIER, SEATS, SoldierId, Spot
from owm_net.games.nco.interrupts import GO_ON
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.placing import PLACE
from owm_net.games.nco.scenarios import (
    CENTER,
    MIDDLE,
    RETRIEVAL,
    SECTORS,
    THIRD,
    held,
    sector_worth,
)
from owm_net.games.nco.set_up import DEPLOY
from owm_net.games.nco.specials import SpecialAssault
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BASES, BOARD, CIRCLE
from owm_net.games.nco.words import inches, short_name

SIZE = 2.9
"""A soldier's picture, in diameters of his base; no smaller than LEAST pixels."""
LEAST = 38.0
ENOUGH, NEARLY = 50.0, 2.0
"""Where that is more than so many pixels, it need be no more than so many diameters."""
APART = 0.475
"""So far from its middle a picture has letters, pips or a die, and the other half of the way to a
base that covers none of them; in parts of its width."""
NEAREST = 3.4
"""A part of the map so many times smaller is all that is worth looking at alone."""
GROUND = ("map", "man:", "token:")
"""What lies under the pointer where a point of the map is pointed at."""


def draw(pen: Pen, room: Rect, seen: SeenTable) -> Iterator[None]:
    """All of it, as near as it is looked at, in parts."""
    g = state_of(seen)
    inch = min(room.w, room.h) * BASES / BOARD
    spill = max(SPILL, inch * SIZE / 2 - inch / 2)  # of a picture whose base touches the edge
    whole = chart_of(room.inset(spill - SPILL / 2))
    lens, chart = pressing.spread(pen, seen, whole, NEAREST)
    if not g.layout:
        return
    with pen.through(lens):
        ground(pen, chart, land_of(g.ground.layout))
        _zones(pen, chart, seen)
        _goals(pen, chart, seen)
    for _ in reaching.known(seen):
        yield
    with pen.through(lens):
        men = [picture(chart, middle) for middle in standing(chart, g).values()]
        reaching.draw(pen, chart, seen, men)
        sighting.draw(pen, chart, seen)
        pressing.ground(
            pen, chart, seen, acting.meaning(seen), stands_of(g), _lies_there(seen, chart, pen.k)
        )
        _tokens(pen, chart, seen)
        told_of_path = _path(pen, chart, seen)
        pressing.rule(pen, seen, chart, GROUND, stands_of(g), partial(_measured, g))
        _pointed(pen, chart, seen, told_of_path)
        idle = isinstance(acting.meaning(seen), Nothing) and seen.ui.look != RULER
        if (
            seen.map_view.cross is not None and not idle
        ):  # else it lies on the letters of who has moved
            marks.cross(pen, chart, seen.map_view.cross, z=TOKENS + 90)
    with pen.through(lens, spill):
        _soldiers(pen, chart, seen)
        _places(pen, chart, seen)
    compass(pen, chart)


# ------------------------------------------------------------------ zones and objectives


def _zones(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """The strips in which the sides deploy, the own one shaded."""
    g = state_of(seen)
    if g.south < 0 or seen.answering.kind is not DEPLOY:
        return
    deep = g.battle.deep
    strips = [((0, 0), (BOARD, deep))]
    if g.battle.two_edges:
        strips.append(((0, deep), (deep, BOARD - deep)))
    for seat in SEATS:
        colour, fill = RIM[seat], 90 if seat == own_seat(seen) else 30
        for n, ends in enumerate(strips):
            if seat != g.south:
                ends = (
                    (BOARD - ends[0][0], BOARD - ends[0][1]),
                    (BOARD - ends[1][0], BOARD - ends[1][1]),
                )
            (ax, ay), (bx, by) = map(chart.at, ends)
            box = Rect(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by))
            shape = Shape("box", (*colour, fill), (*colour, 255), 2)
            pen.add(f"zone:{seat}:{n}", "zone", box, z=MAP + 10, shape=shape)


def _goals(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Draw the battle's goals that are part of the ground: the sectors with their points, the
    centre."""
    g = state_of(seen)
    if g.scenario == CENTER:
        marks.ring(pen, "goal.centre", chart, MIDDLE[:2], BASES, theme.GOLD, z=MAP + 12, fill=40)
        marks.dot(pen, "goal.centre.dot", chart, MIDDLE[:2], theme.GOLD, z=MAP + 12)
    if g.scenario != SECTORS or g.south < 0:
        return
    for n, at in enumerate((THIRD, 2 * THIRD)):
        for way, ends in (("across", ((0, at), (BOARD, at))), ("up", ((at, 0), (at, BOARD)))):
            id = f"goal.{way}:{n}"
            marks.line(pen, id, chart, ends, theme.SAND, z=MAP + 11, width=1.4, dash=9)
    mine, theirs = own_seat(seen), SEATS[1 - own_seat(seen)]
    side, men = chart.long(THIRD), [picture(chart, at) for at in standing(chart, g).values()]
    for column, row in product(range(3), repeat=2):
        sector = (column, row)
        holder = next((seat for seat in SEATS if sector in held(g, seat)), NO_SEAT)
        worth = sector_worth(g, theirs if holder == theirs else mine, sector)
        colour = theme.SAND if holder == NO_SEAT else RIM[holder]
        x, y = chart.at((column * THIRD + THIRD // 2, row * THIRD + THIRD // 2))
        box, layer = _free_corner(Rect(x - side / 2, y - side / 2, side, side), men)
        shape = outlined(theme.PANEL_DARK, colour[:3], 1.4, 5)
        ink: Lettering = {"role": "bold", "size": 14, "colour": colour}
        id = f"goal:{column}.{row}"
        plate(Box(pen, box, layer), id, str(worth), shape, kind="label", **ink)


def _free_corner(sector: Rect, men: Sequence[Rect]) -> tuple[Rect, int]:
    """Return where the number of a sector stands, and its layer: in the first corner that no
    soldier covers, else above whoever is in the first."""
    wide, high, gap = 32.0, 20.0, 4.0
    left, top = sector.x + gap, sector.y + gap
    right, foot = sector.right - gap - wide, sector.bottom - gap - high
    corners = [Rect(x, y, wide, high) for y in (top, foot) for x in (left, right)]
    for corner in corners:
        if not any(corner.meets(man) for man in men):
            return corner, MAP + 12
    return corners[0], TOKENS + 70


def _tokens(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    g = state_of(seen)
    kind = "intel" if g.scenario == RETRIEVAL else "drop"
    for n, token in enumerate(g.tokens):
        if token.taken >= 0 or token.carrier != NO_SOLDIER:
            continue
        size = max(30.0, chart.long(BASES) * 1.7)
        x, y = chart.at(token.spot[:2])
        box = Rect(x - size / 2, y - size / 2, size, size)
        what = tr("a piece of intel") if kind == "intel" else tr("a supply drop")
        pen.add(
            f"token:{n}",
            "token",
            box,
            z=TOKENS + 5,
            art=faces.token(kind, token.seat),
            label=what,
            tooltip=what,
        )


# ------------------------------------------------------------------ soldiers


def _soldiers(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Each with letters that no other covers: who stands close to others is drawn beside his place,
    and tied to it. The nearest to the foot, and who is chosen, lie on top."""
    g = state_of(seen)
    chosen = acting_soldier(seen)
    places = standing(chart, g)
    for n in sorted(places, key=lambda n: (n == chosen, places[n][1])):
        _soldier(pen, chart, seen, n, places[n])


def standing(chart: FreeChart, g: NcoState) -> dict[SoldierId, Place]:
    """Where the middle of each soldier's picture is; the pilot comes last, beside who stands over
    him."""
    men = [*g.on_field(), *([g.pilot] if g.pilot_lies() else [])]
    size = size_of(chart)
    spots = [chart.at(g.soldiers[n].spot[:2]) for n in men]
    discs = [(round(x, 2), round(y, 2), size * APART) for x, y in spots]
    return dict(zip(men, apart(tuple(discs), size, chart.frame), strict=True))


def size_of(chart: FreeChart) -> float:
    """How wide and high a soldier's picture is."""
    base = chart.long(BASES)
    return max(LEAST, min(base * SIZE, max(ENOUGH, base * NEARLY)))


def picture(chart: FreeChart, middle: Place) -> Rect:
    """Return the box of a soldier's picture, the middle of the base there on the screen."""
    return pieces.picture(middle, size_of(chart))


def _soldier(pen: Pen, chart: FreeChart, seen: SeenTable, n: SoldierId, middle: Place) -> None:
    g = state_of(seen)
    box = picture(chart, middle)
    chosen_one = acting_soldier(seen)
    chosen = n == chosen_one
    own = g.soldiers[n].seat == own_seat(seen)
    light, pressed = press_of(seen, n)
    action: Action | None = pressed
    pen.add(f"man:{n}.art", "man", box, z=TOKENS + 30 + chosen, art=faces.soldier(g, n))
    r, id = box.w * pieces.PRESSED, f"man:{n}"
    spot, colour = g.soldiers[n].spot[:2], RIM[g.soldiers[n].seat]
    beside = pieces.tie(pen, id, chart, spot, middle, colour)
    if beside:
        marks.ring(pen, f"{id}.stand", chart, spot, BASE, colour, z=TOKENS + 24, fill=110)
    if chosen:  # about his picture, whatever of it can be pressed: no ring through his letters
        whole = pieces.around(middle, box.w * APART)
        pen.add(f"{id}.chosen", "man", whole, z=TOKENS + 32, flags=["chosen"], mark="round")
    tip = "\n".join(filter(None, (told(seen, n), light.why)))
    if seen.ui.hover == id and chosen_one != NO_SOLDIER:
        tip = "\n".join(filter(None, (tip, sighting.seen_from(seen, chosen_one, n))))
    if light.lit and not chosen:
        pieces.rim(pen, id, middle, r, z=TOKENS + 29, width=2.0)
    if isinstance(acting.meaning(seen), acting.Walking) and (
        own or isinstance(action, Select | acting.Step)
    ):
        r = max(6.0, chart.long(BASE))  # one walks close by: what is beside his base is ground
        middle = chart.at(spot)
        sketch = seen.answering.sketch
        if chosen and sketch is not None and sketch.cls in acting.GAITS:
            action = None  # a path may begin by a step within his own base
    if isinstance(acting.meaning(seen), Stopping) and n not in waiting(g, own_seat(seen)):
        action = None  # the walker's path goes close by
    if seen.ui.look == RULER:
        action = None  # one measures from man to man
    name, z = short_name(g, n), TOKENS + 32 + chosen
    pieces.pressed(pen, id, middle, r, seen, light, action, name, tip, z=z)


def _why_no_order(seen: SeenTable, n: SoldierId) -> str:
    """Return why the player's soldier cannot be given the order or special action, "" if they
    can."""
    answering = seen.answering
    if answering.kind not in acting.ORDERS or state_of(seen).soldiers[n].seat != own_seat(seen):
        return ""
    desk = answering.drafting.desk
    looks = [desk.look(desk.begin(cls).with_(WHO, n)) for cls in answering.drafting.kind.answers]
    refusals = [look.refusal for look in looks if look.refusal is not None]
    return said(refusals[0]) if len(refusals) == len(looks) else ""


def press_of(seen: SeenTable, n: SoldierId) -> tuple[Light, Action]:
    """Return how a soldier looks now, and the meaning of a press: they are chosen where the answer
    can take them, else selected. Before an order has been begun they are selected, no more."""
    answering = seen.answering
    look = Select(n + 1)
    if not answering.is_open:
        return Light(), look
    runs = acting.charge(seen, n)
    if runs is not None:
        return Light(lit=True), runs
    walks = acting.walk_to_pilot(seen, n)
    if walks is not None:
        return answering.drafting.light_for(answering.sketch, walks), walks
    aims_there = acting.aim_at(seen, n)
    if aims_there is not None:
        return answering.drafting.light_for(answering.sketch, aims_there), aims_there
    drafting, sketch = answering.drafting, answering.sketch
    if not drafting.takes(sketch, SoldierId):
        return Light(), look
    no_order = seen.cached(("order", n), lambda: _why_no_order(seen, n))
    if no_order and n != acting_soldier(seen):  # else he would be begun with as a target
        return Light(why=no_order), look
    if answering.kind in acting.ORDERS and sketch is None:
        own = state_of(seen).soldiers[n].seat == own_seat(seen)
        light = drafting.light(sketch, SoldierId, n) if own else Light()
        again = n == acting.begins(seen) and seen.ui.selected_at == state_of(seen).answered
        return light, Select(0) if again else look  # who is still selected is chosen anew
    return _chosen(seen, n, drafting.light(sketch, SoldierId, n))


def _chosen(seen: SeenTable, n: SoldierId, light: Light) -> tuple[Light, Action]:
    """The same while an answer is being made that may take a soldier. light: as the rules have
    it."""
    answering, look = seen.answering, Select(n + 1)
    drafting, sketch = answering.drafting, answering.sketch
    own = state_of(seen).soldiers[n].seat == own_seat(seen)
    aims = sketch is not None and (sketch.has(TARGET) or sketch.has(ENEMY))
    orders = answering.kind in acting.ORDERS
    if orders and not own and not aims:  # who is looked at is no new beginning
        return Light(), look
    attacks = sketch is not None and sketch.cls in (*sighting.FIRING, Assault, SpecialAssault)
    if not orders and own and attacks:
        return Light(), look
    if orders and attacks and not own and sketch is not None and not sketch.holds(WHO):
        return Light(why=tr("first choose who does it")), look  # an enemy would be dropped then
    if own and attacks and n != acting_soldier(seen):
        other = acting.Instead(n)
        light = drafting.light_for(sketch, other)
        return light, other if light.lit else look
    fires = not own and sketch is not None and sketch.cls in sighting.FIRING
    pick: Action = acting.targeting(seen, n) if fires else Pick(SoldierId, n)
    no_shot = sighting.why_no_shot(seen, n)
    if no_shot is not None:
        return Light(why=said(no_shot)), pick
    if light.lit or (light.why and not own and aims):
        return light, pick
    return Light(why=light.why), look


# ------------------------------------------------------------------ the path


def _path(pen: Pen, chart: FreeChart, seen: SeenTable) -> list[Rect]:
    """Draw the path, with the cost of its legs and the ambushes along it. Returns where something
    is said of it."""
    answering = seen.answering
    g = state_of(seen)
    route = acting.route_of(seen)
    if route is None or not route.way:
        return []
    marks.path(pen, chart, [spot[:2] for spot in route.way], BASE)
    for n, (a, b) in enumerate(pairwise(route.way)):
        _rough(pen, chart, g, f"path.rough:{n}", a, b)
    taken: list[Rect] = []
    if len(route.way) > 1:
        end = route.way[-1][:2]
        walks = answering.sketch is not None and answering.sketch.cls in acting.GAITS
        told_of = not answering.is_open or walks or answering.kind in (SPRING, GO_ON)
        if told_of and _next_point(seen, chart, pen.k) is None:
            told_so, at, z = [route.told(g)], chart.at(end), TOKENS + 80
            taken.append(marks.label(pen, "path.text", chart, at, told_so, z=z, colour=marks.OWN))
    stop = acting.stopped_at(seen)
    if stop is not None:
        marks.ring(pen, "path.stop", chart, stop[:2], BASE, theme.GOOD, z=TOKENS + 71, fill=110)
    if answering.is_open:
        _ambushes(pen, chart, g, acting.reactions(g, route), taken)
    return taken


def _ambushes(
    pen: Pen,
    chart: FreeChart,
    g: NcoState,
    reactions: Mapping[SoldierId, Spot],
    taken: list[Rect],
) -> None:
    """Draw who may stop the walker from which point on; those of one place are named together, and
    no plate lies over another."""
    places: dict[Spot, list[str]] = {}
    for soldier, spot in reactions.items():
        places.setdefault(spot, []).append(tr(short_name(g, soldier)))
    for n, (spot, names) in enumerate(places.items()):
        who = ", ".join(names)
        text = tr_n(
            "{who} may spring his Ambush from here on",
            "{who} may spring their Ambushes from here on",
            len(names),
            who=who,
        )
        id, red = f"path.react:{n}", theme.REFUSED
        marks.dot(pen, id, chart, spot[:2], red, z=TOKENS + 69, size=14)
        at, id = chart.at(spot[:2]), f"{id}.text"
        taken.append(
            marks.label(
                pen,
                id,
                chart,
                at,
                [text],
                z=TOKENS + 70,
                colour=red,
                edge=red,
                taken=taken,
            )
        )


def _next_point(seen: SeenTable, chart: FreeChart, k: float) -> Point | None:
    """The waypoint that a press would add, None where none is meant."""
    route = acting.route_of(seen)
    if not seen.answering.is_open or seen.ui.look == RULER or route is None or not route.way:
        return None
    if not isinstance(acting.meaning(seen), acting.Walking):
        return None
    return pressing.pointed(seen, chart, k, GROUND)


def _rough(pen: Pen, chart: FreeChart, g: NcoState, id: str, a: Spot, b: Spot) -> None:
    """Where a leg crosses difficult ground."""
    for n, ends in enumerate(terrain.rough_parts(g.ground, a, b)):
        marks.line(pen, f"{id}.{n}", chart, ends, theme.AMBER, z=TOKENS + 11, width=5.0, dash=4)


def _lies_there(seen: SeenTable, chart: FreeChart, k: float) -> str:
    """The ground under the pointer in words, while no path or ruler is drawn there."""
    if seen.ui.look == RULER or _next_point(seen, chart, k) is not None:
        return ""
    point = pressing.pointed(seen, chart, k, ("map",)) if seen.ui.hover == "map" else None
    return "" if point is None else terrain.lies_at(state_of(seen).ground, point)


def _pointed(pen: Pen, chart: FreeChart, seen: SeenTable, taken: list[Rect]) -> None:
    """Draw what a press there would add to the path: its length, or why not; clear of occupied
    boxes."""
    point, route = _next_point(seen, chart, pen.k), acting.route_of(seen)
    if point is None or route is None or seen.ui.hover == f"man:{acting.begins(seen)}":
        return
    charged = None
    if seen.ui.hover.startswith("man:"):
        charged = acting.charge(seen, SoldierId(int(seen.ui.hover.partition(":")[2])))
        point = charged.end[:2] if charged is not None and charged.end is not None else point
    text, why = acting.would_be(seen, point, charged)
    g = state_of(seen)
    _rough(pen, chart, g, "path.next.rough", route.way[-1], spot_at(g, point))
    lines = [part for part in (text, why) if part]
    marks.path_ahead(
        pen, chart, route.way[-1][:2], point, BASE, lines, refused=bool(why), taken=taken
    )


# ------------------------------------------------------------------ places, areas, the ruler


def _places(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Points of the answer in the making that are no path: where soldiers are to stand, where an
    objective is to lie, what is aimed at."""
    answering = seen.answering
    g, sketch = state_of(seen), answering.sketch
    if not answering.is_open or sketch is None:
        return
    many = pressing.field_of_many(sketch, Spot)
    if many is not None and many != PATH:
        squad = g.squad(own_seat(seen))
        for n, place in enumerate(sketch.all(many)):
            _ghost(
                pen,
                chart,
                f"place:{n}",
                place,
                faces.soldier(g, squad[min(n, len(squad) - 1)]),
            )
    one = pressing.field_of_one(sketch, Spot)
    spot = sketch.get(one) if one is not None else None
    if spot is None:
        return
    if answering.kind is PLACE:
        kind = "intel" if g.scenario == RETRIEVAL else "drop"
        _ghost(pen, chart, "place", spot, faces.token(kind, own_seat(seen)))
    else:
        marks.ring(pen, "aim", chart, spot[:2], CIRCLE, theme.AMBER, z=TOKENS + 20, fill=46)
        marks.dot(pen, "aim.dot", chart, spot[:2], theme.AMBER, z=TOKENS + 21)


def _ghost(pen: Pen, chart: FreeChart, id: str, spot: Spot, art: ArtKey) -> None:
    box = picture(chart, chart.at(spot[:2]))
    pen.add(id, "man", box, z=TOKENS + 25, art=art, opacity=210)


def _measured(g: NcoState, start: Point, end: Point) -> list[str]:
    """From a point to a point: centre to centre, and between two bases that stand there."""
    far = round(hypot(end[0] - start[0], end[1] - start[1]))
    lines = [inches(far), tr("between two bases {gap}", gap=inches(max(0, far - BASES)))]
    if g.layout:
        sees = g.ground.sees(spot_at(g, start), spot_at(g, end))
        lines.append(tr("sight is free") if sees else tr("no sight"))
    return lines
