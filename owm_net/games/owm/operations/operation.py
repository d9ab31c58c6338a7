"""The Command Decision "Combat Operation" (000:1518-1519): what it does, the mission says.

Each of the four is a class with a file beside this one; the data of the mission name one of them.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import AnyWindow, Decision


@frozen
class CombatOperation(Decision):
    """Do the mission's operation, and no other (OWM-CD-COMBATOP, OWM-MISS-02). operation: as
    missions name it. called, what: its name and what it does, for people: no card says it."""

    key = "combat_operation"
    rule = "OWM-CD-COMBATOP"
    operation: ClassVar[str] = ""
    called: ClassVar[str] = ""
    what: ClassVar[str] = ""

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Only the operation of the mission (OWM-MISS-02), and what speaks against that."""
        wanted = view.state.card.combat_operation
        if cls.operation != wanted:
            named = wanted.replace("_", " ")
            why = say("the Combat Operation of this mission is {named}", named=named)
            return Refusal("OWM-MISS-02", why, misfit=True)
        return cls.why_not_now(view)

    @classmethod
    def of(cls, g: OwmState) -> type[CombatOperation] | None:
        """The operation of the mission."""
        found = [one for one in cls.__subclasses__() if one.operation == g.card.combat_operation]
        return found[0] if found else None

    @classmethod
    def why_not_now(cls, view: View[OwmState]) -> Refusal | None:
        """Refuse by what everybody knows against this operation now."""
        return None
