"""The Supply phase. Ledger 2.16."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import may_hold
from owm_net.games.heroes.cards.forced_march import FARTHER, FORCED_MARCH, can_march
from owm_net.games.heroes.cards.riders import (
    Act,
    ridden,
    spend_cards,
    unseen,
    why_not_ridden,
    with_cards,
)
from owm_net.games.heroes.charges import Exploding, may_place
from owm_net.games.heroes.concealing import common_concealments, concealments
from owm_net.games.heroes.conferring import Conferring
from owm_net.games.heroes.damage import take_off
from owm_net.games.heroes.decks import Refilling
from owm_net.games.heroes.driving import (
    Shifting,
    held_by,
    is_driven,
    speed,
)
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.exits import NOT_STANDING, why_not_leave
from owm_net.games.heroes.fuel import boost, may_fuel, why_not_fuel
from owm_net.games.heroes.grid import STRAIGHT, Pose
from owm_net.games.heroes.ground import Change
from owm_net.games.heroes.ids import KEEP, ElementKey, Heading, OptionKey, Space, UnitId
from owm_net.games.heroes.marching import Marching
from owm_net.games.heroes.moving import (
    NOT_ABOARD,
    UNDER,
    allowance,
    ends_aboard,
    faced,
    why_not_facing,
    why_not_flip,
)
from owm_net.games.heroes.options import markers_off
from owm_net.games.heroes.orders import turned
from owm_net.games.heroes.paths import Path, ends, is_flag, under_vehicle, ways, why_not_path
from owm_net.games.heroes.questions import Exchanging
from owm_net.games.heroes.reserves import Reinforcing
from owm_net.games.heroes.smoke import thin_out
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply_effects import AtEnd, AtStart
from owm_net.games.heroes.terms import (
    Ability,
    EventKind,
    Flip,
    Manoeuvre,
    Question,
    UnitType,
)
from owm_net.games.heroes.tokens import OpeningTokens
from owm_net.games.heroes.vehicles import (
    Course,
    any_course,
    can_drive,
    courses,
    way_of,
    why_not_course,
)
from owm_net.games.heroes.words import heading_name, unit_name


@record("heroes.supply_move")
class SupplyMove(Answer):
    """A unit without an order moves (HON-SUP-03). conceal: a Concealed token takes its place at the
    end (HON-ORO-05); leaves: it leaves the map then (HON-EXIT-01)."""

    title: ClassVar[str] = say("Move")

    unit: UnitId
    path: tuple[Space, ...] = ()
    facing: Heading = KEEP
    flip: Flip = Flip.NONE
    cards: tuple[Played, ...] = ()
    conceal: bool = False
    leaves: bool = False
    fuel: bool = False

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        values = {"unit": unit_name(g, self.unit)}
        values["path"] = g.telling.value(tuple[Space, ...], g, self.path, view.card)
        stays = say("{unit} stays where it is", **values)
        goes = say("{unit} moves by {path}", **values)
        if len(self.path) == 1:
            goes = say("{unit} moves to {space}", unit=values["unit"], space=values["path"])
        if self.leaves:
            stays = say("{unit} leaves the map", **values)
            goes = say("{unit} moves by {path}, and leaves the map", **values)
        elif self.conceal:
            stays = say("{unit} is concealed", **values)
            goes = say("{unit} moves by {path}, and is concealed", **values)
        elif self.flip is not Flip.NONE:
            stays = say("{unit} is turned over", **values)
            goes = say("{unit} moves by {path}, and is turned over", **values)
            if self.flip is Flip.FIRST:
                goes = say("{unit} is turned over, and moves by {path}", **values)
        elif self.fuel:
            goes = say("{unit} moves with fuel by {path}", **values)
        elif self.facing != KEEP:
            values["facing"] = heading_name(g, self.facing)
            stays = say("{unit} faces {facing}", **values)
            goes = say("{unit} moves by {path}, and faces {facing}", **values)
        return with_cards(goes if self.path else stays, view, self.cards)


@record("heroes.supply_drive")
class SupplyDrive(Answer):
    """A vehicle without an order drives (HON-SUP-03). fuel: a token is spent (HON-EQ-07). leaves:
    it leaves the map then (HON-EXIT-01)."""

    title: ClassVar[str] = say("Drive")

    unit: UnitId
    manoeuvres: tuple[Manoeuvre, ...] = ()
    fuel: bool = False
    leaves: bool = False

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        values = {"unit": unit_name(g, self.unit)}
        course = g.telling.value(tuple[Manoeuvre, ...], g, self.manoeuvres, view.card)
        if self.leaves and not self.manoeuvres:
            return say("{unit} leaves the map", **values)
        if self.leaves:
            return say("{unit} drives: {course}, and leaves the map", **values, course=course)
        if self.fuel:
            return say("{unit} drives with fuel: {course}", **values, course=course)
        return say("{unit} drives: {course}", **values, course=course)


@record("heroes.entrench")
class Entrench(Answer):
    """A unit digs a position on its space instead of moving (HON-EQ-14)."""

    title: ClassVar[str] = say("Position")
    words = say("{unit} digs a position")

    unit: UnitId


SupplyPlay: TypeAlias = SupplyMove | SupplyDrive | Entrench

SUPPLY_MOVE: Kind[SupplyPlay] = Kind(
    "supply_move",
    SupplyMove,
    SupplyDrive,
    Entrench,
    rule="HON-SUP-03",
    why=say("a unit without an order may move"),
    deed=say("move units without orders"),
    passes=say("nobody else moves"),
    pass_first=True,
)


@frame("heroes.supply")
@define
class Supply(Frame[None]):
    """Steps 1 to 6; what follows is the match's (steps 7 to 9). Of steps 1 and 5: abilities, then
    cards, options, the scenario (R-107, R-133). moving: seats whose units may still move. marks: of
    each seat, the Concealed tokens that it may lay this time; common: those of them that its allies
    may lay too."""

    moving: list[Seat] = field(factory=list)
    marks: list[int] = field(factory=list)
    common: tuple[int, ...] = field(default=(), metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """Step 1: cards of the beginning (HON-SUP-01)."""
        return Call(Exchanging(g.initiative, question=Question.SUPPLY_START), then=self.options)

    def options(self, g: HeroesState) -> Outcome[None]:
        """Then options of the beginning."""
        return Call(AtStart(g.initiative), then=self.charges)

    def charges(self, g: HeroesState) -> Outcome[None]:
        """Demolition Charges go off (HON-EQ-06)."""
        return Call(Exploding(False), then=self.events)

    def events(self, g: HeroesState) -> Outcome[None]:
        """The events of the scenario come last of step 1 (HON-RND-06)."""
        for event in g.battle.events:
            if event.round == g.round and event.kind is EventKind.RALLY:
                for number, u in enumerate(g.units):
                    if u.in_play and u.suppressed and g.side(u.seat).name == event.side:
                        take_off(g, UnitId(number), 1)
        return Call(Reinforcing(g.order()), then=self.open)

    def open(self, g: HeroesState) -> Outcome[None]:
        """Step 2: what lies closed is opened, the bluffs go (HON-SUP-02)."""
        self.moving = [*g.members(g.initiative), *g.rivals(g.initiative)]
        self.marks = [concealments(g, seat) for seat in g.players]
        common = tuple([common_concealments(g, seat) for seat in g.players])
        self.common = common if any(common) else ()
        return Call(OpeningTokens(g.order()), then=self.move)

    def move(self, g: HeroesState) -> Outcome[None]:
        """Step 3: initiative first, each seat all of its units (HON-SUP-03, HON-MP-15)."""
        if self.moving:
            seat = self.moving.pop(0)
            return Call(SupplyMoving(seat, self.marks[seat]), then=self.moved)
        return self.rally

    def moved(self, g: HeroesState, left: int) -> Outcome[None]:
        """Take the common tokens that a seat has laid from its allies too (R-302). left: the
        Concealed tokens that it could still have laid."""
        if self.common:
            order = [*g.members(g.initiative), *g.rivals(g.initiative)]
            side = g.members(order[-1 - len(self.moving)])
            laid = max(0, self.common[side[0]] - left)
            for seat in side:
                self.marks[seat] -= laid
            self.common = tuple(
                [n - laid if seat in side else n for seat, n in enumerate(self.common)]
            )
        return self.move

    def rally(self, g: HeroesState) -> Outcome[None]:
        """Step 4: a marker off each unit, or two (HON-SUP-07, HON-TRT-03); then step 5: cards of
        the end (HON-SUP-08)."""
        for number, u in enumerate(g.units):
            if u.in_play and u.suppressed:
                unit = UnitId(number)
                take_off(g, unit, markers_off(g, unit))
        return Call(Exchanging(g.initiative, question=Question.SUPPLY_END), then=self.closing)

    def closing(self, g: HeroesState) -> Outcome[None]:
        """Then options of the end."""
        return Call(AtEnd(g.initiative), then=self.bombs)

    def bombs(self, g: HeroesState) -> Outcome[None]:
        """Bombs and mines go off (HON-EQ-16)."""
        return Call(Exploding(True), then=self.refill)

    def refill(self, g: HeroesState) -> Outcome[None]:
        """Smoke last of step 5 (HON-ORO-16); then step 6, while a round is left in which cards are
        of use (HON-SUP-09)."""
        thin_out(g)
        again = g.deck_size and g.round < g.battle.rounds
        return Call(Refilling(g.order() if again else []), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """Allies exchange cards for the next round (HON-MP-17)."""
        again = g.deck_size and g.round < g.battle.rounds
        return Call(Conferring(g.order() if again else []), then=self.over)

    def over(self, g: HeroesState) -> Outcome[None]:
        """End Supply; the match goes on."""
        return Done()


@record("heroes.entrenched")
class Entrenched(Event):
    """A position lies where there was none."""

    words = say("{unit} has dug a position at {space}")
    rule = "HON-EQ-14"

    unit: UnitId
    space: Space


WHETHER = Refusal("HON-EXIT-01", say("say whether it leaves the map"))
POSITION = OptionKey("eq_position")
DUG = ElementKey("position")


def may_entrench(g: HeroesState, unit: UnitId) -> bool:
    """Return True if a unit has a position to place, and may on its space: infantry in no building,
    ruin or water, and in no position (HON-EQ-14)."""
    u = g.units[unit]
    if not u.there:
        return False
    cell = g.ground.cells[u.at]
    free = not (cell.building or cell.position or cell.ruin or cell.water or cell.bridge)
    return free and not u.kind.vehicle and not u.concealed and bool(stocks(g, unit, POSITION))


def _why_not_drive(g: HeroesState, answer: SupplyDrive) -> Refusal | None:
    """None if a vehicle may drive so."""
    if answer.manoeuvres == () and answer.leaves is False:
        return Refusal("HON-SUP-03", say("choose a step"), more=True)
    no = why_not_fuel(g, answer.unit, answer.fuel)
    points = speed(g, answer.unit, answer.fuel is True)
    no = no or why_not_course(g, answer.unit, answer.manoeuvres, points)
    if no is not None or answer.leaves is False:
        return no
    if not is_flag(answer.leaves):
        return WHETHER
    return why_not_drive_off(g, answer.unit, answer.manoeuvres, points)


def why_not_drive_off(g: HeroesState, unit: UnitId, course: Course, points: int) -> Refusal | None:
    """None if a vehicle may leave the map at the end of a course."""
    u = g.units[unit]
    way = way_of(u, course)
    held = held_by(g.ground, u, way)
    return why_not_leave(g, u, u.spaces(way[-1]), points - len(course), held)


def why_not_walk_off(g: HeroesState, u: Unit, path: Path, points: int) -> Refusal | None:
    """None if a unit that walks may leave the map at the end of a path."""
    held = bool(path) and g.ground.difficult(path[-1], u.kind)
    there = (path[-1],) if path else u.covers
    return why_not_leave(g, u, there, points - len(path), held)


@frame("heroes.supply_moving")
@define
class SupplyMoving(Frame[int]):
    """A seat moves its units that had no order. marks: Concealed tokens left to lay; those that
    come back now wait for the next round (HON-ORO-05); the result: those left. moved: units that
    have moved."""

    seat: Seat
    marks: int = 0
    moved: list[UnitId] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[int]:
        """As long as one can."""
        self.moved = [g.now(unit) for unit in self.moved]
        if any(self.may_move(g, unit) for unit in g.in_play(self.seat)):
            return Ask(SUPPLY_MOVE.of(self.seat), then=self.hear)
        return Done(self.marks)

    def can_move(self, g: HeroesState) -> list[UnitId]:
        """Units that have a step or a facing to choose (HON-SUP-03, HON-SUP-12); among them those
        to which a card that the seat may hold would give a step."""
        return [unit for unit in g.in_play(self.seat) if self.may_move(g, unit)]

    def may_move(self, g: HeroesState, unit: UnitId) -> bool:
        """Return True if one of the seat's is among them."""
        waits = not g.units[unit].acted and unit not in self.moved
        return waits and self._has_something(g, unit)

    def hides(self, g: HeroesState, u: Unit) -> bool:
        """Return True if a Concealed token may be laid for a unit (HON-ORO-05)."""
        infantry = u.kind is UnitType.INFANTRY
        return infantry and bool(self.marks) and not (u.concealed or u.has(Ability.AMBUSH))

    def _has_something(self, g: HeroesState, unit: UnitId) -> bool:
        u = g.units[unit]
        if is_driven(u):
            points = speed(g, unit, may_fuel(g, unit))
            return can_drive(g, unit, points) or why_not_drive_off(g, unit, (), points) is None
        more = FARTHER if may_hold(g, self.seat, FORCED_MARCH) and can_march(u) else 0
        still = u.weapon.arc or u.flips or may_entrench(g, unit) or may_place(g, unit)
        left = allowance(g, u, more)
        able = u.there and (still or self.hides(g, u) or why_not_walk_off(g, u, (), left) is None)
        return able or len(ends(g, unit, min(1, left))) > 1

    @SUPPLY_MOVE.tells
    def about_supply_move(self, view: View[HeroesState]) -> About:
        """Yield the units that may move."""
        able = len(self.can_move(view.state))
        may = say_n("{n} unit may move", "{n} units may move", able)
        return About(say("move units without orders"), may, "HON-SUP-03")

    @SUPPLY_MOVE.offers
    def offers_supply_move(self, view: View[HeroesState]) -> Iterator[SupplyPlay]:
        """To move nobody else; each unit to each space it can get to, or a position for it."""
        g = view.state
        for unit in self.can_move(g):
            u = g.units[unit]
            if is_driven(u):
                yield from self._drives(g, unit)
                continue
            if may_entrench(g, unit):
                yield Entrench(unit)
            yield from self._moves(g, unit)
            for key, card in ridden(view, self.seat):
                if key == FORCED_MARCH and can_march(u):
                    near = ways(g, unit, allowance(g, u))
                    for space, path in ways(g, unit, allowance(g, u, FARTHER)).items():
                        if space not in near:
                            yield SupplyMove(unit, path, KEEP, Flip.NONE, (card,))

    def _drives(self, g: HeroesState, unit: UnitId) -> Iterator[SupplyDrive]:
        """A vehicle's courses, with Fuel those alone that it cannot do without; off the map too."""
        stays, leaves = {g.units[unit].pose}, set[Pose]()
        for fuel in (False, True) if may_fuel(g, unit) else (False,):
            points = speed(g, unit, fuel)
            for pose, course in courses(g, unit, points).items():
                if pose not in stays:
                    stays.add(pose)
                    yield SupplyDrive(unit, course, fuel)
                off = bool(g.battle.exits[1]) and pose not in leaves
                if off and why_not_drive_off(g, unit, course, points) is None:
                    leaves.add(pose)
                    yield SupplyDrive(unit, course, fuel, True)

    def _moves(self, g: HeroesState, unit: UnitId) -> Iterator[SupplyMove]:
        """A unit's ways, with its counter turned over or faced, or a Concealed token at the end."""
        u = g.units[unit]
        for flip in tuple(Flip) if u.flips else (Flip.NONE,):
            if flip is Flip.FIRST and u.rides:
                continue
            now = turned(g, unit, ()) if flip is Flip.FIRST else g
            for path in ends(now, unit, allowance(g, now.units[unit])).values():
                if flip is Flip.LAST and ends_aboard(g, unit, path):
                    continue
                if path or flip is not Flip.NONE or may_place(g, unit):
                    yield SupplyMove(unit, path, KEEP, flip)
            turns = faced(u, flip, False).weapon.arc and u.there
            for facing in STRAIGHT if turns else ():
                yield SupplyMove(unit, (), Heading(int(facing)), flip)
        yield from self._ends(g, unit)

    def _ends(self, g: HeroesState, unit: UnitId) -> Iterator[SupplyMove]:
        """A unit's ways that end otherwise: concealed, off the map, farther by Fuel (R-227)."""
        u = g.units[unit]
        left = allowance(g, u)
        near = ways(g, unit, left)
        for path in near.values():
            if ends_aboard(g, unit, path):
                continue
            if self.hides(g, u):
                yield SupplyMove(unit, path, conceal=True)
            if g.battle.exits[1] and why_not_walk_off(g, u, path, left) is None:
                yield SupplyMove(unit, path, leaves=True)
        if u.crawls and may_fuel(g, unit):
            for space, path in ends(g, unit, allowance(g, u, boost(u, True))).items():
                if space not in near:
                    yield SupplyMove(unit, path, fuel=True)

    @SUPPLY_MOVE.judges
    def why_not_supply_move(self, view: View[HeroesState], answer: SupplyPlay) -> Refusal | None:
        """A move by the usual rules; no fire and no assault (HON-SUP-06)."""
        g, unit = view.state, answer.unit
        if not g.known(unit) or g.units[unit].seat != self.seat or not g.units[unit].in_play:
            return Refusal("HON-SUP-03", say("choose a unit of yours on the map"))
        u = g.units[unit]
        if u.acted:
            return Refusal("HON-SUP-12", say("it has acted this round"))
        if unit in self.moved:
            return Refusal("HON-SUP-03", say("it has moved already"))
        if isinstance(answer, Entrench):
            if may_entrench(g, unit):
                return None
            return Refusal("HON-EQ-14", say("it has no position, or none fits its space"))
        if isinstance(answer, SupplyDrive) is not is_driven(u):
            return Refusal("HON-VEH-01", say("vehicles drive, and nobody else"), misfit=True)
        if isinstance(answer, SupplyDrive):
            return _why_not_drive(g, answer)
        return self._why_not_walk(view, answer)

    def _why_not_walk(self, view: View[HeroesState], answer: SupplyMove) -> Refusal | None:
        g, unit = view.state, answer.unit
        u = g.units[unit]
        if not is_flag(answer.conceal) or (answer.conceal and answer.leaves):
            return Refusal("HON-ORO-05", say("say whether a Concealed token is laid"))
        if not is_flag(answer.leaves):
            return WHETHER
        aboard = ends_aboard(g, unit, answer.path) if isinstance(answer.path, tuple) else True
        hides = self.hides(g, u) and not aboard
        if answer.conceal and (answer.flip is not Flip.NONE or not hides):
            return Refusal("HON-ORO-05", say("no Concealed token can be laid for it now"))
        no = why_not_flip(u, answer.flip) or why_not_ridden(
            view, self.seat, answer.cards, Act(unit=unit, supply=True, flip=answer.flip)
        )
        if no is not None or unseen(view, answer.cards):
            return no
        if answer.flip is Flip.FIRST and u.rides:
            return NOT_ABOARD
        no = why_not_fuel(g, unit, answer.fuel)
        if no is not None:
            return no
        more = boost(u, answer.fuel) + (FARTHER if answer.cards else 0)
        now = turned(g, unit, ()) if answer.flip is Flip.FIRST else g
        left = allowance(g, now.units[unit], more)
        no = why_not_path(now, unit, answer.path, left)
        if (
            no is not None
            and not answer.cards
            and self._could_march(view, faced(u, answer.flip, True))
        ):
            farther = why_not_path(now, unit, answer.path, left + FARTHER)
            no = Refusal(no.rule, no.why, more=True) if farther is None else no
        no = no or why_not_facing(faced(u, answer.flip, False), answer.facing)
        if no is None and answer.leaves and aboard:
            return NOT_STANDING
        if no is None and answer.leaves:
            no = why_not_walk_off(g, faced(u, answer.flip, False), answer.path, left)
        return no or self._why_not_end(g, u, answer)

    def _could_march(self, view: View[HeroesState], u: Unit) -> bool:
        """Return True if the viewer holds a card by which a unit moves farther."""
        return can_march(u) and any(key == FORCED_MARCH for key, _ in ridden(view, self.seat))

    def _why_not_end(self, g: HeroesState, u: Unit, answer: SupplyMove) -> Refusal | None:
        """None if a move may end so."""
        unit = answer.unit
        if u.crawls and under_vehicle(g, unit, answer.path[-1] if answer.path else u.at):
            return UNDER
        if answer.flip is Flip.LAST and ends_aboard(g, unit, answer.path):
            return NOT_ABOARD
        nothing = (answer.path, answer.facing, answer.flip) == ((), KEEP, Flip.NONE)
        if nothing and not (answer.conceal or answer.leaves or may_place(g, unit)):
            return Refusal("HON-SUP-03", say("choose a step"), more=True)
        return None

    @SUPPLY_MOVE.samples
    def sample_supply_move(self, view: View[HeroesState], chance: Chance) -> SupplyPlay | Pass:
        """Any way of any unit; now and then nobody moves any more."""
        g = view.state
        able = self.can_move(g)
        unit = able[chance.below(len(able))]
        if may_entrench(g, unit) and chance.below(4) == 0:
            return Entrench(unit)
        u = g.units[unit]
        if is_driven(u):
            fuel = may_fuel(g, unit) and not chance.below(3)
            points = speed(g, unit, fuel)
            course = any_course(g, unit, points, chance)
            leaves = why_not_drive_off(g, unit, course, points) is None and not chance.below(2)
            return SupplyDrive(unit, course, fuel, leaves) if course or leaves else Pass()
        cards = tuple([card for key, card in ridden(view, self.seat) if key == FORCED_MARCH])
        if not can_march(u) or chance.below(2):
            cards = ()
        more = FARTHER if cards else 0
        paths = [p for p in ends(g, unit, allowance(g, u, more)).values() if p]
        if u.there and self.hides(g, u) and chance.below(4) == 0:
            return SupplyMove(unit, (), KEEP, Flip.NONE, (), True)
        if not paths or chance.below(len(able) + 1) == 0:
            return Pass()
        path = paths[chance.below(len(paths))]
        off = why_not_walk_off(g, u, path, allowance(g, u, more)) is None
        leaves = off and not ends_aboard(g, unit, path) and not chance.below(2)
        return SupplyMove(unit, path, KEEP, Flip.NONE, cards, leaves=leaves)

    def hear(self, g: HeroesState, answer: SupplyPlay) -> Outcome[int]:
        """It goes there, and no enemy may react (HON-SUP-06)."""
        if isinstance(answer, SupplyDrive):
            self.moved.append(answer.unit)
            drive = Shifting(answer.unit, answer.manoeuvres, answer.fuel, answer.leaves)
            return Call(drive, then=self.start)
        if isinstance(answer, Entrench):
            space = g.units[answer.unit].at
            take_token(g, answer.unit, POSITION)
            g.changes = (*g.changes, Change(element=DUG, spaces=(space,)))
            self.moved.append(answer.unit)
            g.tell(Entrenched(answer.unit, space))
            return self.start
        spend_cards(g, self.seat, answer.cards)
        self.moved.append(answer.unit)
        self.marks -= answer.conceal
        march = Marching(answer.unit, answer.path, answer.facing, answer.flip, answer.conceal)
        march.leaves, march.fuel = answer.leaves, answer.fuel
        return Call(march, then=self.start)

    def passed_supply_move(self, g: HeroesState) -> Outcome[int]:
        return Done(self.marks)


def has_moved(g: HeroesState, unit: UnitId) -> bool:
    """Return True if a unit has moved in the Supply phase that is played."""
    return any(isinstance(f, SupplyMoving) and unit in f.moved for f in g.agenda)
