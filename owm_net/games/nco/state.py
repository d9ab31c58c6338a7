"""The state of a battle of NCO, and the questions that every procedure asks about it."""

from __future__ import annotations

from typing import TypedDict, Unpack

from attrs import define, field

from owm_net.engine.agenda import GameState
from owm_net.engine.geometry import within
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, record, register
from owm_net.engine.telling import Telling
from owm_net.games.nco.catalog import CATALOG, Profile, ScenarioRow, Weapon
from owm_net.games.nco.ground import Ground, ground_of
from owm_net.games.nco.ids import (
    GRENADE,
    NO_EVENT,
    NO_SEAT,
    NO_SOLDIER,
    OFF_TABLE,
    EventKey,
    LayoutKey,
    NationKey,
    ProfileKey,
    ScenarioKey,
    SoldierId,
    Spot,
    WeaponKey,
    opponent,
)
from owm_net.games.nco.squads import SERGEANT
from owm_net.games.nco.terms import (
    BASES,
    FOG,
    LED,
    SPECIAL_COURAGE,
    Item,
    Order,
    Phase,
    Skill,
    Status,
)

BAKER, DOG, FOX, MIKE, ROGER = map(EventKey, ("baker", "dog", "fox", "mike", "roger"))
"""Events that hold for a turn (2.14)."""


@record("nco.options")
class Options(Record):
    """The options the players may agree on. march_on: alternative deployment (2.16)."""

    march_on: bool = False


@record("nco.token", kw_only=True)
class Token(Record):
    """An objective of the battle: a supply drop (NCO-SCN-21), or a piece of intel (NCO-SCN-25).

    spot: where it is, or was last taken up. seat: whose drop it is. carrier: the soldier with the
    piece. taken: the seat that has destroyed it, or secured it for good.
    """

    spot: Spot
    seat: Seat = NO_SEAT
    carrier: SoldierId = NO_SOLDIER
    taken: Seat = NO_SEAT


@record("nco.soldier", kw_only=True)
class Soldier(Record):
    """One fighter in the current state.

    worth: points for the enemy. health_max, psyche_max: of the profile (NCO-HLT-01). courage: with
    permanent changes. weapons: carried, the primary one first. uses: left of a weapon that wears
    out. skills: with those of the profile; two levels of Inspiring Presence are listed twice.
    items: still unused.

    order: of this turn. down: lying. moved: walked before a shot this turn (R-68). acted: has taken
    the special action. barred: takes none this turn. ambush: the last turn of the token, 0 for
    none. breakdowns: so far. heart: courage for this turn alone. calm: Morphine. debt: the turn in
    which a Flask forces the soldier Down, 0 for none. fighter: NCO-EVT-04. jammed: NCO-EVT-06.
    """

    seat: Seat
    profile: ProfileKey
    worth: int
    courage: int
    health: int
    health_max: int
    psyche: int
    psyche_max: int
    weapons: tuple[WeaponKey, ...]
    primary: WeaponKey
    grenades: int
    uses: int
    skills: tuple[Skill, ...]
    items: tuple[Item, ...]
    status: Status = Status.WAITING
    spot: Spot = OFF_TABLE
    order: Order = Order.NONE
    down: bool = False
    moved: bool = False
    acted: bool = False
    barred: bool = False
    ambush: int = 0
    breakdowns: int = 0
    heart: int = 0
    calm: bool = False
    debt: int = 0
    fighter: bool = False
    jammed: bool = False

    @property
    def row(self) -> Profile:
        """Return the printed row of the profile."""
        return CATALOG.profiles[self.profile]

    @property
    def sergeant(self) -> bool:
        """Return True if the soldier leads the squad (NCO-BLD-02)."""
        return self.profile == SERGEANT

    @property
    def present(self) -> bool:
        """Return True if the soldier is with the squad: on the table or on the way to it."""
        return self.status in (Status.WAITING, Status.FIELD)

    @property
    def broken(self) -> bool:
        """Return True if the soldier is in a Mental Breakdown (NCO-HLT-04)."""
        return self.psyche == 0

    @property
    def wounded(self) -> bool:
        """Return True if the soldier is Walking Wounded (NCO-HLT-02)."""
        return self.health == 1

    @property
    def peaceful(self) -> bool:
        """Return True if the soldier attacks only in counter-fire (NCO-SKL-08, NCO-SKL-09,
        R-35)."""
        return Skill.FIELD_MEDICINE in self.skills or Skill.RELIGIOUS_RITES in self.skills

    @property
    def arms(self) -> tuple[WeaponKey, ...]:
        """Return everything the soldier can shoot or throw."""
        return (*self.weapons, GRENADE) if self.grenades else self.weapons


class SoldierChanges(TypedDict, total=False):
    """The fields of a soldier that may change, with the types that mypy holds a change to."""

    courage: int
    health: int
    psyche: int
    psyche_max: int
    weapons: tuple[WeaponKey, ...]
    grenades: int
    uses: int
    items: tuple[Item, ...]
    status: Status
    spot: Spot
    order: Order
    down: bool
    moved: bool
    acted: bool
    barred: bool
    ambush: int
    breakdowns: int
    heart: int
    calm: bool
    debt: int
    fighter: bool
    jammed: bool


@register("nco.state")
@define(kw_only=True)
class NcoState(GameState):
    """A battle. See the fields of `GameState` too.

    nations: of the seats, once their rosters are open. lower: the seat that rolled lower, and
    deploys first; south: the seat with the southern edge. turn: 1 and up. first: the seat that gave
    the turn's first order. last: whose initiative die came last this turn; row: how many of that
    seat's in a row (R-09). event: of this turn. mapped: seats whose Field Map holds this turn.
    shaken: soldiers whose second or later breakdown is still to be rolled (R-45). earned: points of
    the seats for secret missions. tokens: the objectives in the sequence in which they were placed.
    bombers: of each seat, the only soldier who can destroy the enemy's drop (NCO-SCN-23). pilot:
    the last of `soldiers`, where there is one (NCO-SCN-11); bearer: the soldier who carries him, or
    has brought him home.
    """

    telling = Telling["NcoState"]()

    scenario: ScenarioKey
    layout: LayoutKey
    options: Options
    soldiers: list[Soldier] = field(factory=list)
    nations: tuple[NationKey, ...] = ()
    lower: Seat = NO_SEAT
    south: Seat = NO_SEAT
    turn: int = 0
    phase: Phase = Phase.SET_UP
    first: Seat = NO_SEAT
    last: Seat = NO_SEAT
    row: int = 0
    event: EventKey = NO_EVENT
    mapped: tuple[Seat, ...] = ()
    shaken: tuple[SoldierId, ...] = ()
    earned: tuple[int, int] = (0, 0)
    tokens: list[Token] = field(factory=list)
    bombers: tuple[SoldierId, SoldierId] = (NO_SOLDIER, NO_SOLDIER)
    pilot: SoldierId = NO_SOLDIER
    bearer: SoldierId = NO_SOLDIER

    # -- the table -----------------------------------------------------------------------

    @property
    def ground(self) -> Ground:
        """The layout as one walks on it."""
        return ground_of(self.layout)

    @property
    def battle(self) -> ScenarioRow:
        """Return the scenario's row of data."""
        return CATALOG.scenarios[self.scenario]

    @property
    def north(self) -> Seat:
        """Return the seat with the northern edge."""
        return opponent(self.south)

    @property
    def higher(self) -> Seat:
        """Return the seat that rolled higher, and deploys second."""
        return opponent(self.lower)

    # -- soldiers ------------------------------------------------------------------------

    def change(self, soldier: SoldierId, **changes: Unpack[SoldierChanges]) -> Soldier:
        """Some fields of a soldier are others from now on. Return the changed soldier."""
        self.soldiers[soldier] = changed = self.soldiers[soldier].with_(**changes)
        return changed

    def known(self, soldier: SoldierId) -> bool:
        """Return True if a soldier of this number exists, whatever has become of them."""
        return soldier.__class__ is int and 0 <= soldier < len(self.soldiers)

    def squad(self, seat: Seat) -> list[SoldierId]:
        """All who are alive and with the squad, on the table or still off it."""
        return [SoldierId(n) for n, s in enumerate(self.soldiers) if s.seat == seat and s.present]

    def on_field(self, seat: Seat = NO_SEAT) -> list[SoldierId]:
        """All who stand on the table, of one seat or of both."""
        return [
            SoldierId(n)
            for n, s in enumerate(self.soldiers)
            if s.status is Status.FIELD and seat in (NO_SEAT, s.seat)
        ]

    def there(self, soldier: SoldierId) -> bool:
        """Return True if a soldier is on the table."""
        return self.soldiers[soldier].status is Status.FIELD

    def pilot_lies(self) -> bool:
        """Return True if there is a living pilot whom nobody carries (NCO-SCN-12)."""
        if self.pilot == NO_SOLDIER or self.bearer != NO_SOLDIER:
            return False
        return self.soldiers[self.pilot].status is Status.INJURED

    def unordered(self, seat: Seat) -> list[SoldierId]:
        """Return the soldiers without an order this turn: each has a die in the bag
        (NCO-DIE-08)."""
        return [
            SoldierId(n)
            for n, s in enumerate(self.soldiers)
            if s.seat == seat and s.order is Order.NONE and s.present
        ]

    def bag(self) -> tuple[int, int]:
        """How many dice of each seat are in the bag (NCO-DIE-01)."""
        counts = [0, 0]
        for s in self.soldiers:
            if s.order is Order.NONE and s.present:
                counts[s.seat] += 1
        return counts[0], counts[1]

    # -- what a soldier can do -----------------------------------------------------------

    def courage(self, soldier: SoldierId) -> int:
        """His courage now (R-43, R-73)."""
        s = self.soldiers[soldier]
        dissent = 1 if self.event == BAKER and not s.sergeant else 0
        return max(0, s.courage + s.heart - dissent)

    def move(self, soldier: SoldierId) -> int:
        """His movement in hundredths of an inch, bonuses added (NCO-ORD-12)."""
        s = self.soldiers[soldier]
        bonus = (2 if self.event == MIKE else 0) + (1 if s.seat in self.mapped else 0)
        return 100 * (s.row.move + bonus)

    def reach(self, weapon: Weapon) -> int:
        """The range of a weapon this turn (NCO-EVT-07)."""
        return weapon.range - (FOG if self.event == FOX else 0)

    def bound(self, soldier: SoldierId) -> bool:
        """Return True if the soldier must be given Down this turn (NCO-DIE-09, R-42)."""
        s = self.soldiers[soldier]
        return s.fighter or s.debt == self.turn

    def qualifies(self, soldier: SoldierId) -> bool:
        """Return True if the soldier can still take a special action this phase (NCO-SPC-02)."""
        s = self.soldiers[soldier]
        return (
            s.status is Status.FIELD
            and not (s.acted or s.barred or s.broken)
            and s.order in (Order.DOWN, Order.FIRE, Order.ADVANCE)
            and self.courage(soldier) >= SPECIAL_COURAGE
            and not (self.event == ROGER and s.sergeant)
            and s.debt != self.turn
        )

    def near(self, one: SoldierId, other: SoldierId, reach: int) -> bool:
        """Return True if the gap between two bases is no more than this (G-02)."""
        a, b = self.soldiers[one], self.soldiers[other]
        ground = self.ground
        return within(ground.place(a.spot), ground.place(b.spot), reach, BASES)

    def friends(self, soldier: SoldierId, reach: int) -> list[SoldierId]:
        """Return other soldiers of the squad on the table, within reach."""
        seat = self.soldiers[soldier].seat
        return [s for s in self.on_field(seat) if s != soldier and self.near(soldier, s, reach)]

    def led(self, leader: SoldierId) -> list[SoldierId]:
        """Return the soldiers to whom a Natural Leader on the table can give a second die
        (NCO-SKL-03, R-38)."""
        if not self.there(leader):
            return []
        courage = self.courage(leader)
        return [
            s
            for s in self.friends(leader, LED)
            if self.soldiers[s].order is Order.NONE and self.courage(s) < courage
        ]

    def spend(self, soldier: SoldierId, item: Item) -> None:
        """An item is used up: no soldier has it twice (R-41)."""
        kept = [other for other in self.soldiers[soldier].items if other is not item]
        self.change(soldier, items=tuple(kept))

    def free_carrier(self, item: Item, seat: Seat) -> SoldierId | None:
        """The living soldier of a seat who has such an item unused."""
        for s in self.squad(seat):
            if item in self.soldiers[s].items:
                return s
        return None
