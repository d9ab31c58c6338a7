"""The prompt bar: the question in the words of the rules, with its buttons."""

from __future__ import annotations

from attrs import evolve

from owm_net.client.drafting import Confirm, Say
from owm_net.client.language import tr
from owm_net.client.maps import asking
from owm_net.client.maps.asking import place, what, why
from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, Prompt, waiting
from owm_net.client.tables.hailfire.common import (
    SPOTS,
    at_once,
    laying,
    own_seat,
    placing,
    state_of,
)
from owm_net.client.tables.hailfire.panels import LISTED
from owm_net.client.tables.plain import answer
from owm_net.client.words import capital
from owm_net.engine import agenda
from owm_net.games.hailfire.blinds import HIDE, LAY, Hide, blind_name
from owm_net.games.hailfire.orders import ORDER
from owm_net.games.hailfire.set_up import PLACE
from owm_net.games.hailfire.turn import ACTIVATE
from owm_net.games.hailfire.words import team_name


def prompt(model: Model) -> Prompt:
    """For any moment of the match."""
    if model.kind is None:
        return waiting(model)
    view = model.view
    assert view is not None
    few = at_once(model)
    if few:
        return asking.at_once(model, few)
    made = answer.prompt(model)
    if model.kind is ACTIVATE and (model.sketch is None or model.sketch.is_empty):
        hint = tr("Click a Leader or a vehicle for its Unit, or one Team.")
        made = evolve(made, text=what(model), detail=f"{hint} {why(model)}")
    elif model.kind is ORDER and model.sketch is None:
        hint = tr("Click an enemy to fire, one of your Teams to move it.")
        made = evolve(made, text=what(model), detail=f"{hint} {why(model)}")
    elif model.kind in LISTED and (model.sketch is None or model.sketch.is_empty):
        made = evolve(made, text=what(model), detail=why(model))
    else:
        made = evolve(made, text=what(model), detail=capital(made.detail))
    if model.kind in (PLACE, LAY):
        made = _place(model, made)
    elif model.kind is HIDE:
        nobody = Hide(())
        label = tr(model.system.describe(view, nobody)).upper()
        none = Choice("nobody", label, Say(nobody), lit=False)
        made = evolve(made, text=what(model), detail=why(model), choices=[*made.choices, none])
    ends = model.kind is ACTIVATE and state_of(model).active == own_seat(model)
    passes = [
        way
        for way in model.drafting.kind.passes
        if not way.until or agenda.why_not(view, way) is None
    ]
    ways = [
        Choice(
            "pass" if n == 0 else f"pass:{n}",
            tr(model.system.describe(view, way)).upper(),
            Say(way),
            lit=False,
            key=("e" if ends else "p") if n == 0 else "u",
        )
        for n, way in enumerate(passes)
    ]
    choices = [*ways[1:], *made.choices, *ways[:1]]  # what silences long stands far from the rest
    if ends:
        # the turn is not ended where one has just pressed NO FURTHER ORDER
        lacks = tr("choose who is activated")
        confirm = made.choices or [Choice("confirm", tr("CONFIRM"), Confirm(), why=lacks)]
        choices = [*ways, *confirm]
    return evolve(made, choices=choices)


def is_drawn(model: Model) -> bool:
    """Return True if this table draws every current choice."""
    listed = model.kind is None or model.kind in (*LISTED, HIDE, LAY, ORDER, PLACE)
    return listed or bool(at_once(model))


def _place(model: Model, made: Prompt) -> Prompt:
    """Team after Team, blind after blind; or all at once as the rules offer it."""
    view, sketch = model.view, model.sketch
    assert view is not None
    names = [team_name(state_of(model), team) for team in placing(model)]
    names = names or [blind_name(view, card) for card in laying(model)]
    n = len(sketch.all(SPOTS)) if sketch is not None else 0
    return place(model, made, names, n, [tr("PLACE {n}", n=i) for i in range(1, 5)])
