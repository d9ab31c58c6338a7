"""The best deed of one unit: fire, a move, fire on the move, an assault. Each `Plan` has its worth
beside that of staying where the unit is."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from owm_net.engine.records import Played
from owm_net.games.heroes.assault import reach_of, why_not_assault
from owm_net.games.heroes.barrage import ActFire, OrderBarrage, batteries
from owm_net.games.heroes.blast import covered, drifted, exposed
from owm_net.games.heroes.computer.odds import SURE, reaches
from owm_net.games.heroes.computer.weighing import Outlook, Stand
from owm_net.games.heroes.deeds import throws
from owm_net.games.heroes.equipment import AMMO, BELT, SHELLS, Spend, why_not_spend
from owm_net.games.heroes.grid import FLANK, STRAIGHT
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    NO_VERTEX,
    OFF_MAP,
    CounterKey,
    Heading,
    Space,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Stop, allowance, faced
from owm_net.games.heroes.options import firm, shelter
from owm_net.games.heroes.orders import ActMove, OrderFire, OrderMove
from owm_net.games.heroes.paths import Path, ways
from owm_net.games.heroes.patterns import contained, is_clear, ordnance
from owm_net.games.heroes.shooting import (
    launches,
    penalty_on_the_move,
    shot,
    targets,
    why_not_volley,
)
from owm_net.games.heroes.state import Unit
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.terms import DIE, PRESSED, SPLIT_REACH, Ability, Flip, UnitType

TOKEN = 25
"""What a token of equipment must bring to be spent."""
OWN_LOSS = 3
"""So much more a loss of one's own by one's own blast counts."""
STANDS = 4
"""Places from which fire on the move is looked at closely."""


NO_WEAPONS = CounterKey("")


@frozen(kw_only=True)
class Plan:
    """A deed of a unit, not yet in the words of an answer; see `OrderMove` and `OrderFire`. fires:
    it is fire; then_fires: the move goes on, to fire."""

    value: int
    fires: bool = False
    path: Path = ()
    target: UnitId = NO_UNIT
    facing: Heading = KEEP
    flip: Flip = Flip.NONE
    then_fires: bool = False
    targets: tuple[UnitId, ...] = ()
    suppressive: bool = False
    shares: tuple[int, ...] = ()
    spend: Spend = ()
    vertex: Vertex = NO_VERTEX
    into: Space = OFF_MAP
    weapons: CounterKey = NO_WEAPONS
    cards: tuple[Played, ...] = ()

    @property
    def null(self) -> bool:
        """Return whether nothing would be done."""
        if self.weapons:
            return False
        if self.fires:
            return not self.targets and (self.vertex, self.into) == (NO_VERTEX, OFF_MAP)
        rests = (self.path, self.target, self.facing, self.flip) == ((), NO_UNIT, KEEP, Flip.NONE)
        return rests and not self.then_fires

    def order(self, token: Played) -> OrderMove | OrderFire | OrderBarrage:
        """With an order."""
        if self.weapons:
            return OrderBarrage(token, self.weapons)
        if self.fires:
            return OrderFire(
                token,
                self.targets,
                self.suppressive,
                self.shares,
                self.spend,
                self.vertex,
                self.into,
                self.cards,
            )
        return OrderMove(
            token, self.path, self.target, self.facing, self.then_fires, self.flip, self.cards
        )

    def act(self, unit: UnitId) -> ActMove | ActFire:
        """Without one."""
        if self.fires:
            return ActFire(
                unit,
                self.targets,
                self.suppressive,
                self.shares,
                self.spend,
                self.vertex,
                self.into,
                self.cards,
            )
        return ActMove(
            unit, self.path, self.target, self.facing, self.then_fires, self.flip, self.cards
        )


HOLD = Plan(value=0, fires=True)
"""To do nothing."""


def best(plans: Iterator[Plan]) -> Plan:
    """The first of the best, or to do nothing."""
    found = HOLD
    for made in plans:
        if made.value > found.value:
            found = made
    return found


def best_deed(o: Outlook, unit: UnitId, orders: bool = True) -> Plan:
    """Return the best that a unit can do at its turn. orders: it may give them to others."""
    return best(deeds(o, unit, orders))


def deeds(o: Outlook, unit: UnitId, orders: bool = True) -> Iterator[Plan]:
    """All that is worth a thought."""
    yield from fire(o, unit)
    if orders:
        yield from barrages(o, unit)
    if not o.g.units[unit].kind.vehicle:
        yield from assaults(o, unit)
        yield from moves(o, unit)
        yield from raids(o, unit)


# -- fire ----------------------------------------------------------------------------------


def fire(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Every shot from where it stands."""
    g = o.g
    found = list(targets(g, unit))
    for target, suppressive in found:
        value = o.fire_worth(unit, target, suppressive)
        yield Plan(value=value, fires=True, targets=(target,), suppressive=suppressive)
        for spend in _tokens(o, unit, target):
            more = o.fire_worth(unit, target, suppressive, spend=spend) - TOKEN * len(spend)
            yield Plan(
                value=more, fires=True, targets=(target,), suppressive=suppressive, spend=spend
            )
    for target, spend in launches(g, unit):
        value = o.fire_worth(unit, target, False, spend=spend) - TOKEN
        yield Plan(value=value, fires=True, targets=(target,), spend=spend)
    yield from _split(o, unit, found)
    for spend, vertex, into in throws(g, unit):
        value = blast_worth(o, unit, spend, vertex, into) - TOKEN * len(spend)
        yield Plan(value=value, fires=True, spend=spend, vertex=vertex, into=into)


def _tokens(o: Outlook, unit: UnitId, target: UnitId) -> Iterator[Spend]:
    """Return what may be added to a shot."""
    kind = o.g.units[target].kind
    for spend in ((AMMO,), (AMMO, AMMO), (BELT,), (SHELLS,)):
        if why_not_spend(o.g, unit, spend, kind) is None:
            yield spend


def _split(o: Outlook, unit: UnitId, found: list[tuple[UnitId, bool]]) -> Iterator[Plan]:
    """A machine gunner's fire at two who are near each other."""
    g = o.g
    if Ability.MACHINE_GUNNER not in g.units[unit].weapon.abilities:
        return
    for n, (one, suppressive) in enumerate(found):
        for other, likewise in found[n + 1 :]:
            a, b = g.units[one].at, g.units[other].at
            if likewise is not suppressive or max(abs(a[0] - b[0]), abs(a[1] - b[1])) > SPLIT_REACH:
                continue
            bonus = shot(g, unit, one, suppressive, moving=False).bonus
            shares = (bonus - bonus // 2, bonus // 2)
            if why_not_volley(g, unit, (one, other), shares, suppressive, ()) is not None:
                continue
            value = sum(
                [
                    o.fire_worth(unit, target, suppressive, share=share)
                    for target, share in zip((one, other), shares, strict=True)
                ]
            )
            yield Plan(
                value=value,
                fires=True,
                targets=(one, other),
                suppressive=suppressive,
                shares=shares,
            )


def barrages(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Heavy weapons fire on the order of their commander, all of one name."""
    for weapons, units in batteries(o.g, unit).items():
        value = sum([best(fire(o, weapon)).value for weapon in units])
        yield Plan(value=value * 9 // 10, fires=True, weapons=weapons)


# -- blasts --------------------------------------------------------------------------------


def blast_worth(o: Outlook, unit: UnitId, spend: Spend, vertex: Vertex, into: Space) -> int:
    """Return what a blast brings, wherever it comes down; friends count more."""
    g = o.g
    what = ordnance(g, unit, spend)
    if what is None:
        return 0
    bonus = dict(what.bonus)
    less = PRESSED * g.units[unit].suppressed
    if into != OFF_MAP:
        spaces = list(contained(g.ground, into))
        caught = [u for space in spaces for u in g.standing_on(space, NO_UNIT)]
        return sum([burst(o, u, bonus, less, inside=True) for u in caught])
    if not what.scatter or is_clear(g, unit, vertex):
        return sum(
            [
                burst(o, u, bonus, less, inside=False)
                for u in exposed(g, covered(g, what.pattern, vertex))
            ]
        )
    total = 0
    for die in range(1, DIE + 1):
        down = drifted(what.pattern, vertex, die, what.scatter)
        for u in exposed(g, covered(g, what.pattern, down)):
            total += burst(o, u, bonus, less, inside=False)
    return total // DIE


def burst(o: Outlook, unit: UnitId, bonus: dict[UnitType, int], less: int, *, inside: bool) -> int:
    """Return what a die against a unit in a blast brings: a loss for a friend."""
    g = o.g
    u = g.units[unit]
    if u.kind not in bonus:
        return 0
    printed = u.up.defence[FLANK if len(u.up.defence) > 1 else 0]
    cover = 0 if inside or u.kind.vehicle else g.ground.cells[u.at].defence
    defence = printed + shelter(g, unit, cover) + firm(g, unit)
    need = defence - bonus[u.kind] + less
    if u.seat == o.seat or not g.hostile(u.seat, o.seat):
        return -OWN_LOSS * o.worth_of(unit, need, defence)
    return o.worth_of(unit, need, defence) + reaches(need) * o.threat(unit) // (2 * SURE)


# -- moves ---------------------------------------------------------------------------------


def turns_of(u: Unit, flip: Flip) -> Iterator[Heading]:
    """How a unit may face after a move."""
    yield KEEP
    if faced(u, flip, False).weapon.arc:
        for facing in STRAIGHT:
            yield Heading(int(facing))


def standing(o: Outlook, unit: UnitId) -> int:
    """Return what the place is worth where a unit stands."""
    return o.place(unit, o.g.units[unit].at)


def ends(o: Outlook, unit: UnitId) -> Iterator[tuple[int, Path, Heading, Flip]]:
    """Each way of a move without fire, with what it is worth more than to stay."""
    g = o.g
    u = g.units[unit]
    here = standing(o, unit)
    for flip in tuple(Flip) if u.flips else (Flip.NONE,):
        after = faced(u, flip, False)
        for space, path in ways(g, unit, allowance(g, faced(u, flip, True))).items():
            for facing in turns_of(u, flip):
                if path or flip is not Flip.NONE or facing != KEEP:
                    value = o.place(unit, space, after.face, -1 if facing == KEEP else facing)
                    yield value - here, path, facing, flip


def moves(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Moves without fire."""
    for value, path, facing, flip in ends(o, unit):
        if value > 0:
            value -= o.risk(unit, path)
        yield Plan(value=value, path=path, facing=facing, flip=flip)


def raids(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Moves with fire between two legs: the first leg of each."""
    g = o.g
    u = g.units[unit]
    if penalty_on_the_move(u) is None:
        return
    left = allowance(g, u)
    near = ways(g, unit, left)
    stands = sorted(
        [(_passing_shot(o, unit, u, space), len(path), space) for space, path in near.items()],
        key=lambda s: (-s[0], s[1], s[2]),
    )
    here = standing(o, unit)
    for value, steps, space in stands[:STANDS]:
        if value <= 0:
            break
        if steps and g.ground.difficult(space, u.kind):
            end = o.place(unit, space)
        else:
            end = max([o.place(unit, s) for s in ways(g, unit, left - steps, space)])
        yield Plan(
            value=value + end - here - o.risk(unit, near[space]),
            path=near[space],
            then_fires=True,
        )


def _passing_shot(o: Outlook, unit: UnitId, u: Unit, space: Space) -> int:
    """The best shot on the move from a space."""
    found = [0]
    for enemy in o.theirs:
        value = o.shot_worth(Stand(unit, u, space), o.stand(enemy), unit, moving=True)
        if value:
            found.append(value + o.threat(enemy) // 4)
    return max(found)


def assaults(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Assaults from each space that it can get to."""
    g = o.g
    u = g.units[unit]
    if not u.has(Ability.ASSAULT):
        return
    found = ways(g, unit, allowance(g, u))
    here = standing(o, unit)
    for enemy in o.theirs:
        if why_not_assault(g, u, enemy) is not None:
            continue
        for space in reach_of(g, unit, enemy, found):
            value = o.assault_worth(unit, space, enemy) + o.place(unit, space) - here
            yield Plan(value=value - o.risk(unit, found[space]), path=found[space], target=enemy)


# -- the next leg, and Supply --------------------------------------------------------------


def next_leg(
    o: Outlook, unit: UnitId, left: int, held: bool, flipped: bool, fires: bool
) -> Leg | FireOnTheMove | Stop:
    """Return how a move goes on best. fires: it may fire still."""
    g = o.g
    u = g.units[unit]
    near: dict[Space, Path] = {u.at: ()} if held else ways(g, unit, left)
    taken = bool(g.standing_on(u.at, unit))
    after = max([o.place(unit, space) for space in near])
    found: list[tuple[int, Leg | FireOnTheMove | Stop]] = []
    if not taken:
        found.append((o.place(unit, u.at), Stop()))
    for space, path in near.items():
        if path:
            found.append((o.place(unit, space) - o.risk(unit, path), Leg(path)))
    if fires:
        for target, suppressive in targets(g, unit):
            value = o.fire_worth(unit, target, suppressive, moving=True)
            if value > 0:
                found.append((value + after, FireOnTheMove(target, suppressive)))
        for space, path in near.items():
            value = _passing_shot(o, unit, u, space) if path else 0
            if value > 0 and not g.ground.difficult(space, u.kind):
                found.append((value + o.place(unit, space) - 1, Leg(path, KEEP, True)))
    if u.flips and not flipped and not taken:
        for facing in turns_of(u, Flip.LAST):
            value = o.place(unit, u.at, u.other.face, -1 if facing == KEEP else facing)
            found.append((value, Stop(facing, True)))
    if not found:
        return Stop()
    return max(found, key=lambda pair: pair[0])[1]


def supply_move(o: Outlook, unit: UnitId) -> tuple[int, SupplyMove]:
    """The best move of a unit in Supply, with what it is worth."""
    value, path, facing, flip = max(
        ends(o, unit), key=lambda end: end[0], default=(0, (), KEEP, Flip.NONE)
    )
    return value, SupplyMove(unit, path, facing, flip)
