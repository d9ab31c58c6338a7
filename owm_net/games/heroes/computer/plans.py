"""The deed of a unit, before it is put into the words of an answer."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from owm_net.engine.records import Played
from owm_net.games.heroes.barrage import ActBarrage, ActFire, OrderBarrage
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.driving import ActDrive, OrderDrive
from owm_net.games.heroes.equipment import Spend
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    NO_VERTEX,
    OFF_MAP,
    CounterKey,
    Heading,
    Share,
    Space,
    UnitId,
    Vertex,
    WeaponPlace,
)
from owm_net.games.heroes.orders import ActMove, Alone, ByOrder, OrderFire, OrderMove
from owm_net.games.heroes.paths import Path
from owm_net.games.heroes.smoke_bombs import OrderSmoke
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.vehicles import Course
from owm_net.games.heroes.weapons import PRIMARY

NO_WEAPONS = CounterKey("")


@frozen(kw_only=True)
class Plan:
    """A deed of a unit, not yet in the words of an answer; see `OrderMove` and `OrderFire`. fires:
    it is fire; drives: a vehicle moves; then_fires: the move goes on, to fire; mark: at whom a
    Sniper aims; emerges: a concealed counter is turned over first, counter: its card."""

    value: int
    fires: bool = False
    drives: bool = False
    course: Course = ()
    path: Path = ()
    target: UnitId = NO_UNIT
    facing: Heading = KEEP
    flip: Flip = Flip.NONE
    then_fires: bool = False
    targets: tuple[UnitId, ...] = ()
    suppressive: bool = False
    shares: tuple[Share, ...] = ()
    spend: Spend = ()
    vertex: Vertex = NO_VERTEX
    into: Space = OFF_MAP
    weapon: WeaponPlace = PRIMARY
    weapons: CounterKey = NO_WEAPONS
    cards: tuple[Played, ...] = ()
    mark: UnitId = NO_UNIT
    emerges: bool = False
    counter: Played | None = None
    smoke: Vertex = NO_VERTEX

    @property
    def null(self) -> bool:
        """Return whether nothing would be done."""
        if self.weapons or self.emerges or self.mark != NO_UNIT or self.smoke != NO_VERTEX:
            return False
        if self.fires:
            return not self.targets and (self.vertex, self.into) == (NO_VERTEX, OFF_MAP)
        if self.drives:
            return not (self.course or self.then_fires)
        rests = (self.path, self.target, self.facing, self.flip) == ((), NO_UNIT, KEEP, Flip.NONE)
        return rests and not self.then_fires

    def order(self, token: Played) -> ByOrder | Emerge:
        """With an order."""
        if self.emerges:
            return Emerge(token, self.counter)
        if self.mark != NO_UNIT:
            return OrderSnipe(token, self.mark)
        if self.smoke != NO_VERTEX and not self.cards:
            return OrderSmoke(token, self.smoke)
        if self.drives:
            return OrderDrive(token, self.course, self.then_fires)
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
                self.smoke,
                self.weapon,
            )
        return OrderMove(
            token,
            self.path,
            self.target,
            self.facing,
            self.then_fires,
            self.flip,
            self.cards,
            self.smoke,
        )

    def act(self, unit: UnitId) -> Alone | ActBarrage:
        """Without one."""
        if self.weapons:
            return ActBarrage(unit, self.weapons)
        if self.mark != NO_UNIT:
            return ActSnipe(unit, self.mark)
        if self.drives:
            return ActDrive(unit, self.course, self.then_fires)
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
                weapon=self.weapon,
            )
        return ActMove(unit, self.path, self.target, self.facing, self.then_fires, self.flip)


HOLD = Plan(value=0, fires=True)
"""To do nothing."""


def best(plans: Iterator[Plan]) -> Plan:
    """The first of the best, or to do nothing."""
    found = HOLD
    for made in plans:
        if made.value > found.value:
            found = made
    return found
