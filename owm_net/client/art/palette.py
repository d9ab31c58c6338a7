"""The colours of the table, and small arithmetic on them.

A colour is a tuple of 3 or 4 numbers 0..255 (red, green, blue and, if given, opacity).
"""

from typing import TypeAlias

Colour: TypeAlias = tuple[int, ...]

INK: Colour = (38, 33, 26)
SOOT: Colour = (24, 21, 17)
CREAM: Colour = (243, 234, 210)
SAND: Colour = (222, 206, 168)
UMBER: Colour = (92, 80, 58)
RED: Colour = (168, 46, 34)
NAVY: Colour = (38, 62, 84)
GOLD: Colour = (205, 158, 58)
AMBER: Colour = (226, 150, 40)
BLOOD: Colour = (150, 30, 28)
FRESH: Colour = (104, 158, 62)

#: Tokens and head bands of the two sides. Shape and hatch differ as well, never colour alone.
SIDE: dict[str, Colour] = {"allies": (112, 112, 50), "axis": (62, 88, 122)}
NEUTRAL: Colour = (120, 112, 96)

#: The three dice of a card. Shape comes first (triangle, square, diamond), colour second.
DIE: dict[str, Colour] = {"red": (186, 54, 40), "green": (84, 122, 54), "blue": (52, 92, 148)}
DIE_LETTER: dict[str, str] = {"R": "red", "G": "green", "B": "blue"}

#: Head band of a soldier card, by nation.
NATION: dict[str, Colour] = {
    "us": (92, 98, 48),
    "german": (66, 82, 96),
    "soviet": (122, 92, 48),
    "polish": (108, 104, 66),
    "finnish": (88, 110, 128),
}

#: Ground of each Standing Order, dark and light ray.
ORDER: dict[str, tuple[Colour, Colour]] = {
    "attack": ((150, 42, 30), (176, 60, 40)),
    "entrench": ((132, 92, 44), (156, 114, 62)),
    "maneuver": ((74, 96, 50), (94, 116, 64)),
    "rally": ((36, 66, 98), (50, 84, 120)),
}


def shade(colour: Colour, factor: float) -> Colour:
    """The colour made darker (factor < 1) or lighter (factor > 1); opacity is kept."""
    return tuple(min(255, max(0, int(c * factor))) for c in colour[:3]) + tuple(colour[3:])


def mix(first: Colour, second: Colour, amount: float) -> Colour:
    """From the first colour (amount 0) to the second (amount 1), without opacity."""
    return tuple(int(a + (b - a) * amount) for a, b in zip(first[:3], second[:3], strict=False))


def alpha(colour: Colour, opacity: int) -> Colour:
    """The colour at an opacity of 0..255."""
    return (*colour[:3], opacity)
