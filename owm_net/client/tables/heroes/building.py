"""The builder of armies: what can be bought at the left, the tiles with their holes at the right;
points, orders and units above, and every fault below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from owm_net.client import theme
from owm_net.client.answering.drafting import Clear, DraftAction, OpenGroup, said
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Run, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads import builder
from owm_net.client.squads.builder import LineWords
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import ListedSquad, keep_button, squad_list
from owm_net.client.tables.heroes import faces
from owm_net.client.tables.heroes.buying import (
    HOLES,
    NO_HOLE,
    Build,
    Buy,
    Buyer,
    FilledHole,
    hole_of,
    numbers_told,
    open_hole,
    option_in,
    parts_told,
    roster_of,
    turned_directive,
    turned_hero,
    turned_tile,
    with_gear,
    without_option,
)
from owm_net.client.tables.heroes.common import own_seat, state_of, view_of
from owm_net.client.tables.heroes.effects import effect_of_option
from owm_net.client.tables.heroes.people import values
from owm_net.client.widgets import Choice, Prompt, button, choice_list, outlined, panel
from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.files.squads import Groups
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import CounterKey, FormationId, OptionKey
from owm_net.games.heroes.kept import numbers_of, own_armies
from owm_net.games.heroes.muster import DIRECTIVES, GEAR, tile_stars
from owm_net.games.heroes.printed.armies import Option, Slot, Tile
from owm_net.games.heroes.roster import CHOICE, Roster, ready_armies
from owm_net.games.heroes.roster import roster_of as roster_of_army
from owm_net.games.heroes.state import Unit
from owm_net.games.heroes.terms import Band, Directive, OptionKind, Size

READY = "ready-made"
"""What the table looks at while the list of armies lies where the builder is."""
TILES = "tiles"
TABS = (TILES, *[kind.value for kind in OptionKind])
"""What can be bought is shown one sort at a time; `Ui.look` is the sort, "" the first."""
TAB_NAMES = {
    TILES: say("Tiles"),
    OptionKind.SUPPORT.value: say("Support"),
    OptionKind.EQUIPMENT.value: say("Equipment"),
    OptionKind.TRAIT.value: say("Traits"),
    OptionKind.ORDER.value: say("Orders"),
}
SIZES = {Size.SMALL: say("small"), Size.MEDIUM: say("medium"), Size.LARGE: say("large")}
HEIGHTS = {Size.SMALL: 1.0, Size.MEDIUM: 1.25, Size.LARGE: 1.5}
"""How high a hole is beside the others."""
BANDS = {
    Band.INFANTRY: say("infantry"),
    Band.WEAPON: say("heavy weapons"),
    Band.ARMOUR: say("vehicles"),
    Band.COMMAND: say("command"),
}
SIGNS = {Band.INFANTRY: "I", Band.WEAPON: "W", Band.ARMOUR: "V", Band.COMMAND: "C"}
"""The letter of a band: nothing is told by its colour alone."""
COLOURS: dict[Band, theme.Colour] = {
    Band.INFANTRY: (150, 58, 46, 255),
    Band.WEAPON: (164, 120, 44, 255),
    Band.ARMOUR: (54, 92, 150, 255),
    Band.COMMAND: (92, 112, 60, 255),
}
BAR, HEAD, GAP = 40.0, 31.0, 6.0
"""Heights of the points above, of a panel's heading; between panels."""
POOL = 372.0
"""How wide what can be bought is."""
MOST_ROW, LEAST_ROW, MOST_HOLE = 34.0, 22.0, 72.0
BAND = 15.0
"""How wide a band at the edge of a hole is."""
COUNTER = 50.0


def draw(box: Box, seen: SeenTable) -> Iterator[None]:
    """The whole screen."""
    buyer, roster = _buyer(seen), roster_of(seen.answering.sketch)
    _bar(box.cut_top(BAR, gap=GAP), seen, buyer, roster)
    fine = tr("This army can be taken into battle.")
    builder.all_faults(box.cut_bottom(builder.FOOT, gap=GAP), buyer.faults(roster), fine)
    yield
    if seen.ui.look == READY:
        yield from _armies(box, seen, buyer, roster)
        return
    pool = box.cut_left(POOL, gap=GAP)
    _pool(pool, seen, buyer, roster)
    yield
    yield from _boards(box, seen, buyer, roster)
    key = seen.ui.carried
    if isinstance(key, str) and key in CATALOG.options:
        builder.carried(box.pen, seen, tr(CATALOG.options[OptionKey(key)].title))


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it."""
    roster = roster_of(seen.answering.sketch)
    empty = "" if roster.tiles else tr("choose a tile, or a ready army")
    return builder.prompt(seen, _buyer(seen).faults(roster), empty)


def kept(seen: SeenTable) -> Groups:
    """The army as it is kept by name."""
    return numbers_of(roster_of(seen.answering.sketch))


def _buyer(seen: SeenTable) -> Buyer:
    return Buyer(view_of(seen))


def _bar(box: Box, seen: SeenTable, buyer: Buyer, roster: Roster) -> None:
    """Points, orders and units; and what can be done with the whole army."""
    panel(box, "points", dark=True)
    cost, limit = buyer.cost(roster)
    units, orders = buyer.strength(roster)
    whole = box.w
    text = tr("{cost} of {points} points", cost=cost, points=limit)
    builder.count(box.cut_left(whole * 0.19), "points.cost", text, over=cost > limit)
    tip = tr("Order tokens of the first round; no more than ten")
    text = tr_n("{n} order", "{n} orders", orders)
    builder.count(box.cut_left(whole * 0.11), "points.orders", text, tooltip=tip)
    text = tr_n("{n} unit", "{n} units", units)
    builder.count(box.cut_left(whole * 0.11), "points.units", text)
    row = box.at(0, 5, box.w - 12, 30)
    ready, keep, clear = row.columns((48, 30, 22), gap=6)
    shown = seen.ui.look == READY
    label = tr("BACK TO THE TILES") if shown else tr("READY ARMIES AND YOUR OWN")
    tip = tr("Armies that can be taken as they are, and those that you have kept")
    button(ready, "ready-made", label, LookAtShelf(READY), chosen=shown, tooltip=tip, key="w")
    why = "" if roster.tiles else tr("choose a tile first")
    keep_button(keep, seen, why)
    button(clear, "clear", tr("CLEAR"), Clear(), why=why)


# ------------------------------------------------------------------ ready armies


def _armies(box: Box, seen: SeenTable, buyer: Buyer, roster: Roster) -> Iterator[None]:
    """Yield the player's own armies, then the ready ones."""
    offers = [
        _offer(buyer, name, one, own=True) for name, one in own_armies(seen.ui.shelf, buyer.nation)
    ]
    for ready in ready_armies(buyer.nation, buyer.points):
        offers.append(_offer(buyer, ready.title, roster_of_army(ready.army)))
    holds = bool(roster.tiles)
    yield from squad_list(box, seen, offers, lambda one: one == roster, holds=holds, digits=True)


def _offer(buyer: Buyer, name: str, roster: Roster, *, own: bool = False) -> ListedSquad:
    """Its parts, or its faults."""
    wrong = "; ".join(builder.first_of(buyer.faults(roster)))
    return ListedSquad(name, wrong or parts_told(roster), numbers_told(buyer, roster), roster, own)


# ------------------------------------------------------------------ what can be bought


def _pool(box: Box, seen: SeenTable, buyer: Buyer, roster: Roster) -> None:
    """One sort of things, or what the open hole takes."""
    hole = open_hole(seen.answering.sketch)
    if hole != NO_HOLE:
        _for_hole(box, seen, buyer, roster, hole)
        return
    panel(box, "pool", title=tr("To buy"), note=tr("click, or drag"))
    rows = box.above(3).inset(6, 4)
    rows.cut_top(HEAD - 4)
    look = seen.ui.look if seen.ui.look in TABS else TILES
    places = rows.cut_top(28, gap=4).columns([4, 6, 7, 6, 6], gap=3)
    for n, (place, tab) in enumerate(zip(places, TABS, strict=True), 1):
        shows = LookAt(tab if tab != look else "")
        label = tr(TAB_NAMES[tab]).upper()
        button(place, f"tab:{tab}", label, shows, chosen=tab == look, key=str(n), size=13)
    if look == TILES:
        _tiles(rows, seen, buyer, roster)
        return
    options = [
        option
        for option in CATALOG.options.values()
        if option.kind.value == look and buyer.nation in option.cost
    ]
    _options(rows, seen, buyer, roster, options)


def _tiles(rows: Box, seen: SeenTable, buyer: Buyer, roster: Roster) -> None:
    """The tiles of the nation, and its heroes."""
    tiles = [tile for tile in CATALOG.tiles.values() if tile.nation is buyer.nation]
    heroes = [hero for hero in CATALOG.heroes.values() if hero.nation is buyer.nation]
    places = _places(rows, len(tiles) + len(heroes))
    for place, tile in zip(places, tiles, strict=False):
        after = turned_tile(roster, tile.key)
        within = tile.key in roster.tiles
        words = _words(tr(tile.title), "", tile.cost, _tile_tip(seen, tile))
        _thing(place, f"tile:{tile.key}", words, Build(after), buyer, roster, chosen=within)
    for place, hero in zip(places[len(tiles) :], heroes, strict=False):
        after, within = turned_hero(roster, hero.key), hero.key in roster.heroes
        tip = "\n".join(_of_unit(seen, hero.key))
        words = _words(tr(CATALOG.pieces[hero.key].title), tr("hero"), hero.cost, tip)
        _thing(place, f"hero:{hero.key}", words, Build(after), buyer, roster, chosen=within)


def _words(title: str, middle: str, cost: int, tip: str) -> LineWords:
    return LineWords(title, middle, str(cost), tip)


def _thing(
    box: Box,
    id: str,
    words: LineWords,
    action: Build,
    buyer: Buyer,
    roster: Roster,
    *,
    chosen: bool,
) -> None:
    """A tile or a hero: pressed it comes in or goes."""
    no = None if chosen else buyer.why_not(roster, action.roster)
    why = said(no) if no is not None else ""
    builder.line(box, id, box.pen.ui.hover, evolve(words, why=why), action, chosen=chosen)


def _places(rows: Box, count: int) -> list[Box]:
    """A place for each line, in two columns where there are many."""
    columns = 1 if rows.h / max(1, count) >= LEAST_ROW else 2
    down = -(-count // columns)
    high = min(MOST_ROW, rows.h / max(1, down))
    places = [
        column.cut_top(high - 3, gap=3)
        for column in rows.columns(columns, gap=4)
        for _ in range(down)
    ]
    return places


def _options(
    rows: Box, seen: SeenTable, buyer: Buyer, roster: Roster, options: Sequence[Option]
) -> None:
    """A line for each; what cannot be bought says why."""
    hole = open_hole(seen.answering.sketch)
    for place, option in zip(_places(rows, len(options)), options, strict=False):
        after = buyer.pressed(roster, option.key, hole)
        why = said(after) if isinstance(after, Refusal) else ""
        chosen = hole_of(roster, option.key) != NO_HOLE
        bands = " ".join([SIGNS[band] for band in option.bands])
        middle = f"{tr(SIZES[option.size])}  {bands}" if place.w > POOL / 2 else ""
        words = _words(
            tr(option.title), middle, option.cost[buyer.nation], option_tip(seen, option)
        )
        id = f"option:{option.key}"
        hover = seen.ui.hover
        builder.line(place, id, hover, evolve(words, why=why), Buy(option.key), chosen=chosen)


# ------------------------------------------------------------------ one hole


def _for_hole(box: Box, seen: SeenTable, buyer: Buyer, roster: Roster, hole: int) -> None:
    """Draw the options that fit the open hole; of Gear and Directives the tokens."""
    tile, slot = HOLES[hole]
    inside = option_in(roster, hole)
    title = tr("Slot {name}: {tile}", name=slot.name, tile=tr(tile.title))
    panel(box, "pool", title=title, note=_size_and_bands(slot))
    rows = box.above(3).inset(6, 4)
    rows.cut_top(HEAD - 4)
    back, out = rows.cut_top(28, gap=4).columns(2, gap=6)
    button(back, "hole.close", tr("ALL OPTIONS"), OpenGroup(NO_HOLE), key="e", size=14)
    action: DraftAction = OpenGroup(NO_HOLE)
    if inside is not None:
        action = Build(without_option(roster, inside), hole)
    why = "" if inside is not None else tr("the slot is empty")
    button(out, "hole.empty", tr("TAKE IT OUT"), action, key="x", why=why, size=14)
    if inside in GEAR:
        _gear(rows, seen, buyer, roster, inside, hole)
    elif inside in DIRECTIVES:
        _directives(rows, buyer, roster, hole)
    else:
        fitting = [
            option
            for option in CATALOG.options.values()
            if buyer.nation in option.cost and option.fits(slot) and option.key != inside
        ]
        _options(rows, seen, buyer, roster, fitting)


def _gear(
    rows: Box, seen: SeenTable, buyer: Buyer, roster: Roster, gear: OptionKey, hole: int
) -> None:
    """Steppers for the tokens of a Gear option."""
    taken = {key: n for of, key, n in roster.gear if of == gear}
    most = CATALOG.options[gear].tokens
    text = tr("{n} of {most} tokens", n=sum(taken.values()), most=most)
    rows.cut_top(24).text("gear.count", text, role="title", size=17, colour=theme.GOLD)
    bands = CATALOG.options[gear].bands
    offered = [
        CATALOG.options[key]
        for key in CHOICE
        if buyer.nation in CATALOG.options[key].cost
        and any(band in bands for band in CATALOG.options[key].bands)
    ]
    high = min(MOST_ROW, rows.h / max(1, len(offered)))
    for option in offered:
        n, id, title = taken.get(option.key, 0), f"gear:{option.key}", tr(option.title)
        more, fewer = (with_gear(roster, gear, option.key, max(0, n + by)) for by in (1, -1))
        no = buyer.why_not(roster, more)
        builder.stepper(
            rows.cut_top(high - 3, gap=3),
            id,
            LineWords(title, "", str(n), option_tip(seen, option)),
            Choice(f"{id}.less", "-", Build(fewer, hole), why="" if n else tr("there is none")),
            Choice(f"{id}.more", "+", Build(more, hole), why=said(no) if no is not None else ""),
        )


def _directives(rows: Box, buyer: Buyer, roster: Roster, hole: int) -> None:
    """The kinds of directives, one of which each token is."""
    choices = []
    for directive in Directive:
        after = turned_directive(roster, directive)
        chosen = directive in roster.directives
        no = None if chosen else buyer.why_not(roster, after)
        why = said(no) if no is not None else ""
        label = tr(directive.word)
        id = f"directive:{directive.value}"
        build = Build(after, hole)
        choices.append(Choice(id, label, build, why=why, lit=False, chosen=chosen))
    choice_list(rows, choices, 0)


# ------------------------------------------------------------------ the tiles


def _boards(box: Box, seen: SeenTable, buyer: Buyer, roster: Roster) -> Iterator[None]:
    """Yield the tiles of the army side by side; its heroes below them."""
    if not roster.tiles:
        panel(box, "boards", title=tr("Your army"))
        hint = tr("Choose a tile at the left: an officer or a platoon. Or take a ready army.")
        box.above(3).inset(30, 20).paragraph("boards.none", hint, size=17, colour=theme.SAND)
        return
    if roster.heroes:
        _heroes(box.cut_bottom(34, gap=GAP), seen, roster)
    tiles = [tile for tile in CATALOG.tiles.values() if tile.key in roster.tiles]
    for place, tile in zip(box.columns(max(3, len(tiles)), gap=GAP), tiles, strict=False):
        _board(place, seen, buyer, roster, tile)
        yield


def _heroes(box: Box, seen: SeenTable, roster: Roster) -> None:
    for place, key in zip(box.columns(3, gap=6), roster.heroes, strict=False):
        title = tr("Hero: {name}", name=tr(CATALOG.pieces[key].title))
        tip = "\n".join([*_of_unit(seen, key), tr("Click: no longer in the army")])
        button(place, f"joined:{key}", title, Build(turned_hero(roster, key)), tooltip=tip, size=14)


def _board(box: Box, seen: SeenTable, buyer: Buyer, roster: Roster, tile: Tile) -> None:
    """A tile: what it costs, its own units, its holes."""
    army = buyer.army(roster)
    stars = next(tile_stars(one) for one in army.tiles if one.key == tile.key)
    id = f"board:{tile.key}"
    cost = tr("{cost} p", cost=tile.cost)
    note = f"{'*' * stars}  {cost}" if stars else cost
    panel(box, id, title=tr(tile.title), note=note)
    room = box.above(3).inset(6, 4)
    room.cut_top(HEAD - 4)
    if tile.units:
        units = room.cut_top(COUNTER, gap=5)
        units.cut_left(2)
        for key, n in tile.units.items():
            place = units.cut_left(COUNTER, gap=1)
            tip = "\n".join(_of_unit(seen, key))
            place.add(f"{id}.{key}", "image", art=faces.counter_of(_unit(seen, key)), tooltip=tip)
            if n > 1:
                times = units.cut_left(18, gap=2)
                times.text(f"{id}.{key}.n", f"x{n}", size=15, colour=theme.CREAM)
    share = sum([HEIGHTS[slot.size] for slot in tile.holes])
    unit = min(MOST_HOLE / HEIGHTS[Size.LARGE], room.h / share)
    for slot in tile.holes:
        place = room.cut_top(HEIGHTS[slot.size] * unit - 4, gap=4)
        _hole(place, seen, buyer, roster, tile, slot)


def _hole(box: Box, seen: SeenTable, buyer: Buyer, roster: Roster, tile: Tile, slot: Slot) -> None:
    """A hole in its size between its bands; while an option is pointed at or carried it is lit, or
    dark and says why. No flag where keys point, for Tab comes to what is lit first."""
    number = next(n for n, one in HOLES.items() if one == (tile, slot))
    inside = option_in(roster, number)
    opened = open_hole(seen.answering.sketch) == number
    would = _in_here(seen, buyer, roster, number)
    dark = would if isinstance(would, Refusal) else None
    id = f"hole:{tile.key}.{slot.name}"
    tip = [f"{slot.name}: {_size_and_bands(slot)}"]
    if slot.name == tile.star_slot:
        tip.append(tr("a star while it is filled"))
    action: OpenGroup = OpenGroup(number)
    if inside is not None:
        action = FilledHole(number, inside)
        tip = [*option_tip(seen, CATALOG.options[inside]).splitlines(), *tip]
    if dark is not None:
        tip.append(tr("Not now: {why}", why=said(dark)))
    fits = isinstance(would, Roster)
    edge = theme.CHOSEN if opened else theme.LIT if fits else theme.PANEL_EDGE
    if seen.ui.hover == id:
        edge = theme.CREAM
    fill = theme.BUTTON if inside is not None else (10, 10, 8, 255)
    box.add(
        id,
        "hole",
        action=action,
        label=tr("slot {name} of {tile}", name=slot.name, tile=tr(tile.title)),
        tooltip="\n".join(tip),
        flags=flags_of(
            chosen=opened,
            lit=fits and not seen.ui.keyboard,
            shaded=dark is not None,
            carried=inside is not None,
        ),
        shape=outlined(fill, edge, 2.4 if opened or fits else 1.2, 5),
        runs=_in_hole(box, roster, buyer, slot, inside, dark),
    )
    _bands(box, id, slot.bands)
    if slot.name == tile.star_slot:
        star: Lettering = {"role": "title", "size": 18, "colour": theme.GOLD}
        box.above(2).at(box.w - BAND - 14, 0, 12, box.h).text(f"{id}.star", "*", **star)


def _in_hole(
    box: Box,
    roster: Roster,
    buyer: Buyer,
    slot: Slot,
    inside: OptionKey | None,
    refusal: Refusal | None,
) -> list[Run]:
    """Its name, or the option and its price; below, what it takes, or why it does not."""
    room = box.inset(BAND + 7, 0)
    room.cut_right(10)
    if inside is None:
        above = f"{slot.name}  {tr(SIZES[slot.size])}"
        below = ", ".join([tr(BANDS[band]) for band in slot.bands])
        ink = theme.FAINT
    else:
        option = CATALOG.options[inside]
        above, ink = tr(option.title), theme.CREAM
        below = tr("{cost} p", cost=option.cost.get(buyer.nation, 0))
        if inside in GEAR:
            below = ", ".join([_tokens(key, n) for of, key, n in roster.gear if of == inside])
        if inside in DIRECTIVES:
            below = ", ".join([tr(one.word) for one in roster.directives])
    colour = theme.FAINT
    if refusal is not None:
        below, colour = tr(refusal.why), theme.REFUSED
    first: Lettering = {"size": 15, "colour": ink, "least": 11, "role": "title"}
    second: Lettering = {"size": 13, "colour": colour, "least": 10}
    if box.h < 30:
        half, rest = room.columns((45, 55), gap=6)
        second["anchor"] = "r"
        return [half.run(above, **first), rest.run(below, **second)]
    upper, lower = room.inset(0, 3).rows(2)
    return [upper.run(above, **first), lower.run(below, **second)]


def _tokens(key: OptionKey, n: int) -> str:
    return f"{tr(CATALOG.options[key].title)} {n}"


def _bands(box: Box, id: str, bands: Sequence[Band]) -> None:
    """The coloured bands at both edges of a hole, with their letters."""
    for side, edge in (
        ("l", box.at(2, 2, BAND, box.h - 4)),
        ("r", box.at(box.w - BAND - 2, 2, BAND, box.h - 4)),
    ):
        for n, (place, band) in enumerate(zip(edge.rows(len(bands), gap=1), bands, strict=True)):
            size = min(12.0, place.h)
            sign: Lettering = {"role": "bold", "size": size, "anchor": "m", "colour": theme.CREAM}
            shape = Shape("box", COLOURS[band], theme.CLEAR, 0, 2)
            runs = [place.run(SIGNS[band], **sign)] if place.h >= 10 else []
            place.above(1).add(f"{id}.{side}{n}", "mark", shape=shape, runs=runs)


def _in_here(seen: SeenTable, buyer: Buyer, roster: Roster, hole: int) -> Roster | Refusal | None:
    """Return what becomes of the option that is carried or pointed at, in a hole; None without
    one."""
    key, pointed = seen.ui.carried, seen.ui.hover.removeprefix("option:")
    if isinstance(key, str) and key in CATALOG.options:
        at = OptionKey(key)
        return buyer.filled(without_option(roster, at), at, hole)
    if pointed != seen.ui.hover and pointed in CATALOG.options:
        at = OptionKey(pointed)
        if hole_of(roster, at) == hole:
            return None
        return buyer.filled(roster, at, hole)
    return None


# ------------------------------------------------------------------ in words


def _size_and_bands(slot: Slot | Option) -> str:
    bands = ", ".join([tr(BANDS[band]) for band in slot.bands])
    return tr("{size}; {bands}", size=tr(SIZES[slot.size]), bands=bands)


def _unit(seen: SeenTable, key: CounterKey) -> Unit:
    """A counter as it comes into the army."""
    return Unit(seat=own_seat(seen), key=key, formation=FormationId(0))


def _of_unit(seen: SeenTable, key: CounterKey) -> list[str]:
    """A counter's name and values."""
    return [tr(CATALOG.pieces[key].title), *values(state_of(seen), _unit(seen, key))]


def _tile_tip(seen: SeenTable, tile: Tile) -> str:
    """Its units, its holes, its breaking point."""
    units = [f"{n} x {tr(CATALOG.pieces[key].title)}" for key, n in tile.units.items()]
    lines = [tr(tile.title), ", ".join(units)]
    lines.append(tr_n("{n} slot for options", "{n} slots for options", len(tile.slots)))
    if tile.squares:
        lines.append(
            tr(
                "breaks after {n} losses: {points} points for the enemy",
                n=tile.squares,
                points=tile.points,
            )
        )
    return "\n".join(filter(None, lines))


def option_tip(seen: SeenTable, option: Option) -> str:
    """Return what it is and does, by the book; the units that it brings."""
    lines = [f"{tr(option.title)}: {_size_and_bands(option)}"]
    for key in option.units.get(_buyer(seen).nation, ()):
        lines += _of_unit(seen, key)
    lines += filter(None, [effect_of_option(option.key)])
    return "\n".join(lines)
