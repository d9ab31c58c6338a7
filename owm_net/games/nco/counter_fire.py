"""Counter-fire: the target of an Assault shoots at who charges. NCO-INT-04, -06, R-15, R-20."""

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
from owm_net.games.nco.ids import SoldierId, Spot, WeaponKey
from owm_net.games.nco.places import told_place
from owm_net.games.nco.shots import Shot, fits, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Order, Phase, Shooting
from owm_net.games.nco.tokens import bears_pilot
from owm_net.games.nco.words import weapon_name


@record("nco.counter")
class Counter(Answer):
    """Shoot at a charger before they move. aim: the point for an area weapon."""

    title: ClassVar[str] = say("Counter-fire")
    help: ClassVar[str] = say(
        "A Fire order, or a special action in phase 2 (NCO-INT-04, NCO-INT-06)"
    )

    weapon: WeaponKey
    aim: Spot | None = field(default=None)

    def sentence(self, view: View[NcoState]) -> str:
        weapon = weapon_name(self.weapon)
        if self.aim is None:
            return say("counter-fire: {weapon}", weapon=weapon)
        at = told_place(view.state.layout, self.aim)
        return say("counter-fire: {weapon} at a point {place}", weapon=weapon, place=at)


COUNTER = Kind(
    "counter",
    Counter,
    rule="NCO-INT-04",
    why=say("choose counter-fire, or pass"),
    deed=say("answer the Assault or not"),
    passes=say("no counter-fire"),
)


def may_counter(g: NcoState, target: SoldierId) -> bool:
    """Return True if the target of an Assault may answer it: by public facts alone (R-15, R-86),
    and not while carrying the pilot (R-56)."""
    s = g.soldiers[target]
    if not g.there(target) or s.broken or bears_pilot(g, target):
        return False
    if g.phase is Phase.ORDERS:
        return s.order is Order.NONE and not g.bound(target)
    return g.phase is Phase.SPECIALS and g.qualifies(target)


def can_counter(g: NcoState, target: SoldierId, charger: SoldierId) -> bool:
    """Return True if the target may answer, and has a weapon for it."""
    return may_counter(g, target) and any(
        fits(g, counter_shot(target, charger, answer), catch=charger)
        for answer in counters(g, target, charger)
    )


def counter_shot(target: SoldierId, charger: SoldierId, answer: Counter) -> Shot:
    """The attack that an answer means: a Fire, -1 in response (NCO-HIT-06)."""
    at = charger if answer.aim is None else None
    return Shot(target, answer.weapon, at, answer.aim, Shooting.FIRE, response=True)


def why_no_counter(
    g: NcoState, target: SoldierId, charger: SoldierId, answer: Counter
) -> Refusal | None:
    """Range and sight as they are before the charger moves (R-15)."""
    return why_not_shot(g, counter_shot(target, charger, answer), catch=charger)


def counters(g: NcoState, target: SoldierId, charger: SoldierId) -> Iterator[Counter]:
    """Each weapon at the charger."""
    for weapon in g.soldiers[target].arms:
        shot = shot_at(g, target, weapon, charger, Shooting.FIRE)
        yield Counter(weapon, shot.aim)
