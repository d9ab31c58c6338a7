"""Assaults: the sums of both sides (HON-ASLT)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.heroes.book import HEAVY, INFANTRY, Space, Weapon
from tests.referee.heroes.fire import in_arc
from tests.referee.heroes.model import Counter, Model


@dataclass
class Clash:
    """An assault under way. launch: the space from which it comes; rage: cards, by unit."""

    attacker: int
    defender: int
    launch: Space
    rage: dict[int, int] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    winner: int | None = None


def assault_value(u: Counter) -> int | None:
    """Return what is printed in its Assault symbol; None without one."""
    return None if u.hidden else u.up.abilities.get("assault")


def dice(u: Counter, attacks: bool) -> int:
    """How many dice it rolls (HON-AB-19)."""
    return 2 if attacks or assault_value(u) is not None else 1


def weapon(u: Counter) -> Weapon | None:
    """Return what it fights with (HON-ASLT-11, R-17)."""
    if u.type == HEAVY:
        return u.up.weapons[1] if len(u.up.weapons) > 1 else None
    return u.up.weapons[0] if u.up.weapons else None


def total(m: Model, clash: Clash, n: int, rolled: tuple[int, ...]) -> int:
    """The sum of one side (HON-ASLT-08, -09)."""
    attacks = n == clash.attacker
    u = m.units[n]
    other = m.units[clash.defender if attacks else clash.attacker]
    arms = weapon(u)
    sum_ = max(rolled) + (arms.bonus.get(other.type, 0) if arms else 0)
    sum_ += assault_value(u) or 0
    if attacks:
        sum_ += m.directed(u, "charge")
    elif u.infantry and m.sheltered(u.at, clash.launch):
        sum_ += m.bonus_of_place(u.at, u.seat)
    if u.infantry and other.type == HEAVY and m.trait(u, "tr_tankbuster"):
        sum_ += 2
    if m.bought(other.seat, "tr_notorious"):
        sum_ += 1
    return sum_ + clash.rage.get(n, 0) - 2 * u.suppressed


def out_of_arc(m: Model, clash: Clash) -> bool:
    """HON-ASLT-22."""
    u = m.units[clash.defender]
    if u.hidden or u.type != INFANTRY or not u.weapon().arc:
        return False
    return not in_arc(u.facing, u.at, clash.launch)
