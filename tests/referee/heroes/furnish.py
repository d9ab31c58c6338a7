"""Free battles: the map that the players make (HON-GEN, G-11 S6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.referee.heroes.book import INFANTRY, LIGHT, Objective, Placed, Scenario, Space, book
from tests.referee.heroes.ground import SIDES, WAYS, Ground, distance, ground_of, turned

NONE = -1
POINTS = {250: (2, 14), 350: (3, 17), 500: (4, 20)}
"""Boards, and the score that wins at once (HON-GEN-01, HON-GEN-10)."""
LOW_WALL = "lowwall"
DEEP = 3
APART = 2
BOTH = {"german": "check", "us": "check"}


@dataclass(frozen=True)
class Made:
    """A map as far as it is made. edge: of the zone of seat 0."""

    points: int
    boards: tuple[Placed, ...] = ()
    edge: int = NONE
    overlays: tuple[Placed, ...] = ()
    walls: tuple[Placed, ...] = ()
    primary: tuple[Space, ...] = ()
    secondary: tuple[Space, ...] = ()
    bonus: tuple[Space, ...] = ()


def _placed(parts: Any) -> tuple[Placed, ...]:
    return tuple((str(p.key), (int(p.at[0]), int(p.at[1])), int(p.turns)) for p in parts)


def _spaces(parts: Any) -> tuple[Space, ...]:
    return tuple((int(x), int(y)) for x, y in parts)


def made_of(made: Any) -> Made:
    """Copy the fields of the game's map."""
    return Made(
        int(made.points),
        _placed(made.boards),
        int(made.edge),
        _placed(made.overlays),
        _placed(made.walls),
        _spaces(made.primary),
        _spaces(made.secondary),
        _spaces(made.bonus),
    )


def size(made: Made) -> tuple[int, int]:
    """Columns and rows of the map."""
    n = POINTS[made.points][0]
    return (16, 16) if n == 4 else (8 * n, 8)


def edge_of(made: Made, seat: int) -> int:
    """The edge of a seat, NONE before it is known."""
    return made.edge if made.edge == NONE or seat == 0 else (made.edge + 4) % 8


def strip(made: Made, edge: int, deep: int) -> frozenset[Space]:
    """So many spaces along an edge."""
    w, h = size(made)
    depth = {
        0: lambda x, y: y,
        2: lambda x, y: w - 1 - x,
        4: lambda x, y: h - 1 - y,
        6: lambda x, y: x,
    }
    return frozenset((x, y) for x in range(w) for y in range(h) if depth[edge](x, y) < deep)


def zone(made: Made, seat: int) -> frozenset[Space]:
    """Where a seat deploys (HON-GEN-03)."""
    edge = edge_of(made, seat)
    return frozenset() if edge == NONE else strip(made, edge, DEEP)


def half(made: Made, seat: int) -> frozenset[Space]:
    """The half of a seat."""
    w, h = size(made)
    edge = edge_of(made, seat)
    return strip(made, edge, (w if edge in (2, 6) else h) // 2)


def battle(base: Scenario, made: Made) -> Scenario:
    """The scenario that a map makes."""
    walls = tuple((at, "ES"[turns]) for _, at, turns in made.walls)
    objectives = []
    if made.primary:
        objectives = [Objective("", 4, made.primary, BOTH)]
        objectives += [Objective("", 2, (s,), BOTH) for s in made.secondary]
    return replace(
        base,
        boards=made.boards,
        overlays=made.overlays,
        low_walls=walls,
        at_once={"since": 3, "score": POINTS[made.points][1], "ahead": True},
        objectives=tuple(objectives),
        sides=tuple(replace(s, zone=zone(made, n)) for n, s in enumerate(base.sides)),
        bonus=made.bonus,
    )


def boards(made: Made, order: Sequence[str], dice: Sequence[int]) -> tuple[Placed, ...]:
    """The boards by an order of them and a pair of dice for each (HON-GEN-02)."""
    n = POINTS[made.points][0]
    found = []
    for i in range(n):
        face, turn = dice[2 * i], dice[2 * i + 1]
        at = (8 * (i % 2), 8 * (i // 2)) if n == 4 else (8 * i, 0)
        key = order[i] + ("2" if face > 3 else "")
        found.append((key, at, turn - 1 if turn <= 4 else 0))
    return tuple(found)


def middle(made: Made) -> tuple[Space, ...]:
    """The four spaces round the centre."""
    w, h = size(made)
    return tuple((w // 2 + dx, h // 2 + dy) for dy in (-1, 0) for dx in (-1, 0))


def enters(ground: Ground, at: Space) -> bool:
    """Return True if infantry may enter a space."""
    return ground.has(at) and not ground.closed(at, INFANTRY)


def primary(base: Scenario, made: Made, loser: int) -> tuple[Space, ...]:
    """HON-GEN-07, R-242. loser: the seat without initiative."""
    ground = ground_of(battle(base, made), ())
    centre = middle(made)
    bad = sum(any(e.water or e.hedge for e in ground.elements(s)) for s in centre)
    dx, dy = WAYS[edge_of(made, loser)]
    shift = min(3, bad)
    while True:
        spaces = [(x + shift * dx, y + shift * dy) for x, y in centre]
        fine = tuple(s for s in spaces if enters(ground, s))
        if fine or shift > max(size(made)):
            return fine
        shift += 1


def covered(piece: str, at: Space, turns: int) -> tuple[Space, ...]:
    """The spaces on which a piece lies; a low wall on both beside it (R-241)."""
    if piece == LOW_WALL:
        return at, ((at[0] + 1, at[1]) if turns == 0 else (at[0], at[1] + 1))
    w, h = book().overlays[piece].size
    if turns % 2:
        w, h = h, w
    return tuple((at[0] + c, at[1] + r) for r in range(h) for c in range(w))


def outsides(piece: str, at: Space, turns: int) -> Iterator[Space]:
    """The spaces outside the doors of a piece."""
    form = book().overlays[piece]
    for text in form.doors:
        where, side = text.split()
        c, r = (int(n) for n in where.split(","))
        x, y = turned(c, r, form.size, turns)
        dx, dy = SIDES["NESW"[("NESW".index(side) + turns) % 4]]
        yield at[0] + x + dx, at[1] + y + dy


def ways_through(base: Scenario, made: Made) -> bool:
    """Return True if light vehicles can go from one zone to the other (HON-GEN-06)."""
    ground = ground_of(battle(base, made), ())
    left = [s for s in zone(made, 0) if not ground.closed(s, LIGHT)]
    goal = {s for s in zone(made, 1) if not ground.closed(s, LIGHT)}
    seen = set(left)
    while left:
        at = left.pop()
        if at in goal:
            return True
        for b in ground.neighbours(at):
            if b not in seen and not ground.closed(b, LIGHT) and ground.step(at, b, LIGHT):
                seen.add(b)
                left.append(b)
    return False


def why_no_piece(base: Scenario, made: Made, piece: str, at: Space, turns: int) -> str:
    """Why a piece may not lie there (HON-GEN-04 to -06)."""
    stock = {k: o.stock for k, o in book().overlays.items() if k != "bld_bunker"}
    stock[LOW_WALL] = book().low_walls
    lying = [*made.overlays, *made.walls]
    if sum(key == piece for key, _, _ in lying) >= stock.get(piece, 0):
        return "HON-GEN-04: none is left"
    spaces = covered(piece, at, turns)
    form = None if piece == LOW_WALL else book().overlays[piece]
    house = form is not None and bool(form.rooms)
    if not house and turns >= len(spaces):
        return "R-244: such a turn looks the same"
    ground = ground_of(battle(base, made), ())
    water = form is not None and form.on_water
    why = _why_no_ground(made, ground, spaces, water)
    if why:
        return why
    if house:
        others = [s for p in made.overlays if book().overlays[p[0]].rooms for s in covered(*p)]
        if any(distance(a, b) < APART for a in spaces for b in others):
            return "HON-GEN-05: too near to a building"
        taken = {s for p in lying for s in covered(*p)}
        for s in outsides(piece, at, turns):
            bad = not ground.has(s) or ground.printed[s].water or ground.printed[s].hedge
            if bad or s in taken:
                return f"HON-GEN-05: {s} before its door"
    one = (piece, at, turns)
    new = (
        replace(made, walls=(*made.walls, one))
        if piece == LOW_WALL
        else replace(made, overlays=(*made.overlays, one))
    )
    if ways_through(base, made) and not ways_through(base, new):
        return "HON-GEN-06: no way for light vehicles is left"
    return ""


def _why_no_ground(made: Made, ground: Ground, spaces: tuple[Space, ...], water: bool) -> str:
    w, h = size(made)
    heart = {(w // 2 + dx, h // 2 + dy) for dx in range(-2, 2) for dy in range(-2, 2)}
    taken = {s for p in (*made.overlays, *made.walls) for s in covered(*p)}
    doors = {s for p in made.overlays for s in outsides(*p)}
    for s in spaces:
        if not ground.has(s):
            return "HON-GEN-05: off the map"
        if ground.printed[s].key not in (("water",) if water else ("open", "road")):
            return f"HON-GEN-05: the ground of {s}"
        if s in zone(made, 0) | zone(made, 1) | heart | taken:
            return f"HON-GEN-05: {s} is in a zone, at the centre or beneath a piece"
        if s in doors:
            return f"HON-GEN-05: {s} is before a door"
    return ""


def why_no_objective(base: Scenario, made: Made, seat: int, at: Space) -> str:
    """Why an objective may not lie there (HON-GEN-08, HON-GEN-09, R-243)."""
    ground = ground_of(battle(base, made), ())
    if not enters(ground, at):
        return "HON-GEN-08, R-243: infantry may not enter"
    if at in zone(made, 0) | zone(made, 1):
        return "HON-GEN-08: in a zone"
    if len(made.secondary) < len(base.sides) and at in half(made, seat):
        return "HON-GEN-08: in its own half"
    if any(distance(at, s) < APART for s in (*made.primary, *made.secondary, *made.bonus)):
        return "HON-GEN-08: beside an objective"
    return ""


def edges(made: Made) -> tuple[int, ...]:
    """The edges that may be chosen (HON-GEN-03)."""
    w, h = size(made)
    return (0, 2, 4, 6) if w == h else (2, 6)
