"""Barrages: called with a turn's first Order Point, fallen at the start of the next. Sections 2.9,
3.5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

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
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import distance2, scaled
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.hailfire.damage import armour_hit, receive
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import OFF_TABLE, Spot, TeamId, UnitId
from owm_net.games.hailfire.paths import why_not_place
from owm_net.games.hailfire.state import Barrage, HailfireState, near
from owm_net.games.hailfire.terms import (
    DIRECTIONS,
    HIGH,
    INCH,
    MORTAR_AREA,
    MORTAR_EACH,
    MORTAR_FAR,
    MORTAR_NEAR,
    ON_THE_POINT,
    WIDE,
    Weight,
)
from owm_net.games.hailfire.words import place_name, team_name, unit_name


@record("hailfire.aim")
class Aim(Answer):
    """Where the range-in marker is put (HAIL-ART-03)."""

    title: ClassVar[str] = say("Aim point")
    help: ClassVar[str] = say("Anywhere in sight of the observing Team (HAIL-ART-03)")
    words = say("aim the barrage {spot}")

    spot: Spot


AIM = Kind(
    "aim",
    Aim,
    rule="HAIL-ART-03",
    why=say("choose an aim point"),
    deed=say("aim a barrage"),
    passes=say("do not aim it"),
)


@record("hailfire.effect")
class Effect(Answer):
    """HAIL-ART-05: now, or not."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Fire for effect")
    help: ClassVar[str] = say("Or let it pass, and range in again next turn (HAIL-ART-05)")

    fires: bool

    def sentence(self, view: View[HailfireState]) -> str:
        return say("fire for effect") if self.fires else say("do not fire; range in again")


EFFECT = Kind(
    "effect",
    Effect,
    rule="HAIL-ART-05",
    why=say("choose whether to fire for effect"),
    deed=say("fire for effect or not"),
)


@record("hailfire.ranged_in")
class RangedIn(Event):
    """Where the marker lies after its deviation (HAIL-ART-04)."""

    rule = "HAIL-ART-04"

    unit: UnitId
    spot: Spot
    die: int

    def sentence(self, g: HailfireState) -> str:
        how = say("on the point") if self.die == ON_THE_POINT else say('{die}" off', die=self.die)
        return say(
            "{unit}: ranged in {place}, {how}",
            unit=unit_name(g, self.unit),
            place=place_name(g, self.spot),
            how=how,
        )


@record("hailfire.ranges_again")
class RangesAgain(Event):
    """A barrage is let pass, to range in again in the next turn (HAIL-ART-05, H-76)."""

    words = say("{unit}: to range in again next turn")
    rule = "HAIL-ART-05"

    unit: UnitId


@record("hailfire.barrage_fell")
class BarrageFell(Event):
    """Fire for effect (HAIL-ART-07). hit: whom it caught."""

    rule = "HAIL-ART-07 HAIL-PART-02"
    headline = True

    unit: UnitId
    spot: Spot
    radius: int
    hit: tuple[TeamId, ...]

    @property
    def mark(self) -> Mark:
        return Mark.FIRE

    def sentence(self, g: HailfireState) -> str:
        caught = listed([team_name(g, team) for team in self.hit]) or say("nobody")
        return say(
            "{unit}: fire for effect {place}, on {caught}",
            unit=unit_name(g, self.unit),
            place=place_name(g, self.spot),
            caught=caught,
        )


@record("hailfire.call_lost")
class CallLost(Event):
    """A barrage that does not fall."""

    words = say("the barrage of {unit} is lost: {why}")

    unit: UnitId
    why: str
    rule: str = field(default="HAIL-ART-03", kw_only=True)


def weight_of(g: HailfireState, unit: UnitId) -> Weight | None:
    """Of a Unit's artillery; None if it has none left."""
    battery = g.units[unit].off_board
    if battery is not None:
        return battery.weight
    return next((w for t in g.members(unit) if (w := g.teams[t].row.barrage)), None)


def mortars(g: HailfireState, unit: UnitId) -> list[TeamId]:
    """The mortars of a Unit on the table."""
    return [team for team in g.members(unit) if g.teams[team].row.barrage is not None]


def firing_mortars(g: HailfireState, unit: UnitId, spot: Spot) -> list[TeamId]:
    """Those that can reach a point: not suppressed, not too near, not too far (HAIL-PART-05)."""
    place = Stand(spot, 0)
    return [
        team
        for team in mortars(g, unit)
        if g.teams[team].ready
        and near(g.teams[team].stand, place, MORTAR_FAR)
        and distance2(g.teams[team].spot, spot) >= (MORTAR_NEAR + g.teams[team].stand.radius) ** 2
    ]


def observes(g: HailfireState, team: TeamId) -> bool:
    """Return True if a Team sees for a barrage: an observer or a mortar (HAIL-ART-02)."""
    row = g.teams[team].row
    return row.observer or row.barrage is not None


def why_no_call(g: HailfireState, observer: TeamId, first: bool) -> Refusal | None:
    """Why a Team cannot observe for a barrage now (HAIL-ART-01, -02, -06, HAIL-PART-04). first: it
    is activated by the first Order Point of the turn."""
    t = g.teams[observer]
    unit = t.unit
    if not observes(g, observer):
        return Refusal(
            "HAIL-ART-02", say("only an observer or a mortar sees for a barrage"), misfit=True
        )
    if weight_of(g, unit) is None:
        return Refusal("HAIL-PART-05", say("its Unit has no artillery left"))
    if not first:
        return Refusal("HAIL-ART-01", say("a barrage takes the first Order Point of a turn"))
    if not g.units[unit].missions:
        return Refusal("HAIL-PART-04", say("its ammunition is spent"))
    called = any(barrage.unit == unit for barrage in g.barrages)
    if called or any(g.teams[team].pledged for team in g.members(unit)):
        return Refusal("HAIL-ART-01", say("its barrage has been called already"))
    return None


def barrage_radius(g: HailfireState, unit: UnitId, weight: Weight, firing: int) -> int:
    """HAIL-PART-02."""
    if g.units[unit].off_board is not None:
        return weight.radius
    return MORTAR_AREA + MORTAR_EACH * firing


def deviated(spot: Spot, die: int, face: int) -> Spot | None:
    """Where a marker comes to lie; None off the table (HAIL-PART-03)."""
    if die == ON_THE_POINT:
        return spot
    dx, dy = scaled(*DIRECTIONS[face - 1], INCH * die, 1000)
    x, y = spot[0] + dx, spot[1] + dy
    return Spot((x, y)) if 0 <= x <= WIDE and 0 <= y <= HIGH else None


@frame("hailfire.barrages")
@define
class Barrages(Frame[None]):
    """Step 1 of a player turn: the player's barrages, one after the other (HAIL-TURN-01). calls:
    still to fall. at_once: a mortar has seen for itself, and its barrage falls within its
    activation without deviation (HAIL-ART-06)."""

    seat: Seat
    calls: list[Barrage]
    at_once: bool = False
    spot: Spot = OFF_TABLE
    die: int = 0
    hit: list[TeamId] = field(factory=list)

    def start(self, g: HailfireState) -> Outcome[None]:
        """The next."""
        if not self.calls:
            return Done()
        call = self.calls[0]
        if not g.teams[call.observer].there:
            return self._lose(g, say("the observing Team is gone"), "HAIL-ART-03")
        if weight_of(g, call.unit) is None:
            return self._lose(g, say("no artillery is left"), "HAIL-PART-05")
        if self.at_once and g.teams[call.observer].suppressed:
            return self._lose(g, say("the mortar that observes is suppressed"), "HAIL-ART-09")
        return Ask(AIM.of(self.seat), then=self.aim)

    def _lose(self, g: HailfireState, why: str, rule: str) -> Outcome[None]:
        g.tell(CallLost(self.calls.pop(0).unit, why, rule=rule))
        return self.start

    # -- the aim point

    @AIM.tells
    def about_aim(self, view: View[HailfireState]) -> About:
        """Tell that it must be in the observer's sight."""
        call = self.calls[0]
        why = say("in sight of {observer}", observer=team_name(view.state, call.observer))
        return About(say("aim the barrage"), why, "HAIL-ART-03")

    @AIM.offers
    def offers_aim(self, view: View[HailfireState]) -> Iterator[Aim]:
        """At each enemy whom the observer sees."""
        g = view.state
        for enemy in g.seen_by(self.calls[0].observer):
            yield Aim(g.teams[enemy].spot)

    @AIM.judges
    def why_not_aim(self, view: View[HailfireState], answer: Aim) -> Refusal | None:
        """HAIL-ART-03, HAIL-PART-05."""
        refusal = why_not_place((answer.spot,), 1, "HAIL-ART-03")
        if refusal is not None:
            return refusal
        g, call = view.state, self.calls[0]
        if not g.ground.sees(g.teams[call.observer].stand, Stand(answer.spot, 0)):
            return Refusal("HAIL-ART-03", say("the observing Team does not see that place"))
        if g.units[call.unit].off_board is None and not firing_mortars(g, call.unit, answer.spot):
            return Refusal("HAIL-PART-05", say("no mortar of the Unit reaches that place"))
        return None

    @AIM.samples
    def sample_aim(self, view: View[HailfireState], chance: Chance) -> Aim | Pass:
        """One of the offers."""
        offers = list(self.offers_aim(view))
        drawn = chance.below(len(offers) + 1)
        allowed = drawn < len(offers) and self.why_not_aim(view, offers[drawn]) is None
        return offers[drawn] if allowed else Pass()

    def aim(self, g: HailfireState, answer: Aim) -> Outcome[None]:
        """The marker is put."""
        self.spot = answer.spot
        if self.at_once:
            return self.fall
        return Ask(Roll(10, 1, say("deviation")), then=self.deviate)

    def passed_aim(self, g: HailfireState) -> Outcome[None]:
        return self._lose(g, say("it is not aimed at anything"), "HAIL-ART-05")

    def deviate(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-ART-04."""
        self.die = faces[0]
        if self.die == ON_THE_POINT:
            return self._mark(g, self.spot)
        return Ask(Roll(12, 1, say("direction")), then=self.drift)

    def drift(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-PART-03."""
        return self._mark(g, deviated(self.spot, self.die, faces[0]))

    def _mark(self, g: HailfireState, spot: Spot | None) -> Outcome[None]:
        call = self.calls[0]
        if spot is None:
            self._spend(g, call)
            return self._lose(g, say("it falls off the table"), "HAIL-PART-03")
        self.spot = spot
        g.tell(RangedIn(call.unit, spot, self.die))
        return Ask(EFFECT.of(self.seat), then=self.hear)

    @EFFECT.tells
    def about_effect(self, view: View[HailfireState]) -> About:
        """Seeing where it would fall."""
        why = say("the marker lies {place}", place=place_name(view.state, self.spot))
        return About(say("fire for effect, or range in again next turn"), why, "HAIL-ART-05")

    @EFFECT.offers
    def offers_effect(self, view: View[HailfireState]) -> Iterator[Effect]:
        """Both."""
        yield Effect(True)
        yield Effect(False)

    def hear(self, g: HailfireState, answer: Effect) -> Outcome[None]:
        """Hold the barrage: it ranges in again at the start of the next turn, free of charge
        (H-76)."""
        if answer.fires:
            return self.fall
        call = self.calls.pop(0)
        g.barrages.append(call)
        g.tell(RangesAgain(call.unit))
        return self.start

    # -- the fall

    def _spend(self, g: HailfireState, call: Barrage) -> None:
        unit = g.units[call.unit]
        g.units[call.unit] = unit.with_(missions=unit.missions - 1)

    def fall(self, g: HailfireState) -> Outcome[None]:
        """Everybody under it, friend or foe (HAIL-ART-07, -08)."""
        call = self.calls[0]
        weight = weight_of(g, call.unit)
        firing = firing_mortars(g, call.unit, self.spot)
        off_board = g.units[call.unit].off_board is not None
        if weight is None or (not firing and not off_board):
            return self._lose(g, say("no mortar can fire"), "HAIL-PART-05")
        self._spend(g, call)
        radius = barrage_radius(g, call.unit, weight, len(firing))
        hit = [t for t in g.on_table() if near(g.teams[t].stand, Stand(self.spot, 0), radius)]
        g.tell(BarrageFell(call.unit, self.spot, radius, tuple(hit)))
        for team in hit:
            if not g.teams[team].vehicle:
                receive(g, team, weight.points)
        self.hit = [team for team in hit if g.teams[team].vehicle]
        return self.ping

    def ping(self, g: HailfireState) -> Outcome[None]:
        """Vehicles roll Ping dice instead (HAIL-ART-08, H-27)."""
        call = self.calls[0]
        weight = weight_of(g, call.unit)
        while self.hit:
            count = (weight.points if weight else 0) - g.teams[self.hit[0]].row.flank
            if count > 0:
                return Ask(Roll(6, count, say("barrage on armour")), then=self.pinged)
            self.hit.pop(0)
        self.calls.pop(0)
        return self.start

    def pinged(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """A six is a point (HAIL-ARM-05)."""
        team = self.hit.pop(0)
        armour_hit(g, team, len(faces), g.teams[team].row.flank, False, faces)
        return self.ping
