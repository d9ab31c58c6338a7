"""The worth of units, shots, assaults and places to the computer player of Heroes.

A worth is about a hundred times the victory points that it brings. Odds are exact; what others may
do later is an estimate. Sums of shots and assaults come from the rules (`shot`, `attack`,
`defence`). Of shots that are only imagined, from many places, `Outlook.lead` makes a short sum of
the same parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from heapq import heappop, heappush
from typing import Unpack

from attrs import frozen

from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.games.heroes.assault import attack, defence, dice_of, retreats
from owm_net.games.heroes.cards.card import Cards
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.charges import CHARGE
from owm_net.games.heroes.computer.odds import SURE, clash, reaches
from owm_net.games.heroes.equipment import Spend, stocks
from owm_net.games.heroes.exits import points_of
from owm_net.games.heroes.grid import distance, in_arc, struck
from owm_net.games.heroes.ground import NO_OVERLAY, Ground
from owm_net.games.heroes.hidden import hidden_unit, is_bluff
from owm_net.games.heroes.ids import (
    NO_FORMATION,
    NO_UNIT,
    OFF_MAP,
    CounterKey,
    Space,
    StructureId,
    UnitId,
    WeaponPlace,
)
from owm_net.games.heroes.options import BLOODTHIRSTY, GUARDIAN, limit, long_range
from owm_net.games.heroes.paths import Path
from owm_net.games.heroes.printed.counters import CONCEALED
from owm_net.games.heroes.printed.scenarios import Objective
from owm_net.games.heroes.reacting import may_react
from owm_net.games.heroes.riding import passengers
from owm_net.games.heroes.shooting import penalty_on_the_move, shot, weapon_of
from owm_net.games.heroes.sight import BLOCKED, sight
from owm_net.games.heroes.smoke import smoke_of
from owm_net.games.heroes.smoke_bombs import bombs
from owm_net.games.heroes.state import HeroesState, Unit, UnitChanges
from owm_net.games.heroes.terms import DIE, FAR, PRESSED, Ability, HitSymbol, Phase, UnitType
from owm_net.games.heroes.weapons import armed, guns

POINT = 100
"""The worth of a victory point."""
POWER, STAR = 7, 40
"""The worth of a point of combat bonus, and of an order star, for each round that is left."""
STEP_DOWN, HALF_GONE = 35, 50
"""Percent of what a unit's loss would cost that a first hit has cost already: to regular, and to a
veteran."""
PINNED = 8
"""Worth of a Suppressed marker beside the fire that does not come: zone of control, movement."""
SOON, LATER, MINE_FIRST = 55, 30, 18
"""Percent of a shot that counts as danger: this round, of who has an order; in the next one, if the
enemy or this seat goes first then."""
CHANCES, CHANCES_FIRST = 40, 65
"""Percent of the best shot from a place that counts, likewise."""
COVER = 9
"""Worth of a point of defence bonus of the place where one stands."""
NEARER = 9
"""Worth of a space on the way to an objective."""
STRIKE = 4
"""So near to an objective a unit gets onto it with one move."""
HELD_UP = 2
"""Steps more that it is from difficult ground, which is left by one space only (HON-TER-06)."""
FAR_AWAY = 40
EVERYWHERE = 100
"""Spaces; farther than on any map."""
DECISIVE = 6
"""The points that it is worth beside its own to hold what alone wins."""
HURRY = 4
"""In so many last rounds it is worth more each time, to those who lose without it."""
OPENED = 30
"""Percent of what an objective is worth more without an enemy that counts when that enemy is ended
by fire, or held down where it closes a door."""
AGAIN, TOO_LATE = 2, 8
"""So often a round a structure may be hit as well as by a shot; what remains of the worth of a
shot, as a divisor, if that cannot bring it down in time."""
ONWARD, RIDING = 8, 60
"""Percent of what it brings to leave the map: for a space on the way there, and for a seat in a
vehicle."""
THIS_ROUND, NEXT_ROUND = 70, 35
"""Percent of what a vehicle may yet bring its passengers nearer that counts."""
IN_WRECKS = 50
"""Percent of what a passenger is worth that is lost with its vehicle."""
STRANDED = 60
"""What it costs to sit in a vehicle at the end."""
IN_THE_WAY = -1000
"""What it is worth to take the room in an ally's vehicle."""
MINED = 400
"""What it costs to stand where something will explode."""
OWN_LOSS = 3
"""So much more a loss of one's own by one's own doing counts."""
TO_LAY = 60
"""Percent of what a charge would do that it is worth to stand where it may be laid."""
FIELD = 7
"""Worth of each space of an objective at which a weapon with an arc may fire."""
LOOKS = 5
"""Places that a hasty player looks at closely."""
LOST = 150
"""Percent of what one's own unit is worth that count when an assault may be lost."""
OVERWATCHED = 60
"""Percent of a reaction to a move that counts."""


@lru_cache(maxsize=64)
def ways_to(ground: Ground, spaces: tuple[Space, ...], kind: UnitType) -> dict[Space, int]:
    """Return how many steps it is to the nearest of these spaces, units aside; difficult ground,
    which ends a move, counts three."""
    found: dict[Space, int] = {}
    waiting = [(0, space) for space in spaces]
    while waiting:
        steps, space = heappop(waiting)
        if space in found:
            continue
        found[space] = steps
        more = 3 if ground.difficult(space, kind) else 1
        for near in ground.neighbours(space, kind):
            if near not in found:
                heappush(waiting, (steps + more, near))
    return found


@lru_cache(maxsize=64)
def doorsteps(ground: Ground, spaces: tuple[Space, ...]) -> tuple[Space, ...]:
    """Return where infantry goes into a building, outside its doors; nowhere for other places."""
    if not all(ground.cells[space].building for space in spaces):
        return ()
    near = [n for space in spaces for n in ground.neighbours(space, UnitType.INFANTRY)]
    return tuple([space for space in near if not ground.cells[space].building])


def hurry(g: HeroesState, seat: Seat) -> int:
    """Return how near it is to too late for a seat that loses if nobody has won in the last round:
    0 if it does not, or there is time."""
    if g.battle.otherwise in ("", g.side(seat).name):
        return 0
    return max(0, HURRY - max(0, g.battle.rounds - g.round))


def supposing(g: HeroesState, unit: UnitId, **changes: Unpack[UnitChanges]) -> HeroesState:
    """Return the state as it would be with a unit changed; the given one stays as it is."""
    other = copy(g)
    other.units = list(g.units)
    other.change(unit, **changes)
    return other


NO_BONUS = -1000
HOPELESS = -DIE - 1
"""A lead with which no die is enough."""


@frozen
class Barrels:
    """The weapons that a unit may fire at one type of target: their bonus by distance, NO_BONUS out
    of reach. best: of all of them; each: whether it has an arc, and its own. arc: one has."""

    best: tuple[int, ...]
    each: tuple[tuple[bool, tuple[int, ...]], ...]
    arc: bool


@lru_cache(maxsize=1 << 12)
def barrels(
    key: CounterKey,
    face: int,
    able: tuple[WeaponPlace, ...],
    kind: UnitType,
    moving: bool,
    more: int,
    far: int,
) -> Barrels:
    """Those of a face. able: that may fire now. more, far: what traits add to Limited Range, and
    make of Long Range."""
    found = []
    for weapon in [CATALOG.pieces[key].faces[face].weapons[n] for n in able]:
        if kind in weapon.bonus and (not moving or Ability.FIRE_ON_THE_MOVE in weapon.abilities):
            printed = weapon.abilities.get(Ability.LIMITED_RANGE)
            reach = EVERYWHERE if printed is None else printed + more
            hawk = Ability.HAWKEYE in weapon.abilities
            bonus = [weapon.bonus[kind] - FAR * (n > far and not hawk) for n in range(EVERYWHERE)]
            bonus[0] = NO_BONUS
            bonus[reach + 1 :] = [NO_BONUS] * (EVERYWHERE - reach - 1)
            found.append((weapon.arc, tuple(bonus)))
    best = [max([b[n] for _, b in found], default=NO_BONUS) for n in range(EVERYWHERE)]
    return Barrels(tuple(best), tuple(found), any(arc for arc, _ in found))


@frozen
class Stand:
    """A unit, as it is or may be, on a space where it is or may be."""

    number: UnitId
    unit: Unit
    space: Space


@frozen(kw_only=True)
class Mind:
    """How a player thinks. fearless: not of what the enemy may do. hasty: of a move it looks
    closely at few places alone. step_down: see `STEP_DOWN`."""

    fearless: bool = False
    hasty: bool = False
    step_down: int = STEP_DOWN


SOUND = Mind()
"""Regular."""


class Outlook:
    """The table as a seat sees it, weighed. view: of that seat."""

    def __init__(self, view: View[HeroesState], mind: Mind = SOUND) -> None:
        self.mind = mind
        self.seat = Seat(view.seat)
        self.look(view)
        g = self.g
        self.units = [self._known(UnitId(n)) for n in range(len(g.units))]
        self.ours = g.on_map(self.seat)
        self.able = [*g.in_play(self.seat), *bombs(g, self.seat)]
        """Who may bear an order."""
        self.theirs = [unit for unit, _ in g.enemies(self.seat)]
        self.reactors = [unit for unit in self.theirs if may_react(g, g.units[unit])]
        self._loads: dict[UnitId, list[UnitId]] = {}
        for n, u in enumerate(g.units):
            if u.rides:
                self._loads.setdefault(u.aboard, []).append(UnitId(n))
        self.left = max(0, g.battle.rounds - g.round)
        self.first = not g.leads(self.seat) and not g.kept
        self.ground = g.ground
        self._stands = [Stand(UnitId(n), u, u.at) for n, u in enumerate(self.units)]
        self._charged: dict[UnitId, bool] = {}
        self._bests: dict[tuple[UnitId, Space, int, int, bool], int] = {}
        self.gains: dict[UnitId, tuple[int, int]] = {}
        self._fears: dict[tuple[UnitId, Space, int, int], int] = {}
        self._targets: list[tuple[int, Stand]] | None = None
        self._feared: dict[UnitType, list[tuple[Stand, tuple[int, ...], int]]] = {}
        self._screens: dict[UnitId, frozenset[Space]] = {}
        self._fires: dict[tuple[UnitId, int, bool, UnitType, bool], Barrels] = {}
        self._lines: dict[tuple[UnitId, Space, Space], int] = {}
        self._smoke = smoke_of(g)
        self._guarded = [int(g.has_option(seat, GUARDIAN)) for seat in g.players]
        self._falls: dict[StructureId, int] = {}
        self._places: dict[tuple[UnitId, Space, int, int], int] = {}
        self._harms: dict[UnitId, tuple[int, int]] = {}
        self._orders = {seat: self._order_odds(seat) for seat in g.players}
        self._threats: dict[UnitId, int] = {}
        self._stakes: dict[tuple[int, UnitId], int] = {}
        self._slopes = [self._slope(n) for n in range(len(g.battle.objectives))]
        self._closed: dict[UnitId, int] = {}
        self._goals: dict[tuple[UnitId, Space, bool], int] = {}
        self._turned: dict[tuple[UnitId, int, int], Unit] = {}

    def look(self, view: View[HeroesState]) -> None:
        """The same table, in which only tokens lie otherwise."""
        self.view, self.g = view, view.state

    def armed(self, unit: UnitId, weapon: WeaponPlace) -> Outlook:
        """The same with a weapon of a vehicle laid."""
        other = copy(self)
        other.g = armed(self.g, unit, weapon)
        return other

    # -- units ---------------------------------------------------------------------------

    def under(self, unit: UnitId) -> UnitId:
        """Return the unit under a blind of this seat; any other counter, and a Ruse, itself."""
        g = self.g
        u = g.units[unit]
        if not u.blind or u.seat != self.seat or u.lost:
            return unit
        card = self.view.card(g.card_under(unit))
        found = NO_UNIT if card is None else hidden_unit(card)
        return unit if found == NO_UNIT else found

    def _known(self, unit: UnitId) -> Unit:
        """A counter as this seat knows it: its own as they will be when they are opened."""
        u = self.g.units[unit]
        if u.seat != self.seat or not u.concealed:
            return u
        return self.g.units[self.under(unit)].with_(at=u.at, concealed=False, acted=u.acted)

    def _power(self, u: Unit) -> int:
        """Return what a unit may still do by the faces that it has."""
        best = max(u.up.strongest, u.other.up.strongest) if u.flips else u.up.strongest
        stars = u.number(Ability.ORDER) + u.has(Ability.PERSONAL_ORDER)
        return (POWER * (1 + best) + STAR * stars) * (1 + self.left)

    def _loss(self, unit: UnitId) -> tuple[int, int]:
        """Return what a hit on a unit costs its side, and what its end costs."""
        g, u = self.g, self.units[unit]
        f = g.formations[u.formation]
        points = 0
        if u.formation != NO_FORMATION and f.squares and not f.turned:
            points = POINT * f.points // max(1, f.squares - f.losses) + STAR * f.stars * self.left
        whole = points + self._power(u)
        if u.up.hit is HitSymbol.LAST or u.kind.vehicle or len(u.piece.faces) < 2:
            return whole, whole
        part = points * self.mind.step_down // 100 + self._power(u) - self._power(u.other)
        return min(part, whole), whole

    def harm(self, unit: UnitId) -> tuple[int, int]:
        """The same, with those that a vehicle carries."""
        found = self._harms.get(unit)
        if found is None:
            hit, end = self._loss(unit)
            loads = self._loads.get(unit, ())
            more = sum([self.harm(load)[1] for load in loads]) * IN_WRECKS // 100
            found = self._harms[unit] = (hit + more, end + more)
        return found

    def _order_odds(self, seat: Seat) -> int:
        """The odds that a closed token of a seat is an order, as far as this seat knows."""
        g = self.g
        closed = len(g.closed(seat))
        return SURE * max(1, closed - g.bluffs[seat]) // closed if closed else 0

    def ordered(self, unit: UnitId) -> int:
        """The odds that a unit acts this round still."""
        g = self.g
        u = g.units[unit]
        if u.acted or not u.there or g.phase in (Phase.SET_UP, Phase.SUPPLY):
            return 0
        if g.phase is Phase.ORDERS:
            return SURE * min(g.due[u.seat], len(g.on_map(u.seat))) // len(g.on_map(u.seat))
        if unit not in g.bearers[u.seat]:
            return SURE if u.has(Ability.AUTONOMOUS) else 0
        token = g.hands[g.laid(u.seat)][g.bearers[u.seat].index(unit)]
        card = self.view.card(token)
        if token >= 0:
            return 0
        if card is not None:
            return 0 if is_bluff(card) else SURE
        return self._orders[u.seat]

    def threat(self, unit: UnitId) -> int:
        """Return what an enemy with an order will do this round, as one fears."""
        found = self._threats.get(unit)
        if found is None:
            odds = 0 if self.mind.fearless else self.ordered(unit)
            found = odds * self.best_of(unit, self.g.units[unit]) // SURE if odds else 0
            self._threats[unit] = found
        return found

    def best_of(self, unit: UnitId, u: Unit) -> int:
        """The best plain shot of a unit from where it stands."""
        best = 0
        for prey in self.ours if u.seat != self.seat else self.theirs:
            best = max(best, self.shot_worth(Stand(unit, u, u.at), self.stand(prey), unit))
        return best

    # -- shots ---------------------------------------------------------------------------

    def screen(self, mover: UnitId) -> frozenset[Space]:
        """The spaces of all units but one."""
        found = self._screens.get(mover)
        if found is None:
            found = self._screens[mover] = frozenset(
                [s for n, u in enumerate(self.g.units) if n != mover and u.there for s in u.covers]
            )
        return found

    def _fire(self, unit: UnitId, u: Unit, kind: UnitType, moving: bool = False) -> Barrels:
        """The weapons of a unit with this face up."""
        key = (unit, u.face, u.concealed, kind, moving)
        found = self._fires.get(key)
        if found is None:
            printed = (CONCEALED, 0) if u.concealed else (u.key, u.face)
            able, more = tuple(guns(self.units[unit])), limit(self.g, unit, 0)
            far = long_range(self.g, unit)
            found = barrels(*printed, able, kind, moving, more, far)
            self._fires[key] = found
        return found

    def _lead(self, by: Stand, at: Stand, mover: UnitId, best: int, moving: bool = False) -> int:
        """Return a bonus less the defence, with every modifier; HOPELESS if no die is enough, or
        nothing is seen."""
        u, t = by.unit, at.unit
        printed = t.up.defence
        if len(printed) > 1:
            printed = tuple([printed[n] for n in struck(t.facing, at.space, by.space)])
        lead = best - PRESSED * u.suppressed - min(printed)
        if moving:
            lead -= penalty_on_the_move(u) or 0
        if lead <= HOPELESS or OFF_MAP in (by.space, at.space):
            return HOPELESS
        if t.kind is UnitType.INFANTRY:
            cover = self.ground.shelter(at.space, by.space)
            lead -= cover + self._guarded[self.g.units[at.number].seat] if cover else 0
            if lead <= HOPELESS:
                return HOPELESS
        seen = self._seen(by.space, at.space, mover)
        return HOPELESS if seen == BLOCKED else max(HOPELESS, lead - seen)

    def _seen(self, start: Space, end: Space, mover: UnitId) -> int:
        """The penalty of a line of sight, or BLOCKED; it is the same from either end."""
        key = (mover, start, end) if start < end else (mover, end, start)
        found = self._lines.get(key)
        if found is None:
            screen = self.screen(mover)
            found = self._lines[key] = sight(self.ground, start, end, screen, smoke=self._smoke)
        return found

    def worth_of(self, unit: UnitId, need: int, defence: int, dice: int = 1) -> int:
        """Return what a shot at a unit brings that needs so much with a die."""
        hit, end = self.harm(unit)
        hits, kills = reaches(need, dice), reaches(need + defence, dice)
        return ((hits - kills) * hit + kills * end) // SURE

    def shot_worth(
        self, by: Stand, at: Stand, mover: UnitId, moving: bool = False, arc: bool = True
    ) -> int:
        """Return what a plain shot brings that is only imagined. mover: which of the two is not
        where it is supposed to be."""
        away = distance(by.space, at.space)
        fire = self._fire(by.number, by.unit, at.unit.kind, moving)
        bonus = fire.best[away]
        if arc and fire.arc and not in_arc(by.unit.facing, by.space, at.space):
            bonus = max([b[away] for arced, b in fire.each if not arced], default=NO_BONUS)
        return self._hit_worth(by, at, mover, bonus, moving)

    def hit_odds(self, by: Stand, at: Stand, mover: UnitId, moving: bool = False) -> int:
        """Return the odds that such a shot hits."""
        away = distance(by.space, at.space)
        fire = self._fire(by.number, by.unit, at.unit.kind, moving)
        bonus = fire.best[away]
        if fire.arc and not in_arc(by.unit.facing, by.space, at.space):
            bonus = max([b[away] for arced, b in fire.each if not arced], default=NO_BONUS)
        made = HOPELESS if bonus == NO_BONUS else self._lead(by, at, mover, bonus, moving)
        dice = 2 if Ability.DUAL_WEAPON in by.unit.weapon.abilities else 1
        return 0 if made == HOPELESS else reaches(-made, dice)

    def _hit_worth(
        self, by: Stand, at: Stand, mover: UnitId, best: int, moving: bool = False
    ) -> int:
        """The same with the bonus that its weapons give it."""
        if best == NO_BONUS or self.g.units[at.number].concealed:  # it must be found first
            return 0
        made = self._lead(by, at, mover, best, moving)
        if made == HOPELESS:
            return 0
        dice = 2 if Ability.DUAL_WEAPON in by.unit.weapon.abilities else 1
        return self.worth_of(at.number, -made, min(at.unit.up.defence), dice)

    def stand(self, unit: UnitId) -> Stand:
        """A unit where it is."""
        return self._stands[unit]

    def fire_worth(
        self,
        firer: UnitId,
        target: UnitId,
        suppressive: bool,
        *,
        moving: bool = False,
        share: int | None = None,
        spend: Spend = (),
        cards: Cards = (),
    ) -> int:
        """Return what a shot brings that the rules allow: losses, and fire that does not come."""
        g = self.g
        made = shot(g, firer, target, suppressive, moving, share, spend, cards)
        weapon = weapon_of(g.units[firer], cards, spend)
        dice = 2 if Ability.DUAL_WEAPON in weapon.abilities else 1
        need = made.defence - made.result(0)
        hits, twice = reaches(need, dice), reaches(need + made.defence, dice)
        threat = self.threat(target)
        if suppressive:
            one, two = self.pinned(target, 1), self.pinned(target, 2)
            return ((hits - twice) * one + twice * two) // SURE
        hit, end = self.harm(target)
        ends = threat + self.cleared(target) * OPENED // 100
        lasts = self.g.units[target].up.hit is HitSymbol.LAST
        total = (hits - twice) * (hit + (ends if lasts else threat // 3)) + twice * (end + ends)
        if Ability.FRIGHTENING_SHOT in weapon.abilities:
            total += (SURE - hits) * self.pinned(target, 1)
        return total // SURE

    def pinned(self, unit: UnitId, markers: int) -> int:
        """Return what so many Suppressed markers on an enemy are worth."""
        u = self.g.units[unit]
        value = PINNED // (1 + u.suppressed) + self.closes(unit) * OPENED // 100
        threat = self.threat(unit)
        if threat:
            then = u.with_(suppressed=u.suppressed + markers)
            value += threat - min(threat, self.ordered(unit) * self.best_of(unit, then) // SURE)
        return value

    # -- assaults ------------------------------------------------------------------------

    def assault_odds(self, unit: UnitId, start: Space, target: UnitId) -> tuple[int, int]:
        """Return the odds that an assault from a space is won, and lost."""
        then = supposing(self.g, unit, at=start)
        u, t = then.units[unit], then.units[target]
        lead = sum([n for _, n in attack(then, unit, target)])
        lead -= sum([n for _, n in defence(then, target, unit, start)])
        if t.weapon.arc and not in_arc(t.facing, t.at, start):
            lead += PRESSED
        return clash(lead, dice_of(u, True), dice_of(t, False))

    def assault_worth(self, unit: UnitId, start: Space, target: UnitId) -> int:
        """Return what an assault from a space brings."""
        g = self.g
        then = supposing(g, unit, at=start)
        t = then.units[target]
        won, lost = self.assault_odds(unit, start, target)
        hit, end = self.harm(target)
        mine, _ = self.harm(unit)
        threat = self.threat(target)
        if t.kind is UnitType.LIGHT or g.has_trait(unit, BLOODTHIRSTY):
            gain = end + threat
        elif t.kind is UnitType.HEAVY:
            gain = end // 3 + threat // 3
        elif t.up.hit is HitSymbol.LAST or not retreats(then, target, start):
            gain = end + threat
        else:
            gain = hit + threat // 2
        taken = t.at if not t.kind.vehicle else start
        gain += self.goal(unit, taken) - self.goal(unit, start) + self.cleared(target)
        return (won * gain - lost * mine * LOST // 100) // SURE

    # -- objectives ----------------------------------------------------------------------

    def cleared(self, target: UnitId) -> int:
        """Return what objectives are worth more when an enemy there, or one that closes their
        doors, is gone."""
        at, total = self.g.units[target].at, self.closes(target)
        for number, objective in enumerate(self.g.battle.objectives):
            if at in objective.spaces:
                total += self._stake(number, target) - self._stake(number)
        return total

    def closes(self, target: UnitId) -> int:
        """Return what it costs this seat that an enemy's zone of control closes doors of objectives
        to infantry that is near (HON-ZOC-05)."""
        found = self._closed.get(target)
        if found is None:
            found = self._closed[target] = self._closes(target)
        return found

    def _closes(self, target: UnitId) -> int:
        t, total = self.g.units[target], 0
        if t.kind is not UnitType.INFANTRY or t.suppressed or self.ground.cells[t.at].building:
            return 0
        for number, objective in enumerate(self.g.battle.objectives):
            for door in doorsteps(self.ground, objective.spaces):
                if distance(t.at, door) <= 1 and any(
                    distance(self.g.units[o].at, door) < STRIKE
                    for o in self.ours
                    if self.g.units[o].kind is UnitType.INFANTRY
                ):
                    total += self._door(number)
        return total

    def _door(self, number: int) -> int:
        """Return what it is worth to this seat that infantry can go in by a door of an objective
        that is a building."""
        objective = self.g.battle.objectives[number]
        if not self.g.holders or self.g.holders[number] == self.g.side(self.seat).name:
            return 0
        return POINT * self._points(objective) // len(doorsteps(self.ground, objective.spaces))

    def _stake(self, number: int, gone: UnitId = NO_UNIT) -> int:
        """Return what it is worth that a unit of ours is on an objective at the next check. gone:
        an enemy that will not be there."""
        key = (number, gone)
        found = self._stakes.get(key)
        if found is None:
            found = self._stakes[key] = self._hold(*key)
        return found

    def _hold(self, number: int, gone: UnitId) -> int:
        g = self.g
        objective, holder = g.battle.objectives[number], g.holders[number] if g.holders else ""
        own = g.side(self.seat).name
        points = self._points(objective)
        ours = POINT * points if own in objective.counts else 0
        others = [name for name in objective.counts if name != own]
        lose = POINT * points if others else 0
        there = any(g.units[e].at in objective.spaces for e in self.theirs if e != gone)
        comes = self.first is False and any(
            not g.units[e].acted
            and ways_to(g.ground, objective.spaces, g.units[e].kind).get(g.units[e].at, FAR_AWAY)
            <= g.units[e].movement
            for e in self.theirs
            if g.units[e].kind is UnitType.INFANTRY
        )
        ripe = 100 if not self.left else 30 + 50 * g.round // max(1, g.battle.rounds)
        if holder == own:
            value = (ours + lose) if there else (ours + lose) * (60 if comes else 6) // 100
        elif there:
            value = lose if not holder else 20
        else:
            value = (ours + (lose if holder else 0)) * (50 if comes else 100) // 100
        return value * ripe // 100

    def _points(self, objective: Objective) -> int:
        """Return the points of an objective; more if to hold it is all that wins (G-11 S8)."""
        once = self.g.battle.at_once
        if once is None or once.holds != objective.name or once.score:
            return objective.points
        return objective.points + DECISIVE * (1 + hurry(self.g, self.seat))

    def goal(self, unit: UnitId, space: Space, aboard: bool = False) -> int:
        """Return what a unit does for objectives on a space: on them, or on the way. aboard: it is
        in a vehicle there."""
        key = (unit, space, aboard)
        found = self._goals.get(key)
        if found is None:
            found = self._goals[key] = self._goal(*key)
        return found

    def _goal(self, unit: UnitId, space: Space, aboard: bool) -> int:
        g, total = self.g, 0
        u = g.units[unit]
        for number, objective in enumerate(g.battle.objectives):
            if u.kind is UnitType.INFANTRY and space in objective.spaces:
                if aboard:  # only who stands there holds it
                    continue
                held = any(o != unit and g.units[o].at in objective.spaces for o in self.ours)
                total += self._stake(number) // (8 if held else 2 if u.concealed else 1)
                continue
            steps = ways_to(g.ground, objective.spaces, u.kind).get(space, FAR_AWAY)
            steps += HELD_UP * g.ground.difficult(space, u.kind)
            slope = self._slopes[number]
            total -= slope * max(0, steps - STRIKE) + slope // 3 * min(steps, STRIKE)
        out = self.leaving(unit)
        if out:
            steps = ways_to(g.ground, g.battle.exits[1], u.kind).get(space, FAR_AWAY)
            total -= out * ONWARD * steps // 100
        return total

    def _slope(self, number: int) -> int:
        """Return what a space on the way to an objective is worth."""
        g = self.g
        slope = NEARER * self._points(g.battle.objectives[number]) // 4
        own = g.holders and g.holders[number] == g.side(self.seat).name
        return slope // 2 if own else slope

    def riding(self, unit: UnitId, vehicle: UnitId) -> int:
        """Return what it is worth that a unit sits in a vehicle: where that is, and how far it will
        carry it still, if there is time to get out again."""
        g = self.g
        v = g.units[vehicle]
        if v.seat != g.units[unit].seat:
            return IN_THE_WAY
        if v.at == OFF_MAP:  # it is a wreck, out of which a way is looked for
            return 0
        value = self.goal(unit, v.at, aboard=True) + self.leaving(unit) * RIDING // 100
        if not self.mind.fearless:
            end = max(1, self.harm(vehicle)[1])
            value -= self._fear(self.stand(vehicle)) * self.harm(unit)[1] * IN_WRECKS // (100 * end)
        if not self.left:
            return value - STRANDED
        carry = [0]
        for number, objective in enumerate(g.battle.objectives):
            steps = ways_to(g.ground, objective.spaces, v.kind).get(v.at, FAR_AWAY)
            if steps < FAR_AWAY:
                carry.append(self._slopes[number] * min(v.movement, max(0, steps - STRIKE)))
        return value + max(carry) * (NEXT_ROUND if v.acted else THIS_ROUND) // 100

    def leaving(self, unit: UnitId) -> int:
        """Return what it brings that a unit leaves the map with its passengers."""
        g = self.g
        if g.battle.exits[0] != g.side(self.seat).name:
            return 0
        return POINT * sum([points_of(g.units[n]) for n in (unit, *passengers(g, unit))])

    # -- structures ----------------------------------------------------------------------

    def fall(self, number: StructureId) -> int:
        """Return what it is worth that a structure is destroyed: who is in it, and whether that
        wins (G-11 S8)."""
        if number in self._falls:
            return self._falls[number]
        g, total = self.g, 0
        spaces = g.ground.structures[number].spaces
        for n, u in enumerate(g.units):
            if u.there and not u.kind.vehicle and u.at in spaces:
                shelter = COVER * g.ground.cells[u.at].defence + PINNED
                shelter += self.harm(UnitId(n))[1] // 10
                hostile = u.seat != self.seat and g.hostile(u.seat, self.seat)
                total += shelter if hostile else -OWN_LOSS * shelter
        once = g.battle.at_once
        for objective in g.battle.objectives if once is not None and once.ruin else ():
            if once is not None and objective.name == once.holds and objective.spaces[0] in spaces:
                wins = once.who in ("", g.side(self.seat).name)
                total += POINT * self._points(objective) * (1 if wins else -1)
        self._falls[number] = total
        return total

    def breach(self, number: StructureId, dice: int, odds: int = SURE // 2) -> int:
        """Return what so many Destruction dice at a structure bring; what lies there already will
        explode first. odds: of a die to be a marker."""
        g = self.g
        dice_there = sum(
            [CATALOG.options[c.key].destruction for c in g.charges if c.structure == number]
        )
        left = SURE * (g.ground.structures[number].value - g.demolition.get(number, 0))
        left -= dice_there * SURE // 2
        if left <= 0:
            return 0
        value = self.fall(number) * min(left, dice * odds) // left
        return value // TOO_LATE if left > dice * SURE * AGAIN * (1 + self.left) else value

    def charge_worth(self, number: StructureId) -> int:
        """Return what a Demolition Charge at a structure brings."""
        return self.breach(number, CATALOG.options[CHARGE].destruction)

    def _laying(self, unit: UnitId, space: Space) -> int:
        """Return what a unit may lay from a space."""
        u = self.g.units[unit]
        if not (u.there and u.kind is UnitType.INFANTRY):
            return 0
        if unit not in self._charged:
            self._charged[unit] = bool(stocks(self.g, unit, CHARGE))
        if not self._charged[unit]:
            return 0
        found = [
            self.charge_worth(StructureId(number))
            for number, structure in self.ground.structures.items()
            if any(distance(space, s) == 1 for s in structure.spaces)
        ]
        return max([0, *found]) * TO_LAY // 100

    # -- places --------------------------------------------------------------------------

    def looked_at(self, unit: UnitId, found: Mapping[Space, Path]) -> Iterable[tuple[Space, Path]]:
        """Return the places that a unit can get to at which this player looks closely."""
        if not self.mind.hasty or len(found) <= LOOKS:
            return found.items()
        cells = self.ground.cells
        spaces = sorted(
            found, key=lambda space: -self.goal(unit, space) - COVER * cells[space].defence
        )
        kept = spaces[:LOOKS]
        kept += [space for space in found if not found[space] and space not in kept]
        return [(space, found[space]) for space in kept]

    def place(self, unit: UnitId, space: Space, face: int = -1, facing: int = -1) -> int:
        """Return the worth of a unit's space, with this face up and this facing."""
        u = self.g.units[unit]
        if space == OFF_MAP and not u.rides:  # a smoke bomb, beside the map (HON-CTR-20)
            return 0
        if space == OFF_MAP:  # a passenger, where its vehicle is
            return self.riding(unit, u.aboard)
        return self._at(unit, space, face, facing)

    def _at(self, unit: UnitId, space: Space, face: int, facing: int) -> int:
        u = self.units[unit]
        key = (unit, space, u.face if face < 0 else face, u.facing if facing < 0 else facing)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self._place(unit, *key[1:])
        return found

    def _place(self, unit: UnitId, space: Space, face: int, facing: int) -> int:
        u = self.turned(unit, face, facing)
        value = self.goal(unit, space) + COVER * self.ground.cells[space].defence
        value += self._laying(unit, space)
        if u.kind.vehicle:
            value -= self._shuts(u.spaces((space, facing)))
        value += sum([self.goal(load, space, aboard=True) for load in self._loads.get(unit, ())])
        there = Stand(unit, u, space)
        value += self.chances(there) + self.field(there)
        if self.mined(space):
            value -= MINED
        return value - self.danger(there)

    def chances(self, there: Stand) -> int:
        """Return what counts of the best shot from a place."""
        if not self.left:
            return 0
        return self.best_from(there) * (CHANCES_FIRST if self.first else CHANCES) // 100

    def field(self, there: Stand) -> int:
        """Return what a weapon with an arc commands from a place."""
        if not self.left or not there.unit.weapon.arc:
            return 0
        spaces = [s for place in self.g.battle.objectives for s in place.spaces]
        return FIELD * min(8, sum([self.commands(there, space) for space in spaces]))

    def commands(self, there: Stand, space: Space) -> bool:
        """Return True if a weapon with an arc may fire from a place at whoever comes to a space."""
        at = there.space
        return (
            space != at
            and distance(at, space) <= long_range(self.g, there.number)
            and in_arc(there.unit.facing, at, space)
            and sight(self.ground, at, space, self.screen(there.number)) != BLOCKED
        )

    def danger(self, there: Stand) -> int:
        """Return what enemies may do to a unit on a place; 0 where it does not think of that."""
        if self.mind.fearless:
            return 0
        u = there.unit
        facing = u.facing if u.kind is UnitType.HEAVY else 0
        key = (there.number, there.space, u.face, facing)
        if key not in self._fears:
            self._fears[key] = self._fear(there)
        return self._fears[key]

    def _shuts(self, covers: tuple[Space, ...]) -> int:
        """Return what it costs that a vehicle stands where infantry would go in."""
        total = 0
        for number, objective in enumerate(self.g.battle.objectives):
            doors = doorsteps(self.ground, objective.spaces)
            total += sum([self._door(number) for space in covers if space in doors])
        return total

    def turned(self, unit: UnitId, face: int, facing: int) -> Unit:
        """A unit with this face up and this facing."""
        u = self.units[unit]
        if (face, facing) == (u.face, u.facing):
            return u
        key = (unit, face, facing)
        if key not in self._turned:
            self._turned[key] = u.with_(face=face, facing=facing)
        return self._turned[key]

    def best_from(self, there: Stand, moving: bool = False) -> int:
        """Return what the best plain shot from a space brings. moving: on the move."""
        unit, u = there.number, there.unit
        arc = any(w.arc for w in u.up.weapons)
        key = (unit, there.space, u.face, u.facing if arc else -1, moving)
        found = self._bests.get(key)
        if found is None:
            found = self._bests[key] = self._best_from(there, moving, arc)
        return found

    def _best_from(self, there: Stand, moving: bool, arc: bool) -> int:
        unit, u, (x, y) = there.number, there.unit, there.space
        found = 0
        for most, at in self._marks():
            if most <= found:
                break
            if arc:
                worth = self.shot_worth(there, at, unit, moving)
            else:
                away = max(abs(at.space[0] - x), abs(at.space[1] - y))
                bonus = self._fire(unit, u, at.unit.kind, moving).best[away]
                worth = self._hit_worth(there, at, unit, bonus, moving)
            found = max(found, worth)
        return found

    def _marks(self) -> list[tuple[int, Stand]]:
        """The enemies that can be shot at, with the most that it brings; the most first."""
        if self._targets is None:
            shown = [enemy for enemy in self.theirs if not self.g.units[enemy].concealed]
            found = [(self.harm(enemy)[1], self._stands[enemy]) for enemy in shown]
            self._targets = sorted(found, key=lambda mark: -mark[0])
        return self._targets

    def _fear(self, there: Stand) -> int:
        """Return what enemies may do to a unit on a space, this round and in the next."""
        total = 0
        x, y = there.space
        hopeless = HOPELESS + min(there.unit.up.defence)
        for by, best, often in self._fearful(there.unit.kind):
            ex, ey = by.space
            dx, dy = abs(ex - x), abs(ey - y)
            bonus = best[dx if dx > dy else dy]
            if bonus - PRESSED * by.unit.suppressed > hopeless:
                total += self._hit_worth(by, there, there.number, bonus) * often
        return total // 100

    def _fearful(self, kind: UnitType) -> list[tuple[Stand, tuple[int, ...], int]]:
        """The enemies that may fire yet at a type of unit, with their bonus by distance, and the
        percent of a shot that counts."""
        found = self._feared.get(kind)
        if found is None:
            found = self._feared[kind] = []
            later = (MINE_FIRST if self.first else LATER) if self.left else 0
            for enemy in self.theirs:
                by = self._stands[enemy]
                often = SOON * self.ordered(enemy) // SURE + later
                if often:
                    found.append((by, self._fire(enemy, by.unit, kind).best, often))
        return found

    def mined(self, space: Space) -> bool:
        """Return True if a charge on that space will explode."""
        number = self.g.ground.cells[space].overlay
        return number != NO_OVERLAY and any(c.structure == number for c in self.g.charges)

    def risk(self, unit: UnitId, path: tuple[Space, ...]) -> int:
        """Return what enemies may do to a unit on its way that can fire at it then."""
        total = 0
        u = self.units[unit]
        for enemy in self.reactors:
            by = self._stands[enemy]
            shots = [self.shot_worth(by, Stand(unit, u, s), unit) for s in path or (u.at,)]
            total += max(shots)
        return total * OVERWATCHED // 100


_LAST: dict[Seat, tuple[tuple[object, ...], Outlook]] = {}
"""The outlook that each seat had last."""


def outlook(view: View[HeroesState], mind: Mind) -> Outlook:
    """The table weighed for a seat. While tokens are laid nothing of it changes, and what has been
    worked out for the first of them holds for all."""
    g = view.state
    if g.phase is not Phase.ORDERS:
        return Outlook(view, mind)
    key = (g.ground, g.round, g.initiative, tuple(g.units), tuple(g.holders), mind)
    last = _LAST.get(view.seat)
    if last is None or last[0] != key:
        last = _LAST[view.seat] = key, Outlook(view, mind)
    last[1].look(view)
    return last[1]
