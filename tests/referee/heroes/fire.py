"""Shots: who may be shot at, and what the sum is before the die (HON-FIRE, HON-LOS, HON-AB)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.referee.heroes.book import HEAVY, INFANTRY, LIGHT, Space, Weapon, book
from tests.referee.heroes.ground import WAYS, distance
from tests.referee.heroes.model import NONE, PATTERNS, Counter, Model

LONG = 7


@dataclass(frozen=True)
class How:
    """What is said with a shot. share: of a split bonus, 0 for all of it. instead: equipment or a
    card that replaces the weapon, with its reach. marching: the card that lets one fire."""

    weapon: int = 0
    moving: bool = False
    suppressive: bool = False
    share: int = 0
    spend: tuple[str, ...] = ()
    aimed: int = 0
    dug_in: int = 0
    shields: int = 0
    instead: Mapping[str, int] | None = None
    reach: int = 0
    marching: bool = False
    card: bool = False


@dataclass(frozen=True)
class Sum:
    """A shot before the die: what is added, what must be reached, and how it came about."""

    added: int
    defence: int
    why: str

    def margin(self) -> int:
        """How good it is for the firer."""
        return self.added - self.defence


def relative(vector: Space, facing: int) -> tuple[int, int]:
    """f and r of 0.1."""
    (dx, dy), (fx, fy) = vector, WAYS[facing]
    return dx * fx + dy * fy, dy * fx - dx * fy


def in_arc(facing: int, start: Space, end: Space) -> bool:
    """R-83."""
    f, r = relative((end[0] - start[0], end[1] - start[1]), facing)
    return f > 0 and f >= abs(r)


def plate(values: tuple[int, ...], facing: int, aimed: Space, firing: Space) -> int:
    """The defence of a heavy vehicle by the angle of a shot (HON-FIRE-13, R-13)."""
    front, side, back = values
    f, r = relative((firing[0] - aimed[0], firing[1] - aimed[1]), facing)
    if abs(f) == abs(r):
        return min(front if f > 0 else back, side)
    if f > abs(r):
        return front
    return back if -f > abs(r) else side


def defence_of(m: Model, target: Counter, at: Space, firing: Space | None) -> int:
    """The defence of a unit on a space. firing: from where; None for no terrain bonus, and the
    side of a heavy vehicle."""
    values = target.up.defence
    if target.type == HEAVY:
        return values[1] if firing is None else plate(values, target.facing, at, firing)
    total = values[0]
    if target.infantry:
        total += m.directed(target, "hold_your_ground")
        if firing is not None and m.sheltered(at, firing):
            total += m.bonus_of_place(at, target.seat)
    return total


def move_penalty(m: Model, firer: Counter, weapon: Weapon, how: How) -> int | None:
    """Return what firing on the move costs (HON-AB-25, HON-TRT-01); None if it may not."""
    if not how.moving:
        return 0
    own = weapon.abilities.get("fire_on_the_move")
    if own is None:
        own = 1 if how.marching else None
    elif how.marching:
        own = 0
    if own is None:
        return None
    return max(0, own - 1) if not firer.infantry and m.trait(firer, "tr_ace_driver") else own


def bonus_of(m: Model, firer: Counter, weapon: Weapon, kind: str, how: How) -> int | None:
    """The bonus against a type: steps 2 to 5 of HON-FIRE-09. None: an X."""
    given = weapon.bonus if how.instead is None else how.instead
    if kind not in given:
        return None
    total = given[kind]
    penalty = move_penalty(m, firer, weapon, how)
    if penalty is None:
        return None
    if not how.card:
        total -= penalty
    if kind == INFANTRY:
        total += how.spend.count("eq_ammo") + 2 * how.spend.count("eq_ammo_belt")
        total += m.directed(firer, "fire_at_will")
    if kind == LIGHT:
        total += how.spend.count("eq_ammo_belt")
    if kind in (LIGHT, HEAVY):
        total += how.spend.count("eq_apc_shells")
    total += how.aimed
    if how.suppressive:
        total *= 2
    return how.share if how.share else total


def reach_of(m: Model, firer: Counter, weapon: Weapon, how: How) -> int:
    """The farthest target of a weapon, 0 for none."""
    if how.instead is not None:
        return how.reach
    limit = weapon.abilities.get("limited_range", 0)
    return limit + 2 if limit and m.trait(firer, "tr_sharpshooters") else limit


def far_penalty(m: Model, firer: Counter, weapon: Weapon, spaces: int) -> int:
    """HON-FIRE-06, HON-AB-28, HON-TRT-11."""
    if "hawkeye" in weapon.abilities:
        return 0
    return 2 if spaces > (9 if m.trait(firer, "tr_sharpshooters") else LONG) else 0


def lines(m: Model, firer: Counter, target: Counter, how: How) -> Iterator[Sum]:
    """The ways in which a unit may shoot at another, as far as place and weapon go."""
    if firer.hidden or target.hidden or not target.on_map or m.allied(firer.seat, target.seat):
        return
    weapon = firer.weapon(how.weapon)
    if how.instead is None and not weapon.plain():
        return
    heavy = firer.aboard != NONE and firer.piece.outline == "heavy_weapon"
    if heavy and "fire_on_the_move" not in weapon.abilities:
        return
    bonus = bonus_of(m, firer, weapon, target.type, how)
    if bonus is None:
        return
    limit = reach_of(m, firer, weapon, how)
    arc = weapon.arc and firer.aboard == NONE and how.instead is None
    for start, end, sight in m.sights(firer, target):
        spaces = distance(start, end)
        if sight.blocked or (limit and spaces > limit):
            continue
        if arc and not in_arc(firer.facing, start, end):
            continue
        far = far_penalty(m, firer, weapon, spaces)
        pressed = 2 * firer.suppressed
        defence = defence_of(m, target, end, start) + how.dug_in + how.shields
        why = (
            f"{start}>{end} bonus {bonus} suppressed -{pressed} range {spaces} -{far} "
            f"obstacles -{sight.obscured} smoke -{sight.smoke} against {defence}"
        )
        yield Sum(bonus - pressed - far - sight.obscured - sight.smoke, defence, why)


def shot(m: Model, firer: Counter, target: Counter, how: How) -> Sum | None:
    """The best of the lines for the firer; None where no shot is allowed."""
    return max(lines(m, firer, target, how), key=Sum.margin, default=None)


def outcome(result: int, defence: int, suppressive: bool) -> tuple[str, int]:
    """Return what a shot does: ("miss", 0), ("hit", 0), ("kill", 0) or ("markers", n)."""
    if suppressive:
        n = 2 if result >= 2 * defence else 1 if result >= defence else 0
        return ("markers", n) if n else ("miss", 0)
    if result >= 2 * defence:
        return "kill", 0
    return ("hit", 0) if result >= defence else ("miss", 0)


def covered(m: Model, colour: str, vertex: Space) -> list[Space]:
    """The spaces of a pattern on the map, north to south, then west to east (R-25)."""
    spaces = [(vertex[0] + dx, vertex[1] + dy) for dx, dy in PATTERNS[colour]]
    return sorted((s for s in spaces if m.ground.has(s)), key=lambda s: (s[1], s[0]))


def struck(m: Model, spaces: list[Space], inside: bool) -> list[int]:
    """The units that a blast on spaces affects, in order, each once. inside: a room, where the
    building does not shield them (HON-BLST-02 to -06)."""
    found: list[int] = []
    for s in spaces:
        if not inside and m.ground.building(s) is not None:
            continue
        for u in m.standing(s):
            if not u.hidden and u.n not in found:
                found.append(u.n)
    return found


def contained(m: Model, at: Space) -> list[Space]:
    """The spaces of the room or position into which something is thrown (HON-BLD-07, TER-18)."""
    ground = m.ground
    room, post = ground.room(at), ground.position(at)
    if room is not None:
        spaces = [s for s in ground.printed if ground.room(s) == room]
    else:
        spaces = list(post.spaces) if post is not None else [at]
    return sorted(spaces, key=lambda s: (s[1], s[0]))


def used_up(m: Model, u: Counter) -> bool:
    """R-105."""
    return u.acted


def may_react(m: Model, u: Counter) -> bool:
    """Return True if a unit has opportunity fire by ability or terrain (HON-TER-10, HON-AB-46)."""
    if u.hidden or u.lost or not u.on_map or not u.infantry or used_up(m, u):
        return False
    if m.phase != "activation" or u.bomb:
        return False
    if m.ground.position(u.at) is not None:
        return True
    return u.up.abilities.get("opportunity_fire", 0) == 1


def equipment_shot(key: str) -> tuple[Mapping[str, int], int]:
    """Bonus and reach of what is fired instead of a weapon."""
    option = book().options[key]
    return option.bonus, option.reach
