"""Who finds concealed counters (HON-AB-06 to -11, R-75, R-85, R-86)."""

from __future__ import annotations

from tests.referee.heroes.book import HEAVY
from tests.referee.heroes.ground import distance
from tests.referee.heroes.model import Counter, Model

REACH = 2


def in_element(m: Model, u: Counter) -> bool:
    """Return True if a counter is in a terrain element or overlay (HON-AB-06, R-325)."""
    return any(e.key not in ("open", "road") for e in m.ground.elements(u.at))


def sees(m: Model, one: Counter, hidden: Counter) -> bool:
    """Return True if one counter has another in clear sight, near enough to know it."""
    if one.type == HEAVY:
        return False
    reach = REACH if in_element(m, hidden) else 99
    return any(sight.clear and distance(a, b) <= reach for a, b, sight in m.sights(one, hidden))


def found(m: Model, mover: Counter) -> set[int]:
    """The counters that are opened after a step of a mover."""
    enemies = list(m.enemies(mover.seat))
    if not mover.hidden:
        return {e.n for e in enemies if e.hidden and sees(m, mover, e)}
    mutual = {e.n for e in enemies if e.hidden and sees(m, e, mover) and sees(m, mover, e)}
    seen = any(not e.hidden and sees(m, e, mover) for e in enemies)
    return mutual | {mover.n} if mutual or seen else set()
