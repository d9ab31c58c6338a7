"""How the lethality of a shot comes out where traits bend its course, counted card by card."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from owm_net.games.owm.catalog import CORE_CARDS, OrderCard
from owm_net.games.owm.flips import ICON_DIE
from owm_net.games.owm.state import AS_RULED, CATALOG, Soldier, Variants
from owm_net.games.owm.terms import Colour, EventIcon
from owm_net.games.owm.traits.firing import ARMORERS
from owm_net.games.owm.traits.random_effects import EFFECTS, NOTHING, RandomEffect

EXTRA_FLIPS = 2
"""How many flips of a Random Effect are counted; the odds of more are less than one in 10,000."""


@frozen
class Course:
    """The effect of traits on a shot. ignores_jam: the first jam does nothing. effect: of a Random
    Effect. icons: they sit on one die (G-02). wounds: wound icons are looked for (A-03)."""

    ignores_jam: bool = False
    effect: RandomEffect = NOTHING
    icons: bool = False
    wounds: bool = False


STRAIGHT = Course()


def course_of(level: str, shooter: Soldier, variants: Variants = AS_RULED) -> Course:
    """Return the effect of a shooter's traits, and of the agreed options, on their shots."""
    effect = next((e for _, e in EFFECTS.of(level, shooter)), NOTHING)
    return Course(ARMORERS.has(level, shooter), effect, variants.icons, variants.wounds)


@frozen
class _Way:
    """Where a shot stands: colours still to flip, total so far, whether the icon showed, whether a
    jam does nothing, whether a wound icon showed."""

    left: tuple[Colour, ...]
    total: int = 0
    seen: bool = False
    safe: bool = False
    hurt: bool = False


@cache
def lethality(
    colours: tuple[Colour, ...], course: Course
) -> tuple[dict[tuple[int, bool, bool], int], int]:
    """({(total, whether a Random Effect icon showed, whether a wound icon did): ways}, all ways
    there are).

    Ways that end without a total are counted only among all.
    """
    depth = len(colours) + (EXTRA_FLIPS if course.effect.extra else 0)
    running = {_Way(colours, safe=course.ignores_jam): 1}
    for _ in range(depth):
        longer: dict[_Way, int] = {}
        for way, n in running.items():
            if not way.left:
                longer[way] = longer.get(way, 0) + n * CORE_CARDS
                continue
            for (value, icon), cards in _faces(way.left[0], course).items():
                after = _step(way, value, icon, course)
                if after is not None:
                    longer[after] = longer.get(after, 0) + n * cards
        running = longer
    counted: dict[tuple[int, bool, bool], int] = {}
    for way, n in running.items():
        end = (way.total, way.seen, way.hurt)
        counted[end] = counted.get(end, 0) + n
    every: int = CORE_CARDS**depth
    return counted, every


def _step(way: _Way, value: int, icon: EventIcon | None, course: Course) -> _Way | None:
    """The shot after one more flip, None if it is lost."""
    effect = course.effect if icon is EventIcon.RANDOM_EFFECT else NOTHING
    if effect.ends:
        return None
    seen, safe = way.seen or icon is EventIcon.RANDOM_EFFECT, way.safe
    left = way.left[1:] + effect.extra
    if icon is EventIcon.JAM or effect.jams:
        if not safe:
            return _Way((), way.total, seen, hurt=way.hurt)
        safe = False
    hurt = way.hurt or icon is EventIcon.WOUND
    return _Way(left, way.total + (value if effect.counts else 0), seen, safe, hurt)


@cache
def _faces(colour: Colour, course: Course) -> dict[tuple[int, EventIcon | None], int]:
    """(value, icon that matters here) -> number of core cards."""
    counts: dict[tuple[int, EventIcon | None], int] = {}
    for card in CATALOG.core.values():
        icon = card.icon if isinstance(card, OrderCard) else None
        if icon is not None and course.icons and ICON_DIE[icon] is not colour:
            icon = None
        if icon is EventIcon.WOUND and not course.wounds:
            icon = None
        face = (card.dice.of(colour), icon)
        counts[face] = counts.get(face, 0) + 1
    return counts
