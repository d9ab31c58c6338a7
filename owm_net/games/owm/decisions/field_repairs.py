"""Field Repairs (000:1536-1537): a weapon works again, without a check."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.damage import Repaired
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import ANY_TIME, AnyWindow, Decision, Total


@record("owm.decision.field_repairs")
class FieldRepairs(Decision):
    """The weapon of a soldier of the own side is cleared (OWM-CD-REPAIRS, A-127). After a jam in a
    shot its lethality is not taken up again (A-77)."""

    key = "field_repairs"
    rule = "OWM-CD-REPAIRS"
    windows = (*ANY_TIME, Total)

    soldier: SoldierId

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[FieldRepairs]:
        for soldier in _jammed(view):
            yield FieldRepairs(card, soldier)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        if not _jammed(view):
            return Refusal("OWM-CD-REPAIRS", say("no weapon of your side is jammed"))
        return None

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        if self.soldier not in _jammed(view):
            why = say("a soldier of the own side with a jammed weapon must be named")
            return Refusal("OWM-CD-REPAIRS", why, misfit=True)
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        if self.soldier in g.soldiers and g.soldiers[self.soldier].jammed:
            g.change_soldier(self.soldier, jammed=False)
            g.tell(Repaired(self.soldier))
        return None

    def aim(self, g: OwmState) -> str:
        return say(" for {soldier}", soldier=words.soldier_name(self.soldier))


def _jammed(view: View[OwmState]) -> list[SoldierId]:
    """In the order of their Fireteams."""
    g = view.state
    return [s.id for t in g.friends(view.seat) for s in g.members(t.id) if s.jammed]
