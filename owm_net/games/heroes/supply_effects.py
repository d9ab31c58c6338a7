"""Options at the beginning and at the end of Supply. HON-SUP-01, HON-SUP-08, R-107.

Hardboiled at both, the MG nest and the Initiative at the end. Initiative first, as long as somebody
plays something. The game asks no seat that, as everybody sees, has nothing to play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from attrs import define

from owm_net.engine.agenda import About, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.hardboiled import Steady, shaken, steady, steadyings, why_not_steady
from owm_net.games.heroes.ids import NO_UNIT, OptionKey, Space, UnitId
from owm_net.games.heroes.paths import is_space
from owm_net.games.heroes.silence import NO_OPTIONS
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType

INITIATIVE = OptionKey("or_initiative")
MG_NEST = OptionKey("or_mg_nest")

AT_START: Kind[Steady] = Kind(
    "supply_start",
    Steady,
    rule="HON-SUP-01",
    why=say("choose what to do at the beginning of Supply, or pass"),
    deed=say("begin the Supply phase"),
    passes=True,
    until=(NO_OPTIONS,),
    pass_first=True,
)


@frame("heroes.at_start")
@define
class AtStart(Exchange[HeroesState, Steady, None]):
    """Options at the beginning of Supply."""

    def kind(self) -> Kind[Steady]:
        """See `AT_START`."""
        return AT_START

    def silenced_by(self) -> tuple[str, ...]:
        """HON-HID-13."""
        return (NO_OPTIONS,)

    def may_play(self, g: HeroesState) -> bool:
        """Hardboiled tokens, and a marker they could take off."""
        return bool(shaken(g, self.seat))

    def close(self, g: HeroesState) -> Outcome[None]:
        """Supply goes on."""
        return Done()

    @AT_START.tells
    def about_supply_start(self, view: View[HeroesState]) -> About:
        """Say that the seat may take markers off."""
        return About(say("take markers off, at the beginning of Supply"), "", "HON-SUP-01")

    @AT_START.offers
    def offers_supply_start(self, view: View[HeroesState]) -> Iterator[Steady]:
        """Nothing; a marker of each unit."""
        yield from steadyings(shaken(view.state, self.seat))

    @AT_START.judges
    def why_not_supply_start(self, view: View[HeroesState], answer: Steady) -> Refusal | None:
        """As many tokens as there are."""
        return why_not_steady(view.state, shaken(view.state, self.seat), answer)

    def execute(self, g: HeroesState, play: Steady) -> Frame[None] | None:
        """At once."""
        steady(g, play)
        return None


@record("heroes.keep_initiative")
class KeepInitiative(Answer):
    """The marker is not turned this time (HON-ORO-11)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Keep the initiative")
    words = say("keep the initiative")


@record("heroes.place_nest")
class PlaceNest(Answer):
    """The MG nest comes onto the map (HON-ORO-12)."""

    title: ClassVar[str] = say("MG nest")
    words = say("the MG nest to {space}")

    space: Space


EndPlay: TypeAlias = Steady | KeepInitiative | PlaceNest

AT_END: Kind[EndPlay] = Kind(
    "supply_end",
    Steady,
    KeepInitiative,
    PlaceNest,
    rule="HON-SUP-08",
    why=say("choose what to do at the end of Supply, or pass"),
    deed=say("end the Supply phase"),
    passes=True,
    until=(NO_OPTIONS,),
    pass_first=True,
)


@record("heroes.initiative_kept")
class InitiativeKept(Event):
    """The initiative stays where it is for a round."""

    words = say("{seat_side} keep the initiative")
    rule = "HON-ORO-11"
    headline = True

    seat: Seat


@record("heroes.nest_placed")
class NestPlaced(Event):
    """The arrival of an MG nest on the map."""

    words = say("{unit} is ready at {space}")
    rule = "HON-ORO-12"
    headline = True

    unit: UnitId
    space: Space


def nest(g: HeroesState, seat: Seat) -> UnitId:
    """A seat's MG nest that waits, or that of its High Command; NO_UNIT for none."""
    for number, u in enumerate(g.units):
        if u.blind or u.there or u.lost or not (u.seat == seat or g.shares(u, seat)):
            continue
        if g.formations[u.formation].key == MG_NEST:
            return UnitId(number)
    return NO_UNIT


def why_not_nest(g: HeroesState, seat: Seat, space: object) -> Refusal | None:
    """None if a seat may put its MG nest there (R-41)."""
    if not isinstance(space, tuple) or not is_space(g.ground, space):
        return Refusal("HON-ORO-12", say("choose a space of the map"))
    there = Space(space)
    for other in g.players:
        if g.hostile(seat, other) and there in g.side(other).zone:
            return Refusal("HON-ORO-12", say("not in the enemy's deployment zone"))
    no = g.ground.why_not_enter(there, UnitType.INFANTRY)
    if no is not None:
        return no
    if g.standing_on(there, NO_UNIT):
        return Refusal("HON-ORO-12", say("another unit stands there"))
    home = g.ground.building(there)
    if home != NO_OVERLAY and any(g.ground.building(u.at) == home for _, u in g.enemies(seat)):
        return Refusal("HON-ORO-12", say("an enemy is in that building"))
    return None


def may_keep(g: HeroesState, seat: Seat) -> bool:
    """Return True if a seat may keep the initiative: it has it, and has not used the option; in the
    last round there is nothing to keep it for."""
    unused = any(o.key == INITIATIVE and o.tokens and g.may_use(o, seat) for o in g.options)
    return unused and g.leads(seat) and g.round < g.battle.rounds


@frame("heroes.at_end")
@define
class AtEnd(Exchange[HeroesState, EndPlay, None]):
    """Options at the end of Supply."""

    def kind(self) -> Kind[EndPlay]:
        """See `AT_END`."""
        return AT_END

    def silenced_by(self) -> tuple[str, ...]:
        """HON-HID-13."""
        return (NO_OPTIONS,)

    def may_play(self, g: HeroesState) -> bool:
        """As everybody sees."""
        seat = self.seat
        return bool(shaken(g, seat)) or may_keep(g, seat) or nest(g, seat) != NO_UNIT

    def close(self, g: HeroesState) -> Outcome[None]:
        """Supply goes on."""
        return Done()

    @AT_END.tells
    def about_supply_end(self, view: View[HeroesState]) -> About:
        """Say that the seat may use options."""
        return About(say("use options, at the end of Supply"), "", "HON-SUP-08")

    @AT_END.offers
    def offers_supply_end(self, view: View[HeroesState]) -> Iterator[EndPlay]:
        """Nothing; the initiative; a marker of each unit; the nest wherever it may stand."""
        g = view.state
        if may_keep(g, self.seat):
            yield KeepInitiative()
        yield from steadyings(shaken(g, self.seat))
        if nest(g, self.seat) != NO_UNIT:
            for space in g.ground.cells:
                if why_not_nest(g, self.seat, space) is None:
                    yield PlaceNest(space)

    @AT_END.judges
    def why_not_supply_end(self, view: View[HeroesState], answer: EndPlay) -> Refusal | None:
        """By the option that is used."""
        g = view.state
        if isinstance(answer, Steady):
            return why_not_steady(g, shaken(g, self.seat), answer)
        if isinstance(answer, KeepInitiative):
            if may_keep(g, self.seat):
                return None
            return Refusal("HON-ORO-11", say("it cannot be kept"))
        if nest(g, self.seat) == NO_UNIT:
            return Refusal("HON-ORO-12", say("no MG nest waits"))
        return why_not_nest(g, self.seat, answer.space)

    def execute(self, g: HeroesState, play: EndPlay) -> Frame[None] | None:
        """At once."""
        if isinstance(play, Steady):
            steady(g, play)
            return None
        if isinstance(play, KeepInitiative):
            g.kept = True
            for n, o in enumerate(g.options):
                if o.key == INITIATIVE and o.tokens and g.may_use(o, self.seat):
                    g.options[n] = o.with_(tokens=0)
                    break
            g.tell(InitiativeKept(self.seat))
            return None
        unit = nest(g, self.seat)
        g.take_over(unit, self.seat)
        g.change(unit, at=play.space)
        g.tell(NestPlaced(unit, play.space))
        return None
