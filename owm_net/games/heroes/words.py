"""How units, spaces, tokens and sides are called in lines for people."""

from __future__ import annotations

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.text import counted_in, listed, read_out, say
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.hidden import FIRST_HIDDEN, FIRST_RUSE, card_words, hidden_unit
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    CounterKey,
    DiePlace,
    Face,
    Heading,
    OptionKey,
    OverlayKey,
    Quarters,
    Share,
    Space,
    Step,
    StructureId,
    TileKey,
    UnitId,
    Vertex,
    WeaponPlace,
)
from owm_net.games.heroes.state import Formation, HeroesState
from owm_net.games.heroes.terms import Manoeuvre, Nation

FIRST_COLUMN = ord("A")

NATIONS = {Nation.GERMAN: say("Germans"), Nation.US: say("Americans")}
THE_NATIONS = {Nation.GERMAN: say("the Germans"), Nation.US: say("the Americans")}
"""Within a sentence; other languages have other forms there."""
FACES = (say("front face"), say("back face"))
QUARTERS = (
    say("not turned"),
    say("turned by a quarter"),
    say("turned by a half"),
    say("turned by three quarters"),
)
WEAPONS = (say("primary weapon"), say("secondary weapon"))
HEADINGS = {
    KEEP: say("as it is"),
    Facing.N: say("north"),
    Facing.NE: say("north-east"),
    Facing.E: say("east"),
    Facing.SE: say("south-east"),
    Facing.S: say("south"),
    Facing.SW: say("south-west"),
    Facing.W: say("west"),
    Facing.NW: say("north-west"),
}


def space_name(g: HeroesState, space: Space) -> str:
    """Columns are letters from the west, rows numbers from the north: "H4"."""
    x, y = space
    return f"{chr(FIRST_COLUMN + x)}{y + 1}"


def vertex_name(g: HeroesState, vertex: Vertex) -> str:
    """The corner of four spaces, by the space to its south-east."""
    return say("the north-west corner of {space}", space=space_name(g, Space(vertex)))


def heading_name(g: HeroesState, heading: Heading) -> str:
    """A direction of the compass."""
    return HEADINGS[heading]


def face_name(g: HeroesState, face: Face) -> str:
    """Either side of a counter."""
    return FACES[face]


def step_name(g: HeroesState, step: Step) -> str:
    """Its number."""
    return str(step)


def weapon_name(g: HeroesState, weapon: WeaponPlace) -> str:
    """Name one of a vehicle's weapons."""
    return WEAPONS[weapon]


def die_name(g: HeroesState, die: DiePlace) -> str:
    """People count from one."""
    return say("die {number}", number=die + 1)


def share_name(g: HeroesState, share: Share) -> str:
    """As a bonus is written."""
    return f"+{share}"


def structure_name(g: HeroesState, structure: StructureId) -> str:
    """By where it stands, its north-west space first."""
    spaces = g.ground.structures[structure].spaces
    return say("the structure at {space}", space=space_name(g, spaces[0]))


def piece_name(g: HeroesState, piece: OverlayKey) -> str:
    """A piece of terrain, with its spaces where there are others like it."""
    if piece not in CATALOG.overlays:
        return say("Low wall")
    overlay = CATALOG.overlays[piece]
    if overlay.title:
        return read_out(overlay.title)
    title = read_out(CATALOG.elements[overlay.element].title)
    alike = [key for key, o in CATALOG.overlays.items() if o.element == overlay.element]
    return title if alike[0] == piece else say("{title}, two spaces", title=title)


def quarters_name(g: HeroesState, turns: Quarters) -> str:
    """How far a piece is turned."""
    return QUARTERS[turns]


def unit_name(g: HeroesState, unit: UnitId) -> str:
    """The title on the counter, with a number where a side has several of them."""
    if unit == NO_UNIT or not g.known(unit):
        return say("no unit")
    u = g.units[unit]
    title = read_out(u.piece.title)
    alike = [n for n, o in enumerate(g.units) if o.key == u.key and not g.hostile(o.seat, u.seat)]
    if len(alike) == 1:
        return title
    return say("{title} {number}", title=title, number=alike.index(unit) + 1)


def counter_name(g: HeroesState, key: CounterKey) -> str:
    """Describe a counter."""
    return read_out(CATALOG.pieces[key].title) if key in CATALOG.pieces else say("no unit")


def formation_name(g: HeroesState, formation: Formation) -> str:
    """A tile, an option with units or a hero."""
    key = formation.key
    if key in CATALOG.tiles:
        return read_out(CATALOG.tiles[TileKey(key)].title)
    if key in CATALOG.options:
        return read_out(CATALOG.options[OptionKey(key)].title)
    return read_out(CATALOG.pieces[CounterKey(key)].title)


def seat_name(g: HeroesState, seat: Seat) -> str:
    """The nation; with a number where several seats have it."""
    nation = NATIONS[g.side(seat).army.nation]
    alike = [s for s in g.players if g.side(s).army.nation is g.side(seat).army.nation]
    if len(alike) == 1:
        return nation
    return say("{nation} {number}", nation=nation, number=alike.index(seat) + 1)


def side_name(g: HeroesState, seat: Seat) -> str:
    """The nations of a seat's side."""
    nations = [NATIONS[g.side(s).army.nation] for s in g.members(seat)]
    return listed(list(dict.fromkeys(nations)))


def objective_name(g: HeroesState, objective: int) -> str:
    """A place that is fought for."""
    return read_out(g.battle.objectives[objective].title)


def parts_said(parts: tuple[tuple[str, int], ...]) -> str:
    """List the parts of a result: "combat bonus +2, range -2"."""
    return listed([counted_in(read_out(word), number) for word, number in parts])


def card_name(g: HeroesState, card: CardNumber) -> str:
    """Name an open token, action card or concealed counter."""
    if FIRST_HIDDEN <= card < FIRST_RUSE:
        return unit_name(g, hidden_unit(card))
    return card_words(card)


MANOEUVRES = {
    Manoeuvre.FORWARD: say("forward"),
    Manoeuvre.BACK: say("back"),
    Manoeuvre.LEFT: say("left"),
    Manoeuvre.RIGHT: say("right"),
    Manoeuvre.TAIL_LEFT: say("tail left"),
    Manoeuvre.TAIL_RIGHT: say("tail right"),
}


def manoeuvre_name(g: HeroesState, manoeuvre: Manoeuvre) -> str:
    """A step or a turn of a vehicle."""
    return MANOEUVRES[manoeuvre]


HeroesState.telling.of(Space, space_name)
HeroesState.telling.of(Vertex, vertex_name)
HeroesState.telling.of(Heading, heading_name)
HeroesState.telling.of(Face, face_name)
HeroesState.telling.of(Manoeuvre, manoeuvre_name)
HeroesState.telling.of(Step, step_name)
HeroesState.telling.of(DiePlace, die_name)
HeroesState.telling.of(WeaponPlace, weapon_name)
HeroesState.telling.of(Share, share_name)
HeroesState.telling.of(StructureId, structure_name)
HeroesState.telling.of(UnitId, unit_name)
HeroesState.telling.of(OverlayKey, piece_name)
HeroesState.telling.of(Quarters, quarters_name)
HeroesState.telling.of(Seat, seat_name)
HeroesState.telling.of(Seat, side_name, "side")
HeroesState.telling.of(CardNumber, card_name)
HeroesState.telling.of(CounterKey, counter_name)
