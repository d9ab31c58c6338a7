"""Which force is worth leading, where both sides choose theirs."""

from __future__ import annotations

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.view import View
from owm_net.games.hailfire.forces import READY, Force
from owm_net.games.hailfire.ids import ForceKey
from owm_net.games.hailfire.state import HailfireState

WINNING = (ForceKey("sov"), ForceKey("sov_guns"))
"""The ready-made forces that won most between regular players (docs/strength.md)."""


def winning_forces(view: View[HailfireState]) -> list[Force]:
    """Those of them that may be led."""
    ready = [READY[key].force for key in WINNING if key in READY]
    return [force for force in ready if agenda.why_not(view, force) is None]


def best_force(view: View[HailfireState], chance: Chance) -> Force | None:
    """One of them, by chance; None where none may be led."""
    forces = winning_forces(view)
    return forces[chance.below(len(forces))] if forces else None
