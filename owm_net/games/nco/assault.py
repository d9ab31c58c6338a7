"""An Assault from its declaration to the fight. NCO-ORD-09, NCO-SPC-07, NCO-INT-04, -05, -10."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.text import say
from owm_net.games.nco.damage import kill
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.interrupts import CounterFire, Moving, drop_heavy
from owm_net.games.nco.melee import Melee
from owm_net.games.nco.paths import Path, touches, way_of, why_not_path
from owm_net.games.nco.shots import why_not_killed
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Gait
from owm_net.games.nco.tokens import at_token


def why_no_assault(
    g: NcoState, soldier: SoldierId, target: SoldierId, path: Path, gait: Gait
) -> Refusal | None:
    """R-14: the target is an enemy, seen when it is declared, and the path ends in contact."""
    if g.soldiers[soldier].peaceful:
        return Refusal("NCO-SKL-08 NCO-SKL-09", say("he attacks only an enemy who charges at him"))
    if g.pilot == target != NO_SOLDIER:
        refusal = why_not_killed(g, soldier)
        if refusal is not None:
            return refusal
        if gait is not Gait.ASSAULT:
            return Refusal("NCO-SCN-15", say("only a Fire or an Assault order kills the pilot"))
    elif not g.known(target) or not g.there(target):
        return Refusal("NCO-ORD-09", say("the target is not on the table"))
    if g.soldiers[target].seat == g.soldiers[soldier].seat:
        return Refusal("NCO-ORD-09", say("nobody charges at their own side"), misfit=True)
    if not g.ground.sees(g.soldiers[soldier].spot, g.soldiers[target].spot):
        return Refusal("NCO-TER-01 NCO-ORD-09", say("neither sees the other"))
    return why_not_path(g, soldier, path, gait, target)


@frame("nco.assault")
@define
class Assaulting(Frame[None]):
    """Counter-fire, then the run, then the fight; each step checks again that the charger still can
    (NCO-INT-05, NCO-INT-09). breakdowns: the charger's, before it began."""

    charger: SoldierId
    target: SoldierId
    path: Path
    gait: Gait
    breakdowns: int = 0

    def start(self, g: NcoState) -> Outcome[None]:
        """Drop weapons that are too heavy (NCO-WPN-07); then ask for counter-fire (R-23)."""
        self.breakdowns = g.soldiers[self.charger].breakdowns
        drop_heavy(g, self.charger)
        return Call(CounterFire(self.charger, self.target), then=self.run)

    def run(self, g: NcoState) -> Outcome[None]:
        """Death and breakdown end it, also one that is over already (NCO-HLT-10); a wound does not
        (NCO-INT-05, R-16)."""
        s = g.soldiers[self.charger]
        if not g.there(self.charger) or s.breakdowns > self.breakdowns:
            return Done()
        g.change(self.charger, down=False, moved=self.gait is Gait.SPECIAL)
        way = way_of(g, self.charger, self.path)
        return Call(Moving(self.charger, way, self.gait), then=self.meet)

    def meet(self, g: NcoState, arrived: bool) -> Outcome[None]:
        """Contact begins the fight, if both are still there. It kills the pilot (NCO-SCN-15), if
        nobody carries him."""
        here = g.soldiers[self.charger].spot
        if self.target == g.pilot:
            if arrived and g.pilot_lies() and at_token(g, here, g.soldiers[g.pilot].spot):
                kill(g, g.pilot, "NCO-SCN-15")
            return Done()
        if not arrived or not g.there(self.target):
            return Done()
        if not touches(g, here, g.soldiers[self.target].spot):
            return Done()
        return Call(Melee(self.charger, self.target), then=self.done)

    def done(self, g: NcoState) -> Outcome[None]:
        """One of them at most has lived."""
        return Done()
