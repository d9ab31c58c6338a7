"""The deeds of a unit with an order, as offers and by chance; `turns` judges it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from attrs import astuple, evolve

from owm_net.engine.chance import Chance
from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.games.heroes.assault import reach_of, why_not_assault
from owm_net.games.heroes.barrage import ActBarrage, ActFire, OrderBarrage, batteries
from owm_net.games.heroes.cards.riders import RIDERS, is_plain_infantry, ridden
from owm_net.games.heroes.cards.smoke_grenades import SMOKE_GRENADES, reach
from owm_net.games.heroes.cards.speed_setup import SPEED_SETUP
from owm_net.games.heroes.driving import ActDrive, OrderDrive, is_driven, speed
from owm_net.games.heroes.fuel import boost, may_fuel
from owm_net.games.heroes.grid import STRAIGHT
from owm_net.games.heroes.gunnery import shots
from owm_net.games.heroes.ids import KEEP, NO_UNIT, CardKey, Heading, Space, UnitId
from owm_net.games.heroes.moving import allowance, ends_aboard, faced, why_not_leg
from owm_net.games.heroes.orders import (
    ActMove,
    Alone,
    ByOrder,
    Deed,
    OrderFire,
    OrderMove,
    act_of,
    turned,
    why_not_deed,
)
from owm_net.games.heroes.paths import Path, ends, ways
from owm_net.games.heroes.patterns import throws
from owm_net.games.heroes.shooting import LENT, launches, targets, why_not_target
from owm_net.games.heroes.smoke_bombs import OrderSmoke, smokes
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe, marks
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.vehicles import any_course, courses
from owm_net.games.heroes.weapons import guns

NO_TOKEN = Played(0)
"""Of a deed whose order does not matter."""
TRIES = 8
"""So many deeds by chance are tried."""


def deeds(g: HeroesState, token: Played, unit: UnitId) -> Iterator[ByOrder]:
    """Yield what a unit may do with an order, in the order in which a player looks for it."""
    if g.units[unit].bomb:
        yield from smokes(g, token)
        yield OrderFire(token)
        return
    for weapons in batteries(g, unit):
        yield OrderBarrage(token, weapons)
    for target in marks(g, unit):
        yield OrderSnipe(token, target)
    if is_driven(g.units[unit]):
        for weapon in guns(g.units[unit]):
            for fire in shots(g, unit, weapon):
                yield _ordered(token, fire)
        yield from _moves(g, token, unit)
        yield OrderFire(token)
        return
    for target, suppressive in targets(g, unit):
        yield OrderFire(token, (target,), suppressive)
    for target, spend in launches(g, unit):
        yield OrderFire(token, (target,), False, (), spend)
    for spend, vertex, into in throws(g, unit):
        yield OrderFire(token, (), False, (), spend, vertex, into)
    yield from _moves(g, token, unit)
    yield OrderFire(token)


def _ordered(token: Played, fire: ActFire) -> OrderFire:
    """Fire of a vehicle with an order."""
    return OrderFire(
        token,
        fire.targets,
        fire.suppressive,
        (),
        fire.spend,
        fire.vertex,
        fire.into,
        weapon=fire.weapon,
    )


def _drives(g: HeroesState, token: Played, unit: UnitId) -> Iterator[OrderDrive]:
    near = courses(g, unit, speed(g, unit))
    for course in near.values():
        yield OrderDrive(token, course)
    yield OrderDrive(token, (), True)
    if may_fuel(g, unit):
        for pose, course in courses(g, unit, speed(g, unit, True)).items():
            if pose not in near:
                yield OrderDrive(token, course, False, True)


def _moves(g: HeroesState, token: Played, unit: UnitId) -> Iterator[OrderMove | OrderDrive]:
    u = g.units[unit]
    if is_driven(u):
        yield from _drives(g, token, unit)
        return
    left = allowance(g, u)
    found = ways(g, unit, left)
    for enemy, _ in g.enemies(g.units[unit].seat):
        if why_not_assault(g, u, enemy) is None:
            for space in reach_of(g, unit, enemy, found):
                if why_not_leg(g, unit, found[space], left, enemy, False) is None:
                    yield OrderMove(token, found[space], enemy)
    for path in ends(g, unit, left).values():
        yield OrderMove(token, path)
    if u.weapon.arc:
        for facing in STRAIGHT:
            yield OrderMove(token, (), NO_UNIT, Heading(int(facing)))
    yield from _turned_over(g, token, unit, found)
    for path in found.values() if u.crawls else ((),):
        yield OrderMove(token, path, NO_UNIT, KEEP, True)
    yield from _fuelled(g, token, unit, found)


def _fuelled(
    g: HeroesState, token: Played, unit: UnitId, found: dict[Space, Path]
) -> Iterator[OrderMove]:
    """The ways of a Goliath that want Fuel (R-227). found: those that do not."""
    u = g.units[unit]
    if u.crawls and may_fuel(g, unit):
        for space, path in ways(g, unit, allowance(g, u, boost(u, True))).items():
            if space not in found:
                yield OrderMove(token, path, goes_on=True, fuel=True)


D = TypeVar("D", bound=Deed)


ALONE = (OrderBarrage, ActBarrage, OrderDrive, OrderSmoke, ActDrive, OrderSnipe, ActSnipe)
"""Deeds with which no card is played."""


Fire = TypeVar("Fire", OrderFire, ActFire)


def with_cards(
    view: View[HeroesState], unit: UnitId, listed: Iterator[D], hold: Fire
) -> Iterator[D | Fire]:
    """The same deeds, and each with a card that the viewer holds and that may be played with it;
    shots that only a card allows. hold: to fire at nobody."""
    g, riders = view.state, ridden(view, view.state.units[unit].seat)
    if g.units[unit].concealed:
        riders = []
    for deed in listed:
        yield deed
        if not isinstance(deed, ALONE):
            for key, card in riders:
                played = evolve(deed, cards=(card,))
                if key not in LENT and why_not_deed(view, unit, played) is None:
                    yield played
    for key, card in riders if not g.units[unit].bomb else ():
        yield from _by_card(g, unit, key, evolve(hold, cards=(card,)))


def _by_card(g: HeroesState, unit: UnitId, key: CardKey, hold: Fire) -> Iterator[Fire]:
    """Yield what only a card allows a unit. hold: to fire at nobody, with this card."""
    if key in LENT and is_plain_infantry(g, unit):
        for enemy, _ in g.enemies(g.units[unit].seat):
            if why_not_target(g, unit, enemy, False, None, (key,)) is None:
                yield evolve(hold, targets=(enemy,))
    if key == SMOKE_GRENADES:
        for vertex in reach(g, unit):
            yield evolve(hold, smoke=vertex)
    if key == SPEED_SETUP and g.units[unit].flips:
        for enemy, _ in g.enemies(g.units[unit].seat):
            there = turned(g, unit, (enemy,))
            for suppressive in (False, True):
                if why_not_target(there, unit, enemy, suppressive) is None:
                    yield evolve(hold, targets=(enemy,), suppressive=suppressive)


def _turned_over(
    g: HeroesState, token: Played, unit: UnitId, found: dict[Space, Path]
) -> Iterator[OrderMove]:
    """Its moves with the counter turned over. found: its ways by the face that is up."""
    u = g.units[unit]
    if not u.flips:
        return
    if not u.rides:
        for path in ways(turned(g, unit, ()), unit, allowance(g, u.other)).values():
            yield OrderMove(token, path, NO_UNIT, KEEP, False, Flip.FIRST)
    for path in found.values():
        if not ends_aboard(g, unit, path):
            yield OrderMove(token, path, NO_UNIT, KEEP, False, Flip.LAST)
    for facing in STRAIGHT if u.other.weapon.arc and not u.rides else ():
        yield OrderMove(token, (), NO_UNIT, Heading(int(facing)), False, Flip.LAST)


def unordered(unit: UnitId, deed: ByOrder) -> Alone | None:
    """Return the same deed without an order, None for a barrage and for smoke, which need one
    (HON-AB-21, HON-ORO-14, R-320)."""
    rest = astuple(deed, recurse=False)[1:]
    if isinstance(deed, OrderMove):
        return ActMove(unit, *rest)
    if isinstance(deed, OrderDrive):
        return ActDrive(unit, *rest)
    if isinstance(deed, OrderFire):
        return ActFire(unit, *rest)
    return ActSnipe(unit, deed.target) if isinstance(deed, OrderSnipe) else None


def without_order(g: HeroesState, unit: UnitId) -> Iterator[Alone]:
    """Yield what a unit may do without an order."""
    for deed in deeds(g, NO_TOKEN, unit):
        same = unordered(unit, deed)
        if same is not None:
            yield same


def any_without_order(
    view: View[HeroesState], unit: UnitId, chance: Chance, is_allowed: Callable[[Alone], bool]
) -> Alone:
    """One of them by chance, now and then with a card; to fire at nobody where none is found."""
    for _ in range(TRIES):
        same = unordered(unit, any_deed(view, NO_TOKEN, unit, chance))
        if same is not None and is_allowed(same):
            return same
    return ActFire(unit)


def any_deed(view: View[HeroesState], token: Played, unit: UnitId, chance: Chance) -> ByOrder:
    """One of them by chance, without listing all, now and then with a card."""
    deed = _any_deed(view.state, token, unit, chance)
    plain = deed
    riders = ridden(view, view.state.units[unit].seat)
    if view.state.units[unit].concealed:
        return deed
    if not riders or chance.below(2) or isinstance(deed, ALONE):
        return deed
    key, card = riders[chance.below(len(riders))]
    there = list(reach(view.state, unit)) if key == SMOKE_GRENADES else []
    if there:
        deed = evolve(deed, smoke=there[chance.below(len(there))])
    able = RIDERS[key].why_not(view.state, act_of(unit, deed)) is None
    return evolve(deed, cards=(card,)) if able else plain


def _any_deed(g: HeroesState, token: Played, unit: UnitId, chance: Chance) -> ByOrder:
    """A shot, an assault, or a way."""
    kind = chance.below(4)
    if g.units[unit].bomb:
        able = list(smokes(g, token))
        return able[chance.below(len(able))]
    if is_driven(g.units[unit]):
        return _any_of_a_vehicle(g, token, unit, chance)
    weapons = list(batteries(g, unit)) if kind == 0 else []
    if weapons:
        return OrderBarrage(token, weapons[chance.below(len(weapons))])
    prey = list(marks(g, unit)) if kind == 1 else []
    if prey:
        return OrderSnipe(token, prey[chance.below(len(prey))])
    if kind < 2:
        blasts = list(throws(g, unit))
        if blasts and chance.below(2):
            spend, vertex, into = blasts[chance.below(len(blasts))]
            return OrderFire(token, (), False, (), spend, vertex, into)
        found = list(targets(g, unit))
        if found:
            target, suppressive = found[chance.below(len(found))]
            return OrderFire(token, (target,), suppressive)
    u = g.units[unit]
    flip = tuple(Flip)[chance.below(3)] if u.flips else Flip.NONE
    now = turned(g, unit, ()) if flip is Flip.FIRST else g
    fuel = u.crawls and may_fuel(g, unit) and not chance.below(3)
    there = ways(now, unit, allowance(g, now.units[unit], boost(u, fuel)))
    spaces = list(there)
    if kind == 2:
        prey = [e for e, _ in g.enemies(u.seat) if why_not_assault(g, u, e) is None]
        if prey:
            enemy = prey[chance.below(len(prey))]
            near = reach_of(g, unit, enemy, there)
            if near:
                return OrderMove(token, there[near[chance.below(len(near))]], enemy)
    path = there[spaces[chance.below(len(spaces))]]
    goes_on = chance.below(4) == 0 and flip is not Flip.LAST
    facing = KEEP
    if faced(u, flip, False).weapon.arc:
        facing = Heading(int(STRAIGHT[chance.below(len(STRAIGHT))]))
    return OrderMove(token, path, NO_UNIT, facing, goes_on, flip, fuel=fuel)


def _any_of_a_vehicle(
    g: HeroesState, token: Played, unit: UnitId, chance: Chance
) -> OrderDrive | OrderFire:
    """A drive, or a shot of one of its weapons."""
    able = guns(g.units[unit])
    if able and chance.below(2):
        found = list(shots(g, unit, able[chance.below(len(able))]))
        if found:
            return _ordered(token, found[chance.below(len(found))])
    fuel = may_fuel(g, unit) and not chance.below(3)
    course = any_course(g, unit, speed(g, unit, fuel), chance)
    return OrderDrive(token, course, chance.below(3) == 0, fuel)
