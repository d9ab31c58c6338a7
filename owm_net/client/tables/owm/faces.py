"""The pictures: keys of card faces from the printed data, and custom faces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from owm_net.client.art import dice as dice_glyphs
from owm_net.client.art import icons
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink
from owm_net.client.art.lettering import Words
from owm_net.client.art.palette import CREAM, GOLD, INK, NATION, NAVY, RED, Colour, alpha, shade
from owm_net.client.art.soldiers import initials
from owm_net.client.art.weather import lit
from owm_net.client.language import in_picture, kept_in_each, tr
from owm_net.client.scene.pictures import Pictures, face, fitted
from owm_net.engine.ids import CardNumber
from owm_net.engine.text import say
from owm_net.games.owm.catalog import LU, CoreTerrainCard, TerrainCard
from owm_net.games.owm.ground import OPEN, Ground
from owm_net.games.owm.ids import Cell, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, TERRAINS, OwmState, Soldier
from owm_net.games.owm.terms import EventIcon, Rank, Status, WeaponType
from owm_net.games.owm.tokens import Border
from owm_net.games.owm.visibility import facts, is_blizzard, is_lit, is_night, sight_limit

ICONS = {EventIcon.JAM: "jam", EventIcon.WOUND: "wound", EventIcon.RANDOM_EFFECT: "random"}
SOLDIER_WORDS = (
    say("RESOLVE"),
    say("DISCIPLINE"),
    say("VITALITY"),
    say("SUPPRESSED"),
    say("WOUNDED"),
    say("KILLED"),
    say("RNG"),
)
BACK_WORDS = (say("CORE DECK"), say("ORDERS AND TERRAIN"))
TERRAIN_WORDS = (
    say("attack"),
    say("defense"),
    say("blocks sight"),
    say("no stealth"),
    say("fast move"),
    say("no movement"),
)
"""What is drawn into the pictures of soldiers, on the backs of cards and on Terrain, as
`client.art` has it."""

DUTIES = {"S01": "medic", "S06": "scout", "S14": "scout"}
"""Traits that are seen in a portrait: Medic, Hawk, Pathfinder."""
CARRIED = {
    WeaponType.SNIPER: "sniper",
    WeaponType.LMG: "gunner",
    WeaponType.HMG: "gunner",
    WeaponType.SMG: "short",
    WeaponType.PISTOL: "short",
}
"""Weapons that are; who has another may have it on his shoulder."""


@kept_in_each
def back() -> ArtKey:
    return ArtKey.of("core_back", **in_picture(BACK_WORDS))


@kept_in_each
def core_card(card: CardNumber, decisions: bool = False) -> ArtKey:
    """A core card as it is held. decisions: whether Command Decisions are in force."""
    core = CATALOG.core[card]
    dice = (core.dice.red, core.dice.green, core.dice.blue)
    if isinstance(core, CoreTerrainCard):
        return _terrain(CATALOG.terrain[card], core.crosshair.value, dice=dice, board=False)
    decision = CATALOG.decisions[core.decision]
    return ArtKey.of(
        "order",
        standing_order=core.standing_order.value.capitalize(),
        title=tr(core.standing_order.word),
        strength=core.strength.value if core.strength else None,
        decision=core.decision,
        decision_title=tr(decision.title),
        decision_text=tr(decision.text),
        decision_active=decisions,
        icon=ICONS[core.icon] if core.icon else "",
        number=str(card),
        dice=dice,
    )


@kept_in_each
def _terrain(card: TerrainCard, crosshair: str, **more: Any) -> ArtKey:
    return ArtKey.of(
        "terrain",
        kind=card.kind.replace("_", " ").title(),
        title=tr(card.title),
        attack_mod=card.attack,
        defense_mod=card.defense,
        blocks_los=card.blocks_los,
        no_stealth=card.no_stealth,
        fast_move=card.fast_move,
        no_movement=card.no_movement,
        man_made=card.man_made,
        crosshair=crosshair,
        number_label=card.label,
        seed=card.number,
        **in_picture(TERRAIN_WORDS),
        **more,
    )


def terrain_of(ground: Ground, cell: Cell, quarter_turns: int = 0) -> ArtKey:
    """Return the whole picture of a cell's Terrain, on a board turned by so many quarters."""
    card = TERRAINS.at(ground, cell)
    return _terrain(card, turned_spot(TERRAINS.crosshair(ground, cell).value, quarter_turns))


def tile(ground: Ground, cell: Cell, quarter_turns: int, light: str = "") -> ArtKey:
    """The picture of a cell on the board. light: as `weather.lit` has it."""
    if ground.cards[cell] == OPEN:
        return ArtKey("owm.open", (("light", light),) if light else ())
    return _tile(terrain_of(ground, cell, quarter_turns), light)


@cache
def _tile(art: ArtKey, light: str) -> ArtKey:
    more = (("light", light),) if light else ()
    return ArtKey("owm.tile", (*art.parameters, *more))


def light_over(g: OwmState, cell: Cell) -> str:
    """In which light a cell lies."""
    if is_blizzard(g):
        return "snow"
    if is_night(g):
        return "flare" if is_lit(g, cell) else "night"
    return ""


def signs(g: OwmState) -> Iterator[tuple[str, ArtKey, str]]:
    """Yield the signs above the map, from right to left: a name, the picture, its words. How far
    one sees, unless the sun shines; and the artillery, if there is any."""
    reach = sight_limit(g)
    if reach:
        yield "sky", ArtKey.of("sky_sign", kind=g.card.visibility.kind, reach=reach), tr(facts(g))
    if g.artillery is not None:
        loaded = g.artillery is Border.ORANGE
        told = tr("Artillery: loaded") if loaded else tr("Artillery: reloading")
        yield "artillery", ArtKey.of("gun_sign", loaded=loaded), told


def turned_spot(spot: str, quarter_turns: int) -> str:
    """Where a cross-hair is when the board is turned clockwise."""
    order = ("NE", "SE", "SW", "NW")
    return order[(order.index(spot) + quarter_turns) % 4] if spot in order else spot


def flip(card: CardNumber, colour: str) -> ArtKey:
    """A flipped card with the die that is read."""
    core = CATALOG.core[card]
    icon = getattr(core, "icon", None)
    return ArtKey.of(
        "flip",
        dice=(core.dice.red, core.dice.green, core.dice.blue),
        used=colour,
        icon=ICONS[icon] if icon else "",
        number=str(card),
    )


def nation(soldier_id: SoldierId) -> str:
    """Return whose colours a soldier shows; Lu shows none."""
    home = CATALOG.division_of.get(soldier_id)
    return home.nation.value if home is not None else "resistance"


def division_title(soldier_id: SoldierId) -> str:
    """Where a soldier belongs."""
    home = CATALOG.division_of.get(soldier_id)
    return home.title if home is not None else tr("French Resistance")


def values(soldier_id: SoldierId) -> dict[str, Any]:
    """Resolve, Discipline and Vitality of a soldier as they are drawn. Lu's card has Vitality
    alone."""
    card = CATALOG.soldiers[soldier_id]
    if soldier_id == LU:
        return {"resolve": 0, "discipline": "", "vitality": card.vitality}
    return {
        "resolve": card.resolve,
        "discipline": card.discipline.value,
        "vitality": card.vitality,
    }


def seen(soldier_id: SoldierId) -> dict[str, Any]:
    """Return what a soldier's portrait shows."""
    card = CATALOG.soldiers[soldier_id]
    return {
        "leader": card.is_leader,
        "rank": card.rank.value.replace("_", " ").title() if soldier_id != LU else "",
        "portrait": card.portrait,
        "duty": _duty(soldier_id),
    }


def _duty(soldier_id: SoldierId) -> str:
    """Return a soldier's duty, as far as the portrait shows it."""
    card, weapon = CATALOG.soldiers[soldier_id], CATALOG.soldier_weapon(soldier_id)
    if card.rank is Rank.CAPTAIN:
        return "officer"
    if card.strength_trait in DUTIES:
        return DUTIES[card.strength_trait]
    return CARRIED.get(weapon.type, "")


def soldier(soldier_id: SoldierId, state: Soldier | None = None) -> ArtKey:
    """Return the whole card of a soldier, with their state if in play."""
    card = CATALOG.soldiers[soldier_id]
    weapon = CATALOG.soldier_weapon(soldier_id)
    facts: dict[str, Any] = {
        "name": card.surname,
        "weapon": str(weapon.title),
        "weapon_type": weapon.type.value,
        "division": division_title(soldier_id),
        "nation": nation(soldier_id),
        "number": str(soldier_id),
        "hometown": card.hometown,
        **values(soldier_id),
        "points": card.points,
        "grid": weapon.grid,
        "alt_grid": weapon.alt_grid,
        "alt_label": tr("SCOPE") if weapon.type is WeaponType.SNIPER else tr("CREWED"),
        **seen(soldier_id),
        **in_picture((*SOLDIER_WORDS, weapon.title)),
    }
    if state is not None:
        scope = weapon.type is WeaponType.SNIPER
        facts.update(
            status=state.status.value,
            jammed=state.jammed,
            crewed=bool(state.crewed_in) and not scope,
            sighted=bool(state.crewed_in) and scope,
            assisting=bool(state.assists),
        )
    return ArtKey.of("soldier", **facts)


def row(soldier_id: SoldierId, state: Soldier | None) -> ArtKey:
    """The picture part of a soldier's line in the side panel."""
    return ArtKey(
        "owm.row",
        tuple(
            {
                "nation": nation(soldier_id),
                **seen(soldier_id),
                **values(soldier_id),
                "status": (state.status if state is not None else Status.READY).value,
                **in_picture(SOLDIER_WORDS),
            }.items()
        ),
    )


def badge(division: DivisionKey) -> ArtKey:
    """The sign of a division."""
    return ArtKey.of("division_badge", division=division)


def chip(soldier_id: SoldierId) -> ArtKey:
    """A soldier as a small card, ready."""
    card = CATALOG.soldiers[soldier_id]
    weapon = CATALOG.soldier_weapon(soldier_id)
    return ArtKey.of(
        "soldier_chip",
        name=card.surname,
        weapon=str(weapon.title),
        weapon_type=weapon.type.value,
        nation=nation(soldier_id),
        **values(soldier_id),
        grid=weapon.grid,
        **seen(soldier_id),
        **in_picture((*SOLDIER_WORDS, weapon.title)),
    )


def soldier_chip(g: OwmState, soldier_id: SoldierId) -> ArtKey:
    """Return a soldier in play as a small card, with their state."""
    state = g.soldiers[soldier_id]
    scope = state.weapon.type is WeaponType.SNIPER
    facts: dict[str, Any] = dict(chip(soldier_id).parameters)
    facts.update(
        status=state.status.value,
        jammed=state.jammed,
        crewed=bool(state.crewed_in) and not scope,
        sighted=bool(state.crewed_in) and scope,
        assisting=bool(state.assists),
    )
    return ArtKey.of("soldier_chip", **facts)


def token(g: OwmState, team_id: FireteamId, quarter_turns: int = 0, plain: bool = False) -> ArtKey:
    """Return a Fireteam's token on the board. plain: without its state."""
    team = g.fireteams[team_id]
    side = g.sides[team.seat].value
    nation = CATALOG.divisions[team.division].nation.value
    facts: dict[str, Any] = {"nation": nation, "number": str(team.number), "side": side}
    if not plain:
        heading = None
        if team.on_the_move:
            heading = (g.ground.direction(team.cell, team.heading) + 2 * quarter_turns) % 8
        down = sum(1 for s in g.members(team_id) if s.status is Status.SUPPRESSED)
        facts.update(
            on_the_move=team.on_the_move,
            facing=heading,
            stealthed=team.stealthed,
            suppressed=down,
            active=g.active == team_id,
        )
    return ArtKey.of("fireteam", **facts)


def objective(side: str) -> ArtKey:
    """The star of the objective."""
    return ArtKey.of("objective", side=side)


def marker(kind: str, side: str) -> ArtKey:
    """Return a picture of the mission's on the map: the star of an objective, unless it has its
    own."""
    return ArtKey.of(kind, side=side) if kind in PICTURED else objective(side)


PICTURED = ("flag", "lu", "truck", "truck_broken", "parachute")
"""The kinds of markers with a picture of their own."""


# -- faces of our own ------------------------------------------------------------------------


SIGNS = {
    "blocks_los": icons.eye,
    "no_stealth": icons.no_stealth,
    "fast_move": icons.fast_move,
    "no_movement": icons.no_move,
}
"""What a Terrain says by signs, at the right of its tile, from below."""
SIGN = 0.23
"""How high one is, as a part of the tile."""


def signs_of(tile: ArtKey) -> float:
    """The part of a tile's height that signs take, from below."""
    said = dict(tile.parameters)
    return SIGN * sum(1 for name in SIGNS if said.get(name))


@face("owm.tile")
def draw_tile(
    pictures: Pictures, w: int, h: int, *, light: str = "", **parameters: Any
) -> Image.Image:
    """The landscape of a Terrain without its small print, the modifiers large enough to read."""
    art = pictures.at_least(ArtKey("terrain", tuple(parameters.items())), round(w * 1.45))
    unit = h / 100
    ink = Ink(w / unit, 100, unit)
    ink.im = lit(draw_tile_ground(art, *ink.im.size), light)
    ink.refresh()
    wide = ink.width
    ink.fade(0, 0, 26, 100, (16, 14, 10), 110, 110)
    icons.burst(ink, 13.5, 62, 10.5, int(parameters["attack_mod"]))
    icons.shield(ink, 13.5, 86, 10.8, int(parameters["defense_mod"]))
    y = 86.0
    for name, draw in SIGNS.items():
        if parameters[name]:
            draw(ink, wide - 13.5, y, 10)
            y -= 100 * SIGN
    ink.box(0, 0, wide, 100, None, 6, (34, 30, 22), 2.4)
    return ink.out(6)


_TINTS: dict[str, Colour] = {"suppressed": (255, 196, 92), "wounded": (255, 128, 110)}


@face("owm.row")
def draw_row(
    pictures: Pictures,
    w: int,
    h: int,
    *,
    nation: str,
    portrait: int,
    duty: str,
    rank: str,
    leader: bool,
    resolve: int,
    discipline: str,
    vitality: int,
    status: str,
    words: Words = (),
) -> Image.Image:
    """A soldier's line: portrait at the left, the three values at the right; where there is no
    Discipline ("") Vitality alone."""
    unit = h / 36
    ink = Ink(w / unit, 36, unit)
    colour = NATION.get(nation, NATION["us"])
    ink.box(0, 0, ink.width, 36, shade(colour, 0.62))
    ink.fade(0, 0, ink.width, 36, (0, 0, 0), 0, 70)
    shown = {"nation": nation, "portrait": portrait, "duty": duty, "rank": rank, "leader": leader}
    chip_key = ArtKey.of("soldier_chip", name="", **shown)
    source = pictures.at_least(chip_key, round(75 * unit))
    k = source.width / 120
    head = source.crop((round(19 * k), round(22 * k), round(101 * k), round(80 * k)))
    wide = round(50 * ink.k)
    head = fitted(head, wide, round(36 * ink.k)).convert("RGB")
    if status in _TINTS:
        grey = head.convert("L").convert("RGB")
        head = ImageChops.multiply(grey, Image.new("RGB", grey.size, _TINTS[status][:3]))
    ink.picture(head, 0, 0)
    if leader:
        icons.medal_star(ink, 8, 28, 6, GOLD, (70, 50, 24))
    ground, values = (NAVY, (232, 220, 186), RED), (str(resolve), "", str(vitality))
    for i, (letter, fill, value) in enumerate(
        zip(initials(dict(words)), ground, values, strict=True)
    ):
        if not discipline and i < 2:
            continue
        x = ink.width - 102 + i * 33
        ink.box(x, 5, 31, 26, fill, 3, INK, 1)
        ink.text(x + 8, 18.4, letter, "label", 14, (226, 214, 180) if value else INK, "mm")
        if value:
            ink.text(x + 21, 18.4, value, "title", 19, CREAM, "mm")
        else:
            dice_glyphs.die(ink, x + 20.5, 18, 7.6, discipline, shadow=False)
    ink.box(0, 0, ink.width, 36, None, 4, alpha(INK, 255), 1.6)
    return ink.out(4)


@face("owm.open")
def draw_open(pictures: Pictures, w: int, h: int, *, light: str = "") -> Image.Image:
    """An open spot: faint grass with a broken edge."""
    field = ArtKey.of("terrain", kind="Field", title="Field", seed=200)
    grass = draw_tile_ground(pictures.at_least(field, w), w, h)
    faint = Image.blend(grass, Image.new("RGB", (w, h), (42, 44, 32)), 0.72)
    image = lit(faint, light, 0.2).convert("RGBA")
    stencil = Image.new("L", (w, h), 0)
    ImageDraw.Draw(stencil).rounded_rectangle((1, 1, w - 2, h - 2), 6, fill=190)
    image.putalpha(stencil)
    draw = ImageDraw.Draw(image)
    line, dash = (176, 164, 120, 170), max(4, w // 16)
    for x in range(6, w - 6, dash * 2):
        for y in (2, h - 3):
            draw.line([(x, y), (min(x + dash, w - 6), y)], fill=line, width=2)
    for y in range(6, h - 6, dash * 2):
        for x in (2, w - 3):
            draw.line([(x, y), (x, min(y + dash, h - 6))], fill=line, width=2)
    return image


def draw_tile_ground(art: Image.Image, w: int, h: int) -> Image.Image:
    """The landscape of a board face without its bars, cut to a shape."""
    k = art.width / 240
    wide, high = 165.0 * w / h, 165.0
    if wide > 226:
        wide, high = 226.0, 226.0 * h / w
    left, top = 120 - wide / 2, 28 + (165 - high) / 2
    crop = (round(left * k), round(top * k), round((left + wide) * k), round((top + high) * k))
    return fitted(art.crop(crop), w, h).convert("RGB")
