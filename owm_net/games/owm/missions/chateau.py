"""Murder at the Moonless Chateau (000:1005-1012, A-64): Lu of the Resistance.

While she goes with a Fireteam she is at the right end of its line as a soldier is, unarmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from owm_net.engine.agenda import Event, Frame, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.owm import words
from owm_net.games.owm.catalog import LU, Mission, Objective
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, Cell, FireteamId
from owm_net.games.owm.missions import Finish, Marker, MissionRules, place_of
from owm_net.games.owm.state import Fireteam, OwmState, Site, Soldier
from owm_net.games.owm.terms import Side, Status

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.lu_rescued")
class Rescued(Event):
    """Lu goes with an Allied Fireteam from now on."""

    words = say("{fireteam} takes Lu along")
    rule = "OWM-MX-07"
    headline = True

    fireteam: FireteamId


@record("owm.event.lu_left")
class LeftBehind(Event):
    """Whoever was with Lu is gone; she is alone where they stood."""

    words = say("Lu is alone at {cell}")
    rule = "OWM-MX-07"
    headline = True

    cell: Cell


# -- what is remembered ----------------------------------------------------------------------


class Fate(Enum):
    """The fate of Lu, where it decides the match; the value is shown to people."""

    OPEN = "is not home yet"
    HOME = "is home"
    CAPTURED = "is captured"
    DEAD = "is dead"

    @property
    def word(self) -> str:
        """As it is said of her."""
        return _FATES[self]


_FATES = {
    Fate.OPEN: say("is not home yet"),
    Fate.HOME: say("is home"),
    Fate.CAPTURED: say("is captured"),
    Fate.DEAD: say("is dead"),
}


@record("owm.site.chateau")
class ChateauSite(Site):
    """Where Lu is. cell: where she is alone, NO_CELL while she goes with a Fireteam. hidden: nobody
    has taken her out of the Chateau yet. home: the Terrains in which Allied Fireteams started."""

    cell: Cell
    hidden: bool = True
    home: tuple[Cell, ...] = ()
    fate: Fate = Fate.OPEN


def site_of(g: OwmState) -> ChateauSite:
    """Return the state of Lu."""
    assert isinstance(g.site, ChateauSite)
    return g.site


# -- the rules -------------------------------------------------------------------------------


class Chateau(MissionRules):
    """The Allies bring Lu home; the Axis kills or captures her (OWM-MX-07)."""

    key: ClassVar[str] = "chateau"

    def faults(self, mission: Mission) -> Iterator[str]:
        if [o.kind for o in mission.objectives] != ["lu"]:
            yield "objectives: must be one of kind lu, in the Terrain where she hides"

    def first_site(self, g: OwmState) -> Site:
        return ChateauSite(g.ground.cell(g.card.objectives[0].cell))

    def begins(self, g: OwmState) -> Frame[None] | None:
        """Home is where Allied Fireteams have been placed."""
        allied = [t.cell for t in g.fireteams.values() if g.sides[t.seat] is Side.ALLIES]
        g.site = site_of(g).with_(home=tuple(sorted(dict.fromkeys(allied))))
        return None

    # -- rescue, capture, and home -------------------------------------------------------

    def why_no_entry(self, g: OwmState, fireteam: Fireteam, cell: Cell) -> Refusal | None:
        """While she hides in the Chateau the Axis does not enter it: a house rule (A-64)."""
        site = site_of(g)
        if site.hidden and cell == site.cell and g.sides[fireteam.seat] is Side.AXIS:
            return Refusal(
                "OWM-MX-18", say("house rule: the Axis has no way in while Lu hides there (A-64)")
            )
        return None

    def arrived(self, g: OwmState, fireteam: FireteamId) -> None:
        """It takes Lu or captures her there, or has brought her home."""
        team, site = g.fireteams[fireteam], site_of(g)
        if any(g.is_enemy(team, other) for other in g.fireteams_at(team.cell)):
            return
        if site.cell == team.cell and g.sides[team.seat] is Side.AXIS:
            g.site = site.with_(fate=Fate.CAPTURED)
        elif site.cell == team.cell and len(team.line) < g.largest(Side.ALLIES):
            g.soldiers[LU] = Soldier(LU, Status.UNARMED)
            g.change_fireteam(fireteam, line=(*team.line, LU))
            g.site = site.with_(cell=NO_CELL, hidden=False)
            g.tell(Rescued(fireteam))
        if LU in g.fireteams[fireteam].line and team.cell in site.home:
            g.site = site_of(g).with_(fate=Fate.HOME)

    def retreated(self, g: OwmState, fireteam: FireteamId, left: Cell) -> None:
        """A retreat into her Terrain, or home with her, is as good as a move (A-117)."""
        self.arrived(g, fireteam)

    def removed(self, g: OwmState, fireteam: Fireteam) -> None:
        """Leave her where her escort was lost, unless the enemy is there (A-64)."""
        if LU not in fireteam.line:
            return
        del g.soldiers[LU]
        if any(g.is_enemy(fireteam, other) for other in g.fireteams_at(fireteam.cell)):
            return  # nobody sees her again: `fate`
        g.site = site_of(g).with_(cell=fireteam.cell)
        g.tell(LeftBehind(fireteam.cell))

    # -- the end -------------------------------------------------------------------------

    def finish(self, g: OwmState) -> Finish | None:
        now = fate(g)
        if now is Fate.OPEN:
            return None
        return Finish(
            say("Lu {value}", value=now.word), Side.ALLIES if now is Fate.HOME else Side.AXIS
        )

    def outright(self, g: OwmState) -> Side | None:
        """She counts as captured if she is not home when the time is over (OWM-MX-08); points
        decide only where the Axis has nobody left to capture her (A-117)."""
        if fate(g) is Fate.HOME:
            return Side.ALLIES
        left = any(g.sides[t.seat] is Side.AXIS for t in g.fireteams.values())
        return Side.AXIS if left or fate(g) is not Fate.OPEN else None

    def owner(self, g: OwmState, objective: Objective) -> Side | None:
        """Return whose Lu is now: nobody's, while she hides."""
        return Side.ALLIES if LU in g.soldiers else None

    # -- for people and the computer player ----------------------------------------------

    def goal_words(self, mission: Mission) -> str:
        return say(
            "The Allies win if they bring Lu from {place} to a Terrain in which they started. The"
            " Axis wins if she dies or is captured, or is not home when the time is over.",
            place=place_of(mission, mission.objectives[0].cell),
        )

    def scoring(self, mission: Mission) -> Iterator[str]:
        """She decides it."""
        yield from ()

    def markers(self, g: OwmState) -> list[Marker]:
        """Lu's token lies where she is, and a star on each Terrain to which she must be brought."""
        found = [
            Marker(cell, "objective", Side.ALLIES, say("Lu's way home")) for cell in self._home(g)
        ]
        where = whereabouts(g)
        if where != NO_CELL:
            found.append(Marker(where, "lu", self.owner(g, g.card.objectives[0]), say("Lu")))
        return found

    def place_facts(self, g: OwmState, cell: Cell) -> list[str]:
        site = site_of(g)
        lines: list[str] = []
        if cell == whereabouts(g):
            how = say("hides here") if site.hidden else say("is here")
            lines.append(
                say(
                    "Lu {how}: the Allies must bring her home, the Axis kill or capture her",
                    how=how,
                )
            )
            if site.hidden:
                lines.append(say("house rule: no Axis Fireteam enters while she hides (OWM-MX-18)"))
        if cell in self._home(g):
            lines.append(say("Lu is safe here: the Allies win when they bring her (OWM-MX-07)"))
        return lines

    def aim(self, g: OwmState) -> str:
        if fate(g) is not Fate.OPEN:
            return self.standing(g)
        return say(
            "The Allies win if Lu comes home in time, else the Axis; {where}",
            where=self.standing(g),
        )

    def standing(self, g: OwmState) -> str:
        if fate(g) is not Fate.OPEN:
            return say("Lu {value}", value=fate(g).word)
        if LU in g.soldiers:
            return say(
                "Lu is with {team}",
                team=words.fireteam_name(g, g.fireteam_of(LU).id),
            )
        site = site_of(g)
        where = g.ground.cell_name(site.cell)
        if site.hidden:
            return say("Lu hides at {where}", where=where)
        return say("Lu is alone at {where}", where=where)

    def goals(self, g: OwmState, side: Side) -> list[tuple[Cell, int]]:
        """Return Lu's place; for her escort, the way home; for the Axis, while she hides, the
        places beside her."""
        where = whereabouts(g)
        if where == NO_CELL:
            return []
        if side is Side.ALLIES and LU in g.soldiers:
            home = sorted(self._home(g), key=lambda c: (g.ground.distance(where, c), c))
            return [(cell, STAKE) for cell in home]
        return [(where, STAKE)]

    def carrier(self, g: OwmState, side: Side) -> FireteamId:
        """With whom she goes, for the Allies."""
        if side is Side.ALLIES and LU in g.soldiers:
            return g.fireteam_of(LU).id
        return NO_FIRETEAM

    def _home(self, g: OwmState) -> tuple[Cell, ...]:
        return site_of(g).home


STAKE = 30
"""What Lu is worth to a computer player, in soldiers' points."""


def fate(g: OwmState) -> Fate:
    """Return her fate. Neither in a place nor with an escort means dead."""
    site = site_of(g)
    if site.fate is Fate.OPEN and site.cell == NO_CELL and LU not in g.soldiers:
        return Fate.DEAD
    return site.fate


def whereabouts(g: OwmState) -> Cell:
    """Where she is, alone or not; NO_CELL if she is dead."""
    return g.fireteam_of(LU).cell if LU in g.soldiers else site_of(g).cell
