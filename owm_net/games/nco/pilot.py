"""The pilot of a Rescue Mission: where he lies, and who may kill him. NCO-SCN-11, NCO-SCN-15, R-56.

He is the last of the soldiers, of the rescuer's seat, in no squad and with no die. Attacks on him
are like those on anybody: any loss of health kills him, and nothing else affects him.
"""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.nco.attack import SIDES
from owm_net.games.nco.ids import ProfileKey, SoldierId, Spot, WeaponKey
from owm_net.games.nco.layouts import PILOTS
from owm_net.games.nco.state import NcoState, Soldier
from owm_net.games.nco.terms import BOARD, Status

ROUTES = (0, 1, 2, 2, 3, 3, 4)
"""NCO-SCN-11: which of `PILOTS` by the die, 1 to 6."""


@record("nco.wandered")
class Wandered(Event):
    """Where the pilot lies."""

    words = say("the pilot wanders (rolled {die}) and lies {spot}")
    rule = "NCO-SCN-11"
    headline = True

    die: int
    spot: Spot


@frame("nco.wandering")
@define
class Wandering(Frame[None]):
    """NCO-SCN-11: after deployment the pilot wanders to his place."""

    def start(self, g: NcoState) -> Outcome[None]:
        """One die."""
        return Ask(Roll(SIDES, 1, "pilot"), then=self.lie_down)

    def lie_down(self, g: NcoState, rolled: tuple[int, ...]) -> Outcome[None]:
        """As the rescuer sees it, who deployed second."""
        (die,) = rolled
        x, y = PILOTS[ROUTES[die]]
        p = (x, y) if g.higher == g.south else (BOARD - x, BOARD - y)
        spot = Spot((*p, g.ground.surface_at(p)))
        g.pilot = SoldierId(len(g.soldiers))
        g.soldiers.append(pilot_of(g.higher, spot))
        g.tell(Wandered(die, spot))
        return Done()


def pilot_of(rescuer: Seat, spot: Spot) -> Soldier:
    """Return the injured pilot: he counts as Down, any lost health kills him, and nothing shakes
    him."""
    return Soldier(
        seat=rescuer,
        profile=ProfileKey("private"),
        worth=0,
        courage=0,
        health=1,
        health_max=1,
        psyche=1,
        psyche_max=1,
        weapons=(),
        primary=WeaponKey(""),
        grenades=0,
        uses=0,
        skills=(),
        items=(),
        status=Status.INJURED,
        spot=spot,
        down=True,
        calm=True,
    )
