"""The effects of a blast: scatter, a die for each unit, dice against structures. Ledger 2.26, 2.19.

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
from owm_net.engine.records import ADDED, record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.heroes.blast import (
    ON_TARGET,
    covered,
    drifted,
    exposed,
    standing,
    structures_on,
)
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.consent import Agreeing, Favour
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.equipment import Spend, pay
from owm_net.games.heroes.grid import FLANK
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, Space, UnitId, Vertex
from owm_net.games.heroes.locating import Locating
from owm_net.games.heroes.options import firm, shelter, volume
from owm_net.games.heroes.patterns import (
    SPOTTED,
    contained,
    destruction,
    is_clear,
    ordnance,
)
from owm_net.games.heroes.shielding import Shielding
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.structures import Demolishing
from owm_net.games.heroes.terms import DIE, PRESSED, Ability, UnitType
from owm_net.games.heroes.transport import when_out
from owm_net.games.heroes.wounds import Wounding

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
    is, where it is equipment. less: what the move takes off its bonus (HON-OPT-03). lent: an ally's
    spotter helps."""

    unit: UnitId
    spend: Spend
    vertex: Vertex
    into: Space
    less: int = 0
    lent: bool = field(default=False, metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """A die for the scatter, where the line is not Clear (HON-AB-32, HON-SUPP-02); at a
        structure Destruction dice alone (HON-AB-23)."""
        u, inside = g.units[self.unit], self.into != OFF_MAP
        if inside and not self.spend:
            number = g.ground.cells[self.into].overlay
            dice = Demolishing(number, destruction(u), u.seat, self.unit)
            return Call(dice, then=self.end)
        what = ordnance(g, self.unit, self.spend)
        assert what is not None
        if inside or not what.scatter or is_clear(g, self.unit, self.vertex):
            return self.burst(g)
        helper = NO_UNIT if self.spotter(g, u.seat) != NO_UNIT else self.ally_spotting(g)
        if helper != NO_UNIT:
            asked = Agreeing(g.units[helper].seat, Favour.SPOTTER, helper)
            return Call(asked, then=self.agreed)
        return Ask(Roll(DIE, 1, say("dispersal")), then=self.rolled)

    def agreed(self, g: HeroesState, agreed: bool) -> Outcome[None]:
        """An ally lets their spotter help, or not (HON-MP-19)."""
        self.lent = agreed
        return Ask(Roll(DIE, 1, say("dispersal")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """It may be rolled again (R-204)."""
        look = SecondLook(g.units[self.unit].seat, dice, self.unit, ON_TARGET)
        return Call(look, then=self.scatter)

    def scatter(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """One less where a spotter sees the target (HON-AB-18)."""
        what = ordnance(g, self.unit, self.spend)
        assert what is not None
        seen = self.lent or self.spotter(g, g.units[self.unit].seat) != NO_UNIT
        by = (what.scatter or 0) - (SPOTTED if seen else 0)
        self.vertex = drifted(what.pattern, self.vertex, dice[0], max(0, by))
        g.tell(Scattered(dice[0]))
        return self.burst(g)

    def spotter(self, g: HeroesState, seat: Seat) -> UnitId:
        """Return an Artillery Spotter of a seat that has a Clear line to the target, or NO_UNIT."""
        for unit in g.on_map(seat):
            if g.units[unit].has(Ability.ARTILLERY_SPOTTER) and is_clear(g, unit, self.vertex):
                return unit
        return NO_UNIT

    def ally_spotting(self, g: HeroesState) -> UnitId:
        """Return the first such unit of an ally, or NO_UNIT."""
        own = g.units[self.unit].seat
        found = [self.spotter(g, ally) for ally in g.members(own) if ally != own]
        return next((unit for unit in found if unit != NO_UNIT), NO_UNIT)

    def burst(self, g: HeroesState) -> Outcome[None]:
        """It goes off: in a room or position, whose bonus does not count then, or outside."""
        what = ordnance(g, self.unit, self.spend)
        assert what is not None
        pay(g, self.unit, self.spend)
        if self.into != OFF_MAP:
            spaces = list(contained(g.ground, self.into))
            targets = standing(g, spaces)
        else:
            spaces = covered(g, what.pattern, self.vertex)
            targets = exposed(g, spaces)
        blast = Blast(
            g.units[self.unit].seat,
            tuple([(kind, n - self.less + volume(g, self.unit, kind)) for kind, n in what.bonus]),
            targets,
            structures_on(g, spaces) if what.destruction else [],
            what.destruction,
            self.unit,
            sheltered=self.into == OFF_MAP,
        )
        return Call(blast, then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """Its smoke has cleared."""
        return Done()


@frame("heroes.blast")
@define
class Blast(Frame[None]):
    """Attacks other than shots: a pattern, a bomb, a mine, an aircraft. seat: the seat that rolls.
    bonus: of each die. targets, structures: those left to roll for; destruction: dice against each
    structure. unit: the unit that fires, NO_UNIT where nobody's markers count (R-77). sheltered:
    the terrain's bonus counts. shields: the tokens' bonus to the defence of the target."""

    seat: Seat
    bonus: Bonus
    targets: list[UnitId]
    structures: list[int] = field(factory=list)
    destruction: int = 0
    unit: UnitId = NO_UNIT
    sheltered: bool = True
    shields: int = 0

    def start(self, g: HeroesState) -> Outcome[None]:
        """Roll for each unit, then for each structure (R-25)."""
        while self.targets:
            u = g.units[self.targets[0]]
            if u.there and u.kind in dict(self.bonus):
                return Call(Shielding(self.targets[0]), then=self.shielded)
            self.targets.pop(0)
        if not self.structures:
            return Done()
        demolition = Demolishing(self.structures.pop(0), self.destruction, self.seat, self.unit)
        return Call(demolition, then=self.start)

    def shielded(self, g: HeroesState, shields: int) -> Outcome[None]:
        """A die against a unit."""
        self.shields = shields
        return Ask(Roll(DIE, 1, say("a blast")), then=self.rolled)

    def out(self, g: HeroesState) -> Outcome[None]:
        """Passengers of a vehicle that is destroyed get out."""
        return when_out(g, self.start)

    def less(self, g: HeroesState) -> int:
        """Return the penalty of the firer's markers on each die (HON-SUPP-01, R-08)."""
        return 0 if self.unit == NO_UNIT else PRESSED * g.units[self.unit].suppressed

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """The sum, for everybody; dice may be rolled again."""
        g.tell(Blasted(self.targets[0], dice[0], self.result(g, dice[0]), self.defence(g)))
        return Call(SecondLook(self.seat, dice, self.unit), then=self.resolve)

    def result(self, g: HeroesState, die: int) -> int:
        """Return a die plus its bonus, less the penalty of markers."""
        return die + dict(self.bonus)[g.units[self.targets[0]].kind] - self.less(g)

    def defence(self, g: HeroesState) -> int:
        """Of the unit, of a heavy vehicle its side (HON-BLST-04)."""
        target = self.targets[0]
        u = g.units[target]
        bonus = g.ground.cells[u.at].defence if self.sheltered and not u.kind.vehicle else 0
        printed = u.up.defence[FLANK if u.kind is UnitType.HEAVY else 0]
        return printed + shelter(g, target, bonus) + firm(g, target) + self.shields

    def resolve(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """A hit, or twice the defence (HON-FIRE-14)."""
        result, defence, target = self.result(g, dice[0]), self.defence(g), self.targets.pop(0)
        if result >= 2 * defence:
            eliminate(g, target, "HON-FIRE-14")
        elif result >= defence:
            heavy = g.units[target].kind is UnitType.HEAVY
            where = Locating(target, self.unit, self.seat)
            return Call(where if heavy else Wounding(target, "HON-BLST-02"), then=self.out)
        return self.out
