"""G-03 of docs/rules/nco.md word for word, in plain fractions: what sight is compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isqrt

from owm_net.engine.geometry import Place, Prism, Seen


def samples(a: Place, b: Place) -> Iterator[tuple[int, int, int]]:
    """G-03 word for word: the sixteen points of a body at b for a viewer at a."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = isqrt(dx * dx + dy * dy)
    for c in (-37, -12, 12, 37):
        x, y = (int(Fraction(-dy * c, whole)), int(Fraction(dx * c, whole))) if whole else (c, 0)
        for height in (15, 45, 75, 105):
            yield b[0] + x, b[1] + y, b[2] + height


def meets(prism: Prism, a: Place, sample: tuple[int, int, int]) -> bool:
    """The open plan interval inside is not empty, and over it the lowest height of the ray is below
    the top and the highest above the bottom."""
    low, high = Fraction(0), Fraction(1)
    for (ax, ay), (bx, by) in prism.ground.sides:
        start = (bx - ax) * (a[1] - ay) - (by - ay) * (a[0] - ax)
        end = (bx - ax) * (sample[1] - ay) - (by - ay) * (sample[0] - ax)
        if end > start:
            low = max(low, Fraction(-start, end - start))
        elif end < start:
            high = min(high, Fraction(start, start - end))
        elif start <= 0:
            return False
    eye = a[2] + 105
    heights = [eye + t * (sample[2] - eye) for t in (low, high)]
    return low < high and min(heights) < prism.top and max(heights) > prism.bottom


def expected(prisms: Iterable[Prism], a: Place, b: Place) -> Seen:
    hidden: set[tuple[int, int, int]] = set()
    obscured: set[tuple[int, int, int]] = set()
    for prism in prisms:
        viewer, target = (
            prism.open and prism.bottom <= p[2] < prism.top and prism.ground.where(p[:2]) > 0
            for p in (a, b)
        )
        if viewer and not target:
            continue
        cut = {sample for sample in samples(a, b) if meets(prism, a, sample)}
        obscured |= cut
        if prism.hides and not target:
            hidden |= cut
    return Seen(len(hidden), len(obscured))
