"""What a blast does: scatter, a die for each unit, dice against structures. Ledger 2.26, 2.19.

HON-BLST-02 to -08, HON-TER-02, HON-TER-03, HON-AB-18, HON-AB-23, HON-AB-30, HON-AB-32, R-25, R-77.
"""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import (
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Mark,
    Outcome,
    frame,
)
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.heroes.blast import covered, drifted, exposed
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.damage import eliminate, hit
from owm_net.games.heroes.equipment import Spend, pay
from owm_net.games.heroes.grid import FLANK
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, Space, UnitId, Vertex
from owm_net.games.heroes.locating import Locating
from owm_net.games.heroes.options import firm, shelter
from owm_net.games.heroes.patterns import (
    SPOTTED,
    contained,
    destruction,
    is_clear,
    ordnance,
)
from owm_net.games.heroes.sight import CLEAR, sight_of_vertex
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.structures import Demolishing, broken
from owm_net.games.heroes.terms import DIE, PRESSED, Ability, UnitType

Bonus = tuple[tuple[UnitType, int], ...]
"""A combat bonus by type; a type without one is an X."""


@record("heroes.scattered")
class Scattered(Event):
    """A blast is off its target."""

    words = say("the blast scatters (die {die})")
    rule = "HON-AB-32"

    die: int


@record("heroes.blasted")
class Blasted(Event):
    """A die against a unit in a blast."""

    words = say("the blast on {target}: die {die}: {result} against {defence}")
    rule = "HON-BLST-02"
    headline = True

    target: UnitId
    die: int
    result: int
    defence: int

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@frame("heroes.shelling")
@define
class Shelling(Frame[None]):
    """Something is fired or thrown at an intersection, or into a room or position. spend: what it
    is, where it is equipment. less: what the move takes off its bonus (HON-OPT-03)."""

    unit: UnitId
    spend: Spend
    vertex: Vertex
    into: Space
    less: int = 0

    def start(self, g: HeroesState) -> Outcome[None]:
        """A die for the scatter, where the line is not Clear (HON-AB-32, HON-SUPP-02); at a
        structure Destruction dice alone."""
        if self.into != OFF_MAP and not self.spend:
            dice = destruction(g.units[self.unit])
            return Ask(Roll(DIE, dice, say("destruction")), then=self.broken)
        what = ordnance(g, self.unit, self.spend)
        assert what is not None
        clear = self.into != OFF_MAP or not what.scatter or is_clear(g, self.unit, self.vertex)
        if clear:
            return self.burst(g)
        return Ask(Roll(DIE, 1, say("dispersal")), then=self.scatter)

    def broken(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """HON-AB-23."""
        number = g.ground.cells[self.into].overlay
        points = broken(dice, g.units[self.unit].suppressed)
        return Call(Demolishing(number, points), then=self.end)

    def scatter(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """One less where a spotter sees the target (HON-AB-18)."""
        what = ordnance(g, self.unit, self.spend)
        assert what is not None
        by = (what.scatter or 0) - (SPOTTED if self.spotted(g) else 0)
        self.vertex = drifted(what.pattern, self.vertex, dice[0], max(0, by))
        g.tell(Scattered(dice[0]))
        return self.burst(g)

    def spotted(self, g: HeroesState) -> bool:
        """Whether an Artillery Spotter of the firer's has a Clear line to the target."""
        seat = g.units[self.unit].seat
        return any(
            g.units[u].has(Ability.ARTILLERY_SPOTTER)
            and sight_of_vertex(g.ground, g.units[u].at, self.vertex, ()) == CLEAR
            for u in g.on_map(seat)
        )

    def burst(self, g: HeroesState) -> Outcome[None]:
        """It goes off."""
        what = ordnance(g, self.unit, self.spend)
        assert what is not None
        pay(g, self.unit, self.spend)
        inside = self.into != OFF_MAP
        spaces = (
            contained(g.ground, self.into)
            if inside
            else tuple(covered(g, what.pattern, self.vertex))
        )
        seat = g.units[self.unit].seat
        bonus = tuple([(kind, number - self.less) for kind, number in what.bonus])
        blast = Blast(seat, bonus, spaces, inside, what.destruction, self.unit)
        return Call(blast, then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """Its smoke has cleared."""
        return Done()


@frame("heroes.blast")
@define
class Blast(Frame[None]):
    """A blast on these spaces, by a seat. bonus: of each die; destruction: dice against each
    structure. inside: it is contained in a room or position, whose bonus does not count. only: whom
    it is for, NO_UNIT for everybody. unit: who fires it, NO_UNIT where nobody's markers count
    (R-77). left: units that are to be rolled for; structures: likewise."""

    seat: Seat
    bonus: Bonus
    spaces: tuple[Space, ...]
    inside: bool = False
    destruction: int = 0
    unit: UnitId = NO_UNIT
    only: UnitId = NO_UNIT
    left: list[UnitId] = field(factory=list)
    structures: list[int] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """Everybody on the spaces, friend or foe, once; but from outside nobody in a building
        (HON-FIRE-16, HON-BLST-03, HON-BLST-06)."""
        if self.only != NO_UNIT:
            self.left = [self.only]
        elif self.inside:
            self.left = [unit for space in self.spaces for unit in g.standing_on(space, NO_UNIT)]
        else:
            self.left = exposed(g, list(self.spaces))
        if self.destruction:
            numbers = [g.ground.cells[s].overlay for s in self.spaces]
            self.structures = [n for n in dict.fromkeys(numbers) if n in g.ground.structures]
        return self.next

    def next(self, g: HeroesState) -> Outcome[None]:
        """Units first, then structures, each by itself (R-25)."""
        while self.left:
            u = g.units[self.left[0]]
            if u.there and u.kind in dict(self.bonus):
                return Ask(Roll(DIE, 1, say("a blast")), then=self.rolled)
            self.left.pop(0)
        if self.structures:
            return Ask(Roll(DIE, self.destruction, say("destruction")), then=self.broken)
        return Done()

    def less(self, g: HeroesState) -> int:
        """What the firer's markers take off its dice (HON-SUPP-01, R-08)."""
        return 0 if self.unit == NO_UNIT else PRESSED * g.units[self.unit].suppressed

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """The sum, for everybody; dice may be rolled again."""
        self.tell(g, dice[0])
        return Call(SecondLook(self.seat, dice, self.unit), then=self.resolve)

    def result(self, g: HeroesState, die: int) -> int:
        """What a die comes to."""
        return die + dict(self.bonus)[g.units[self.left[0]].kind] - self.less(g)

    def defence(self, g: HeroesState) -> int:
        """Of the unit, of a heavy vehicle its side, with its terrain's bonus if the blast is not in
        there with it (HON-BLST-04)."""
        target = self.left[0]
        u = g.units[target]
        bonus = 0 if self.inside or u.kind.vehicle else g.ground.cells[u.at].defence
        printed = u.up.defence[FLANK if u.kind is UnitType.HEAVY else 0]
        return printed + shelter(g, target, bonus) + firm(g, target)

    def tell(self, g: HeroesState, die: int) -> None:
        """One die."""
        g.tell(Blasted(self.left[0], die, self.result(g, die), self.defence(g)))

    def resolve(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """A hit, or twice the defence (HON-FIRE-14)."""
        result, defence, target = self.result(g, dice[0]), self.defence(g), self.left.pop(0)
        if result >= 2 * defence:
            eliminate(g, target, "HON-FIRE-14")
        elif result >= defence and g.units[target].kind is UnitType.HEAVY:
            return Call(Locating(target, self.unit), then=self.next)
        elif result >= defence:
            hit(g, target, "HON-BLST-02")
        return self.next

    def broken(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Each 4 and more is a marker; at its value it is destroyed (HON-AB-23, HON-TER-02)."""
        number = self.structures.pop(0)
        marks = 0 if self.unit == NO_UNIT else g.units[self.unit].suppressed
        points = broken(dice, marks)
        return Call(Demolishing(number, points), then=self.next)
