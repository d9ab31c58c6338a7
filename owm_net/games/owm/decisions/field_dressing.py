"""Field Dressing (000:1534): a wounded soldier is ready again."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.damage import heal
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.windows import AnyWindow, Decision


@record("owm.decision.field_dressing")
class FieldDressing(Decision):
    """A wounded soldier of the own side is healed (OWM-CD-DRESSING, A-13, A-134)."""

    key = "field_dressing"
    rule = "OWM-CD-DRESSING"

    soldier: SoldierId

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[FieldDressing]:
        for soldier in _wounded(view):
            yield FieldDressing(card, soldier)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        if not _wounded(view):
            return Refusal("OWM-CD-DRESSING", say("no soldier of your side is wounded"))
        return None

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        if self.soldier not in _wounded(view):
            why = say("a wounded soldier of the own side must be named")
            return Refusal("OWM-CD-DRESSING", why, misfit=True)
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Heal the soldier, if still there and nobody else was quicker."""
        if self.soldier in g.soldiers and g.soldiers[self.soldier].status is Status.WOUNDED:
            heal(g, self.soldier)
        return None

    def aim(self, g: OwmState) -> str:
        return say(" for {soldier}", soldier=words.soldier_name(self.soldier))


def _wounded(view: View[OwmState]) -> list[SoldierId]:
    """In the order of their Fireteams."""
    g = view.state
    return [
        s.id for t in g.friends(view.seat) for s in g.members(t.id) if s.status is Status.WOUNDED
    ]
