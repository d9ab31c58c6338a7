"""Fire orders: targets, hits, their allocation, and armour. Sections 2.4, 2.5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Done,
    Event,
    Frame,
    Kind,
    Mark,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.damage import Dice, armour_hit, dice_on_armour, receive
from owm_net.games.hailfire.ids import NO_TEAM, TeamId, opponent
from owm_net.games.hailfire.state import FAR_FROM_CONTACT, HailfireState
from owm_net.games.hailfire.terms import CLOSE, HIT
from owm_net.games.hailfire.words import dice, team_name


class Weapon(NamedTuple):
    """The weapon of a Team in one order."""

    rof: int
    range: int
    at: int


@record("hailfire.hit")
class Hit(Record):
    """A die that reached its number (HAIL-FIRE-06)."""

    firer: TeamId
    at: int


@record("hailfire.allot")
class Allot(Answer):
    """HAIL-ALLOC-01: the choice among equals for the next Hit, after the Target."""

    title: ClassVar[str] = say("Hit first")
    help: ClassVar[str] = say(
        "Of Teams that are equals, this one takes the next Hit (HAIL-ALLOC-01)"
    )
    words = say("{team} is hit next")

    team: TeamId


ALLOT = Kind(
    "allot",
    Allot,
    rule="HAIL-ALLOC-01",
    why=say("choose who is hit next"),
    deed=say("spread the Hits"),
    passes=say("any of them"),
)


@record("hailfire.fired")
class Fired(Event):
    """A Team has rolled to hit (HAIL-FIRE-02). number: what a die must show."""

    rule = "HAIL-FIRE-02 HAIL-FIRE-03"

    firer: TeamId
    target: TeamId
    faces: tuple[int, ...]
    number: int
    concealed: bool
    far: bool

    @property
    def mark(self) -> Mark:
        return Mark.FIRE

    def sentence(self, g: HailfireState) -> str:
        concealed = say(", concealed") if self.concealed else ""
        far = say(", long range") if self.far else ""
        hits = sum([face >= self.number for face in self.faces])
        who, whom = team_name(g, self.firer), team_name(g, self.target)
        return say(
            "{who} fires at {whom}: {dice} ({number}+{concealed}{far}): {hits}",
            who=who,
            whom=whom,
            dice=dice(self.faces),
            number=self.number,
            concealed=concealed,
            far=far,
            hits=counted(hits),
        )


def counted(hits: int) -> str:
    """Hits, as they are said."""
    return say_n("{n} hit", "{n} hits", hits) if hits else say("missed")


@record("hailfire.holds_fire")
class HoldsFire(Event):
    """A Team of a Fire order cannot fire now."""

    words = say("{team} does not fire: {why}")
    rule = "HAIL-ACT-05 HAIL-FIRE-01"

    team: TeamId
    why: str


@record("hailfire.lost_hits")
class LostHits(Event):
    """Hits for which there is no place (HAIL-ALLOC-03)."""

    rule = "HAIL-ALLOC-03"

    count: int

    def sentence(self, g: HailfireState) -> str:
        return say_n("{n} hit without a valid place", "{n} hits without a valid place", self.count)


# ------------------------------------------------------------------ who may fire


def weapon_of(g: HailfireState, team: TeamId, guns: bool) -> Weapon | None:
    """Return a Team's weapon. guns: the secondary machine guns of a vehicle."""
    row = g.teams[team].row
    if guns or not row.rof:
        second = row.machine_guns
        return None if second is None else Weapon(second.rof, second.range, 0)
    return Weapon(row.rof, row.range, row.at)


def near_target(g: HailfireState, target: TeamId) -> list[TeamId]:
    """The Target, and enemies of the firers within 4 inches of it; nobody who is in contact, and
    nobody at all where the Target is (HAIL-FIRE-01, HAIL-PASL-10)."""
    t = g.teams[target]
    foes = g.around(target, CLOSE + FAR_FROM_CONTACT, opponent(t.seat))
    if any(g.touch(target, foe) for foe in foes):
        return []
    found = g.around(target, CLOSE, t.seat)
    if not foes:
        return found
    return [team for team in found if not any(g.touch(team, foe) for foe in foes)]


def why_holds_fire(g: HailfireState, team: TeamId, guns: bool) -> Refusal | None:
    """Why a Team on a Fire order does not fire at anybody as things are."""
    t = g.teams[team]
    if weapon_of(g, team, guns) is None:
        return Refusal("HAIL-FIRE-02", say("it has no such weapon"))
    if t.pledged:
        return Refusal("HAIL-ART-02", say("it takes part in a barrage"))
    if t.suppressed:
        return Refusal("HAIL-SUP-01", say("it is suppressed"))
    if g.engaged(team):
        return Refusal("HAIL-PASL-10", say("it is in contact with an enemy"))
    return None


def why_not_fire(
    g: HailfireState,
    team: TeamId,
    target: TeamId,
    guns: bool,
    around: list[TeamId] | None = None,
) -> Refusal | None:
    """Why a Team on a Fire order does not fire at this Target as things are. around: who is
    `near_target`, where that is known."""
    refusal = why_holds_fire(g, team, guns)
    if refusal is not None:
        return refusal
    t = g.teams[team]
    weapon = weapon_of(g, team, guns)
    assert weapon is not None  # it would hold its fire
    if not g.within(team, target, 2 * weapon.range):
        return Refusal("HAIL-FIRE-05", say("the Target is out of range"))
    if t.row.hull and not g.in_front(team, g.teams[target].spot):
        return Refusal("HAIL-PGEO-06", say("its gun points another way"))
    around = near_target(g, target) if around is None else around
    if not any(g.sees(team, other) for other in around):
        return Refusal("HAIL-FIRE-01", say("it sees nobody near the Target"))
    return None


def to_hit(g: HailfireState, team: TeamId, target: TeamId, weapon: Weapon, veiled: bool) -> int:
    """Return the number a die must show (HAIL-FIRE-03 to -05)."""
    far = not g.within(team, target, weapon.range)
    return HIT + veiled + far


def veiled(g: HailfireState, firers: list[TeamId], target: TeamId) -> bool:
    """Return True if the Target is concealed from every firing Team (HAIL-FIRE-04); a Team that
    sees only its neighbours has no clear view of it either."""
    return all(not g.sees(f, target) or g.concealed(target, f) for f in firers)


# ------------------------------------------------------------------ whom hits fall on


def allocation(g: HailfireState, target: TeamId, firers: list[TeamId]) -> list[TeamId]:
    """Return the Teams that Hits may fall on, in order (HAIL-ALLOC-04): ordinary Teams, the Target
    first, then Leaders and Small Teams, the Target first."""
    found = [t for t in near_target(g, target) if any(g.sees(f, t) for f in firers)]
    found.sort(key=lambda t: (is_spared(g, t), t != target, t))
    return found


def is_spared(g: HailfireState, team: TeamId) -> bool:
    """Return True if it is hit after the others (HAIL-ALLOC-02)."""
    row = g.teams[team].row
    return row.leader or row.small


def takes(g: HailfireState, team: TeamId, hit: Hit, struck: list[TeamId]) -> bool:
    """Return True if a Hit can fall on a Team: its firer sees it, it can be hurt, and it has had
    none yet if one is the most (HAIL-ALLOC-03, HAIL-ARM-01, HAIL-ARM-04)."""
    if not g.teams[team].there or not g.sees(hit.firer, team):
        return False
    dice = _effect(g, team, hit)
    return team not in struck if dice is None else hit.at > 0 and dice.number > 0


def _effect(g: HailfireState, team: TeamId, hit: Hit) -> Dice | None:
    """The dice with which a Hit that a Team takes is rolled; None for a Received Fire Point."""
    if not g.teams[team].vehicle:
        return None
    return dice_on_armour(hit.at, g.armour(team, g.teams[hit.firer].spot))


@record("hailfire.fire", kw_only=True)
class Fire(Record):
    """A Fire order as it was declared. guns: of its Teams, those that use their machine guns."""

    teams: tuple[TeamId, ...]
    target: TeamId
    guns: tuple[TeamId, ...] = ()


@frame("hailfire.fire_order")
@define
class FireOrder(Frame[tuple[TeamId, ...]]):
    """The execution of a Fire order. directed: the Team that rolls one die more (HAIL-LEAD-03).
    struck: the Teams that have had their Hit in this activation, also the result.

    firers: the firing Teams. rolling: their dice. hits: still to be allocated, in order. counts: of
    each Team so far. order: the Teams they may fall on.
    """

    fire: Fire
    directed: TeamId = NO_TEAM
    struck: list[TeamId] = field(factory=list)
    firers: list[TeamId] = field(factory=list)
    hits: list[Hit] = field(factory=list)
    counts: dict[TeamId, int] = field(factory=dict)
    order: list[TeamId] = field(factory=list)
    rolling: list[int] = field(factory=list)

    def start(self, g: HailfireState) -> Outcome[tuple[TeamId, ...]]:
        """Roll all dice of the Teams that can still fire at once (HAIL-ACT-05)."""
        target = self.fire.target
        for team in self.fire.teams:
            if not g.teams[team].there:
                continue
            if not g.teams[target].there:
                g.tell(HoldsFire(team, say("the Target is gone")))
                continue
            why = why_not_fire(g, team, target, team in self.fire.guns)
            if why is None:
                self.firers.append(team)
            else:
                g.tell(HoldsFire(team, why.why))
        if not self.firers:
            return Done(tuple(self.struck))
        self.rolling = [self._rof(g, team) for team in self.firers]
        return Ask(Roll(6, sum(self.rolling), say("to hit")), then=self.rolled)

    def _weapon(self, g: HailfireState, team: TeamId) -> Weapon:
        weapon = weapon_of(g, team, team in self.fire.guns)
        assert weapon is not None  # `why_not_fire` has looked
        return weapon

    def _rof(self, g: HailfireState, team: TeamId) -> int:
        return self._weapon(g, team).rof + (team == self.directed)

    def rolled(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[tuple[TeamId, ...]]:
        """HAIL-FIRE-02 to -06. Anti-tank Hits come first, the strongest before the others."""
        target = self.fire.target
        hidden = veiled(g, self.firers, target)
        at = 0
        for team, count in zip(self.firers, self.rolling, strict=True):
            weapon = self._weapon(g, team)
            number = to_hit(g, team, target, weapon, hidden)
            own = faces[at : at + count]
            at += count
            far = not g.within(team, target, weapon.range)
            g.tell(Fired(team, target, own, number, hidden, far))
            self.hits += [Hit(team, weapon.at) for face in own if face >= number]
        self.hits.sort(key=lambda hit: -hit.at)
        self.order = allocation(g, target, self.firers)
        return self.allot

    # -- allocation

    def allot(self, g: HailfireState) -> Outcome[tuple[TeamId, ...]]:
        """The next Hit (HAIL-ALLOC-04)."""
        while self.hits:
            hit = self.hits[0]
            places = self._places(g, hit)
            if not places:
                lost = [h for h in self.hits if not self._places(g, h)]
                self.hits = [h for h in self.hits if self._places(g, h)]
                g.tell(LostHits(len(lost)))
                continue
            if len(places) > 1 and self._matters(g, places):
                return Ask(ALLOT.of(g.teams[self.fire.target].seat), then=self.hear)
            return self._give(g, places[0])
        return Done(tuple(self.struck))

    def _places(self, g: HailfireState, hit: Hit) -> list[TeamId]:
        """Return the Teams that may take a Hit next: among those that can, the equals with fewest
        Hits that come first; the Target is first among its own."""
        able = [team for team in self.order if takes(g, team, hit, self.struck)]
        if not able:
            return []
        least = min([self.counts.get(team, 0) for team in able])
        able = [team for team in able if self.counts.get(team, 0) == least]
        spared = is_spared(g, able[0])
        equals = [team for team in able if is_spared(g, team) == spared]
        return equals[:1] if equals[0] == self.fire.target else equals

    def _matters(self, g: HailfireState, places: list[TeamId]) -> bool:
        """Return True if the order of equals matters (H-71): not where all remaining Hits do the
        same to the same Teams, and are enough for each of them."""
        if len(self.hits) < len(places):
            return True
        first = self.hits[0]
        return any(
            self._places(g, hit) != places
            or any(_effect(g, team, hit) != _effect(g, team, first) for team in places)
            for hit in self.hits[1:]
            if hit != first
        )

    @ALLOT.tells
    def about_allot(self, view: View[HailfireState]) -> About:
        """Equals."""
        hit = self.hits[0]
        strength = say(" of AT {at}", at=hit.at) if hit.at else ""
        why = say_n(
            "{n} hit left to allocate{strength}",
            "{n} hits left to allocate{strength}",
            len(self.hits),
            strength=strength,
        )
        return About(say("choose who is hit next"), why, "HAIL-ALLOC-01")

    @ALLOT.offers
    def offers_allot(self, view: View[HailfireState]) -> Iterator[Allot]:
        """Each of the equals."""
        yield from map(Allot, self._places(view.state, self.hits[0]))

    @ALLOT.judges
    def why_not_allot(self, view: View[HailfireState], answer: Allot) -> Refusal | None:
        """One of the equals."""
        if answer.team in self._places(view.state, self.hits[0]):
            return None
        return Refusal("HAIL-ALLOC-04", say("other Teams are hit before it"), misfit=True)

    def hear(self, g: HailfireState, answer: Allot) -> Outcome[tuple[TeamId, ...]]:
        """Give it the Hit."""
        return self._give(g, answer.team)

    def passed_allot(self, g: HailfireState) -> Outcome[tuple[TeamId, ...]]:
        return self._give(g, self._places(g, self.hits[0])[0])

    def _give(self, g: HailfireState, team: TeamId) -> Outcome[tuple[TeamId, ...]]:
        """A Hit falls on a Team: a point, or dice on its armour."""
        hit = self.hits[0]
        self.counts[team] = self.counts.get(team, 0) + 1
        if not g.teams[team].vehicle:
            self.hits.pop(0)
            self.struck.append(team)
            receive(g, team, 1)
            return self.allot
        self.order = [team, *[t for t in self.order if t != team]]
        number = dice_on_armour(hit.at, g.armour(team, g.teams[hit.firer].spot)).number
        return Ask(Roll(6, number, say("armour")), then=self.pierce)

    def pierce(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[tuple[TeamId, ...]]:
        """Ping or Pen dice (HAIL-ARM-02, -03). The vehicle that is rolled for stands first."""
        hit, team = self.hits.pop(0), self.order[0]
        armour = g.armour(team, g.teams[hit.firer].spot)
        pen = dice_on_armour(hit.at, armour).pen
        armour_hit(g, team, hit.at, armour, pen, faces)
        self.order = allocation_order(g, self.fire.target, self.order)
        return self.allot


def allocation_order(g: HailfireState, target: TeamId, teams: list[TeamId]) -> list[TeamId]:
    """The same Teams in their order again, without those that are gone."""
    left = [team for team in teams if g.teams[team].there]
    return sorted(left, key=lambda t: (is_spared(g, t), t != target, t))
