"""Terrain faces: the square on the map and the card in the hand."""

import random
from collections.abc import Callable, Mapping

from PIL import Image

from owm_net.client.art import country, icons, noise, scenery, works
from owm_net.client.art.core_card import foot, frame
from owm_net.client.art.ink import Ink
from owm_net.client.art.lettering import Words
from owm_net.client.art.material import material
from owm_net.client.art.palette import CREAM, GOLD, INK, SOOT, UMBER, alpha

Sign = Callable[[Ink, float, float, float], None]
Signs = list[Sign]
Painter = Callable[[Ink, random.Random, str], None]


def open_ground(ink: Ink, rng: random.Random, seed: str) -> None:
    """Draw grass and bushes, for a kind without its own picture."""
    scenery.ground(ink, seed, scenery.MEADOW)
    scenery.tufts(ink, rng, 130)
    for x, y, r in scenery.scatter(rng, 9, 5, 9, 2.2):
        scenery.tree(ink, x, y, r, rng, scenery.BUSH)


PAINTERS: dict[str, Painter] = {
    "woods": country.woods,
    "hedgerow": country.hedgerow,
    "road": works.road,
    "hill": country.hill,
    "building": works.building,
    "ruins": works.ruins,
    "village": works.village,
    "orchard": country.orchard,
    "marsh": country.marsh,
    "rocky ground": country.rocky_ground,
    "lake": country.lake,
    "railroad": works.railroad,
    "field": country.field,
    "summit": country.summit,
    "chateau": works.chateau,
    "stone bridge": works.stone_bridge,
    "rail bridge": works.rail_bridge,
    "river": country.river,
    "command post": works.command_post,
    "crossroads": works.crossroads,
}

KINDS: tuple[str, ...] = (
    "Woods",
    "Hedgerow",
    "Road",
    "Hill",
    "Building",
    "Ruins",
    "Village",
    "Orchard",
    "Marsh",
    "Rocky Ground",
    "Lake",
    "Railroad",
    "Field",
    "Summit",
    "Chateau",
    "Stone Bridge",
    "Rail Bridge",
    "River",
    "Command Post",
    "Crossroads",
)

#: Where each cross-hair lies, as a part of the picture's width and height.
CROSS_HAIRS: dict[str, tuple[float, float]] = {
    "C": (0.5, 0.5),
    "NW": (0.27, 0.30),
    "NE": (0.73, 0.30),
    "SW": (0.27, 0.70),
    "SE": (0.73, 0.70),
}


def painter(kind: str) -> Painter:
    """Return the painter of a kind of Terrain: "Command Post (East)" is a Command Post."""
    name = kind.replace("_", " ").casefold().partition("(")[0].strip()
    return PAINTERS.get(name, open_ground)


@material
def _landscape(kind: str, seed: int, scale: float) -> Image.Image:
    """The whole picture at 2x or 4x, kept for the other variant of the same card."""
    name = kind.replace("_", " ").casefold()
    ink = Ink(240, 240, scale)
    painter(kind)(ink, random.Random(f"{name}:{seed}"), f"{name}:{seed}")
    return noise.finished(ink.im, ink.k)


def terrain(
    kind: str,
    *,
    title: str = "",
    attack_mod: int = 0,
    defense_mod: int = 0,
    blocks_los: bool = False,
    no_stealth: bool = False,
    fast_move: bool = False,
    no_movement: bool = False,
    man_made: bool = False,
    crosshair: str = "C",
    number_label: str = "",
    seed: int = 0,
    dice: tuple[int, int, int] | None = None,
    board: bool = True,
    words: Words = (),
    scale: float = 1.0,
) -> Image.Image:
    """A Terrain: 240 x 240 on the map (board) or a 240 x 336 card of the core deck."""
    signs: Signs = []
    for wanted, sign in (
        (blocks_los, icons.eye),
        (no_stealth, icons.no_stealth),
        (fast_move, icons.fast_move),
        (no_movement, icons.no_move),
    ):
        if wanted:
            signs.append(sign)
    name = title or kind
    if board:
        return _board(
            kind,
            name,
            attack_mod,
            defense_mod,
            signs,
            man_made,
            crosshair,
            number_label,
            seed,
            scale,
        )
    return _card(
        kind,
        name,
        attack_mod,
        defense_mod,
        signs,
        man_made,
        crosshair,
        number_label,
        seed,
        dice,
        dict(words),
        scale,
    )


def _board(
    kind: str,
    title: str,
    attack: int,
    defense: int,
    signs: Signs,
    man_made: bool,
    crosshair: str,
    number: str,
    seed: int,
    scale: float,
) -> Image.Image:
    ink = Ink(240, 240, scale)
    ink.im = _landscape(kind, seed, scale).copy()
    ink.refresh()
    u, v = CROSS_HAIRS[crosshair]
    icons.cross_hair(ink, 240 * u, 28 + 176 * v, 8)
    ink.box(0, 0, 240, 27, alpha((34, 30, 22), 226))
    ink.line([(0, 27), (240, 27)], GOLD, 0.9)
    left = 12.0
    if man_made:
        icons.man_made(ink, 20, 15.8, 7.6, (226, 204, 150))
        left = 34
    room = 214 - left - (34 if number else 0)
    size = ink.fitting(title.upper(), "title", 23, room, 13, 1.4)
    ink.text(left, 15.6, title.upper(), "title", size, CREAM, "lm", track=1.4)
    if number:
        ink.text(228, 15.6, number, "label", 15, (214, 196, 150), "rm", track=0.6)
    ink.fade(0, 192, 240, 48, (26, 22, 16), 0, 205)
    icons.burst(ink, 27, 213, 14, attack)
    icons.shield(ink, 65, 211, 14.5, defense)
    for i, sign in enumerate(signs):
        sign(ink, 215 - i * 37, 213, 14)
    ink.box(0, 0, 240, 240, None, 11, (34, 30, 22), 3)
    ink.box(3.6, 3.6, 232.8, 232.8, None, 9, (228, 210, 164, 170), 0.9)
    return ink.out(12)


_WORDS: dict[Sign, str] = {
    icons.eye: "blocks sight",
    icons.no_stealth: "no stealth",
    icons.fast_move: "fast move",
    icons.no_move: "no movement",
}


def _card(
    kind: str,
    title: str,
    attack: int,
    defense: int,
    signs: Signs,
    man_made: bool,
    crosshair: str,
    number: str,
    seed: int,
    dice: tuple[int, int, int] | None,
    shown_as: Mapping[str, str],
    scale: float,
) -> Image.Image:
    ink = Ink(240, 336, scale)
    ink.im = noise.paper(ink.im.size, ink.k, seed % 3)
    ink.refresh()
    ink.box(0, 0, 240, 42, (62, 66, 44))
    ink.line([(0, 42), (240, 42)], INK, 1.4)
    ink.line([(0, 44), (240, 44)], GOLD, 1.3)
    left = 16.0
    if man_made:
        icons.man_made(ink, 25, 22, 10, (226, 204, 150))
        left = 44
    size = ink.fitting(title.upper(), "title", 32, 220 - left, 16, 1.5)
    ink.text(left, 22, title.upper(), "title", size, CREAM, "lm", track=1.5)
    side = 176
    whole = _landscape(kind, seed, scale)
    pixels = round(side * ink.k)
    ink.picture(
        whole.resize(
            (pixels, pixels), Image.Resampling.LANCZOS, box=(0, 0, whole.width, whole.height)
        ),
        12,
        54,
    )
    ink.box(12, 54, side, side, None, 0, INK, 1.6)
    u, v = CROSS_HAIRS[crosshair]
    icons.cross_hair(ink, 12 + side * u, 54 + side * v, 9)
    column: Signs = [
        lambda sheet, x, y, r: icons.burst(sheet, x, y, r * 1.05, attack),
        lambda sheet, x, y, r: icons.shield(sheet, x, y - 1, r * 1.08, defense),
    ]
    column += signs
    step = min(39.0, (side - 34) / (len(column) - 1))
    for i, sign in enumerate(column):
        sign(ink, 213.5, 72 + i * step, 14)
    words = [f"{shown_as.get('attack', 'attack')} {icons.signed(attack)}"]
    words += [f"{shown_as.get('defense', 'defense')} {icons.signed(defense)}"]
    words += [shown_as.get(_WORDS[sign], _WORDS[sign]) for sign in signs]
    caption = ", ".join(words)
    ink.paragraph(
        14,
        241,
        212,
        33,
        caption[0].upper() + caption[1:] + ".",
        "body",
        UMBER,
        (14, 13, 12, 11, 10),
        1.22,
    )
    foot(ink, dice, "", number)
    frame(ink, SOOT)
    return ink.out(13)
