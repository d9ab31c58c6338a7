"""Traits that add to the total of a shot (OWM-FIRE-09), or keep a weapon from jamming."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from owm_net.engine.text import say
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import TERRAINS, Fireteam, OwmState, Soldier
from owm_net.games.owm.traits.hook import Hook
from owm_net.games.owm.traits.told import TraitWorks, title

LONG_RANGE = 4
INDOORS = ("building", "village", "ruins", "chateau")
HEIGHTS = ("hill", "summit")


@frozen
class Shot:
    """A shot: shooter and target."""

    g: OwmState
    team: Fireteam
    shooter: Soldier
    target_team: Fireteam
    target: Soldier

    @property
    def kind(self) -> str:
        """Return the kind of the shooter's Terrain."""
        return TERRAINS.at(self.g.ground, self.team.cell).kind


# -- of the soldier who shoots ---------------------------------------------------------------


def deadeye(shot: Shot) -> int:
    """+1 at long range."""
    away = shot.g.ground.distance(shot.team.cell, shot.target_team.cell)
    return 1 if away >= LONG_RANGE else 0


def patient_shot(shot: Shot) -> int:
    """Return +1 if the Fireteam has not been on the move in this round."""
    return 1 if shot.g.is_established(shot.team) else 0


def claustrophobic(shot: Shot) -> int:
    """-1 between walls."""
    return -1 if shot.kind in INDOORS else 0


def dizzy(shot: Shot) -> int:
    """-1 high up."""
    return -1 if shot.kind in HEIGHTS else 0


SHOOTERS: Hook[Callable[[Shot], int]] = Hook(
    {"S02": deadeye, "S16": patient_shot, "W11": claustrophobic, "W12": dizzy}
)


# -- of the soldier who is shot at -----------------------------------------------------------


def digger(shot: Shot) -> int:
    """Return the bonus of an entrenchment the soldier uses: 2, one more than for others."""
    return -1 if shot.target_team.dug_in else 0


TARGETS: Hook[Callable[[Shot], int]] = Hook({"S15": digger})


# -- jams ------------------------------------------------------------------------------------

ARMORERS = Hook({"S04": say("the first jam is ignored, and the card counts")})
"""The first jam icon of each of their shots does nothing."""


def ignores_jam(g: OwmState, shooter: SoldierId) -> bool:
    """Return True if the first jam icon of the soldier's shot does nothing; tell it."""
    for key, what in ARMORERS.of(g.level, g.soldiers[shooter]):
        g.tell(TraitWorks(shooter, key, what, rule="OWM-FIRE-05"))
        return True
    return False


# -- what the rules ask ----------------------------------------------------------------------


def modifiers(shot: Shot, covered: bool = True) -> list[tuple[str, int]]:
    """Return what traits add to the total of a shot, with the reason, zeros left out.

    covered: whether the target's Terrain and entrenchment count.
    """
    return [*shooter_modifiers(shot), *(target_modifiers(shot) if covered else [])]


def shooter_modifiers(shot: Shot) -> list[tuple[str, int]]:
    """Return what the shooter's traits add to the total, with the reason."""
    found = [(key, rule(shot)) for key, rule in SHOOTERS.of(shot.g.level, shot.shooter)]
    return [(title(key), n) for key, n in found if n]


def target_modifiers(shot: Shot) -> list[tuple[str, int]]:
    """Return what the target's traits add to the total, with the reason: all of them by cover."""
    found = [(key, rule(shot)) for key, rule in TARGETS.of(shot.g.level, shot.target)]
    return [(title(key), n) for key, n in found if n]
