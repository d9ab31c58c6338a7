"""Marksman (000:1584-1585): a soldier shoots as from one Terrain nearer."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.firing import why_not_able
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import ANY_TIME, AnyWindow, Decision, Target


@record("owm.decision.marksman")
class Marksman(Decision):
    """A soldier who is to shoot uses the grid one range closer, for one Firing Sequence
    (OWM-CD-MARKSMAN, A-47)."""

    key = "marksman"
    rule = "OWM-CD-MARKSMAN"
    windows = (*ANY_TIME, Target)

    soldier: SoldierId

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Marksman]:
        """Yield the soldier who shoots now, or everybody in the Fireteam that acts."""
        for soldier in _candidates(view.state, window):
            yield Marksman(card, soldier)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """The Fireteam that acts must be an own one."""
        team = view.state.fireteams.get(window.subject.fireteam)
        if team is None or team.seat != view.seat or not team.on_map:
            return Refusal("OWM-CD-MARKSMAN", say("no own soldier is about to shoot"))
        return None

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        if self.soldier not in _candidates(g, window):
            return Refusal("OWM-CD-MARKSMAN", say("he is not about to shoot"), misfit=True)
        problem = why_not_able(g, g.fireteams[window.subject.fireteam], self.soldier)
        if problem is None and g.soldiers[self.soldier].is_marksman:
            return Refusal("OWM-CD-MARKSMAN", say("he shoots as from one Terrain nearer already"))
        return problem

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Mark the soldier until the shot, or the end of the turn."""
        if self.soldier in g.soldiers:
            g.change_soldier(self.soldier, is_marksman=True)
        return None

    def aim(self, g: OwmState) -> str:
        return say(" for {soldier}", soldier=words.soldier_name(self.soldier))


def _candidates(g: OwmState, window: AnyWindow) -> tuple[SoldierId, ...]:
    subject = window.subject
    if isinstance(subject, Target):
        return (subject.shooter,)
    return g.fireteams[subject.fireteam].line
