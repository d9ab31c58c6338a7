"""How far soldiers see by night and in a blizzard (OWM-VIS-02, OWM-VIS-04)."""

from __future__ import annotations

from owm_net.games.owm.state import OwmState, Soldier
from owm_net.games.owm.traits.hook import Hook
from owm_net.games.owm.visibility import BLIZZARD, NIGHT

EYES = Hook({"S17": (NIGHT, 1), "S18": (BLIZZARD, 1), "W13": (NIGHT, -1)})
"""(kind of visibility, what they add to its range for their shots)."""


def visibility_bonus(g: OwmState, shooter: Soldier) -> int:
    """Return what a soldier's traits add to the visibility range of the mission, for their
    shots."""
    return sum(n for _, (kind, n) in EYES.of(g.level, shooter) if kind == g.card.visibility.kind)
