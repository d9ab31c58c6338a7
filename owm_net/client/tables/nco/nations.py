"""Nations in words and as cards: the flag, what the nation is strong in, what is its own."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.client import keys, theme
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Action, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.tables.nco import flags
from owm_net.client.widgets import outlined
from owm_net.client.words import capital
from owm_net.engine.text import say
from owm_net.games.nco.catalog import CATALOG, Nation
from owm_net.games.nco.ids import WeaponKey

MANY = 14
"""So many soldiers are more than most nations have."""
STRENGTHS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (say("machine guns"), ("magazine_lmg", "belt_lmg", "light_lmg", "automatic_rifle")),
    (say("close fights"), ("long_smg", "drum_smg", "trench_gun", "sword_and_pistol")),
    (say("explosives"), ("launcher", "launcher_one_shot", "discharger")),
    (say("quick rifles"), ("self_loading_rifle", "carbine")),
)
"""What families of weapons are good for."""
FLAG = 1.5
"""How wide a flag is, in parts of its height."""


def strengths(nation: Nation) -> str:
    """Return what it is strong in, in a sentence."""
    return tr("Good at: {what}", what=strong_in(nation))


def strong_in(nation: Nation) -> str:
    """Return what it is strong in: numbers, specialists, the weapons of its own."""
    found = [say("numbers")] if nation.cap >= MANY else []
    found += [say("specialists")] if nation.extra_specialist_points else []
    own = nation.weapons.keys()
    found += [word for word, families in STRENGTHS if not own.isdisjoint(families)]
    return ", ".join([tr(word) for word in found])


def traits(nation: Nation) -> Iterator[str]:
    """Yield how large its squads are, who serves in them and who does not, and its weapons."""
    yield tr_n("Up to {n} soldier", "Up to {n} soldiers", nation.cap)
    if nation.extra_specialist_points:
        n = nation.extra_specialist_points
        yield tr("{n} more points for specialists", n=n)
    without = [tr(CATALOG.profiles[key].title) for key in nation.without]
    yield tr("No {who}", who=", ".join(without))
    weapons = [
        tr("{name} ({family})", name=tr(name), family=tr(CATALOG.weapons[WeaponKey(key)].title))
        for key, name in nation.weapons.items()
    ]
    yield tr("Its own weapons: {weapons}", weapons=", ".join(weapons))


def card(box: Box, nation: Nation, action: Action, *, chosen: bool, due: bool, key: str) -> None:
    """Draw a flag with the name; what the nation is strong in and its numbers, where there is room.
    due: a squad may be chosen now; else it is there to be read, and looks so."""
    id = f"nation:{nation.key}"
    hot = box.pen.ui.hover == id
    fill, edge = (theme.BUTTON, theme.GOLD) if due else (theme.PANEL_DARK, theme.PANEL_EDGE)
    fill, edge = theme.BUTTON_HOT if hot else fill, theme.LIT if chosen else edge
    room = box.inset(8, 4)
    high = min(room.h, 44.0)
    place = room.cut_left(high * FLAG, gap=10).centred(high * FLAG, high)
    fits = room.h >= 50
    name: Lettering = {"role": "title", "size": 16, "least": 12}
    head = room.cut_top(20) if fits else room
    runs = list(head.squeezed(tr(nation.title), **name))
    if fits:
        style: Lettering = {"size": 13, "colour": theme.SAND, "room": room.w + 2}
        lines = room.wrap([capital(strong_in(nation)), next(traits(nation))], 13)
        runs += box.pen.runs(lines[: int(room.h // 15)], room.x, room.y + 7, 15, **style)
    tip = "\n".join([strengths(nation), *traits(nation), *filter(None, [keys.hint(key)])])
    box.above(10).add(
        id,
        "button",
        shape=outlined(fill, edge, 2.2 if chosen else 1.2),
        runs=runs,
        flags=flags_of(chosen=chosen),
        action=action,
        label=tr(nation.title),
        tooltip=tip,
        key=key,
    )
    place.above(12).add(f"{id}.flag", "image", art=flags.flag(nation.key))


def head(box: Box, nation: Nation) -> None:
    """The flag, large, and all that is told of the nation."""
    place = box.inset(10, 8)
    left = place.cut_left(place.h * FLAG, gap=14)
    left.centred(place.h * FLAG, place.h).add("nation.flag", "image", art=flags.flag(nation.key))
    title: Lettering = {"role": "title", "size": 20, "colour": theme.GOLD}
    place.cut_top(26).text("nation.title", tr(nation.title), **title)
    first = ". ".join([strengths(nation), *list(traits(nation))[:-1]]) + "."
    words = [capital(first), list(traits(nation))[-1] + "."]
    place.words("nation.words", words, size=theme.SMALL, step=18, colour=theme.SAND)
