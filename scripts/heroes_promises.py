"""The promises of docs/rules/heroes.md about the data files (G-17): each a short function.

A line of what is wrong names the file, the row and the reason.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.games.heroes.catalog import Catalog, read_catalog
from owm_net.games.heroes.grid import around
from owm_net.games.heroes.ground import Ground, covered, edges_of, lay
from owm_net.games.heroes.ids import BoardKey, OptionKey, OverlayKey, Space
from owm_net.games.heroes.muster import (
    bought,
    cost_of,
    counters_of,
    tile_stars,
    why_not_army,
)
from owm_net.games.heroes.printed.scenarios import Placed, Plan, Scenario, Side
from owm_net.games.heroes.printed.terrain import BOARD_SIZE, Overlay
from owm_net.games.heroes.terms import Ability, CardKind, Counts, Nation, OptionKind, UnitType

CARDS, ORDINARY, STARTER, CORE = 76, 64, 40, 23
NATIONS = (Nation.GERMAN, Nation.US)
MIDDLE = (BOARD_SIZE // 2 - 1, BOARD_SIZE // 2)
FEWEST_ORDERS, MOST_ORDERS = 35, 75
"""Orders for each hundred units of an army."""
ANOTHER_TILE = 3
"""Points of a small tile that is lost on top of a set-up."""
PLANNING = OptionKey("or_planning")


def faults(files: DataFiles) -> list[str]:
    """All that is not as the ledger promises; only what cannot be read, if anything cannot."""
    try:
        c = read_catalog(files)
    except BadData as e:
        return list(e.problems)
    checks: tuple[Callable[[Catalog], Iterator[str]], ...] = (
        cards,
        abilities,
        options,
        boards,
        buildings,
        scenarios,
        armies,
    )
    return [fault for check in checks for fault in check(c)]


def cards(c: Catalog) -> Iterator[str]:
    """G-17, 1: 76 cards a side, 64 of them ordinary; starter decks of 40 within the copies."""
    for nation in NATIONS:
        n = dict.fromkeys((True, False), 0)
        starter = 0
        for card in c.cards.values():
            n[card.kind is CardKind.ORDINARY] += card.copies.get(nation, 0)
            starter += card.starter.get(nation, 0)
            if card.starter.get(nation, 0) > card.copies.get(nation, 0):
                yield f"cards.toml: {card.key}: starter: more than its copies"
            if not card.questions:
                yield f"cards.toml: {card.key}: questions: is an answer to none"
        if (n[True] + n[False], n[True]) != (CARDS, ORDINARY):
            yield f"cards.toml: {nation.value}: {n[True]} ordinary and {n[False]} command cards"
        if starter != STARTER:
            yield f"cards.toml: {nation.value}: the starter deck has {starter} cards"


def abilities(c: Catalog) -> Iterator[str]:
    """G-17, 2: each special ability stands on a counter."""
    found: list[Ability] = []
    for piece in c.pieces.values():
        for face in piece.faces:
            found += [*face.abilities, *[a for w in face.weapons for a in w.abilities]]
    for ability in Ability:
        if ability not in found:
            yield f"counters.toml: no counter has {ability.value}"


def options(c: Catalog) -> Iterator[str]:
    """G-17, 2: each kind is used; the 23 options in the box of each side."""
    for kind in OptionKind:
        if all(option.kind is not kind for option in c.options.values()):
            yield f"options.toml: there is no {kind.value}"
    for nation in NATIONS:
        core = sum([nation in option.core for option in c.options.values()])
        if core != CORE:
            yield f"options.toml: {nation.value}: {core} options are core"
    for option in c.options.values():
        if any(nation not in option.cost for nation in option.core):
            yield f"options.toml: {option.key}: core: of a nation without a cost"


def boards(c: Catalog) -> Iterator[str]:
    """G-17, 3: the two middle spaces of each edge are open to vehicles."""
    for board in c.boards.values():
        for n in MIDDLE:
            for x, y in ((n, 0), (n, BOARD_SIZE - 1), (0, n), (BOARD_SIZE - 1, n)):
                element = c.letters[board.rows[y][x]]
                if element.water or UnitType.HEAVY in element.closed:
                    yield f"boards.toml: {board.key}: ({x},{y}) is closed to vehicles"


def buildings(c: Catalog) -> Iterator[str]:
    """G-17, 4: doors and windows lie on outer edges, and every room is reached from a door."""
    for overlay in c.overlays.values():
        if overlay.building:
            yield from _building(c, overlay)


def _building(c: Catalog, overlay: Overlay) -> Iterator[str]:
    row = f"terrain.toml: {overlay.key}"
    placed = Placed(overlay.key, Space((1, 1)))
    rooms = dict(covered(placed, overlay))
    for words in (overlay.doors, overlay.windows):
        for space, (one, other) in edges_of(placed, overlay, words):
            if one in rooms and other in rooms:
                yield f"{row}: an opening of {space} lies inside"
    ground = lay(Plan((Placed("D", Space((0, 0))),), (placed,)), c)
    outside = [space for space in ground.cells if space not in rooms]
    reached = _reach(ground, outside, UnitType.INFANTRY)
    for space, room in rooms.items():
        if space not in reached:
            yield f"{row}: room {room}: no way leads to {space}"


def scenarios(c: Catalog) -> Iterator[str]:
    """G-17, 5 and 6."""
    for scenario in [s for s in c.scenarios.values() if s.plan.boards]:  # others are made later
        for fault in (*_laid(c, scenario), *_sides(c, scenario), *_scores(scenario)):
            yield f"scenarios.toml: {scenario.key}: {fault}"


def _laid(c: Catalog, scenario: Scenario) -> Iterator[str]:
    """Overlays lie inside, on open or road spaces, on no other; doors lead onto free ground."""
    ground, seen = lay(scenario.plan, c), dict[Space, str]()
    stock: dict[str, int] = {}
    printed = lay(Plan(scenario.plan.boards, ()), c)
    faces = [BoardKey(b.key[0]) for b in scenario.plan.boards]
    if len(dict.fromkeys(faces)) < len(faces):
        yield "boards: one is used twice"
    for placed in scenario.plan.overlays:
        overlay = c.overlays[OverlayKey(placed.key)]
        stock[placed.key] = stock.get(placed.key, 0) + 1
        if stock[placed.key] > overlay.stock:
            yield f"{placed.key}: more than there are"
        for space, _ in covered(placed, overlay):
            cell = printed.cells.get(space)
            if cell is None:
                yield f"{placed.key}: {space} is off the map"
            elif not (cell.water if overlay.on_water else cell.bare):
                yield f"{placed.key}: may not lie on {space}"
            if space in seen:
                yield f"{placed.key}: lies on {seen[space]}"
            seen[space] = placed.key
    for placed in scenario.plan.overlays:
        overlay = c.overlays[OverlayKey(placed.key)]
        for space, (one, other) in edges_of(placed, overlay, overlay.doors):
            out = other if one == space else one
            if out not in ground.cells or ground.cells[out].water or out in seen:
                yield f"{placed.key}: a door leads onto {out}"


def _sides(c: Catalog, scenario: Scenario) -> Iterator[str]:
    ground = lay(scenario.plan, c)
    wanted = [space for o in scenario.objectives for space in o.spaces] or [*scenario.exits[1]]
    for space in wanted:
        if space not in ground.cells or ground.why_not_enter(space, UnitType.INFANTRY):
            yield f"{space} cannot be entered"
    for side in scenario.sides:
        yield from _army(c, side)
        zone = [s for s in side.zone if s in ground.cells]
        room = [s for s in zone if ground.why_not_enter(s, UnitType.INFANTRY) is None]
        if len(zone) < len(side.zone) or len(room) < 2 * len(counters_of(side.army, c)):
            yield f"{side.name}: zone: too small, or off the map"
        prime = scenario.objectives[0].spaces if scenario.objectives else scenario.exits[1]
        if not any(s in _reach(ground, room, UnitType.INFANTRY) for s in prime):
            yield f"{side.name}: infantry does not get there"
        beside = [near for s in prime for near in (s, *around(s))]
        if not any(s in _reach(ground, zone, UnitType.LIGHT) for s in beside):
            yield f"{side.name}: light vehicles do not get there"


def _army(c: Catalog, side: Side) -> Iterator[str]:
    no = why_not_army(side.army, 10_000, c)
    if no is not None:
        yield f"{side.name}: {no.why} ({no.rule})"
        return
    units = counters_of(side.army, c)
    if side.costs and side.costs != cost_of(side.army, c):
        yield f"{side.name}: costs: is {cost_of(side.army, c)}"
    if side.units and side.units != len(units):
        yield f"{side.name}: units: are {len(units)}"
    if any(key not in units for key in side.reserve):
        yield f"{side.name}: reserve: is not in the army"
    orders = sum([tile_stars(tile, c) for tile in side.army.tiles])
    orders += sum([c.pieces[key].faces[0].abilities.get(Ability.ORDER, 0) for key in units])
    orders += sum([option.key == PLANNING for _, _, option in bought(side.army, c)])
    if not FEWEST_ORDERS * len(units) <= 100 * orders <= MOST_ORDERS * len(units):
        yield f"{side.name}: {orders} orders for {len(units)} units"


def _scores(scenario: Scenario) -> Iterator[str]:
    """G-17, 6: what a side has by its set-up, and one small tile more, wins nothing at once."""
    once = scenario.at_once
    if once is None or not once.score:
        return
    for side in scenario.sides:
        if once.who in ("", side.name):
            held = [o for o in scenario.objectives if all(s in side.zone for s in o.spaces)]
            score = sum([o.points for o in held if o.counts.get(side.name) is Counts.CHECK])
            if score + ANOTHER_TILE >= once.score:
                yield f"{side.name}: at_once: {score} points by its set-up"


def armies(c: Catalog) -> Iterator[str]:
    """G-17, 7: ready armies are legal, and cost hardly less than they may."""
    for ready in c.armies.values():
        no, cost = why_not_army(ready.army, ready.points, c), cost_of(ready.army, c)
        if no is not None:
            yield f"armies.toml: {ready.key}: {no.why} ({no.rule})"
        elif cost < ready.points - ready.within:
            yield f"armies.toml: {ready.key}: costs {cost} only"


def _reach(ground: Ground, start: Iterable[Space], kind: UnitType) -> dict[Space, int]:
    """How many steps each space is away for a type of unit, whoever stands there."""
    found = {s: 0 for s in start if ground.why_not_enter(s, kind) is None}
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for there in ground.neighbours(here, kind):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found
