"""The battle as one side sees it at a decision: which places the enemy can fire at, and how well
one fires from them. Values are those of `weighing`.

It lives for one decision and remembers what it has looked at. Men in the line of fire are not
looked at here; the rules judge each shot when it is chosen.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from owm_net.engine.ids import Seat
from owm_net.games.nco.catalog import CATALOG, Weapon
from owm_net.games.nco.computer.weighing import (
    A_SOLDIER,
    SURE,
    Prizes,
    harm_of,
    hit_chance,
)
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, opponent
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import (
    BASES,
    CIRCLE,
    HIGH_GROUND,
    HIT,
    HIT_FLOOR,
    QUARTER,
    SPECIAL_COURAGE,
    TURNS,
    Focus,
    Half,
    Order,
    Phase,
    Skill,
)

NOW, LATER = 10, 5
"""Weight of a shot that may come in this turn, and of one in the next, in tenths."""
PACKED = 40
"""Cost of each friend in the same circle, where the enemy fires at areas."""
SHARED = 3
"""With so many others to choose from, an enemy fires at a soldier half the time."""


class Gun(NamedTuple):
    """A weapon in somebody's hands. far2, near2: squares of its range and of half of it, with the
    bases. need: the face that hits in the open, at long range. lobs: also at whom nobody sees."""

    row: Weapon
    far2: int
    near2: int
    need: int
    aims: bool
    lobs: bool


class Foe(NamedTuple):
    """An enemy who can fire. weight: how likely he does so before one's next order, in tenths;
    others: how many of one's own he can fire at. lobs: as of a gun."""

    soldier: SoldierId
    spot: Spot
    guns: tuple[Gun, ...]
    far2: int
    weight: int
    others: int
    area: bool
    lobs: bool


def guns_of(g: NcoState, soldier: SoldierId) -> tuple[Gun, ...]:
    """Return the weapons that a soldier can fire from where they stand."""
    s = g.soldiers[soldier]
    full, wounded = s.psyche == s.psyche_max, s.wounded
    found = []
    for weapon in s.arms:
        row = CATALOG.weapons[weapon]
        reach = g.reach(row)
        near = reach if row.half is Half.ALWAYS else reach // 2
        need = HIT - (row.cover_fire if row.area else 0)
        if row.modified:
            need += wounded - full - row.hit
        aims = Skill.DEADEYE in s.skills and not row.area and row.focus is Focus.FOCUS
        found.append(
            Gun(row, (reach + BASES) ** 2, (near + BASES) ** 2, need, aims, not row.sighted)
        )
    return tuple(found)


class Front:
    """What one side faces. mine, theirs: who stands where."""

    def __init__(self, g: NcoState, seat: Seat, prized: Prizes) -> None:
        self.g, self.seat, self.prized = g, seat, prized
        self.mine = [(s, g.soldiers[s].spot) for s in g.on_field(seat)]
        self.theirs = [(s, g.soldiers[s].spot) for s in g.on_field(opponent(seat))]
        self._looks: dict[tuple[Spot, Spot], int] = {}
        self._inside: dict[Spot, bool] = {}
        self._dangers: dict[tuple[SoldierId, Spot, bool], int] = {}
        self._targets: dict[tuple[SoldierId, Spot, bool], tuple[int, Weapon | None, SoldierId]] = {}
        self._guns: dict[SoldierId, tuple[Gun, ...]] = {}

    @cached_property
    def foes(self) -> list[Foe]:
        """Those of the enemy who can fire."""
        return [foe for s, spot in self.theirs if (foe := self._foe(s, spot)) is not None]

    @cached_property
    def area(self) -> bool:
        """Whether any of them fires at areas."""
        return any(foe.area for foe in self.foes)

    def _foe(self, soldier: SoldierId, spot: Spot) -> Foe | None:
        g = self.g
        s = g.soldiers[soldier]
        if s.peaceful:
            return None
        weight = 0 if g.turn == TURNS else LATER
        if s.broken:
            weight //= 2
        elif g.phase is Phase.ORDERS and s.order is Order.NONE:
            weight += NOW
            if g.courage(soldier) >= SPECIAL_COURAGE:
                weight += NOW // 2
        elif g.phase is not Phase.END and g.qualifies(soldier):
            weight += NOW // 2
        guns = self.guns(soldier)
        if not weight or not guns:
            return None
        far2 = max(gun.far2 for gun in guns)
        lobs = any(gun.lobs for gun in guns)
        others = sum(
            [gap2(spot, own) <= far2 and (lobs or self.look(spot, own) > 0) for _, own in self.mine]
        )
        area = any(gun.row.area for gun in guns)
        return Foe(soldier, spot, guns, far2, weight, others, area, lobs)

    def guns(self, soldier: SoldierId) -> tuple[Gun, ...]:
        """Return a soldier's weapons."""
        found = self._guns.get(soldier)
        if found is None:
            found = self._guns[soldier] = guns_of(self.g, soldier)
        return found

    def look(self, a: Spot, b: Spot) -> int:
        """Return how well a body at b is seen from a: 0 not at all, 1 in cover, 2 in the open."""
        found = self._looks.get((a, b))
        if found is None:
            ground = self.g.ground
            found = 0
            if ground.sees(a, b):
                inside = self._inside.get(b)
                if inside is None:
                    inside = self._inside[b] = ground.within_cover(b)
                found = 1 if inside or ground.obscured(a, b) >= QUARTER else 2
            self._looks[a, b] = found
        return found

    # -- what may come

    def danger(self, soldier: SoldierId, spot: Spot, *, lying: bool = False) -> int:
        """Return what standing somewhere costs until the soldier's next order."""
        key = soldier, spot, lying
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self._danger(soldier, spot, lying=lying)
        return found

    def _danger(self, soldier: SoldierId, spot: Spot, *, lying: bool) -> int:
        g = self.g
        s = g.soldiers[soldier]
        whole = self.whole(soldier)
        here = s.spot
        low = (2 if Skill.COVERT in s.skills else 1) if lying else 0
        total = 0
        for foe in self.foes:
            away2 = gap2(foe.spot, spot)
            if away2 > foe.far2:
                continue
            seen = self.look(foe.spot, spot)
            if not seen and not foe.lobs:
                continue
            worst = max([self._harm(foe, gun, soldier, spot, away2, seen, low) for gun in foe.guns])
            known = gap2(foe.spot, here) <= foe.far2
            known = known and (foe.lobs or self.look(foe.spot, here) > 0)
            others = foe.others - known
            total += worst * foe.weight * SHARED // (10 * (SHARED + others))
        # Of many shots each costs less than the one before: nobody dies twice.
        total = min(9 * SURE, total)
        more = SURE + total
        return whole * total * more // (SURE * (more + total * total // SURE))

    def whole(self, soldier: SoldierId) -> int:
        """Return what the death of a soldier costs."""
        points = self.g.soldiers[soldier].worth + self.prized.get(soldier, 0) + A_SOLDIER
        return 100 * points

    def _harm(
        self, foe: Foe, gun: Gun, soldier: SoldierId, spot: Spot, away2: int, seen: int, low: int
    ) -> int:
        """In thousandths of the soldier, if it is fired."""
        if away2 > gun.far2 or not (seen or gun.lobs):
            return 0
        chance = _chance(self.g, gun, foe.spot, spot, away2, seen, low)
        return self._cost(chance, gun, soldier)

    def _cost(self, chance: tuple[int, int], gun: Gun, target: SoldierId) -> int:
        one, two = chance
        value = one * harm_of(self.g, target, gun.row, 1)
        if two:
            value += two * harm_of(self.g, target, gun.row, 2)
        return value // SURE

    def packed(self, soldier: SoldierId, spot: Spot) -> int:
        """Return the cost of standing where one burst catches friends too."""
        if not self.area:
            return 0
        wide = (2 * CIRCLE) ** 2
        return PACKED * sum([s != soldier and gap2(own, spot) < wide for s, own in self.mine])

    # -- what one can do

    def fire(self, soldier: SoldierId, spot: Spot, *, moved: bool = False) -> int:
        """Return the value of the best shot from a place, with enemies where they are."""
        return self.target(soldier, spot, moved=moved)[0]

    def target(
        self, soldier: SoldierId, spot: Spot, *, moved: bool = False
    ) -> tuple[int, Weapon | None, SoldierId]:
        """Return the same, with its weapon and its target."""
        key = soldier, spot, moved
        found = self._targets.get(key)
        if found is None:
            found = self._targets[key] = self._target(soldier, spot, moved=moved)
        return found

    def _target(
        self, soldier: SoldierId, spot: Spot, *, moved: bool
    ) -> tuple[int, Weapon | None, SoldierId]:
        g = self.g
        best: tuple[int, Weapon | None, SoldierId] = 0, None, NO_SOLDIER
        if g.soldiers[soldier].peaceful:
            return best
        guns = self.guns(soldier)
        far2 = max([gun.far2 for gun in guns], default=0)
        lobs = any(gun.lobs for gun in guns)
        for enemy, there in self.theirs:
            away2 = gap2(spot, there)
            if away2 > far2:
                continue
            seen = self.look(spot, there)
            if not seen and not lobs:
                continue
            t = g.soldiers[enemy]
            points = t.worth + self.prized.get(enemy, 0) + A_SOLDIER
            for gun in guns:
                if away2 > gun.far2 or (moved and not gun.row.advance):
                    continue
                if not seen and not gun.lobs:
                    continue
                chance = _chance(g, gun, spot, there, away2, seen, int(t.down), moved=moved)
                value = self._cost(chance, gun, enemy) * points // 10
                if value > best[0]:
                    best = value, gun.row, enemy
        return best


def _chance(
    g: NcoState,
    gun: Gun,
    here: Spot,
    there: Spot,
    away2: int,
    seen: int,
    low: int,
    *,
    moved: bool = False,
) -> tuple[int, int]:
    """Return the chances of one and of two hits at a body that is seen so well and lies so low."""
    row, need = gun.row, gun.need
    if row.modified:
        if not gun.aims:
            need += (seen == 1) + low
        if away2 <= gun.near2:
            need -= 1
        else:
            need -= row.far
        if moved:
            need -= row.moved
        if here[2] and g.ground.height(here[2]) - g.ground.height(there[2]) >= HIGH_GROUND:
            need -= 1
    one, two = hit_chance(max(HIT_FLOOR, need), row.dice, row.again)
    if row.thrown:
        one, two = 2 * one // 3, 2 * two // 3
    return one, two
