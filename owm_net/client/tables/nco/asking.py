"""The prompt bar: the question in the words of the rules, with its buttons."""

from __future__ import annotations

from attrs import evolve, fields

from owm_net.client.answering.drafting import Say
from owm_net.client.answering.fields import named
from owm_net.client.language import tr
from owm_net.client.maps import asking
from owm_net.client.maps.asking import place, what, why
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco import building
from owm_net.client.tables.nco.acting import (
    ORDERS,
    begins,
    fires_at_area,
    reactions,
    route_of,
)
from owm_net.client.tables.nco.common import (
    PATH,
    TARGET,
    WEAPON,
    WHO,
    acting,
    at_once,
    own_seat,
    placed,
    state_of,
)
from owm_net.client.tables.nco.panels import CHOSEN_HERE
from owm_net.client.tables.nco.sighting import CHARGES, FIRING, shots_of
from owm_net.client.widgets import LET_PASS, Choice, Prompt, answer, waiting
from owm_net.client.words import capital, title_of
from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.text import say
from owm_net.games.nco.ambush import SPRING, Spring
from owm_net.games.nco.attack import REACT, GoDownAtOnce
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot
from owm_net.games.nco.orders.command import ORDER
from owm_net.games.nco.set_up import DEPLOY, ROSTER
from owm_net.games.nco.words import short_name

NEXT: dict[str, str] = {
    "path": say("Click on the map where to go. A further click goes on from there."),
    "weapon": say("Choose a weapon, above."),
    "target": say("Click the enemy to shoot at."),
    "aim": say("Click the point to shoot at."),
    "soldier": say("Click one of your soldiers."),
    "psyche": say("Choose what comes back, above."),
    "to": say("Click the soldier who is helped."),
    "friend": say("Click the soldier who is encouraged."),
    "order": say("Choose an order, above."),
    "item": say("Choose an item, above."),
}
"""What is to be done next, by the field of the answer that is still open."""
NOBODY = say("No enemy is in sight and within range.")
ELSEWHERE = say("No enemy is in sight and within range. Choose something else.")
CHARGE = say("Click the enemy to charge; on a way around something, click its corners first.")


def prompt(seen: SeenTable) -> Prompt:
    """For any moment of the match."""
    made = _asked(seen)
    return evolve(made, text=capital(made.text), detail=capital(made.detail))


def _asked(seen: SeenTable) -> Prompt:
    answering = seen.answering
    if answering.kind is None:
        return waiting(seen)
    if answering.kind is ROSTER:
        return building.prompt(seen)
    offers = at_once(seen)
    if offers:
        return asking.at_once(seen, offers)
    if answering.kind is REACT:
        return _react(seen)
    made = _answered(seen)
    if open_field := _open_field(seen):
        name, told = open_field
        bare = tr("{what} is not chosen yet", what=named(name, seen.system.fields))
        choices = [evolve(c, why=told) if c.why == bare else c for c in made.choices]
        made = evolve(made, detail=told, choices=choices)
    if answering.sketch is not None and answering.sketch.all(PATH) and seen.ui.refused.why:
        # a waypoint was refused: nobody is led to give the path without it
        choices = [evolve(c, lit=c.lit and c.id != "confirm") for c in made.choices]
        made = evolve(made, choices=choices)
    if answering.kind in ORDERS and answering.sketch is None:
        made = evolve(made, text=what(seen), detail=f"{_how(seen)} {why(seen)}")
    if _explains(seen):
        made = evolve(made, detail=why(seen))
    if answering.kind is SPRING:
        made = _spring(seen, made)
    if answering.kind is DEPLOY:
        made = _deploy(seen, made)
    if answering.drafting.kind.passes:
        view = seen.view
        assert view is not None
        label = tr(seen.system.describe(view, Pass())).upper()
        let_pass = Choice(LET_PASS, label, Say(Pass()), lit=False, key="p")
        made = evolve(made, choices=[*made.choices, let_pass])
    return made


def _explains(seen: SeenTable) -> bool:
    """Return True while nothing has been chosen and the reason of the question is what helps."""
    answering = seen.answering
    begun = answering.sketch and not answering.sketch.is_empty
    return _plain(seen) and bool(answering.about.why) and not begun and not _nobody_to_shoot(seen)


def _answered(seen: SeenTable) -> Prompt:
    """Return the prompt of an unfinished answer: whose order it is, or the question, and below it
    what is chosen."""
    made = answer.prompt(seen)
    if seen.answering.kind in ORDERS and seen.answering.sketch is not None:
        return evolve(made, text=_begun(seen))
    return evolve(made, text=what(seen)) if _plain(seen) else made


def _how(seen: SeenTable) -> str:
    """Return how an order or a special action is given, in a sentence."""
    if seen.answering.kind is not ORDER:
        return tr("Click one of your soldiers, then an action.")
    soldier = begins(seen)
    if soldier == NO_SOLDIER:
        return tr("Click one of your soldiers, then an order.")
    who = short_name(state_of(seen), soldier)
    return tr("{who}: choose an order, or click where to walk.", who=who)


def _begun(seen: SeenTable) -> str:
    """Return the order that is being given, and to whom."""
    sketch = seen.answering.sketch
    assert sketch is not None
    order, soldier = tr(title_of(sketch.cls)), sketch.get(WHO)
    if soldier is None:
        return order
    return tr("{who}: {order}", who=short_name(state_of(seen), soldier), order=order)


def _plain(seen: SeenTable) -> bool:
    """Return True if there is one thing to do besides passing, so that nobody asks what comes
    next."""
    return len(seen.answering.drafting.kind.plays) == 1


def _open_field(seen: SeenTable) -> tuple[str, str] | None:
    """Return the field to choose for next, and what is to be done for it; None for none."""
    sketch = seen.answering.sketch
    if sketch is None:
        return None
    look = seen.answering.drafting.desk.look(sketch)
    if look.answer is not None or look.wants is None:
        return None
    name = "target" if _wants_target(seen) else look.wants.name
    told = CHARGE if sketch.cls in CHARGES and name in ("target", "path") else NEXT.get(name, "")
    if name in ("weapon", "target") and _nobody_to_shoot(seen):
        told = ELSEWHERE if seen.answering.kind in ORDERS else NOBODY
    return (name, tr(told)) if told else None


def _nobody_to_shoot(seen: SeenTable) -> bool:
    """Return True if a shooter is chosen, and there is no enemy whom a gun can be fired at."""
    sketch, soldier = seen.answering.sketch, acting(seen)
    if sketch is None or sketch.cls not in FIRING or soldier == NO_SOLDIER:
        return False
    if not state_of(seen).there(soldier) or (sketch.has(WHO) and not sketch.holds(WHO)):
        return False
    return all(refusal is not None for _, _, refusal in shots_of(seen, soldier))


def _wants_target(seen: SeenTable) -> bool:
    """Return True if the shot being prepared has a weapon that is fired at a man, and no man
    yet."""
    sketch = seen.answering.sketch
    if sketch is None or sketch.cls not in FIRING or sketch.holds(TARGET):
        return False
    wanted = answer.wanted(seen, sketch)
    return wanted is not None and wanted.kind is Spot and not fires_at_area(seen)


def is_drawn(seen: SeenTable) -> bool:
    """Return True if this table draws every current choice."""
    answering = seen.answering
    if answering.kind is None or answering.kind is ROSTER or at_once(seen):
        return True
    if answering.sketch is None:
        return answering.kind is ORDER or len(answering.drafting.kind.answers) > 1
    wanted = answer.wanted(seen, answering.sketch)
    return wanted is None or wanted.kind in (SoldierId, Spot, int, *CHOSEN_HERE)


def _react(seen: SeenTable) -> Prompt:
    """All, nobody, or those who are clicked."""
    assert seen.view is not None
    offers = list(agenda.offers(seen.view))
    able = offers[0].soldiers if isinstance(offers[0], GoDownAtOnce) else ()
    g = state_of(seen)
    names = ", ".join([tr(short_name(g, s)) for s in able])
    choices = [
        Choice("key:1", tr("GO DOWN") if len(able) == 1 else tr("ALL DOWN"), Say(offers[0])),
        Choice("key:2", tr("STAY UP"), Say(offers[1]), lit=False),
    ]
    if len(able) > 1:
        made, sketch = answer.prompt(seen), seen.answering.sketch
        choices = [*made.choices, *choices]
        if sketch is not None and not sketch.is_empty:  # CLEAR takes the room of the reason
            return Prompt(what(seen), made.detail, choices)
    whom = f"{names}. " if len(able) > 1 else ""
    return Prompt(what(seen), f"{whom}{why(seen)}", choices)


def _spring(seen: SeenTable, made: Prompt) -> Prompt:
    """Return the prompt for the shooter and the weapon; then for the point of the path, pressed on
    the map."""
    sketch = seen.answering.sketch
    if sketch is None or not sketch.holds(WHO):
        route = route_of(seen)
        if route is not None and not reactions(state_of(seen), route):
            return evolve(made, detail=tr("Nobody in Ambush sees the path within range."))
        return evolve(made, detail=tr("Click the shooter and the weapon."))
    if not sketch.holds(WEAPON):
        return evolve(made, detail=tr(NEXT["weapon"]))
    if not sketch.holds(fields(Spring).walked):
        return evolve(made, detail=tr("Click the point of the path to stop at."))
    return made


def _deploy(seen: SeenTable, made: Prompt) -> Prompt:
    """Soldier after soldier; or all at once as the rules offer it."""
    g = state_of(seen)
    names = [short_name(g, n) for n in g.squad(own_seat(seen))]
    labels = (tr("SPREAD OUT"), tr("ONE END"), tr("OTHER END"))
    return place(seen, made, names, len(placed(seen.answering.sketch)), labels)
