"""Extra Magazine: a second Fire right after a Fire order. NCO-ITM-01, R-34."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import field

from owm_net.engine.agenda import Kind, Refusal
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shot_at
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, opponent
from owm_net.games.nco.paths import why_not_point
from owm_net.games.nco.places import told_place
from owm_net.games.nco.shots import Shot, fits, in_circle, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Item, Shooting, Skill
from owm_net.games.nco.words import enemy_name


@record("nco.reload")
class Reload(Answer):
    """Fire the same weapon once more, at an enemy or at a point."""

    title: ClassVar[str] = say("Extra Magazine")
    help: ClassVar[str] = say("Once in a battle, right after a Fire order (NCO-ITM-01)")

    target: SoldierId | None = field(default=None)
    aim: Spot | None = field(default=None)

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        if self.target is None:
            place = told_place(g.layout, self.aim)
            return say("Extra Magazine: at a point {place}", place=place)
        return say("Extra Magazine: at {soldier}", soldier=enemy_name(g, self.target, view.seat))


RELOAD = Kind(
    "reload",
    Reload,
    rule="NCO-ITM-01",
    why=say("choose a second Fire, or pass"),
    deed=say("use an Extra Magazine or not"),
    passes=say("keep the Extra Magazine"),
)


def may_reload(g: NcoState, shot: Shot) -> bool:
    """Return True if a soldier who has just fired so may fire again (R-34)."""
    s = g.soldiers[shot.shooter]
    if not g.there(shot.shooter) or s.broken or Item.EXTRA_MAGAZINE not in s.items:
        return False
    if not shot.row.reloads or shot.weapon not in s.arms:
        return False
    if shot.how is Shooting.FOCUS:
        return Skill.DEADEYE in s.skills
    return shot.how is Shooting.FIRE


def can_reload(g: NcoState, shot: Shot, charger: SoldierId) -> bool:
    """Return True if the soldier may fire again, and has a target."""
    return may_reload(g, shot) and any(
        fits(g, second_shot(g, shot, answer, charger)) for answer in reloads(g, shot, charger)
    )


def second_shot(g: NcoState, shot: Shot, answer: Reload, charger: SoldierId) -> Shot:
    """The second Fire: the same weapon, a Fire order whatever the first one was, and so without
    the wound of a Deadeye's Focus Fire (R-33). It answers an Assault if it is at the charger, and
    is a Fire like any other if not (R-91)."""
    response = False
    if charger != NO_SOLDIER and g.there(charger):
        response = answer.target == charger or (
            answer.aim is not None and in_circle(g, answer.aim, g.soldiers[charger].spot)
        )
    target, aim = answer.target, answer.aim
    return Shot(shot.shooter, shot.weapon, target, aim, Shooting.FIRE, response)


def why_no_reload(g: NcoState, shot: Shot, answer: Reload, charger: SoldierId) -> Refusal | None:
    """As for every shot (R-34): a medic's, and one at the own side, only at who charges."""
    if answer.aim is not None:
        refusal = why_not_point(g, (answer.aim,), 1, "NCO-ORD-03")
        if refusal is not None:
            return refusal
    return why_not_shot(g, second_shot(g, shot, answer, charger))


def reloads(g: NcoState, shot: Shot, charger: SoldierId) -> Iterator[Reload]:
    """At each enemy and at who charges, or at their places."""
    enemies = g.on_field(opponent(g.soldiers[shot.shooter].seat))
    if charger != NO_SOLDIER and charger not in enemies and g.there(charger):
        enemies.append(charger)  # a friend who has snapped
    for enemy in enemies:
        again = shot_at(g, shot.shooter, shot.weapon, enemy, Shooting.FIRE)
        yield Reload(again.target, again.aim)
