"""The geometry's answers to thousands of questions, as a digest: the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from owm_net.engine import geometry
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import Body, Place, Point, Polygon, Prism, Scenery

CONCAVE = Polygon(
    ((0, 0), (300, 0), (300, 100), (100, 100), (100, 200), (300, 200), (300, 300), (0, 300))
)


def answers(count: int) -> Iterator[object]:
    chance = Chance(12)

    def point() -> Point:
        return chance.below(500) - 100, chance.below(500) - 100

    def place() -> Place:
        return (*point(), 50 * chance.below(4))

    def prism(number: int) -> Prism:
        (x, y), (w, h) = point(), (20 + chance.below(60), 20 + chance.below(60))
        ground = Polygon(((x, y), (x + w, y + h // 3), (x + w // 2, y + h)))
        hides, is_open = number % 3 > 0, number % 4 == 0
        return Prism(ground, 0, 30 + chance.below(200), hides=hides, open=is_open)

    scenery = Scenery(
        [prism(n) for n in range(12)], Body((-37, -12, 12, 37), (15, 45, 75, 105), 105)
    )
    for _ in range(count):
        p, q, a, b, k = point(), point(), point(), point(), chance.below(600)
        yield geometry.length(p, q), geometry.along(p, q, k, 700), geometry.stop_on((p, q, a), k)
        yield geometry.side(p, q, a), geometry.meeting(p, q, a, b)
        yield geometry.gap2(a, p, q), geometry.beside(a, p, q, 49), CONCAVE.clearance2(p, q)
        yield CONCAVE.stretches(p, q), geometry.share(CONCAVE.stretches(p, q)), CONCAVE.where(a)
        one, two = place(), place()
        yield geometry.within(one, two, k, 98), scenery.sees_point(one, two)
        yield scenery.sees(one, two), scenery.seen(one, two), scenery.seen(two, one)


def main() -> None:
    print(hashlib.sha256(repr(list(answers(2000))).encode()).hexdigest())


if __name__ == "__main__":
    main()
