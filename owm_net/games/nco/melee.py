"""Close combat: round after round until one of the two is dead. NCO-CC."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Done, Event, Frame, Outcome, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import listed, say
from owm_net.games.nco.attack import SIDES
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.damage import kill
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Skill
from owm_net.games.nco.words import soldier_name


@record("nco.round")
class FightRound(Event):
    """A round of close combat: the fighters, their dice and their courage."""

    rule = "NCO-CC-02"

    soldiers: tuple[SoldierId, ...]
    faces: tuple[int, ...]
    courage: tuple[int, ...]

    def sentence(self, g: NcoState) -> str:
        sums = [
            say(
                "{soldier}: {sum}",
                soldier=soldier_name(g, s),
                sum=f"{face} + {courage} = {face + courage}",
            )
            for s, face, courage in zip(self.soldiers, self.faces, self.courage, strict=True)
        ]
        return say("close combat: {sums}", sums=listed(sums, say(" against ")))


@record("nco.lost_round")
class LostRound(Event):
    """The loser of a round loses health, and courage for the rest of the fight (R-18)."""

    words = say("{soldier_short} is left with health {health}")
    rule = "NCO-CC-03"

    soldier: SoldierId
    health: int


def fighting_courage(g: NcoState, soldier: SoldierId) -> int:
    """Return what a soldier adds to the die: courage, the best of their weapons, Fighting Instinct
    (NCO-CC-05, R-17). The Walking Wounded and the broken add nothing (NCO-CC-06, R-16)."""
    s = g.soldiers[soldier]
    if s.wounded or s.broken:
        return 0
    best = max([CATALOG.weapons[weapon].melee for weapon in s.weapons], default=0)
    instinct = Skill.FIGHTING_INSTINCT in s.skills
    return max(0, g.courage(soldier) + best + instinct)


@frame("nco.melee")
@define
class Melee(Frame[None]):
    """A fight to the death after an Assault (NCO-CC-01). cowed: the fighters who have lost a round
    of it."""

    charger: SoldierId
    target: SoldierId
    cowed: tuple[SoldierId, ...] = ()

    def start(self, g: NcoState) -> Outcome[None]:
        """Both roll."""
        return Ask(Roll(SIDES, 2, say("close combat")), then=self.fight)

    def fight(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[None]:
        """NCO-CC-02 to -04: the lower sum loses the difference in health; a tie kills both."""
        both = (self.charger, self.target)
        courage = tuple([0 if s in self.cowed else fighting_courage(g, s) for s in both])
        g.tell(FightRound(both, faces, courage))
        sums = faces[0] + courage[0], faces[1] + courage[1]
        if sums[0] == sums[1]:
            for s in both:
                kill(g, s, "NCO-CC-04")
            return Done()
        loser = both[sums[0] > sums[1]]
        left = g.soldiers[loser].health - abs(sums[0] - sums[1])
        if left <= 0:
            kill(g, loser, "NCO-CC-01")
            return Done()
        g.change(loser, health=left)
        g.tell(LostRound(loser, left))
        self.cowed += (loser,)
        return self.start
