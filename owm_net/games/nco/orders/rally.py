"""Rally: health or psyche comes back. NCO-ORD-02, NCO-SKL-08, NCO-SKL-09."""

from __future__ import annotations

from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import Ask, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.attack import SIDES
from owm_net.games.nco.damage import relieve
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import NEAR, Order, Skill
from owm_net.games.nco.words import short_name, soldier_name

GAINS = (0, 1, 2, 2, 3, 3, 4)
"""D-10: by the die, 1 to 6."""
MEDICINE = 3
RITES = 2
"""What a medic's and a chaplain's Rally give without a roll."""


@record("nco.rally")
class Rally(OrderAnswer):
    """Order Rally. psyche: announced for psyche and not for health. to: a friend whom a medic
    tends. aloud: a chaplain speaks to everyone nearby."""

    title: ClassVar[str] = say("Rally")
    help: ClassVar[str] = say(
        "Regain health or psyche by a die (NCO-ORD-02); bars a special action"
    )
    face = Order.RALLY

    soldier: SoldierId
    psyche: bool
    to: SoldierId = field(default=NO_SOLDIER)
    aloud: bool = field(default=False)

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        what = say("psyche") if self.psyche else say("health")
        whom = "" if self.to == NO_SOLDIER else say(" of {soldier}", soldier=short_name(g, self.to))
        aloud = say(" of all around") if self.aloud else ""
        return say(
            "{soldier}: Rally for {what}{whom}{aloud}",
            soldier=short_name(g, self.soldier),
            what=what,
            whom=whom,
            aloud=aloud,
        )

    def why_not(self, g: NcoState) -> Refusal | None:
        s = g.soldiers[self.soldier]
        if s.broken and not self.psyche:
            return Refusal("NCO-HLT-07", say("he is in a breakdown and must Rally for psyche"))
        if self.to != NO_SOLDIER:
            if Skill.FIELD_MEDICINE not in s.skills or self.psyche:
                return Refusal("NCO-SKL-08", say("only a medic's Rally for health goes to another"))
            if self.to not in g.friends(self.soldier, NEAR):
                return Refusal("NCO-SKL-08", say("there is no such friend within 3 inches"))
        if self.aloud and (Skill.RELIGIOUS_RITES not in s.skills or not self.psyche):
            return Refusal("NCO-SKL-09", say("only a chaplain's Rally for psyche reaches others"))
        return None

    def frame(self, g: NcoState) -> Frame[None]:
        return Rallying(self.soldier, self.psyche, self.to, self.aloud)


@record("nco.rallied")
class Rallied(SoldierEvent):
    """The result of a Rally. die: 0 where none is rolled."""

    soldier: SoldierId
    gain: int
    psyche: bool
    die: int = 0
    rule: str = field(default="NCO-ORD-02", kw_only=True)

    def sentence(self, g: NcoState) -> str:
        what = say("psyche") if self.psyche else say("health")
        rolled = say(" (rolled {die})", die=self.die) if self.die else ""
        return say(
            "{soldier} rallies: {what} +{gain}{rolled}",
            soldier=soldier_name(g, self.soldier),
            what=what,
            gain=self.gain,
            rolled=rolled,
        )


@frame("nco.rallying")
@define
class Rallying(Frame[None]):
    """The Rally of one soldier; fields as in the answer."""

    soldier: SoldierId
    psyche: bool
    to: SoldierId
    aloud: bool

    def start(self, g: NcoState) -> Outcome[None]:
        """Roll a die, unless a skill makes it needless (R-36)."""
        skills = g.soldiers[self.soldier].skills
        if self.psyche and Skill.RELIGIOUS_RITES in skills:
            return self._known(g, RITES, "NCO-SKL-09")
        if not self.psyche and Skill.FIELD_MEDICINE in skills:
            return self._known(g, MEDICINE, "NCO-SKL-08")
        return Ask(Roll(SIDES, 1, "Rally"), then=self.rolled)

    def _known(self, g: NcoState, gain: int, rule: str) -> Outcome[None]:
        g.tell(Rallied(self.soldier, gain, self.psyche, rule=rule))
        helped = [self.soldier if self.to == NO_SOLDIER else self.to]
        if self.aloud:
            helped += g.friends(self.soldier, NEAR)
        return self._relieve(g, helped, gain)

    def _relieve(self, g: NcoState, helped: list[SoldierId], gain: int) -> Outcome[None]:
        for soldier in helped:
            relieve(g, soldier, 0 if self.psyche else gain, gain if self.psyche else 0)
        return Done()

    def rolled(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[None]:
        """D-10, never above the maximum."""
        gain = GAINS[faces[0]]
        g.tell(Rallied(self.soldier, gain, self.psyche, faces[0]))
        return self._relieve(g, [self.soldier], gain)
