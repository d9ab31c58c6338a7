"""Regroup (000:1593-1597): two Fireteams trade places on the Initiative Track."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.set_up import TrackLaid
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import AnyWindow, Decision


@record("owm.decision.regroup")
class Regroup(Decision):
    """An own Fireteam trades places with any other, friend or foe; a turn is neither won nor lost
    by it (OWM-CD-REGROUP, A-50)."""

    key = "regroup"
    rule = "OWM-CD-REGROUP"

    fireteam: FireteamId
    other: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Regroup]:
        teams = view.state.fireteams
        for own in teams.values():
            for other in teams.values():
                if own.seat == view.seat and (other.seat != view.seat or own.id < other.id):
                    yield Regroup(card, own.id, other.id)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Two different ones; no enemy in stealth (A-36)."""
        g = view.state
        team, other = g.fireteams.get(self.fireteam), g.fireteams.get(self.other)
        if team is None or team.seat != view.seat:
            return Refusal("OWM-CD-REGROUP", say("it must be a Fireteam of your own"), misfit=True)
        if other is None or other.id == team.id:
            return Refusal("OWM-CD-REGROUP", say("another Fireteam must be named too"), misfit=True)
        if other.stealthed and g.is_enemy(team, other):
            return Refusal("OWM-STLTH-03", say("it is in stealth and has not been recognised"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        track = g.initiative
        if self.fireteam in track and self.other in track:
            a, b = track.index(self.fireteam), track.index(self.other)
            track[a], track[b] = self.other, self.fireteam
            g.tell(TrackLaid(tuple(track), rule=self.rule))
        return None

    def aim(self, g: OwmState) -> str:
        own, other = words.fireteam_name(g, self.fireteam), words.fireteam_name(g, self.other)
        return say(": {own} and {other}", own=own, other=other)
