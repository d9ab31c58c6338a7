"""Moves of vehicles, leg by leg. Ledger 2.10, HON-EQ-07, R-95, R-164.

A move goes on in legs as that of infantry does (`moving`), but each leg names steps and turns. At
its end infantry makes room for the vehicle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.passing import end_standing
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.cards.riders import (
    Act,
    keys_of,
    spend_cards,
    unseen,
    why_not_ridden,
)
from owm_net.games.heroes.displacing import Displacing
from owm_net.games.heroes.exits import Leave, leave, why_not_leave
from owm_net.games.heroes.fire import fire_of, is_aimed, why_not_fire
from owm_net.games.heroes.fuel import boost, burn, why_not_fuel
from owm_net.games.heroes.grid import Footprint, Way
from owm_net.games.heroes.ground import Ground
from owm_net.games.heroes.gunnery import shots
from owm_net.games.heroes.ids import KEEP, UnitId, WeaponPlace
from owm_net.games.heroes.moving import FireOnTheMove, Stop, allowance
from owm_net.games.heroes.paths import HELD_UP, is_flag
from owm_net.games.heroes.reacting import Reacting
from owm_net.games.heroes.silence import UNTIL_MOVE
from owm_net.games.heroes.spotting import Spotting, first_found
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.steps import advance, entered
from owm_net.games.heroes.structures import Demolishing
from owm_net.games.heroes.terms import UNHINDERED, Ability, Damage, Manoeuvre, UnitType
from owm_net.games.heroes.tokens import bearer_of
from owm_net.games.heroes.vehicles import (
    Course,
    can_drive,
    courses,
    stops,
    way_of,
    why_not_course,
)
from owm_net.games.heroes.weapons import armed, guns, lay, why_not_gun
from owm_net.games.heroes.words import unit_name

STOPPING = (Damage.TRACK, Damage.HULL)
"""HON-DMG-03, HON-DMG-04: a hit there stops a vehicle at once."""


@record("heroes.order_drive")
class OrderDrive(Answer):
    """An order is revealed, and its vehicle moves: the first leg of it. manoeuvres: steps and
    turns. goes_on: the move is not over by it. fuel: a token is spent (HON-EQ-07)."""

    title: ClassVar[str] = say("Drive")

    token: Played
    manoeuvres: tuple[Manoeuvre, ...] = ()
    goes_on: bool = False
    fuel: bool = False

    def sentence(self, view: View[HeroesState]) -> str:
        return drive_said(view, bearer_of(view.state, self.token), self)


@record("heroes.act_drive")
class ActDrive(Answer):
    """A vehicle moves without revealing an order; see `OrderDrive`."""

    title: ClassVar[str] = say("Drive")

    unit: UnitId
    manoeuvres: tuple[Manoeuvre, ...] = ()
    goes_on: bool = False
    fuel: bool = False

    def sentence(self, view: View[HeroesState]) -> str:
        return drive_said(view, self.unit, self)


@record("heroes.drive")
class Drive(Answer):
    """Some more steps and turns. goes_on: the move is not over by it."""

    title: ClassVar[str] = say("Continue")
    words = say("go on: {manoeuvres}")

    manoeuvres: tuple[Manoeuvre, ...]
    goes_on: bool = False


DrivePlay: TypeAlias = "Drive | FireOnTheMove | Leave | Stop"

DRIVE: Kind[DrivePlay] = Kind(
    "drive",
    Drive,
    FireOnTheMove,
    Leave,
    Stop,
    rule="HON-VEH-12",
    why=say("choose how the vehicle goes on"),
    deed=say("go on with a vehicle"),
)


def drive_said(view: View[HeroesState], unit: UnitId, answer: OrderDrive | ActDrive) -> str:
    """Return a drive in a line."""
    g = view.state
    who = unit_name(g, unit)
    if not answer.manoeuvres:
        return say("{unit} makes a null move", unit=who)
    course = g.telling.value(tuple[Manoeuvre, ...], g, answer.manoeuvres, view.card)
    if answer.fuel:
        return say("{unit} drives with fuel: {course}", unit=who, course=course)
    return say("{unit} drives: {course}", unit=who, course=course)


def speed(g: HeroesState, unit: UnitId, fuel: bool = False) -> int:
    """Return the movement points of a vehicle: none with a hit track (HON-DMG-03, R-59). fuel: it
    spends a token."""
    u = g.units[unit]
    if Damage.TRACK in u.damage:
        return 0
    return allowance(g, u, boost(u, fuel))


def why_not_drive(g: HeroesState, unit: UnitId, answer: OrderDrive | ActDrive) -> Refusal | None:
    """None if a unit may make this move."""
    if not is_driven(g.units[unit]):
        return Refusal("HON-VEH-01", say("only vehicles drive"), misfit=True)
    no = why_not_fuel(g, unit, answer.fuel)
    if no is not None:
        return no
    if not is_flag(answer.goes_on):
        return Refusal("HON-MOVE-10", say("say whether it goes on"))
    return why_not_course(g, unit, answer.manoeuvres, speed(g, unit, answer.fuel))


def is_driven(u: Unit) -> bool:
    """Return True if a unit moves by steps and turns: a vehicle that is no Goliath."""
    return u.kind.vehicle and not u.crawls


def crushed(g: HeroesState, u: Unit, way: Way) -> int | None:
    """Return the wreck that a heavy vehicle has just driven onto, by the number of its overlay
    (HON-TER-13, R-33)."""
    into = entered(u, way, len(way) - 1)
    if into is None or u.kind is not UnitType.HEAVY:
        return None
    before = u.spaces(way[-2])
    for number, spaces in wrecks(g):
        if into in spaces and not any(space in before for space in spaces):
            return number
    return None


def wrecks(g: HeroesState) -> Iterator[tuple[int, Footprint]]:
    """Yield the wrecks on the map: the number of each one's overlay, and its spaces."""
    for number, structure in g.ground.structures.items():
        if structure.wreck:
            yield number, structure.spaces


def held_by(ground: Ground, u: Unit, way: Way) -> bool:
    """Return True if the last step of a leg led into difficult ground."""
    return stops(ground, u.kind, entered(u, way, len(way) - 1))


@frame("heroes.driving")
@define
class Driving(Frame[None]):
    """A move of a vehicle. course, goes_on: of the leg that is driven now. left: movement points.
    fired: the weapons that have fired on the move; held: by difficult ground; damage: the markers
    that it had at the beginning. way: of the leg. owing,
    leaves: see `Moving`."""

    unit: UnitId
    course: Course
    goes_on: bool
    fuel: bool
    left: int = -1
    fired: list[WeaponPlace] = field(factory=list)
    held: bool = False
    damage: tuple[Damage, ...] = ()
    way: Way = ()
    owing: bool = True
    leaves: bool = field(default=False, metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """With all its movement. A null leg that goes on is no more than an announcement."""
        self.left = speed(g, self.unit, self.fuel)
        self.damage = g.units[self.unit].damage
        burn(g, self.unit, self.fuel)
        self.way = way_of(g.units[self.unit], ())
        return self.declare if self.course or not self.goes_on else self.next

    def declare(self, g: HeroesState) -> Outcome[None]:
        """A leg is declared; the other side may react after each step and turn (HON-VEH-12)."""
        self.owing = False
        self.way = way_of(g.units[self.unit], self.course)
        return Call(Reacting(self.unit, self.way), then=self.reacted)

    def reacted(self, g: HeroesState, step: int) -> Outcome[None]:
        """The whole leg, or as much of it as it gets."""
        if step == UNHINDERED:
            if len(self.way) > 1 or not self.fired:  # fire was the end of the move
                advance(g, self.unit, self.way)
        else:
            self.goes_on, self.way = True, self.way[: step + 1]
        u = g.units[self.unit]
        self.left -= len(self.way) - 1
        self.held = self.held or held_by(g.ground, u, self.way)
        wreck = crushed(g, u, self.way) if u.there else None
        if wreck is not None:
            return Call(Demolishing(wreck, points=1), then=self.on)
        return self.on

    def on(self, g: HeroesState) -> Outcome[None]:
        """A vehicle that was destroyed, or hit in track or hull, goes no further."""
        u = g.units[self.unit]
        if not u.there:
            return self.finish
        if any(part in STOPPING and part not in self.damage for part in u.damage):
            self.left = 0
        return self.next if self.goes_on else self.finish

    def next(self, g: HeroesState) -> Outcome[None]:
        """Ask how it goes on, if it can."""
        going = self.can_leave(g) is None or self.can_drive(g) or self.can_fire(g)
        if g.units[self.unit].there and going:
            return Ask(DRIVE.of(g.units[self.unit].seat), then=self.hear)
        return self.rest

    def rest(self, g: HeroesState) -> Outcome[None]:
        """The last step may be a null step, after which one may react too (R-51)."""
        self.course, self.goes_on = (), False
        return self.declare if self.owing and g.units[self.unit].there else self.finish

    def can_drive(self, g: HeroesState) -> bool:
        """Return True if a step or a turn is left to it."""
        return not self.held and can_drive(g, self.unit, self.left)

    def can_leave(self, g: HeroesState) -> Refusal | None:
        """None if it may leave the map from where it stands."""
        u = g.units[self.unit]
        return why_not_leave(g, u, u.covers, self.left, self.held)

    def can_fire(self, g: HeroesState) -> bool:
        """Return True if it has a target on the move."""
        return any(self._shots(g))

    def ready(self, g: HeroesState) -> list[WeaponPlace]:
        """The weapons that may fire on the move, each once (HON-FIRE-04, R-49)."""
        u = g.units[self.unit]
        return [
            n
            for n in guns(u)
            if n not in self.fired and Ability.FIRE_ON_THE_MOVE in u.up.weapons[n].abilities
        ]

    def _shots(self, g: HeroesState) -> Iterator[FireOnTheMove]:
        """All that it may fire at, and with what."""
        for weapon in self.ready(g):
            for fire in shots(g, self.unit, weapon):
                yield FireOnTheMove(
                    fire.targets,
                    fire.suppressive,
                    (),
                    fire.spend,
                    fire.vertex,
                    fire.into,
                    weapon=weapon,
                )

    @DRIVE.tells
    def about_drive(self, view: View[HeroesState]) -> About:
        """How much movement is left."""
        who = unit_name(view.state, self.unit)
        left = say_n("{n} movement point is left", "{n} movement points are left", self.left)
        return About(say("go on with {unit}", unit=who), left, "HON-MOVE-10")

    @DRIVE.offers
    def offers_drive(self, view: View[HeroesState]) -> Iterator[DrivePlay]:
        """To leave, to stop; each target; each way it can lie, as the end."""
        g = view.state
        if self.can_leave(g) is None:
            yield Leave()
        yield Stop()
        yield from self._shots(g)
        if not self.held:
            for course in courses(g, self.unit, self.left).values():
                if course:
                    yield Drive(course)
                    if self.ready(g):
                        yield Drive(course, True)

    @DRIVE.judges
    def why_not_drive(self, view: View[HeroesState], answer: DrivePlay) -> Refusal | None:
        """By the rules of moves, and of fire."""
        g = view.state
        if isinstance(answer, FireOnTheMove):
            return self._why_not_fire(view, answer)
        if isinstance(answer, Leave):
            return self.can_leave(g)
        if isinstance(answer, Stop):
            if (answer.facing, answer.flip) == (KEEP, False):
                return None
            return Refusal("HON-VEH-03", say("a vehicle turns by movement points"))
        if self.held:
            return HELD_UP
        if answer.manoeuvres == ():
            return Refusal("HON-MOVE-10", say("another leg has a step at least"), more=True)
        if not is_flag(answer.goes_on):
            return Refusal("HON-MOVE-10", say("say whether it goes on"))
        return why_not_course(g, self.unit, answer.manoeuvres, self.left)

    def _why_not_fire(self, view: View[HeroesState], answer: FireOnTheMove) -> Refusal | None:
        g = view.state
        u, weapon = g.units[self.unit], answer.weapon
        no = why_not_gun(u, weapon)
        if no is not None:
            return no
        if Ability.FIRE_ON_THE_MOVE not in u.up.weapons[weapon].abilities:
            return Refusal("HON-FIRE-04", say("that weapon does not fire on the move"), misfit=True)
        if weapon in self.fired:
            return Refusal("HON-AB-25", say("it has fired already"), misfit=True)
        if not answer.targets and not is_aimed(answer):
            return Refusal("HON-AB-25", say("choose a target"), more=True)
        view = View(armed(g, self.unit, weapon), view.seat, view.known)
        act = Act(unit=self.unit, shots=len(answer.targets), aimed=is_aimed(answer))
        no = why_not_ridden(view, u.seat, answer.cards, act)
        if no is not None or unseen(view, answer.cards):
            return no
        return why_not_fire(g, self.unit, answer, keys_of(view, answer.cards), moving=True)

    def hear(self, g: HeroesState, answer: DrivePlay) -> Outcome[None]:
        """A leg, a shot, or the end."""
        self.leaves = False
        if isinstance(answer, Stop):
            return self.rest
        if isinstance(answer, Leave):
            return self.leave(g)
        if isinstance(answer, Drive):
            self.course, self.goes_on = answer.manoeuvres, answer.goes_on
            return self.declare
        self.owing = True
        lay(g, self.unit, answer.weapon)
        self.fired.append(answer.weapon)
        cards = spend_cards(g, g.units[self.unit].seat, answer.cards)
        fire = fire_of(g, self.unit, answer, cards, moving=True)
        return Call(fire, then=self.on)  # it may have hit itself

    def leave(self, g: HeroesState) -> Outcome[None]:
        """Off the map, once somebody has been asked to react (R-317)."""
        if self.owing:
            self.leaves = True
            return self.rest
        leave(g, self.unit)
        return self.end

    def finish(self, g: HeroesState) -> Outcome[None]:
        """Infantry makes room for it where it stands, or is a wreck now (R-163); or it leaves."""
        if self.leaves and self.can_leave(g) is None:
            return self.leave(g)
        spaces = g.units[self.unit].spaces(self.way[-1])
        return Call(Displacing(spaces), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The move is over."""
        end_standing(g, UNTIL_MOVE)
        return Done()


@frame("heroes.shifting")
@define
class Shifting(Frame[None]):
    """A vehicle drives in Supply: nobody fires at it, nor does it (HON-SUP-06). leaves: it leaves
    the map in the end."""

    unit: UnitId
    course: Course
    fuel: bool
    leaves: bool = False
    way: Way = ()

    def start(self, g: HeroesState) -> Outcome[None]:
        """Up to the step after which a concealed counter is found, and then on (R-190)."""
        self.way = way_of(g.units[self.unit], self.course)
        burn(g, self.unit, self.fuel)
        return self.drive

    def drive(self, g: HeroesState) -> Outcome[None]:
        """The rest of the way, or some of it."""
        stop = first_found(g, self.unit, self.way, False)
        if stop > 0:
            advance(g, self.unit, self.way[: stop + 1])
            self.way = self.way[stop:]
            return Call(Spotting(self.unit), then=self.drive)
        if len(self.way) > 1:
            advance(g, self.unit, self.way)
        return self.crush

    def crush(self, g: HeroesState) -> Outcome[None]:
        """Demolish a wreck the vehicle has driven over."""
        u = g.units[self.unit]
        wreck = crushed(g, u, self.way)
        if wreck is not None:
            return Call(Demolishing(wreck, points=1), then=self.finish)
        return self.finish

    def finish(self, g: HeroesState) -> Outcome[None]:
        """Infantry makes room, if it has not left."""
        if self.leaves:
            leave(g, self.unit)
            return Done()
        return Call(Displacing(g.units[self.unit].covers), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The drive is over."""
        return Done()
