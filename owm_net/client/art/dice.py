"""Dice as shapes: d4 triangle, d6 rounded square, d8 diamond. Colour only repeats the shape."""

from collections.abc import Sequence

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, DIE, DIE_LETTER, INK, Colour, mix, shade
from owm_net.client.art.paths import placed

ORDER = ("red", "green", "blue")
_TRIANGLE = [(0, -1.06), (1.08, 0.82), (-1.08, 0.82)]
_DIAMOND = [(0, -1.2), (1.06, 0), (0, 1.2), (-1.06, 0)]


def die(
    ink: Ink,
    x: float,
    y: float,
    r: float,
    colour: str,
    value: object = None,
    *,
    muted: bool = False,
    shadow: bool = True,
) -> None:
    """A die about (x, y): r is about half its height. value: the number printed on it."""
    sheet = ink.patch(x - r * 1.5, y - r * 1.5, x + r * 1.5, y + r * 1.7) if shadow else ink
    fill = DIE[colour]
    edge: Colour = INK
    figure: Colour = CREAM
    if muted:
        fill, edge, figure = mix(fill, (196, 184, 156), 0.72), (132, 122, 102), (104, 94, 76)
    rim = max(r * 0.13, 0.5)
    if colour == "red":
        _solid(sheet, x, y, r, _TRIANGLE, fill)
        sheet.poly(placed([_TRIANGLE[0], (0, 0.2), _TRIANGLE[2]], x, y, r), shade(fill, 1.16))
        sheet.poly(placed([_TRIANGLE[2], (0, 0.2), _TRIANGLE[1]], x, y, r), shade(fill, 0.84))
        sheet.poly(placed(_TRIANGLE, x, y, r), None, edge, rim)
        drop, size = 0.36, 1.24
    elif colour == "green":
        sheet.box(x - 0.94 * r, y - 0.94 * r, 1.88 * r, 1.88 * r, fill, r * 0.28, edge, rim)
        sheet.line(
            [(x - 0.6 * r, y - 0.76 * r), (x + 0.6 * r, y - 0.76 * r)], shade(fill, 1.3), rim * 0.9
        )
        drop, size = 0.03, 1.62
    else:
        _solid(sheet, x, y, r, _DIAMOND, fill)
        sheet.poly(placed([_DIAMOND[0], (0, 0.0), _DIAMOND[3]], x, y, r), shade(fill, 1.2))
        sheet.poly(placed([_DIAMOND[1], _DIAMOND[2], (0, 0.0)], x, y, r), shade(fill, 0.8))
        sheet.poly(placed(_DIAMOND, x, y, r), None, edge, rim)
        drop, size = 0.02, 1.3
    if value is not None:
        sheet.text(
            x,
            y + drop * r,
            str(value),
            "title",
            r * size,
            figure,
            "mm",
            stroke=0 if muted else r * 0.07,
            edge=shade(fill, 0.55),
        )
    if shadow:
        ink.stamp(sheet, None if muted else Shadow(0, r * 0.1, r * 0.1, 0.45))


def _solid(
    sheet: Ink, x: float, y: float, r: float, points: Sequence[tuple[float, float]], fill: Colour
) -> None:
    sheet.poly(placed(points, x, y, r), fill)


def strip(
    ink: Ink,
    x: float,
    y: float,
    step: float,
    r: float,
    values: Sequence[int],
    used: str | None = None,
) -> None:
    """The three dice of a card side by side, red first; all but `used` muted if it is given."""
    for i, (colour, value) in enumerate(zip(ORDER, values, strict=False)):
        muted = used is not None and used != colour
        die(ink, x + i * step, y, r, colour, value, muted=muted)


def heap(ink: Ink, x: float, y: float, r: float, letters: str, room: float) -> None:
    """The dice of one cell of a Weapon Damage Grid: "GB" is a green and a blue one."""
    names = [DIE_LETTER[c] for c in letters if c in DIE_LETTER]
    rows = [names] if len(names) <= 1 else [names[i : i + 2] for i in range(0, len(names), 2)]
    if len(names) == 2 and room < r * 4.4:
        rows = [[n] for n in names]
    gap = r * 2.3
    for j, row in enumerate(rows):
        for i, name in enumerate(row):
            die(
                ink,
                x + (i - (len(row) - 1) / 2) * gap,
                y + (j - (len(rows) - 1) / 2) * gap,
                r,
                name,
                shadow=False,
            )
