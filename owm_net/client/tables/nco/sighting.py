"""The view of a soldier: the veil over hidden ground, lines to each enemy with their cover, and the
odds of the shot being prepared."""

from __future__ import annotations

from copy import copy
from itertools import product
from typing import Any

from attrs import frozen

from owm_net.client import theme
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.free_map.ground import veil
from owm_net.client.language import tr
from owm_net.client.maps import marks
from owm_net.client.maps.pointing import SIGHT
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco.common import WEAPON, WHO, acting, spot_at, state_of
from owm_net.client.tables.nco.odds import Odds, odds_of, shots_at
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS, outlined
from owm_net.engine import agenda
from owm_net.engine.agenda import Refusal
from owm_net.engine.geometry import distance2
from owm_net.games.nco.ambush import ambush_shot
from owm_net.games.nco.attack import REACT, GoDownAtOnce
from owm_net.games.nco.counter_fire import Counter
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot
from owm_net.games.nco.looking import charger, second_fire, shot_at, walk_of
from owm_net.games.nco.orders.advance import Shoot
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.paths import allowance
from owm_net.games.nco.reloading import Reload
from owm_net.games.nco.shots import Shot, in_cover, why_not_aim, why_not_target, why_not_weapon
from owm_net.games.nco.specials import FocusFire, SpecialAssault
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BASES, BOARD, Gait, Shooting

FIRING: dict[Any, Shooting] = {
    Fire: Shooting.FIRE,
    Shoot: Shooting.ADVANCE,
    Counter: Shooting.FIRE,
    FocusFire: Shooting.FOCUS,
    Reload: Shooting.FIRE,
}
"""Answers that fire at a man, and how."""


ATTACKS = {**FIRING, CoverFire: Shooting.COVER_FIRE}
"""Answers that fire, and how."""
CROSS = tuple([(n * dx, n * dy) for n, dx, dy in product((-1, 1), (0, 200), (0, 200)) if dx != dy])
AROUND = ((0, 0), *CROSS, *product((-140, 140), repeat=2))
"""From an enemy to points of fire that catch them: their place, and some 2 inches around it."""
CHARGES = {Assault: Gait.ASSAULT, SpecialAssault: Gait.SPECIAL}
"""Answers that charge, and how."""


def draw(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """While it is looked for, or a shot is being made."""
    g, soldier = state_of(seen), acting(seen)
    _coming(pen, chart, seen)
    if soldier == NO_SOLDIER or not g.there(soldier):
        return
    sketch = seen.answering.sketch if seen.answering.is_open else None
    fires = sketch is not None and sketch.cls in FIRING
    looks = seen.ui.look == SIGHT
    if looks:
        spot = g.soldiers[soldier].spot
        veil(pen, chart, seen, spot, lambda p: g.ground.sees(spot, spot_at(g, p)))
    if looks or fires:
        pointed = next((n for n in g.on_field() if seen.ui.hover == f"man:{n}"), NO_SOLDIER)
        plates = [
            _line(pen, chart, g, (soldier, target), shot, refusal, target == pointed)
            for target, shot, refusal in shots_of(seen, soldier)
        ]
        r = max(13.0, chart.long(BASE))
        men = [(n, chart.at(g.soldiers[n].spot[:2])) for n in g.on_field()]
        bases = {n: Rect(x - r, y - r, 2 * r, 2 * r) for n, (x, y) in men}
        _draw_plates(pen, chart, [plate for plate in plates if looks or plate.hits], bases)


def _coming(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """The shot at which one of the own side may go Down: from whom, and at what."""
    g = state_of(seen)
    shot = shot_at(g) if seen.answering.kind is REACT else None
    if shot is None or not g.there(shot.shooter):
        return
    end = shot.aim if shot.target is None else g.soldiers[shot.target].spot
    if end is not None:
        ends = (g.soldiers[shot.shooter].spot[:2], end[:2])
        marks.line(pen, "coming", chart, ends, theme.REFUSED, z=TOKENS + 8, width=2.4)


def how_of(seen: SeenTable) -> Shooting:
    """By which order the shot that is being made is fired; Fire where none is."""
    sketch = seen.answering.sketch if seen.answering.is_open else None
    return FIRING.get(sketch.cls, Shooting.FIRE) if sketch is not None else Shooting.FIRE


def shots_of(seen: SeenTable, soldier: SoldierId) -> list[tuple[SoldierId, Shot, Refusal | None]]:
    """His shots at each enemy, with the weapon that has been chosen if one has. Counter-fire is at
    who charges alone; an Extra Magazine is for the weapon that has just been fired."""
    g = state_of(seen)
    sketch = seen.answering.sketch if seen.answering.is_open else None
    chosen = sketch.get(WEAPON) if sketch is not None else None
    arms = (
        (chosen,)
        if chosen is not None and chosen in g.soldiers[soldier].arms
        else g.soldiers[soldier].weapons
    )
    how, charges, again = how_of(seen), charger(g), second_fire(g)
    if sketch is not None and sketch.cls in FIRING:  # else one only looks about
        response = charges != NO_SOLDIER
        shots = [Shot(soldier, arm, None, None, how, response) for arm in arms]
        arms = tuple([shot.weapon for shot in shots if why_not_weapon(g, shot) is None])
    if again is not None and sketch is not None and sketch.cls is Reload:
        arms, charges = (again.shot.weapon,), again.charger
    alone = sketch is not None and sketch.cls is Counter
    found: list[tuple[SoldierId, Shot, Refusal | None]] = seen.cached(
        ("shots", soldier, arms, how, charges, alone),
        lambda: list(shots_at(g, soldier, arms, how, charges, alone)),
    )
    return found


def in_reach(g: NcoState, soldier: SoldierId, cls: Any) -> bool:
    """Return True unless an attack of this kind would find no enemy in sight and within range, or
    none so near that a straight run would reach them."""
    s = g.soldiers[soldier]
    if not g.there(soldier):
        return True
    enemies = [enemy for enemy in g.on_field() if g.soldiers[enemy].seat != s.seat]
    if cls in CHARGES:
        far = allowance(g, soldier, CHARGES[cls]) + BASES
        spots = [g.soldiers[enemy].spot for enemy in enemies]
        near = [b for b in spots if distance2(s.spot[:2], b[:2]) <= far * far]
        return any(g.ground.sees(s.spot, spot) for spot in near)
    shots = [Shot(soldier, weapon, None, None, ATTACKS[cls]) for weapon in s.arms]
    able = [shot for shot in shots if why_not_weapon(g, shot) is None]
    return any(_hits(g, shot, enemy) for shot in able for enemy in enemies)


def _hits(g: NcoState, shot: Shot, enemy: SoldierId) -> bool:
    """Return True if a weapon can be fired at an enemy, or at a point whose circle they are in."""
    if why_not_target(g, shot, enemy) is None:
        return True
    x, y, _ = g.soldiers[enemy].spot
    points = [
        (x + dx, y + dy) for dx, dy in AROUND if 0 <= x + dx <= BOARD and 0 <= y + dy <= BOARD
    ]
    aims = [spot_at(g, point) for point in points] if shot.area else []
    return any(why_not_aim(g, shot, aim) is None for aim in aims)


def sprung(seen: SeenTable, stop: Spot | None) -> Odds | None:
    """The odds of the Ambush in the making at the walker, who stops there; None as long as the
    weapon is open, or where it is fired, and where it cannot be."""
    g, sketch = state_of(seen), seen.answering.sketch if seen.answering.is_open else None
    walk = walk_of(g)
    if stop is None or sketch is None or walk is None:
        return None
    if not (sketch.holds(WHO) and sketch.holds(WEAPON)):
        return None
    shot = ambush_shot(sketch.whole(), walk.mover)
    if shot.area and shot.aim is None:
        return None
    if seen.view is None or agenda.why_not(seen.view, sketch.whole()) is not None:
        return None
    stopped = copy(g)
    stopped.soldiers = list(g.soldiers)
    stopped.change(walk.mover, spot=stop)
    return odds_of(stopped, shot, walk.mover)


def threats(seen: SeenTable) -> list[tuple[SoldierId, Odds, Odds]]:
    """Return for each soldier who may go Down before a shot: its odds now, and if they lie."""
    g, shot = state_of(seen), shot_at(state_of(seen))
    if seen.answering.kind is not REACT or shot is None or seen.view is None:
        return []
    able = next(iter(agenda.offers(seen.view)))
    assert isinstance(able, GoDownAtOnce)
    lying = copy(g)
    lying.soldiers = [
        s.with_(down=True) if n in able.soldiers else s for n, s in enumerate(g.soldiers)
    ]
    return [(n, odds_of(g, shot, n), odds_of(lying, shot, n)) for n in able.soldiers]


def why_no_shot(seen: SeenTable, target: SoldierId) -> Refusal | None:
    """Why the shot in the making, whose weapon may still be open, cannot be at one enemy; None
    where it can, or where no shot is in the making."""
    sketch, soldier = seen.answering.sketch if seen.answering.is_open else None, acting(seen)
    if sketch is None or sketch.cls not in FIRING or soldier == NO_SOLDIER:
        return None
    begun = sketch.get(WHO, soldier) == soldier
    if not begun or not state_of(seen).there(soldier):
        return None
    found = [refusal for other, _, refusal in shots_of(seen, soldier) if other == target]
    return found[0] if found else None


def may_fire(seen: SeenTable, soldier: SoldierId) -> bool:
    """Return True if a shot of a soldier of the player's is being made, or could be ordered now."""
    answering = seen.answering
    sketch = answering.sketch
    if sketch is None and Fire in answering.drafting.kind.answers:
        sketch = answering.drafting.desk.begin(Fire)
    if sketch is None or sketch.cls not in FIRING:
        return False
    if not sketch.has(WHO) or sketch.holds(WHO):
        return True
    return answering.drafting.desk.look(sketch.with_(WHO, soldier)).refusal is None


def odds_at(seen: SeenTable, soldier: SoldierId, target: SoldierId) -> Odds | None:
    """Return the odds of a shot at one enemy; None where it cannot be fired."""
    for other, shot, refusal in shots_of(seen, soldier):
        if other == target and refusal is None:
            return odds_of(state_of(seen), shot, target)
    return None


def seen_from(seen: SeenTable, soldier: SoldierId, target: SoldierId) -> str:
    """Return what is between a soldier and an enemy, in words: what hides or covers the enemy."""
    g = state_of(seen)
    if not (g.there(soldier) and g.there(target)):
        return ""
    if g.soldiers[soldier].seat == g.soldiers[target].seat:
        return ""
    words: str = seen.cached(("between", soldier, target), lambda: _between(g, soldier, target))
    return words


def _between(g: NcoState, soldier: SoldierId, target: SoldierId) -> str:
    a, b = g.soldiers[soldier].spot, g.soldiers[target].spot
    names = [tr(piece.kind.called) for piece in g.ground.hiding(a, b)]
    if not g.ground.sees(a, b):
        return tr("Hidden by: {what}", what=", ".join(dict.fromkeys(names)))
    if not in_cover(g, soldier, target):
        return tr("No cover")
    inside = [p for p in g.ground.covering if not b[2] and p.polygon.holds(b[:2], BASE)]
    names = [*[tr(piece.kind.called) for piece in inside], *names]
    return tr("Cover: {what}", what=", ".join(dict.fromkeys(names)) or tr("another soldier"))


@frozen
class Plate:
    """A few words over an enemy. hits: they can be shot at. top: how far above them it begins."""

    target: SoldierId
    at: tuple[float, float]
    text: str
    colour: theme.Colour
    hits: bool
    pointed: bool
    top: float


def _line(
    pen: Pen,
    chart: FreeChart,
    g: NcoState,
    pair: tuple[SoldierId, SoldierId],
    shot: Shot,
    refusal: Refusal | None,
    pointed: bool,
) -> Plate:
    """Draw a line to an enemy: whole where a shot is possible; otherwise, if far off or hidden,
    broken, and only while pointed at. Return the words over the enemy."""
    soldier, target = pair
    a, b = g.soldiers[soldier].spot, g.soldiers[target].spot
    if not g.ground.sees(a, b):
        colour, text = theme.REFUSED, tr("hidden")
    elif refusal is not None:
        seen = shot.aim is None or g.ground.sees_point(a, shot.aim)
        colour, text = theme.FAINT, tr("too far") if seen else tr("place hidden")
    else:
        colour = theme.AMBER if in_cover(g, soldier, target) else theme.GOOD
        text = odds_of(g, shot, target).short
        if in_cover(g, soldier, target):
            text += " " + tr("cover")
    ends, id = (a[:2], b[:2]), f"sight:{target}"
    if refusal is None:
        marks.line(pen, id, chart, ends, colour, z=MAP + 40, width=2.4)
    elif pointed:
        marks.line(pen, id, chart, ends, colour, z=MAP + 40, width=1.6, dash=12)
    top = max(19.0, chart.long(60))
    return Plate(target, chart.at(b[:2]), text, colour, refusal is None, pointed, top)


def _draw_plates(
    pen: Pen, chart: FreeChart, plates: list[Plate], bases: dict[SoldierId, Rect]
) -> None:
    """Draw no plate over another, and none over a man while there is room elsewhere: the enemy
    under the pointer has the first choice, then those who can be shot at. In a crowd only they have
    theirs all the same."""
    taken: list[Rect] = []
    for plate in sorted(plates, key=lambda one: (not one.pointed, not one.hits, one.target)):
        wide = pen.width(plate.text, "bold", theme.SMALL) + 10
        box = _free(chart, plate, wide, [*taken, *bases.values()])
        if box is None and (plate.hits or plate.pointed):
            box = _free(chart, plate, wide, taken)
        if box is None:
            continue
        taken.append(box)
        label = Box(pen, box, TOKENS + 40)
        ink = plate.colour
        run = label.run(plate.text, role="bold", size=theme.SMALL, colour=ink, anchor="m")
        shape = outlined(theme.PANEL_DARK, ink[:3], 1.2, 5)
        label.add(f"sight:{plate.target}.text", "label", shape=shape, runs=[run])


def _free(chart: FreeChart, plate: Plate, wide: float, taken: list[Rect]) -> Rect | None:
    """Return a place for a plate: over, under, beside the man, and so on farther off; None if all
    are taken, as by a crowd."""
    (x, y), r, high, frame = plate.at, plate.top, 18.0, chart.shown
    places = [(x - wide / 2, y - r - high - 1), (x - wide / 2, y + r + 4)]
    places += [(x + r, y - high / 2), (x - r - wide, y - high / 2)]
    for more in (1, 2, 3):
        places += [(x - wide / 2, y - r - high - 1 - more * 20)]
        places += [(x - wide / 2, y + r + 4 + more * 20)]
    for left, top in places:
        left = max(frame.x, min(left, frame.right - wide))
        box = Rect(left, top, wide, high)
        inside = frame.y <= top and box.bottom <= frame.bottom
        if inside and not any(box.meets(other) for other in taken):
            return box
    return None
