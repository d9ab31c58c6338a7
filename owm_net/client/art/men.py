"""A soldier's looks: chosen by number, so that it is the same man everywhere.

The lists below have lengths without a common measure, so that of the men of a nation, up to 32 in
two divisions, two with the same hat differ in the face or look another way.
"""

from __future__ import annotations

import random

from attrs import frozen

from owm_net.client.art.palette import Colour, mix

SKINS: tuple[Colour, ...] = ((222, 178, 138), (232, 192, 156), (206, 156, 114), (238, 204, 174))
HAIRS: tuple[Colour, ...] = (
    (74, 52, 36),
    (40, 32, 28),
    (176, 132, 70),
    (126, 66, 36),
    (104, 84, 58),
)
GREY: Colour = (150, 146, 138)

HATS: dict[str, tuple[str, ...]] = {
    "us": ("helmet", "knitted", "net", "parted", "goggles", "side cap", "leaves"),
    "german": ("helmet", "field cap", "leaves", "side cap", "patches", "hair", "goggles"),
    "soviet": ("helmet", "side cap", "fur", "leaves", "cropped", "hair", "bandage"),
    "polish": ("helmet", "corners", "net", "beret", "hair", "goggles", "side cap"),
    "finnish": ("helmet", "fur", "field cap", "hood", "parted", "side cap", "bandage"),
}
"""What the men of a nation wear, the 1st, 2nd, 3rd ... of them."""

POSES: tuple[tuple[bool, float], ...] = ((False, 0.0), (True, 5.0), (False, 5.0), (True, 1.5))
"""Whether he is mirrored, and how far his face is turned."""

FEATURES: tuple[tuple[str, str, str], ...] = (
    ("", "", ""),
    ("moustache", "", ""),
    ("stubble", "", "cigarette"),
    ("", "glasses", ""),
    ("beard", "", ""),
    ("whiskers", "", "pipe"),
)
"""Beard, what is before the eyes, what is in the mouth."""

SCARVES: tuple[Colour | None, ...] = (
    None,
    (150, 52, 44),
    None,
    (206, 196, 160),
    (62, 92, 124),
)

TINTS: dict[str, Colour] = {
    "officer": (236, 190, 84),
    "medic": (238, 234, 226),
    "sniper": (120, 152, 92),
    "gunner": (202, 112, 66),
    "scout": (110, 160, 176),
}
"""What the sky behind a man tends to, by his duty."""


@frozen
class Man:
    """The looks of a man. glance: units by which the face is turned to the right, before mirroring.
    wide, jaw: of the face. lines: of age. aside: how far from the middle."""

    skin: Colour
    hair: Colour
    hat: str
    mirrored: bool
    glance: float
    beard: str
    eyes: str
    mouth: str
    scarf: Colour | None
    wide: float
    jaw: float
    frown: float
    smile: float
    nose: float
    lines: bool
    plaster: bool
    slung: bool
    aside: float


def man(nation: str, portrait: int, duty: str = "") -> Man:
    """Return the man with this number. portrait: a hundred for each division, and the place in
    it."""
    n = portrait // 100 * 16 + portrait % 100
    chance = random.Random(f"{nation}:{portrait}")
    old = n % 5 == 2
    hair = HAIRS[n * 3 % 5 if n % 2 else n % 5]
    beard, eyes, mouth = FEATURES[n % 6]
    hats = HATS.get(nation, HATS["us"])
    hat = hats[n % 7]
    if duty == "officer":
        hat = "officer"
    elif duty == "medic":
        hat = "medic"
    elif duty == "sniper":
        hat = "hood"
    mirrored, glance = POSES[(n + n // 16) % 4]
    return Man(
        skin=SKINS[(n + n // 4) % 4],
        hair=mix(hair, GREY, 0.75) if old else hair,
        hat=hat,
        mirrored=mirrored,
        glance=glance,
        beard=beard,
        eyes=eyes,
        mouth=mouth,
        scarf=SCARVES[n % 5],
        wide=(19.0, 20.4, 21.6)[n % 3],
        jaw=(-3.0, 0.5, 3.0)[n // 2 % 3],
        frown=chance.uniform(-1.2, 1.8),
        smile=chance.uniform(-0.8, 1.4),
        nose=chance.uniform(-0.8, 1.8),
        lines=old,
        plaster=n % 9 == 4,
        slung=(n + n // 6) % 3 == 1,
        aside=(-6.0, 5.0, 0.0)[n // 6 % 3],
    )


def sky(two: tuple[Colour, Colour], portrait: int, duty: str) -> tuple[Colour, Colour]:
    """Return the two rays behind a man: of the nation, tending to the colour of the duty."""
    dark, light = two
    if duty in TINTS:
        return mix(dark, TINTS[duty], 0.55), mix(light, TINTS[duty], 0.45)
    step = (0.0, 0.16, 0.3)[portrait % 3]
    return mix(dark, (96, 104, 96), step), mix(light, (124, 130, 118), step)
