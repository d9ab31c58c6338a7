"""The pictures: keys of card faces from the printed data, and the shapes of a map."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.palette import CREAM, GOLD, INK
from owm_net.client.language import in_picture, kept_in_each, tr
from owm_net.client.scene.pictures import Pictures, face, fitted
from owm_net.engine.ids import CardNumber
from owm_net.engine.text import say
from owm_net.games.squadcards.attack import is_gun
from owm_net.games.squadcards.catalog import CardRow, Use
from owm_net.games.squadcards.hexmap import CLEAR
from owm_net.games.squadcards.plays import EFFECTS
from owm_net.games.squadcards.state import CATALOG, HEXES, Options
from owm_net.games.squadcards.terms import CardType, Effect, Moment, Nation, Phase, RangeBand
from owm_net.games.squadcards.words import BAND_WORDS

E = Effect
PLAIN = Options()
"""A match without switches."""

CARD_WORDS = (
    say("ATTACK"),
    say("TERRAIN"),
    say("MODIFIER"),
    say("MORALE"),
    say("RALLY"),
    say("NATIONAL TRAIT"),
    say("BLOCK"),
    say("OBJECTIVE"),
    say("gun"),
    say("heavy: not after moving"),
    say("1 kill at most"),
    say("ignores cover"),
    say("Covering Fire only"),
    say("Position Fire only"),
    say("pinned enemy only"),
    say("MINES"),
)
BACK_WORDS = (say("COMMON DECK"), say("ONE DECK FOR BOTH"))
"""What is drawn into the pictures of cards and on their back, as `client.art` has it."""

WHEN: dict[Moment, str] = {
    Moment.OWN: say("draw, position"),
    Moment.MORALE: say("before a check"),
    Moment.DECLARE: say("declaring"),
    Moment.FIRE: say("own fire"),
    Moment.OPF: say("opportunity fire"),
    Moment.MOVE: say("set-up, moving"),
    Moment.BLOCK: say("enemy move"),
    Moment.ANSWER: say("on a block"),
    Moment.AFTER_MOVE: say("after a move"),
    Moment.KILL: say("after a kill"),
    Moment.RALLY: say("before a rally"),
    Moment.SET_UP: say("set-up, moving"),
}


def effect_text(use: Use, options: Options) -> str:
    """Return a card's effect in a match with these options, for its face and for lists."""
    return EFFECTS[use.effect].text(use, options)


def signs_of(use: Use, options: Options) -> tuple[str, ...]:
    """The small signs of an attack, the most important first."""
    found = [
        ("covering", use.only is Phase.COVERING),
        ("position", use.only is Phase.POSITION),
        ("cap", use.kill_cap == 1),
        ("pinned", use.needs_pinned),
        ("negates", use.negates_cover),
        ("heavy", use.heavy),
        ("gun", is_gun(options, use)),
    ]
    return tuple([name for name, on in found if on])


def ranges_of(use: Use) -> tuple[str, ...]:
    """For each range the modifier in print, "" where it cannot be used."""
    values = [use.modifier(band) for band in RangeBand]
    return tuple(["" if v is None else f"{v:+d}" if v else "0" for v in values])


def range_text(use: Use) -> str:
    """The same in one line: "S +1, M -1"."""
    pairs = zip(RangeBand, ranges_of(use), strict=True)
    return ", ".join(f"{letters(band)} {value}" for band, value in pairs if value)


def letters(band: RangeBand) -> str:
    """A range in short: PB for Point Blank."""
    return "".join(word[0] for word in tr(BAND_WORDS[band]).split())


@kept_in_each
def back() -> ArtKey:
    return ArtKey.of("squad_back", **in_picture(BACK_WORDS))


@kept_in_each
def card(number: CardNumber, options: Options) -> ArtKey:
    """The face of a card, by its number, in a match with these options."""
    return row_face(CATALOG.faces[number], options)


def row_face(row: CardRow, options: Options = PLAIN) -> ArtKey:
    """The face of a card of the printed list."""
    kind = row.type.value
    if row.type is CardType.MODIFIER:
        kind = {E.RALLY: "rally", E.MORALE: "morale", E.OBJECTIVE: "objective"}.get(
            row.effect, kind
        )
    ranges = ranges_of(row) if row.effect is E.ATTACK else ()
    windows = EFFECTS[row.effect].moments(options, row)
    when = "" if row.effect is E.ATTACK else WHEN[windows[-1]] if windows else ""
    return ArtKey.of(
        "squad_card",
        key=row.key,
        kind=kind,
        title=tr(row.title),
        text=tr(effect_text(row, options)),
        ranges=ranges,
        bands=tuple([letters(band) for band in RangeBand]) if ranges else (),
        signs=signs_of(row, options) if row.effect is E.ATTACK else (),
        cover=row.cover,
        bonus=row.attack_bonus,
        when=tr(when),
        **in_picture(CARD_WORDS),
    )


@cache
def land(kind: str) -> ArtKey:
    """The landscape of a kind of terrain, "" for open ground."""
    return ArtKey("squad.land", (("kind", kind or "open"),))


@cache
def badge(nation: Nation | None, number: str = "", lit: bool = False) -> ArtKey:
    """A squad's pawn, in its nation's colours."""
    return ArtKey.of("squad_badge", nation=nation.value if nation else "", number=number, lit=lit)


@cache
def man(nation: Nation, fallen: bool = False) -> ArtKey:
    """One man of a squad, as a figure of its nation."""
    return ArtKey.of("squad_man", nation=nation.value, fallen=fallen)


@cache
def objective(held: bool) -> ArtKey:
    """A Mission Objective or its empty place."""
    return ArtKey.of("squad_objective", held=held)


@cache
def flag(nation: Nation) -> ArtKey:
    """The broad plate of a nationality."""
    return ArtKey.of("squad_flag", nation=nation.value)


@cache
def die(value: int, second: bool = False) -> ArtKey:
    """A die as it lies."""
    return ArtKey.of("pip_die", value=value, second=second)


@cache
def hexagon(kind: str, mark: str = "") -> ArtKey:
    """A hex of the map. mark: "", "lit", "chosen" or "dark"."""
    return ArtKey("squad.hex", (("kind", kind or CLEAR), ("mark", mark)))


# -- faces of our own ------------------------------------------------------------------------


@face("squad.land")
def draw_land(pictures: Pictures, w: int, h: int, *, kind: str) -> Image.Image:
    """The middle of a landscape, in any proportion, with rounded corners."""
    source = pictures.at_least(ArtKey.of("squad_land", kind=kind), w)
    wide, high = source.width, source.width * h / w
    if high > source.height:
        wide, high = int(source.height * w / h), source.height
    left, top = (source.width - wide) / 2, (source.height - high) * 0.48
    image = fitted(
        source.crop((round(left), round(top), round(left + wide), round(top + high))), w, h
    )
    mask = Image.new("L", (w * 2, h * 2), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, w * 2 - 1, h * 2 - 1), 12, fill=255)
    image = image.copy()
    image.putalpha(mask.resize((w, h), Image.Resampling.BOX))
    return image


_MARKS = {
    "lit": ((255, 206, 84, 255), 0.07),
    "chosen": ((255, 248, 224, 255), 0.11),
    "": ((30, 28, 20, 255), 0.03),
}


@face("squad.hex")
def draw_hex(pictures: Pictures, w: int, h: int, *, kind: str, mark: str) -> Image.Image:
    """A hexagon standing on a corner; what is lit has a heavy double rim."""
    source = fitted(pictures.at_least(ArtKey.of("squad_land", kind=kind or "open"), w), h, h)
    left = (h - w) // 2
    image = source.crop((left, 0, left + w, h)).convert("RGBA")
    if not kind:
        image = Image.blend(image, Image.new("RGBA", image.size, (120, 128, 84, 255)), 0.45)
    k = 3
    shape = Image.new("L", (w * k, h * k), 0)
    corners = _corners(w * k, h * k, 0.985)
    ImageDraw.Draw(shape).polygon(corners, fill=255)
    rim = Image.new("RGBA", (w * k, h * k), (0, 0, 0, 0))
    pen = ImageDraw.Draw(rim)
    colour, width = _MARKS.get(mark, _MARKS[""])
    if mark in ("lit", "chosen"):
        _ring(pen, _corners(w * k, h * k, 0.94), (*INK, 255), h * k * (width + 0.05))
    _ring(pen, _corners(w * k, h * k, 0.93), colour, h * k * width)
    if mark == "chosen":
        _ring(pen, _corners(w * k, h * k, 0.78), (*GOLD, 255), h * k * 0.035)
    if mark == "dark":
        image = Image.blend(image, Image.new("RGBA", image.size, (24, 24, 18, 255)), 0.24)
    if mark == "lit":
        image = Image.blend(image, Image.new("RGBA", image.size, (*CREAM, 255)), 0.14)
    image.putalpha(shape.resize((w, h), Image.Resampling.BOX))
    image.alpha_composite(rim.resize((w, h), Image.Resampling.BOX))
    return image


def _corners(w: int, h: int, part: float) -> list[tuple[float, float]]:
    return [
        (
            w / 2 + w / 3**0.5 * part * cos(pi / 6 + i * pi / 3),
            h / 2 + h / 2 * part * sin(pi / 6 + i * pi / 3),
        )
        for i in range(6)
    ]


def _ring(
    pen: ImageDraw.ImageDraw,
    corners: list[tuple[float, float]],
    colour: tuple[int, ...],
    width: float,
) -> None:
    pen.line(
        [*corners, corners[0], corners[1]], fill=colour, width=max(1, round(width)), joint="curve"
    )


def deck(options: Options) -> list[ArtKey]:
    """The face of every card, each once."""
    return [row_face(row, options) for row in CATALOG.rows]


def lands() -> list[ArtKey]:
    """The landscapes of the hex map."""
    kinds = dict.fromkeys(["open", *[k for k in HEXES.kinds if k]])
    return [ArtKey.of("squad_land", kind=kind) for kind in kinds]
