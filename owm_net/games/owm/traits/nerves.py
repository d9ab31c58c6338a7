"""Soldiers who may lose their nerve when one beside them is killed or routed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Never, TypeVar

from attrs import define, field

from owm_net.engine.agenda import Call, Done, Frame, Outcome, frame
from owm_net.engine.records import ADDED
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.damage import suppress
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import NO_SOLDIER, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.hits import tell_shaken

R = TypeVar("R")


@frame("owm.nerves")
@define
class Nerves(Frame[None]):
    """Everybody shaken by a loss makes a Discipline Check, and is suppressed after a failure.

    soldier: the one who makes it now. closed: see `DisciplineCheck`.
    """

    soldier: SoldierId = NO_SOLDIER
    closed: bool = field(default=False, metadata=ADDED)

    def start(self, g: OwmState) -> Outcome[None]:
        """The next of them; who is down already or gone makes none."""
        while g.shaken:
            self.soldier = g.shaken.pop(0)
            if self.soldier in g.soldiers and g.soldiers[self.soldier].status is Status.READY:
                tell_shaken(g, self.soldier)
                check = DisciplineCheck(self.soldier, Purpose.MORALE, closed=self.closed)
                return Call(check, then=self.hear)
        return Done()

    def hear(self, g: OwmState, success: bool) -> Outcome[None]:
        """Suppress the soldier after a failure."""
        if not success:
            suppress(g, self.soldier)
        return self.start


def after_losses(
    g: OwmState, then: Callable[[Never], Outcome[R]], closed: bool = False
) -> Outcome[R]:
    """Go on with a step after the checks of those whom a loss has shaken, if there are any.

    closed: in an assault, where nobody answers them (OWM-IMM-02).
    """
    return Call(Nerves(closed=closed), then=then) if g.shaken else then
