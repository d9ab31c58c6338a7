"""The player by whom plans are played out: regular in a hurry. Of a move it looks closely at few
places alone: those that cover and the way to objectives make likely."""

from __future__ import annotations

from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.heroes.computer import answered
from owm_net.games.heroes.computer.weighing import Mind
from owm_net.games.heroes.state import HeroesState

HASTY = Mind(hasty=True)


def play(view: View[HeroesState], chance: Chance) -> Answer:
    """An allowed answer."""
    return answered(view, chance, HASTY)
