"""The parts an army may be bought of, and their price. Ledger 2.2, R-89, R-90."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.games.heroes.catalog import CATALOG, Catalog
from owm_net.games.heroes.ids import CounterKey, FormationId, OptionKey
from owm_net.games.heroes.printed.armies import Army, Option, Tile, TileBought
from owm_net.games.heroes.state import SMOKE_BOMB, Bought, Formation, HeroesState, Unit
from owm_net.games.heroes.terms import Nation, OptionKind

GENERIC = "generic"
"""The badge of a hero that may join any tile of its nation (HON-ARMY-12)."""
NOTORIOUS = OptionKey("tr_notorious")
SMOKE = OptionKey("or_smoke")
"""HON-ORO-14: each of its tokens is a counter that bears orders."""
MORE_POINTS = 30
"""HON-TRT-10: what the army may cost more; and its slot brings no star (R-90)."""
GEAR = (OptionKey("eq_gear3"), OptionKey("eq_gear5"))
"""HON-EQ-08: options whose tokens are those of others."""
DIRECTIVES = {OptionKey("or_directive1"): 1, OptionKey("or_directive3"): 3}
"""HON-ORO-06: how many tokens each has."""


def bought(army: Army, given: Catalog = CATALOG) -> Iterator[tuple[TileBought, str, Option]]:
    """Each option of an army, with its tile and its slot."""
    for tile in army.tiles:
        for slot, key in tile.options.items():
            yield tile, slot, given.options[key]


def cost_of(army: Army, given: Catalog = CATALOG) -> int:
    """In army points (HON-ARMY-01)."""
    tiles = sum([given.tiles[tile.key].cost for tile in army.tiles])
    options = sum([option.cost.get(army.nation, 0) for _, _, option in bought(army, given)])
    return tiles + options + sum([given.heroes[hero].cost for hero in army.heroes])


def counters_of(army: Army, given: Catalog = CATALOG) -> list[CounterKey]:
    """Every counter once, in the order in which it was bought (HON-ARMY-14)."""
    found: list[CounterKey] = []
    for tile in army.tiles:
        for key, n in given.tiles[tile.key].units.items():
            found += [key] * n
        for option in tile.options.values():
            found += given.options[option].units.get(army.nation, ())
    return found + list(army.heroes)


def tile_stars(tile: TileBought, given: Catalog = CATALOG) -> int:
    """The stars of a tile that is not turned over (HON-ARMY-03, HON-ARMY-04)."""
    printed = given.tiles[tile.key]
    filled = tile.options.get(printed.star_slot, NOTORIOUS) != NOTORIOUS
    return printed.stars + (1 if printed.star_slot and filled else 0)


def why_not_army(army: Army, points: int, given: Catalog = CATALOG) -> Refusal | None:
    """None if this army may be bought for so many points."""
    return next(faults_of_army(army, points, given), None)


def faults_of_army(army: Army, points: int, given: Catalog = CATALOG) -> Iterator[Refusal]:
    """All that is wrong with an army for so many points."""
    if not army.tiles:
        yield Refusal("HON-ARMY-02", say("an army has a tile at least"), more=True)
    tiles = [given.tiles[tile.key] for tile in army.tiles]
    options = [option for _, _, option in bought(army, given)]
    for keys in ([t.key for t in tiles], [o.key for o in options], army.heroes):
        if _twice(keys):
            yield Refusal("HON-ARMY-16", say("each tile, option and hero is bought once"))
    if any(tile.nation is not army.nation for tile in tiles):
        yield Refusal("HON-ARMY-02", say("that tile is another nation's"))
    for tile, slot, option in bought(army, given):
        no = _why_not_option(army.nation, given.tiles[tile.key], slot, option)
        if no is not None:
            yield no
    if any(o.kind is OptionKind.ORDER for o in options) and not any(t.officer for t in tiles):
        yield Refusal("HON-ARMY-11", say("an order option wants an officer in the army"))
    yield from _faults_of_heroes(army, tiles, given)
    yield from _faults_of_directives(army, options)
    if any(tile.high_command for tile in tiles):
        yield Refusal("HON-MP-05", say("a High Command tile is for alliances"))
    cost, limit = cost_of(army, given), limit_of(army, points, given)
    if cost > limit:
        why = say("it costs {cost} of {limit} points", cost=cost, limit=limit)
        yield Refusal("HON-ARMY-01", why)


def limit_of(army: Army, points: int, given: Catalog = CATALOG) -> int:
    """Return what an army may cost (HON-ARMY-01, HON-TRT-10)."""
    notorious = any(option.key == NOTORIOUS for _, _, option in bought(army, given))
    return points + (MORE_POINTS if notorious else 0)


def _faults_of_heroes(army: Army, tiles: list[Tile], given: Catalog) -> Iterator[Refusal]:
    """Each hero's badge is on a tile of the army, or fits all."""
    badges = [GENERIC, *[tile.insignia for tile in tiles]]
    for key in army.heroes:
        hero = given.pieces[key]
        if hero.nation is not army.nation or hero.insignia not in badges:
            yield Refusal("HON-ARMY-12", say("no tile has that hero's badge"))


def _faults_of_directives(army: Army, options: list[Option]) -> Iterator[Refusal]:
    """As many directives are named as the army has bought, each once (R-88)."""
    due = sum([DIRECTIVES.get(option.key, 0) for option in options])
    if len(army.directives) != due:
        why = say("as many directives are named as their option has")
        yield Refusal("HON-ORO-06", why, more=len(army.directives) < due)
    if _twice(army.directives):
        yield Refusal("HON-ORO-06", say("a directive is named twice"))


def _why_not_option(nation: Nation, tile: Tile, name: str, option: Option) -> Refusal | None:
    """None if an option may fill a slot of a tile."""
    slot = tile.slot(name)
    if slot is None:
        return Refusal("HON-ARMY-05", say("that tile has no such slot"))
    if nation not in option.cost:
        return Refusal("HON-ARMY-05", say("that option is another nation's"))
    if option.size is not slot.size:
        return Refusal("HON-ARMY-05", say("that option has another size"))
    if not option.fits(slot):
        return Refusal("HON-ARMY-05", say("no band of that option is at the slot"))
    return None


def _twice(keys: Iterable[Hashable]) -> bool:
    listed = list(keys)
    return len(dict.fromkeys(listed)) < len(listed)


# -- on the table --------------------------------------------------------------------------


def enlist(g: HeroesState, seat: Seat, army: Army) -> None:
    """A seat's counters, and what has a breaking point: its tiles, its options with units, its
    heroes. A unit of an option belongs to that option (HON-VIC-05). Option tokens lie on their
    options, for everybody to see (HON-ARMY-09)."""
    for tile in army.tiles:
        printed = CATALOG.tiles[tile.key]
        home = FormationId(len(g.formations))
        units = [key for key, n in printed.units.items() for _ in range(n)]
        _join(
            g,
            units,
            Formation(
                seat=seat,
                key=printed.key,
                tile=True,
                squares=printed.squares,
                points=printed.points,
                units=len(units),
                cost=printed.cost,
                stars=tile_stars(tile),
            ),
        )
        for key in tile.options.values():
            option = CATALOG.options[key]
            if key in GEAR:
                for of, token, n in army.gear:
                    if of == key:
                        g.options.append(Bought(seat=seat, tile=home, key=token, tokens=n))
                continue
            g.options.append(Bought(seat=seat, tile=home, key=key, tokens=option.tokens))
            if key == SMOKE:
                bomb = Unit(seat=seat, key=SMOKE_BOMB, formation=home)
                g.units += [bomb] * option.tokens
            units = list(option.units.get(army.nation, ()))
            if units:
                _join(
                    g,
                    units,
                    Formation(
                        seat=seat,
                        key=key,
                        tile=False,
                        squares=option.squares,
                        points=option.points[army.nation],
                        units=len(units),
                        cost=option.cost[army.nation],
                        home=home,
                    ),
                )
    if any(CATALOG.tiles[tile.key].high_command for tile in army.tiles):
        g.common_directives = (*g.common_directives, *[(seat, d) for d in army.directives])
    else:
        g.directives[seat] += army.directives
    for hero in army.heroes:
        row = CATALOG.heroes[hero]
        alone = Formation(
            seat=seat,
            key=hero,
            tile=False,
            squares=1,
            points=row.points,
            units=1,
            cost=row.cost,
        )
        _join(g, [hero], alone)


def _join(g: HeroesState, units: list[CounterKey], formation: Formation) -> None:
    number = FormationId(len(g.formations))
    g.formations.append(formation)
    g.units += [Unit(seat=formation.seat, key=key, formation=number) for key in units]
