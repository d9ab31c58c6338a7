"""Weapon silhouettes, about 104 x 20 units, muzzle to the right."""

from owm_net.client.art.arsenal import ARSENAL, Silhouette
from owm_net.client.art.ink import Ink
from owm_net.client.art.palette import Colour, shade

_SEMI_AUTO = (
    "M 0 10 L 6 6 C 16 5 22 7 30 8 L 36 6.2 L 60 6 L 62 5 L 100 5 L 100 3.8 L 101.2 3.8 "
    "L 101.2 6.6 L 66 7.2 L 62 8.6 L 44 9.4 L 42 13 L 37.5 13 L 38 9.8 L 31 10.6 "
    "C 22 12 12 15 2 17.4 L 0 17 Z"
)
_RIFLE = (
    "M 0 9.5 L 5 6.5 C 14 5.6 20 7 28 7.8 L 33 6.2 L 92 5.2 L 92 4.4 L 108 4.4 L 108 5.8 "
    "L 92 6.6 L 90 8 L 46 9.6 L 43 12.2 L 36 12.4 L 36 10 L 30 10.6 C 20 12 10 15 1.5 17.4 "
    "L 0 17 Z M 35 6 L 38 6 L 40 10.4 L 37.4 11.2 Z M 102 4.6 L 104 2.2 L 105.4 4.6 Z "
    "M 50 5.6 L 53 3.6 L 55 5.6 Z"
)
_SCOPE = (
    "M 24 -0.4 L 34 -0.4 L 36 0.4 L 48 0.4 L 52 -0.8 L 61 -0.8 L 61 4.2 L 52 4.2 L 48 3.2 "
    "L 36 3.2 L 34 4 L 24 4 Z M 34 3 L 37 3 L 37 7 L 34 7 Z M 48 3 L 51 3 L 51 7 L 48 7 Z"
)
_SMG = (
    "M 0 7 L 20 7.5 L 26 4.6 L 70 4.6 L 70 4 L 72 2.6 L 73.4 4 L 98 4.2 L 98 6.8 L 72 7.6 "
    "L 70 9.4 L 57 9.8 L 59 23 L 51 23.6 L 49.6 9.8 L 41 9.8 L 38.6 16.6 L 33 16.6 L 34.8 10 "
    "L 26 10.2 C 18 10.8 10 13.8 2 15.4 L 0 15 Z"
)
_LMG = (
    "M 0 8 L 20 6.5 L 34 5 L 62 5 L 64 4.2 L 96 4.2 L 96 3.4 L 104 3.4 L 104 6 L 78 6.6 "
    "L 76 9.2 L 60 9.8 L 60 10 L 52 10 L 50.5 19 L 44 19 L 45 10 L 37 10 L 34.5 15 L 31 15 "
    "L 32 10 L 26 10 C 18 11 10 15 2 17 L 0 16 Z M 84 6 L 86.6 6 L 82.4 19 L 80.2 19 Z "
    "M 87.6 6 L 90.2 6 L 94 19 L 91.8 19 Z"
)
_HMG = (
    "M 4 3.6 L 14 2 L 44 2 L 46 3.6 L 58 3.2 L 58 2.4 L 92 2.4 L 92 3.6 L 99 3.6 L 99 2.8 "
    "L 106 2.8 L 106 8 L 99 8 L 99 7 L 92 7 L 92 8.4 L 46 8.8 L 42 11.6 L 20 11.6 L 18 17 "
    "L 12.6 17 L 13 11.6 L 6 9 L 0 10.6 L 0 5 Z M 36 11 L 44 11 L 34 22 L 12 24.6 L 12 22.4 "
    "L 28 19.6 Z M 42 11 L 48 11 L 70 23 L 66 24.6 L 42 14 Z M 22 11 L 34 11 L 34 18.4 "
    "L 22 18.4 Z"
)
_PISTOL = (
    "M 22 1 L 76 1 L 78 2 L 78 9.6 L 54 10.4 L 51 15.4 L 44 15.6 L 42 11.6 L 39 11.6 L 34 25 "
    "L 19 25 L 25 11 L 20 8 L 20 3 Z M 72 1 L 74 -0.8 L 76 1 Z"
)
_CARBINE = (
    "M 8 9.5 L 13 6.5 C 20 5.8 26 7 34 7.8 L 38 6.2 L 72 5.8 L 72 5 L 92 5 L 92 3.4 L 93.8 3.4 "
    "L 93.8 6.6 L 72 7.6 L 68 9 L 55 9.6 L 56 15.4 L 50.4 15.6 L 49.4 9.8 L 45 10 L 44 12.8 "
    "L 40 12.8 L 40.6 10 L 36 10.6 C 26 12 18 14.4 9.5 16.6 L 8 16.2 Z"
)

SILHOUETTES: dict[str, str] = {
    "rifle": _RIFLE,
    "semi-auto": _SEMI_AUTO,
    "smg": _SMG,
    "lmg": _LMG,
    "hmg": _HMG,
    "sniper": f"{_RIFLE} {_SCOPE}",
    "pistol": _PISTOL,
    "carbine": _CARBINE,
}


def weapon_type(name: str) -> str:
    """The silhouette for a weapon's name or type; a rifle when nothing fits."""
    text = name.casefold()
    for sign, kind in (
        ("sniper", "sniper"),
        ("scope", "sniper"),
        ("semi", "semi-auto"),
        ("garand", "semi-auto"),
        ("svt", "semi-auto"),
        ("gewehr 43", "semi-auto"),
        ("carbine", "carbine"),
        ("smg", "smg"),
        ("submachine", "smg"),
        ("thompson", "smg"),
        ("mp40", "smg"),
        ("mp 40", "smg"),
        ("ppsh", "smg"),
        ("suomi", "smg"),
        ("sten", "smg"),
        ("grease", "smg"),
        ("hmg", "hmg"),
        ("heavy", "hmg"),
        ("m1919", "hmg"),
        ("maxim", "hmg"),
        ("browning m", "hmg"),
        ("lmg", "lmg"),
        ("light m", "lmg"),
        ("mg", "lmg"),
        ("bar", "lmg"),
        ("bren", "lmg"),
        ("machine gun", "lmg"),
        ("dp", "lmg"),
        ("lahti", "lmg"),
        ("automatic rifle", "lmg"),
        ("pistol", "pistol"),
        ("colt", "pistol"),
        ("luger", "pistol"),
        ("revolver", "pistol"),
    ):
        if sign in text:
            return kind
    return "rifle"


def silhouette(name: str) -> Silhouette:
    """A weapon's own silhouette if it has one, else that of its type."""
    if name in ARSENAL:
        return ARSENAL[name]
    return Silhouette(SILHOUETTES[name if name in SILHOUETTES else weapon_type(name)])


def named(name: str, kind: str) -> str:
    """Return the argument for `weapon`: the name if that weapon has its own silhouette, else the
    type, else the name."""
    return name if name in ARSENAL else kind or name


def weapon(
    ink: Ink, x: float, y: float, size: float, kind: str, fill: Colour, *, flip: bool = False
) -> None:
    """The silhouette with its butt at (x, y); a lighter edge on top when the fill is dark.

    kind: a name of `ARSENAL`, one of `SILHOUETTES`, or any other name. "none": nothing, for who is
    unarmed."""
    if kind == "none":
        return
    shape = silhouette(kind)
    ink.path(shape.outline, shade(fill, 1.9), x, y - 0.5 * size, size, flip=flip)
    ink.path(shape.outline, fill, x, y, size, flip=flip)
    if shape.marks:
        ink.path(shape.marks, shade(fill, 3.2), x, y, size, flip=flip)
