"""A recruit of Squad: as regular, but in half of their decisions any sensible answer will do.

They shoot better than that, and command any nationality.
"""

from __future__ import annotations

from typing import Any

from owm_net.engine.agenda import Kind, kind_of
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.squadcards.computer.deciding import decide
from owm_net.games.squadcards.computer.sensible import sensible
from owm_net.games.squadcards.set_up import NATION
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.windows.fire import FIRE_CARD

USUAL = 55
PERCENT: dict[Kind[Any], int] = {FIRE_CARD: 15, NATION: 100}
"""In so many of a hundred decisions of a kind, else in `USUAL`, any sensible answer will do."""


def recruit(view: View[SquadState], chance: Chance) -> Answer:
    """Return regular's answer, or any sensible one."""
    if chance.below(100) >= PERCENT.get(kind_of(view), USUAL):
        return decide(view, chance)
    options = sensible(view)
    return options[chance.below(len(options))]
