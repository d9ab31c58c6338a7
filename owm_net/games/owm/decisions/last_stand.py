"""Last Stand (000:1575-1576): a Fireteam rallies, and is hard to hit for the rest of the round."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Event, Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.damage import rally
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.windows import ANY_TIME, AnyWindow, Decision, Target


@record("owm.decision.last_stand")
class LastStand(Decision):
    """All soldiers of an own Fireteam are rallied; until the Debrief ends each shot at it is
    lowered by a red flip (OWM-CD-LASTSTAND, A-53)."""

    key = "last_stand"
    rule = "OWM-CD-LASTSTAND"
    windows = (*ANY_TIME, Target)

    fireteam: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[LastStand]:
        for team in view.state.fireteams.values():
            if team.seat == view.seat:
                yield LastStand(card, team.id)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Once in a round it is enough."""
        g = view.state
        team = g.fireteams.get(self.fireteam)
        if team is None or team.seat != view.seat:
            return Refusal(
                "OWM-CD-LASTSTAND", say("it must be a Fireteam of your own"), misfit=True
            )
        if not team.on_map:
            return Refusal("OWM-CD-LASTSTAND", say("it is not on the map"))
        if team.last_stand_in == g.round_no and not g.has_suppressed(team.id):
            return Refusal("OWM-CD-LASTSTAND", say("it makes its Last Stand already"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        if self.fireteam not in g.fireteams:
            return None
        for soldier in g.members(self.fireteam):
            if soldier.status is Status.SUPPRESSED:
                rally(g, soldier.id)
        g.change_fireteam(self.fireteam, last_stand_in=g.round_no)
        g.tell(MakesLastStand(self.fireteam))
        return None

    def aim(self, g: OwmState) -> str:
        return say(" for {team}", team=words.fireteam_name(g, self.fireteam))


@record("owm.event.last_stand")
class MakesLastStand(Event):
    """Each shot at a Fireteam is lowered by a red flip in this round."""

    words = say("{fireteam} makes its Last Stand in this round")
    rule = "OWM-CD-LASTSTAND"

    fireteam: FireteamId
