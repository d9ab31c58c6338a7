"""Act of Valor (000:1505-1508): one soldier rallies, and shoots again and again."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.attack import AttackOrder
from owm_net.games.owm.damage import rally
from owm_net.games.owm.firing import why_no_shot, why_no_target
from owm_net.games.owm.flips import FlipCard, Purpose
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Colour, Status
from owm_net.games.owm.windows import ANY_TIME, AnyWindow, Decision


@record("owm.decision.act_of_valor")
class ActOfValor(Decision):
    """A friendly soldier, rallied first, shoots a red number of times at one enemy Fireteam
    (OWM-CD-VALOR, A-49). target: NO_FIRETEAM to rally them and no more (A-155)."""

    key = "act_of_valor"
    rule = "OWM-CD-VALOR"
    windows = ANY_TIME

    soldier: SoldierId
    target: FireteamId = NO_FIRETEAM

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[ActOfValor]:
        """Yield every soldier who can shoot, with every enemy that their Fireteam may shoot at;
        every soldier who is down, to rally."""
        g = view.state
        for team in g.friends(view.seat):
            if team.seat != view.seat:
                continue
            for enemy in g.enemies(view.seat):
                if why_no_target(g, team, enemy) is None:
                    for soldier in team.line:
                        if why_no_shot(g, team, enemy, soldier) is None:
                            yield ActOfValor(card, soldier, enemy.id)
            for one in g.members(team.id):
                if one.status is Status.SUPPRESSED:
                    yield ActOfValor(card, one.id)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        soldier = g.soldiers.get(self.soldier)
        if soldier is None or g.fireteam_of(soldier.id).seat != view.seat:
            return Refusal("OWM-CD-VALOR", say("an own soldier must be named"), misfit=True)
        if self.target != NO_FIRETEAM:
            return self._why_no_shots(g)
        if soldier.status is not Status.SUPPRESSED:
            why = say("he is not suppressed: choose an enemy for him to shoot at")
            return Refusal("OWM-CD-VALOR", why)
        return None

    def _why_no_shots(self, g: OwmState) -> Refusal | None:
        if self.soldier not in g.soldiers:
            return Refusal("OWM-CD-VALOR", say("he is gone"))
        team, target = g.fireteam_of(self.soldier), g.fireteams.get(self.target)
        if target is None or not target.on_map or not team.on_map:
            return Refusal("OWM-CD-VALOR", say("there is no such Fireteam on the map"))
        return why_no_target(g, team, target) or why_no_shot(g, team, target, self.soldier)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Rally the soldier; then a red flip gives the number of shots. Targets as usual; the
        soldier may stop early. Where there is nobody to shoot at the card is flipped all the same
        (OWM-CCS-05).
        """
        soldier = g.soldiers.get(self.soldier)
        if soldier is None:
            return None
        shoots = self._why_no_shots(g) is None
        rallies = soldier.status is Status.SUPPRESSED
        if rallies:
            rally(g, self.soldier)
        if shoots:
            team = g.fireteam_of(self.soldier)
            return AttackOrder(team.id, self.target, Colour.RED, hero=self.soldier)
        return NoShots() if rallies else None

    def aim(self, g: OwmState) -> str:
        soldier = words.soldier_name(self.soldier)
        if self.target == NO_FIRETEAM:
            return say(" of {soldier}, to rally", soldier=soldier)
        target = words.fireteam_name(g, self.target)
        return say(" of {soldier} against {target}", soldier=soldier, target=target)


@frame("owm.no_shots")
@define
class NoShots(Frame[None]):
    """The flip of an Act of Valor that only rallies: its number does not matter, so nobody answers
    it, but it stands for time (OWM-CCS-05)."""

    def start(self, g: OwmState) -> Outcome[None]:
        """One card."""
        return Call(FlipCard(Purpose.SHOTS, Colour.RED), then=self.flipped)

    def flipped(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Finish: there is nobody to shoot at."""
        return Done()
