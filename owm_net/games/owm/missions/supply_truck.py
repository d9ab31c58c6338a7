"""The Road to Ruin (000:1014-1047, A-63): the Supply Truck.

How it is shot at: `actions.attack_truck`. How it is repaired: `actions.repair`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Done, Event, Frame, Outcome, frame
from owm_net.engine.records import record
from owm_net.engine.text import say, say_n
from owm_net.games.owm.catalog import Mission, Objective
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId
from owm_net.games.owm.missions import (
    Finish,
    Marker,
    MissionRules,
    lead_side,
    other_side,
    place_of,
)
from owm_net.games.owm.state import CATALOG, Fireteam, OwmState, Site
from owm_net.games.owm.terms import Side
from owm_net.games.owm.victory import check_mission

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.truck_drives")
class TruckDrives(Event):
    """The truck has driven on by one Terrain."""

    words = say("the Supply Truck drives to {cell}")
    rule = "OWM-MX-10"
    headline = True

    cell: Cell


@record("owm.event.truck_hit")
class TruckHit(Event):
    """A single total against the truck. wanted: what it had to reach. broke_down: its orange side
    is up now."""

    rule = "OWM-MX-11"
    headline = True

    total: int
    wanted: int
    broke_down: bool

    def sentence(self, g: OwmState) -> str:
        if self.broke_down:
            return say("the Supply Truck is broken down: it stands until it is repaired")
        if self.total >= self.wanted:
            return say("the Supply Truck is destroyed")
        return say(
            "the Supply Truck takes no harm ({total} of {wanted})",
            total=self.total,
            wanted=self.wanted,
        )


@record("owm.event.truck_repaired")
class TruckRepaired(Event):
    """The green side of the truck is up again."""

    words = say("{fireteam} has repaired the Supply Truck: it drives in the next Assessment")
    rule = "OWM-MX-13"
    headline = True

    fireteam: FireteamId


# -- what is remembered ----------------------------------------------------------------------


class Fate(Enum):
    """The fate of the truck, where it decides the match; the value is shown to people."""

    OPEN = "is on its way"
    THERE = "has reached the Village"
    CAPTURED = "is captured"
    DESTROYED = "is destroyed"

    @property
    def word(self) -> str:
        """As it is said of it."""
        return _FATES[self]


_FATES = {
    Fate.OPEN: say("is on its way"),
    Fate.THERE: say("has reached the Village"),
    Fate.CAPTURED: say("is captured"),
    Fate.DESTROYED: say("is destroyed"),
}


@record("owm.site.truck")
class TruckSite(Site):
    """The Supply Truck.

    green: that side is up, and it drives. broken_by, broken_in: which Fireteam broke it down and in
    which round, while it stands. held: an enemy Fireteam has been with it at the end of every turn
    since then (OWM-MX-12).
    """

    cell: Cell
    green: bool = True
    broken_by: FireteamId = NO_FIRETEAM
    broken_in: int = 0
    held: bool = False
    fate: Fate = Fate.OPEN


def truck_of(g: OwmState) -> TruckSite | None:
    """The truck, None in a mission without one."""
    return g.site if isinstance(g.site, TruckSite) else None


def the_truck(g: OwmState) -> TruckSite:
    """The truck of a mission that has one."""
    assert isinstance(g.site, TruckSite)
    return g.site


def wanted(truck: TruckSite) -> int:
    """Return the single total needed to have any effect on it (OWM-TOK-11)."""
    return CATALOG.truck.green if truck.green else CATALOG.truck.orange


# -- damage and repair -----------------------------------------------------------------------


def resolve_hit(g: OwmState, shooter: FireteamId, total: int) -> None:
    """OWM-MX-11: from green to orange (OWM-BORD-02), and from orange to its end."""
    truck = the_truck(g)
    enough = total >= wanted(truck)
    g.tell(TruckHit(total, wanted(truck), enough and truck.green))
    if not enough:
        return
    if truck.green:
        g.site = truck.with_(green=False, broken_by=shooter, broken_in=g.round_no, held=True)
    else:
        g.site = truck.with_(fate=Fate.DESTROYED)


def repair(g: OwmState, fireteam: FireteamId) -> None:
    """The green side at once; whoever holds it holds it no longer (OWM-MX-13)."""
    g.site = TruckSite(the_truck(g).cell)
    g.tell(TruckRepaired(fireteam))


# -- the rules -------------------------------------------------------------------------------


class SupplyTruck(MissionRules):
    """The truck drives from the Building to the Village; the enemy destroys or captures it."""

    key: ClassVar[str] = "truck"

    def faults(self, mission: Mission) -> Iterator[str]:
        """A path to drive on, and a side that drives."""
        if len(mission.path) < 2:
            yield "path: must name at least two Terrains, from the first to the last"
        if not mission.lead:
            yield "lead: must be the side that runs the Supply Truck"
        if [o.kind for o in mission.objectives] != ["truck"]:
            yield "objectives: must be one of kind truck"

    def first_site(self, g: OwmState) -> Site:
        """Put its token on the first Terrain of the path, green side up (OWM-MX-09)."""
        return TruckSite(g.ground.cell(g.card.path[0]))

    # -- rounds --------------------------------------------------------------------------

    def assessment(self, g: OwmState) -> Frame[None] | None:
        """It drives on if its green side is up (OWM-MX-10)."""
        return Drive() if the_truck(g).green else None

    def begin_turn(self, g: OwmState, fireteam: Fireteam) -> Frame[bool] | None:
        """The turn of the Fireteam that broke the truck has come round, and the enemy was with it
        all the time (OWM-MX-12)."""
        truck = the_truck(g)
        if not (truck.held and truck.broken_by == fireteam.id and truck.broken_in < g.round_no):
            return None
        return TakeTruck()

    def end_turn(self, g: OwmState) -> None:
        """An enemy Fireteam must be with the truck at the end of every turn (A-63)."""
        truck = the_truck(g)
        if truck.held and not any(
            g.sides[t.seat] is not lead_side(g) for t in g.fireteams_at(truck.cell)
        ):
            g.site = truck.with_(held=False)

    def debrief(self, g: OwmState) -> Frame[None] | None:
        """Where the Fireteam that broke the truck is gone, its round is over now (A-118)."""
        truck = the_truck(g)
        if truck.held and truck.broken_by not in g.fireteams and g.round_no > truck.broken_in:
            g.site = truck.with_(fate=Fate.CAPTURED)
        return None

    # -- on the map ----------------------------------------------------------------------

    def bars_assault(self, g: OwmState, cell: Cell) -> bool:
        """No assault in the truck's Terrain (OWM-MX-15)."""
        return cell == the_truck(g).cell

    def merged(self, g: OwmState, gone: Fireteam, into: FireteamId) -> None:
        """Credit a Fireteam's deeds to the one it has joined (A-118)."""
        truck = the_truck(g)
        if truck.broken_by == gone.id:
            g.site = truck.with_(broken_by=into)

    # -- the end -------------------------------------------------------------------------

    def finish(self, g: OwmState) -> Finish | None:
        now = the_truck(g).fate
        if now is Fate.OPEN:
            return None
        lead = lead_side(g)
        side = lead if now is Fate.THERE else other_side(lead)
        return Finish(say("the Supply Truck {value}", value=now.word), side)

    def owner(self, g: OwmState, objective: Objective) -> Side | None:
        """It counts for its side as long as its green side is up and it is on its way: the points
        are for the time that runs out (section 3.8, A-157)."""
        truck = the_truck(g)
        return lead_side(g) if truck.green and truck.fate is Fate.OPEN else None

    # -- for people and the computer player ----------------------------------------------

    def goal_words(self, mission: Mission) -> str:
        lead = Side(mission.lead)
        return say(
            "The Supply Truck wins the match: for the {side} if it reaches {place}, for the {other}"
            " if it is destroyed or captured. If it is still on its way when the time is over, most"
            " points win.",
            side=lead.word,
            other=other_side(lead).word,
            place=place_of(mission, mission.path[-1]),
        )

    def scoring(self, mission: Mission) -> Iterator[str]:
        for truck in mission.objectives:
            yield say(
                "A Supply Truck that can drive when the time is over: {points} points for the"
                " {side}.",
                points=truck.points,
                side=Side(mission.lead).word,
            )

    def markers(self, g: OwmState) -> list[Marker]:
        truck, lead = the_truck(g), lead_side(g)
        state = say("green side up") if truck.green else say("orange side up: broken down")
        kind = "truck" if truck.green else "truck_broken"
        label = say(
            "Supply Truck of the {side}, {state}",
            side=lead.word,
            state=state,
        )
        return [Marker(truck.cell, kind, lead, label)]

    def place_facts(self, g: OwmState, cell: Cell) -> list[str]:
        """The truck, if it is there, and its path."""
        truck, name, path = the_truck(g), g.ground.cell_name(cell), g.card.path
        lines: list[str] = []
        if cell == truck.cell:
            state = (
                say("it drives on in the next Assessment") if truck.green else say("broken down")
            )
            does = say("breaks it down") if truck.green else say("destroys it")
            lines.append(
                say(
                    "the Supply Truck of the {side}: {state}",
                    side=lead_side(g).word,
                    state=state,
                )
            )
            lines.append(
                say(
                    "a single total of {wanted}, from here or beside it, {does}",
                    wanted=wanted(truck),
                    does=does,
                )
            )
            lines.append(say("no assault here: enemies may share this Terrain (OWM-MX-15)"))
        if name == path[-1]:
            lines.append(say("the Supply Truck's side wins when it enters (OWM-MX-14)"))
        elif name in path:
            lines.append(say("on the Supply Truck's path"))
        return lines

    def aim(self, g: OwmState) -> str:
        truck, lead = the_truck(g), lead_side(g)
        if truck.fate is not Fate.OPEN:
            return self.standing(g)
        return say_n(
            "{side} win with the truck in the Village, {other} with its loss; it {how}, {n}"
            " Terrain to go",
            "{side} win with the truck in the Village, {other} with its loss; it {how}, {n}"
            " Terrains to go",
            self._left(g),
            side=lead.word,
            other=other_side(lead).word,
            how=say("drives") if truck.green else say("is broken down"),
        )

    def _left(self, g: OwmState) -> int:
        """Return how many Terrains it is from the Village."""
        return len(g.card.path) - 1 - g.card.path.index(g.ground.cell_name(the_truck(g).cell))

    def standing(self, g: OwmState) -> str:
        truck = the_truck(g)
        if truck.fate is not Fate.OPEN:
            return say("the Supply Truck {value}", value=truck.fate.word)
        how = say("drives") if truck.green else say("is broken down")
        return say_n(
            "the Supply Truck {how}, {n} Terrain from the Village",
            "the Supply Truck {how}, {n} Terrains from the Village",
            self._left(g),
            how=how,
        )

    def goals(self, g: OwmState, side: Side) -> list[tuple[Cell, int]]:
        return [(the_truck(g).cell, STAKE)]


STAKE = 20
"""What it is worth to a computer player to be where the truck is, in soldiers' points."""


@frame("owm.drive")
@define
class Drive(Frame[None]):
    """The Supply Truck drives on by one Terrain (OWM-MX-10)."""

    def start(self, g: OwmState) -> Outcome[None]:
        """It heeds no Fireteam on its way (A-63). In the Village its side has won (OWM-MX-14)."""
        truck = the_truck(g)
        path = [g.ground.cell(name) for name in g.card.path]
        cell = path[path.index(truck.cell) + 1]
        fate = Fate.THERE if cell == path[-1] else Fate.OPEN
        g.site = truck.with_(cell=cell, fate=fate)
        g.tell(TruckDrives(cell))
        return check_mission(g) or Done()


@frame("owm.take_truck")
@define
class TakeTruck(Frame[bool]):
    """The Supply Truck has been held for an entire round (OWM-MX-12)."""

    def start(self, g: OwmState) -> Outcome[bool]:
        """End the match."""
        g.site = the_truck(g).with_(fate=Fate.CAPTURED)
        return check_mission(g) or Done(True)
