"""Action cards: when each may be played, and on what (G-05, HON-CARD)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from tests.referee.heroes import walk
from tests.referee.heroes.book import HEAVY, INFANTRY, LIGHT, Space, book
from tests.referee.heroes.ground import WAYS, distance
from tests.referee.heroes.model import NONE, OFF_MAP, Counter, Model

Referee: TypeAlias = Any
"""That of `referee`, which imports this file."""
QUESTIONS = {
    "start_cards": "supply_start",
    "end_cards": "supply_end",
    "again": "after",
    "act": "turn",
    "leg": "turn",
    "drive": "turn",
    "guns": "turn",
    "once_more": "turn",
    "barrage": "turn",
    "gap": "turn",
}
"""Questions that count as one of G-06: cards played with a deed are fields of its answer."""
SUPPRESSES = "harassing_fire"
NEAR = 2
FLARE = 4
WIDE = 3
RUN = 6


def near(a: Counter, b: Counter) -> int:
    """Spaces between two counters, the shortest way."""
    return min(distance(p, q) for p in a.spaces for q in b.spaces)


def corners(at: Space) -> list[Space]:
    """The four intersections about a space."""
    return [(at[0] + i, at[1] + j) for i in (0, 1) for j in (0, 1)]


def round_about(vertex: Space) -> list[Space]:
    """The four spaces about an intersection."""
    return [(vertex[0] - i, vertex[1] - j) for i in (0, 1) for j in (0, 1)]


def from_vertex(at: Space, vertex: Space) -> int:
    """Intersections from a space to one (0.1)."""
    return 1 + min(distance(c, vertex) for c in corners(at))


def why_not_kind(r: Referee, seat: int, number: int) -> str:
    """Why a card may not be played at this question, whatever it is played on."""
    m, key = r.model, book().cards.get(number, "")
    if not key:
        return "HON-DECK-01: no such card"
    kind = book().kinds[key]
    if number in r.cards_out:
        return "HON-CARD-08: it is out of play already"
    r.cards_out.add(number)
    if kind.phase not in ("any", m.phase) and (key, m.phase) != ("wire_tap", "activation"):
        return f"HON-CARD-01: a card of {kind.phase} in {m.phase}"
    asked = QUESTIONS.get(r.asked, r.asked)
    fits = {*kind.questions, *(("guard",) if key == "aimed_shot" else ())}
    if key == "second_wind":
        return ""
    if asked not in fits:
        return f"G-06: a card of {kind.questions} at {r.asked}"
    nation = ("german", "us")[number // 76]
    if nation not in {m.scenario.sides[s].nation for s in m.side(seat)}:
        return "HON-DECK-02: a card of the other army"
    return ""


def open_foe(m: Model, seat: int, n: int) -> Counter | None:
    """An open enemy on the map, not a passenger."""
    u = m.units[n] if 0 <= n < len(m.units) else None
    fine = u is not None and u.on_map and not u.hidden and not m.allied(u.seat, seat)
    return u if fine else None


def _marked(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[int(a.unit)]
    return "" if u.seat == seat and u.suppressed and not u.hidden else "a marker on an own unit"


def _token(r: Referee, seat: int, a: Any) -> str:
    m, n = r.model, int(a.unit)
    u = m.units[n]
    closed = m.tokens[u.seat].get(n, 0) < 0
    return "" if closed and not m.allied(u.seat, seat) else "a closed token of the enemy"


def _burst(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[int(a.unit)]
    fine = u.seat == seat and u.infantry and not u.hidden and not u.acted and not u.bomb
    return "" if fine and not u.lost else "open infantry that is not used up"


def _opportunity(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[int(a.unit)]
    fine = u.seat == seat and u.on_map and not u.hidden and not u.acted
    return "" if fine else "a unit on the map that is not used up"


def _mine(r: Referee, seat: int, a: Any) -> str:
    m, mover = r.model, r.model.units[r.actor]
    if m.allied(mover.seat, seat) or int(a.step) < 1 or (mover.infantry and mover.hidden):
        return "an open enemy that has entered a space"
    plain = [
        s
        for s in mover.spaces
        if s not in m.mined
        and m.ground.building(s) is None
        and not any(e.water or e.bridge for e in m.ground.elements(s))
    ]
    return "" if plain else "a space without building, water, bridge or mine"


def _own_unit(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[int(a.unit)]
    return "" if u.seat == seat and u.on_map and not u.hidden else "an own unit on the map"


def _marksman(r: Referee, seat: int, a: Any) -> str:
    m = r.model
    u = open_foe(m, seat, int(a.target))
    fine = u is not None and u.infantry and m.ground.building(u.at) is None
    return "" if fine else "open enemy infantry outside buildings"


def _repair(r: Referee, seat: int, a: Any) -> str:
    m, u = r.model, r.model.units[int(a.unit)]
    if u.seat != seat or u.type != HEAVY or not u.on_map:
        return "an own heavy vehicle"
    if a.damage.value not in u.damage or a.damage.value == "primary":
        return "a Crew, Track or Hull marker"
    return "no enemy within 2" if any(near(u, e) <= NEAR for e in m.enemies(seat)) else ""


def _smoke(r: Referee, seat: int, a: Any) -> str:
    m, u, v = r.model, r.model.units[r.actor], r.named
    if not u.infantry or u.hidden:
        return "infantry"
    places = m.places(u)
    if not places or min(from_vertex(s, v) for s in places) > NEAR:
        return "an intersection within 2"
    if u.on_map and m.ground.building(u.at) is not None:
        return "R-138: a unit outside buildings"
    spaces = [s for s in round_about(v) if m.ground.has(s)]
    inside = all(m.ground.building(s) is not None for s in spaces)
    return "R-138: an intersection outside buildings" if inside else ""


def _infantry_that_moves(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[r.actor]
    fine = u.seat == seat and u.infantry and not u.hidden and u.printed_move() > 0
    return "" if fine else "infantry that can move"


def _weapon(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[r.actor]
    fine = u.seat == seat and u.infantry and not u.hidden and u.aboard == NONE
    heavy = not u.hidden and u.piece.outline == "heavy_weapon"
    return "" if fine and not heavy else "infantry on foot, no heavy weapon"


def _marching(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[r.actor]
    heavy = u.hidden or not u.infantry or u.piece.outline == "heavy_weapon"
    moves = type(a).__name__ in ("OrderMove", "ActMove")
    return "" if u.seat == seat and not heavy and moves else "a move of infantry, no heavy weapon"


def _setup(r: Referee, seat: int, a: Any) -> str:
    u = r.model.units[r.actor]
    turns = not u.hidden and ("tripod" in u.up.abilities or "opportunity_fire" in u.up.abilities)
    return "" if u.seat == seat and turns else "a unit that can be set up"


def _specials(r: Referee, seat: int, a: Any) -> str:
    m = r.model
    side = m.side(seat)
    due = sum(m.more_specials[s] + m.owns(s, "or_battle_plan") for s in side)
    return "" if due + m.shared(seat, "or_battle_plan") < 2 else "HON-ORD-10: two are due"


def _orders(r: Referee, seat: int, a: Any) -> str:
    m = r.model
    due = sum(m.stars(s) for s in m.side(seat)) + m.shared(seat, "or_planning")
    return "" if due < 10 else "HON-ORD-04: ten are due"


def _artillery(r: Referee, seat: int, a: Any) -> str:
    m, v = r.model, tuple(a.vertex)
    spaces = round_about(v)
    for u in m.friends(seat):
        if min(distance(s, t) for s in u.spaces for t in spaces) < WIDE:
            return f"R-305: unit {u.n} is nearer than 3 to {v}"
    return ""


def _bombing(kinds: tuple[str, ...]) -> Callable[[Referee, int, Any], str]:
    def judge(r: Referee, seat: int, a: Any) -> str:
        m, place = r.model, tuple(a.place)
        if place != OFF_MAP:
            there = m.ground.has(place) and m.ground.structure(place) is not None
            return "" if there and int(a.target) == NONE else "R-141: one unit or one structure"
        u = open_foe(m, seat, int(a.target))
        fine = u is not None and u.type in kinds
        inside = u is not None and u.infantry and m.ground.building(u.at) is not None
        return "" if fine and not inside else "an open enemy outside buildings"

    return judge


def run(start: Space, course: int) -> list[Space]:
    """The spaces of a strafing run."""
    dx, dy = WAYS[course]
    return [(start[0] + k * dx, start[1] + k * dy) for k in range(RUN)]


def strafed(m: Model, start: Space, course: int) -> Iterator[int]:
    """Whom a strafing run strikes: open units outside buildings, friend or foe."""
    spaces = set(run(start, course))
    for u in m.on_map():
        hit = {s for s in u.spaces if s in spaces and m.ground.building(s) is None}
        if hit and not u.hidden and u.type != HEAVY:
            yield u.n


def _strafing(r: Referee, seat: int, a: Any) -> str:
    m = r.model
    foes = [
        n for n in strafed(m, tuple(a.start), int(a.course)) if not m.allied(m.units[n].seat, seat)
    ]
    return "" if foes else "R-139: an enemy on its line"


def _plane(r: Referee, seat: int, a: Any) -> str:
    return "" if seen_from_above(r.model, seat, tuple(a.space)) else "a concealed enemy within 4"


def seen_from_above(m: Model, seat: int, at: Space) -> set[int]:
    """The concealed enemies within 4 spaces of one."""
    return {e.n for e in m.enemies(seat) if e.hidden and distance(e.at, at) <= FLARE}


def _riposte(r: Referee, seat: int, a: Any) -> str:
    c, m = r.clash, r.model
    if c is None or c.winner != c.defender:
        return "an assault that the defender has won"
    own, other = m.units[c.defender], m.units[c.attacker]
    return "" if own.seat == seat and not other.lost else "a beaten attacker that lives"


def _elastic(r: Referee, seat: int, a: Any) -> str:
    m, n = r.model, r.wounded
    if n == NONE or r.shooter == NONE:
        return "infantry that a shot has hit"
    u, by = m.units[n], m.units[r.shooter]
    if u.seat != seat or not u.infantry or not u.on_map:
        return "own infantry alive"
    open_ = falling_back(m, u, by)
    return "" if tuple(a.to) in open_ else f"R-131: {tuple(a.to)} is none of {open_}"


def falling_back(m: Model, u: Counter, by: Counter) -> list[Space]:
    """The spaces to which a unit may fall back from a shot (R-131, R-174)."""
    if not u.movement():
        return []
    places = [s for s in m.places(by) if s != u.at]
    if not places:
        return []
    start = min(places, key=lambda s: distance(s, u.at))
    dx, dy = u.at[0] - start[0], u.at[1] - start[1]
    x, y = abs(dx), abs(dy)
    way = (
        0 if y > 2 * x else (dx > 0) - (dx < 0),
        0 if x > 2 * y else (dy > 0) - (dy < 0),
    )
    return walk.away(m, u, way, None)


def _fights(r: Referee, seat: int, a: Any) -> str:
    c, m = r.clash, r.model
    if c is None:
        return "an assault"
    mine = [n for n in (c.attacker, c.defender) if m.units[n].seat == seat]
    return "" if mine and not any(n in c.rage for n in mine) else "one for each side"


def _digs(r: Referee, seat: int, a: Any) -> str:
    m = r.model
    fine = any(m.units[t].infantry and m.units[t].seat == seat for t in r.targets)
    reacts = r.reacting and m.units[r.actor].infantry and m.units[r.actor].seat == seat
    return "" if fine or reacts else "own infantry that is shot at"


JUDGES: dict[str, Callable[[Referee, int, Any], str]] = {
    "high_command": _specials,
    "opportunity_fire": _opportunity,
    "speed_setup": _setup,
    "mine": _mine,
    "battle_rage": _fights,
    "burst_into_action": _burst,
    "panzerfaust": _weapon,
    "tank_hunters": _weapon,
    "dig_in": _digs,
    "rally": _marked,
    "forced_march": _infantry_that_moves,
    "crossed_lines": _token,
    "wire_tap": _token,
    "stretcher_bearers": _own_unit,
    "lone_marksman": _marksman,
    "field_repair": _repair,
    "smoke_grenades": _smoke,
    "counterthrust": _riposte,
    "elastic_defence": _elastic,
    "marching_fire": _marching,
    "battlefield_promotion": _orders,
    "nebelwerfer": _artillery,
    "harassing_fire": _artillery,
    "concentration_105": _artillery,
    "fighter_bomber": _bombing((LIGHT, HEAVY)),
    "rocket_attack": _bombing((INFANTRY, LIGHT, HEAVY)),
    "strafing_run": _strafing,
    "spotter_plane": _plane,
}


def why_not(r: Referee, seat: int, number: int) -> str:
    """Why a card that is played is against the rules."""
    why = why_not_kind(r, seat, number)
    judge = JUDGES.get(book().cards.get(number, ""))
    return why or (judge(r, seat, r.answer) if judge else "")
