"""Extra Magazine: a second Fire right after a Fire order. NCO-ITM-01, R-34."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import field, frozen

from owm_net.engine.agenda import Kind, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import register
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.nco.aiming import shot_at
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.shots import Shot, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Item, Shooting, Skill
from owm_net.games.nco.words import place_name, short_name


@register("nco.reload")
@frozen
class Reload(Answer):
    """Fire the same weapon once more, at an enemy or at a point."""

    title: ClassVar[str] = "Extra Magazine"
    help: ClassVar[str] = "Once in a battle, right after a Fire order (NCO-ITM-01)"

    target: SoldierId | None = field(default=None)
    aim: Spot | None = field(default=None)

    def words(self, view: View[NcoState]) -> str:
        if self.target is None:
            return f"Extra Magazine: at {place_name(self.aim)}"
        return f"Extra Magazine: at {short_name(view.state, self.target)}"


RELOAD = Kind(
    "reload",
    Reload,
    Pass,
    rule="NCO-ITM-01",
    why="a second Fire or a pass is asked for",
    deed="use an Extra Magazine or not",
)


def may_reload(g: NcoState, shot: Shot) -> bool:
    """Whether a soldier who has just fired so may fire again (R-34)."""
    s = g.soldiers[shot.shooter]
    if not g.there(shot.shooter) or s.broken or Item.EXTRA_MAGAZINE not in s.items:
        return False
    if not shot.row.reloads or shot.weapon not in s.arms:
        return False
    if shot.how is Shooting.FOCUS:
        return Skill.DEADEYE in s.skills
    return shot.how is Shooting.FIRE


def second_shot(shot: Shot, answer: Reload) -> Shot:
    """The second Fire: the same weapon, modifiers anew."""
    return Shot(shot.shooter, shot.weapon, answer.target, answer.aim, shot.how, shot.response)


def why_no_reload(g: NcoState, shot: Shot, answer: Reload) -> Refusal | None:
    """As for every shot; a friend who has snapped (R-46) is the only one of his own side."""
    other = answer.target
    if other is not None and other != shot.target and other in g.squad(_seat(g, shot)):
        return Refusal("NCO-ORD-06", "nobody shoots at his own side")
    return why_not_shot(g, second_shot(shot, answer))


def _seat(g: NcoState, shot: Shot) -> Seat:
    return g.soldiers[shot.shooter].seat


def reloads(g: NcoState, shot: Shot) -> Iterator[Reload]:
    """At each enemy, or at his place."""
    for enemy in g.on_field(opponent(g.soldiers[shot.shooter].seat)):
        again = shot_at(g, shot.shooter, shot.weapon, enemy, shot.how)
        yield Reload(again.target, again.aim)
