"""Double Time (000:1526-1528): a Fireteam on the move arrives at once."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.visibility import is_blizzard
from owm_net.games.owm.windows import ANY_TIME, AnyWindow, Decision, Target


@record("owm.decision.double_time")
class DoubleTime(Decision):
    """An own Fireteam completes its move at once; also one whose Maneuver order has just been
    laid (OWM-CD-DOUBLE)."""

    key = "double_time"
    rule = "OWM-CD-DOUBLE"
    windows = (*ANY_TIME, Target)

    fireteam: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[DoubleTime]:
        """Every own Fireteam that is on the move, or is about to be."""
        for team in view.state.fireteams.values():
            if team.seat == view.seat and (
                team.on_the_move or window.begins_move(view.state, team.id)
            ):
                yield DoubleTime(card, team.id)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """There is no fast movement in a Blizzard (OWM-VIS-04)."""
        if is_blizzard(view.state):
            return Refusal("OWM-VIS-04", say("nobody hurries in a Blizzard"))
        return None

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """It moves, or is about to."""
        g = view.state
        team = g.fireteams.get(self.fireteam)
        if team is None or team.seat != view.seat:
            return Refusal("OWM-CD-DOUBLE", say("it must be a Fireteam of your own"), misfit=True)
        if not team.on_the_move and not window.begins_move(g, team.id):
            return Refusal("OWM-CD-DOUBLE", say("it is not on the move"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """A move that is open is completed; one that is ordered will be (OWM-STACK-01)."""
        team = g.fireteams.get(self.fireteam)
        if team is None:
            return None
        if window.begins_move(g, team.id):
            window.subject = window.subject.with_(doubled=True)
            return None
        return Hurry(team.id) if team.on_the_move else None

    def hurries(self) -> FireteamId:
        return self.fireteam

    def aim(self, g: OwmState) -> str:
        return say(" for {team}", team=words.fireteam_name(g, self.fireteam))


@frame("owm.hurry")
@define
class Hurry(Frame[None]):
    """A Fireteam completes its move out of turn, or before it acts. active: it is its turn."""

    fireteam: FireteamId
    active: bool = False

    def start(self, g: OwmState) -> Outcome[None]:
        """As at the start of its turn (OWM-MOVE-03)."""
        self.active = g.active == self.fireteam
        return Call(Arrive(self.fireteam), then=self.arrived)

    def arrived(self, g: OwmState, turn_over: bool) -> Outcome[None]:
        """An assault that it triggers uses up its turn of this round (A-60), and so does joining a
        Fireteam that has had its own (A-33)."""
        team = g.active if self.active else self.fireteam
        if turn_over and team in g.fireteams:
            g.change_fireteam(team, activated_in=g.round_no, spent_in=g.round_no)
        return Done()
