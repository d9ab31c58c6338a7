"""Attention (000:1510-1513): a Fireteam rallies, and is the first on the Initiative Track."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.damage import rally
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.set_up import TrackLaid
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.windows import AnyWindow, Decision


@record("owm.decision.attention")
class Attention(Decision):
    """An own Fireteam goes to the top of the track, and all its soldiers may be rallied; it has one
    turn in a round all the same (OWM-CD-ATTENTION, A-50).

    rallies: True to rally them; a soldier who went down in this round is better protected where
    they lie.
    """

    key = "attention"
    rule = "OWM-CD-ATTENTION"

    fireteam: FireteamId
    rallies: bool = True

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Attention]:
        """Every own Fireteam; to leave its soldiers down only where some are."""
        g = view.state
        for team in g.fireteams.values():
            if team.seat == view.seat:
                yield Attention(card, team.id)
                if g.has_suppressed(team.id):
                    yield Attention(card, team.id, rallies=False)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        team = g.fireteams.get(self.fireteam)
        if team is None or team.seat != view.seat:
            return Refusal(
                "OWM-CD-ATTENTION", say("it must be a Fireteam of your own"), misfit=True
            )
        helped = self.rallies and g.has_suppressed(team.id)
        if g.initiative[0] == team.id and not helped:
            return Refusal(
                "OWM-CD-ATTENTION", say("it is at the top already, and nobody is rallied")
            )
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Move it up: the next turn may be its own; the active Fireteam finishes its turn."""
        if self.fireteam not in g.fireteams:
            return None
        for soldier in g.members(self.fireteam) if self.rallies else ():
            if soldier.status is Status.SUPPRESSED:
                rally(g, soldier.id)
        g.initiative.remove(self.fireteam)
        g.initiative.insert(0, self.fireteam)
        g.tell(TrackLaid(tuple(g.initiative), rule=self.rule))
        return None

    def aim(self, g: OwmState) -> str:
        down = "" if self.rallies else say(", without a rally")
        return say(
            " for {team}{down}",
            team=words.fireteam_name(g, self.fireteam),
            down=down,
        )
