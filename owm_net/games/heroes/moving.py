"""Moves of infantry, leg by leg. Ledger 2.8, R-64, R-95, R-112.

A leg is a way that is walked without a pause. Between two legs the mover may fire on the move; with
the last leg, or when it stops, an assault that was announced is carried out.
"""

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
from owm_net.engine.passing import end_standing
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Assault, why_not_assault, why_not_launch
from owm_net.games.heroes.bonus import Searching
from owm_net.games.heroes.cards.card import Cards
from owm_net.games.heroes.cards.riders import (
    Act,
    keys_of,
    spend_cards,
    unseen,
    why_not_ridden,
    with_cards,
)
from owm_net.games.heroes.cards.speed_setup import SPEED_SETUP
from owm_net.games.heroes.charges import Placing
from owm_net.games.heroes.displacing import Displacing
from owm_net.games.heroes.equipment import launcher
from owm_net.games.heroes.exits import Leave, leave, why_not_leave
from owm_net.games.heroes.fire import fire_of, is_aimed, is_structure, why_not_fire
from owm_net.games.heroes.fuel import boost, burn
from owm_net.games.heroes.goliath import Detonate, Detonating, why_not_detonate
from owm_net.games.heroes.grid import STRAIGHT
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    NO_VERTEX,
    OFF_MAP,
    Heading,
    OptionKey,
    Share,
    Space,
    UnitId,
    Vertex,
    WeaponPlace,
)
from owm_net.games.heroes.paths import (
    HELD_UP,
    SHARED,
    Path,
    is_flag,
    traffic,
    under_vehicle,
    ways,
    why_not_path,
)
from owm_net.games.heroes.patterns import throws
from owm_net.games.heroes.reacting import Reacting
from owm_net.games.heroes.shooting import (
    launches,
    penalty_on_the_move,
    targets,
)
from owm_net.games.heroes.silence import UNTIL_MOVE
from owm_net.games.heroes.spotting import Spotting
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.steps import march, walked
from owm_net.games.heroes.terms import DOUBLE_TIME, UNHINDERED, Directive, Flip
from owm_net.games.heroes.weapons import PRIMARY
from owm_net.games.heroes.words import unit_name


@record("heroes.leg")
class Leg(Answer):
    """Some more steps. facing: of a unit that fires to the front only, 0 north and clockwise.
    goes_on: the move is not over by it. flip: it is turned over at the end of the move."""

    title: ClassVar[str] = say("Continue")
    words = say("go on by {path}")

    path: tuple[Space, ...]
    facing: Heading = KEEP
    goes_on: bool = False
    flip: bool = False


@record("heroes.fire_on_the_move")
class FireOnTheMove(Answer):
    """A shot between two legs (HON-AB-25). See `OrderFire`."""

    title: ClassVar[str] = say("Fire on the move")

    targets: tuple[UnitId, ...] = ()
    suppressive: bool = False
    shares: tuple[Share, ...] = ()
    spend: tuple[OptionKey, ...] = ()
    vertex: Vertex = NO_VERTEX
    into: Space = OFF_MAP
    cards: tuple[Played, ...] = ()
    weapon: WeaponPlace = PRIMARY

    def sentence(self, view: View[HeroesState]) -> str:
        if not self.targets:
            told = say("fire at an intersection")
            if is_structure(self):
                told = say("fire at a structure")
            return with_cards(told, view, self.cards)
        whom = listed([unit_name(view.state, target) for target in self.targets])
        return with_cards(say("fire at {target}", target=whom), view, self.cards)


@record("heroes.stop")
class Stop(Answer):
    """The move ends here. flip: the unit is turned over."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Stop")
    words = say("stop here")

    facing: Heading = KEEP
    flip: bool = False


LegPlay: TypeAlias = Leg | FireOnTheMove | Leave | Stop | Detonate

LEG: Kind[LegPlay] = Kind(
    "leg",
    Leg,
    FireOnTheMove,
    Leave,
    Stop,
    Detonate,
    rule="HON-MOVE-10",
    why=say("choose how the move goes on"),
    deed=say("go on with a move"),
)


@record("heroes.flipped")
class Flipped(Event):
    """A counter has been turned over by its owner (HON-AB-45, HON-AB-92)."""

    words = say("{unit} is turned over")
    rule = "HON-AB-92"

    unit: UnitId


def allowance(g: HeroesState, u: Unit, more: int = 0) -> int:
    """The movement points of a move of a unit, with the face that it has or will have: its
    movement, but one for a unit that begins in difficult ground (HON-TER-06). more: by a card; it
    makes up for markers first, as Double Time does, which does not move who has a printed 0
    (HON-ORO-07, R-63)."""
    if u.up.move and not u.concealed and g.directed(u, Directive.DOUBLE_TIME):
        more += DOUBLE_TIME
    points = u.moves(more)
    if points > 1 and u.there:
        ground, kind = g.ground, u.kind
        for space in u.covers:
            if ground.difficult(space, kind):
                return 1
    return points


def why_not_flip(u: Unit, flip: object) -> Refusal | None:
    """None if a move may turn a unit over then."""
    if flip.__class__ is not Flip:
        return Refusal("HON-AB-92", say("choose when it is turned over"))
    if flip is not Flip.NONE and not u.flips:
        return Refusal("HON-AB-92", say("a move does not turn that unit over"))
    return None


def faced(u: Unit, flip: Flip, before: bool) -> Unit:
    """A unit as it is before, or after, the steps of a move that turns it over."""
    return u.other if flip is Flip.FIRST or (flip is Flip.LAST and not before) else u


def why_not_facing(u: Unit, facing: object) -> Refusal | None:
    """None if a unit may be turned so: only a firing arc has a facing (HON-FIRE-07, R-23)."""
    if facing.__class__ is not int or facing not in (KEEP, *STRAIGHT):
        return Refusal("HON-FIRE-07", say("a unit faces N, E, S or W"))
    if facing != KEEP and not u.weapon.arc:
        return Refusal("HON-FIRE-07", say("only a firing arc has a facing"))
    return None


def why_not_leg(
    g: HeroesState,
    unit: UnitId,
    path: Path,
    left: int,
    target: UnitId,
    goes_on: bool,
    boards: bool = True,
) -> Refusal | None:
    """None if a unit may walk this leg with so much movement left. target: whom it is to assault:
    the way must bring it there, or leave it a way that does (HON-ASLT-03, HON-ASLT-04). boards:
    it may end in a vehicle (R-47)."""
    no = why_not_path(g, unit, path, left, boards)
    if no is not None:
        return no
    end = path[-1] if path else g.units[unit].at
    if g.units[unit].crawls:
        return None if goes_on or not under_vehicle(g, unit, end) else UNDER
    aboard = bool(path) and end in traffic(g, unit).carriers
    if aboard and goes_on:
        return Refusal("HON-AB-86", say("a move ends in the vehicle that is boarded"))
    if target == NO_UNIT:
        return None
    held = bool(path) and not aboard and g.ground.difficult(end, g.units[unit].kind)
    left -= len(path)
    if goes_on:
        if can_assault(g, unit, target, end, left, held):
            return None
        return Refusal("HON-ASLT-04", say("from there it cannot reach the enemy any more"))
    no = why_not_launch(g, unit, target, end)
    if no is not None:
        return no
    if held:
        return HELD_UP
    if left < 1:
        return Refusal("HON-ASLT-03", say("no movement is left for the enemy's space"))
    return None


def can_assault(
    g: HeroesState, unit: UnitId, target: UnitId, start: Space, left: int, held: bool
) -> bool:
    """Return True if a unit can still get from a space to one where it may assault, and into the
    enemy's space. held: it has just entered difficult ground."""
    if held or left < 1:
        return False
    found = ways(g, unit, left - 1, start)
    kind = g.units[unit].kind
    carriers = traffic(g, unit).carriers
    return any(
        why_not_launch(g, unit, target, space) is None
        and not (path and space not in carriers and g.ground.difficult(space, kind))
        for space, path in found.items()
    )


UNDER = Refusal("HON-EQ-09", say("it cannot stay under a vehicle"))
OWING = Refusal("HON-ASLT-04", say("the assault that was announced is still possible"))
NOT_ABOARD = Refusal("HON-AB-92", say("nobody is turned over in a vehicle"))


def ends_aboard(g: HeroesState, unit: UnitId, path: Path) -> bool:
    """Return True if a unit is in a vehicle after this way (R-156)."""
    return path[-1] in traffic(g, unit).carriers if path else g.units[unit].rides


def turn_over(g: HeroesState, unit: UnitId) -> None:
    """The other face is up from now on."""
    other = g.units[unit].other
    g.change(unit, face=other.face, concealed=other.concealed)
    g.tell(Flipped(unit))


@frame("heroes.moving")
@define
class Moving(Frame[None]):
    """A move. path, facing, goes_on, flip: of the leg that is walked now. target: whom it will
    assault, NO_UNIT for nobody. left: movement points, those of the beginning whatever happens on
    the way (HON-MOVE-06, HON-SUPP-04). fired: it has fired on the move; held: by difficult ground;
    flipped: it has been turned over or found. veiled: it was concealed before the leg. cards:
    played with the order. owing: nobody has been asked to react since the move began, or since it
    fired (HON-MOVE-05). rode: it began in a vehicle. leaves: if nobody hinders it now."""

    unit: UnitId
    target: UnitId
    path: Path
    facing: Heading
    goes_on: bool
    flip: Flip = Flip.NONE
    cards: Cards = ()
    left: int = -1
    fired: bool = False
    held: bool = False
    flipped: bool = False
    owing: bool = True
    rode: bool = False
    veiled: bool = False
    fuel: bool = False
    leaves: bool = field(default=False, metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """With all its movement; turned over first, if it is. A null leg that goes on is no more
        than an announcement: fire on the move comes before any reaction (HON-MOVE-05)."""
        self.flipped = self.flipped or SPEED_SETUP in self.cards
        if self.flip is Flip.FIRST:
            self.turn_over(g)
        burn(g, self.unit, self.fuel)
        self.left = allowance(g, g.units[self.unit], boost(g.units[self.unit], self.fuel))
        self.rode = g.units[self.unit].rides
        if self.path or not self.goes_on:
            return self.declare
        self.turn(g)
        return self.next

    def declare(self, g: HeroesState) -> Outcome[None]:
        """A leg is declared; the other side may react to it (R-95)."""
        self.owing = False
        way = walked(g, self.unit, self.path)
        self.veiled = g.units[self.unit].concealed
        return Call(Reacting(self.unit, way, spared=self.flipped), then=self.reacted)

    def reacted(self, g: HeroesState, step: int) -> Outcome[None]:
        """The whole leg, or as much of it as it gets: until one has reacted, or somebody was found.
        Who was concealed goes on with what is left of that movement (HON-AB-13)."""
        if step == UNHINDERED:
            return self.walk
        self.unit = g.now(self.unit)
        if not g.units[self.unit].there:
            return self.crushed(g, step)
        if self.veiled and not g.units[self.unit].concealed:
            self.flipped = True
        self.step(g, self.path[:step])
        if step == len(self.path):
            self.turn(g)
        return self.next

    def crushed(self, g: HeroesState, step: int) -> Outcome[None]:
        """It died after a step. Infantry makes room for the wreck of a Goliath on top of it; there
        is none in a building (R-163, R-221)."""
        if not g.units[self.unit].crawls or not step:
            return self.end
        spot = self.path[step - 1]
        if g.ground.building(spot) != NO_OVERLAY:
            return self.end
        return Call(Displacing((spot,)), then=self.end)

    def walk(self, g: HeroesState) -> Outcome[None]:
        """Nobody reacts: the whole leg."""
        if self.path or not self.fired:  # fire was the end of the move
            march(g, self.unit, self.path)
        self.step(g, self.path)
        if self.flip is Flip.LAST and not self.goes_on:
            self.turn_over(g)
        self.turn(g)
        return self.next if self.goes_on else self.finish

    def step(self, g: HeroesState, path: Path) -> None:
        """So much movement is gone."""
        if path:
            u = g.units[self.unit]
            self.left -= len(path)
            entered = path[-1], u.at  # a card may have taken it on from there
            self.held = u.there and any(g.ground.difficult(space, u.kind) for space in entered)

    def turn_over(self, g: HeroesState) -> None:
        """Once in a move (HON-MOVE-08)."""
        self.flipped, self.flip = True, Flip.NONE
        turn_over(g, self.unit)

    def turn(self, g: HeroesState) -> None:
        """A firing arc looks another way (R-23)."""
        if self.facing != KEEP:
            g.change(self.unit, facing=self.facing)

    def next(self, g: HeroesState) -> Outcome[None]:
        """Ask how it goes on, if it can. An assault that has become impossible is off (R-150)."""
        u = g.units[self.unit]
        self.target = NO_UNIT if self.target == NO_UNIT else g.now(self.target)
        if self.target != NO_UNIT and why_not_assault(g, u, self.target) is not None:
            self.target = NO_UNIT
        if u.crawls and under_vehicle(g, self.unit, u.at) and not self.can_walk(g):
            return Call(Detonating(self.unit), then=self.end)
        turns = u.weapon.arc or (u.flips and not self.flipped and self.target == NO_UNIT)
        able = u.crawls or self.can_leave(g) is None or (u.there and turns)
        if able or self.can_walk(g) or self.can_fire(g):
            return Ask(LEG.of(u.seat), then=self.hear)
        return self.rest

    def rest(self, g: HeroesState) -> Outcome[None]:
        """The last step may be a null step, after which one may react too (HON-MOVE-05, R-51)."""
        self.path, self.goes_on = (), False
        return self.declare if self.owing else self.finish

    def can_walk(self, g: HeroesState) -> bool:
        """Return True if another leg is left to it."""
        unit, left, on = self.unit, self.left, g.units[self.unit].crawls
        return not self.held and any(
            path and why_not_leg(g, unit, path, left, self.target, on, not self.rode) is None
            for path in self.ways(g).values()
        )

    def ways(self, g: HeroesState) -> dict[Space, Path]:
        """Where it may still go."""
        return ways(g, self.unit, self.left, None, not self.rode)

    def can_leave(self, g: HeroesState) -> Refusal | None:
        """None if it may leave the map from where it stands."""
        u = g.units[self.unit]
        if self.can_assault(g):
            return OWING
        return why_not_leave(g, u, u.covers, self.left, self.held)

    def can_assault(self, g: HeroesState) -> bool:
        """Return True if the assault that was announced is possible, from here or farther on."""
        here = g.units[self.unit].at
        return self.target != NO_UNIT and can_assault(
            g, self.unit, self.target, here, self.left, self.held
        )

    def can_fire(self, g: HeroesState) -> bool:
        """Return True if it has a target on the move."""
        return any(self._shots(g))

    def _shots(self, g: HeroesState) -> Iterator[FireOnTheMove]:
        """All that it may fire at, and with what."""
        if self.fired or penalty_on_the_move(g.units[self.unit], self.cards) is None:
            return
        for target, suppressive in targets(g, self.unit):
            yield FireOnTheMove((target,), suppressive)
        for target, spend in launches(g, self.unit):
            yield FireOnTheMove((target,), False, (), spend)
        for spend, vertex, into in throws(g, self.unit):
            yield FireOnTheMove((), False, (), spend, vertex, into)

    @LEG.tells
    def about_leg(self, view: View[HeroesState]) -> About:
        """How much movement is left."""
        who = unit_name(view.state, self.unit)
        return About(
            say("go on with {unit}", unit=who),
            say_n("{n} movement point is left", "{n} movement points are left", self.left),
            "HON-MOVE-10",
        )

    @LEG.offers
    def offers_leg(self, view: View[HeroesState]) -> Iterator[LegPlay]:
        """To leave, to stop; each target; each space it can get to, as the end."""
        g = view.state
        if self.can_leave(g) is None:
            yield Leave()
        u = g.units[self.unit]
        if why_not_detonate(g, self.unit) is None:
            yield Detonate()
        for flip in (False, True) if u.flips else (False,):
            arc = (u.other if flip else u).weapon.arc
            for facing in (KEEP, *STRAIGHT) if arc else (KEEP,):
                stop = Stop(Heading(int(facing)), flip)
                if self._why_not_stop(g, stop) is None:
                    yield stop
        yield from self._shots(g)
        if self.held:
            return
        plain = self.target == NO_UNIT and not (u.crawls or traffic(g, self.unit).carriers)
        for path in self.ways(g).values():
            for leg in (Leg(path), Leg(path, KEEP, True)) if path else ():
                if plain or self.why_not_leg(view, leg) is None:  # nothing speaks against a way
                    yield leg

    @LEG.judges
    def why_not_leg(self, view: View[HeroesState], answer: LegPlay) -> Refusal | None:
        """By the rules of moves, of fire, or of assaults that were announced."""
        g = view.state
        if isinstance(answer, FireOnTheMove):
            return self._why_not_fire(view, answer)
        if isinstance(answer, Stop):
            return self._why_not_stop(g, answer)
        if isinstance(answer, Detonate):
            return why_not_detonate(g, self.unit)
        if isinstance(answer, Leave):
            return self.can_leave(g)
        if self.held:
            return HELD_UP
        if answer.path == ():
            return Refusal("HON-MOVE-10", say("another leg has a step at least"), more=True)
        if not is_flag(answer.goes_on):
            return Refusal("HON-MOVE-10", say("say whether it goes on"))
        no = why_not_leg(
            g, self.unit, answer.path, self.left, self.target, answer.goes_on, not self.rode
        )
        if no is not None:
            return no
        if answer.goes_on and answer.flip:
            return Refusal("HON-AB-92", say("it is turned over at the end of the move"))
        return self._why_not_end(g, answer)

    def _why_not_fire(self, view: View[HeroesState], answer: FireOnTheMove) -> Refusal | None:
        g = view.state
        if penalty_on_the_move(g.units[self.unit], self.cards) is None:
            return Refusal("HON-AB-25", say("it cannot fire on the move"), misfit=True)
        if self.fired:
            rule = "HON-AB-25" if launcher(answer.spend) is None else "HON-FIRE-15"
            return Refusal(rule, say("it has fired already"), misfit=True)
        if not answer.targets and not is_aimed(answer):
            return Refusal("HON-AB-25", say("choose a target"), more=True)
        act = Act(unit=self.unit, shots=len(answer.targets), aimed=is_aimed(answer))
        no = why_not_ridden(view, g.units[self.unit].seat, answer.cards, act)
        if no is not None or unseen(view, answer.cards):
            return no
        cards = (*self.cards, *keys_of(view, answer.cards))
        return why_not_fire(g, self.unit, answer, cards, moving=True)

    def _why_not_stop(self, g: HeroesState, answer: Stop) -> Refusal | None:
        here = g.units[self.unit].at
        if self.can_assault(g) and not self.launches(g):
            return OWING
        u = g.units[self.unit]
        if u.crawls and under_vehicle(g, self.unit, here):
            return UNDER
        if u.there and not u.crawls and g.standing_on(here, self.unit):
            return SHARED
        return self._why_not_end(g, answer)

    def _why_not_end(self, g: HeroesState, answer: Leg | Stop) -> Refusal | None:
        """Handle the counter at the end: turned over, and faced."""
        if not is_flag(answer.flip):
            return Refusal("HON-AB-92", say("say whether it is turned over"))
        u, flip = g.units[self.unit], Flip.LAST if answer.flip else Flip.NONE
        if answer.flip and self.flipped:
            return Refusal("HON-MOVE-08", say("it has been turned over in this move"))
        if answer.flip and self.target != NO_UNIT:
            return Refusal("HON-AB-92", say("a unit that assaults is not turned over"))
        if answer.flip and ends_aboard(
            g, self.unit, answer.path if isinstance(answer, Leg) else ()
        ):
            return NOT_ABOARD
        return why_not_flip(u, flip) or why_not_facing(faced(u, flip, False), answer.facing)

    def launches(self, g: HeroesState) -> bool:
        """Return True if the assault that was announced begins where the unit stands."""
        return (
            self.target != NO_UNIT
            and not self.held
            and self.left > 0
            and why_not_launch(g, self.unit, self.target, g.units[self.unit].at) is None
        )

    def hear(self, g: HeroesState, answer: LegPlay) -> Outcome[None]:
        """A leg, a shot, an exit, or the end."""
        self.leaves = False
        if isinstance(answer, Leave):
            return self.leave(g)
        if isinstance(answer, Detonate):
            return Call(Detonating(self.unit), then=self.end)
        if isinstance(answer, FireOnTheMove):
            self.fired = self.owing = True
            played = spend_cards(g, g.units[self.unit].seat, answer.cards)
            fire = fire_of(g, self.unit, answer, (*self.cards, *played), moving=True)
            return Call(fire, then=self.has_fired)
        self.facing = answer.facing
        self.flip = Flip.LAST if answer.flip else Flip.NONE
        if isinstance(answer, Leg):
            self.path, self.goes_on = answer.path, answer.goes_on
            return self.declare
        if self.owing:
            return self.rest
        if answer.flip:
            self.turn_over(g)
        self.turn(g)
        return self.finish

    def leave(self, g: HeroesState) -> Outcome[None]:
        """Off the map, once somebody has been asked to react (R-317)."""
        if self.owing:
            self.leaves, self.facing, self.flip = True, KEEP, Flip.NONE
            return self.rest
        leave(g, self.unit)
        return self.end

    def has_fired(self, g: HeroesState) -> Outcome[None]:
        """Its own grenade may have hit the mover."""
        return self.next if g.units[self.unit].in_play else self.end

    def finish(self, g: HeroesState) -> Outcome[None]:
        """The assault that was announced, if it can be carried out; or it leaves the map."""
        if self.leaves:
            return self.leave(g)
        if self.launches(g):
            return Call(Assault(self.unit, self.target), then=self.fought)
        return self.place

    def fought(self, g: HeroesState) -> Outcome[None]:
        """From where it stands now it may find somebody (R-195)."""
        if g.units[self.unit].there:
            return Call(Spotting(self.unit), then=self.place)
        return self.end

    def place(self, g: HeroesState) -> Outcome[None]:
        """Where the move has ended, by an assault too (R-153)."""
        if g.units[self.unit].crawls:
            return Call(Displacing(g.units[self.unit].covers), then=self.end)
        return Call(Placing(self.unit), then=self.search)

    def search(self, g: HeroesState) -> Outcome[None]:
        """It may find a bonus tactic there (HON-BON-01)."""
        return Call(Searching(self.unit), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The move is over."""
        end_standing(g, UNTIL_MOVE)
        return Done()
