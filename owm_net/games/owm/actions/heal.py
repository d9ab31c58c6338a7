"""A Medic treats a wounded soldier of the Fireteam (000:1730-1733, section 2.23; trait S01)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import Action, ActiveTurn
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.damage import heal
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.medic import can_treat, medics, there_are_medics
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import Order


@record("owm.heal")
class Heal(Action):
    """A Medic's Discipline Check, free, once a round: success heals a wounded soldier of the
    Fireteam, the Medic too (OWM-EFF-03)."""

    title = say("Medic")
    help = say(
        "Free, once a round: a Medic's Discipline Check heals a wounded soldier (OWM-EFF-03)"
    )
    by_name = True
    is_free = True

    medic: SoldierId
    soldier: SoldierId

    @classmethod
    def in_play(cls, g: OwmState) -> bool:
        """Where there are traits (OWM-LVL-04)."""
        return there_are_medics(g)

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Heal]:
        g = view.state
        for medic in medics(g, turn.fireteam):
            for soldier in _wounded(g, turn):
                yield Heal(medic, soldier)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """A wounded soldier and a Medic who has treated nobody in this round (OWM-EFF-03)."""
        g = view.state
        if not there_are_medics(g):
            return Refusal("OWM-LVL-02", say("there are Medics only at level Colonel"))
        able, hurt = medics(g, turn.fireteam), _wounded(g, turn)
        if not able:
            return Refusal("OWM-EFF-03", say("every Medic there has acted in this round"))
        if not hurt:
            return Refusal("OWM-EFF-03", say("no soldier of the Fireteam is wounded"))
        if not any(can_treat(g, m, s) for m in able for s in hurt):
            return Refusal("OWM-EFF-03", say("a wounded Medic can only treat himself (A-123)"))
        if self.medic not in able:
            return Refusal("OWM-EFF-03", say("he is no Medic who may act now"), misfit=True)
        if self.soldier not in hurt:
            return Refusal("OWM-EFF-03", say("he is not wounded"), misfit=True)
        if not can_treat(g, self.medic, self.soldier):
            return Refusal("OWM-EFF-03", say("a wounded Medic can only treat himself (A-123)"))
        return None

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """Free, and once in a round."""
        g.change_soldier(self.medic, trait_used_in=g.round_no)
        g.tell(Treats(self.medic, self.soldier))
        return Call(Treatment(self.medic, self.soldier), then=turn.acted)

    def sentence(self, view: View[OwmState]) -> str:
        medic, soldier = words.soldier_name(self.medic), words.soldier_name(self.soldier)
        if self.medic == self.soldier:
            return say("{medic} treats himself", medic=medic)
        return say("{medic} treats {soldier}", medic=medic, soldier=soldier)


def can_heal(g: OwmState, turn: ActiveTurn) -> bool:
    """Return True if a Medic of the Fireteam may still treat somebody in this turn."""
    hurt = _wounded(g, turn)
    return any(can_treat(g, m, s) for m in medics(g, turn.fireteam) for s in hurt)


def _wounded(g: OwmState, turn: ActiveTurn) -> list[SoldierId]:
    return [s.id for s in g.members(turn.fireteam) if s.status is Status.WOUNDED]


@record("owm.event.treats")
class Treats(Event):
    """A Medic has a look at a wounded soldier."""

    rule = "OWM-EFF-03"
    headline = True

    medic: SoldierId
    soldier: SoldierId

    def sentence(self, g: OwmState) -> str:
        whom = say("himself") if self.medic == self.soldier else words.soldier_name(self.soldier)
        return say(
            "Medic {soldier} treats {whom}",
            soldier=words.soldier_name(self.medic),
            whom=whom,
        )


@frame("owm.treatment")
@define
class Treatment(Frame[None]):
    """The Medic's Discipline Check, and its result."""

    medic: SoldierId
    soldier: SoldierId

    def start(self, g: OwmState) -> Outcome[None]:
        """The check is free (OWM-DISC-04)."""
        return Call(DisciplineCheck(self.medic, Purpose.MEDIC), then=self.hear)

    def hear(self, g: OwmState, success: bool) -> Outcome[None]:
        """Heal the soldier at once after a success."""
        if success:
            heal(g, self.soldier)
        return check_end(g) or Done()
